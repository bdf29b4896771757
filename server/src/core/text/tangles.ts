/** Tarjan's strongly connected components: what leads to each other, found at the cost of what is walked over. */

/** What has been found. */
type Found<T> = Pick<Map<T, T>, 'has' | 'set'>;

/**
 * Walks over all that something leads to and of which nothing is found yet.
 * @param leadsTo gives a list of its own each time
 * @param found gets for each of them the one that stands for all of its circle
 * @returns them
 */
export function findTangles<T>(start: T, leadsTo: (one: T) => T[], found: Found<T>): readonly T[] {
  const walked: T[] = [];
  const places = new Map<T, number>();
  const lowest = new Map<T, number>();
  const open: T[] = [];
  const enter = (one: T) => {
    lowest.set(one, places.size);
    places.set(one, places.size);
    open.push(one);
    return { one, below: leadsTo(one) };
  };
  const reach = (one: T, place: number): void => {
    if (place < (lowest.get(one) ?? 0)) lowest.set(one, place);
  };
  const way = [enter(start)];
  for (let current = way.at(-1); current; current = way.at(-1)) {
    const { one, below } = current;
    const next = below.pop();
    if (next !== undefined && !places.has(next) && !found.has(next)) way.push(enter(next));
    else if (next !== undefined) reach(one, found.has(next) ? Infinity : (places.get(next) ?? 0));
    else {
      way.pop();
      const low = lowest.get(one) ?? 0;
      const before = way.at(-1);
      if (before) reach(before.one, low);
      if (low === places.get(one))
        for (let last = open.pop(); last !== undefined; last = last === one ? undefined : open.pop()) {
          found.set(last, one);
          walked.push(last);
        }
    }
  }
  return walked;
}
