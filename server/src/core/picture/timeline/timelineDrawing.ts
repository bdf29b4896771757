/** Draws a timeline for one view of it, as a list of items: the page paints them sixty times a second, and exports write them. */
import { firstPast } from '../../text/sorted';
import { xOf } from '../rulers/axis';
import { drawEvents } from './drawEvents';
import type { Drawing } from '../paint/drawing';
import { drawMargin, drawAllNames, drawGroup, stuckGroup, drawMarks } from './drawNames';
import { drawGrid, drawRulers, ticksInSight } from './drawRulers';
import { drawLane, narrowest } from './drawSpans';
import { type Filter, makeFilter } from '../shapes/filter';
import {
  type Arranged,
  type PictureFrame,
  lineItem,
  makeFrame,
  type PictureParts,
  pictureParts,
  GROUP_HEIGHT,
  type LanesLayout,
  layOutLanes,
  type LaneStrip,
  type Strip,
  type TimelineView,
} from './lanesLayout';
import { exampleDate } from '../rulers/rulers';
import { type Prepared, prepare } from './prepare';
import type { PictureTheme } from '../paint/palette';
import { FILE_MARK } from '../paint/pictureFile';
import { svgOf } from '../paint/svg';
import type { Timeline } from '../shapes/timelineShape';
import { counted } from '../../text/words';

export function timelineDrawing(prepared: Prepared, view: TimelineView): Drawing {
  const frame = makeFrame(prepared, view, arranged(prepared, view));
  const { items, right, bottom, top, left } = frame;
  items.push({ kind: 'box', role: 'ground', x: 0, y: 0, width: right, height: bottom });
  const strips = stripsInSight(frame);
  // Days without a declared calendar have no years.
  const rulers = prepared.isUndated ? [] : ticksInSight(frame);
  drawGrid(frame, rulers);
  const lanes = strips.filter((strip): strip is LaneStrip => strip.kind === 'lane');
  const narrow = narrowest(frame, lanes);
  const yOf = (strip: Strip): number => top + strip.y - frame.scrollTop;
  for (const strip of strips) {
    if (strip.kind === 'lane') drawLane(frame, strip, yOf(strip), narrow);
    else if (strip.kind === 'events') drawEvents(frame, strip, yOf(strip));
  }
  drawMarks(frame, lanes, yOf);
  items.push({ kind: 'box', role: 'ground', x: 0, y: top, width: left, height: bottom - top });
  items.push(lineItem('tick', left, top, left, bottom));
  const stuck = stuckGroup(frame);
  drawAllNames(stuck ? { ...frame, top: stuck.y + GROUP_HEIGHT } : frame, strips, yOf);
  const margin = frame.layout.strips.at(-1);
  const lowest = margin?.kind === 'margin' ? drawMargin(frame, margin, yOf(margin)) : bottom;
  if (prepared.isUndated) drawAdvice(frame);
  if (stuck) drawGroup(frame, stuck.strip, stuck.y);
  drawRulers(frame, rulers);
  drawLines(frame, lowest);
  return { width: right, height: bottom, items, things: prepared.things };
}

/** The position of the plot, and the total height of the lanes: for the page's scroll bar and pointer. */
export const partsOfTimeline = (
  prepared: Prepared,
  view: TimelineView,
): PictureParts & { readonly lanesHeight: number; readonly unplaced: number } => {
  const { layout } = arranged(prepared, view);
  return { ...pictureParts(prepared, view), lanesHeight: layout.height, unplaced: layout.unplaced };
};

interface Kept {
  readonly filter: Filter;
  readonly layouts: Map<string, LanesLayout>;
}

const keptOf = new WeakMap<Prepared, Kept>();

/** The arrangement for a grouping, a filter and a width, cached while these stay the same. */
export function arranged(prepared: Prepared, view: TimelineView): Arranged {
  const kept = keptOf.get(prepared) ?? {
    filter: makeFilter(prepared.timeline),
    layouts: new Map<string, LanesLayout>(),
  };
  keptOf.set(prepared, kept);
  const typed = view.filter ?? '';
  const filtered = kept.filter.of(typed);
  const grouping = view.grouping ?? 'entity';
  const { left, right } = pictureParts(prepared, view);
  const { rowSpare = 0 } = view;
  const key = `${grouping} ${right - left} ${rowSpare} ${typed}`;
  let layout = kept.layouts.get(key);
  if (!layout) {
    layout = layOutLanes(prepared, grouping, filtered, right - left, rowSpare);
    if (kept.layouts.size > 8) kept.layouts.clear();
    kept.layouts.set(key, layout);
  }
  return { layout, filtered };
}

function stripsInSight({ layout: { strips }, scrollTop, top, bottom }: PictureFrame): readonly Strip[] {
  const until = scrollTop + bottom - top;
  const first = firstPast(strips, ({ y, height }) => y + height > scrollTop);
  let end = first;
  while (end < strips.length && (strips[end]?.y ?? 0) < until) end++;
  return strips.slice(first, end);
}

/** The present, and the selected world day, from the rulers down to the margin, whose things have no place in time. */
function drawLines({ prepared, view, axis, left, right, top, items }: PictureFrame, bottom: number): void {
  const present = prepared.timeline.present?.days[0];
  if (present != null) {
    const x = xOf(axis, present);
    if (left <= x && x <= right) items.push(lineItem('present', x, top - 6, x, bottom, { isDashed: true }));
  }
  if (view.at == null) return;
  const x = xOf(axis, view.at);
  if (!(left <= x && x <= right)) return;
  items.push(lineItem('handle', x, top, x, bottom));
  const points = [
    [x, top],
    [x - 5, top - 7],
    [x + 5, top - 7],
  ] as const;
  items.push({ kind: 'path', role: 'handle', points, isFilled: true });
}

/** Above the middle of its place: a button of the page has the rest of it. */
const ADVICE_MIDDLE = 55;

/** The advice for a codex without a single date. */
function drawAdvice({ prepared, left, right, top, scrollTop, items }: PictureFrame): void {
  const [x, y] = [(left + right) / 2, top - scrollTop + ADVICE_MIDDLE];
  const shared = { kind: 'text', x, align: 'middle', maxWidth: right - left - 16 } as const;
  items.push({ ...shared, role: 'laneName', y: y - 12, text: 'Nothing here has a date yet.', size: 'large' });
  items.push({
    ...shared,
    role: 'tickName',
    y: y + 12,
    text: `A note appears here once it has a date, like ${exampleDate(prepared.timeline.calendars)}.`,
  });
}

/** The visible parts. The data goes no further in canon time than the picture may: everything is shown as of its last point. */
export const timelineSvg = (
  timeline: Timeline,
  title: string,
  view: TimelineView,
  theme: PictureTheme | 'auto',
): string => preparedSvg(prepare(timeline), title, view, theme);

const preparedSvg = (prepared: Prepared, title: string, view: TimelineView, theme: PictureTheme | 'auto'): string =>
  `${FILE_MARK}\n${svgOf(timelineDrawing(prepared, view), { theme, title, description: descriptionOf(prepared.timeline) })}`;

const WIDTH = 1600;
/** The least and the greatest height of a picture in pixels: a reader has to be able to open it. */
const [LEAST, MOST] = [240, 20_000];

/** All lanes, from the first day to the last. @param width in pixels */
export function wholeTimelineSvg(
  prepared: Prepared,
  title: string,
  theme: PictureTheme | 'auto' = 'auto',
  width: number = WIDTH,
): string {
  const view = { domain: prepared.whole, width, height: LEAST };
  const { top, bottom, lanesHeight } = partsOfTimeline(prepared, view);
  const height = Math.min(Math.max(LEAST - (bottom - top) + lanesHeight, LEAST), MOST);
  return preparedSvg(prepared, title, { ...view, height }, theme);
}

function descriptionOf({ lanes, events, retcons, as_of }: Timeline): string {
  return `${counted(lanes.length, 'lane')}, ${counted(events.length, 'event')} and ${counted(retcons.length, 'retcon')}, as of ${as_of}.`;
}

/** In pixels from the top of the first lane; null: the filter leaves it out. */
export function thingStrip(prepared: Prepared, view: TimelineView, thing: number): Pick<Strip, 'y' | 'height'> | null {
  const of = prepared.things[thing];
  const pair = of?.kind === 'retcon' ? prepared.timeline.retcons[of.index ?? -1]?.pairs[0] : undefined;
  const isIts = (strip: Strip): boolean => {
    if (strip.kind === 'margin') return strip.members.includes(thing);
    if (strip.kind === 'events') return of?.kind === 'event' && strip.members.includes(of.index ?? -1);
    if (strip.kind === 'group') return false;
    const lane = prepared.timeline.lanes[strip.lane.lane];
    if (pair) return lane?.entity === pair.entity && lane.attribute === pair.attribute;
    return of?.kind !== 'event' && strip.lane.lane === of?.lane;
  };
  return arranged(prepared, view).layout.strips.find(isIts) ?? null;
}
