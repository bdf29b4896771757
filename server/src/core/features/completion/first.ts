/** The first of many, without keeping or sorting the rest. */
import { MOST } from './choice';

export interface First<T> {
  readonly add: (item: T) => void;
  /** In order, no more than can be read. */
  readonly items: () => readonly T[];
  /** Whether there were more. */
  readonly isCut: () => boolean;
}

/** @param isAdmitted asked last, of those only that would be among the first */
export function firstOf<T>(inOrder: (a: T, b: T) => number, isAdmitted: (item: T) => boolean): First<T> {
  const first: T[] = [];
  let count = 0;
  return {
    add(item) {
      count++;
      const last = first.at(-1);
      if (first.length === MOST && last !== undefined && inOrder(item, last) >= 0) return;
      if (!isAdmitted(item)) return;
      let low = 0;
      let high = first.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (inOrder(first[middle] as T, item) <= 0) low = middle + 1;
        else high = middle;
      }
      first.splice(low, 0, item);
      if (first.length > MOST) first.pop();
    },
    items: () => first,
    isCut: () => count > MOST,
  };
}
