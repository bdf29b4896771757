/** What was established against what is there now: which entries differ, and which facts mean the same (model §10). */
import {
  clippedOf,
  type Difference,
  differencesOf,
  entityInOther,
  type Held,
  type Known,
  pairOf,
  touchingRetcons,
  valueInOther,
  withoutDrafts,
  type Canon,
  entryAt,
  counterpart,
  entityOfFact,
  knownAt,
  LATEST,
  positionOf,
  rereadBaseline,
  type RereadState,
  differing,
} from '../../canon';
import type { Fact, Entry, OwnStretch } from '../../entry/entry';
import { dayNames, type Moment, readDate } from '../../chronology';
import { type CanonPosition, comparePositions } from '../../codex/canonTime';
import { CODEX_FILE } from '../../codex/codexShapes';
import { findRevision } from '../../codex/revisions';
import type { Span } from '../../text/span';
import type { Severity } from '../../text/problem';
import type { Finding } from '../rule';
import { addTo } from '../../text/groups';

/** What a value means, as one text: free text is the same in other letters, with other blanks, and with or without a `.` or `!`. */
export function meaningOfValue(known: Known, other: Known, names: Known, value: Fact['value']): string {
  const meant = valueInOther(known, other, names, value);
  return meant.startsWith('[[') ? meant : normalisedText(meant);
}

/** Whether a fact of then and one of now have the same value: a reference to the same entry, or the same text. */
export const isSameMeaning = ({ baseline, now }: Compared, then: Fact, is: Fact): boolean =>
  meaningOfValue(baseline, now, now, then.value) === meaningOfValue(now, baseline, now, is.value);

/** Free text without what makes no difference. */
export const normalisedText = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!]+$/, '');

/**
 * Where answers differ of which there were any. A draft is not told yet, and may go again unseen: where one has a say, answers
 * are those without it. @param entity as it is called now
 */
export function changedAnswers({ baseline, now }: Compared, entity: string, attribute: string): Difference[] {
  const isDrafted =
    hasDraft(baseline, entityInOther(baseline, now, entity), attribute) || hasDraft(now, entity, attribute);
  const [a, b] = isDrafted ? [withoutDrafts(baseline.canon), withoutDrafts(now.canon)] : [baseline, now];
  return differencesOf(a, b, entity, attribute).filter((one) => isOther(a, b, one));
}

/** Whether a draft states what is asked, or makes a retcon of it. */
const hasDraft = (known: Known, entity: string, attribute: string): boolean =>
  clippedOf(known, pairOf(entity, attribute)).some(({ entry }) => entry.draft) ||
  touchingRetcons(known, entity, attribute).some(({ by }) => by.draft);

/** Whether there was an answer, and another one has come. */
export const isOther = (a: Known, b: Known, { before, after }: Difference): boolean =>
  before.length > 0 && valuesIn(a, a, b, before) !== valuesIn(b, a, b, after);

const valuesIn = (known: Known, a: Known, b: Known, held: readonly Held[]): string =>
  [...new Set(held.map(({ clipped }) => meaningOfValue(known, known === b ? a : b, b, clipped.fact.value)))]
    .sort()
    .join('\n');

/** Two states of one codex, each with its own codex.yaml. */
export interface Compared {
  /** What was told, by the name of the point at which it was, `v1`; read as codex.yaml of now reads it. */
  readonly baseline: Known;
  /** The same as it was read then, where codex.yaml of then read it otherwise. */
  readonly baselineAsRead?: Known;
  readonly point: string;
  readonly now: Known;
  /** The text of a file as it is now; null: there is none. */
  readonly textOf?: (path: string) => string | null;
  /** The texts of codex.yaml then and now; null: there is none. */
  readonly codexTexts: { readonly baseline: string | null; readonly now: string | null };
  /** Whether codex.yaml of now names another point than the one that counts. */
  readonly isMoved?: boolean;
  /** Whether a file that is there then and now has the same frontmatter and title; asked where it was read anew. */
  readonly isAsInBaseline?: (path: string) => boolean;
  /** Whether a file has the same text, though under another codex.yaml it may say something else. */
  readonly isUntouched?: (path: string) => boolean;
  /** Files that may mean something else though nobody has touched them: what they name is another entry now. */
  readonly reach?: ReadonlySet<string> | null;
}

/** A codex as it is now, with its texts, against what was told. @param then as `rereadBaseline` takes it. @param point by which it was told */
export const comparedStates = (
  now: { readonly canon: Canon; readonly textOf: (path: string) => string | null },
  then: RereadState,
  point: string,
): Compared => ({
  ...rereadBaseline(then, now.canon),
  point,
  now: knownAt(now.canon, LATEST),
  textOf: now.textOf,
  codexTexts: { baseline: then.textOf(CODEX_FILE), now: now.textOf(CODEX_FILE) },
  isUntouched: then.isUntouched,
});

/** A finding, and the file that has it; of a file that has gone, its old path. */
export interface ComparedFinding {
  readonly file: string;
  readonly finding: Finding;
  /** A name, as `nameKey` gives it, that nobody finds by this: that it is ambiguous where it is said is told with it. */
  readonly shares?: string;
  /** The names of a page that has gone. */
  readonly gone?: readonly string[];
  /** What did it, where that did the same to other pages: those are told with the first. */
  readonly cause?: string;
}

/** A rule that looks at two states of the codex, here and there in them; else as any other. */
export interface ComparingRule {
  readonly code: string;
  readonly severity: Severity;
  /** At what was established and is not as it was. */
  readonly ofChanged?: (compared: Compared, changed: ChangedEntry) => Iterable<ComparedFinding>;
  /** At an entry of now that was not there as it is. */
  readonly ofNew?: (compared: Compared, is: Entry) => Iterable<ComparedFinding>;
  /** At errata.yaml. */
  readonly ofErrata?: (compared: Compared) => Iterable<ComparedFinding>;
  /** At codex.yaml; in steps, since that takes a look at every answer. */
  readonly ofCodex?: (compared: Compared) => Generator<void, readonly ComparedFinding[]>;
}

/** Whether what an entry said was established: it was no draft, and its revision was no longer written on. */
export function isEstablished({ baselineAsRead, baseline }: Compared, was: Entry): boolean {
  const { canon } = baselineAsRead ?? baseline;
  return isEstablishedIn(canon, entryAt(canon, was.path) ?? was);
}

/** The same of an entry of what was told. */
export function isEstablishedIn({ codex }: Canon, then: Entry): boolean {
  if (then.draft) return false;
  const revision = then.canon && findRevision(codex, then.canon.text);
  return revision?.open !== true;
}

/** An established entry that is not the same object now, with what it is now; undefined: it has gone. */
export interface ChangedEntry {
  readonly was: Entry;
  readonly is: Entry | undefined;
}

/** Whether a file says now what it said then. An entry that was not read anew is one object. */
function isSame({ baseline, now, isAsInBaseline }: Compared, path: string): boolean {
  const [was, is] = [entryAt(baseline.canon, path), entryAt(now.canon, path)];
  return was === is || (was !== undefined && is !== undefined && isAsInBaseline?.(path) === true);
}

/** Established entries whose file has changed, in the order of paths. */
export const changedEntries = (compared: Compared): ChangedEntry[] =>
  [...new Set([...pathsApart(compared), ...(compared.reach ?? [])])].sort().flatMap((path) => {
    const was = entryAt(compared.baseline.canon, path);
    return (was && changedFrom(compared, was)) ?? [];
  });

/** What an entry that was established is now, where that is not what it was. */
export function changedFrom(compared: Compared, was: Entry): ChangedEntry | null {
  const { baseline, now } = compared;
  const isAsItWas = isSame(compared, was.path) && compared.reach?.has(was.path) !== true;
  if (!baseline.has(was) || isAsItWas || !isEstablished(compared, was)) return null;
  return { was, is: counterpart(baseline, now, was) };
}

/** What one entry of now was, where that was established and the entry is not as it was. */
export function changedInto(compared: Compared, is: Entry): ChangedEntry | null {
  if (isSame(compared, is.path)) return null;
  const was = counterpart(compared.now, compared.baseline, is);
  const changed = was ? changedFrom(compared, was) : null;
  return changed?.is === is ? changed : null;
}

/** Whether an entry has another place in canon time than it had. */
export const isMovedInCanon = ({ baseline, now }: Compared, was: Entry, is: Entry): boolean =>
  was.canon?.text !== is.canon?.text &&
  comparePositions(positionOf(baseline.canon, was), positionOf(now.canon, is)) !== 0;

/** Whether an entry of now was not there as it is. */
export const isNew = (compared: Compared, is: Entry): boolean => compared.now.has(is) && !isSame(compared, is.path);

/** The old text, to stand beside the new one. */
export const relatedInBaseline = ({ point }: Compared, was: Entry, span: Span, message: string) => ({
  file: was.path,
  span,
  message: `${point} says: ${message}`,
  isEstablished: true as const,
});

/** Entries of now that were not there as they are, in the order of paths. */
export const newEntries = (compared: Compared): Entry[] =>
  pathsApart(compared).flatMap((path) => {
    const is = entryAt(compared.now.canon, path);
    return is && isNew(compared, is) ? is : [];
  });

/** The files whose entries are not one object then and now, sorted: all others say what they said. */
const apart = new WeakMap<Compared, readonly string[]>();

function pathsApart(compared: Compared): readonly string[] {
  let paths = apart.get(compared);
  if (!paths)
    apart.set(compared, (paths = differing(compared.baseline.canon.entries, compared.now.canon.entries).sort()));
  return paths;
}

/** What a fact means, as one text: entity, attribute, value and interval, in the names and the calendar of now. */
export function meaningOf(compared: Compared, known: Known, entry: Entry, fact: Fact): string {
  const { now } = compared;
  const entity = entityInOther(now, known, entityOfFact(known, entry, fact));
  const value = meaningOfValue(known, known === now ? compared.baseline : now, now, fact.value);
  const from = fact.from?.date?.start ?? entry.date?.date?.start ?? null;
  const until = fact.until?.moment ?? entry.until?.moment ?? null;
  const parts = fact.from?.date && fact.until ? [] : entry.parts.map((part) => placedPart(now, known, part));
  return JSON.stringify([
    entity,
    fact.attribute.text,
    value,
    placed(now, known, from),
    placed(now, known, until),
    ...parts,
  ]);
}

/** A moment in the calendar of now, as a text: a date written in another way means the same. */
export function placed(now: Known, known: Known, moment: Moment | null): string {
  if (!moment) return '';
  const { chronology } = now.canon.codex;
  const reading = dayNames(known.canon.codex.chronology, chronology).isSame ? null : readDate(chronology, moment.text);
  const { line, day } = reading?.ok && reading.date ? reading.date.start : moment;
  return `${line} ${day}${moment.approximate ? ' about' : ''}`;
}

const placedPart = (now: Known, known: Known, { from, until }: OwnStretch): string =>
  `${placed(now, known, from.date.start)} ${placed(now, known, until?.moment ?? null)}`;

/** What the facts of an entry mean, by the fact. */
export const meaningsIn = (compared: Compared, known: Known, entry: Entry): Map<string, Fact> =>
  new Map(entry.facts.map((fact) => [meaningOf(compared, known, entry, fact), fact]));

/** The places in canon time of the entries that state a fact now and did not, by what it means. */
const movedTo = new WeakMap<Compared, ReadonlyMap<string, readonly CanonPosition[]>>();

/** Whether another entry states a fact now as if it had always done, at the same place in canon time. */
export function hasMoved(compared: Compared, meaning: string, was: Entry): boolean {
  let positions = movedTo.get(compared);
  if (!positions) movedTo.set(compared, (positions = newlyStated(compared)));
  const position = positionOf(compared.baseline.canon, was);
  return positions.get(meaning)?.some((one) => comparePositions(one, position) === 0) === true;
}

/** Whether all that a new entry states was stated by another at its place in canon time: it was only moved here. */
export function hasMovedHere(compared: Compared, is: Entry): boolean {
  const { baseline, now } = compared;
  const position = positionOf(now.canon, is);
  const left = [...meaningsIn(compared, now, is).keys()];
  if (left.length === 0 || is.declarations.length > 0) return false;
  const told = changedEntries(compared).filter(
    ({ was }) => comparePositions(positionOf(baseline.canon, was), position) === 0,
  );
  const stated = new Set(told.flatMap(({ was }) => [...meaningsIn(compared, baseline, was).keys()]));
  return left.every((meaning) => stated.has(meaning));
}

function newlyStated(compared: Compared): ReadonlyMap<string, readonly CanonPosition[]> {
  const { baseline, now } = compared;
  const positions = new Map<string, CanonPosition[]>();
  for (const is of newEntries(compared)) {
    // What is told in a draft may go again unseen.
    if (is.draft) continue;
    const was = counterpart(now, baseline, is);
    const told = was && meaningsIn(compared, baseline, was);
    for (const meaning of meaningsIn(compared, now, is).keys())
      if (told?.has(meaning) !== true) addTo(positions, meaning, positionOf(now.canon, is));
  }
  return positions;
}

/** Whether what held at one point is stated at the other as well, by the same entry. */
export function isStatedIn({ clipped }: Held, known: Known, other: Known): boolean {
  const counterpartEntry = counterpart(known, other, clipped.entry);
  const { value, attribute } = clipped.fact;
  const isStated = (fact: Fact): boolean => fact.value.text === value.text && fact.attribute.text === attribute.text;
  return counterpartEntry?.facts.some(isStated) === true;
}
