/** Works out which facts a new version restates, and from when its retcon takes effect. */
import {
  type Clipped,
  clippedFactsOf,
  type Retcon,
  touches,
  type Known,
  retconsOf,
  isUndone,
  standingOf,
  endDay,
  type Segment,
  startDay,
  heldOf,
  pairOf,
} from '../../canon';
import type { Entry } from '../../entry/entry';
import type { Moment, WorldDate } from '../../chronology';

/** The part of an entry that no retcon has replaced yet. */
export interface Scope {
  /** The facts, as the retcons so far have left them, in the order written. */
  readonly facts: readonly Clipped[];
  /** The facts it is limited to, as `only` has them; null: the whole entry. */
  readonly only: readonly string[] | null;
}

/** The part of an entry that a new retcon can replace; or the retcons that leave nothing. */
export function scopeOf(known: Known, entry: Entry): Scope | { readonly takenBy: readonly Retcon[] } {
  // What an item has taken back altogether is history of the page.
  const stated = clippedFactsOf(known, entry).filter(
    ({ segments, clippedBy }) => segments.length > 0 || !clippedBy.some(({ replaces }) => replaces),
  );
  const retcons = retconsOf(known, entry).filter(
    ({ kind, soft, replaces }) => !soft && !replaces && kind !== 'restores',
  );
  const rivals = retcons.filter((retcon) => isRival(known, retcon));
  if (stated.length === 0) {
    const whole = rivals.filter(({ only }) => !only);
    const isGone = standingOf(known, entry, null) === 'retracted';
    return whole.length > 0 || isGone ? { takenBy: isGone ? retcons : whole } : { facts: [], only: null };
  }
  const left = new Set<string>();
  for (const one of stated) {
    const isTaken = rivals.some((retcon) =>
      touches(known, retcon, one.entity, one.fact.attribute.text, one.fact.value),
    );
    // What was stated to end before it begins never held, and no retcon took it.
    if (!isTaken && (one.segments.length > 0 || one.stated.length === 0)) left.add(factName(one));
  }
  if (left.size === 0) return { takenBy: retcons };
  const facts = stated.filter((one) => left.has(factName(one)));
  return { facts, only: facts.length < stated.length ? [...left] : null };
}

/** Whether a second supersession beside this one would make a fork (see `supersedes/fork` in rules/supersedes.ts). */
export const isRival = (known: Known, { kind, by, replaces }: Retcon): boolean =>
  kind === 'supersedes' && !replaces && !isUndone(standingOf(known, by, null));

/** As `only` names it. */
export const factName = ({ entity, fact }: Clipped): string => `${entity}.${fact.attribute.text}`;

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

/** The facts that hold at a moment or later. A state that ended before is history, and stays on its page. */
export function holdingFrom(known: Known, clipped: Clipped, start: Moment): Carried[] {
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

/** The author's answers about a retcon. */
export interface DialogAnswers {
  readonly manner: Manner;
  /** The title of the new entry. */
  readonly title: string;
  /** The world date of a new version, or from when something is retracted or restored; empty for none. */
  readonly date: string;
  /** A revision or an ISO date; null where none is needed. */
  readonly canon: string | null;
  /** Empty for none. */
  readonly reason: string;
}

/** The author's answers about a retraction or a restoration. */
export interface UndoAnswers extends DialogAnswers {
  /** The path of an entry that is to say it; null: a new one. */
  readonly into: string | null;
  /** Whether what a retracted entry had superseded is true again. */
  readonly bringsBack: boolean;
}
