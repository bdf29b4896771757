/** What of an entry is still for a retcon to replace: what no other one has taken already. */
import { type Clipped, clippedFactsOf, type Retcon, touches, type Known, retconsOf, standingOf } from '../../canon';
import type { Entry } from '../../entry/entry';

export interface Scope {
  /** The facts, as the retcons so far have left them, in the order written. */
  readonly facts: readonly Clipped[];
  /** The facts it is limited to, as `only` has them; null: the whole entry. */
  readonly only: readonly string[] | null;
}

/** What a new retcon of an entry can replace; or the retcons that leave nothing of it to replace. */
export function scopeOf(known: Known, entry: Entry): Scope | { readonly takenBy: readonly Retcon[] } {
  const stated = clippedFactsOf(known, entry);
  const retcons = retconsOf(known, entry).filter(({ kind, soft }) => !soft && kind !== 'restores');
  const rivals = retcons.filter((retcon) => isRival(known, retcon));
  if (stated.length === 0) {
    const whole = rivals.filter(({ only }) => !only);
    const isGone = standingOf(known, entry, null) === 'retracted';
    return whole.length > 0 || isGone ? { takenBy: isGone ? retcons : whole } : { facts: [], only: null };
  }
  const left = new Set<string>();
  for (const one of stated) {
    const isTaken = rivals.some((retcon) => touches(known, retcon, one.entity, one.fact.attribute.text));
    // What was stated to end before it begins never held, and no retcon took it.
    if (!isTaken && (one.segments.length > 0 || one.stated.length === 0)) left.add(factName(one));
  }
  if (left.size === 0) return { takenBy: retcons };
  const facts = stated.filter((one) => left.has(factName(one)));
  return { facts, only: facts.length < stated.length ? [...left] : null };
}

/** Whether a second supersession beside this one would make a fork of the two (see rules/supersedes/fork). */
export const isRival = (known: Known, { kind, by }: Retcon): boolean =>
  kind === 'supersedes' && !/^(?:superseded|retracted)$/.test(standingOf(known, by, null));

/** As `only` names it. */
export const factName = ({ entity, fact }: Clipped): string => `${entity}.${fact.attribute.text}`;
