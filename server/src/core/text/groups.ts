/** Maps of lists, memoized functions, strongly connected components, and work done in steps. */

/** Adds one to the list of its key, which need not be there yet. */
export function addTo<Key, One>(groups: Map<Key, One[]>, key: Key, one: One): void {
  const group = groups.get(key);
  if (group) group.push(one);
  else groups.set(key, [one]);
}

/** All of them by key, the keys in the order in which each first came. As `Map.groupBy`, which Node.js 20 lacks. */
export function groupBy<Key, One>(all: Iterable<One>, keyOf: (one: One) => Key): Map<Key, [One, ...One[]]> {
  const groups = new Map<Key, [One, ...One[]]>();
  for (const one of all) addTo(groups, keyOf(one), one);
  return groups;
}

/** Whether some texts are among others, each as often. */
export function areAmong(some: readonly string[], others: Iterable<string>): boolean {
  const left = new Map<string, number>();
  for (const one of others) left.set(one, (left.get(one) ?? 0) + 1);
  return some.every((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count > 0;
  });
}

/** Keeps what a function gives for each argument, for as long as the function itself is kept. */
export function memoized<K, T>(compute: (key: K) => T): (key: K) => T {
  const found = new Map<K, { readonly value: T }>();
  return (key) => {
    let kept = found.get(key);
    if (!kept) found.set(key, (kept = { value: compute(key) }));
    return kept.value;
  };
}

/**
 * Keeps what a function gave last, until the turn is over: of a page thousands of places may be asked for, one after the other. A
 * WeakMap or a WeakRef would keep each of thousands of pages until memory is swept through, which then takes most of the time.
 */
export function lastOfTurn<K, T>(compute: (key: K) => T): (key: K) => T {
  let last: { readonly key: K; readonly value: T } | null = null;
  return (key) => {
    if (last !== null && last.key === key) return last.value;
    const value = compute(key);
    if (last === null)
      void Promise.resolve().then(() => {
        last = null;
      });
    last = { key, value };
    return value;
  };
}

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

/** Does all of it at once: what is to be waited for must be there already. */
export function atOnce<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Does something when it is first asked for, and returns the same result from then on. */
export const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
};
