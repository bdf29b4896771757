/** The page as a whole: its parts beside each other, and what each of them does to the others. */
import { dateOfDay } from '../../server/src/core/picture/handleDates';
import { make } from '../page';
import { t } from '../words';
import { stopWords } from './canonWords';
import { revealing } from './domain';
import { makeHandles } from './handles';
import { commandOf } from './keys';
import { openMenu } from './menu';
import { savings } from './menus';
import { makeOverview } from './overview';
import { makePicture, type Picture } from './picture';
import { rowsOf } from './rows';
import { saveAs } from './saving';
import { stepFrom } from './steps';
import type { Store, ViewPatch } from './store';
import type { Surface } from './surface';
import { handlesOf, makeThings, type Things } from './things';
import { makeTools } from './tools';
import { makeTwin, MOST_ROWS, type Twin } from './twin';
import { asOfAt } from './view';

/** @param say tells those who listen, and those who look below the picture */
export function makeTimelinePage(
  store: Store,
  say: (words: string) => void,
): { readonly element: HTMLElement; readonly picture: Picture; readonly surfaces: readonly Surface[] } {
  const picture: Picture = makePicture(store, {
    point: (thing) => things.rest(thing, thing === null ? null : picture.placeOf(thing)),
    choose: (thing) => {
      store.select(thing);
      if (thing !== null) things.open(thing);
    },
    menu: (thing, { x, y }) => {
      const { left, top } = picture.element.getBoundingClientRect();
      if (thing === null) return;
      store.select(thing);
      things.menu(thing, { x: left + x, y: top + y }, picture.element);
    },
  });
  const things: Things = makeThings(store, picture.element);
  const step = (by: 1 | -1): void => {
    const shown = store.shown();
    const next = shown && stepFrom(shown, by);
    if (!shown || !next) return;
    if (next.canon !== shown.canon) store.change(asOfChange(store, next.canon), { isGradual: true });
    say(next.words);
  };
  const twin = makeTwin({
    select: (thing) => {
      store.select(thing);
      reveal(store, thing);
    },
    open: things.open,
    card: (thing, row) => things.tell(thing, row.getBoundingClientRect()),
    menu: (thing, row) => {
      const { left, bottom } = row.getBoundingClientRect();
      things.menu(thing, { x: left + 20, y: bottom }, row);
    },
  });
  const tools = toolsOf(store, picture);
  const handles = handlesFor(store, step);
  const overview = makeOverview(store);
  const beside = make('div', { class: 'beside' }, twin.element);
  const stage = make('div', { class: 'stage' }, picture.element, overview.element, handles);

  store.onFrame(({ view }) => {
    twin.element.hidden = !view.hasTable;
  });
  store.onRest((shown, isOwn) => {
    tellTwin(store, picture, twin);
    if (isOwn) store.host.editor?.moved(handlesOf(shown));
  });
  listenToKeys(store, picture, things, tools.focusFilter, step);
  return {
    element: make('div', { class: 'timeline' }, tools.element, stage, beside),
    picture,
    surfaces: [picture.surface, overview.surface],
  };
}

const asOfChange = (store: Store, canon: number): ViewPatch => {
  const shown = store.shown();
  return shown ? asOfAt(shown.prepared, canon) : {};
};

function tellTwin(store: Store, picture: Picture, twin: Twin): void {
  const shown = store.shown();
  const drawing = picture.drawing();
  if (!shown || !drawing || !shown.view.hasTable) return;
  const rows = rowsOf(shown.prepared.timeline, drawing);
  twin.show(rows.slice(0, MOST_ROWS), Math.max(rows.length - MOST_ROWS, 0), shown.selected);
}

/** Brings a thing into view. */
function reveal(store: Store, thing: number): void {
  const shown = store.shown();
  const [first, until] = shown?.prepared.things[thing]?.days ?? [null, null];
  const day = first ?? until;
  if (!shown || day === null) return;
  const domain = revealing(shown.domain, [day, until ?? day], shown.prepared.whole);
  if (domain !== shown.domain) store.change({ domain }, { isFromEditor: true });
}

function toolsOf(store: Store, picture: Picture): ReturnType<typeof makeTools> {
  const tools = makeTools(
    {
      filter: (filter) => store.change({ filter, scrollTop: 0 }, { isFromEditor: true }),
      group: (grouping) => store.change({ grouping, scrollTop: 0 }, { isFromEditor: true }),
      chooseLine: () => undefined,
      toggle: (what) => {
        const view = store.shown()?.view;
        if (!view) return;
        if (what === 'isPinned') store.setPinned(!store.isPinned());
        else store.change({ [what]: !view[what] }, { isFromEditor: true });
      },
      save: (button) => {
        const { left, bottom } = button.getBoundingClientRect();
        const isFile = store.host.editor === null;
        openMenu(
          t('Save as'),
          savings((as) => saveAs(store, picture, as), isFile),
          { x: left, y: bottom + 4 },
          button,
        );
      },
      explain: () => undefined,
    },
    store.host.editor !== null,
  );
  store.onFrame(({ title, view, prepared: { timeline } }) => {
    const { hasTable, hasAxes, filter, grouping } = view;
    tools.show({
      title,
      filter,
      grouping,
      lines: timeline.lines,
      line: timeline.line,
      pressed: { hasTable, hasAxes, isPinned: store.isPinned() },
    });
  });
  return tools;
}

function handlesFor(store: Store, step: (by: 1 | -1) => void): HTMLElement {
  const handles = makeHandles({
    at: (at) => store.change({ at }),
    canon: (index) => store.change(asOfChange(store, index), { isGradual: true }),
    reset: (which) => store.change(which === 'at' ? { at: null } : asOfChange(store, Infinity), { isGradual: true }),
    step,
  });
  store.onFrame(({ prepared: { timeline }, view, domain: [first, last], canon }) => {
    const present = timeline.present?.days[0];
    const day = view.at ?? present ?? Math.floor((first + last) / 2);
    const words =
      view.at === null ? (timeline.present?.text ?? t('no date asked about')) : dateOfDay(timeline, view.at);
    handles.show({
      at: { day, first, last, words, isMoved: view.at !== null },
      canon: {
        index: canon,
        count: timeline.points.length,
        words: stopWords(timeline.points, canon),
        isMoved: view.asOf !== undefined,
      },
    });
  });
  return handles.element;
}

function listenToKeys(
  store: Store,
  picture: Picture,
  things: Things,
  focusFilter: () => void,
  step: (by: 1 | -1) => void,
): void {
  const next = (by: 1 | -1): void => {
    const shown = store.shown();
    const drawing = picture.drawing();
    if (!shown || !drawing) return;
    const rows = rowsOf(shown.prepared.timeline, drawing);
    const at = rows.findIndex(({ thing }) => thing === shown.selected);
    const row = rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(Math.max(at + by, 0), rows.length - 1)];
    if (row) store.select(row.thing);
  };
  const selected = (
    run: (thing: number, place: { readonly left: number; readonly top: number; readonly bottom: number }) => void,
  ): void => {
    const thing = store.shown()?.selected ?? null;
    const place = thing === null ? null : picture.placeOf(thing);
    if (thing !== null) run(thing, place ?? picture.element.getBoundingClientRect());
  };
  addEventListener('keydown', (event) => {
    const command = commandOf(event);
    const target = event.target as Element;
    if (!command || target.matches('input[type="search"], select, [role="menu"] *')) return;
    const isOnPicture = target === picture.element || target === document.body;
    if (command.does === 'step') step(command.by);
    else if (command.does === 'filter') focusFilter();
    else if (!isOnPicture) return;
    else if (command.does === 'next') next(command.by);
    else if (command.does === 'card') selected(things.tell);
    else if (command.does === 'open') selected(things.open);
    else if (command.does === 'menu')
      selected((thing, { left, bottom }) => things.menu(thing, { x: left, y: bottom }, picture.element));
    else if (command.does === 'leave') things.card.hide();
    else if (!picture.run(command)) return;
    event.preventDefault();
  });
}
