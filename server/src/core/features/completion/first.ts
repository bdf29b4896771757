/** The first of many, without sorting them all. */
import { MOST } from './choice';

/** The first of some items in an order, and whether there are more. */
export function firstOf<T>(items: readonly T[], compare: (a: T, b: T) => number): { first: T[]; isCut: boolean } {
  if (items.length <= MOST) return { first: [...items].sort(compare), isCut: false };
  const first = items.slice(0, MOST).sort(compare);
  for (const item of items.slice(MOST)) {
    const last = first.at(-1);
    if (last === undefined || compare(item, last) >= 0) continue;
    let low = 0;
    let high = MOST - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      const there = first[middle];
      if (there !== undefined && compare(there, item) <= 0) low = middle + 1;
      else high = middle;
    }
    first.splice(low, 0, item);
    first.pop();
  }
  return { first, isCut: true };
}
