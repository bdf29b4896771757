/** Entries, and the names they are filed under, packed: in a twentieth of the room, and each entry made when it is asked for. */
import type { Entry } from '../entry/entry';
import { trimmedTo, grownTo } from './growableArrays';
import type { ReadableMap } from './readableMap';
import { begin, cursorAt, sinkOf, trimmed } from './bytes';
import { readEntry, writeEntry } from './codec';
import { type InvertedIndexImage, openInvertedIndex } from './invertedIndex';
import { openStringInterner, type StringInternerImage } from './stringInterner';

/** A pack as it is kept between starts. */
export interface PackImage {
  readonly pool: StringInternerImage;
  readonly filing: InvertedIndexImage;
  /** The entries, one after the other. */
  readonly bytes: Uint8Array;
  /** By file: the number of its path, and where its entry begins. */
  readonly files: Uint32Array;
}

/**
 * Files are only ever added. An entry is the same object for as long as anybody holds it, and for some time after.
 * `I` are the indexes, in an order that never changes.
 */
export interface Pack<I extends string> {
  readonly entries: ReadableMap<Entry>;
  /** The paths that are filed under a name, sorted. */
  readonly indexes: Readonly<Record<I, ReadableMap<readonly string[]>>>;
  /** @param sayNames says the names that the entry is filed under in an index */
  add(entry: Entry, sayNames: (index: I, say: (name: string) => void) => void): void;
  /** Lets go of what was kept of what was asked for last. */
  forget(): void;
  /** The place of a file among those added; −1 where it was not. @param guess a place that it is likely to have */
  placeOf(path: string, guess?: number): number;
  image(): PackImage;
}

/** The index of the paths themselves. */
const PATHS = 0;
/** How many of the entries that were asked for last are kept. */
const LAST = 512;
/** How many of the lists that were asked for last are kept of each index. */
const LISTS = 4096;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export function openPack<I extends string>(indexes: readonly I[], image?: PackImage): Pack<I> {
  const pool = openStringInterner(image?.pool);
  const filing = openInvertedIndex(image?.filing);
  const sink = sinkOf(pool, image?.bytes ?? new Uint8Array(0));
  let files = image?.files ?? new Uint32Array(0);
  let size = files.length / 2;
  /** By file. */
  const alive: (WeakRef<Entry> | undefined)[] = [];
  const last: Entry[] = [];
  let next = 0;

  /** Paths that were asked for, both ways: they are looked up all the time, and always as the same strings. */
  const paths: string[] = [];
  const places = new Map<string, number>();
  const pathOf = (file: number): string => {
    let path = paths[file];
    if (path === undefined) {
      path = pool.at(files[2 * file] ?? 0);
      paths[file] = path;
      places.set(path, file);
    }
    return path;
  };
  const made = (file: number, path: string): Entry =>
    readEntry(cursorAt(sink, files[2 * file + 1] ?? 0, files[2 * file] ?? 0), path);
  const entryOf = (file: number): Entry => {
    const held = alive[file]?.deref();
    if (held) return held;
    const entry = made(file, pathOf(file));
    alive[file] = new WeakRef(entry);
    last[next] = entry;
    next = (next + 1) % LAST;
    return entry;
  };
  const fileAt = (path: string): number => {
    const place = places.get(path);
    if (place !== undefined) return place;
    const name = pool.find(path);
    return name < 0 ? -1 : filing.fileAt(PATHS, name);
  };

  const entries: ReadableMap<Entry> = {
    get size() {
      return size;
    },
    get(path) {
      const file = fileAt(path);
      return file < 0 ? undefined : entryOf(file);
    },
    has: (path) => fileAt(path) >= 0,
    *keys() {
      // A caller that lists them all looks up few of them.
      for (let file = 0; file < size; file++) yield paths[file] ?? pool.at(files[2 * file] ?? 0);
    },
    *[Symbol.iterator]() {
      for (let file = 0; file < size; file++) yield [pathOf(file), entryOf(file)];
    },
    *passing() {
      for (let file = 0; file < size; file++) {
        const path = paths[file] ?? pool.at(files[2 * file] ?? 0);
        yield [path, made(file, path)];
      }
    },
  };

  const forgets: (() => void)[] = [
    () => {
      last.length = paths.length = 0;
      places.clear();
    },
  ];
  const indexOf = (number: number): ReadableMap<readonly string[]> => {
    /** By name: putting paths in order is what takes time. */
    const lists = new Map<number, readonly string[]>();
    let listedAt = 0;
    forgets.push(() => lists.clear());
    const pathsAt = (name: number): readonly string[] | undefined => {
      const found = filing.filesAt(number, name)?.map(pathOf);
      return found && found.length > 1 ? found.sort(compare) : found;
    };
    return {
      get size() {
        return filing.sizeOf(number);
      },
      get(key) {
        // Most names that are asked for have nothing filed under them.
        const name = pool.find(key);
        if (name < 0) return undefined;
        if (listedAt !== size || lists.size >= LISTS) lists.clear();
        listedAt = size;
        const kept = lists.get(name);
        if (kept) return kept;
        const list = pathsAt(name);
        if (list && list.length > 1) lists.set(name, list);
        return list;
      },
      has(key) {
        const name = pool.find(key);
        return name >= 0 && filing.fileAt(number, name) >= 0;
      },
      *keys() {
        for (const name of filing.names(number)) yield pool.at(name);
      },
      *[Symbol.iterator]() {
        for (const name of filing.names(number)) yield [pool.at(name), pathsAt(name) ?? []];
      },
    };
  };

  return {
    entries,
    indexes: Object.fromEntries(indexes.map((index, i) => [index, indexOf(i + 1)])) as Record<
      I,
      ReadableMap<readonly string[]>
    >,
    add(entry, sayNames) {
      const file = size++;
      const path = pool.put(entry.path);
      files = grownTo(files, 2 * size);
      files[2 * file] = path;
      files[2 * file + 1] = sink.length;
      begin(sink, path);
      writeEntry(sink, entry);
      filing.add(PATHS, path, file);
      for (const [i, index] of indexes.entries()) sayNames(index, (name) => filing.add(i + 1, pool.put(name), file));
    },
    forget: () => forgets.forEach((forget) => forget()),
    placeOf: (path, guess = size) => (guess < size && pool.isAt(files[2 * guess] ?? 0, path) ? guess : fileAt(path)),
    image() {
      files = trimmedTo(files, 2 * size);
      return { pool: pool.image(), filing: filing.image(), bytes: trimmed(sink), files };
    },
  };
}
