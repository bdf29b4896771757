/** The values of a lane as bars, each in its row; where too many fall on a few pixels, a ribbon of how many they are. */
import { pixelsPerDay, xOf } from './axis';
import type { BoxItem, DrawnItem, Tone } from './drawing';
import type { PictureFrame } from './pictureFrame';
import { LANE_PADDING, type LaneStrip } from './lanesLayout';
import { DISPUTED, FROM_APPROXIMATE, SOFT, toneAt, UNDATED, UNTIL_APPROXIMATE, ENDS_ELSEWHERE } from './spanArrays';
import { drawBracket, drawArrow } from './spanEnds';
import { shortened, textWidth } from './textWidth';

/** A bar of its own is at least so wide, in pixels, where there are few of them. */
const NARROWEST = 3;
/** With more bars than this in sight, narrow ones become a ribbon sooner. */
const MANY = 2500;
/** Pixels of a ribbon that are told as one. */
const RIBBON_STEP = 6;
const FADE = 16;
/** From a bar to a name beside it. */
const BESIDE = 6;

/** From how many pixels on a bar is drawn as such: the more are in sight, the wider. */
export function narrowest(frame: PictureFrame, lanes: readonly LaneStrip[]): number {
  let count = 0;
  for (const { lane } of lanes)
    for (let row = 0; row < lane.rows; row++) count += lastInSight(frame, lane, row) - firstInSight(frame, lane, row);
  return count <= MANY ? NARROWEST : Math.min(14, (NARROWEST * count) / MANY);
}

/** The first place in `order` of a row that may reach into what is in sight. */
function firstInSight(
  { prepared: { spans }, axis }: PictureFrame,
  { rowStarts }: LaneStrip['lane'],
  row: number,
): number {
  let [low, high] = [rowStarts[row] ?? 0, rowStarts[row + 1] ?? 0];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans.reach[middle] ?? 0) > axis.from) high = middle;
    else low = middle + 1;
  }
  return low;
}

function lastInSight(
  { prepared: { spans }, axis }: PictureFrame,
  { rowStarts }: LaneStrip['lane'],
  row: number,
): number {
  let [low, high] = [rowStarts[row] ?? 0, rowStarts[row + 1] ?? 0];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans.first[spans.order[middle] ?? 0] ?? 0) >= axis.until) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A name that waits for the next bar of its row: it may stand beside its own up to there. */
interface WaitingName {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly inside: number;
  readonly thing: number;
  readonly opacity: number;
  readonly isSmall: boolean;
}

export function drawLane(frame: PictureFrame, strip: LaneStrip, y: number, narrow: number): void {
  for (let row = 0; row < strip.lane.rows; row++) {
    const top = y + LANE_PADDING + row * strip.rowHeight;
    if (top + strip.rowHeight < frame.top || frame.bottom < top) continue;
    drawRow(frame, strip, row, top, narrow);
  }
}

function drawRow(frame: PictureFrame, { lane, rowHeight }: LaneStrip, row: number, y: number, narrow: number): void {
  const { prepared, axis, canon, left, right, filtered, items } = frame;
  const { spans } = prepared;
  const end = lastInSight(frame, lane, row);
  const ribbon = { x: 0, until: -Infinity, count: 0, tone: -1, thing: -1, level: 0 };
  let name: WaitingName | undefined;
  const height = rowHeight - 2;
  const flush = (): void => {
    if (ribbon.count > 0) putRibbon(items, ribbonBox(prepared.firstLane + lane.lane, ribbon, y, height));
    ribbon.count = 0;
  };
  for (let place = firstInSight(frame, lane, row); place < end; place++) {
    const span = spans.order[place] ?? 0;
    if (canon < (spans.canonFrom[span] ?? 0) || (spans.canonUntil[span] ?? 0) <= canon) continue;
    if ((spans.until[span] ?? 0) <= axis.from) continue;
    if (spans.flags[span] === undefined || isOnlyListed(frame, span)) continue;
    const x = Math.max(left, xOf(axis, spans.first[span] ?? 0));
    const until = Math.min(right, xOf(axis, spans.until[span] ?? 0));
    if (name) drawName(frame, name, x - 4);
    name = undefined;
    if (until - x < narrow) {
      if (ribbon.count > 0 && x - ribbon.until > 1.5) flush();
      if (ribbon.count > 1 && ribbon.until - ribbon.x >= RIBBON_STEP) flush();
      if (ribbon.count === 0) Object.assign(ribbon, { x, until: x, tone: spans.tone[span], thing: span });
      if (ribbon.tone !== spans.tone[span]) ribbon.tone = -1;
      ribbon.until = Math.max(ribbon.until, until);
      ribbon.count++;
      continue;
    }
    flush();
    name = drawSpan(frame, span, x, until, y, height, (filtered?.spans[span] ?? 1) === 1 ? 1 : 0.3);
  }
  flush();
  if (name) drawName(frame, name, right - 2);
}

/** A value of another line has no bar: it is in the margin. */
const isOnlyListed = ({ prepared: { spans } }: PictureFrame, span: number): boolean =>
  ((spans.flags[span] ?? 0) & UNDATED) !== 0 && spans.data[span]?.days === null;

/** A step of a ribbon continues the one before where both look alike. */
function putRibbon(items: DrawnItem[], box: BoxItem): void {
  const last = items.at(-1);
  const isSame =
    last?.kind === 'box' &&
    last.role === 'density' &&
    last.y === box.y &&
    last.thing === box.thing &&
    last.tone === box.tone &&
    last.opacity === box.opacity &&
    box.x - (last.x + last.width) < 1;
  if (isSame) items[items.length - 1] = { ...last, width: box.x + box.width - last.x };
  else items.push(box);
}

interface Ribbon {
  readonly x: number;
  readonly until: number;
  readonly count: number;
  /** Of all of them; −1 where they differ. */
  readonly tone: number;
  readonly thing: number;
}

/** A single narrow value is itself; of several it is only told how many share the place. */
function ribbonBox(lane: number, ribbon: Ribbon, y: number, height: number): BoxItem {
  const { x, until, count, tone, thing } = ribbon;
  const toned = tone < 0 ? {} : { tone: tone as Tone };
  const width = Math.max(1.5, until - x);
  if (count === 1) return { kind: 'box', role: 'density', thing, ...toned, x, y, width, height };
  const density = count / Math.max(1, until - x);
  const opacity = density > 2 ? 1 : density > 0.8 ? 0.8 : density > 0.3 ? 0.6 : 0.45;
  return { kind: 'box', role: 'density', thing: lane, ...toned, x, y, width, height, opacity };
}

function drawSpan(
  frame: PictureFrame,
  span: number,
  x: number,
  until: number,
  y: number,
  height: number,
  strength: number,
): WaitingName | undefined {
  const { prepared, axis, left, right, items } = frame;
  const { spans } = prepared;
  const data = spans.data[span];
  const flags = spans.flags[span] ?? 0;
  if (!data) return undefined;
  const tone = toneAt(spans, span);
  const width = until - x;
  const isUndated = (flags & UNDATED) !== 0;
  const opacity = strength * (isUndated ? 0.65 : 1);
  const [hasBeginning, hasEnd] = [
    left <= xOf(axis, spans.first[span] ?? 0),
    xOf(axis, spans.until[span] ?? 0) <= right,
  ];
  const fadeLeft = hasBeginning && (flags & FROM_APPROXIMATE) !== 0 ? fadeOf(frame, data.from_days, width) : 0;
  const fadeRight = hasEnd && (flags & UNTIL_APPROXIMATE) !== 0 ? fadeOf(frame, data.until_days, width) : 0;
  const shared = { thing: span, tone, ...(opacity < 1 && { opacity }), x, width };
  const fades = { ...(fadeLeft > 0 && { fadeLeft }), ...(fadeRight > 0 && { fadeRight }) };
  const pattern = (flags & SOFT) !== 0 ? 'doubled' : (flags & DISPUTED) !== 0 ? 'hatched' : undefined;
  const isWhole = data.disputed_days === undefined;
  const weave = height >= 20 ? 4 : height >= 16 ? 3 : 2;
  items.push({
    kind: 'box',
    role: 'span',
    ...shared,
    y,
    height,
    radius: 3,
    ...fades,
    ...(pattern && isWhole && { pattern }),
  });
  if (pattern && !isWhole) {
    for (const [from, to] of data.disputed_days ?? []) {
      const [first, last] = [Math.max(x, xOf(axis, from ?? -Infinity)), Math.min(until, xOf(axis, to ?? Infinity))];
      if (last > first)
        items.push({ kind: 'box', role: 'span', ...shared, x: first, width: last - first, y, height, pattern });
    }
  }
  items.push({ kind: 'box', role: 'weave', ...shared, y: y + height - weave, height: weave, ...fades });
  if (data.from_days && fadeLeft === 0) drawBracket(frame, data.from_days, y, span, tone);
  if (data.until_days && fadeRight === 0) drawBracket(frame, data.until_days, y, span, tone);
  const middle = y + (height - weave) / 2;
  const isOpenLeft = spans.first[span] === -Infinity && width > 24;
  const isOpenRight = (spans.until[span] === Infinity || (flags & ENDS_ELSEWHERE) !== 0) && width > 24;
  if (isOpenLeft) drawArrow(frame, x + 3, middle, -1, tone, opacity);
  if (isOpenRight) drawArrow(frame, until - 3, middle, 1, tone, opacity);
  const start = x + (isOpenLeft ? 13 : 6) + (fadeLeft > 0 ? Math.min(fadeLeft, 10) : 0);
  const inside = until - (isOpenRight ? 13 : 5) - start;
  return { text: data.title, x: start, y: middle, inside, thing: span, opacity, isSmall: height < 20 };
}

/** As wide as its author left it open, but to be seen, and never over the middle. */
function fadeOf(
  { axis }: PictureFrame,
  days: readonly [number | null, number | null] | undefined,
  width: number,
): number {
  const [from, until] = days ?? [null, null];
  const wide = from === null || until === null ? 0 : (until - from) * pixelsPerDay(axis);
  return Math.min(Math.max(FADE, Math.min(wide, 120)), width / 2);
}

/** Inside its bar; where it does not fit there but beside it, up to the next bar, then there. */
function drawName({ items, right }: PictureFrame, name: WaitingName, next: number): void {
  const size = name.isSmall ? 'small' : 'normal';
  const end = name.x + name.inside;
  const beside = Math.min(next, right) - end - 2 * BESIDE;
  const whole = textWidth(name.text, size, Math.max(name.inside, beside) + 1);
  const isBeside = name.inside < whole && whole <= beside;
  const [x, maxWidth] = isBeside ? [end + 2 * BESIDE, beside] : [name.x, name.inside];
  const text = shortened(name.text, maxWidth, size);
  if (text === '' || text === '…') return;
  const { thing, y, opacity } = name;
  items.push({ kind: 'text', role: 'spanName', thing, x, y, text, maxWidth, size, ...(opacity < 1 && { opacity }) });
}
