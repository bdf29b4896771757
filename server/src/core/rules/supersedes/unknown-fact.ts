/** An `only` that names a fact which the old entry does not state. */
import { clippedFactsOf, entityNamed, idOf, type Known, pairOf, perKnown } from '../../canon';
import type { Entry } from '../../entry/entry';
import { keyOf } from '../../codex/codex';
import { nearest } from '../../text/nearNames';
import { madeRetcons } from '../retconsMade';
import { listWords } from '../../text/wordLists';
import { changeTo, relatedTo } from '../relatedPlaces';
import type { Rule } from '../rule';

const MOST_LISTED = 6;

export const unknownFact: Rule = {
  code: 'supersedes/unknown-fact',
  severity: 'error',
  of: ['declarations'],
  *check({ known, entry }) {
    for (const { declaration, retcon } of madeRetcons(known, entry)) {
      if (!declaration.only) continue;
      const pairs = pairsStated(known, retcon.old);
      for (const { text, span, entity, attribute } of declaration.only) {
        if (entity !== null && pairs.has(pairOf(entityNamed(known, entity), keyOf(attribute)))) continue;
        const names = namesStated(known, retcon.old);
        const old = idOf(known, retcon.old);
        const meant = entity === null ? namesOf(names, attribute) : nearest(text, names);
        const states = names.length > 0 ? `it states ${shown(names)}` : 'it states no facts at all';
        yield {
          span,
          message: `${old} does not state ${text}: ${meant ? `did you mean ${meant}?` : `${states}.`}`,
          related: [relatedTo(retcon.old, `what ${old} states`)],
          ...(meant && { fixes: [changeTo(entry, span, meant)] }),
        };
      }
    }
  },
};

/** A page may state thousands of facts, and thousands may supersede one each. */
const pairsStated = perKnown(
  (known: Known, old: Entry): ReadonlySet<string> =>
    new Set(clippedFactsOf(known, old).map(({ entity, fact }) => pairOf(entity, keyOf(fact.attribute.text)))),
);

const namesStated = perKnown((known: Known, old: Entry): readonly string[] => [
  ...new Set(clippedFactsOf(known, old).map(({ entity, fact }) => `${entity}.${fact.attribute.text}`)),
]);

/** The one fact of this attribute, where the entity was left out. */
function namesOf(names: readonly string[], attribute: string): string | null {
  const [name, ...others] = names.filter((one) => keyOf(one.slice(one.lastIndexOf('.') + 1)) === keyOf(attribute));
  return name !== undefined && others.length === 0 ? name : null;
}

const shown = (names: readonly string[]): string =>
  names.length > MOST_LISTED ? `${names.slice(0, MOST_LISTED).join(', ')} …` : listWords(names, 'and');
