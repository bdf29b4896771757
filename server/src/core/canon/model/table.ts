/** An immutable map: `changed` gives a new map at the cost of the change, and leaves the old map as it was. */
import type { ReadableMap } from '../../packed/pack';

export type { ReadableMap };

/** Most keys are in `base`, which never changes; `over` has what changed since `base` was made (undefined: deleted). */
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

/** The length of the longest list under any of some keys: 0, 1, or 2 for more. */
export function longestAt<V>(table: Table<V>, keys: readonly string[]): 0 | 1 | 2 {
  const { base, over } = table;
  const isInBase = over.size === 0 || !keys.some((key) => over.has(key));
  if (isInBase && base.longestAt) return base.longestAt(keys);
  const lengths = keys.map((key) => lengthOf(at(table, key)));
  return lengths.some((length) => length > 1) ? 2 : lengths.includes(1) ? 1 : 0;
}

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

/** Every key and value, each key once, in no particular order. */
export function* tableEntries<V>({ base, over }: Table<V>): Generator<readonly [string, V]> {
  for (const pair of base) if (!over.has(pair[0])) yield pair;
  for (const [key, value] of over) if (value !== undefined) yield [key, value];
}

/** Every key and value of a base, to be read once and dropped: a packed base does not cache them. */
export const inPassing = <V>(base: ReadableMap<V>): Iterable<readonly [string, V]> => base.passing?.() ?? base;

/** Every key, once: cheaper than `tableEntries` if the values are packed. */
export function* tableKeys<V>({ base, over }: Table<V>): Generator<string> {
  for (const key of base.keys()) if (!over.has(key)) yield key;
  for (const [key, value] of over) if (value !== undefined) yield key;
}

/** The number of keys. */
export function sizeOf<V>({ base, over }: Table<V>): number {
  let size = base.size;
  for (const [key, value] of over) size += (value === undefined ? 0 : 1) - (base.has(key) ? 1 : 0);
  return size;
}

/** A table that serves as a base, so that its own base can stay packed. */
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

/** The same table in two layers: the innermost base, and all changes since. */
export function flat<V>({ base, over }: Table<V>): Table<V> {
  if (!isLayered(base)) return { base, over };
  return { base: base.table.base, over: new Map([...base.table.over, ...over]) };
}

/** The keys whose values may differ in two tables: all keys outside a base that the two share. */
export function notShared<V>(one: Table<V>, other: Table<V>): string[] {
  const [a, b] = [flat(one), flat(other)];
  const keys = a.base === b.base ? [...a.over.keys(), ...b.over.keys()] : [...tableKeys(a), ...tableKeys(b)];
  return [...new Set(keys)];
}

/** The keys whose values differ in two tables. */
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

/** One layer of a table. Values can be set in place as long as nothing else holds the table. */
export type Layer<V> = ReadonlyMap<string, V | undefined>;

/**
 * The layer that hides the value of the packed base under a key, since it changed after the packing; undefined if the value of
 * the base counts.
 */
export function hiding<V>({ base, over }: Table<V>, key: string): Layer<V> | undefined {
  // Fast path: mostly nothing has changed.
  if (over.size > 0 && over.has(key)) return over;
  return isLayered(base) && base.table.over.has(key) ? base.table.over : undefined;
}

/** Sets a key in place: only in a table that nothing else holds. */
export const put = <V>(layer: Layer<V>, key: string, value: V): void => void (layer as Map<string, V>).set(key, value);
