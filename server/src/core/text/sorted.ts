/** Order: comparing texts, and searching sorted arrays. */
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
