/** Compares a codex with its baseline: which entries differ, and which facts mean the same (model §10). */
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
import { allFactsOf, withVersions } from '../../entry/versions';
import { dayNames, type Moment, readDate } from '../../chronology';
import { type CanonPosition, comparePositions } from '../../codex/canonTime';
import { CODEX_FILE } from '../../codex/codexShapes';
import { findRevision } from '../../codex/revisions';
import type { Span } from '../../text/span';
import type { Severity } from '../../text/problem';
import type { Finding } from '../rule';
import { addTo } from '../../text/groups';

/** The meaning of a value as one text. Free text is compared without case, extra blanks, and a closing `.` or `!`. */
export function meaningOfValue(known: Known, other: Known, names: Known, value: Fact['value']): string {
  const text = valueInOther(known, other, names, value);
  return text.startsWith('[[') ? text : normalisedText(text);
}

/** Whether a fact of the baseline and a present one have the same value: a reference to the same entry, or the same text. */
export const isSameMeaning = ({ baseline, now }: Compared, then: Fact, is: Fact): boolean =>
  meaningOfValue(baseline, now, now, then.value) === meaningOfValue(now, baseline, now, is.value);

/** Free text in lower case, without extra blanks and without a closing `.` or `!`. */
export const normalisedText = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!]+$/, '');

/**
 * Where established answers differ. Drafts are not established and may change unseen: if one has a say, the answers without drafts
 * are compared. @param entity its present name
 */
export function changedAnswers({ baseline, now }: Compared, entity: string, attribute: string): Difference[] {
  const isDrafted =
    hasDraft(baseline, entityInOther(baseline, now, entity), attribute) || hasDraft(now, entity, attribute);
  const [a, b] = isDrafted ? [withoutDrafts(baseline.canon), withoutDrafts(now.canon)] : [baseline, now];
  return differencesOf(a, b, entity, attribute).filter((one) => isOther(a, b, one));
}

/** Whether a draft states the attribute, or makes a retcon that touches it. */
const hasDraft = (known: Known, entity: string, attribute: string): boolean =>
  clippedOf(known, pairOf(entity, attribute)).some(({ entry }) => entry.draft) ||
  touchingRetcons(known, entity, attribute).some(({ by }) => by.draft);

/** Whether there was an answer, and it is different now. */
export const isOther = (a: Known, b: Known, { before, after }: Difference): boolean =>
  before.length > 0 && valuesIn(a, a, b, before) !== valuesIn(b, a, b, after);

const valuesIn = (known: Known, a: Known, b: Known, held: readonly Held[]): string =>
  [...new Set(held.map(({ clipped }) => meaningOfValue(known, known === b ? a : b, b, clipped.fact.value)))]
    .sort()
    .join('\n');

/** A codex and its baseline. */
export interface Compared {
  /** The baseline, read with the present codex.yaml. */
  readonly baseline: Known;
  /** The baseline read with its own codex.yaml, if that reads it differently. */
  readonly baselineAsRead?: Known;
  /** The name of the baseline's point, `v1`. */
  readonly point: string;
  readonly now: Known;
  /** The present text of a file; null: no such file. */
  readonly textOf?: (path: string) => string | null;
  /** The texts of codex.yaml in the baseline and now; null: no such file. */
  readonly codexTexts: { readonly baseline: string | null; readonly now: string | null };
  /** Whether the present codex.yaml names another point, which counts from the next commit on. */
  readonly isMoved?: boolean;
  /** Whether a file has the frontmatter and title that it has in the baseline. Used only for files that were read again. */
  readonly isAsInBaseline?: (path: string) => boolean;
  /** Whether a file has the same text as in the baseline, though another codex.yaml may read it differently. */
  readonly isUntouched?: (path: string) => boolean;
  /** Untouched files whose meaning may have changed, since their names may resolve to other entries. */
  readonly reach?: ReadonlySet<string> | null;
}

/** A codex with its texts, and its baseline. @param then the baseline, for `rereadBaseline`. @param point the name of its point */
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

/** A finding and its file; a deleted file has its old path. */
export interface ComparedFinding {
  readonly file: string;
  readonly finding: Finding;
  /** A name, as `nameKey` gives it, that this change makes ambiguous. The finding stands for all uses of the name. */
  readonly shares?: string;
  /** The names of a page that no longer exists. */
  readonly gone?: readonly string[];
  /** A key for the cause. Findings with the same cause are reported with the first of them. */
  readonly cause?: string;
}

/** A rule that compares the codex with its baseline. */
export interface ComparingRule {
  readonly code: string;
  readonly severity: Severity;
  /** Findings for an established entry that has changed or gone. */
  readonly ofChanged?: (compared: Compared, changed: ChangedEntry) => Iterable<ComparedFinding>;
  /** Findings for an entry that is new or has changed. */
  readonly ofNew?: (compared: Compared, is: Entry) => Iterable<ComparedFinding>;
  /** Findings in errata.yaml. */
  readonly ofErrata?: (compared: Compared) => Iterable<ComparedFinding>;
  /** Findings in codex.yaml; in steps, since they depend on every answer. */
  readonly ofCodex?: (compared: Compared) => Generator<void, readonly ComparedFinding[]>;
}

/** Whether an entry of the baseline is established: it is not a draft, and its revision is not open. */
export function isEstablished({ baselineAsRead, baseline }: Compared, was: Entry): boolean {
  const { canon } = baselineAsRead ?? baseline;
  return isEstablishedIn(canon, entryAt(canon, was.path) ?? was);
}

/** As `isEstablished`, in the canon that the entry was read for. */
export function isEstablishedIn({ codex }: Canon, then: Entry): boolean {
  if (then.draft) return false;
  const revision = then.canon && findRevision(codex, then.canon.text);
  return revision?.open !== true;
}

/** An established entry that has changed, with its present version; undefined: it no longer exists. */
export interface ChangedEntry {
  readonly was: Entry;
  readonly is: Entry | undefined;
}

/** Whether a file says what it said in the baseline. An entry that was not read again is the same object. */
function isSame({ baseline, now, isAsInBaseline }: Compared, path: string): boolean {
  const [was, is] = [entryAt(baseline.canon, path), entryAt(now.canon, path)];
  return was === is || (was !== undefined && is !== undefined && isAsInBaseline?.(path) === true);
}

/** Established entries whose file has changed, sorted by path. */
export const changedEntries = (compared: Compared): ChangedEntry[] =>
  [...new Set([...pathsApart(compared), ...(compared.reach ?? [])])].sort().flatMap((path) => {
    const was = entryAt(compared.baseline.canon, path);
    return (was && changedFrom(compared, was)) ?? [];
  });

/** The change of an established entry; null if it has not changed. */
export function changedFrom(compared: Compared, was: Entry): ChangedEntry | null {
  const { baseline, now } = compared;
  const isAsItWas = isSame(compared, was.path) && compared.reach?.has(was.path) !== true;
  if (!baseline.has(was) || isAsItWas || !isEstablished(compared, was)) return null;
  return { was, is: counterpart(baseline, now, was) };
}

/** The change that led to an entry; null if it was not established or has not changed. */
export function changedInto(compared: Compared, is: Entry): ChangedEntry | null {
  if (isSame(compared, is.path)) return null;
  const was = counterpart(compared.now, compared.baseline, is);
  const changed = was ? changedFrom(compared, was) : null;
  return changed?.is === is ? changed : null;
}

/** Whether an entry has moved in canon time. */
export const isMovedInCanon = ({ baseline, now }: Compared, was: Entry, is: Entry): boolean =>
  was.canon?.text !== is.canon?.text &&
  comparePositions(positionOf(baseline.canon, was), positionOf(now.canon, is)) !== 0;

/** Whether an entry is new or has changed. */
export const isNew = (compared: Compared, is: Entry): boolean => compared.now.has(is) && !isSame(compared, is.path);

/** A related place in the baseline. */
export const relatedInBaseline = ({ point }: Compared, was: Entry, span: Span, message: string) => ({
  file: was.path,
  span,
  message: `${point} says: ${message}`,
  isEstablished: true as const,
});

/** Entries that are new or have changed, sorted by path. */
export const newEntries = (compared: Compared): Entry[] =>
  pathsApart(compared).flatMap((path) => {
    const is = entryAt(compared.now.canon, path);
    return is && isNew(compared, is) ? is : [];
  });

/** The files whose entries are different objects in the baseline and now, sorted. All other files are unchanged. */
const apart = new WeakMap<Compared, readonly string[]>();

function pathsApart(compared: Compared): readonly string[] {
  let paths = apart.get(compared);
  if (!paths)
    apart.set(compared, (paths = differing(compared.baseline.canon.entries, compared.now.canon.entries).sort()));
  return paths;
}

/** The meaning of a fact as one text: entity, attribute, value and interval, in the present names and calendar. */
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

/** A moment in the present calendar as a text: the same date in another notation gives the same text. */
export function placed(now: Known, known: Known, moment: Moment | null): string {
  if (!moment) return '';
  const { chronology } = now.canon.codex;
  const reading = dayNames(known.canon.codex.chronology, chronology).isSame ? null : readDate(chronology, moment.text);
  const { line, day } = reading?.ok && reading.date ? reading.date.start : moment;
  return `${line} ${day}${moment.approximate ? ' about' : ''}`;
}

const placedPart = (now: Known, known: Known, { from, until }: OwnStretch): string =>
  `${placed(now, known, from.date.start)} ${placed(now, known, until?.moment ?? null)}`;

/** The facts of an entry by their meaning. */
export const meaningsIn = (compared: Compared, known: Known, entry: Entry): Map<string, Fact> =>
  new Map(
    withVersions(entry).flatMap((version) =>
      version.facts.map((fact) => [meaningOf(compared, known, version, fact), fact] as const),
    ),
  );

/** The canon positions of the entries that state a fact now and did not, by its meaning. */
const movedTo = new WeakMap<Compared, ReadonlyMap<string, readonly CanonPosition[]>>();

/** Whether another entry at the same canon position has begun to state a fact: the fact has moved to another page. */
export function hasMoved(compared: Compared, meaning: string, was: Entry): boolean {
  let positions = movedTo.get(compared);
  if (!positions) movedTo.set(compared, (positions = newlyStated(compared)));
  const position = positionOf(compared.baseline.canon, was);
  return positions.get(meaning)?.some((one) => comparePositions(one, position) === 0) === true;
}

/** Whether all facts of a new entry were stated by others at the same canon position: they only moved here. */
export function hasMovedHere(compared: Compared, is: Entry): boolean {
  const { baseline, now } = compared;
  const position = positionOf(now.canon, is);
  const left = [...meaningsIn(compared, now, is).keys()];
  if (left.length === 0 || is.declarations.length > 0) return false;
  const before = changedEntries(compared).filter(
    ({ was }) => comparePositions(positionOf(baseline.canon, was), position) === 0,
  );
  const stated = new Set(before.flatMap(({ was }) => [...meaningsIn(compared, baseline, was).keys()]));
  return left.every((meaning) => stated.has(meaning));
}

function newlyStated(compared: Compared): ReadonlyMap<string, readonly CanonPosition[]> {
  const { baseline, now } = compared;
  const positions = new Map<string, CanonPosition[]>();
  for (const is of newEntries(compared)) {
    // A draft may change unseen, so it takes over no fact.
    if (is.draft) continue;
    const was = counterpart(now, baseline, is);
    const before = was && meaningsIn(compared, baseline, was);
    for (const meaning of meaningsIn(compared, now, is).keys())
      if (before?.has(meaning) !== true) addTo(positions, meaning, positionOf(now.canon, is));
  }
  return positions;
}

/** Whether the same entry of the other canon states a value too. */
export function isStatedIn({ clipped }: Held, known: Known, other: Known): boolean {
  const counterpartEntry = counterpart(known, other, clipped.entry);
  const { value, attribute } = clipped.fact;
  const isStated = (fact: Fact): boolean => fact.value.text === value.text && fact.attribute.text === attribute.text;
  return counterpartEntry !== undefined && allFactsOf(counterpartEntry).some(isStated);
}
