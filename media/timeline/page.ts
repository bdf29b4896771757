/** The page as a whole: its parts beside each other, and what each of them does to the others. */
import { isNothingDecided } from '../../server/src/core/picture/timeline/changes';
import { tableRows } from '../../server/src/core/picture/timeline/tableRows';
import { make } from '../page';
import { t } from '../words';
import { makeAxesPanel } from './axes';
import { makeOverview } from './overview';
import { listenToKeys } from './pageKeys';
import { handlesFor, toolsFor } from './pageTools';
import { makePicture, type Picture } from './picture';
import { makeStepper, type Stepped } from './steps';
import type { Store } from './store';
import type { Surface } from './surface';
import { handlesOf, makeThings, type Things } from './things';
import { makeTwin, MOST_ROWS, type Twin } from './twin';
import { asOfAt } from './view';

export interface TimelinePage {
  readonly element: HTMLElement;
  readonly picture: Picture;
  readonly surfaces: readonly Surface[];
}

/** @param say tells those who listen, and those who look below the picture */
export function makeTimelinePage(store: Store, say: (words: string) => void): TimelinePage {
  let said = '';
  const tell = (words: string): void => {
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
      // A finger can't rest on it first to see what it is.
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
  const step = stepsOf(store, tell);
  const twin = makeTwin({
    select(thing) {
      store.select(thing);
      picture.reveal(thing);
    },
    open: (thing) => things.open(thing, null),
    card: (thing, row) => things.tell(thing, row.getBoundingClientRect()),
    menu(thing, row) {
      const { left, bottom } = row.getBoundingClientRect();
      things.menu(thing, { x: left + 20, y: bottom }, row);
    },
  });
  const tools = toolsFor(store, picture, things, tell);
  const handles = handlesFor(store, step);
  const overview = makeOverview(store);
  const axes = makeAxesPanel(store);
  const beside = make('div', { class: 'beside' }, axes.element, twin.element);
  const stage = make('div', { class: 'stage' }, picture.element, overview.element, handles);
  store.onFrame(({ view }) => {
    twin.element.hidden = !view.hasTable;
  });
  let advised: unknown;
  let wasUndecided = false;
  store.onRest((shown, isOwn) => {
    if (shown.prepared.isUndated && advised !== shown.prepared) tell(adviceIn(picture));
    advised = shown.prepared;
    const isUndecided = isNothingDecided(shown.prepared, shown.canon);
    const undecided = t('Nothing had been decided yet.');
    if (isUndecided && !wasUndecided) tell(undecided);
    else if (!isUndecided && said === undecided) tell('');
    wasUndecided = isUndecided;
    showRows(store, picture, twin);
    if (isOwn) store.host.editor?.moved(handlesOf(shown), store.moves());
  });
  listenToKeys({ store, picture, things, step, say: tell, focusFilter: tools.focusFilter, explain: tools.explain });
  return {
    element: make('div', { class: 'timeline' }, tools.element, stage, beside),
    picture,
    surfaces: [picture.surface, overview.surface, axes.surface],
  };
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

/** What a picture without a date says in its middle. */
const adviceIn = (picture: Picture): string =>
  (picture.drawing()?.items ?? [])
    .flatMap((item) => (item.kind === 'text' && item.align === 'middle' ? [item.text] : []))
    .join(' ');

function showRows(store: Store, picture: Picture, twin: Twin): void {
  const shown = store.shown();
  const view = picture.drawnView();
  if (shown?.view.hasTable && view) twin.show(tableRows(shown.prepared, view, MOST_ROWS), shown.selected);
}
