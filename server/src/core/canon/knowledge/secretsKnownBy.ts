/** For authors: who knows a fact or a page and since when, what is believed, and which secrets a knower has learned (model §11). */
import { EVERYONE, NO_ONE } from '../../codex/knowledgeKeys';
import { findRevision } from '../../codex/revisions';
import type { Entry, Fact } from '../../entry/entry';
import { nameKey } from '../../entry/slug';
import type { Canon, CanonPoint, Known } from '../model/canonValue';
import { entryAt } from '../model/canon';
import { isStill, perKnown, resolve, knowerOrCircle } from '../model/known';
import type { Segment } from '../model/segments';
import { statingCandidates, pairOf } from '../model/statedFacts';
import type { Clipped } from '../retcons/clips';
import { clippedOf } from '../truth/truth';
import { knowerNamed, isWordForKnowers, firstLearned } from './knowers';
import { audienceOf, isBelief, isDoubtful, type Learner, timesOfFact, timesOfPage, audienceNames } from './learning';
import { everythingAt, revisionsComeBy, type Sight } from './view';
import { datesKnown } from '../retcons/standing';
import { knownAt } from '../model/canonPoint';

/** A knower in an audience. */
export interface AudienceMember {
  /** The id of an entity, else the name as it is written. */
  readonly name: string;
  /** Since when, in the author's words; null: as long as the fact or page holds. */
  readonly since: string | null;
  /** They never learn it: they do not live then, or never belong to the audience. */
  readonly isNever: boolean;
}

/** Those who know a page; null: everyone. */
export const knowersOfPage = (known: Known, point: CanonPoint, entry: Entry): readonly AudienceMember[] | null =>
  knowersOf(
    known,
    point,
    entry,
    null,
    (learner) => timesOfPage(learner, entry),
    datesKnown(known, entry).date?.date?.start.text,
  );

/** Those who know a fact; null: everyone. */
export const knowersOfFact = (
  known: Known,
  point: CanonPoint,
  { entry, fact, begins }: Pick<Clipped, 'entry' | 'fact' | 'begins'>,
): readonly AudienceMember[] | null =>
  knowersOf(known, point, entry, fact, (learner) => timesOfFact(learner, entry, fact, begins), begins?.text);

/** @param usual when knowers learn it without a date of their own: such a date is left out */
function knowersOf(
  known: Known,
  point: CanonPoint,
  entry: Entry,
  fact: Fact | null,
  timesOf: (learner: Learner) => readonly Segment[],
  usual: string | undefined,
): readonly AudienceMember[] | null {
  if (!isStill(known)) return null;
  if (isDoubtful(known, entry, fact ?? undefined)) return [];
  const audience = audienceOf(known, entry, fact ?? undefined);
  if (audience.some(({ name }) => nameKey(name) === EVERYONE) && !hasDelay(entry, fact)) return null;
  const position = revisionsComeBy(known.canon, point);
  return audience.flatMap(({ name, when }): AudienceMember[] => {
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

/** The id of the entity that a name means, else the name; words such as `everyone` stay as they are. */
const nameOf = (known: Known, name: string): string =>
  isWordForKnowers(name) ? nameKey(name) : idOfNamed(known, name);

const idOfNamed = (known: Known, name: string): string =>
  resolve(known, name).kind === 'one' ? knowerOrCircle(known, name) : name;

/** A belief about an attribute, as the retcons leave it, and its believers. */
export interface Believed {
  readonly clipped: Clipped;
  /** Ids, or names without an entity. */
  readonly by: readonly string[];
}

/** The beliefs about an attribute. @param known the canon at the canon point */
export function believedOf(
  known: Known,
  canon: Canon,
  point: CanonPoint,
  entity: string,
  attribute: string,
): readonly Believed[] {
  // Fast path: about most entities there are no beliefs, and the canon with beliefs need not be made.
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

/** A secret that a knower has learned: not everyone may know it. */
export interface KnownSecret {
  /** When it was learned, in the author's words; null: it always was known. */
  readonly learned: string | null;
  /** Its audience: ids, or names without an entity. */
  readonly knownBy: readonly string[];
}

/** Gives for each fact the secret that the knower has learned with it; null: the knower has not, or everyone may know it. */
export function secretsKnownBy({
  canon,
  point,
  knowerIn,
  until,
}: Sight): (truth: Pick<Clipped, 'entry' | 'fact' | 'begins'>) => KnownSecret | null {
  const known = knownAt(canon, point);
  const position = revisionsComeBy(canon, point);
  const learner: Learner = { known, position, knower: knowerIn(known) };
  const all = knowerNamed(known, EVERYONE);
  const anyone: Learner | null = all ? { known, position, knower: all } : null;
  return ({ entry, fact, begins }) => {
    const learnedBy = (who: Learner) => firstLearned(timesOfFact(who, entry, fact, begins), until);
    const learned = learnedBy(learner);
    if (!learned || (anyone && learnedBy(anyone))) return null;
    return { learned: learned.text, knownBy: audienceNames(known, entry, fact).map((name) => idOfNamed(known, name)) };
  };
}
