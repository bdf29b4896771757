/** Numbers in a row, of which the next that is low enough is found without looking at all between. */

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
