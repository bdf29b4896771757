/** What stands above the picture and below it, filled with what is shown and wired to it. */
import { dateOfDay, steppedDay } from '../../server/src/core/picture/rulers/handleDates';
import type { TimelineCard } from '../../server/src/lsp/protocol/protocolTimeline';
import { t } from '../words';
import { laneOnAxes } from './axes';
import { stopWords } from './canonWords';
import { widthOf } from './domain';
import { makeHandles } from './handles';
import { openMenu } from './menu';
import { savings } from './menus';
import type { Step } from './page';
import type { Picture } from './picture';
import { saveAs } from './saving';
import type { Store } from './store';
import type { Things } from './things';
import { makeTools, type Tools } from './tools';
import { asOfAt, type Shown } from './view';

/** @param say tells those who listen, and those who look below the picture */
export function toolsFor(
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
      save(button) {
        const { left, bottom } = button.getBoundingClientRect();
        const choices = savings((as) => saveAs(store, picture, as), store.host.editor === null);
        openMenu(t('Save as'), choices, { x: left, y: bottom + 4 }, button);
      },
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

/** Both axes wait until something is chosen: only then are they to be seen. */
const isPressed = (shown: Shown, what: 'hasTable' | 'hasAxes'): boolean =>
  shown.view[what] && (what === 'hasTable' || laneOnAxes(shown) !== null);

/** What the keys do, for those who ask. */
function keyWords(): TimelineCard {
  const keys: readonly (readonly [string, string])[] = [
    ['← →', t('earlier and later; with Shift a whole view')],
    ['+ −', t('closer and farther')],
    ['0, Home, End', t('all of time, its beginning, its end')],
    ['↑ ↓, Page Up, Page Down', t('lanes above and below')],
    ['[ ]', t('what changed before and next, as it was decided')],
    [', .', t('what begins or ends before and next, in the world')],
    ['N, P', t('the next thing, and the one before')],
    ['Enter', t('tells about it')],
    ['Z', t('as close as all of it can be seen')],
    ['O', t('opens its page')],
    ['Shift+F10', t('what else can be done with it')],
    ['/', t('to the filter')],
  ];
  return [
    { kind: 'section', parts: [t('Keys on the picture')] },
    ...keys.map(([key, words]) => ({ kind: 'item', parts: [{ text: key, isStrong: true }, ` ${words}`] }) as const),
  ];
}

export function handlesFor(store: Store, step: Step): HTMLElement {
  /** Where the handle stands, or would. */
  const dayNow = (): number => {
    const shown = store.shown();
    const [first, last] = shown?.domain ?? [0, 0];
    return shown?.view.at ?? shown?.prepared.timeline.present?.days[0] ?? Math.floor((first + last) / 2);
  };
  /** @param towards goes on in that direction until the handle has moved, in days */
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
      const days = shown ? (pixels * widthOf(shown.domain)) / 1000 : 0;
      const far = Math.sign(days) * Math.max(Math.abs(days), 1);
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
    const count = timeline.points.length;
    handles.show({
      at: { day: dayNow(), first, last, words, isMoved: view.at !== null },
      canon: { index: canon, count, words: stopWords(timeline.points, canon), isMoved: view.asOf !== undefined },
    });
  });
  return handles.element;
}
