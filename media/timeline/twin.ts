/** The picture as a table: what is in view, in the same order, for keys and screen readers. */
import type { TimelineRow, TimelineRows } from '../../server/src/core/picture/timeline/tableRows';
import { make } from '../page';
import { t } from '../words';
import { UNDONE } from './things';

export interface Twin {
  readonly element: HTMLElement;
  show(rows: TimelineRows, selected: number | null): void;
}

/** The most rows: nobody reads more, and zooming in shows the others. */
export const MOST_ROWS = 400;

interface TwinListener {
  select(thing: number): void;
  open(thing: number): void;
  card(thing: number, row: HTMLElement): void;
  menu(thing: number, row: HTMLElement): void;
}

export function makeTwin(listener: TwinListener): Twin {
  const heads = [t('Of'), t('What'), t('From'), t('Until'), t('Decided in')].map((head) =>
    make('th', { scope: 'col' }, head),
  );
  const body = make('tbody', {});
  const caption = make('caption', {});
  const table = make('table', {}, caption, make('thead', {}, make('tr', {}, ...heads)), body);
  const label = t('What is in view, as a table');
  const element = make('section', { class: 'twin', 'aria-label': label, tabindex: '0' }, table);
  let drawn = '';
  let last: number | null = null;
  listenToRows(body, {
    ...listener,
    select(thing) {
      if (thing === last) return;
      last = thing;
      listener.select(thing);
    },
  });
  return {
    element,
    show({ rows, count }, selected) {
      const text = JSON.stringify([rows, count]);
      if (text !== drawn) {
        drawn = text;
        const hadFocus = body.contains(document.activeElement);
        body.replaceChildren(...rows.map(rowElement));
        const more = t('{0} of {1} in view: zoom in to see the others.', rows.length, count);
        caption.textContent = count > rows.length ? more : t('{0} in view', count);
        if (hadFocus) focusRow(body, [...body.rows].find((row) => thingOf(row) === last) ?? body.rows[0]);
      }
      last = selected;
      const marked = [...body.rows].find((row) => thingOf(row) === selected);
      for (const row of body.rows) {
        if (row === marked) row.setAttribute('aria-current', 'true');
        else row.removeAttribute('aria-current');
        row.tabIndex = row === (marked ?? body.rows[0]) ? 0 : -1;
      }
    },
  };
}

const thingOf = (row: HTMLTableRowElement): number => Number(row.dataset.thing);

/** Tab reaches one row, arrows the others. */
function focusRow(body: HTMLTableSectionElement, row: HTMLTableRowElement | null | undefined): void {
  if (!row) return;
  for (const one of body.rows) one.tabIndex = one === row ? 0 : -1;
  row.focus();
}

function listenToRows(body: HTMLTableSectionElement, listener: TwinListener): void {
  const rowAt = ({ target }: Event): HTMLTableRowElement | null =>
    target instanceof Element ? target.closest<HTMLTableRowElement>('tbody tr') : null;
  const onRow = <Name extends 'focusin' | 'click' | 'dblclick' | 'contextmenu' | 'keydown'>(
    name: Name,
    run: (row: HTMLTableRowElement, event: HTMLElementEventMap[Name]) => void,
  ): void =>
    body.addEventListener(name, (event) => {
      const row = rowAt(event);
      if (row) run(row, event);
    });
  onRow('focusin', (row) => listener.select(thingOf(row)));
  onRow('click', (row) => focusRow(body, row));
  onRow('dblclick', (row) => listener.open(thingOf(row)));
  onRow('contextmenu', (row, event) => {
    event.preventDefault();
    listener.menu(thingOf(row), row);
  });
  onRow('keydown', (row, event) => {
    const { key, ctrlKey, metaKey } = event;
    const [at, end] = [row.sectionRowIndex, body.rows.length - 1];
    const rows = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: end, PageDown: at + 10, PageUp: at - 10 };
    if (key in rows) focusRow(body, body.rows[Math.min(Math.max(rows[key as keyof typeof rows], 0), end)]);
    else if (key === 'o' || (key === 'Enter' && (ctrlKey || metaKey))) listener.open(thingOf(row));
    else if (key === 'Enter') listener.card(thingOf(row), row);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

function rowElement(row: TimelineRow): HTMLElement {
  const { thing, lane, value, from, until, decided, disputed, undone, isUnplaced } = row;
  const marks = [disputed === '' ? [] : DISPUTES[disputed](), undone === '' ? [] : UNDONE[undone]()].flat();
  return make(
    'tr',
    { 'data-thing': String(thing), tabindex: '-1' },
    make('th', { scope: 'row' }, lane),
    make('td', {}, value, ...marks.map(mark)),
    make('td', {}, from, ...(isUnplaced ? [mark(t('no place here'))] : [])),
    make('td', {}, until),
    make('td', {}, decided),
  );
}

const mark = (words: string): HTMLElement => make('span', { class: 'mark' }, words);

const DISPUTES = { disputed: () => t('disputed'), 'both stand': () => t('both stand') } as const;
