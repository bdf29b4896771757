/** The stretches of world time that an entry's own dates make, and those in which a fact of it is stated to hold. */
import type { Moment } from '../../chronology';
import type { Entry, Fact } from '../../entry/entry';
import { before, comparable, joinSegments, onwards, type Segment, segmentOf, startDay } from './segments';

/** Earliest first; empty where the entry ends before it begins. */
export const ownSegments = ({ date, until, parts }: Entry): readonly Segment[] =>
  parts.length === 0
    ? segmentOf(date?.date?.start ?? null, until?.moment ?? null)
    : joinSegments(parts.flatMap((part) => segmentOf(part.from.date.start, part.until?.moment ?? null)));

/** Where a fact holds before any retcon: what it does not say of its ends, the stretches of its entry say. @param begins where it does */
export function statedSegments(entry: Entry, fact: Fact, begins: Moment | null): readonly Segment[] {
  // A page of thousands of stretches may state thousands of facts that say nothing of their ends: the stretches are made once.
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

/** The stretch of an entry's own that has begun last before a moment; null: before the end of time. */
export function lastBegun(entry: Entry, before: Moment | null): Segment | undefined {
  const own = ownSegments(entry);
  if (before === null) return own.at(-1);
  return (
    own.findLast((segment) => comparable(segment, before) && startDay(segment) < before.day) ??
    own.findLast(({ endsElsewhere }) => endsElsewhere?.line === before.line)
  );
}
