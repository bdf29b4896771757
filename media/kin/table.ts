/** The table twin: the content of the picture, in its order, for keys and screen readers. */
import { make } from '../page';
import { t } from '../words';
import type { KinCell, KinRow, KinSubject } from './subject';

interface KinTable {
  readonly element: HTMLElement;
  show(subject: KinSubject, rows: readonly KinRow[], selected: number | undefined): void;
}

interface KinTableListener {
  select(thing: number): void;
  open(row: KinRow): void;
}

export function makeKinTable(listener: KinTableListener): KinTable {
  const element = make('div', { class: 'twin' });
  /** The row that Tab reaches. */
  let focused = 0;
  const rowOf = (row: KinRow, i: number, selected: number | undefined): HTMLElement => {
    const line = make(
      'tr',
      { tabindex: i === focused ? '0' : '-1' },
      ...row.cells.map((cells, column) => cellOf(cells, column)),
    );
    if (row.thing >= 0 && row.thing === selected) line.setAttribute('aria-current', 'true');
    line.addEventListener('click', () => listener.select(row.thing));
    line.addEventListener('focus', () => {
      focused = i;
    });
    line.addEventListener('keydown', (event) => {
      const { key } = event;
      const to = key === 'ArrowDown' ? line.nextElementSibling : key === 'ArrowUp' ? line.previousElementSibling : null;
      if (to instanceof HTMLElement) {
        line.tabIndex = -1;
        to.tabIndex = 0;
        to.focus();
      } else if (key === 'Enter' || key.toLowerCase() === 'o') listener.open(row);
      else if (key === ' ') listener.select(row.thing);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    return line;
  };
  return {
    element,
    show(subject, rows, selected) {
      const hadFocus = element.contains(document.activeElement);
      const { scrollTop } = element;
      focused = Math.min(focused, Math.max(rows.length - 1, 0));
      const lines = rows.map((row, i) => rowOf(row, i, selected));
      const head = make('tr', {}, ...subject.columns.map((name) => make('th', { scope: 'col' }, name)));
      const table = make(
        'table',
        {},
        make('caption', {}, t('{0} rows', rows.length)),
        make('thead', {}, head),
        make('tbody', {}, ...lines),
      );
      element.replaceChildren(table);
      element.scrollTop = scrollTop;
      if (hadFocus) lines[focused]?.focus({ preventScroll: true });
    },
  };
}

function cellOf(cells: readonly KinCell[], column: number): HTMLElement {
  const words = cells.flatMap(({ text, look }, i) => [
    i === 0 ? null : ', ',
    look === undefined ? text : make('span', { class: look }, text),
  ]);
  return column === 0 ? make('th', { scope: 'row' }, ...words) : make('td', {}, ...words);
}
