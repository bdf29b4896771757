/** When a knower learns a fact or a declaration, and when a page is open to it (model §11). All surfaces decide it here. */
import type { Moment, WorldDate } from '../../chronology';
import { audienceAt } from '../../codex/pathRules';
import { type CanonPosition, comparePositions } from '../../codex/canonTime';
import { EVERYONE } from '../../codex/knowledgeKeys';
import { findRevision } from '../../codex/revisions';
import type { Entry, Fact, InOn } from '../../entry/entry';
import { nameKey } from '../../entry/slug';
import type { Learned, Known } from '../model/canonValue';
import type { Segment } from '../model/segments';
import { groupBy } from '../../text/groups';
import { datesKnown } from '../retcons/standing';
import { knowerKey, type Knower, isWordForKnowers, common, EVER, firstLearned, from, hasCome } from './knowers';

/** A knower, and the canon at the canon point at which it learns. */
export interface Learner {
  /** The whole canon at that canon point. */
  readonly known: Known;
  readonly position: CanonPosition;
  readonly knower: Knower;
}

/** A name in an audience, and since when it belongs there. */
type Named = { readonly name: string; readonly when: InOn['when'] };

const OPEN: readonly Named[] = [{ name: EVERYONE, when: null }];
const NEVER: readonly Segment[] = [];

const named = (names: readonly string[]): Named[] => names.map((name) => ({ name, when: null }));

/** Whether a page or fact is only believed, and not true. */
export const isBelief = (entry: Entry, fact?: Fact): boolean =>
  (fact?.knowledge?.believedBy ?? entry.knowledge?.believedBy ?? null) !== null;

/** The audience of a page or fact that is not a belief. */
export function audienceOf({ canon }: Known, entry: Entry, fact?: Fact): readonly Named[] {
  const written = fact?.knowledge?.knownBy ?? entry.knowledge?.knownBy;
  if (written) return written.map(({ knower, when }) => ({ name: knower.text, when }));
  const given = audienceAt(canon.codex, entry.path);
  return given ? named(given) : OPEN;
}

/** The believers of a page or fact: a belief has no other audience. */
export function believersNamed(entry: Entry, fact?: Fact): readonly Named[] {
  const written = fact?.knowledge?.believedBy ?? entry.knowledge?.believedBy ?? [];
  return named(written.map(({ text }) => text));
}

/** Whether neither a page nor its folder names an audience: a fast path for most pages. */
const isPlain = ({ known }: Pick<Learner, 'known'>, entry: Entry): boolean =>
  entry.knowledge === null && known.canon.codex.audience.length === 0;

/** Whether the audience of a page or fact can't be read for certain: then it is hidden from everyone. */
export const isDoubtful = ({ canon }: Known, entry: Entry, fact?: Fact): boolean =>
  canon.codex.hidesAll || entry.knowledge?.isDoubtful === true || fact?.knowledge?.isDoubtful === true;

/** The times at which a knower is the one of a name in an audience, or belongs to it. */
export function timesIn(known: Known, { key, circles }: Knower, name: string): readonly Segment[] {
  if (nameKey(name) === EVERYONE) return [EVER];
  if (isWordForKnowers(name)) return NEVER;
  const namedKey = knowerKey(known, name);
  return namedKey === key ? [EVER] : (circles.get(namedKey) ?? NEVER);
}

/**
 * The times from which a name in an audience counts; null: its date can't be read.
 * @param usual from when it counts if it has no date of its own
 */
function since({ known, position }: Learner, when: InOn['when'], usual: Moment | null): readonly Segment[] | null {
  if (when === null) return from([EVER], usual);
  const revision = findRevision(known.canon.codex, when.text);
  if (revision) return comparePositions(revision.position, position) <= 0 ? [EVER] : NEVER;
  return when.date ? from([EVER], when.date.start) : null;
}

/** The times at which an audience lets a knower learn something. @param begins when that begins; null: it always held */
function timesOf(learner: Learner, audience: readonly Named[], begins: Moment | null, usual: Moment | null): Segment[] {
  const times: Segment[] = [];
  for (const { name, when } of audience) {
    const dated = since(learner, when, usual);
    // An unreadable date hides it from everyone.
    if (dated === null) return [];
    times.push(...from(common(dated, timesIn(learner.known, learner.knower, name)), begins));
  }
  return times;
}

/** The times at which a knower learns a fact; the first of them counts. @param begins where the fact begins */
export function timesOfFact(learner: Learner, entry: Entry, fact: Fact, begins: Moment | null): Segment[] {
  if (!fact.knowledge && isPlain(learner, entry)) return common(from([EVER], begins), learner.knower.life);
  if (isDoubtful(learner.known, entry, fact)) return [];
  const audience = isBelief(entry, fact) ? believersNamed(entry, fact) : audienceOf(learner.known, entry, fact);
  const usual = (fact.knowledge?.knownFrom ?? entry.knowledge?.knownFrom)?.date?.start ?? null;
  return common(timesOf(learner, audience, begins, usual), learner.knower.life);
}

/** The times at which a knower learns a declaration. @param effective from when it takes effect; null: always */
export function timesOfDeclaration(learner: Learner, entry: Entry, effective: Moment | null): Segment[] {
  if (isDoubtful(learner.known, entry)) return [];
  const audience = isBelief(entry) ? believersNamed(entry) : audienceOf(learner.known, entry);
  return common(
    timesOf(learner, audience, effective, entry.knowledge?.knownFrom?.date?.start ?? null),
    learner.knower.life,
  );
}

/** The names in the audience of a page or fact. */
export const audienceNames = (known: Known, entry: Entry, fact?: Fact): string[] =>
  audienceOf(known, entry, fact).map(({ name }) => name);

const dateKnown = ({ known }: Learner, page: Entry): Moment | null => datesKnown(known, page).date?.date?.start ?? null;

/** The times from which a page is open to a knower, alive or not: a page is a text, which is read and not learned. */
export function timesOfPage(learner: Learner, entry: Entry): readonly Segment[] {
  if (isDoubtful(learner.known, entry)) return [];
  const date = dateKnown(learner, entry);
  if (isPlain(learner, entry)) return from([EVER], date);
  const usual = entry.knowledge?.knownFrom?.date?.start ?? date;
  const audience = audienceOf(learner.known, entry);
  // Those who learn it with a revision, at the table, may read it from its date on.
  const [atTable, others] = [true, false].map((is) =>
    audience.filter(
      ({ when }) => (when !== null && findRevision(learner.known.canon.codex, when.text) !== undefined) === is,
    ),
  );
  const isReadable = audience.every(({ when }) => since(learner, when, usual) !== null);
  if (!isReadable) return [];
  return [...timesOf(learner, atTable ?? [], date, null), ...timesOf(learner, others ?? [], null, usual)];
}

/** Whether a page is open to a knower by the end of a stretch of world time. */
export function isOpenBy(learner: Learner, entry: Entry, until: WorldDate | null): boolean {
  // Fast path: most pages are open to everyone from their date on.
  const date = dateKnown(learner, entry);
  if (isPlain(learner, entry)) return !learner.known.canon.codex.hidesAll && (!date || hasCome(date, until));
  return firstLearned(timesOfPage(learner, entry), until) !== undefined;
}

/** When a knower has learned a fact, by the end of a stretch of world time; undefined: not by then. @param begins where the fact begins */
export function learnedBy(
  learner: Learner,
  entry: Entry,
  fact: Fact,
  { begins, until }: { readonly begins: Moment | null; readonly until: WorldDate | null },
): Learned | undefined {
  const { life } = learner.knower;
  // Fast path: a knower without a life span learns most facts when they begin.
  if (fact.knowledge || !isPlain(learner, entry) || life.length !== 1 || life[0] !== EVER) {
    const learned = firstLearned(timesOfFact(learner, entry, fact, begins), until);
    return learned && !isBelief(entry, fact) ? learnedEarliest(learner, entry, fact, { begins, until }) : learned;
  }
  if (begins && !hasCome(begins, until)) return undefined;
  return begins ? { line: begins.line, day: begins.day, text: begins.text } : ALWAYS;
}

/** Of several ways, the one that counts earliest: without a revision before all others, then by revision. */
function learnedEarliest(
  learner: Learner,
  entry: Entry,
  fact: Fact,
  { begins, until }: { readonly begins: Moment | null; readonly until: WorldDate | null },
): Learned | undefined {
  const { codex } = learner.known.canon;
  const usual = (fact.knowledge?.knownFrom ?? entry.knowledge?.knownFrom)?.date?.start ?? null;
  const ways = groupBy(audienceOf(learner.known, entry, fact), ({ when }) =>
    when === null ? undefined : findRevision(codex, when.text)?.position,
  );
  const inOrder = [...ways].sort(([a], [b]) => compareRevisions(a, b));
  for (const [revision, audience] of inOrder) {
    const times = common(timesOf(learner, audience, begins, usual), learner.knower.life);
    const learned = firstLearned(times, until);
    if (learned) return revision ? { ...learned, revision } : learned;
  }
  return undefined;
}

/** What was learned without a revision comes first. */
const compareRevisions = (a: CanonPosition | undefined, b: CanonPosition | undefined): number =>
  a && b ? comparePositions(a, b) : Number(a !== undefined) - Number(b !== undefined);

const ALWAYS: Learned = { line: null, day: -Infinity, text: null };
