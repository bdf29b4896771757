/** What stands above the picture: its title, the filter, how lanes are grouped, what is shown beside it, and saving. */
import type { Grouping } from '../../server/src/core/picture/timeline/timelineView';
import { make } from '../page';
import { t } from '../words';

export interface ToolsListener {
  filter(typed: string): void;
  group(by: Grouping): void;
  chooseLine(line: string): void;
  toggle(what: Toggle): void;
  save(button: HTMLElement): void;
  explain(): void;
}

/** What can be shown or not; `isPinned`: whether the handles and the editor's viewpoint go together. */
export type Toggle = 'hasTable' | 'hasAxes' | 'isPinned';

export interface ToolsState {
  readonly title: string;
  readonly filter: string;
  readonly grouping: Grouping;
  /** Lines of days, where there are several. */
  readonly lines: readonly { readonly line: string; readonly name: string; readonly count: number }[];
  readonly line: string;
  readonly pressed: Readonly<Record<Toggle, boolean>>;
}

export interface Tools {
  readonly element: HTMLElement;
  show(state: ToolsState): void;
  focusFilter(): void;
}

/** @param hasEditor whether there is an editor with a viewpoint of its own */
export function makeTools(listener: ToolsListener, hasEditor: boolean): Tools {
  const title = make('h1', {});
  const filter = make('input', {
    type: 'search',
    placeholder: t('Filter'),
    'aria-label': t('Show only what has these words'),
    spellcheck: 'false',
  });
  filter.addEventListener('input', () => listener.filter(filter.value));
  const grouping = choice<Grouping>(
    t('Lanes by'),
    [
      ['entity', t('name')],
      ['type', t('type')],
      ['folder', t('folder')],
    ],
    listener.group,
  );
  const line = choice<string>(t('Days of'), [], listener.chooseLine);
  const buttons: readonly (readonly [Toggle, HTMLButtonElement])[] = [
    ['hasAxes', button(t('Both Axes'), t('One attribute as rectangles: world time across, canon time up'))],
    ['hasTable', button(t('Table'), t('What is in view, as a table'))],
    ...(hasEditor
      ? [['isPinned', button(t('Follow'), t('The handles and the viewpoint of the editor go together'))] as const]
      : []),
  ];
  for (const [name, element] of buttons) element.addEventListener('click', () => listener.toggle(name));
  const save = button(t('Save…'), t('Save what is seen as a picture'));
  save.setAttribute('aria-haspopup', 'menu');
  save.addEventListener('click', () => listener.save(save));
  const keys = button('?', t('Keys'));
  keys.setAttribute('aria-label', t('Keys'));
  keys.addEventListener('click', () => listener.explain());
  const element = make(
    'header',
    { class: 'tools' },
    title,
    filter,
    grouping.element,
    line.element,
    ...buttons.map(([, one]) => one),
    save,
    keys,
  );
  // Until there is something to show there is nothing that they could do.
  element.inert = true;
  let lines = '';
  return {
    element,
    show(state) {
      element.inert = false;
      title.textContent = state.title;
      if (filter.value !== state.filter && document.activeElement !== filter) filter.value = state.filter;
      grouping.select.value = state.grouping;
      line.element.hidden = state.lines.length < 2;
      const names = JSON.stringify(state.lines);
      if (names !== lines) {
        lines = names;
        line.offer(state.lines.map((one) => [one.line, `${one.name} (${one.count})`]));
      }
      line.select.value = state.line;
      for (const [name, element] of buttons) element.setAttribute('aria-pressed', String(state.pressed[name]));
    },
    focusFilter: () => filter.select(),
  };
}

function button(label: string, title: string): HTMLButtonElement {
  return make('button', { type: 'button', title }, label);
}

interface Select<T extends string> {
  readonly element: HTMLElement;
  readonly select: HTMLSelectElement;
  offer(values: readonly (readonly [value: T, label: string])[]): void;
}

function choice<T extends string>(
  label: string,
  values: readonly (readonly [T, string])[],
  onChoice: (value: T) => void,
): Select<T> {
  const select = make('select', {});
  select.addEventListener('change', () => onChoice(select.value as T));
  const offer: Select<T>['offer'] = (offered) =>
    select.replaceChildren(...offered.map(([value, name]) => make('option', { value }, name)));
  offer(values);
  return { element: make('label', {}, label, select), select, offer };
}
