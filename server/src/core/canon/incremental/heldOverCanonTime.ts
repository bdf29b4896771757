/** Where the values of one entity and attribute hold on both axes: rectangles of world time by canon time. `truth.ts` says what holds at each stop. */
import type { AttributeKind } from '../../codex/codex';
import { limitOfFacts, refuse } from '../model/limits';
import type { ClippedSpan } from './clipsOverCanonTime';
import { heldAtEachStop } from './heldAtEachStop';
import { areChangesEnough, heldByChanges } from './heldByChanges';
import type { HeldOnBoth, OnBothAxes } from './heldSpans';

/** So many facts are quickly looked at anew at each stop. */
const FEW = 50;

/**
 * @param facts all that is stated of the entity and the attribute, by path, then as written
 * @throws {PastLimit} where that is too much
 */
export function heldOverCanonTime(view: OnBothAxes, facts: readonly ClippedSpan[], kind: AttributeKind): HeldOnBoth {
  const stated = [...new Map(facts.map(({ clipped }) => [clipped.fact, clipped])).values()];
  const [first] = stated;
  const limit = first ? limitOfFacts(view.within, first.entity, first.fact.attribute.text, stated) : null;
  if (limit) refuse(limit);
  // The values of a set have nothing to do with each other.
  if (kind === 'set') {
    const all = facts.map((one) => heldAtEachStop(view, [one], kind));
    const joinedFrom = all.reduce((first, one) => Math.min(first, one.joinedFrom), Infinity);
    return { spans: all.flatMap(({ spans }) => spans), joinedFrom };
  }
  const isQuick = FEW < facts.length && areChangesEnough(view, facts);
  return isQuick ? heldByChanges(view, facts, kind) : heldAtEachStop(view, facts, kind);
}
