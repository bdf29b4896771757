/** Order: comparing texts, and searching sorted arrays. */
import { addTo } from './groups';

/** The first of some places that is past something, as all behind it are; else `until`. @param until exclusive */
export function firstPlacePast(from: number, until: number, isPast: (place: number) => boolean): number {
  let [low, high] = [from, until];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isPast(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The place of the first of a sorted list that is past something, as all behind it are; else its length. */
export const firstPast = <T>(sorted: readonly T[], isPast: (one: T) => boolean): number =>
  firstPlacePast(0, sorted.length, (place) => isPast(sorted[place] as T));

/** The order of texts by their code units: the same in every language of the machine. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The value that so many of 100 do not exceed, by nearest rank; 0 where there is none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((share / 100) * sorted.length) - 1)] ?? 0;
}

/** What is low enough: whatever is lower is so too. */
type IsLow = (one: number) => boolean;

export interface LowInRow {
  /** The first place, at one or behind it, of what is low enough; Infinity: none. */
  readonly next: (from: number, isLow: IsLow) => number;
  /** The last place before one; -1: none. */
  readonly last: (until: number, isLow: IsLow) => number;
}

/** Each number, and above each two the lower of them: the one at 1 is the lowest of all. */
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

/** So few are looked through one by one. */
const FEW = 8;

/**
 * @param keysOf the keys to which one is limited; null: it has to do with all
 * @returns gives those that may have to do with any of some keys, in their order, and looks for no more of them than are taken
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

/** Two lists of numbers as one, each the smallest first. */
function* merged(some: readonly number[], others: readonly number[]): Generator<number> {
  let next = 0;
  for (const one of some) {
    for (let other = others[next]; other !== undefined && other < one; other = others[++next]) yield other;
    yield one;
  }
  for (let other = others[next]; other !== undefined; other = others[++next]) yield other;
}
