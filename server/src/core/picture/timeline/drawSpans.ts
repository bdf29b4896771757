/** The values of a lane as bars, each in its row; where too many fall on a few pixels, a ribbon of how many they are. */
import { firstPlacePast } from '../../text/sorted';
import { xOf } from '../rulers/axis';
import type { BoxItem, Tone } from '../paint/drawing';
import type { PictureFrame } from './pictureFrame';
import { LANE_PADDING, type LaneStrip } from './lanesLayout';
import { makeRibbon } from './ribbon';
import { LISTED } from './spanArrays';
import { drawBar, type WaitingName } from './spanBar';
import { shortened, textWidth } from '../paint/textWidth';

/** A bar of its own is at least so wide, in pixels, where there are few of them. */
const NARROWEST = 3;
/** With more bars than this in sight, narrow ones become a ribbon sooner. */
const MANY = 2000;
const WIDEST_IN_RIBBON = 20;
/** A bar narrower than this is its tone and nothing else. */
const PLAIN = 8;
/** Not even a letter fits. */
const LEAST_NAME = 12;
/** From a bar to a name beside it. */
const BESIDE = 5;

/** From how many pixels on a bar is drawn as such: the more are in sight, the wider. */
export function narrowest(frame: PictureFrame, lanes: readonly LaneStrip[]): number {
  let count = 0;
  for (const { lane } of lanes)
    for (let row = 0; row < lane.rows; row++) count += lastInSight(frame, lane, row) - firstInSight(frame, lane, row);
  return count <= MANY ? NARROWEST : Math.min(WIDEST_IN_RIBBON, (NARROWEST * count) / MANY);
}

/** The first place in `order` of a row that may reach into what is in sight. */
const firstInSight = (
  { prepared: { spans }, axis }: PictureFrame,
  { rowStarts }: LaneStrip['lane'],
  row: number,
): number =>
  firstPlacePast(rowStarts[row] ?? 0, rowStarts[row + 1] ?? 0, (place) => (spans.reach[place] ?? 0) > axis.from);

/** The place behind the last that begins in what is in sight. */
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

/** A lane of which nothing is in sight says on which side something is. */
function pointAway(
  { prepared: { spans }, axis, canon, left, right, items }: PictureFrame,
  strip: LaneStrip,
  y: number,
): void {
  const { rowStarts } = strip.lane;
  let [isBefore, isAfter] = [false, false];
  for (let place = rowStarts[0] ?? 0; place < (rowStarts.at(-1) ?? 0) && !(isBefore && isAfter); place++) {
    const span = spans.order[place] ?? 0;
    if (canon < (spans.canonFrom[span] ?? 0) || (spans.canonUntil[span] ?? 0) <= canon) continue;
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
  const { first, until, canonFrom, canonUntil, flags, tone, order } = spans;
  const ribbon = makeRibbon(frame, prepared.firstLane + lane.lane, y, rowHeight - 2, narrow);
  let name: WaitingName | undefined;
  const end = lastInSight(frame, lane, row);
  for (let place = firstInSight(frame, lane, row); place < end; place++) {
    const span = order[place] ?? 0;
    if (canon < (canonFrom[span] ?? 0) || (canonUntil[span] ?? 0) <= canon) continue;
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

/** Inside its bar; where it does not fit there but beside it, up to the next bar, then there. */
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
