/** One value as a bar: its ground, its weave, how it begins and ends, and where its name may stand. */
import { pixelsPerDay, xOf } from '../rulers/axis';
import type { BoxItem } from '../paint/drawing';
import type { PictureFrame } from './pictureFrame';
import { DISPUTED, ENDS_ELSEWHERE, FROM_APPROXIMATE, SOFT, toneAt, UNDATED, UNTIL_APPROXIMATE } from './spanArrays';
import { drawArrow, drawBracket } from './spanEnds';
import type { Days } from '../shapes/timelineShape';

/** A fade is at least so wide, and at most. */
const FADE = 16;
const WIDEST_FADE = 120;
/** A bar that has room for an arrow. */
const ROOM_FOR_ARROW = 24;

/** A name that waits for the next bar of its row: it may stand beside its own up to there. */
export interface WaitingName {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly inside: number;
  readonly thing: number;
  readonly opacity: number;
  readonly isSmall: boolean;
}

/** Its properties are set one by one: tens of thousands of these are made while one zooms. */
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
  // What ends on another line has no end on this one.
  if (width > ROOM_FOR_ARROW && (spans.until[span] === Infinity || (flags & ENDS_ELSEWHERE) !== 0)) {
    if (xOf(axis, spans.until[span] ?? 0) >= right) drawArrow(frame, end - 3, middle, 1, tone, opacity);
    inside -= 11;
  }
  return { text: data.title, x: start, y: middle, inside, thing: span, opacity, isSmall: height < 20 };
}

/** Where only a part of it is disputed, that part. */
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

/** As wide as its author left it open, but to be seen, and never over the middle. */
function fadeOf({ axis }: PictureFrame, days: Days | undefined, width: number): number {
  const from = days?.[0] ?? null;
  const until = days?.[1] ?? null;
  const wide = from === null || until === null ? 0 : (until - from) * pixelsPerDay(axis);
  return Math.min(Math.max(FADE, Math.min(wide, WIDEST_FADE)), width / 2);
}
