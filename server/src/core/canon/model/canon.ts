/** The canon: an immutable value made of entries. An edit makes a new one that shares everything it did not touch. */
import type { Codex } from '../../codex/codex';
import type { Entry } from '../../entry/entry';
import { firstPast } from '../../text/sorted';
import { openPack, type Pack, type PackImage } from '../../packed/pack';
import { INDEX_KEYS, INDEXES, type Index, type Trait } from './indexKeys';
import type { Canon, Known } from './canonValue';
import {
  at,
  changed,
  emptyTable,
  tableEntries,
  has,
  hiding,
  longestAt,
  tableKeys,
  type Layer,
  put,
  type Table,
} from './table';
import { BEGINNING, type CanonPosition, END, isoDay, isoInstant } from '../../codex/canonTime';

/** The same canon as another value: what was worked out of the one given is not taken along. */
export const withoutMemos = (canon: Canon, committed = canon.committed): Canon => ({
  ...canon,
  committed,
  knowns: new Map(),
});

/** Of more canon points than these nothing is kept from one question to the next. */
const MOST_POINTS = 24;

/** The same, where very many points of it have been asked about, one after the other: each keeps what was worked out there. */
export const withFewPoints = (canon: Canon): Canon => (canon.knowns.size > MOST_POINTS ? withoutMemos(canon) : canon);

export function emptyCanon(codex: Codex): Canon {
  return {
    codex,
    committed: null,
    eyes: null,
    entries: emptyTable(),
    names: emptyTable(),
    declaredOn: emptyTable(),
    statedOn: emptyTable(),
    describing: emptyTable(),
    restingOn: emptyTable(),
    alsoNaming: emptyTable(),
    unknownKeys: emptyTable(),
    traits: emptyTable(),
    valued: emptyTable(),
    knownBy: emptyTable(),
    knowns: new Map(),
  };
}

/** In so many files, a key that means nothing is no slip, but the author's own. */
export const OWN = 3;

/** Whether any entry restores another; mostly none does, and nothing need be asked of restorations. */
export const hasRestorations = ({ canon }: Pick<Known, 'canon'>): boolean => countOf(canon, 'restores') > 0;

/** How many entries show a trait. */
export const countOf = (canon: Canon, trait: Trait): number => at(canon.traits, trait)?.length ?? 0;

/** The canon after some files were read again (an entry) or are gone (null). The order of changes does not matter. */
export function withEntries(canon: Canon, changes: ReadonlyMap<string, Entry | null>): Canon {
  const moves = Object.fromEntries(INDEXES.map((index) => [index, new Map()])) as Record<Index, Map<string, Moves>>;
  const move = (index: Index, key: string, path: string, isThere: boolean): void => {
    const known = moves[index].get(key);
    if (known) known.set(path, isThere);
    else moves[index].set(key, new Map([[path, isThere]]));
  };
  for (const [path, entry] of changes) {
    const before = at(canon.entries, path);
    for (const index of INDEXES) {
      const [gone, come] = [keysOfEntry(index, before), keysOfEntry(index, entry)];
      for (const key of gone) if (!come.has(key)) move(index, key, path, false);
      for (const key of come) if (!gone.has(key)) move(index, key, path, true);
    }
  }
  const entries = changed(canon.entries, new Map([...changes].map(([path, entry]) => [path, entry ?? undefined])));
  const indexes = Object.fromEntries(
    INDEXES.map((index) => {
      const lists = [...moves[index]].map(([key, paths]) => [key, moved(at(canon[index], key) ?? [], paths)] as const);
      return [index, changed(canon[index], new Map(lists))];
    }),
  ) as unknown as Record<Index, Table<readonly string[]>>;
  return { codex: canon.codex, committed: canon.committed, eyes: null, entries, ...indexes, knowns: new Map() };
}

/** Whether paths are filed under a key from now on. */
type Moves = Map<string, boolean>;

/** A sorted list after some paths have come and gone; it stays sorted, so that the order in which files were read can't be seen. */
function moved(list: readonly string[], paths: Moves): readonly string[] | undefined {
  const kept = list.filter((path) => !paths.has(path));
  const come = [...paths].flatMap(([path, isThere]) => (isThere ? path : [])).sort();
  if (kept.length === 0) return come.length > 0 ? come : undefined;
  for (const path of come) {
    const place = firstPast(kept, (one) => one > path);
    kept.splice(place, 0, path);
  }
  return kept;
}

function keysOfEntry(index: Index, entry: Entry | null | undefined): ReadonlySet<string> {
  const keys = new Set<string>();
  if (entry) INDEX_KEYS[index](entry, (key) => void keys.add(key));
  return keys;
}

/** The packed entries of a canon that is being read; in it they are filed as in the canon. */
export type CanonPack = Pack<Index>;

/** @param image of a pack that was made before; none: an empty one */
export const canonPack = (image?: PackImage): CanonPack => openPack(INDEXES, image);

/** The canon of all that is packed, under the codex of another. */
export function packedCanon({ codex, committed }: Canon, { entries, indexes }: CanonPack): Canon {
  const tables = Object.entries(indexes).map(([index, base]) => [index, { base, over: new Map() }]);
  return {
    codex,
    committed,
    eyes: null,
    entries: { base: entries, over: new Map() },
    ...(Object.fromEntries(tables) as Record<Index, Table<readonly string[]>>),
    knowns: new Map(),
  };
}

/**
 * The canon with some more entries, which are packed in place: the one given, which rests on the same pack, is void. For
 * a first reading in slices, where copying would cost more than reading. It is the canon that `withEntries` would give.
 */
export function grown(canon: Canon, pack: CanonPack, entries: Iterable<Entry>): Canon {
  const again = new Map<string, Entry>();
  for (const entry of entries) {
    const { path } = entry;
    if (pack.entries.has(path) || hiding(canon.entries, path)) {
      again.set(path, entry);
      continue;
    }
    pack.add(entry, (index, say) =>
      INDEX_KEYS[index](entry, (key) => {
        const lists = hiding(canon[index], key);
        if (lists) insertInto(lists, key, path);
        say(key);
      }),
    );
  }
  return withEntries(canon, again);
}

/** Adds a path to a sorted list, in place. */
function insertInto(lists: Layer<readonly string[]>, key: string, path: string): void {
  let list = lists.get(key) as string[] | undefined;
  if (!list) put(lists, key, (list = []));
  const place = firstPast(list, (one) => one >= path);
  if (list[place] !== path) list.splice(place, 0, path);
}

export function entryAt(canon: Canon, path: string): Entry | undefined {
  return at(canon.entries, path);
}

/** Every entry, in the order of the paths. */
export function allEntries(canon: Canon): Entry[] {
  const pairs = [...tableEntries(canon.entries)];
  return pairs.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
}

/** The same with what was learned, in a view, of pages that are not shown. */
export const statingEntries = (canon: Canon): Entry[] => [...(canon.eyes?.veiled() ?? []), ...allEntries(canon)];

/** The same for whoever asks nothing but when they entered the canon: all that is told of them there is their places. In no order. */
export const placedEntries = (canon: Canon): readonly Entry[] => canon.eyes?.placed() ?? allEntries(canon);

/** The path of every entry, sorted. */
export const pathsOf = (canon: Canon): string[] => [...tableKeys(canon.entries)].sort();

const NONE: readonly never[] = [];

/** The entries filed under a key of one of the indexes. */
export function filed(canon: Canon, index: Index, key: string): readonly Entry[] {
  const paths = filedPaths(canon, index, key);
  // Under most names that are asked for there is nothing.
  if (paths.length === 0) return NONE;
  const entries: Entry[] = [];
  for (const path of paths) {
    const entry = at(canon.entries, path);
    if (entry) entries.push(entry);
  }
  return entries;
}

/** Their files. */
export const filedPaths = (canon: Canon, index: Index, key: string): readonly string[] => at(canon[index], key) ?? NONE;

/** Whether anything is filed under one of an entry's names. */
export const isNamed = (canon: Canon, index: Index, { names }: Entry): boolean => longestAt(canon[index], names) > 0;

/** Whether another entry answers to one of an entry's names. */
export const isNameShared = (canon: Canon, { names }: Entry): boolean => longestAt(canon.names, names) > 1;

/** Whether there are any. */
export const isFiled = (canon: Canon, index: Index, key: string): boolean => has(canon[index], key);

/** By what its author wrote, else by its first commit; what is not committed yet comes last of all. */
export function positionOf({ committed }: Canon, entry: Pick<Entry, 'path' | 'position'>): CanonPosition {
  return entry.position ?? (committed ? (committed.at(entry.path) ?? END) : BEGINNING);
}

/** Whether it has its place already: what git is to date gets one when it is committed. */
export const hasPlace = ({ committed }: Canon, entry: Entry): boolean =>
  entry.position !== null || !committed || committed.times.has(entry.path);

/** As its author wrote it, else the instant of its first commit: `as_of` takes either. null: from the beginning. */
export const canonText = (canon: Canon, entry: Entry): string | null =>
  renderPosition(canon, entry, isoInstant, 'uncommitted');

/** The same for people, for whom the day of the commit is enough; null too where the entry is not committed yet. */
export const canonWords = (canon: Canon, entry: Entry): string | null => renderPosition(canon, entry, isoDay, null);

/** Whether something was decided "in session-47", or "on 2026-03-01". @param words of `canonWords` */
export const preposition = (words: string): 'in' | 'on' => (/^\d+-\d\d-\d\d/.test(words) ? 'on' : 'in');

function renderPosition(
  { committed }: Canon,
  entry: Entry,
  inTime: (time: number) => string,
  uncommitted: string | null,
): string | null {
  if (entry.canon || !committed) return entry.canon?.text ?? null;
  const time = committed.times.get(entry.path);
  if (time === undefined) return uncommitted;
  return Number.isFinite(time) ? inTime(time) : null;
}
