/** What somebody holds who believes what is not so: of a belief and a truth the one that was learned later (model §11). */
import type { AttributeKind } from '../../codex/codex';
import type { Clipped } from '../retcons/clips';
import type { Eyes, Learned, Known } from '../model/canonValue';
import { valueEntry } from '../model/known';
import type { Stretch } from './dovetail';
import { type Contender, timeTaken } from './timeTaken';

/** The facts of one entity and attribute that are so, and those that are believed. */
export function partBelieved(
  eyes: Eyes,
  facts: readonly Clipped[],
): { so: readonly Clipped[]; believed: readonly Clipped[] } {
  const isBelief = ({ fact }: Clipped): boolean => eyes.heldFact(fact).isBelief;
  return { so: facts.filter((one) => !isBelief(one)), believed: facts.filter(isBelief) };
}

/** @param so as they end each other @param believed as retcons leave them */
export function heldTogether(
  known: Known,
  eyes: Eyes,
  so: readonly Stretch[],
  believed: readonly Stretch[],
  kind: AttributeKind,
): Stretch[] {
  if (kind === 'set') return [...so, ...believed];
  const contenders = [...so, ...believed].map((stretch): Contender => {
    const { value } = stretch.clipped.fact;
    return { stretch, ...eyes.heldFact(stretch.clipped.fact), text: value.text, ref: valueEntry(known, value) };
  });
  // The strongest first, of those as strong the truths: each gives way to what is held already.
  contenders.sort(inStrength);
  const time = timeTaken(isStronger);
  const held: Stretch[] = [];
  let atOnce: Contender[] = [];
  for (const one of contenders) {
    const [last] = atOnce;
    // What is as strong takes nothing of each other.
    if (last && !isAsStrong(last, one)) {
      for (const other of atOnce) time.take(other);
      atOnce = [];
    }
    for (const stretch of time.leftFor(one)) {
      held.push(stretch);
      atOnce.push({ ...one, stretch });
    }
  }
  return held;
}

const isAsStrong = (a: Contender, b: Contender): boolean =>
  a.isBelief === b.isBelief && a.learned.line === b.learned.line && a.learned.day === b.learned.day;

/** What was learned last comes first. */
function inStrength(a: Contender, b: Contender): number {
  if (isLater(a.learned, b.learned)) return -1;
  return isLater(b.learned, a.learned) ? 1 : 0;
}

/** Of two truths neither is; nor of two beliefs that were learned at once. */
function isStronger(a: Contender, b: Contender): boolean {
  if (!a.isBelief && !b.isBelief) return false;
  if (isLater(a.learned, b.learned)) return true;
  return !isLater(b.learned, a.learned) && !a.isBelief && b.isBelief;
}

/** Moments that can't be compared are taken to be at once. */
const isLater = (a: Learned, b: Learned): boolean => (a.line === b.line || b.day === -Infinity) && b.day < a.day;
