/** Keeps what functions give, by what they are given. */

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
