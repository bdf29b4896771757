/** Entries, and the names they are filed under, packed: in a twentieth of the room, and each entry made when it is asked for. */
import type { Entry } from '../entry/entry';
import { inUse, roomFor } from './arrays';
import type { Base } from './base';
import { sinkOf, sourceOf } from './bytes';
import { putEntry, takeEntry } from './codec';
import { type FilingImage, openFiling } from './filing';
import { openPool, type PoolImage } from './pool';

/** A pack as it is kept between starts. */
export interface PackImage {
  readonly pool: PoolImage;
  readonly filing: FilingImage;
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
  readonly entries: Base<Entry>;
  /** The paths that are filed under a name, sorted. */
  readonly indexes: Readonly<Record<I, Base<readonly string[]>>>;
  /** @param namesIn what the entry is filed under in an index */
  add(entry: Entry, namesIn: (index: I) => readonly string[]): void;
  /** The place of a file among those added; −1 where it was not. */
  placeOf(path: string): number;
  image(): PackImage;
}

/** The index of the paths themselves. */
const PATHS = 0;
/** How many of the entries that were asked for last are kept. */
const LAST = 512;
/** Lists as long as this are kept when they were asked for. */
const LONG = 32;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export function openPack<I extends string>(indexes: readonly I[], image?: PackImage): Pack<I> {
  const pool = openPool(image?.pool);
  const filing = openFiling(image?.filing);
  const sink = sinkOf(pool, image?.bytes ?? new Uint8Array(0));
  const source = sourceOf(pool);
  let files = image?.files ?? new Uint32Array(0);
  let size = files.length / 2;
  /** By file. */
  const alive: (WeakRef<Entry> | undefined)[] = [];
  const last: Entry[] = [];
  let next = 0;

  const pathOf = (file: number): string => pool.at(files[2 * file] ?? 0);
  const entryOf = (file: number): Entry => {
    const held = alive[file]?.deref();
    if (held) return held;
    const path = files[2 * file] ?? 0;
    source.begin(sink.bytes(), files[2 * file + 1] ?? 0, path);
    const entry = takeEntry(source, pool.at(path));
    alive[file] = new WeakRef(entry);
    last[next] = entry;
    next = (next + 1) % LAST;
    return entry;
  };
  const fileAt = (path: string): number => {
    const name = pool.find(path);
    return name < 0 ? -1 : filing.fileAt(PATHS, name);
  };

  const entries: Base<Entry> = {
    get size() {
      return size;
    },
    get(path) {
      const file = fileAt(path);
      return file < 0 ? undefined : entryOf(file);
    },
    has: (path) => fileAt(path) >= 0,
    *keys() {
      for (let file = 0; file < size; file++) yield pathOf(file);
    },
    *[Symbol.iterator]() {
      for (let file = 0; file < size; file++) yield [pathOf(file), entryOf(file)];
    },
  };

  const indexOf = (number: number): Base<readonly string[]> => {
    const long = new Map<number, readonly string[]>();
    let longSize = 0;
    const pathsAt = (name: number): readonly string[] | undefined => {
      if (longSize !== size) long.clear();
      longSize = size;
      const kept = long.get(name);
      if (kept) return kept;
      const found = filing.filesAt(number, name);
      if (!found) return undefined;
      const paths = found.map(pathOf);
      if (paths.length > 1) paths.sort(compare);
      if (paths.length >= LONG) long.set(name, paths);
      return paths;
    };
    return {
      get size() {
        return filing.sizeOf(number);
      },
      get(key) {
        const name = pool.find(key);
        return name < 0 ? undefined : pathsAt(name);
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
      Base<readonly string[]>
    >,
    add(entry, namesIn) {
      const file = size++;
      const path = pool.put(entry.path);
      files = roomFor(files, 2 * size);
      files[2 * file] = path;
      files[2 * file + 1] = sink.length;
      sink.begin(path);
      putEntry(sink, entry);
      // Whoever has read it may look at it next.
      alive[file] = new WeakRef(entry);
      filing.add(PATHS, path, file);
      for (const [i, index] of indexes.entries())
        for (const name of namesIn(index)) filing.add(i + 1, pool.put(name), file);
    },
    placeOf: fileAt,
    image() {
      files = inUse(files, 2 * size);
      return { pool: pool.image(), filing: filing.image(), bytes: inUse(sink.bytes(), sink.length), files };
    },
  };
}
