/** Events as a picture needs them: by day, and each of them one slot whatever becomes of it in canon time. */
import type { Thing } from '../paint/drawing';
import { MOST_POINTS } from './spanArrays';
import { shortened, textWidth } from '../paint/textWidth';
import type { Timeline, TimelineEvent } from '../shapes/timelineShape';

/** No name of an event takes more room. */
export const WIDEST_EVENT_NAME = 190;

export interface PreparedEvents {
  readonly first: Float64Array;
  readonly until: Float64Array;
  readonly canonFrom: Int32Array;
  readonly canonUntil: Int32Array;
  /** Events that have a place on the line, by their day. */
  readonly placed: Int32Array;
  readonly isPlaced: Uint8Array;
  /** Of each event the first one in `placed` that is the same event at another canon point; itself, if it is that. */
  readonly slot: Int32Array;
  /** Width of the name, and the name as it is drawn. */
  readonly nameWidth: Float64Array;
  readonly names: readonly string[];
  readonly things: readonly Thing[];
  /** The index of the first event among the things. */
  readonly firstThing: number;
}

/** How an event that never happened stands: superseded at its own date, or retracted. Empty: it happened. */
export function undoneAs({ standing, standing_then = standing }: TimelineEvent): 'superseded' | 'retracted' | '' {
  return standing_then === 'superseded' || standing_then === 'retracted' ? standing_then : '';
}

export function prepareEvents(
  { events }: Timeline,
  pointIndex: ReadonlyMap<string | null, number>,
  firstThing: number,
): PreparedEvents {
  const count = events.length;
  const first = new Float64Array(count);
  const until = new Float64Array(count);
  const canonFrom = new Int32Array(count);
  const canonUntil = new Int32Array(count);
  const slot = new Int32Array(count);
  const isPlaced = new Uint8Array(count);
  const nameWidth = new Float64Array(count);
  const names: string[] = [];
  const placed: number[] = [];
  const slots = new Map<string, number>();
  for (const [i, { days, entry, title, canon_from, canon_until }] of events.entries()) {
    const from = days?.[0] ?? days?.[1] ?? Number.NaN;
    const to = days?.[1] ?? from;
    first[i] = from;
    until[i] = Math.max(from, to);
    canonFrom[i] = pointIndex.get(canon_from) ?? 0;
    canonUntil[i] = canon_until === null ? MOST_POINTS : (pointIndex.get(canon_until) ?? MOST_POINTS);
    if (Number.isFinite(from) && !Number.isNaN(to)) {
      isPlaced[i] = 1;
      placed.push(i);
    }
    const name = shortened(title, WIDEST_EVENT_NAME, 'small');
    names.push(name);
    nameWidth[i] = textWidth(name, 'small');
    const key = `${entry}\n${from}\n${to}\n${name}`;
    slot[i] = slots.get(key) ?? i;
    if (slot[i] === i) slots.set(key, i);
  }
  placed.sort((a, b) => (first[a] ?? 0) - (first[b] ?? 0) || a - b);
  const things = events.map(({ title, entry, days }, index): Thing => ({ kind: 'event', title, entry, days, index }));
  return {
    first,
    until,
    canonFrom,
    canonUntil,
    placed: Int32Array.from(placed),
    isPlaced,
    slot,
    nameWidth,
    names,
    things,
    firstThing,
  };
}
