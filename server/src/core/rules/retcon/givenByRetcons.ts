/** What a page that retcons have to do with may say otherwise than it did: what they say, and nothing else; and it may end sooner. */
import { entityOfFact, type Retcon } from '../../canon';
import type { Moment } from '../../chronology';
import type { Entry, Fact } from '../../entry/entry';
import { type Compared, placed } from './baselineComparison';
import { isSameMeaning, meaningOfValue } from './changedAnswers';
import { beginsAt, endsAt } from './storyGoesOn';

/** A fact with the entry that states it. */
interface Stated {
  readonly entry: Entry;
  readonly fact: Fact;
}

/** Whether retcons give all in which what stands on a page now differs from what it told. */
export function isFactGiven(compared: Compared, retcons: readonly Retcon[], was: Stated, is: Stated): boolean {
  const { baseline, now } = compared;
  const entity = entityOfFact(now, is.entry, is.fact);
  const statedBy = ({ by }: Retcon): Stated[] =>
    by.facts.flatMap((fact) =>
      fact.attribute.text === is.fact.attribute.text && entityOfFact(now, by, fact) === entity
        ? [{ entry: by, fact }]
        : [],
    );
  const valueOf = ({ fact }: Stated): string => meaningOfValue(now, baseline, now, fact.value);
  const instead = retcons.flatMap(statedBy);
  if (!isSameMeaning(compared, was.fact, is.fact) && !instead.some((one) => valueOf(one) === valueOf(is))) return false;
  const [begins, ends] = [beginsAt(was.entry, was.fact), endsAt(was.entry, was.fact)];
  const begun = displacing(retcons, begins).flatMap(statedBy);
  return (
    isGiven(
      compared,
      begins,
      beginsAt(is.entry, is.fact),
      begun.map(({ entry, fact }) => beginsAt(entry, fact)),
    ) &&
    isEndGiven(
      compared,
      ends,
      endsAt(is.entry, is.fact),
      instead.map(({ entry, fact }) => endsAt(entry, fact)),
    )
  );
}

/** Whether retcons of a whole page give it the date that it has now. */
export function isDateGiven(compared: Compared, retcons: readonly Retcon[], was: Entry, is: Entry): boolean {
  const [then, here] = [was.date?.date, is.date?.date];
  const given = displacing(retcons, then?.start ?? null).map(({ by }) => by.date?.date?.start ?? null);
  const isSameStart = isGiven(compared, then?.start ?? null, here?.start ?? null, []);
  if (then && here && isSameStart) return isSooner(then.end, here.end);
  return isGiven(compared, then?.start ?? null, here?.start ?? null, given);
}

/** The same of its end. */
export const isOwnEndGiven = (compared: Compared, retcons: readonly Retcon[], was: Entry, is: Entry): boolean =>
  isEndGiven(
    compared,
    was.until?.moment ?? null,
    is.until?.moment ?? null,
    retcons.map(({ by }) => by.until?.moment ?? null),
  );

/** What goes on once a retcon has taken effect is told there: that the old page ends says nothing new. */
const isEndGiven = (
  compared: Compared,
  was: Moment | null,
  is: Moment | null,
  given: readonly (Moment | null)[],
): boolean => (is !== null && (was === null || isSooner(was, is))) || isGiven(compared, was, is, given);

const isSooner = (was: Pick<Moment, 'line' | 'day'>, is: Pick<Moment, 'line' | 'day'>): boolean =>
  was.line === is.line && is.day <= was.day;

/** Those that leave nothing of what began then: what they say holds in its place. */
const displacing = (retcons: readonly Retcon[], begins: Moment | null): readonly Retcon[] =>
  retcons.filter(({ effective }) => effective === 'always' || (begins !== null && isSooner(begins, effective)));

/** Whether a moment is the one that was told, or one of those given instead. That there is none any more, nobody gives. */
function isGiven(
  { baseline, now }: Compared,
  was: Moment | null,
  is: Moment | null,
  given: readonly (Moment | null)[],
): boolean {
  const exactly = (moment: Moment | null): Moment | null => moment && { ...moment, approximate: false };
  const here = placed(now, now, exactly(is));
  return (
    here === placed(now, baseline, exactly(was)) ||
    (is !== null && given.some((one) => placed(now, now, exactly(one)) === here))
  );
}
