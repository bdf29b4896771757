/** Which retcons an answer meets: those that touch an entity, or one of its attributes. */
import { clippedFactsOf } from './clips';
import { type Retcon, touches } from '../model/edges';
import { isShown } from '../model/eyes';
import { describersOf, type Known } from '../model/known';
import { statingCandidates } from '../model/statedFacts';
import { inRetconOrder } from './canonOrder';
import { retconsOf } from './inForce';

/** The retcons in force that touch an entity's own entries or a fact about it, in canon order; `attribute` narrows to its facts. */
export function touchingRetcons(known: Known, entity: string, attribute?: string): readonly Retcon[] {
  const describers = describersOf(known, entity);
  const touching: Retcon[] = [];
  for (const old of statingCandidates(known, entity).entries) {
    for (const retcon of retconsOf(known, old)) {
      const isTouched =
        (attribute === undefined && describers.includes(old)) ||
        clippedFactsOf(known, old).some(
          (one) =>
            one.entity === entity &&
            (attribute === undefined || one.fact.attribute.text === attribute) &&
            touches(known, retcon, entity, one.fact.attribute.text),
        );
      if (isTouched) touching.push(retcon);
    }
  }
  return inRetconOrder(
    known,
    touching.filter(({ by, old }) => isShown(known, by) && isShown(known, old)),
  );
}
