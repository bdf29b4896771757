/** Finding a place in what is sorted. */

/** The place of the first of a sorted list that is past something, as all behind it are; else its length. */
export function firstPast<T>(sorted: readonly T[], isPast: (one: T) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isPast(sorted[middle] as T)) high = middle;
    else low = middle + 1;
  }
  return low;
}
