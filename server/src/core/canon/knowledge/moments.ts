/** The moments at which something can be learned: stretches of world time, what two of them share, and the first that has come. */
import type { Moment, WorldDate } from '../../chronology';
import type { Learned } from '../model/canonValue';
import { before, lineOf, onwards, type Segment, startDay } from '../model/segments';

/** All times of all lines. */
export const EVER: Segment = { from: null, until: null };

/** Whether some stretches are just all times. */
export const isEver = ([first, ...others]: readonly Segment[]): boolean =>
  first !== undefined && others.length === 0 && lineOf(first) === null && !first.endsElsewhere;

/** The times that lie in one of the first and in one of the second; what can't be compared shares nothing. */
export function common(some: readonly Segment[], others: readonly Segment[]): Segment[] {
  if (isEver(some)) return others.filter(({ endsElsewhere }) => !endsElsewhere);
  if (isEver(others)) return some.filter(({ endsElsewhere }) => !endsElsewhere);
  return some.flatMap((one) => others.flatMap((other) => shared(one, other)));
}

function shared(one: Segment, other: Segment): Segment[] {
  const [a, b] = [lineOf(one), lineOf(other)];
  if ((a !== null && b !== null && a !== b) || one.endsElsewhere || other.endsElsewhere) return [];
  const begun = other.from ? onwards(one, other.from) : [one];
  const { until } = other;
  return until ? begun.flatMap((segment) => before(segment, until)) : begun;
}

/** What is left from a moment on. @param moment null: no limit */
export const from = (segments: readonly Segment[], moment: Moment | null): readonly Segment[] =>
  moment ? segments.flatMap((segment) => onwards(segment, moment)) : segments;

/** Whether a moment has come by the end of a stretch. @param until null: the end of time on every line */
export const hasCome = ({ line, day }: Moment, until: WorldDate | null): boolean =>
  until === null || (line === until.end.line && day < until.end.day);

/** The first of some moments, if it has come by the end of a stretch of world time. */
export function firstLearned(segments: readonly Segment[], until: WorldDate | null): Learned | undefined {
  let first: Learned | undefined;
  for (const segment of segments) {
    const [line, day] = [lineOf(segment), startDay(segment)];
    if (until !== null && line !== null && (line !== until.end.line || until.end.day <= day)) continue;
    if (!first || day < first.day) first = { line, day, text: segment.from?.text ?? null };
  }
  return first;
}
