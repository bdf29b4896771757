/** The keys of the whole page: what each of them does where the focus is. */
import { type TimelineRow, tableRows } from '../../server/src/core/picture/timeline/tableRows';
import { commandOf } from './keys';
import type { Step } from './page';
import type { Picture } from './picture';
import type { Store } from './store';
import type { Things } from './things';
import { whenWords } from './thingWords';
import { MOST_ROWS } from './twin';

interface Keyed {
  readonly store: Store;
  readonly picture: Picture;
  readonly things: Things;
  readonly step: Step;
  readonly say: (words: string) => void;
  readonly focusFilter: () => void;
  readonly explain: () => void;
}

export function listenToKeys({ store, picture, things, step, say, focusFilter, explain }: Keyed): void {
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
    else if (command.does === 'card') onSelected((thing, place) => things.tell(thing, place ?? corner()));
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
