/** Which retcons an answer meets: those that touch an entity, or one of its attributes. */
import type { Entry } from '../entry/entry';
import { clippedFactsOf } from './clips';
import { type Retcon, touches } from './edges';
import { describersOf, tellingOf, type Known } from './known';
import { inRetconOrder, retconsOf } from './retcons';

/** The retcons in force that touch an entity's own entries or a fact about it, in canon order; `attribute` narrows to its facts. */
export function touchingRetcons(known: Known, entity: string, attribute?: string): readonly Retcon[] {
  const describers = new Set(describersOf(known, entity));
  const olds = new Set<Entry>([...describers, ...tellingOf(known, entity).entries]);
  const touching = [...olds].flatMap((old) =>
    retconsOf(known, old).filter((retcon) => {
      if (attribute === undefined && describers.has(old)) return true;
      return clippedFactsOf(known, old).some(
        (one) =>
          one.entity === entity &&
          (attribute === undefined || one.fact.attribute.text === attribute) &&
          touches(known, retcon, entity, one.fact.attribute.text),
      );
    }),
  );
  return inRetconOrder(known, touching);
}
