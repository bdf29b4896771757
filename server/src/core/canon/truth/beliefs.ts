/** What somebody holds who believes what is not so: of a belief and a truth the one that was learned later (model §11). */
import type { AttributeKind } from '../../codex/codex';
import type { Clipped } from '../retcons/clips';
import type { Eyes, HeldFact, Learned } from '../model/eyes';
import { type Known, valueEntry } from '../model/known';
import { before, onwards, type Segment } from '../model/segments';
import type { Stretch } from './dovetail';

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
  const how = (one: Stretch): HeldFact => eyes.heldFact(one.clipped.fact);
  // The strongest first, of those as strong the truths: each gives way to what is held already.
  const all = [...so, ...believed].sort((a, b) => inStrength(how(a), how(b)));
  const held: Stretch[] = [];
  for (const one of all) {
    const stronger = held.filter((other) => isStronger(how(other), how(one)) && !isSame(known, one, other));
    let left = [one];
    for (const other of stronger) left = left.flatMap((part) => without(part, other));
    held.push(...left);
  }
  return held;
}

/** What was learned last comes first. */
function inStrength(a: HeldFact, b: HeldFact): number {
  if (isLater(a.learned, b.learned)) return -1;
  return isLater(b.learned, a.learned) ? 1 : 0;
}

/** Of two truths neither is; nor of two beliefs that were learned at once. */
function isStronger(a: HeldFact, b: HeldFact): boolean {
  if (!a.isBelief && !b.isBelief) return false;
  if (isLater(a.learned, b.learned)) return true;
  return !isLater(b.learned, a.learned) && !a.isBelief && b.isBelief;
}

/** Moments that can't be compared are taken to be at once. */
const isLater = (a: Learned, b: Learned): boolean => (a.line === b.line || b.day === -Infinity) && b.day < a.day;

function isSame(known: Known, { clipped: a }: Stretch, { clipped: b }: Stretch): boolean {
  if (a.fact.value.text === b.fact.value.text) return true;
  const ref = valueEntry(known, a.fact.value);
  return ref !== undefined && ref === valueEntry(known, b.fact.value);
}

/** What is left of a stretch outside of another. */
function without(one: Stretch, other: Stretch): Stretch[] {
  if (one.line !== null) {
    const isThere = other.line === null ? !other.except.includes(one.line) : other.line === one.line;
    return isThere ? outside(one.segment, other.segment).map((segment) => ({ ...one, segment })) : [one];
  }
  if (other.line !== null) {
    const { line } = other;
    if (one.except.includes(line)) return [one];
    const onLine = outside(one.segment, other.segment).map((segment) => ({ ...one, segment, line, except: [] }));
    return [...onLine, { ...one, except: [...one.except, line] }];
  }
  // Both hold on all lines: what is left is those on which the other does not.
  const lines = other.except.filter((line) => !one.except.includes(line));
  return lines.map((line) => ({ ...one, line, except: [] }));
}

/** What is left of a segment before another and behind it. */
function outside(one: Segment, other: Segment): Segment[] {
  return [...(other.from ? before(one, other.from) : []), ...(other.until ? onwards(one, other.until) : [])];
}
