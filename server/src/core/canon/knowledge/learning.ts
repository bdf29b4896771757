/** When a knower learns a fact or a declaration, and when a page is open to it: the one place where model §11 is decided. */
import type { Moment, WorldDate } from '../../chronology';
import { audienceAt } from '../../codex/pathRules';
import { type CanonPosition, comparePositions } from '../../codex/canonTime';
import { EVERYONE } from '../../codex/knowledgeKeys';
import { findRevision } from '../../codex/revisions';
import type { Entry, Fact, InOn } from '../../entry/entry';
import { nameKey } from '../../entry/slug';
import type { Learned, Known } from '../model/canonValue';
import type { Segment } from '../model/segments';
import { knowerKey, type Knower, isWordForKnowers, common, EVER, firstLearned, from, hasCome } from './knowers';

/** Who learns, in which canon, as of which point. */
export interface Learner {
  /** The canon as of that point, all of it. */
  readonly known: Known;
  readonly position: CanonPosition;
  readonly knower: Knower;
}

/** Somebody in an audience, and since when. */
type Named = { readonly name: string; readonly when: InOn['when'] };

const OPEN: readonly Named[] = [{ name: EVERYONE, when: null }];
const NEVER: readonly Segment[] = [];

const named = (names: readonly string[]): Named[] => names.map((name) => ({ name, when: null }));

/** Whether a page is a text of the world that is not so. */
export const isBelief = (entry: Entry, fact?: Fact): boolean =>
  (fact?.knowledge?.believedBy ?? entry.knowledge?.believedBy ?? null) !== null;

/** Those to whom a page or a fact is open; beliefs aside. */
export function audienceOf({ canon }: Known, entry: Entry, fact?: Fact): readonly Named[] {
  const written = fact?.knowledge?.knownBy ?? entry.knowledge?.knownBy;
  if (written) return written.map(({ knower, when }) => ({ name: knower.text, when }));
  const given = audienceAt(canon.codex, entry.path);
  return given ? named(given) : OPEN;
}

/** Its believers, who are all its audience. */
export function believersNamed(entry: Entry, fact?: Fact): readonly Named[] {
  const written = fact?.knowledge?.believedBy ?? entry.knowledge?.believedBy ?? [];
  return named(written.map(({ text }) => text));
}

/** Whether neither a page nor its folder says anything of who knows it: so are most, and they are looked at a great deal. */
const isPlain = ({ known }: Pick<Learner, 'known'>, entry: Entry): boolean =>
  entry.knowledge === null && known.canon.codex.audience.length === 0;

/** Whether it can't be told for certain who knows a page or a fact. */
export const isDoubtful = ({ canon }: Known, entry: Entry, fact?: Fact): boolean =>
  canon.codex.hidesAll || entry.knowledge?.isDoubtful === true || fact?.knowledge?.isDoubtful === true;

/** The times at which somebody is in a part of an audience. */
export function timesIn(known: Known, { key, circles }: Knower, name: string): readonly Segment[] {
  if (nameKey(name) === EVERYONE) return [EVER];
  if (isWordForKnowers(name)) return NEVER;
  const one = knowerKey(known, name);
  return one === key ? [EVER] : (circles.get(one) ?? NEVER);
}

/** The times from which one way into an audience counts; null: it can't be told. @param usual where the others learn it */
function since({ known, position }: Learner, when: InOn['when'], usual: Moment | null): readonly Segment[] | null {
  if (when === null) return from([EVER], usual);
  const revision = findRevision(known.canon.codex, when.text);
  if (revision) return comparePositions(revision.position, position) <= 0 ? [EVER] : NEVER;
  return when.date ? from([EVER], when.date.start) : null;
}

/** When somebody in an audience may come to know what has begun. @param begins null: it always has */
function timesOf(learner: Learner, audience: readonly Named[], begins: Moment | null, usual: Moment | null): Segment[] {
  const times: Segment[] = [];
  for (const { name, when } of audience) {
    const dated = since(learner, when, usual);
    // A date that can't be read hides it from all.
    if (dated === null) return [];
    times.push(...from(common(dated, timesIn(learner.known, learner.knower, name)), begins));
  }
  return times;
}

/** The times at which a knower learns a fact: the first of them counts. @param begins where the fact does */
export function timesOfFact(learner: Learner, entry: Entry, fact: Fact, begins: Moment | null): Segment[] {
  if (!fact.knowledge && isPlain(learner, entry)) return common(from([EVER], begins), learner.knower.life);
  if (isDoubtful(learner.known, entry, fact)) return [];
  const audience = isBelief(entry, fact) ? believersNamed(entry, fact) : audienceOf(learner.known, entry, fact);
  const usual = (fact.knowledge?.knownFrom ?? entry.knowledge?.knownFrom)?.date?.start ?? null;
  return common(timesOf(learner, audience, begins, usual), learner.knower.life);
}

/** The same of what an entry declares. @param effective from when it counts; null: always */
export function timesOfDeclaration(learner: Learner, entry: Entry, effective: Moment | null): Segment[] {
  if (isDoubtful(learner.known, entry)) return [];
  const audience = isBelief(entry) ? believersNamed(entry) : audienceOf(learner.known, entry);
  return common(
    timesOf(learner, audience, effective, entry.knowledge?.knownFrom?.date?.start ?? null),
    learner.knower.life,
  );
}

/** Those whom the audience of a page or a fact names. */
export const audienceNames = (learner: Pick<Learner, 'known'>, entry: Entry, fact?: Fact): string[] =>
  audienceOf(learner.known, entry, fact).map(({ name }) => name);

/** The times from which a page is open to a knower. Nobody has to live for that: it is a text, and not learned. */
export function timesOfPage(learner: Learner, entry: Entry): readonly Segment[] {
  if (isDoubtful(learner.known, entry)) return [];
  const date = entry.date?.date?.start ?? null;
  if (isPlain(learner, entry)) return from([EVER], date);
  const usual = entry.knowledge?.knownFrom?.date?.start ?? date;
  const audience = audienceOf(learner.known, entry);
  // For those who learn it at the table it is a page from its date on.
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
  // Most pages are open to everyone from their date on, and all of them are passed by.
  const date = entry.date?.date?.start;
  if (isPlain(learner, entry)) return !learner.known.canon.codex.hidesAll && (!date || hasCome(date, until));
  return firstLearned(timesOfPage(learner, entry), until) !== undefined;
}

/** When a knower has learned a fact by the end of a stretch of world time; undefined: not by then. @param begins where the fact does */
export function learnedBy(
  learner: Learner,
  entry: Entry,
  fact: Fact,
  { begins, until }: { readonly begins: Moment | null; readonly until: WorldDate | null },
): Learned | undefined {
  const { life } = learner.knower;
  // Nearly all facts are, where they begin, by whoever lives for ever.
  if (fact.knowledge || !isPlain(learner, entry) || life.length !== 1 || life[0] !== EVER)
    return firstLearned(timesOfFact(learner, entry, fact, begins), until);
  if (begins && !hasCome(begins, until)) return undefined;
  return begins ? { line: begins.line, day: begins.day, text: begins.text } : ALWAYS;
}

const ALWAYS: Learned = { line: null, day: -Infinity, text: null };
