/** For rules: who is in the audience of a page or fact, and what a knower learns only after a date (model §11). */
import { withinTenYears, type Moment, type WorldDate } from '../../chronology';
import { END } from '../../codex/canonTime';
import type { Entry, Fact } from '../../entry/entry';
import type { Known, Canon } from '../model/canonValue';
import { perKnown } from '../model/known';
import type { Segment } from '../model/segments';
import type { Clipped } from '../retcons/clips';
import { type Knower, knowerNamed, isWordForKnowers, knowerKey } from './knowers';
import {
  type Learner,
  timesOfFact,
  timesOfPage,
  audienceNames,
  audienceOf,
  believersNamed,
  isBelief,
  isDoubtful,
} from './learning';
import { EVERYONE } from '../../codex/knowledgeKeys';
import { nameKey } from '../../entry/slug';
import { countOf } from '../model/canon';

/** When something is learned, after the date in question; null: never. */
export interface LearnedLate {
  readonly when: Moment | null;
}

/** The knower of a name; undefined if the name is not a knower. */
export const knowerCalled = perKnown((known: Known, name: string): Knower | undefined => knowerNamed(known, name));

const learnerOf = (known: Known, knower: Knower): Learner => ({ known, position: END, knower });

/** When a page opens to a knower after a date; undefined: it is open by then, or may be. */
export const pageLearnedLate = (known: Known, knower: Knower, page: Entry, by: WorldDate): LearnedLate | undefined =>
  afterwards(known, timesOfPage(learnerOf(known, knower), page), by);

/** When a knower learns a fact after a date; undefined: the knower has learned it by then, or may have. */
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

/** Whether there may be a page in the codex that is not open to everyone. */
export const mayKeepSecrets = (canon: Canon): boolean =>
  canon.codex.audience.length > 0 || countOf(canon, 'keeps-secret') > 0;

/** The audience of a page, as it is written. */
export const audienceOfPage = (known: Known, page: Entry): readonly string[] => audienceNames(known, page);

/** The audience of a fact, as it is written: those who know it, or believe it. */
export const audienceOfFact = (known: Known, page: Entry, fact: Fact): readonly string[] =>
  (isBelief(page, fact) ? believersNamed(page, fact) : audienceOf(known, page, fact)).map(({ name }) => name);

export const isForEveryone = (audience: readonly string[]): boolean =>
  audience.some((name) => nameKey(name) === EVERYONE);

/** Whether a page, or a fact of it, is a secret to anybody; its own `date` does not count. */
export const isKeptFromSome = (known: Known, page: Entry, fact?: Fact): boolean =>
  isDoubtful(known, page, fact) ||
  (fact?.knowledge?.knownFrom ?? page.knowledge?.knownFrom ?? null) !== null ||
  !audienceOf(known, page, fact).some(({ name, when }) => when === null && nameKey(name) === EVERYONE);

/** Whether a name is in an audience, directly or as a member of a circle at any time. */
export const isAmong = (known: Known, name: string, audience: readonly string[]): boolean =>
  amongThem(known, audience)(name);

/** The same for many names: the audience is resolved once. */
export function amongThem(known: Known, audience: readonly string[]): (name: string) => boolean {
  if (isForEveryone(audience)) return () => true;
  const all = new Set(audience.map((one) => knowerKey(known, one)));
  const keys = new Set(audience.flatMap((one) => (isWordForKnowers(one) ? [] : knowerKey(known, one))));
  return (name) => {
    const knower = knowerCalled(known, name);
    if (!knower) return all.has(nameKey(name));
    const { key, circles } = knower;
    if (key !== null && keys.has(key)) return true;
    const [fewer, others] = circles.size < keys.size ? [circles, keys] : [keys, circles];
    return [...fewer.keys()].some((circle) => others.has(circle));
  };
}
