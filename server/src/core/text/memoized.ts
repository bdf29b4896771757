/** Keeps what a function gives for each argument, for as long as the function itself is kept. */
export function memoized<K, T>(compute: (key: K) => T): (key: K) => T {
  const found = new Map<K, { readonly value: T }>();
  return (key) => {
    let kept = found.get(key);
    if (!kept) found.set(key, (kept = { value: compute(key) }));
    return kept.value;
  };
}
