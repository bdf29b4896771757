/** Maps of lists, memoized functions, strongly connected components, and work done in steps. */

/** Adds an item to the list of its key, which is created if it is missing. */
export function addTo<Key, One>(groups: Map<Key, One[]>, key: Key, one: One): void {
  const group = groups.get(key);
  if (group) group.push(one);
  else groups.set(key, [one]);
}

/** Groups items by key, the keys in the order of their first items. Like `Map.groupBy`, which Node.js 20 lacks. */
export function groupBy<Key, One>(all: Iterable<One>, keyOf: (one: One) => Key): Map<Key, [One, ...One[]]> {
  const groups = new Map<Key, [One, ...One[]]>();
  for (const one of all) addTo(groups, keyOf(one), one);
  return groups;
}

/** Whether some texts are among others, each at least as often. */
export function areAmong(some: readonly string[], others: Iterable<string>): boolean {
  const left = new Map<string, number>();
  for (const one of others) left.set(one, (left.get(one) ?? 0) + 1);
  return some.every((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count > 0;
  });
}

/** The first of those that have one key. */
export function uniqueBy<T>(all: readonly T[], keyOf: (one: T) => string): T[] {
  const seen = new Set<string>();
  return all.filter((one) => {
    const key = keyOf(one);
    return !seen.has(key) && seen.add(key);
  });
}

/** Memoizes a function for each argument, for as long as the memoized function lives. */
export function memoized<K, T>(compute: (key: K) => T): (key: K) => T {
  const found = new Map<K, { readonly value: T }>();
  return (key) => {
    let kept = found.get(key);
    if (!kept) found.set(key, (kept = { value: compute(key) }));
    return kept.value;
  };
}

/**
 * Memoizes the last result of a function until the end of the turn: thousands of places of a page may be asked for in a row. A
 * WeakMap or a WeakRef would keep each of thousands of pages until a garbage collection, which then takes most of the time.
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

/** The results so far. */
type Found<T> = Pick<Map<T, T>, 'has' | 'set'>;

/**
 * Visits everything reachable from an item that has no result yet.
 * @param leadsTo returns a new list on each call
 * @param found receives, for each item, the item that represents its component
 * @returns the visited items
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

/** Runs all steps at once; nothing in them may have to be awaited. */
export function atOnce<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Runs a function on the first call, and returns the same result from then on. */
export const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
};
