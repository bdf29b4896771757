/** What retcons say of a page that they have to do with: where that is edited as well, it may say the same, and nothing else. */
import { entityOfFact, type Known, type Retcon } from '../../canon';
import type { Moment } from '../../chronology/types';
import type { Entry, Fact } from '../../entry/entry';
import { type Compared, placed } from './baselineComparison';
import { isSameMeaning, meaningOfValue } from './changedAnswers';
import { beginsAt, endsAt } from './storyGoesOn';

/** A fact with the entry that states it. */
interface Stated {
  readonly entry: Entry;
  readonly fact: Fact;
}

/** Whether retcons say all in which what stands on a page now differs from what it told. */
export function sayWhatStands(compared: Compared, retcons: readonly Retcon[], was: Stated, is: Stated): boolean {
  const { baseline, now } = compared;
  const entity = entityOfFact(now, is.entry, is.fact);
  const instead = retcons.flatMap(({ by }) =>
    by.facts.flatMap((fact) =>
      fact.attribute.text === is.fact.attribute.text && entityOfFact(now, by, fact) === entity
        ? [{ entry: by, fact }]
        : [],
    ),
  );
  const valueOf = ({ fact }: Stated): string => meaningOfValue(now, baseline, now, fact.value);
  if (!isSameMeaning(compared, was.fact, is.fact) && !instead.some((one) => valueOf(one) === valueOf(is))) return false;
  return [beginsAt, endsAt].every((endOf) => {
    const there = endOf(is.entry, is.fact);
    const isAsTold = placed(now, baseline, endOf(was.entry, was.fact)) === placed(now, now, there);
    return (
      isAsTold || isAmong(now, there, [...instead.map(({ entry, fact }) => endOf(entry, fact)), ...turns(retcons)])
    );
  });
}

/** Whether retcons of a whole page give the date that it has now, or its end. */
export const sayWhen = (now: Known, retcons: readonly Retcon[], what: 'date' | 'end', moment: Moment | null): boolean =>
  isAmong(now, moment, [
    ...retcons.map(({ by }) => (what === 'date' ? (by.date?.date?.start ?? null) : (by.until?.moment ?? null))),
    ...turns(retcons),
  ]);

/** When what was told gives way to what is told instead. */
const turns = (retcons: readonly Retcon[]): Moment[] =>
  retcons.flatMap(({ by, effective }) => [effective === 'always' ? [] : effective, by.date?.date?.start ?? []].flat());

const isAmong = (now: Known, moment: Moment | null, others: readonly (Moment | null)[]): boolean =>
  others.some((one) => placed(now, now, one) === placed(now, now, moment));
