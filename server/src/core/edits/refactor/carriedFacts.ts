/** Which facts a new version states in place of the old ones, and from when the retcon takes effect. */
import { type Clipped, type Known, endDay, type Segment, startDay, heldOf, pairOf } from '../../canon';
import type { Moment, WorldDate } from '../../chronology';
import type { Entry } from '../../entry/entry';
import type { Scope } from './scope';

/** How a new version relates to the old one: the old one was never right, the world changed, or both stand. */
export type Manner = 'always' | 'from' | 'both';

/** A fact of the old version, and the stretch over which the new one is to state it. */
export interface Carried {
  readonly clipped: Clipped;
  readonly segment: Segment;
}

/** What the new version states. @param date that of the new version */
export function carriedFacts(
  known: Known,
  { facts }: Scope,
  old: Entry,
  manner: Manner,
  date: WorldDate | null,
): Carried[] {
  const start = date?.start ?? null;
  if (manner === 'from') return start ? facts.flatMap((clipped) => holdingFrom(known, clipped, start)) : [];
  return facts.flatMap((clipped) =>
    clipped.segments.map((segment) => {
      const isFromDate = !clipped.fact.from?.date && isSame(segment.from, old.date?.date?.start ?? null);
      return { clipped, segment: isFromDate ? { ...segment, from: start } : segment };
    }),
  );
}

/** The facts that hold at a moment or later: a state that a later one has ended by then is history, and stays where it is. */
function holdingFrom(known: Known, clipped: Clipped, start: Moment): Carried[] {
  return heldOf(known, pairOf(clipped.entity, clipped.fact.attribute.text)).flatMap((held): Carried[] => {
    const { segment, line, except } = held;
    const isThere = line === null ? !except.includes(start.line) : line === start.line;
    if (held.clipped !== clipped || !isThere || endDay(segment) <= start.day) return [];
    // Where a later value ends it, that goes on doing so.
    const until = clipped.segments.find((one) => endDay(one) >= endDay(segment))?.until ?? null;
    return [{ clipped, segment: { from: startDay(segment) < start.day ? start : segment.from, until } }];
  });
}

export const isSame = (a: Moment | null, b: Moment | null): boolean => a?.line === b?.line && a?.day === b?.day;

/** From when a retcon must take effect for nothing of the old version to be left. */
export function beforeAll({ facts }: Scope, old: Entry): Moment | 'always' {
  const stated = facts.flatMap((one) => one.stated.map(({ from }) => from));
  if (facts.length === 0) stated.push(old.date?.date?.start ?? null);
  let first: Moment | undefined;
  for (const from of stated) {
    if (from === null || (first && first.line !== from.line)) return 'always';
    if (!first || from.day < first.day) first = from;
  }
  return first ?? 'always';
}
