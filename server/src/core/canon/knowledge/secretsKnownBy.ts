/** For authors: who knows a fact or a page and since when, and which secrets a knower has learned. */
import { EVERYONE, NO_ONE } from '../../codex/knowledgeKeys';
import { findRevision } from '../../codex/revisions';
import type { Entry, Fact } from '../../entry/entry';
import { nameKey } from '../../entry/slug';
import type { Canon, CanonPoint, Known } from '../model/canonValue';
import { entryAt } from '../model/canon';
import { isStill, perKnown, resolve, entityNamed } from '../model/known';
import type { Segment } from '../model/segments';
import { statingCandidates, pairOf } from '../model/statedFacts';
import type { Clipped } from '../retcons/clips';
import { clippedOf } from '../truth/truth';
import { knowerNamed, isWordForKnowers, firstLearned } from './knowers';
import { audienceOf, isBelief, isDoubtful, type Learner, timesOfFact, timesOfPage, audienceNames } from './learning';
import { everythingAt, revisionsComeBy, type Sight } from './view';
import { knownAt } from '../model/canonPoint';

/** Somebody of an audience. */
export interface InOnIt {
  /** The id of an entity, else the name as it is written. */
  readonly name: string;
  /** From when, in the author's words; null: as long as it is so. */
  readonly since: string | null;
  /** Nothing comes of it: they do not live then, or never belong to it. */
  readonly isNever: boolean;
}

/** Those who are in on a page; null: everyone. @param point of canon time at which that is asked */
export const inOnPage = (known: Known, point: CanonPoint, entry: Entry): readonly InOnIt[] | null =>
  inOnIt(known, point, entry, null, (learner) => timesOfPage(learner, entry), entry.date?.date?.start.text);

/** Those who are in on a fact; null: everyone. */
export const inOnFact = (
  known: Known,
  point: CanonPoint,
  { entry, fact, begins }: Pick<Clipped, 'entry' | 'fact' | 'begins'>,
): readonly InOnIt[] | null =>
  inOnIt(known, point, entry, fact, (learner) => timesOfFact(learner, entry, fact, begins), begins?.text);

function inOnIt(
  known: Known,
  point: CanonPoint,
  entry: Entry,
  fact: Fact | null,
  timesOf: (learner: Learner) => readonly Segment[],
  usual: string | undefined,
): readonly InOnIt[] | null {
  if (!isStill(known)) return null;
  if (isDoubtful(known, entry, fact ?? undefined)) return [];
  const audience = audienceOf(known, entry, fact ?? undefined);
  if (audience.some(({ name }) => nameKey(name) === EVERYONE) && !hasDelay(entry, fact)) return null;
  const position = revisionsComeBy(known.canon, point);
  return audience.flatMap(({ name, when }): InOnIt[] => {
    if (nameKey(name) === NO_ONE) return [];
    const knower = knowerNamed(known, name);
    const first = knower && firstLearned(timesOf({ known, position, knower }), null);
    const revision = when && findRevision(known.canon.codex, when.text);
    const since = revision ? revision.id : (first?.text ?? null);
    return [{ name: nameOf(known, name), since: since === usual ? null : since, isNever: first === undefined }];
  });
}

const hasDelay = (entry: Entry, fact: Fact | null): boolean =>
  (fact?.knowledge?.knownFrom ?? entry.knowledge?.knownFrom ?? null) !== null ||
  (fact?.knowledge?.knownBy ?? entry.knowledge?.knownBy ?? []).some(({ when }) => when !== null);

/** The id of whom a name means; words for knowers stay as they are. */
const nameOf = (known: Known, name: string): string =>
  isWordForKnowers(name) ? nameKey(name) : resolve(known, name).kind === 'one' ? entityNamed(known, name) : name;

/** What some believe of an attribute, as far as retcons leave it. */
export interface Believed {
  readonly clipped: Clipped;
  /** Ids, and names that are none. */
  readonly by: readonly string[];
}

/** @param known the canon at that point */
export function believedOf(
  known: Known,
  canon: Canon,
  point: CanonPoint,
  entity: string,
  attribute: string,
): readonly Believed[] {
  // Of most things nobody believes anything: then what is so need not be worked out once more beside it.
  if (!mayBeBelieved(known, entity)) return [];
  const whole = everythingAt(canon, point);
  return clippedOf(whole, pairOf(entity, attribute))
    .filter(({ entry, fact, segments }) => segments.length > 0 && isBelief(entry, fact))
    .map((clipped) => ({
      clipped: { ...clipped, entry: asWritten(known, clipped.entry) },
      by: believers(known, clipped),
    }));
}

const mayBeBelieved = perKnown((known: Known, entity: string): boolean =>
  statingCandidates(known, entity).some(({ knowledge }) => knowledge !== null && knowledge.beliefs.length > 0),
);

const asWritten = (known: Known, entry: Entry): Entry => entryAt(known.canon, entry.path) ?? entry;

const believers = (known: Known, { entry, fact }: Clipped): readonly string[] =>
  (fact.knowledge?.believedBy ?? entry.knowledge?.believedBy ?? []).map(({ text }) => nameOf(known, text));

/** What somebody has learned that not everyone may: for authors, who see the truth beside it. */
export interface InOnFact {
  /** When it was learned, in the author's words; null: it always was known. */
  readonly learned: string | null;
  /** Who is in on it: ids, and names that are none. */
  readonly knownBy: readonly string[];
}

/** Says of truths whether somebody is in on them; null: not, or everyone may be. */
export function inOnBy({
  canon,
  point,
  knowerIn,
  until,
}: Sight): (truth: Pick<Clipped, 'entry' | 'fact' | 'begins'>) => InOnFact | null {
  const known = knownAt(canon, point);
  const position = revisionsComeBy(canon, point);
  const learner: Learner = { known, position, knower: knowerIn(known) };
  const all = knowerNamed(known, EVERYONE);
  const anyone: Learner | null = all ? { known, position, knower: all } : null;
  return ({ entry, fact, begins }) => {
    const learnedBy = (who: Learner) => firstLearned(timesOfFact(who, entry, fact, begins), until);
    const learned = learnedBy(learner);
    if (!learned || (anyone && learnedBy(anyone))) return null;
    const knownBy = audienceNames(learner, entry, fact).map((name) =>
      resolve(known, name).kind === 'one' ? entityNamed(known, name) : name,
    );
    return { learned: learned.text, knownBy };
  };
}
