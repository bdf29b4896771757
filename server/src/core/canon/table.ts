/** A map that is a value: `changed` gives a new one and leaves the old as it was, at the cost of what changed. */

/** Most keys live in `base`, which never changes; what changed since it was made lies over it (undefined: deleted). */
export interface Table<V> {
  readonly base: ReadonlyMap<string, V>;
  readonly over: ReadonlyMap<string, V | undefined>;
}

export const emptyTable = <V>(): Table<V> => ({ base: new Map(), over: new Map() });

export function at<V>(table: Table<V>, key: string): V | undefined {
  return table.over.has(key) ? table.over.get(key) : table.base.get(key);
}

/** Every key and value, each key once, in no order that may be relied upon. */
export function* entriesOf<V>(table: Table<V>): Generator<readonly [string, V]> {
  for (const pair of table.base) if (!table.over.has(pair[0])) yield pair;
  for (const [key, value] of table.over) if (value !== undefined) yield [key, value];
}

/** How many keys there are. */
export function sizeOf<V>({ base, over }: Table<V>): number {
  let size = base.size;
  for (const [key, value] of over) size += (value === undefined ? 0 : 1) - (base.has(key) ? 1 : 0);
  return size;
}

/** The table with some keys set (undefined deletes). The overlay is folded in when it has grown to about √n. */
export function changed<V>(table: Table<V>, changes: ReadonlyMap<string, V | undefined>): Table<V> {
  if (changes.size === 0) return table;
  const size = table.over.size + changes.size;
  if (size <= 64 + Math.sqrt(table.base.size)) return { base: table.base, over: new Map([...table.over, ...changes]) };
  const base = new Map(table.base);
  for (const layer of [table.over, changes])
    for (const [key, value] of layer)
      if (value === undefined) base.delete(key);
      else base.set(key, value);
  return { base, over: new Map() };
}

/** Sets a key in place: only for a table that nobody else holds. */
export function put<V>(table: Table<V>, key: string, value: V): void {
  const layer = table.over.has(key) ? table.over : table.base;
  (layer as Map<string, V>).set(key, value);
}
