/** Where the values of one entity and attribute hold on both axes: rectangles of world time by canon time. `truth.ts` says what holds at each stop. */
import type { AttributeKind } from '../../codex/codex';
import type { ClippedSpan } from './clipsOverCanonTime';
import { heldAtEachStop } from './heldAtEachStop';
import { areChangesEnough, heldByChanges } from './heldByChanges';
import type { HeldOnBoth, OnBothAxes } from './heldSpans';

/** So many facts are quickly looked at anew at each stop. */
const FEW = 50;

/** @param facts all that is stated of the entity and the attribute, by path, then as written */
export function heldOverCanonTime(view: OnBothAxes, facts: readonly ClippedSpan[], kind: AttributeKind): HeldOnBoth {
  // The values of a set have nothing to do with each other.
  if (kind === 'set') {
    const all = facts.map((one) => heldAtEachStop(view, [one], kind));
    const joinedFrom = all.reduce((first, one) => Math.min(first, one.joinedFrom), Infinity);
    return { spans: all.flatMap(({ spans }) => spans), joinedFrom };
  }
  const isQuick = FEW < facts.length && areChangesEnough(view, facts);
  return isQuick ? heldByChanges(view, facts, kind) : heldAtEachStop(view, facts, kind);
}
