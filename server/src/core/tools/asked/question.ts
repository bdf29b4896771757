/**
 * Results and failures of questions, and the reading of their parameters: canon points, world dates, names of entries and entities.
 */
import {
  type Canon,
  acceptedCanonPoints,
  type CanonPoint,
  type Commits,
  knownAt,
  LATEST,
  readCanonPoint,
  allOf,
  describersOf,
  entityNamed,
  entityOf,
  entryToCome,
  idOf,
  type Known,
  perKnown,
  type Still,
  resolve,
  isAnythingStated,
  renderEras,
  ownEras,
  nearEntries,
} from '../../canon';
import { isUndeclared, knownEras, readDate, renderYear, withYear, type WorldDate } from '../../chronology';
import { insteadOfPresent } from '../../codex/codex';
import { findRevision } from '../../codex/revisions';
import { type Entry, writtenNamesOf } from '../../entry/entry';
import { linkTarget } from '../../entry/entryShapes';
import { slug } from '../../entry/slug';
import { listCandidates, quoted } from '../../text/words';
import type { RichText } from '../words/richText';

/** Why a question has no answer. */
export interface QuestionFailure {
  /** `not-found` and `ambiguous` are answers; the others mean that the question was wrong. */
  readonly code:
    | 'not-found'
    | 'ambiguous'
    | 'bad-date'
    | 'bad-as-of'
    | 'bad-query'
    | 'bad-limit'
    | 'compliance'
    | 'bad-page'
    | 'refused'
    | 'limit'
    | 'bad-claims';
  readonly message: string;
  readonly given: string;
  readonly accepted?: readonly string[];
  readonly candidates?: readonly string[];
  /** Every problem of the input, where that is long. */
  readonly problems?: readonly GivenProblem[];
}

/** A problem of the input with its line; the first is 1. */
export interface GivenProblem {
  readonly line: number;
  readonly message: string;
}

/** @typeParam Json see `answerShapes.ts` */
export type AskResult<Json extends object = Readonly<Record<string, unknown>>> =
  | {
      readonly ok: true;
      readonly json: Json;
      /** A short form for readers of all of it, where it is too much for one answer. */
      readonly inShort?: Readonly<Record<string, unknown>> | undefined;
      readonly prose: RichText;
      /** The text to hand on unchanged, where the answer is a text; `prose` then describes it. */
      readonly text?: string;
      /** Where something better than the answer can be published. */
      readonly note?: RichText;
    }
  | { readonly ok: false; readonly failure: QuestionFailure };

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: QuestionFailure };

const failed = (failure: QuestionFailure) => ({ ok: false, failure }) as const;

/** The canon point in question; `latest` if none was given. @param commits those that it may name, read before */
export function readCanonPointParam(canon: Canon, text: string | undefined, commits?: Commits): Result<CanonPoint> {
  if (text === undefined) return { ok: true, value: LATEST };
  const reading = readCanonPoint(canon, text, commits);
  if (reading.ok) return { ok: true, value: reading.point };
  const { message, candidates } = reading;
  const accepted = acceptedCanonPoints(canon, text);
  return failed({ code: 'bad-as-of', message, given: text, accepted, ...(candidates && { candidates }) });
}

/** The world time in question; the codex's present if none was given, null if it has none. */
export function readWorldDateParam(canon: Canon, text: string | undefined): Result<WorldDate | null> {
  const { chronology, present } = canon.codex;
  if (text === undefined) return { ok: true, value: present };
  const reading = readDate(chronology, text);
  if (reading.ok && reading.date && (reading.unknownEra === undefined || !chronology.declared))
    return { ok: true, value: reading.date };
  const eras = ownEras(knownAt(canon, LATEST));
  const accepted = chronology.declared
    ? knownEras(chronology).map(({ id }) => `1 ${id}`)
    : [...(eras.length > 0 ? eras.slice(0, 3).map(({ year }) => year) : ['412 TA']), '2026-04-01', '44 BCE'];
  const refuse = (message: string) => failed({ code: 'bad-date', message, given: text, accepted });
  // A session has a place in canon time, but not in the world.
  const revision = reading.ok ? undefined : findRevision(canon.codex, text);
  if (revision)
    return refuse(
      `"${text}" is a revision, not a date of the world: ask as of it (\`as_of\`, --as-of ${revision.id}).`,
    );
  const now = insteadOfPresent(canon.codex, text);
  if (now !== null) return refuse(now);
  if (!reading.ok) return refuse(eras[0] ? withYear(reading.message, eras[0].year) : reading.message);
  if (!reading.date) return refuse(`"${text}" is not a point in time: give a date such as ${accepted.join(', ')}.`);
  return refuse(
    `"${text}": no calendar in codex.yaml declares the era ${reading.unknownEra}. Accepted: dates such as ${accepted.join(', ')}.`,
  );
}

/** The points on both axes that a question is about, and the canon there: the codex.yaml of a commit governs its own answers. */
export interface QuestionPoints {
  readonly point: CanonPoint;
  readonly known: Still;
  readonly at: WorldDate | null;
}

export function readPoints(
  canon: Canon,
  { at, as_of }: Readonly<Record<string, string | undefined>>,
  commits?: Commits,
): Result<QuestionPoints> {
  const point = readCanonPointParam(canon, as_of, commits);
  if (!point.ok) return point;
  const known = knownAt(canon, point.value);
  const date = readWorldDateParam(known.canon, at);
  return date.ok ? { ok: true, value: { point: point.value, known, at: date.value } } : date;
}

/**
 * A note on how a date was read: without calendars a bare year is CE (model §3), which is hardly meant where a codex counts in eras
 * of its own. Null: nothing to note.
 */
export function dateRemark(canon: Canon, text: string | undefined): string | null {
  const reading = text === undefined ? null : readDate(canon.codex.chronology, text);
  if (text === undefined || !reading?.ok || !reading.isBare || !reading.date) return null;
  const eras = ownEras(knownAt(canon, LATEST));
  if (eras.length === 0) return null;
  // After a range with an era of its own, this would be a second one.
  const meant = eras.slice(0, 3).flatMap(({ name }) => {
    const again = readDate(canon.codex.chronology, `${text.trim()} ${name}`);
    return again.ok && again.date && isUndeclared(again.date.start.line) ? `${text.trim()} ${name}` : [];
  });
  const todo = meant.length > 0 ? `ask for ${meant.join(' or ')}` : 'write the era behind each year';
  const readAs = renderYear(canon.codex.chronology, reading.date);
  return `Which era is "${text}" in? It was read as ${readAs}, and this codex counts in ${renderEras(eras)}: ${todo}.`;
}

/** The entry that a name means: a known one, else one of all entries now (model §2). */
export function findEntryByName(known: Known, name: string): Result<Entry> {
  const now = allOf(known.canon);
  const then = resolve(known, strip(name));
  const result = then.kind === 'none' ? resolve(now, strip(name)) : then;
  if (result.kind === 'one') return { ok: true, value: result.entry };
  if (result.kind === 'many') return failed(ambiguous(known, name, result.entries));
  return failed(notFound(now, name, 'No note'));
}

export interface FoundEntity {
  /** Its id among what is known. */
  readonly id: string;
  /** The entry that the name refers to; null where facts are stated of it but no entry describes it. */
  readonly entry: Entry | null;
}

/** The entity that a name means: the entry of `findEntryByName`, or an entity with facts but without an entry. */
export const findEntityByName = perKnown((known: Known, name: string): Result<FoundEntity> => {
  const text = strip(name);
  const now = allOf(known.canon);
  const then = resolve(known, text);
  const result = then.kind === 'none' ? resolve(now, text) : then;
  if (then.kind === 'none') {
    // The first entry with the name wins, whatever is written later, so that earlier answers under it stay.
    const first = entryToCome(known, text);
    const later = result.kind === 'one' ? result.entry : undefined;
    const own = later && writtenNamesOf(later).find((one) => entryToCome(known, one) === later);
    if (isMentioned(known, entityNamed(known, text)) || (first && later))
      return { ok: true, value: { id: entityNamed(known, text), entry: first ?? null } };
    if (own !== undefined && later) return { ok: true, value: { id: entityNamed(known, own), entry: later } };
  }
  if (result.kind === 'one') return { ok: true, value: { id: entityOf(known, result.entry), entry: result.entry } };
  if (result.kind === 'none') {
    const id = entityNamed(now, text);
    if (isMentioned(now, id)) return { ok: true, value: { id, entry: null } };
    // An entity without a visible page has no title: `Drowned Prince` is typed, and facts are about `drowned-prince`.
    const spelled = entityNamed(now, slug(text));
    return failed(notFound(now, name, 'Nothing', isMentioned(now, spelled) ? [spelled] : []));
  }
  const [entry] = result.entries;
  const [id, ...others] = new Set(result.entries.map((one) => entityOf(known, one)));
  if (entry && id !== undefined && others.length === 0) return { ok: true, value: { id, entry } };
  return failed(ambiguous(known, name, result.entries));
});

const isMentioned = (known: Known, entity: string): boolean =>
  isAnythingStated(known, entity) || describersOf(known, entity).length > 0;

/**
 * Finds the subject of a question at a point that may be a commit, whose canon is another one: under the given name, else under any
 * name that the entry has now. Null if that canon does not know it.
 */
export function nameAtPoint<T>(
  canon: Canon,
  point: CanonPoint,
  name: string,
  find: (known: Known, name: string) => Result<T>,
): Result<T> {
  const known = knownAt(canon, point);
  const foundThen = find(known, name);
  if (point.kind !== 'git' || foundThen.ok || foundThen.failure.code !== 'not-found') return foundThen;
  const now = allOf(canon);
  const entry = findEntryByName(now, name);
  if (!entry.ok) return foundThen;
  const names = [idOf(now, entry.value), ...entry.value.names];
  for (const other of names) {
    const found = find(known, other);
    if (found.ok) return found;
  }
  return failed({ code: 'not-found', message: `"${name}" was not stated yet as of ${point.text}.`, given: name });
}

/** The target of a link to a page; any other name stays unchanged, `Unit #7` too. */
export const strip = (name: string): string => linkTarget(name) || name.trim();

function ambiguous(known: Known, name: string, entries: readonly Entry[]): QuestionFailure {
  const candidates = entries.map((entry) => idOf(known, entry));
  const message = `"${name}" could be ${listCandidates(candidates)}: say which.`;
  return { code: 'ambiguous', message, given: name, candidates };
}

/** @param entities without a page that may be meant */
function notFound(now: Known, name: string, what: string, entities: readonly string[] = []): QuestionFailure {
  if (strip(name) === '')
    return {
      code: 'not-found',
      message: 'No name was given. Write the id, the title or an alias of a page.',
      given: name,
    };
  const entries = nearEntries(now, strip(name)).map((entry) => idOf(now, entry));
  const candidates = [...new Set([...entities, ...entries])];
  const hint = candidates.length > 0 ? ` Did you mean ${candidates.join(' or ')}?` : '';
  const message = `${what} in this codex is called "${quoted(name)}".${hint}`;
  return { code: 'not-found', message, given: name, ...(candidates.length > 0 && { candidates }) };
}

/** Whether a text is a whole number from 1 on that JavaScript represents exactly. */
export const isCount = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);

/** @param what is counted */
export const notACount = (given: string, what: string): Extract<Result<never>, { ok: false }> => {
  const message = `"${given}" is not a number of ${what}. Accepted: a whole number from 1 on.`;
  return { ok: false, failure: { code: 'bad-limit', message, given } };
};
