/** Which retcons an answer meets: those that touch an entity, or one of its attributes. */
import type { Clipped } from './clips';
import type { Retcon } from '../model/edges';
import { isShown, type Known } from '../model/canonValue';
import { describersOf } from '../model/describers';
import { statingCandidates } from '../model/statedFacts';
import { inRetconOrder } from './canonOrder';
import { retconsOf } from './inForce';
import { factsTouched } from './touchedFacts';

/** The retcons in force that touch an entity's own entries or a fact about it, in canon order; `attribute` narrows to its facts. */
export function touchingRetcons(known: Known, entity: string, attribute?: string): readonly Retcon[] {
  const describers = describersOf(known, entity);
  const touching: Retcon[] = [];
  const isAsked = (one: Clipped): boolean =>
    one.entity === entity && (attribute === undefined || one.fact.attribute.text === attribute);
  for (const old of statingCandidates(known, entity)) {
    const isOwn = attribute === undefined && describers.includes(old);
    for (const retcon of retconsOf(known, old))
      if (isOwn || factsTouched(known, retcon).some(isAsked)) touching.push(retcon);
  }
  return inRetconOrder(
    known,
    touching.filter(({ by, old }) => isShown(known, by) && isShown(known, old)),
  );
}
