/** Compares texts, and searches sorted arrays. */
import { addTo } from './groups';

/** The first of some indexes that satisfies a condition, as all after it do; else `until`. @param until exclusive */
export function firstPlacePast(from: number, until: number, isPast: (place: number) => boolean): number {
  let [low, high] = [from, until];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isPast(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The index of the first item of a sorted list that satisfies a condition, as all after it do; else its length. */
export const firstPast = <T>(sorted: readonly T[], isPast: (one: T) => boolean): number =>
  firstPlacePast(0, sorted.length, (place) => isPast(sorted[place] as T));

/** The order of texts by their code units: independent of the machine's language. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The value that a given percentage does not exceed, by nearest rank; 0 for an empty list. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((share / 100) * sorted.length) - 1)] ?? 0;
}

/** Whether a number is low enough: every lower one must be, too. */
type IsLow = (one: number) => boolean;

export interface LowInRow {
  /** The first index, from a given one on, of a number that is low enough; Infinity if there is none. */
  readonly next: (from: number, isLow: IsLow) => number;
  /** The last such index before a given one; -1 if there is none. */
  readonly last: (until: number, isLow: IsLow) => number;
}

/** A segment tree of minimums: above each two numbers the lower of them; the one at 1 is the lowest of all. */
export function lowInRow(row: readonly number[]): LowInRow {
  let width = 1;
  while (width < row.length) width *= 2;
  const lowest = new Float64Array(2 * width).fill(Infinity);
  lowest.set(row, width);
  for (let i = width - 1; i > 0; i--) lowest[i] = Math.min(lowest[2 * i] as number, lowest[2 * i + 1] as number);
  const isLowAt = (i: number, isLow: IsLow): boolean => isLow(lowest[i] as number);
  return {
    next(from, isLow) {
      if (from >= row.length) return Infinity;
      let i = from + width;
      while (!isLowAt(i, isLow)) {
        while (i % 2 === 1) i >>= 1;
        if (i === 0) return Infinity;
        i++;
      }
      while (i < width) i = isLowAt(2 * i, isLow) ? 2 * i : 2 * i + 1;
      return i - width;
    },
    last(until, isLow) {
      const end = Math.min(until, row.length);
      if (end <= 0) return -1;
      let i = end - 1 + width;
      while (!isLowAt(i, isLow)) {
        while (i % 2 === 0) i >>= 1;
        if (i === 1) return -1;
        i--;
      }
      while (i < width) i = isLowAt(2 * i + 1, isLow) ? 2 * i + 1 : 2 * i;
      return i - width;
    },
  };
}

/** The length up to which a list is searched linearly. */
const FEW = 8;

/**
 * @param keysOf the keys that an item is limited to; null: it concerns all keys
 * @returns a function that yields the items that may concern any of some keys, in their order, and searches no further than the
 * caller iterates
 */
export function limitedTo<One>(
  all: readonly One[],
  keysOf: (one: One) => Iterable<string> | null,
): (keys: Iterable<string>) => Iterable<One> {
  if (all.length <= FEW) return () => all;
  const unlimited: number[] = [];
  const byKey = new Map<string, number[]>();
  for (const [place, one] of all.entries()) {
    const keys = keysOf(one);
    if (keys) for (const key of new Set(keys)) addTo(byKey, key, place);
    else unlimited.push(place);
  }
  return function* (keys) {
    const [first = [], ...more] = [...new Set(keys)].map((key) => byKey.get(key) ?? []);
    const limited = more.length === 0 ? first : [...new Set([first, ...more].flat())].sort((a, b) => a - b);
    for (const place of merged(unlimited, limited)) yield all[place] as One;
  };
}

/** Merges two lists of numbers, each in ascending order. */
function* merged(some: readonly number[], others: readonly number[]): Generator<number> {
  let next = 0;
  for (const one of some) {
    for (let other = others[next]; other !== undefined && other < one; other = others[++next]) yield other;
    yield one;
  }
  for (let other = others[next]; other !== undefined; other = others[++next]) yield other;
}
