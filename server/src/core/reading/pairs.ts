/** The facts on an entry's card: those it states and those about its subject, first those that a retcon has touched. */
import { clippedFactsOf, entityOf, type Known, perKnown, retconsBy, retconsOf, attributesOf, pairOf } from '../canon';
import type { Entry } from '../entry/entry';

export interface FactPair {
  readonly entity: string;
  readonly attribute: string;
  readonly isTouched: boolean;
}

export const factPairsOf = perKnown((known: Known, entry: Entry): readonly FactPair[] => {
  const pairs = new Map<string, FactPair>();
  const add = (entity: string, attribute: string, isTouched: boolean): void => {
    const pair = pairOf(entity, attribute);
    const before = pairs.get(pair);
    pairs.set(pair, { entity, attribute, isTouched: isTouched || before?.isTouched === true });
  };
  for (const { fact, entity, clippedBy } of clippedFactsOf(known, entry))
    add(entity, fact.attribute.text, clippedBy.length > 0);
  const own = new Set(pairs.keys());
  for (const other of [
    ...retconsOf(known, entry).map(({ by }) => by),
    ...retconsBy(known, entry).map(({ old }) => old),
  ])
    for (const { fact, entity } of clippedFactsOf(known, other)) {
      const attribute = fact.attribute.text;
      if (own.has(pairOf(entity, attribute))) add(entity, attribute, true);
    }
  const entity = entityOf(known, entry);
  for (const attribute of attributesOf(known, entity)) add(entity, attribute, false);
  return [...pairs.values()].sort((a, b) => Number(b.isTouched) - Number(a.isTouched));
});
