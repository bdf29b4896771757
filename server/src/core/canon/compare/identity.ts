/** Matches entries, entities and values of two canons, and reads a committed state again under today's codex.yaml (model §10). */
import type { Entry, Ref } from '../../entry/entry';
import { entryAt, pathsOf, withEntries } from '../model/canon';
import { changesOf, type Retcon } from '../model/edges';
import { comparePositions } from '../../codex/canonTime';
import { entityNamed, entityOf, entryNamed, idOf, isStill, keptBeside, resolve, valueEntry } from '../model/known';
import type { Known, Still, Canon } from '../model/canonValue';
import { retconsOf } from '../retcons/inForce';
import { type Codex, revisionsBehind, addedRevisions } from '../../codex/codex';
import { findRevision } from '../../codex/revisions';
import { atOnce } from '../../text/groups';
import { tableEntries, tableKeys } from '../model/table';
import { withFormerEras } from '../../chronology';
import { entryFilter } from '../../codex/pathRules';
import { readEntry } from '../../entry/readEntry';
import { knownAt, LATEST } from '../model/canonPoint';

/** The same entry at another canon point; in another canon, the entry with its id, or one that has the other's id as an alias. */
export function counterpart(from: Known, to: Known, entry: Entry): Entry | undefined {
  if (from.canon === to.canon) return to.has(entry) ? entry : undefined;
  if (!isStill(from) || !isStill(to)) return counterpartOf(from, to, entry);
  const all = counterpartsFrom(from);
  let found = all.get(to);
  if (!found) all.set(to, (found = new Map()));
  if (!found.has(entry)) found.set(entry, counterpartOf(from, to, entry));
  return found.get(entry);
}

/** The counterparts found so far, by the other canon point. */
const counterpartsFrom = keptBeside(() => new Map<Still, Map<Entry, Entry | undefined>>());

function counterpartOf(from: Known, to: Known, entry: Entry): Entry | undefined {
  const id = idOf(from, entry);
  // If an id has become ambiguous, the file that had it keeps it.
  const same = entryAt(to.canon, entry.path);
  if (same && to.has(same) && idOf(to, same) === id) return same;
  // Without a written id, an entry is identified by its file: the derived id may have changed to the form with the folder.
  if (same && to.has(same) && !entry.writtenId && !same.writtenId) return same;
  const later = entryNamed(to, id);
  if (later && (idOf(to, later) === id || (hasAlias(later, id) && !wasAnother(from, to, later, entry)))) return later;
  for (const { text } of entry.aliases) {
    const earlier = entryNamed(to, text);
    if (earlier && idOf(to, earlier) === text) return earlier;
  }
  return undefined;
}

/** Whether `later` already existed under its id beside `entry`, and has only taken its name since. */
function wasAnother(from: Known, to: Known, later: Entry, entry: Entry): boolean {
  const id = idOf(to, later);
  const own = entryNamed(from, id);
  return own !== undefined && own !== entry && idOf(from, own) === id;
}

/**
 * The meaning of a value at one of two points, as a text that is equal for equal meanings.
 * @param other the other point
 * @param names the later of the two points, whose ids are used
 */
export function valueInOther(known: Known, other: Known, names: Known, value: Pick<Ref, 'text' | 'linked'>): string {
  const ref = valueEntry(known, value) ?? entryByOldId(known, other, value.text);
  if (!ref) return value.text.includes('[[') ? withNames(known, other, names, value.text) : value.text;
  // A name for which a page was written since then still means what it meant.
  const isNew = known === names && !counterpart(known, other, ref) && resolve(other, value.text).kind === 'none';
  return isNew ? value.text : `[[${nameAt(names, known, ref)}]]`;
}

/** A text with the target of each link replaced by its id in `names`, since a target may have been renamed. */
const withNames = (known: Known, other: Known, names: Known, text: string): string =>
  text.replaceAll(LINK, (link, name: string, more: string) => {
    const ref = valueEntry(known, { text: name.trim(), linked: true });
    // A page without a counterpart keeps its name.
    return ref && counterpart(known, other, ref) ? `[[${nameAt(names, known, ref)}${more}]]` : link;
  });

const LINK = /\[\[([^[\]|#]+)((?:[#|][^[\]]*)?)\]\]/g;

/** The entry that a text resolves to by any name, if the text was the id of the same entry at the other point. */
function entryByOldId(known: Known, other: Known, text: string): Entry | undefined {
  if (known.canon === other.canon) return undefined;
  const named = entryNamed(known, text);
  const counterpartEntry = named && valueEntry(other, { text, linked: false });
  return counterpartEntry && counterpart(other, known, counterpartEntry) === named ? named : undefined;
}

/** An entity of one point as another calls it: the entity of the counterpart of its page, else what its name means there. */
export function entityInOther(names: Known, known: Known, entity: string): string {
  const named = names.canon === known.canon ? undefined : entryNamed(known, entity);
  const counterpartEntry = named && counterpart(known, names, named);
  return counterpartEntry ? entityOf(names, counterpartEntry) : entityNamed(names, entity);
}

/** The id of an entry at another point; its own id if it has no counterpart there. */
export function nameAt(names: Known, known: Known, entry: Entry): string {
  const counterpartEntry = counterpart(known, names, entry);
  return counterpartEntry ? idOf(names, counterpartEntry) : idOf(known, entry);
}

const hasAlias = (entry: Entry, id: string): boolean => entry.aliases.some(({ text }) => text === id);

/** The retcons, of some in force at one point, that another point does not know: for example those since an earlier point. */
export function unknownAt(other: Known, known: Known, retcons: readonly Retcon[]): readonly Retcon[] {
  return retcons.filter((one) => {
    const { by, old, kind, replaces } = one;
    if (replaces && other.canon !== known.canon) return !isChangeIn(other, known, one);
    const [otherBy, otherOld] = [counterpart(known, other, by), counterpart(known, other, old)];
    if (!otherBy || !otherOld) return true;
    if (other.canon === known.canon) return false;
    return !retconsOf(other, otherOld).some((retcon) => retcon.by === otherBy && retcon.kind === kind);
  });
}

/** Whether the same page of another canon says the same change of itself. */
function isChangeIn(other: Known, known: Known, { old, kind, only, effective, position }: Retcon): boolean {
  const page = counterpart(known, other, old);
  const wordsOf = (retcon: Pick<Retcon, 'effective' | 'only'>): string =>
    JSON.stringify([
      retcon.effective === 'always' || retcon.effective.text,
      retcon.only?.map(({ entity, attribute, value }) => [entity, attribute, value?.text]),
    ]);
  const words = wordsOf({ effective, only });
  return (
    page !== undefined &&
    changesOf(other, page).some(
      (one) => one.kind === kind && comparePositions(one.position, position) === 0 && wordsOf(one) === words,
    )
  );
}

const continued = new WeakMap<Canon, WeakMap<Codex, boolean>>();

/**
 * Whether the entries of a canon mean the same under another codex.yaml, and have the same problems apart from the present.
 * @param codex may differ in its present, and have more revisions that no entry names
 */
export const readsTheSameUnder = (canon: Canon, codex: Codex): boolean => atOnce(readsTheSameSteps(canon, codex));

/** The same, one entry at a step. */
export function* readsTheSameSteps(canon: Canon, codex: Codex): Generator<void, boolean> {
  let known = continued.get(canon);
  if (!known) continued.set(canon, (known = new WeakMap()));
  let found = known.get(codex);
  if (found === undefined) known.set(codex, (found = yield* knowsNoMore(canon, codex)));
  return found;
}

function* knowsNoMore(canon: Canon, codex: Codex): Generator<void, boolean> {
  const added = revisionsBehind(canon.codex, codex);
  if (!added || added.length === 0) return added !== null;
  const isNamed = (name: string | undefined): boolean =>
    name !== undefined && findRevision({ revisions: added }, name) !== undefined;
  // An ISO date as a canon position is placed among the revisions.
  const isBefore = (time: number): boolean =>
    !Number.isFinite(time) || added.every(({ position }) => time < position.time);
  const knowsNone = ({ canon: place, unknownCanon, position, declarations }: Entry): boolean =>
    ![place?.text, unknownCanon?.text, ...declarations.map(({ asOf }) => asOf?.text)].some(isNamed) &&
    (!position || isBefore(position.time));
  for (const time of canon.committed?.times.values() ?? []) if (!isBefore(time)) return false;
  for (const [, entry] of tableEntries(canon.entries)) {
    if (!knowsNone(entry)) return false;
    yield;
  }
  return true;
}

/** The baseline as it was read, with its texts. */
export interface RereadState {
  readonly canon: Canon;
  /** The text of a file in the baseline; null if it had none. */
  readonly textOf: (path: string) => string | null;
  /** Whether a file has the same text now. */
  readonly isUntouched: (path: string) => boolean;
  /** Whether the changes of codex.yaml since then mean nothing to the pages. */
  readonly isContinued?: boolean;
}

/** The baselines as today's codex.yaml reads them: these change far more rarely than pages. */
const reread = new WeakMap<Canon, WeakMap<Codex, Canon>>();

/** The baseline as today's codex.yaml reads it, and, if that differs, `baselineAsRead`, as it was read then. */
export function rereadBaseline(
  then: RereadState,
  now: Canon,
): { readonly baseline: Known; readonly baselineAsRead?: Known } {
  const asRead = knownAt(then.canon, LATEST);
  const isReadAlike = addedRevisions(then.canon.codex, now.codex)?.size === 0;
  if (then.isContinued === true || isReadAlike) return { baseline: asRead };
  let under = reread.get(then.canon);
  if (!under) reread.set(then.canon, (under = new WeakMap()));
  let canon = under.get(now.codex);
  if (!canon) under.set(now.codex, (canon = rereadEntries(then, now)));
  return { baseline: knownAt(canon, LATEST), baselineAsRead: asRead };
}

function rereadEntries({ canon, textOf, isUntouched }: RereadState, now: Canon): Canon {
  const isWanted = entryFilter(now.codex);
  // A renamed era is reported once for codex.yaml, not for each page that uses the old name.
  const chronology = withFormerEras(now.codex.chronology, canon.codex.chronology);
  const codex = chronology === now.codex.chronology ? now.codex : { ...now.codex, chronology };
  const changes = new Map<string, Entry | null>();
  for (const path of tableKeys(now.entries)) if (!entryAt(canon, path)) changes.set(path, null);
  for (const path of pathsOf(canon)) {
    const isShared = entryAt(now, path) !== undefined && isUntouched(path);
    const text = isShared || !isWanted(path) ? null : textOf(path);
    if (!isShared) changes.set(path, text === null ? null : readEntry(path, text, codex));
  }
  const read = withEntries(now, changes);
  return { ...read, committed: now.committed && canon.committed ? canon.committed : now.committed };
}
