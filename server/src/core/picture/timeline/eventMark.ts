/** One event: its mark, how long it took, and its name. */
import type { PathItem } from '../paint/drawing';
import type { PictureFrame } from './pictureFrame';
import { EVENT_ROW } from './lanesLayout';
import { undoneAs } from './prepareEvents';
import { shortened } from '../paint/textWidth';

/** From the middle of a mark to its name. */
export const MARK = 9;
/** An event of more pixels than this is a bar, along which its name goes. */
const WIDE = 12;
const RADIUS = 4.5;
const FADE = 24;

/** Draws an event from `x` to `until` in the row at `y`; its name ends before `limit`. */
export function drawEvent(
  frame: PictureFrame,
  event: number,
  x: number,
  until: number,
  y: number,
  limit: number,
): void {
  const { prepared, left, right, items } = frame;
  const { events, timeline } = prepared;
  const data = timeline.events[event];
  if (!data) return;
  const thing = events.firstThing + event;
  const isGone = undoneAs(data) !== '';
  const isHollow = isGone || data.from_block === true;
  const shared = { thing, ...(isGone && { opacity: 0.55 }) };
  const middle = y + EVENT_ROW / 2;
  const isWide = until - x > WIDE;
  if (isWide) {
    const [a, b] = [Math.max(left, x), Math.min(right, until)];
    const fade = Math.min(FADE, (b - a) / 2);
    const fades = data.approximate ? { fadeLeft: fade, fadeRight: fade } : {};
    const box = { x: a, y: y + EVENT_ROW - 3, width: b - a, height: 3, radius: 1.5, ...fades };
    if (a < b) items.push({ kind: 'box', role: 'event', ...shared, ...box, opacity: isGone ? 0.2 : 0.35 });
  }
  if (left <= x) {
    items.push({ ...diamond(x, middle, isHollow), ...shared });
    if (data.approximate && !isWide) items.push({ ...whiskers(x, middle), ...shared });
  } else if (!isWide) return;
  // A name goes along with its bar while that is in sight, and leaves with its mark otherwise.
  const start = Math.max(left + 4, x + MARK);
  const room = Math.min(limit, right) - start - 2;
  const text = shortened(events.names[event] ?? '', room, 'small');
  if (text === '') return;
  const place = { x: start, y: middle, maxWidth: room } as const;
  items.push({ kind: 'text', role: 'eventName', ...shared, ...place, text, size: 'small' });
}

const diamond = (x: number, y: number, isHollow: boolean): PathItem => {
  const corners = [
    [x, y - RADIUS],
    [x + RADIUS, y],
    [x, y + RADIUS],
    [x - RADIUS, y],
  ] as const;
  return isHollow
    ? { kind: 'path', role: 'event', points: [...corners, [x, y - RADIUS]] }
    : { kind: 'path', role: 'event', points: corners, isFilled: true };
};

/** Somewhere about here. */
const whiskers = (x: number, y: number): PathItem => ({
  kind: 'path',
  role: 'event',
  isDashed: true,
  points: [
    [x - RADIUS - 4, y],
    [x + RADIUS + 4, y],
  ],
});
