/** What somebody has not learned by a date: it comes later, or never (model §11). What can't be compared counts as neither. */
import { withinTenYears, type Moment, type WorldDate } from '../../chronology';
import { END } from '../../codex/canonTime';
import type { Entry } from '../../entry/entry';
import type { Known } from '../model/canonValue';
import { perKnown } from '../model/known';
import type { Segment } from '../model/segments';
import type { Clipped } from '../retcons/clips';
import { type Knower, knowerNamed } from './knowers';
import { type Learner, timesOfFact, timesOfPage } from './learning';

/** When something is learned after all; null: never. */
export interface LearnedLate {
  readonly when: Moment | null;
}

/** The knower of a name, by what is known now. */
export const knowerCalled = perKnown((known: Known, name: string): Knower | undefined => knowerNamed(known, name));

const learnerOf = (known: Known, knower: Knower): Learner => ({ known, position: END, knower });

/** Undefined: the page is open to the knower by then, or may be. */
export const pageLearnedLate = (known: Known, knower: Knower, page: Entry, by: WorldDate): LearnedLate | undefined =>
  afterwards(known, timesOfPage(learnerOf(known, knower), page), by);

/** Undefined: the knower has learned the fact by then, or may have. */
export const factLearnedLate = (
  known: Known,
  knower: Knower,
  { entry, fact, begins }: Pick<Clipped, 'entry' | 'fact' | 'begins'>,
  by: WorldDate,
): LearnedLate | undefined => afterwards(known, timesOfFact(learnerOf(known, knower), entry, fact, begins), by);

function afterwards({ canon }: Known, times: readonly Segment[], by: WorldDate): LearnedLate | undefined {
  let first: Moment | null = null;
  for (const { from } of times) {
    if (!from || from.line !== by.end.line || from.day < by.end.day) return undefined;
    const lastDay = { line: by.end.line, day: by.end.day - 1 };
    if ((from.approximate || by.approximate) && withinTenYears(canon.codex.chronology, lastDay, from)) return undefined;
    if (!first || from.day < first.day) first = from;
  }
  return { when: first };
}
