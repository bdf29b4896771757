/** Draws events as marks with names that never overlap; an event without room for its name is in a crowd below. */
import { type PathItem, shortened } from '../paint/drawing';
import { type PictureFrame, EVENT_ROW, CROWD, type EventsStrip, LANE_PADDING } from './lanesLayout';
import { isKnownAt, undoneAs, type Prepared } from './prepare';
import { pixelsPerDay, xOf } from '../rulers/axis';

/** The distance from the middle of a mark to its name. */
const MARK = 9;
/** An event of more pixels than this is a bar with its name inside. */
const WIDE = 12;
const RADIUS = 4.5;
const FADE = 24;

/** Draws an event from `x` to `until` in the row at `y`; its name ends before `limit`. */
function drawEvent(frame: PictureFrame, event: number, x: number, until: number, y: number, limit: number): void {
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
  // A name moves along with its visible bar; otherwise it leaves with its mark.
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

/** The margin around the visible part. */
const whiskers = (x: number, y: number): PathItem => ({
  kind: 'path',
  role: 'event',
  isDashed: true,
  points: [
    [x - RADIUS - 4, y],
    [x + RADIUS + 4, y],
  ],
});

/** The distance from a name to the next mark. */
const GAP = 12;
const MOST_ROWS = 4;

/** The row of each member of a strip, −1 in the crowd, and the limit of its name, in pixels from the first member. */
interface Arranged {
  readonly scale: number;
  readonly rows: Int8Array;
  readonly limits: Float64Array;
  /** For each member, the first one that is the same event at another canon point. */
  readonly same: Int32Array;
}

const arrangedOf = new WeakMap<EventsStrip, Arranged>();

/** Depends on the scale alone, so that nothing jumps while one moves through time. */
function arrange(prepared: Prepared, strip: EventsStrip, scale: number): Arranged {
  const last = arrangedOf.get(strip);
  if (last?.scale === scale) return last;
  const { first, until, nameWidth } = prepared.events;
  const { members } = strip;
  const count = members.length;
  const same = last?.same ?? firstsOf(prepared, members);
  const rows = last?.rows ?? new Int8Array(count);
  const limits = (last?.limits ?? new Float64Array(count)).fill(Infinity);
  const ends = new Float64Array(Math.min(MOST_ROWS, strip.rows)).fill(-Infinity);
  const lasts = new Int32Array(MOST_ROWS).fill(-1);
  const base = first[members[0] ?? 0] ?? 0;
  for (let i = 0; i < count; i++) {
    const own = same[i] ?? i;
    if (own !== i) {
      rows[i] = rows[own] ?? -1;
      continue;
    }
    const event = members[i] ?? 0;
    const x = ((first[event] ?? 0) - base) * scale;
    let row = 0;
    while (row < ends.length && x - MARK < (ends[row] ?? 0)) row++;
    if (row === ends.length) {
      rows[i] = -1;
      continue;
    }
    rows[i] = row;
    const before = lasts[row] ?? -1;
    if (before >= 0) limits[before] = x - MARK;
    lasts[row] = i;
    ends[row] = Math.max(x + MARK + (nameWidth[event] ?? 0) + GAP, ((until[event] ?? 0) - base) * scale + MARK);
  }
  for (let i = 0; i < count; i++) limits[i] = limits[same[i] ?? i] ?? Infinity;
  const arranged = { scale, rows, limits, same };
  arrangedOf.set(strip, arranged);
  return arranged;
}

function firstsOf({ events: { slot } }: Prepared, members: Int32Array): Int32Array {
  const places = new Map<number, number>();
  return members.map((event, i) => {
    const own = slot[event] ?? event;
    const found = places.get(own);
    if (found === undefined) places.set(own, i);
    return found ?? i;
  });
}

export function drawEvents(frame: PictureFrame, strip: EventsStrip, y: number): void {
  const { prepared, axis, canon, left, right } = frame;
  const { events } = prepared;
  const scale = pixelsPerDay(axis);
  const { rows, limits } = arrange(prepared, strip, scale);
  const base = events.first[strip.members[0] ?? 0] ?? 0;
  const crowd = { x: -Infinity, until: -Infinity, count: 0 };
  const crowdTop = y + LANE_PADDING + strip.rows * EVENT_ROW + 1;
  for (let i = 0; i < strip.members.length; i++) {
    const event = strip.members[i] ?? 0;
    const from = events.first[event] ?? 0;
    if (axis.until <= from) break;
    if (!isKnownAt(events, event, canon)) continue;
    const x = xOf(axis, from);
    const until = xOf(axis, events.until[event] ?? 0);
    const row = rows[i] ?? -1;
    if (row < 0) {
      if (until < left || x < left) continue;
      if (x - crowd.until > 2) flushCrowd(frame, crowd, crowdTop);
      if (crowd.count === 0) crowd.x = x;
      crowd.until = x;
      crowd.count++;
      continue;
    }
    const nameEnd = x + MARK + (events.nameWidth[event] ?? 0);
    if (Math.max(until, nameEnd) < left || right < x) continue;
    const limit = xOf(axis, base) + (limits[i] ?? Infinity);
    drawEvent(frame, event, x, until, y + LANE_PADDING + row * EVENT_ROW, Math.min(right, limit));
  }
  flushCrowd(frame, crowd, crowdTop);
}

function flushCrowd({ items }: PictureFrame, crowd: { x: number; until: number; count: number }, y: number): void {
  if (crowd.count === 0) return;
  const opacity = crowd.count === 1 ? 0.7 : 1;
  items.push({
    kind: 'box',
    role: 'density',
    x: crowd.x - 1,
    y,
    width: crowd.until - crowd.x + 2,
    height: CROWD - 3,
    opacity,
  });
  crowd.count = 0;
}
