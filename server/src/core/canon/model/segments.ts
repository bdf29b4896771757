/** Segments, which are half-open stretches of world time on one line: how they are cut and joined, and where entries and facts hold. */
import type { Moment } from '../../chronology';
import { compareTexts, firstPast } from '../../text/sorted';
import type { Entry, Fact } from '../../entry/entry';

/** `[from, until)`; null is an open end. A segment without ends holds on every line. */
export interface Segment {
  readonly from: Moment | null;
  readonly until: Moment | null;
  /** An end on another line than the beginning: where the segment ends on its own line is unknown. */
  readonly endsElsewhere?: Moment;
}

export const startDay = (segment: Segment): number => segment.from?.day ?? -Infinity;
export const endDay = (segment: Segment): number => segment.until?.day ?? Infinity;

/** The line a segment lies on; null if it has no ends, and so holds on every line. */
export const lineOf = (segment: Segment): string | null => segment.from?.line ?? segment.until?.line ?? null;

/** Whether an instant can be placed against a segment at all. */
export const comparable = (segment: Segment, moment: Moment): boolean =>
  lineOf(segment) === null || lineOf(segment) === moment.line;

const holdsSomewhere = (segment: Segment): boolean => startDay(segment) < endDay(segment);

/** The part of a segment before a moment. If the two can't be compared, the segment stays whole. */
export function before(segment: Segment, moment: Moment): Segment[] {
  if (!comparable(segment, moment)) return [segment];
  const cut = endDay(segment) <= moment.day ? segment : { ...segment, until: moment };
  return holdsSomewhere(cut) ? [cut] : [];
}

/** The part of a segment from a moment on; nothing if the two can't be compared. */
export function onwards(segment: Segment, moment: Moment): Segment[] {
  if (!comparable(segment, moment)) return [];
  const cut = moment.day <= startDay(segment) && segment.from ? segment : { ...segment, from: moment };
  return holdsSomewhere(cut) ? [cut] : [];
}

/** The first of some turns on a line. @param turns by line, earliest first */
export function firstTurn(line: string | null, turns: readonly Moment[]): Moment | null {
  const first = line !== null && turns[firstPast(turns, (turn) => turn.line >= line)];
  return first && first.line === line ? first : null;
}

/**
 * Cuts segments to a period.
 * @param from the turn at which it begins; null: before all turns
 * @param ends where it ends on its line, or on each line that has turns
 */
export const inPeriod =
  (from: Moment | null, ends: readonly Moment[]) =>
  (segments: readonly Segment[]): readonly Segment[] => {
    let left = from ? segments.flatMap((segment) => onwards(segment, from)) : segments;
    for (const end of ends) left = left.flatMap((segment) => before(segment, end));
    return left;
  };

/** A segment as a list of one; empty if it ends before it begins. */
function segmentOf(from: Moment | null, until: Moment | null): Segment[] {
  const isElsewhere = from !== null && until !== null && from.line !== until.line;
  const segment = isElsewhere ? { from, until: null, endsElsewhere: until } : { from, until };
  return holdsSomewhere(segment) ? [segment] : [];
}

/** Joins segments that meet, earliest first. A segment without ends holds on every line, and contains all the others. */
export function joinSegments(segments: readonly Segment[]): Segment[] {
  const result: Segment[] = [];
  // The place in `result` of the last segment of each line: segments of other lines may lie between them.
  const places = new Map<string | null, number>();
  for (const segment of [...segments].sort((a, b) => startDay(a) - startDay(b))) {
    const line = lineOf(segment);
    const place = places.get(line) ?? -1;
    const last = result[place];
    let joined = segment;
    if (last && startDay(segment) <= endDay(last)) {
      const until = endDay(segment) < endDay(last) ? last.until : segment.until;
      result[place] = joined = { ...segment, from: last.from, until };
    } else places.set(line, result.push(segment) - 1);
    if (lineOf(joined) === null) return [joined];
  }
  return result;
}

/** Whether two lists of segments begin and end on the same days. */
export const haveSameDays = (a: readonly Segment[], b: readonly Segment[]): boolean =>
  a.length === b.length &&
  a.every((one, i) => startDay(one) === startDay(b[i] as Segment) && endDay(one) === endDay(b[i] as Segment));

/** Whether two lists of segments are the same, including how their ends are written. */
export const areSameSegments = (a: readonly Segment[], b: readonly Segment[]): boolean =>
  a.length === b.length &&
  a.every((one, i) => {
    const other = b[i];
    return (
      isSameMoment(one.from, other?.from) &&
      isSameMoment(one.until, other?.until) &&
      isSameMoment(one.endsElsewhere, other?.endsElsewhere)
    );
  });

/** Whether two ends are the same day, in the same words. */
export const isSameMoment = (a: Moment | null | undefined, b: Moment | null | undefined): boolean =>
  a === b ||
  (!!a && !!b && a.line === b.line && a.day === b.day && a.text === b.text && a.approximate === b.approximate);

/** The segments of an entry itself, earliest first; empty if it ends before it begins. */
export const ownSegments = ({ date, until, parts }: Entry): readonly Segment[] =>
  parts.length === 0
    ? segmentOf(date?.date?.start ?? null, until?.moment ?? null)
    : joinSegments(parts.flatMap((part) => segmentOf(part.from.date.start, part.until?.moment ?? null)));

/** Where a fact holds before any retcon. Ends that it does not state come from its entry. @param begins where the fact begins */
export function statedSegments(entry: Entry, fact: Fact, begins: Moment | null): readonly Segment[] {
  // A page with thousands of stretches may state thousands of facts without ends: these share one list.
  if (entry.parts.length === 0 || begins !== entry.date?.date?.start || fact.until || fact.endsLater)
    return segmentsStated(entry, fact, begins);
  let segments = statedWithin.get(entry);
  if (!segments) statedWithin.set(entry, (segments = segmentsStated(entry, fact, begins)));
  return segments;
}

const statedWithin = new WeakMap<Entry, readonly Segment[]>();

function segmentsStated(entry: Entry, fact: Fact, begins: Moment | null): readonly Segment[] {
  const { parts, until } = entry;
  const end = fact.endsLater ? null : (fact.until?.moment ?? until?.moment ?? null);
  const isApart = parts.some(({ from }) => begins !== null && from.date.start.line !== begins.line);
  if (parts.length === 0 || isApart || (fact.from?.date && (fact.until || fact.endsLater)))
    return segmentOf(begins, end);
  const last = parts.length - 1;
  const within = parts.flatMap((part, i) =>
    segmentOf(i === 0 ? begins : part.from.date.start, i === last ? end : (part.until?.moment ?? null)),
  );
  const begun = begins ? within.flatMap((segment) => onwards(segment, begins)) : within;
  const ends = fact.until?.moment;
  return joinSegments(ends ? begun.flatMap((segment) => before(segment, ends)) : begun);
}

/** The segment of an entry itself that is the last to begin before a moment; null: before the end of time. */
export function lastBegun(entry: Entry, before: Moment | null): Segment | undefined {
  const own = ownSegments(entry);
  if (before === null) return own.at(-1);
  return (
    own.findLast((segment) => comparable(segment, before) && startDay(segment) < before.day) ??
    own.findLast(({ endsElsewhere }) => endsElsewhere?.line === before.line)
  );
}

/** Moments, each once: by line, the earliest first. */
export function eachOnce(moments: readonly Moment[]): Moment[] {
  const found = new Map(moments.map((one) => [`${one.line} ${one.day}`, one]));
  return [...found.values()].sort((a, b) => compareTexts(a.line, b.line) || a.day - b.day);
}
