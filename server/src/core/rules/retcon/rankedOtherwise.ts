/** A page that has another tier than it was told with, where that changes an answer: what ends what depends on tiers (model §4). */
import { differencesOf, entityOfFact, idOf } from '../../canon';
import type { Entry } from '../../entry/entry';
import { nameSpan } from '../relatedPlaces';
import { type Compared, type ComparedFinding, isStatedIn, relatedInBaseline } from './baselineComparison';

/** One finding for the page, whatever it changes. */
export function* rankedOtherwise(compared: Compared, was: Entry, is: Entry): Iterable<ComparedFinding> {
  const { baseline, now, point } = compared;
  if (was.tier?.text.toLowerCase() === is.tier?.text.toLowerCase()) return;
  const pairs = new Map(
    is.facts.map((fact) => {
      const pair = [entityOfFact(now, is, fact), fact.attribute.text] as const;
      return [pair.join('\n'), pair];
    }),
  );
  // What else has changed, stated anew or no longer, is told as that.
  const moved = [...pairs.values()].flatMap(([entity, attribute]) =>
    differencesOf(baseline, now, entity, attribute).filter(
      ({ before, after, isDeclared }) =>
        before.length > 0 &&
        !isDeclared &&
        before.every((held) => isStatedIn(held, baseline, now)) &&
        after.every((held) => isStatedIn(held, now, baseline)),
    ),
  );
  const [first] = moved;
  if (!first) return;
  const when = first.from ? ` from ${first.from.text}` : '';
  const more = moved.length > 1 ? `, and ${moved.length - 1} more of what was told` : '';
  const message = `${idOf(now, is)} had ${tierOf(was)} as of ${point}, and now has ${tierOf(is)}: that changes ${first.attribute} of ${first.entity}${when}${more}. Put it back.`;
  const related = [
    relatedInBaseline(compared, was, was.tier?.span ?? nameSpan(was), `${idOf(baseline, was)} has ${tierOf(was)}`),
  ];
  yield { file: is.path, finding: { span: is.tier?.span ?? nameSpan(is), message, related } };
}

const tierOf = ({ tier }: Entry): string => (tier?.text ? `the tier ${tier.text}` : 'no tier');
