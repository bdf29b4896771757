/** Lists by key: what has the same key stands in one list, in the order in which it came. */

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
