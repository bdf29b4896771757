/** The page of a timeline: its parts beside each other, and their effects on each other. */
import { type TimelineRow, tableRows } from '../../server/src/core/picture/timeline/tableRows';
import { commandOf, makeStepper, type Stepped } from './keys';
import { type Picture, stopWords, saveAs, makePicture } from './picture';
import type { Store } from './store';
import { type Things, whenWords, handlesOf, makeThings } from './things';
import { MOST_ROWS, makeTwin, type Twin } from './twin';
import type { Grouping } from '../../server/src/core/picture/timeline/lanesLayout';
import { button, make } from '../page';
import { t } from '../words';
import { dateOfDay, steppedDay } from '../../server/src/core/picture/rulers/axis';
import type { TimelineCard } from '../../server/src/lsp/protocol/protocolPictures';
import { laneOnAxes, makeAxesPanel, makeOverview } from './axes';
import { widthOf, asOfAt, type Shown } from './view';
import { makeHandles, nudged } from './handles';
import { offerSaving } from './menu';
import { isNothingDecided } from '../../server/src/core/picture/timeline/changes';
import type { Surface } from './surface';

/** The keys of the whole page: what each does depends on the focus. */
interface Keyed {
  readonly store: Store;
  readonly picture: Picture;
  readonly things: Things;
  readonly step: Step;
  readonly say: (words: string) => void;
  readonly focusFilter: () => void;
  readonly explain: () => void;
}

function listenToKeys({ store, picture, things, step, say, focusFilter, explain }: Keyed): void {
  const onSelected = (run: (thing: number, place: ReturnType<Picture['placeOf']>) => void): void => {
    const thing = store.shown()?.selected ?? null;
    if (thing !== null) run(thing, picture.placeOf(thing));
  };
  const corner = (): DOMRect => picture.element.getBoundingClientRect();
  addEventListener('keydown', (event) => {
    const command = commandOf(event);
    const target = event.target as Element;
    if (!command || target.matches('input[type="search"], select, [role="menu"] *')) return;
    const isOnPicture = target === picture.element || target === document.body;
    if (command.does === 'step') step('canon', command.by);
    else if (command.does === 'stepDay') step('at', command.by);
    else if (command.does === 'filter') focusFilter();
    else if (command.does === 'help') explain();
    else if (!isOnPicture) return;
    else if (command.does === 'next') selectNext(store, picture, say, command.by);
    else if (command.does === 'card') onSelected((thing, place) => things.showCard(thing, place ?? corner()));
    else if (command.does === 'open') onSelected(things.open);
    else if (command.does === 'menu')
      onSelected((thing, place) => {
        const { left, bottom } = place ?? corner();
        things.menu(thing, { x: left, y: bottom }, picture.element);
      });
    else if (command.does === 'leave') things.card.hide();
    else if (!picture.run(command)) return;
    event.preventDefault();
  });
}

/** The next thing in view, in the order of the table. */
function selectNext(store: Store, picture: Picture, say: (words: string) => void, by: 1 | -1): void {
  const shown = store.shown();
  const view = picture.drawnView();
  if (!shown || !view) return;
  const { rows } = tableRows(shown.prepared, view, MOST_ROWS);
  const at = rows.findIndex(({ thing }) => thing === shown.selected);
  const first = by > 0 ? 0 : rows.length - 1;
  const row = rows[at < 0 ? first : Math.min(Math.max(at + by, 0), rows.length - 1)];
  if (!row) return;
  store.select(row.thing);
  picture.reveal(row.thing);
  say(rowWords(row, shown.prepared.things[row.thing]?.kind === 'event'));
}

/** `House Vyr, ruler: Lysa, disputed, 310 TA to 412 TA.` */
function rowWords({ lane, value, from, until, disputed }: TimelineRow, isEvent: boolean): string {
  const when = isEvent ? from : whenWords({ from: from === '' ? null : from, until: until === '' ? null : until });
  return `${lane}: ${[value, disputed, when].filter((part) => part !== '').join(', ')}.`;
}

/** The toolbar above the picture: title, filter, grouping, visibility, and saving. */
interface ToolsListener {
  filter(typed: string): void;
  group(by: Grouping): void;
  chooseLine(line: string): void;
  toggle(what: Toggle): void;
  save(button: HTMLElement): void;
  explain(): void;
}

/** What can be shown or not; `isPinned`: whether the handles and the editor's viewpoint move together. */
type Toggle = 'hasTable' | 'hasAxes' | 'isPinned';

interface ToolsState {
  readonly title: string;
  readonly filter: string;
  readonly grouping: Grouping;
  /** Lines of days, if there are several. */
  readonly lines: readonly { readonly line: string; readonly name: string; readonly count: number }[];
  readonly line: string;
  readonly pressed: Readonly<Record<Toggle, boolean>>;
}

interface Tools {
  readonly element: HTMLElement;
  show(state: ToolsState): void;
  focusFilter(): void;
}

/** @param hasEditor whether there is an editor with a viewpoint of its own */
function makeTools(listener: ToolsListener, hasEditor: boolean): Tools {
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
  const toggle = (name: Toggle, label: string, about: string) =>
    [name, button(label, about, () => listener.toggle(name))] as const;
  const buttons = [
    toggle('hasAxes', t('Both Axes'), t('One attribute as rectangles: world time across, canon time up')),
    toggle('hasTable', t('Table'), t('What is in view, as a table')),
    ...(hasEditor ? [toggle('isPinned', t('Follow'), t('The handles and the editor’s viewpoint move together'))] : []),
  ];
  const save = button(t('Save…'), t('Save the view as a picture'), () => listener.save(save));
  save.setAttribute('aria-haspopup', 'menu');
  const keys = button('?', t('Keys'), () => listener.explain());
  keys.setAttribute('aria-label', t('Keys'));
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
  // They have no effect until there is something to show.
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

/** @param say announces words to screen readers, and shows them below the picture */
function toolsFor(
  store: Store,
  picture: Picture,
  things: Things,
  say: (words: string) => void,
): Tools & { readonly explain: () => void } {
  const explain = (): void => {
    const { right } = picture.element.getBoundingClientRect();
    things.card.show(keyWords(), t('Keys'), { left: right, top: 0, bottom: 40 }, true);
  };
  const tools = makeTools(
    {
      filter: (filter) => store.change({ filter, scrollTop: 0 }, { isQuiet: true }),
      group: (grouping) => store.change({ grouping, scrollTop: 0 }, { isQuiet: true }),
      chooseLine: store.showLine,
      toggle(what) {
        const shown = store.shown();
        if (what === 'isPinned') store.setPinned(!store.isPinned());
        else if (shown) store.change({ [what]: !isPressed(shown, what) }, { isQuiet: true });
        if (what === 'hasAxes' && shown && laneOnAxes(shown) === null)
          say(t('Choose a bar of the picture to see it on both axes.'));
      },
      save: (button) => offerSaving(button, (as) => saveAs(store, picture, as), store.host.editor === null),
      explain,
    },
    store.host.editor !== null,
  );
  store.onFrame((shown) => {
    const { title, view, prepared } = shown;
    const { filter, grouping } = view;
    const { timeline } = prepared;
    const pressed = {
      hasTable: isPressed(shown, 'hasTable'),
      hasAxes: isPressed(shown, 'hasAxes'),
      isPinned: store.isPinned(),
    };
    tools.show({ title, filter, grouping, lines: timeline.lines, line: timeline.line, pressed });
  });
  return { ...tools, explain };
}

/** Both axes are shown only when something is selected. */
const isPressed = (shown: Shown, what: 'hasTable' | 'hasAxes'): boolean =>
  shown.view[what] && (what === 'hasTable' || laneOnAxes(shown) !== null);

/** The list of keys, on request. */
function keyWords(): TimelineCard {
  const keys: readonly (readonly [string, string])[] = [
    ['← →', t('earlier and later; with Shift a whole view')],
    ['+ −', t('closer and farther')],
    ['0, Home, End', t('all of time, its beginning, its end')],
    ['↑ ↓, Page Up, Page Down', t('lanes above and below')],
    ['[ ]', t('the previous and next change, as it was decided')],
    [', .', t('the previous and next beginning or end, in the world')],
    ['N, P', t('the next thing, and the one before')],
    ['Enter', t('shows its card')],
    ['Z', t('as close as possible with all of it in view')],
    ['O', t('opens its page')],
    ['Shift+F10', t('what else you can do with it')],
    ['/', t('to the filter')],
  ];
  return [
    { kind: 'section', parts: [t('Keys on the picture')] },
    ...keys.map(([key, words]) => ({ kind: 'item', parts: [{ text: key, isStrong: true }, ` ${words}`] }) as const),
  ];
}

function handlesFor(store: Store, step: Step): HTMLElement {
  /** The place of the handle, even if it is not drawn. */
  const dayNow = (): number => {
    const shown = store.shown();
    const [first, last] = shown?.domain ?? [0, 0];
    return shown?.view.at ?? shown?.prepared.timeline.present?.days[0] ?? Math.floor((first + last) / 2);
  };
  /** @param towards continues in that direction until the handle has moved, in days */
  const move = (day: number, towards = 0): void => {
    const shown = store.shown();
    if (!shown) return;
    const { timeline, rulers } = shown.prepared;
    const perPixel = widthOf(shown.domain) / 1000;
    let at = steppedDay(timeline, rulers[0], day, perPixel);
    for (let i = 1; i < (towards === 0 ? 1 : 50) && at === shown.view.at; i++)
      at = steppedDay(timeline, rulers[0], day + i * towards, perPixel);
    store.change({ at });
  };
  const handles = makeHandles({
    at: (day) => move(day),
    nudge(pixels) {
      const shown = store.shown();
      const far = nudged(pixels, shown ? widthOf(shown.domain) : 0);
      move(dayNow() + far, far);
    },
    canon(index) {
      const shown = store.shown();
      if (shown) store.change(asOfAt(shown.prepared, index), { isGradual: true });
    },
    reset: (which) => store.change(which === 'at' ? { at: null } : { asOf: undefined }, { isGradual: true }),
    step,
  });
  store.onFrame(({ prepared: { timeline }, view, domain: [first, last], canon }) => {
    const words =
      view.at === null ? (timeline.present?.text ?? t('no date asked about')) : dateOfDay(timeline, view.at);
    handles.show({
      at: { day: dayNow(), first, last, words, isMoved: view.at !== null },
      canon: {
        index: canon,
        points: timeline.points,
        words: stopWords(timeline.points, canon),
        isMoved: view.asOf !== undefined,
      },
    });
  });
  return handles.element;
}

interface TimelinePage {
  readonly element: HTMLElement;
  readonly picture: Picture;
  readonly surfaces: readonly Surface[];
}

/** @param say announces words to screen readers, and shows them below the picture */
export function makeTimelinePage(store: Store, say: (words: string) => void): TimelinePage {
  let said = '';
  const announce = (words: string): void => {
    said = words;
    say(words);
  };
  const picture: Picture = makePicture(store, {
    move: () => things.leave(),
    point: (thing) => things.rest(thing, thing === null ? null : picture.placeOf(thing)),
    choose(thing, isFinger) {
      const isAgain = thing === store.shown()?.selected;
      store.select(thing);
      if (thing === null) return;
      // A finger can't rest on it first to see its name.
      if (isFinger && !isAgain) things.touch(thing, picture.placeOf(thing));
      else things.open(thing, picture.placeOf(thing));
    },
    menu(thing, { x, y }) {
      const { left, top } = picture.element.getBoundingClientRect();
      if (thing === null) return;
      store.select(thing);
      things.menu(thing, { x: left + x, y: top + y }, picture.element);
    },
  });
  const things: Things = makeThings(store);
  const step = stepsOf(store, announce);
  const twin = makeTwin({
    select(thing) {
      store.select(thing);
      picture.reveal(thing);
    },
    open: (thing) => things.open(thing, null),
    card: (thing, row) => things.showCard(thing, row.getBoundingClientRect()),
    menu(thing, row) {
      const { left, bottom } = row.getBoundingClientRect();
      things.menu(thing, { x: left + 20, y: bottom }, row);
    },
  });
  const tools = toolsFor(store, picture, things, announce);
  const handles = handlesFor(store, step);
  const overview = makeOverview(store);
  const axes = makeAxesPanel(store);
  const beside = make('div', { class: 'beside' }, axes.element, twin.element);
  const undated = undatedBar(store);
  const stage = make('div', { class: 'stage' }, picture.element, undated, overview.element, handles);
  store.onFrame(({ view }) => {
    twin.element.hidden = !view.hasTable;
  });
  let advised: unknown;
  let wasUndecided = false;
  store.onRest((shown, isOwn) => {
    if (shown.prepared.isUndated && advised !== shown.prepared) announce(adviceIn(picture));
    advised = shown.prepared;
    const isUndecided = isNothingDecided(shown.prepared, shown.canon);
    const undecided = t('Nothing was decided yet.');
    if (isUndecided && !wasUndecided) announce(undecided);
    else if (!isUndecided && said === undecided) announce('');
    wasUndecided = isUndecided;
    showRows(store, picture, twin);
    if (isOwn) store.host.editor?.moved(handlesOf(shown), store.moves());
  });
  listenToKeys({ store, picture, things, step, say: announce, focusFilter: tools.focusFilter, explain: tools.explain });
  return {
    element: make('div', { class: 'timeline' }, tools.element, stage, beside),
    picture,
    surfaces: [picture.surface, overview.surface, axes.surface],
  };
}

/** What an author can do about a picture without dates; a file of its own can do nothing. */
function undatedBar(store: Store): HTMLElement {
  const { editor } = store.host;
  const give = button(t('Give a Note Its Date…'), t('Asks which note, and when it happened'), () => editor?.giveDate());
  const bar = make('div', { class: 'undated' }, give);
  bar.hidden = true;
  store.onFrame(({ prepared }) => {
    bar.hidden = !editor || !prepared.isUndated;
  });
  return bar;
}

export type Step = (which: 'at' | 'canon', by: 1 | -1) => void;

function stepsOf(store: Store, say: (words: string) => void): Step {
  const stepper = makeStepper();
  return (which, by) => {
    const shown = store.shown();
    if (!shown) return;
    const next: Stepped = which === 'canon' ? stepper.canon(shown, by) : stepper.day(shown, by);
    say(next.words);
    if (next.thing !== undefined) store.select(next.thing);
    const isCanon = next.canon !== undefined && next.canon !== shown.canon;
    if (which === 'at' && next.day != null) store.change({ at: next.day });
    else if (isCanon) store.change(asOfAt(shown.prepared, next.canon ?? 0), { isGradual: true });
    if (next.day != null) store.reveal(next.day, next.day);
  };
}

/** The advice in the middle of a picture without dates. */
const adviceIn = (picture: Picture): string =>
  (picture.drawing()?.items ?? [])
    .flatMap((item) => (item.kind === 'text' && item.align === 'middle' ? [item.text] : []))
    .join(' ');

function showRows(store: Store, picture: Picture, twin: Twin): void {
  const shown = store.shown();
  const view = picture.drawnView();
  if (shown?.view.hasTable && view) twin.show(tableRows(shown.prepared, view, MOST_ROWS), shown.selected);
}
