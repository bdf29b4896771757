/** A fact of the old version that the new one ends and says nothing about. */
import {
  type Clipped,
  clippedFactsOf,
  factsTouched,
  idOf,
  type Known,
  edgesBy,
  type Retcon,
  touches,
  isInCycle,
  comparable,
  endDay,
  pairOf,
  perKnown,
} from '../../canon';
import type { Entry } from '../../entry/entry';
import { atHomeIn } from '../retconsMade';
import { relatedTo } from '../relatedPlaces';
import type { Rule } from '../rule';

/** So many are told of one retcon; the last of them says how many more there are. */
const MOST_FACTS_NAMED = 100;

export const dropsFact: Rule = {
  code: 'supersedes/drops-fact',
  severity: 'warning',
  of: ['declarations'],
  *check({ known, entry }) {
    for (const { declaration, retcon } of atHomeIn(known, entry, 'supersedes')) {
      const stated = pairsStatedBy(known, retcon.by);
      const dropped = new Map<string, Clipped>();
      for (const fact of factsTouched(known, retcon))
        if (!stated.has(statedPair(fact)) && !dropped.has(statedPair(fact)) && ends(known, retcon, fact))
          dropped.set(statedPair(fact), fact);
      const left = dropped.size - MOST_FACTS_NAMED;
      for (const [i, { entity, fact }] of [...dropped.values()].slice(0, MOST_FACTS_NAMED).entries()) {
        const more = left > 0 && i === MOST_FACTS_NAMED - 1 ? `, nor of ${left} more` : '';
        const name = `${entity}.${fact.attribute.text}`;
        yield {
          span: declaration.target.span,
          message: `${idOf(known, retcon.old)} says that ${name} is ${fact.value.text}, and ${idOf(known, retcon.by)} says nothing of it${more}: state it anew, or spare it with \`only\`.`,
          related: [relatedTo(retcon.old, `${name} is ${fact.value.text}`, fact.value.span)],
        };
      }
    }
  },
};

const statedPair = ({ entity, fact }: Clipped): string => pairOf(entity, fact.attribute.text);

/** A page may supersede thousands, and say something of each. */
const pairsStatedBy = perKnown(
  (known: Known, entry: Entry): ReadonlySet<string> => new Set(clippedFactsOf(known, entry).map(statedPair)),
);

/**
 * Whether a retcon ends a fact as it was stated, and its page does not say by a retraction that nothing takes its place.
 * The author has to restate even what other retcons have already ended.
 */
export function ends(known: Known, retcon: Retcon, { entity, fact, stated }: Clipped): boolean {
  const { effective } = retcon;
  if (retcon.soft || isInCycle(known, retcon) || !touches(known, retcon, entity, fact.attribute.text)) return false;
  const retractions = edgesBy(known, retcon.by).filter(({ kind, old }) => kind === 'retracts' && old === retcon.old);
  if (retractions.some((one) => touches(known, one, entity, fact.attribute.text))) return false;
  return stated.some(
    (segment) => effective === 'always' || (comparable(segment, effective) && endDay(segment) > effective.day),
  );
}
