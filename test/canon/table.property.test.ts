/** A table is a map with the semantics of a value, whatever it was made of and however much of it has changed. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  at,
  changed,
  differing,
  has,
  hiding,
  inPassing,
  notShared,
  put,
  sizeOf,
  type Table,
} from '../../server/src/core/canon/model/table';
import { tableEntries, tableKeys } from '../../server/src/core/canon/model/table';
import type { ReadableMap } from '../../server/src/core/packed/pack';

/** A base that is not a map of its own, as packed entries are. */
function packed(map: ReadonlyMap<string, number>): ReadableMap<number> {
  return {
    size: map.size,
    get: (key) => map.get(key),
    has: (key) => map.has(key),
    keys: () => map.keys(),
    [Symbol.iterator]: () => map.entries(),
  };
}

const key = fc.integer({ min: 0, max: 99 }).map((n) => `k${n}`);
const pairs = fc.uniqueArray(fc.tuple(key, fc.integer({ min: 1, max: 3 })), {
  selector: ([one]) => one,
  maxLength: 20,
});
/** Some steps are as long as an overlay may get before it is folded in. */
const step = fc.oneof(
  fc.array(fc.tuple(key, fc.constantFrom(1, 2, undefined)), { maxLength: 6 }),
  fc.array(fc.tuple(key, fc.constantFrom(1, 2, 3, undefined)), { minLength: 80, maxLength: 120 }),
);

const sorted = (of: Iterable<readonly [string, number]>) => [...of].toSorted(([a], [b]) => (a < b ? -1 : 1));

const KEYS = Array.from({ length: 100 }, (_, n) => `k${n}`);

/** Every query of a table, compared with the map that it should be. */
const contents = (table: Table<number>) => ({
  entries: sorted(tableEntries(table)),
  keys: [...tableKeys(table)].toSorted(),
  size: sizeOf(table),
  values: KEYS.map((one) => [has(table, one), at(table, one)]),
});
const wanted = (map: ReadonlyMap<string, number>) => ({
  entries: sorted(map),
  keys: [...map.keys()].toSorted(),
  size: map.size,
  values: KEYS.map((one) => [map.has(one), map.get(one)]),
});

it('is the map that its changes make, and so is each earlier one', () => {
  fc.assert(
    fc.property(pairs, fc.boolean(), fc.array(step, { maxLength: 5 }), (start, isPacked, steps) => {
      let map = new Map(start);
      let table: Table<number> = { base: isPacked ? packed(map) : map, over: new Map() };
      const made: [Table<number>, ReadonlyMap<string, number>][] = [[table, map]];
      for (const changes of steps) {
        map = new Map([...map, ...changes].flatMap(([one, value]) => (value === undefined ? [] : [[one, value]])));
        for (const [one, value] of new Map(changes)) if (value === undefined) map.delete(one);
        table = changed(table, new Map(changes));
        made.push([table, map]);
      }
      expect(made.map(([one]) => contents(one))).toEqual(made.map(([, one]) => wanted(one)));
      for (const [one, was] of made) {
        const differ = KEYS.filter((name) => was.get(name) !== map.get(name)).toSorted();
        expect(differing(one, table).toSorted()).toEqual(differ);
      }
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 10) },
  );
});

it('has a cost in step with the changes: shared parts are not compared, and no change makes no new table', () => {
  const base: Table<number> = { base: new Map([['a', 1]]), over: new Map() };
  const next = changed(base, new Map([['b', 2]]));
  expect(notShared(base, next)).toEqual(['b']);
  expect(changed(base, new Map())).toBe(base);
});

it('says where a value hides packed data, however often it has been folded', () => {
  const many = new Map(Array.from({ length: 80 }, (_, n) => [`k${n}`, n]));
  const base: Table<number> = { base: packed(new Map([['a', 1]])), over: new Map() };
  const folded = changed(base, many);
  expect(hiding(folded, 'a')).toBeUndefined();
  put(hiding(folded, 'k3') ?? new Map(), 'k3', 300);
  expect(at(folded, 'k3')).toBe(300);
  const twice = changed(folded, new Map([['a', 5], ...many]));
  expect([at(twice, 'a'), at(twice, 'k3'), sizeOf(twice)]).toEqual([5, 3, 81]);
  expect(hiding(changed(twice, new Map([['a', 6]])), 'a')?.get('a')).toBe(6);
  expect([...inPassing(new Map([['a', 1]]))]).toEqual([['a', 1]]);
});
