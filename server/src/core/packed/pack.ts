/** Packs entries and the names they are filed under into a twentieth of the memory; each entry is decoded on demand. */
import type { Entry } from '../entry/entry';
import { grownTo, trimmedTo } from '../text/numbers';
import { openStringInterner, type StringInterner, type StringInternerImage } from './stringInterner';
import { begin, cursorAt, sinkOf, trimmed } from './bytes';
import { readPackedEntry, writePackedEntry, numbersOf } from './entryCodec';
import { type InvertedIndex, type InvertedIndexImage, openInvertedIndex } from './invertedIndex';

/** A pack as it is stored between starts. */
export interface PackImage {
  readonly pool: StringInternerImage;
  readonly filing: InvertedIndexImage;
  /** The entries, one after the other. */
  readonly bytes: Uint8Array;
  /** By file: the number of its path, and the offset of its entry. */
  readonly files: Uint32Array;
}

/**
 * Files are only ever added. An entry is the same object for as long as any caller holds it, and for some time after. `I` are the
 * indexes, in an order that never changes.
 */
export interface Pack<I extends string> {
  readonly entries: ReadableMap<Entry>;
  /** The paths that are filed under a name, sorted. */
  readonly indexes: Readonly<Record<I, ReadableMap<readonly string[]>>>;
  /** @param sayNames passes the names under which the entry is filed in an index */
  add(entry: Entry, sayNames: (index: I, say: (name: string) => void) => void): void;
  /** Releases the cache of recent results. */
  forget(): void;
  /** The index of a file among those added; −1 if it was not added. @param guess an index that it is likely to have */
  placeOf(path: string, guess?: number): number;
  image(): PackImage;
}

/** The index of the paths themselves. */
const PATHS = 0;
/** How many of the last requested entries are cached. */
const LAST = 512;
/** How many of the last requested lists of each index are cached. */
const LISTS = 4096;
/** How many of the last found names are cached. */
const NAMES = 4096;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export function openPack<I extends string>(indexes: readonly I[], image?: PackImage): Pack<I> {
  const pool = openStringInterner(image?.pool);
  const filing = openInvertedIndex(image?.filing);
  const sink = sinkOf(pool, image?.bytes ?? new Uint8Array(0));
  const files = openFiles(image?.files ?? new Uint32Array(0));
  const paths = keepPaths((file) => pool.at(files.path(file)));
  const made = (file: number, path: string): Entry =>
    readPackedEntry(cursorAt(sink, files.start(file), files.path(file)), path);
  const entries = keepEntries((file) => made(file, paths.of(file)));
  const fileAt = (path: string): number => {
    const place = paths.placeOf(path);
    if (place !== undefined) return place;
    const name = pool.find(path);
    return name < 0 ? -1 : filing.fileAt(PATHS, name);
  };
  const numbers = openFinder(pool);
  const lists = indexes.map((_, i) =>
    openIndex({ pool, numberOf: numbers.of, filing, number: i + 1, pathOf: paths.of, filesNow: () => files.size }),
  );
  return {
    entries: {
      get size() {
        return files.size;
      },
      get(path) {
        const file = fileAt(path);
        return file < 0 ? undefined : entries.of(file);
      },
      has: (path) => fileAt(path) >= 0,
      *keys() {
        for (let file = 0; file < files.size; file++) yield paths.passing(file);
      },
      *[Symbol.iterator]() {
        for (let file = 0; file < files.size; file++) yield [paths.of(file), entries.of(file)];
      },
      *passing() {
        for (let file = 0; file < files.size; file++) {
          const path = paths.passing(file);
          yield [path, made(file, path)];
        }
      },
    },
    indexes: Object.fromEntries(indexes.map((index, i) => [index, lists[i]?.map])) as Pack<I>['indexes'],
    add(entry, sayNames) {
      const path = pool.put(entry.path);
      const file = files.add(path, sink.length);
      begin(sink, path);
      writePackedEntry(sink, entry);
      filing.add(PATHS, path, file);
      for (const [i, index] of indexes.entries()) sayNames(index, (name) => filing.add(i + 1, pool.put(name), file));
    },
    forget: () => [entries, paths, numbers, ...lists].forEach((one) => one.forget()),
    placeOf: (path, guess = files.size) =>
      guess < files.size && pool.isAt(files.path(guess), path) ? guess : fileAt(path),
    image: () => ({ pool: pool.image(), filing: filing.image(), bytes: trimmed(sink), files: files.image() }),
  };
}

/** By file: the number of its path, and the offset of its entry. */
function openFiles(image: Uint32Array) {
  let files = image;
  let size = files.length / 2;
  return {
    get size() {
      return size;
    },
    path: (file: number): number => files[2 * file] ?? 0,
    start: (file: number): number => files[2 * file + 1] ?? 0,
    add(path: number, start: number): number {
      const file = size++;
      files = grownTo(files, 2 * size);
      files[2 * file] = path;
      files[2 * file + 1] = start;
      return file;
    },
    image: () => (files = trimmedTo(files, 2 * size)),
  };
}

/** Requested paths, both ways: they are looked up all the time, and always as the same strings. */
function keepPaths(textOf: (file: number) => string) {
  const paths: string[] = [];
  const places = new Map<string, number>();
  return {
    of(file: number): string {
      let path = paths[file];
      if (path === undefined) {
        path = textOf(file);
        paths[file] = path;
        places.set(path, file);
      }
      return path;
    },
    /** As `of`, without caching: a caller that lists them all looks up few of them. */
    passing: (file: number): string => paths[file] ?? textOf(file),
    placeOf: (path: string): number | undefined => places.get(path),
    forget() {
      paths.length = 0;
      places.clear();
    },
  };
}

/** An entry stays the same object while it is referenced; the last requested ones are held here. */
function keepEntries(make: (file: number) => Entry) {
  const alive: (WeakRef<Entry> | undefined)[] = [];
  const last: Entry[] = [];
  let next = 0;
  return {
    of(file: number): Entry {
      const held = alive[file]?.deref();
      if (held) return held;
      const entry = make(file);
      alive[file] = new WeakRef(entry);
      last[next] = entry;
      next = (next + 1) % LAST;
      return entry;
    },
    forget() {
      last.length = 0;
    },
  };
}

/** The number of a string as in the pool, which never changes: the names about one page are looked up again on each keystroke. */
function openFinder(pool: StringInterner) {
  const numbers = new Map<string, number>();
  return {
    of(text: string): number {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      const found = pool.find(text);
      if (found < 0) return found;
      if (numbers.size >= NAMES) numbers.clear();
      // The pool's own string: the caller's may be a slice of a long text, which would be kept alive.
      numbers.set(pool.at(found), found);
      return found;
    },
    forget: () => numbers.clear(),
  };
}

interface IndexParts {
  readonly pool: StringInterner;
  readonly numberOf: (text: string) => number;
  readonly filing: InvertedIndex;
  readonly number: number;
  readonly pathOf: (file: number) => string;
  /** The number of files: each added one may change lists. */
  readonly filesNow: () => number;
}

function openIndex({ pool, numberOf, filing, number, pathOf, filesNow }: IndexParts) {
  /** By name: sorting the paths is the slow part. */
  const lists = new Map<number, readonly string[]>();
  let listedAt = 0;
  const pathsAt = (name: number): readonly string[] | undefined => {
    const found = filing.filesAt(number, name)?.map(pathOf);
    return found && found.length > 1 ? found.sort(compare) : found;
  };
  const map: ReadableMap<readonly string[]> = {
    get size() {
      return filing.sizeOf(number);
    },
    get(key) {
      // Most requested names have nothing filed under them.
      const name = numberOf(key);
      if (name < 0) return undefined;
      if (listedAt !== filesNow() || lists.size >= LISTS) lists.clear();
      listedAt = filesNow();
      const kept = lists.get(name);
      if (kept) return kept;
      const list = pathsAt(name);
      if (list && list.length > 1) lists.set(name, list);
      return list;
    },
    has(key) {
      const name = numberOf(key);
      return name >= 0 && filing.countAt(number, name) > 0;
    },
    longestAt(keys) {
      let longest: 0 | 1 | 2 = 0;
      for (const name of numbersOf(pool, keys)) {
        const count = filing.countAt(number, name);
        if (count > longest) longest = count;
      }
      return longest;
    },
    *keys() {
      for (const name of filing.names(number)) yield pool.at(name);
    },
    *[Symbol.iterator]() {
      for (const name of filing.names(number)) yield [pool.at(name), pathsAt(name) ?? []];
    },
  };
  return { map, forget: () => lists.clear() };
}

export interface ReadableMap<V> extends Iterable<readonly [string, V]> {
  readonly size: number;
  get(key: string): V | undefined;
  has(key: string): boolean;
  keys(): Iterable<string>;
  /** Every key and value, decoded for this walk alone: caching them would evict others. */
  passing?(): Iterable<readonly [string, V]>;
  /** The length of the longest list under one of some keys, where the values are lists: 0, 1, or 2 for more. */
  longestAt?(keys: readonly string[]): 0 | 1 | 2;
}
