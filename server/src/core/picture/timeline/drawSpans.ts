/** Draws the values of a lane as bars, each in its row; too many values on a few pixels become a ribbon of their density. */
import { type Tone, type BoxItem, shortened, textWidth } from '../paint/drawing';
import { type PictureFrame, LANE_PADDING, type LaneStrip } from './lanesLayout';
import { xOf, pixelsPerDay } from '../rulers/axis';
import type { Days } from '../shapes/timelineShape';
import {
  isKnownAt,
  DISPUTED,
  ENDS_ELSEWHERE,
  FROM_APPROXIMATE,
  SOFT,
  toneAt,
  UNDATED,
  UNTIL_APPROXIMATE,
  LISTED,
} from './prepare';
import { firstPlacePast } from '../../text/sorted';

/** The step of a ribbon in pixels; the fuller the view, the wider. */
const STEP = 6;
/** Values further apart are not in one ribbon. */
const GAP = 1.5;
const NONE = -1;

interface Ribbon {
  /** A value at `x`, in the order of x. */
  readonly add: (x: number, width: number, thing: number, tone: number) => void;
  readonly end: () => void;
}

/** A ribbon stands for its lane; a single value for itself. */
function makeRibbon({ items }: PictureFrame, lane: number, y: number, height: number, narrow: number): Ribbon {
  const step = Math.max(STEP, narrow * 1.5);
  /** The current step. */
  let [start, until, count, only, shade] = [0, 0, 0, NONE, NONE];
  /** The current run of equal steps. */
  let [runStart, runUntil, runShade, runOpacity] = [0, 0, NONE, 0];
  const put = (thing: number, tone: number, x: number, width: number, opacity: number): void => {
    if (tone < 0) items.push({ kind: 'box', role: 'density', thing, x, y, width, height, opacity });
    else items.push({ kind: 'box', role: 'density', thing, tone: tone as Tone, x, y, width, height, opacity });
  };
  const endRun = (): void => {
    if (runOpacity > 0) put(lane, runShade, runStart, runUntil - runStart, runOpacity);
    runOpacity = 0;
  };
  const endStep = (): void => {
    if (count === 0) return;
    const width = Math.max(GAP, until - start);
    const opacity = opacityOf(count / width);
    const continues = runOpacity === opacity && runShade === shade && start - runUntil <= GAP;
    if (!continues) endRun();
    if (count === 1) {
      endRun();
      put(only, shade, start, width, 1);
    } else if (continues) runUntil = start + width;
    else [runStart, runUntil, runShade, runOpacity] = [start, start + width, shade, opacity];
    count = 0;
  };
  return {
    add(x, width, thing, tone) {
      if (count > 0 && (x - until > GAP || until - start >= step)) endStep();
      if (count === 0) [start, until, only, shade] = [x, x, thing, tone];
      else if (shade !== tone) shade = NONE;
      until = Math.max(until, x + width);
      count++;
    },
    end() {
      endStep();
      endRun();
    },
  };
}

const opacityOf = (perPixel: number): number => (perPixel > 2 ? 1 : perPixel > 0.8 ? 0.8 : perPixel > 0.3 ? 0.6 : 0.45);

/** Narrower brackets would blur. */
const NARROWEST_BRACKET = 8;

/** Along the upper edge of a bar, over the days in which it begins or ends. */
function drawBracket(
  { axis, left, right, items }: PictureFrame,
  [from, until]: Days,
  y: number,
  thing: number,
  tone: Tone,
): void {
  if (from === null || until === null) return;
  const [x, end] = [xOf(axis, from), xOf(axis, until)];
  if (!(end - x >= NARROWEST_BRACKET) || end < left || right < x) return;
  const [a, b] = [Math.max(left, x), Math.min(right, end)];
  const points: [number, number][] = [
    [a, y - 1],
    [b, y - 1],
  ];
  if (a === x) points.unshift([a, y + 4]);
  if (b === end) points.push([b, y + 4]);
  items.push({ kind: 'path', role: 'weave', tone, thing, points });
}

/** A small arrowhead at `x`, to the left (−1) or to the right (1). */
function drawArrow({ items }: PictureFrame, x: number, y: number, to: -1 | 1, tone: Tone, opacity: number): void {
  const points = [
    [x, y],
    [x - 6 * to, y - 4],
    [x - 6 * to, y + 4],
  ] as const;
  items.push({ kind: 'path', role: 'weave', tone, points, isFilled: true, ...(opacity < 1 && { opacity }) });
}

/** The least and the greatest width of a fade. */
const FADE = 16;
const WIDEST_FADE = 120;
/** The least width of a bar with an arrow. */
const ROOM_FOR_ARROW = 24;

/** A name that waits for the next bar of its row: it may be beside its own bar, up to the next. */
interface WaitingName {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly inside: number;
  readonly thing: number;
  readonly opacity: number;
  readonly isSmall: boolean;
}

/** Its properties are set one by one: tens of thousands of these are made during a zoom. */
type Box = { -readonly [Key in keyof BoxItem]: BoxItem[Key] };

export function drawBar(
  frame: PictureFrame,
  span: number,
  x: number,
  y: number,
  width: number,
  height: number,
  strength: number,
  flags: number,
): WaitingName | undefined {
  const { prepared, axis, left, right, items } = frame;
  const { spans } = prepared;
  const data = spans.data[span];
  if (!data) return undefined;
  const tone = toneAt(spans, span);
  const end = x + width;
  const opacity = (flags & UNDATED) === 0 ? strength : strength * 0.65;
  const fadeLeft = (flags & FROM_APPROXIMATE) !== 0 && left < x ? fadeOf(frame, data.from_days, width) : 0;
  const fadeRight = (flags & UNTIL_APPROXIMATE) !== 0 && end < right ? fadeOf(frame, data.until_days, width) : 0;
  const weave = height >= 20 ? 4 : height >= 16 ? 3 : 2;
  const bar: Box = { kind: 'box', role: 'span', thing: span, tone, x, y, width, height, opacity, radius: 3 };
  const band: Box = {
    kind: 'box',
    role: 'weave',
    thing: span,
    tone,
    x,
    y: y + height - weave,
    width,
    height: weave,
    opacity,
  };
  if (fadeLeft > 0) bar.fadeLeft = band.fadeLeft = fadeLeft;
  if (fadeRight > 0) bar.fadeRight = band.fadeRight = fadeRight;
  items.push(bar);
  if ((flags & (DISPUTED | SOFT)) !== 0) {
    const pattern = (flags & SOFT) === 0 ? 'hatched' : 'doubled';
    if (data.disputed_days === undefined) bar.pattern = pattern;
    else drawDisputed(frame, bar, pattern, data.disputed_days);
  }
  items.push(band);
  if (data.from_days && fadeLeft === 0) drawBracket(frame, data.from_days, y, span, tone);
  if (data.until_days && fadeRight === 0) drawBracket(frame, data.until_days, y, span, tone);
  const middle = y + (height - weave) / 2;
  let start = x + 6 + Math.min(fadeLeft, 10);
  let inside = end - 3 - start;
  if (width > ROOM_FOR_ARROW && spans.first[span] === -Infinity) {
    drawArrow(frame, x + 3, middle, -1, tone, opacity);
    start += 8;
    inside -= 8;
  }
  // A value that ends on another line has no end on this one.
  if (width > ROOM_FOR_ARROW && (spans.until[span] === Infinity || (flags & ENDS_ELSEWHERE) !== 0)) {
    if (xOf(axis, spans.until[span] ?? 0) >= right) drawArrow(frame, end - 3, middle, 1, tone, opacity);
    inside -= 11;
  }
  return { text: data.title, x: start, y: middle, inside, thing: span, opacity, isSmall: height < 20 };
}

/** The disputed part, if it is not the whole. */
function drawDisputed(
  { axis, items }: PictureFrame,
  bar: BoxItem,
  pattern: 'hatched' | 'doubled',
  stretches: readonly Days[],
): void {
  for (const [from, until] of stretches) {
    const x = Math.max(bar.x, from === null ? -Infinity : xOf(axis, from));
    const width = Math.min(bar.x + bar.width, until === null ? Infinity : xOf(axis, until)) - x;
    if (width > 0) items.push({ ...bar, x, width, pattern, radius: 0, fadeLeft: 0, fadeRight: 0 });
  }
}

/** As wide as its author left it open, but visible, and never over the middle. */
function fadeOf({ axis }: PictureFrame, days: Days | undefined, width: number): number {
  const from = days?.[0] ?? null;
  const until = days?.[1] ?? null;
  const wide = from === null || until === null ? 0 : (until - from) * pixelsPerDay(axis);
  return Math.min(Math.max(FADE, Math.min(wide, WIDEST_FADE)), width / 2);
}

/** The least width of a separate bar, in pixels, if there are few of them. */
const NARROWEST = 3;
/** With more visible bars than this, narrow ones become a ribbon sooner. */
const MANY = 2000;
const WIDEST_IN_RIBBON = 20;
/** A bar narrower than this is only its tone. */
const PLAIN = 8;
/** Too narrow for a letter. */
const LEAST_NAME = 12;
/** The distance from a bar to a name beside it. */
const BESIDE = 5;

/** The least width in pixels of a separate bar: the more are visible, the wider. */
export function narrowest(frame: PictureFrame, lanes: readonly LaneStrip[]): number {
  let count = 0;
  for (const { lane } of lanes)
    for (let row = 0; row < lane.rows; row++) count += lastInSight(frame, lane, row) - firstInSight(frame, lane, row);
  return count <= MANY ? NARROWEST : Math.min(WIDEST_IN_RIBBON, (NARROWEST * count) / MANY);
}

/** The first position in `order` of a row that may reach into the view. */
const firstInSight = (
  { prepared: { spans }, axis }: PictureFrame,
  { rowStarts }: LaneStrip['lane'],
  row: number,
): number =>
  firstPlacePast(rowStarts[row] ?? 0, rowStarts[row + 1] ?? 0, (place) => (spans.reach[place] ?? 0) > axis.from);

/** The position after the last one that begins in the view. */
const lastInSight = (
  { prepared: { spans }, axis }: PictureFrame,
  { rowStarts }: LaneStrip['lane'],
  row: number,
): number =>
  firstPlacePast(
    rowStarts[row] ?? 0,
    rowStarts[row + 1] ?? 0,
    (place) => (spans.first[spans.order[place] ?? 0] ?? 0) >= axis.until,
  );

export function drawLane(frame: PictureFrame, strip: LaneStrip, y: number, narrow: number): void {
  const before = frame.items.length;
  for (let row = 0; row < strip.lane.rows; row++) {
    const top = y + LANE_PADDING + row * strip.rowHeight;
    if (top + strip.rowHeight < frame.top || frame.bottom < top) continue;
    drawRow(frame, strip, row, top, narrow);
  }
  if (frame.items.length === before) pointAway(frame, strip, y + LANE_PADDING + strip.rowHeight / 2);
}

/** A lane with nothing in view points to the side where it has something. */
function pointAway(
  { prepared: { spans }, axis, canon, left, right, items }: PictureFrame,
  strip: LaneStrip,
  y: number,
): void {
  const { rowStarts } = strip.lane;
  let [isBefore, isAfter] = [false, false];
  for (let place = rowStarts[0] ?? 0; place < (rowStarts.at(-1) ?? 0) && !(isBefore && isAfter); place++) {
    const span = spans.order[place] ?? 0;
    if (!isKnownAt(spans, span, canon)) continue;
    if ((spans.until[span] ?? 0) <= axis.from) isBefore = true;
    else if (axis.until <= (spans.first[span] ?? 0)) isAfter = true;
  }
  const shared = { kind: 'text', role: 'tickName', y } as const;
  if (isBefore) items.push({ ...shared, x: left + 6, text: '‹' });
  if (isAfter) items.push({ ...shared, x: right - 6, text: '›', align: 'end' });
}

function drawRow(frame: PictureFrame, { lane, rowHeight }: LaneStrip, row: number, y: number, narrow: number): void {
  const { prepared, axis, canon, left, right, filtered, items } = frame;
  const { spans } = prepared;
  const { first, until, flags, tone, order } = spans;
  const ribbon = makeRibbon(frame, prepared.firstLane + lane.lane, y, rowHeight - 2, narrow);
  let name: WaitingName | undefined;
  const end = lastInSight(frame, lane, row);
  for (let place = firstInSight(frame, lane, row); place < end; place++) {
    const span = order[place] ?? 0;
    if (!isKnownAt(spans, span, canon)) continue;
    const last = until[span] ?? 0;
    if (last <= axis.from || ((flags[span] ?? 0) & LISTED) !== 0) continue;
    const x = Math.max(left, xOf(axis, first[span] ?? 0));
    const width = Math.min(right, xOf(axis, last)) - x;
    if (name) drawName(frame, name, x - 4);
    name = undefined;
    if (width < narrow) {
      ribbon.add(x, width, span, tone[span] ?? 0);
      continue;
    }
    ribbon.end();
    const opacity = filtered && filtered.spans[span] === 0 ? 0.3 : 1;
    if (width < PLAIN) items.push(plainBar(span, (tone[span] ?? 0) as Tone, x, y, width, rowHeight - 2, opacity));
    else name = drawBar(frame, span, x, y, width, rowHeight - 2, opacity, flags[span] ?? 0);
  }
  ribbon.end();
  if (name) drawName(frame, name, right - 2);
}

const plainBar = (
  thing: number,
  tone: Tone,
  x: number,
  y: number,
  width: number,
  height: number,
  opacity: number,
): BoxItem => ({ kind: 'box', role: 'density', thing, tone, x, y, width: Math.max(1.5, width), height, opacity });

/** Inside its bar; if it does not fit there but fits beside it, up to the next bar, then there. */
function drawName({ items, right }: PictureFrame, name: WaitingName, next: number): void {
  const size = name.isSmall ? 'small' : 'normal';
  const end = name.x + name.inside;
  const beside = Math.min(next, right) - end - 2 * BESIDE;
  const least = Math.max(name.inside, beside);
  if (least < LEAST_NAME) return;
  const whole = textWidth(name.text, size, least + 1);
  const isBeside = name.inside < whole && whole <= beside;
  const [x, maxWidth] = isBeside ? [end + 2 * BESIDE, beside] : [name.x, name.inside];
  const { text, thing, y, opacity } = name;
  if (whole > maxWidth && shortened(text, maxWidth, size) === '') return;
  items.push({ kind: 'text', role: 'spanName', thing, x, y, text, maxWidth, size, opacity });
}
