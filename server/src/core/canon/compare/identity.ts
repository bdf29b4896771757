/** Matches the entries of two canons, and reads a committed state under today's codex.yaml. */
import type { Entry, Ref } from '../../entry/entry';
import { entryAt, pathsOf, withEntries } from '../model/canon';
import type { Retcon } from '../model/edges';
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

/** The same entry at another point; in another canon the one with its id, or with which it shares one as an alias. */
export function counterpart(from: Known, to: Known, entry: Entry): Entry | undefined {
  if (from.canon === to.canon) return to.has(entry) ? entry : undefined;
  if (!isStill(from) || !isStill(to)) return counterpartOf(from, to, entry);
  const all = counterpartsFrom(from);
  let found = all.get(to);
  if (!found) all.set(to, (found = new Map()));
  if (!found.has(entry)) found.set(entry, counterpartOf(from, to, entry));
  return found.get(entry);
}

/** Those that were looked for, by the other point. */
const counterpartsFrom = keptBeside(() => new Map<Still, Map<Entry, Entry | undefined>>());

function counterpartOf(from: Known, to: Known, entry: Entry): Entry | undefined {
  const id = idOf(from, entry);
  // Where an id has become ambiguous, the file that had it is still the one.
  const same = entryAt(to.canon, entry.path);
  if (same && to.has(same) && idOf(to, same) === id) return same;
  // Without an id of its own it goes by its file, in the longer form where another file has the same name.
  if (same && to.has(same) && !entry.writtenId && !same.writtenId) return same;
  const later = entryNamed(to, id);
  if (later && (idOf(to, later) === id || (hasAlias(later, id) && !wasAnother(from, to, later, entry)))) return later;
  for (const { text } of entry.aliases) {
    const earlier = entryNamed(to, text);
    if (earlier && idOf(to, earlier) === text) return earlier;
  }
  return undefined;
}

/** Whether an entry was there under its id already, beside another: whose name it has taken on since. */
function wasAnother(from: Known, to: Known, later: Entry, entry: Entry): boolean {
  const id = idOf(to, later);
  const own = entryNamed(from, id);
  return own !== undefined && own !== entry && idOf(from, own) === id;
}

/**
 * What a value of one of two points means, as a text that is the same where both mean the same.
 * @param names the later point, whose ids are used. @param other the one to compare with
 */
export function valueInOther(known: Known, other: Known, names: Known, value: Pick<Ref, 'text' | 'linked'>): string {
  const ref = valueEntry(known, value) ?? entryByOldId(known, other, value.text);
  if (!ref) return value.text.includes('[[') ? withNames(known, other, names, value.text) : value.text;
  // A name for which a page has been written since says what it said.
  const isNew = known === names && !counterpart(known, other, ref) && resolve(other, value.text).kind === 'none';
  return isNew ? value.text : `[[${nameAt(names, known, ref)}]]`;
}

/** A text in which every link that leads to a page says what that is called: links in it may have been renamed. */
const withNames = (known: Known, other: Known, names: Known, text: string): string =>
  text.replaceAll(LINK, (link, name: string, more: string) => {
    const ref = valueEntry(known, { text: name.trim(), linked: true });
    // A page that is not there at the other point has no other name there.
    return ref && counterpart(known, other, ref) ? `[[${nameAt(names, known, ref)}${more}]]` : link;
  });

const LINK = /\[\[([^[\]|#]+)((?:[#|][^[\]]*)?)\]\]/g;

/** The entry that a text leads to by any name, where at the other point it was the id of the same one. */
function entryByOldId(known: Known, other: Known, text: string): Entry | undefined {
  if (known.canon === other.canon) return undefined;
  const named = entryNamed(known, text);
  const counterpartEntry = named && valueEntry(other, { text, linked: false });
  return counterpartEntry && counterpart(other, known, counterpartEntry) === named ? named : undefined;
}

/** What an entity of one point is at another: that of the entry which it is named after, else what its name means there. */
export function entityInOther(names: Known, known: Known, entity: string): string {
  const named = names.canon === known.canon ? undefined : entryNamed(known, entity);
  const counterpartEntry = named && counterpart(known, names, named);
  return counterpartEntry ? entityOf(names, counterpartEntry) : entityNamed(names, entity);
}

/** The name of an entry at another point; its name here where it is not there. */
export function nameAt(names: Known, known: Known, entry: Entry): string {
  const counterpartEntry = counterpart(known, names, entry);
  return counterpartEntry ? idOf(names, counterpartEntry) : idOf(known, entry);
}

const hasAlias = (entry: Entry, id: string): boolean => entry.aliases.some(({ text }) => text === id);

/** Those retcons, in force at one point, that another does not know: of now, what was decided after a point. */
export function unknownAt(other: Known, known: Known, retcons: readonly Retcon[]): readonly Retcon[] {
  return retcons.filter(({ by, old, kind }) => {
    const [theirBy, theirOld] = [counterpart(known, other, by), counterpart(known, other, old)];
    if (!theirBy || !theirOld) return true;
    if (other.canon === known.canon) return false;
    return !retconsOf(other, theirOld).some((one) => one.by === theirBy && one.kind === kind);
  });
}

/** Whether the entries of a canon mean under another codex.yaml what they mean under their own, and are judged alike but for its present. */
const continued = new WeakMap<Canon, WeakMap<Codex, boolean>>();

/** @param codex another one, that may have more revisions, of which no entry knows */
export const readsTheSameUnder = (canon: Canon, codex: Codex): boolean => atOnce(readsTheSameSteps(canon, codex));

/** The same, an entry at a step, where it is not known already. */
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
  // An ISO date has its place among the revisions.
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

/** A state that was told, with its texts. */
export interface RereadState {
  readonly canon: Canon;
  /** The text of a file as it was told; null where there was none. */
  readonly textOf: (path: string) => string | null;
  /** Whether a file has the same text now. */
  readonly isUntouched: (path: string) => boolean;
  /** Whether codex.yaml has since been changed only in what means nothing to its pages. */
  readonly isContinued?: boolean;
}

/** Kept as long as the same was told, under the same codex.yaml of now: pages change far more often. */
const reread = new WeakMap<Canon, WeakMap<Codex, Canon>>();

/** What was told, as codex.yaml reads it now; `baselineAsRead` besides, as it was read then, where that is not the same. */
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
  // That an era has another name is told of codex.yaml, and not of each page that calls it so.
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
