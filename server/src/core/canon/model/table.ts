/** A map that is a value: `changed` gives a new one and leaves the old one as it was, at the cost of the change. */
import type { ReadableMap } from '../../packed/pack';

export type { ReadableMap };

/** Most keys live in `base`, which never changes; what changed since it was made lies over it (undefined: deleted). */
export interface Table<V> {
  readonly base: ReadableMap<V>;
  readonly over: ReadonlyMap<string, V | undefined>;
}

export const emptyTable = <V>(): Table<V> => ({ base: new Map(), over: new Map() });

export function at<V>(table: Table<V>, key: string): V | undefined {
  const found = table.over.get(key);
  return found === undefined && !table.over.has(key) ? table.base.get(key) : found;
}

export function has<V>({ base, over }: Table<V>, key: string): boolean {
  return over.size > 0 && over.has(key) ? over.get(key) !== undefined : base.has(key);
}

/** How long the longest list is that stands under one of some keys: 0, 1, or 2 for more. */
export function longestAt<V>(table: Table<V>, keys: readonly string[]): 0 | 1 | 2 {
  const { base, over } = table;
  const isInBase = over.size === 0 || !keys.some((key) => over.has(key));
  if (isInBase && base.longestAt) return base.longestAt(keys);
  const lengths = keys.map((key) => lengthOf(at(table, key)));
  return lengths.some((length) => length > 1) ? 2 : lengths.includes(1) ? 1 : 0;
}

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

/** Every key and value, each key once, in no order that may be relied upon. */
export function* tableEntries<V>({ base, over }: Table<V>): Generator<readonly [string, V]> {
  for (const pair of base) if (!over.has(pair[0])) yield pair;
  for (const [key, value] of over) if (value !== undefined) yield [key, value];
}

/** Every key and value of a base, for a look at each: a packed base keeps nothing of them. */
export const inPassing = <V>(base: ReadableMap<V>): Iterable<readonly [string, V]> => base.passing?.() ?? base;

/** Every key, once: cheaper than with the values where these are packed. */
export function* tableKeys<V>({ base, over }: Table<V>): Generator<string> {
  for (const key of base.keys()) if (!over.has(key)) yield key;
  for (const [key, value] of over) if (value !== undefined) yield key;
}

/** How many keys there are. */
export function sizeOf<V>({ base, over }: Table<V>): number {
  let size = base.size;
  for (const [key, value] of over) size += (value === undefined ? 0 : 1) - (base.has(key) ? 1 : 0);
  return size;
}

/** A table taken for a base: what is packed stays so, and what changed since lies over it. */
interface Layered<V> extends ReadableMap<V> {
  readonly table: Table<V>;
}

const isLayered = <V>(base: ReadableMap<V>): base is Layered<V> => 'table' in base;

function layered<V>(table: Table<V>): Layered<V> {
  return {
    table,
    size: sizeOf(table),
    get: (key) => at(table, key),
    has: (key) => has(table, key),
    keys: () => tableKeys(table),
    longestAt: (keys) => longestAt(table, keys),
    [Symbol.iterator]: () => tableEntries(table),
  };
}

/** The same in two layers: the base that is longest without change, and all that changed since. */
export function flat<V>({ base, over }: Table<V>): Table<V> {
  if (!isLayered(base)) return { base, over };
  return { base: base.table.base, over: new Map([...base.table.over, ...over]) };
}

/** The keys that may have other values in two tables: all, but of a base that they share. */
export function notShared<V>(one: Table<V>, other: Table<V>): string[] {
  const [a, b] = [flat(one), flat(other)];
  const keys = a.base === b.base ? [...a.over.keys(), ...b.over.keys()] : [...tableKeys(a), ...tableKeys(b)];
  return [...new Set(keys)];
}

/** The keys that have other values in two tables. */
export const differing = <V>(one: Table<V>, other: Table<V>): string[] =>
  notShared(one, other).filter((key) => at(one, key) !== at(other, key));

/** The table with some keys set (undefined deletes). The overlay is folded in when it has grown to about √n. */
export function changed<V>(table: Table<V>, changes: ReadonlyMap<string, V | undefined>): Table<V> {
  if (changes.size === 0) return table;
  const size = table.over.size + changes.size;
  const over = new Map([...table.over, ...changes]);
  if (size <= 64 + Math.sqrt(table.base.size)) return { base: table.base, over };
  return { base: folded({ base: table.base, over }), over: new Map() };
}

function folded<V>(table: Table<V>): ReadableMap<V> {
  if (!(table.base instanceof Map)) return layered(flat(table));
  const base = new Map<string, V>(table.base);
  for (const [key, value] of table.over)
    if (value === undefined) base.delete(key);
    else base.set(key, value);
  return base;
}

/** One of the layers of a table, in which a value can be set in place as long as nobody else holds it. */
export type Layer<V> = ReadonlyMap<string, V | undefined>;

/**
 * Where a value is kept that changed since the base was packed, which hides what the base has under its key; undefined
 * where it is the base that counts.
 */
export function hiding<V>({ base, over }: Table<V>, key: string): Layer<V> | undefined {
  // Mostly nothing lies over it.
  if (over.size > 0 && over.has(key)) return over;
  return isLayered(base) && base.table.over.has(key) ? base.table.over : undefined;
}

/** Sets a key in place: only in a table that nobody else holds. */
export const put = <V>(layer: Layer<V>, key: string, value: V): void => void (layer as Map<string, V>).set(key, value);
