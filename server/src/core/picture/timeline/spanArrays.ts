/** Spans as arrays of numbers, so that a frame goes through tens of thousands of them in a millisecond. */
import type { Tone } from '../paint/drawing';
import type { Days, Timeline, TimelineSpan } from '../shapes/timelineShape';

/** Flags of a span. */
export const DISPUTED = 1;
export const SOFT = 2;
export const FROM_APPROXIMATE = 4;
export const UNTIL_APPROXIMATE = 8;
/** It holds at all times, since nothing says when. */
export const UNDATED = 16;
export const ENDS_ELSEWHERE = 32;
/** It has no place on the line at all: it is in the margin. */
export const LISTED = 64;

/** After every canon point. */
export const MOST_POINTS = 2 ** 30;

/** All spans, one number each in every array, by lane and then as the timeline has them. */
export interface PreparedSpans {
  readonly first: Float64Array;
  readonly until: Float64Array;
  /** Indexes into `points`: known from the one, up to and without the other. */
  readonly canonFrom: Int32Array;
  readonly canonUntil: Int32Array;
  readonly tone: Uint8Array;
  readonly flags: Uint8Array;
  /** The spans of each row by beginning. */
  readonly order: Int32Array;
  /** For each place in `order`, the latest end up to it in its row. */
  readonly reach: Float64Array;
  readonly data: readonly TimelineSpan[];
}

/** What is no day of any line places nothing. */
const isDay = (day: number | null): boolean => day === null || Number.isFinite(day);

const placeOf = (days: Days | null): number =>
  days === null || !isDay(days[0]) || !isDay(days[1])
    ? LISTED | UNDATED
    : days[0] === null && days[1] === null
      ? UNDATED
      : 0;

export function prepareSpans(timeline: Timeline, pointIndex: ReadonlyMap<string | null, number>): PreparedSpans {
  const data: TimelineSpan[] = [];
  for (const { spans } of timeline.lanes) for (let i = 0; i < spans.length; i++) data.push(spans[i] as TimelineSpan);
  const count = data.length;
  const first = new Float64Array(count);
  const until = new Float64Array(count);
  const canonFrom = new Int32Array(count);
  const canonUntil = new Int32Array(count);
  const flags = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    const span = data[i] as TimelineSpan;
    const place = placeOf(span.days);
    first[i] = place === 0 ? (span.days?.[0] ?? -Infinity) : -Infinity;
    until[i] = place === 0 ? (span.days?.[1] ?? Infinity) : Infinity;
    canonFrom[i] = span.canon_from === null ? 0 : (pointIndex.get(span.canon_from) ?? 0);
    canonUntil[i] = span.canon_until === null ? MOST_POINTS : (pointIndex.get(span.canon_until) ?? MOST_POINTS);
    flags[i] =
      (span.is_disputed ? DISPUTED : 0) |
      (span.is_soft ? SOFT : 0) |
      (span.from_approximate ? FROM_APPROXIMATE : 0) |
      (span.until_approximate ? UNTIL_APPROXIMATE : 0) |
      place |
      (span.ends_elsewhere === undefined ? 0 : ENDS_ELSEWHERE);
  }
  const order = new Int32Array(count);
  return {
    first,
    until,
    canonFrom,
    canonUntil,
    tone: new Uint8Array(0),
    flags,
    order,
    reach: new Float64Array(count),
    data,
  };
}

/** Tones as the type has them. */
export const toneAt = (spans: PreparedSpans, index: number): Tone => ((spans.tone[index] ?? 7) & 7) as Tone;
