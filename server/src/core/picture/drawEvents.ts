/** Events as marks with their names, which never overlap; what finds no room for its name stands in a crowd below. */
import { pixelsPerDay, xOf } from './axis';
import type { PictureFrame } from './pictureFrame';
import { CROWD, EVENT_ROW, type EventsStrip, LANE_PADDING } from './lanesLayout';
import type { Prepared } from './prepare';
import { drawEvent, MARK } from './eventMark';

/** From a name to the next mark. */
const GAP = 12;
const MOST_ROWS = 4;

/** The row of each member of a strip, −1 in the crowd, and how far its name may go, in pixels from the first member. */
interface Arranged {
  readonly scale: number;
  readonly rows: Int8Array;
  readonly limits: Float64Array;
}

const arrangedOf = new WeakMap<Prepared, Map<EventsStrip, Arranged>>();

/** Depends on the scale alone, not on what is in sight or known: nothing jumps while one moves through time. */
function arrange(prepared: Prepared, strip: EventsStrip, scale: number): Arranged {
  const kept = arrangedOf.get(prepared) ?? new Map<EventsStrip, Arranged>();
  arrangedOf.set(prepared, kept);
  const last = kept.get(strip);
  if (last?.scale === scale) return last;
  if (kept.size > 64) kept.clear();
  const { first, until, nameWidth, slot } = prepared.events;
  const { members } = strip;
  const rows = new Int8Array(members.length);
  const limits = new Float64Array(members.length).fill(Infinity);
  const ends = Array.from({ length: Math.min(MOST_ROWS, strip.rows) }, () => -Infinity);
  const lasts = ends.map(() => -1);
  const places = new Map<number, number>();
  const base = first[members[0] ?? 0] ?? 0;
  for (let i = 0; i < members.length; i++) {
    const event = members[i] ?? 0;
    const own = slot[event] ?? event;
    const same = own === event ? undefined : places.get(own);
    if (same !== undefined) {
      rows[i] = rows[same] ?? -1;
      continue;
    }
    places.set(event, i);
    const x = ((first[event] ?? 0) - base) * scale;
    const row = ends.findIndex((end) => end <= x - MARK);
    rows[i] = row;
    if (row < 0) continue;
    const before = lasts[row] ?? -1;
    if (before >= 0) limits[before] = x - MARK;
    lasts[row] = i;
    ends[row] = Math.max(x + MARK + (nameWidth[event] ?? 0) + GAP, ((until[event] ?? 0) - base) * scale + MARK);
  }
  for (let i = 0; i < members.length; i++) {
    const same = places.get(slot[members[i] ?? 0] ?? -1);
    if (same !== undefined && same !== i) limits[i] = limits[same] ?? Infinity;
  }
  const arranged = { scale, rows, limits };
  kept.set(strip, arranged);
  return arranged;
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
    if (canon < (events.canonFrom[event] ?? 0) || (events.canonUntil[event] ?? 0) <= canon) continue;
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
