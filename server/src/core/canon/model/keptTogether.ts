/** What is worked out for many entries at once, and found again from each of them, in views that stand and in those that move. */
import type { Entry } from '../../entry/entry';
import type { Known } from './canonValue';
import { perKnown } from './known';

/**
 * Memoizes what says something of each of many entries. Which key an entry was come to with last is only where to look: what is found
 * there holds by itself, and counts as long as it is remembered.
 */
export function keptTogether<K, V>(compute: (known: Known, key: K) => ReadonlyMap<Entry, V>) {
  const keys = new WeakMap<Known, Map<Entry, K>>();
  const workOut = perKnown((known: Known, key: K) => {
    const found = compute(known, key);
    let own = keys.get(known);
    if (!own) keys.set(known, (own = new Map()));
    for (const entry of found.keys()) own.set(entry, key);
    return found;
  });
  return {
    workOut,
    /** What an entry is in already; undefined: nothing that counts. */
    keptWith(known: Known, entry: Entry): ReadonlyMap<Entry, V> | undefined {
      const key = keys.get(known)?.get(entry);
      return key !== undefined && workOut.isWorkedOut(known, key) ? workOut(known, key) : undefined;
    },
  };
}
