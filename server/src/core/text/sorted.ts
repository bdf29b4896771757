/** Finding a place in what is sorted. */

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
