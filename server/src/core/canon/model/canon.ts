/** Makes and reads canons: an edit makes a new canon that shares everything it does not touch with the old one (model §7). */
import type { Codex } from '../../codex/codex';
import type { Entry } from '../../entry/entry';
import { firstPast } from '../../text/sorted';
import { openPack, type Pack, type PackImage } from '../../packed/pack';
import { INDEX_KEYS, INDEXES, type Index, type Trait } from './indexKeys';
import type { Canon, Known, OtherSettings } from './canonValue';
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
import { BEGINNING, type CanonPosition, END, isoDay, isoInstant, laterPosition } from '../../codex/canonTime';

/** A copy of a canon without the views and memos that hang on it. */
export const withoutMemos = (canon: Canon, committed = canon.committed): Canon => ({
  ...canon,
  committed,
  knowns: new Map(),
});

/** If a canon keeps views of more canon points than this, they are dropped. */
const MOST_POINTS = 24;

/** The same canon, without its views if they are many: each view keeps everything that was worked out at its canon point. */
export const withFewPoints = (canon: Canon): Canon => (canon.knowns.size > MOST_POINTS ? withoutMemos(canon) : canon);

export function emptyCanon(codex: Codex, others: OtherSettings | null = null): Canon {
  return {
    codex,
    committed: null,
    others,
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

/** An unknown key in this many files is not a slip, but the author's own. */
export const OWN = 3;

/** Whether any entry restores another. Most codices have no restorations, and skip all work on them. */
export const hasRestorations = ({ canon }: Pick<Known, 'canon'>): boolean => countOf(canon, 'restores') > 0;

/** How many entries have a trait. */
export const countOf = (canon: Canon, trait: Trait): number => at(canon.traits, trait)?.length ?? 0;

/** The canon after some files were read again (an entry) or deleted (null). The order of changes does not matter. */
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
  const { codex, committed, others } = canon;
  return { codex, committed, others, eyes: null, entries, ...indexes, knowns: new Map() };
}

/** Whether paths are filed under a key from now on. */
type Moves = Map<string, boolean>;

/** A sorted list of paths after additions and removals. It stays sorted, so that no answer depends on the order of reading. */
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

/** The packed entries of a canon, with its indexes. */
export type CanonPack = Pack<Index>;

/** @param image of an earlier pack; left out: an empty pack */
export const canonPack = (image?: PackImage): CanonPack => openPack(INDEXES, image);

/** The canon of all packed entries, under the codex of another canon. */
export function packedCanon({ codex, committed, others }: Canon, { entries, indexes }: CanonPack): Canon {
  const tables = Object.entries(indexes).map(([index, base]) => [index, { base, over: new Map() }]);
  return {
    codex,
    committed,
    others,
    eyes: null,
    entries: { base: entries, over: new Map() },
    ...(Object.fromEntries(tables) as Record<Index, Table<readonly string[]>>),
    knowns: new Map(),
  };
}

/**
 * The canon with more entries, as `withEntries` would give it, but packed in place: the canon passed in shares the pack, and
 * must not be used afterwards. For a first reading in slices, where copying would cost more than reading.
 */
export function grown(canon: Canon, pack: CanonPack, entries: Iterable<Entry>): Canon {
  const again = new Map<string, Entry>();
  for (const entry of entries) {
    const { path } = entry;
    if (pack.entries.has(path) || hiding(canon.entries, path)) {
      again.set(path, entry);
      continue;
    }
    pack.add(entry, (index, emit) =>
      INDEX_KEYS[index](entry, (key) => {
        const lists = hiding(canon[index], key);
        if (lists) insertInto(lists, key, path);
        emit(key);
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

/** Every entry that states facts: in a view also what was learned of hidden pages. */
export const statingEntries = (canon: Canon): Entry[] => [...(canon.eyes?.veiled() ?? []), ...allEntries(canon)];

/** Every entry, in no order, for callers that read only canon positions: in a view, hidden pages are among them. */
export const placedEntries = (canon: Canon): readonly Entry[] => canon.eyes?.placed() ?? allEntries(canon);

/** The path of every entry, sorted. */
export const pathsOf = (canon: Canon): string[] => [...tableKeys(canon.entries)].sort();

const NONE: readonly never[] = [];

/** The entries filed under a key of one of the indexes. */
export function filed(canon: Canon, index: Index, key: string): readonly Entry[] {
  const paths = filedPaths(canon, index, key);
  // Fast path: most names have no entries.
  if (paths.length === 0) return NONE;
  const entries: Entry[] = [];
  for (const path of paths) {
    const entry = at(canon.entries, path);
    if (entry) entries.push(entry);
  }
  return entries;
}

/** The paths filed under a key of one of the indexes. */
export const filedPaths = (canon: Canon, index: Index, key: string): readonly string[] => at(canon[index], key) ?? NONE;

/** Whether anything is filed under one of an entry's names. */
export const isNamed = (canon: Canon, index: Index, { names }: Entry): boolean => longestAt(canon[index], names) > 0;

/** Whether another entry answers to one of an entry's names. */
export const isNameShared = (canon: Canon, { names }: Entry): boolean => longestAt(canon.names, names) > 1;

/** Whether any entry is filed under a key of one of the indexes. */
export const isFiled = (canon: Canon, index: Index, key: string): boolean => has(canon[index], key);

/** The canon position of an entry: the one its author wrote, else that of its first commit; an uncommitted entry comes last. */
export function positionOf(
  { committed }: Pick<Canon, 'committed'>,
  entry: Pick<Entry, 'path' | 'position' | 'versionOf'>,
): CanonPosition {
  const { versionOf } = entry;
  // A version is never before its page, which git may date.
  if (versionOf) return laterPosition(entry.position ?? BEGINNING, positionOf({ committed }, versionOf.page));
  return entry.position ?? (committed ? (committed.at(entry.path) ?? END) : BEGINNING);
}

/** Whether the canon position of an entry is final: an entry that git dates gets its position with its first commit. */
export const hasPlace = ({ committed }: Canon, entry: Entry): boolean =>
  entry.position !== null || !committed || committed.times.has(entry.path);

/** The canon position of an entry as `as_of` takes it: as its author wrote it, else the instant of its first commit; null: from the beginning. */
export const canonText = (canon: Canon, entry: Entry): string | null =>
  renderPosition(canon, entry, isoInstant, 'uncommitted');

/** The same for people: only the day of the commit. Also null if the entry is not committed yet. */
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
