/** Things in an order, of which some have to do with certain keys alone: those of a key are found without going through the others. */
import { addTo } from './groups';

/** So few are looked through one by one. */
const FEW = 8;

/**
 * @param keysOf the keys to which one is limited; null: it has to do with all
 * @returns gives those that may have to do with any of some keys, in their order, and looks for no more of them than are taken
 */
export function limitedTo<One>(
  all: readonly One[],
  keysOf: (one: One) => Iterable<string> | null,
): (keys: Iterable<string>) => Iterable<One> {
  if (all.length <= FEW) return () => all;
  const unlimited: number[] = [];
  const byKey = new Map<string, number[]>();
  for (const [place, one] of all.entries()) {
    const keys = keysOf(one);
    if (keys) for (const key of new Set(keys)) addTo(byKey, key, place);
    else unlimited.push(place);
  }
  return function* (keys) {
    const [first = [], ...more] = [...new Set(keys)].map((key) => byKey.get(key) ?? []);
    const limited = more.length === 0 ? first : [...new Set([first, ...more].flat())].sort((a, b) => a - b);
    for (const place of merged(unlimited, limited)) yield all[place] as One;
  };
}

/** Two lists of numbers as one, each the smallest first. */
function* merged(some: readonly number[], others: readonly number[]): Generator<number> {
  let next = 0;
  for (const one of some) {
    for (let other = others[next]; other !== undefined && other < one; other = others[++next]) yield other;
    yield one;
  }
  for (let other = others[next]; other !== undefined; other = others[++next]) yield other;
}
