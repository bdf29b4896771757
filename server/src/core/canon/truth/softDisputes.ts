/** Which values a soft retcon lets stand beside one that contradicts them. */
import type { Entry } from '../../entry/entry';
import type { Known } from '../model/canonValue';
import { retconsOf } from '../retcons/inForce';
import { startDay } from '../model/segments';
import { type Rivals, rivalsAmong } from './rivals';
import type { Held } from './truth';
import { groupBy } from '../../text/groups';

/** @param disputed values of one attribute, each of which another contradicts */
export function softAmong(known: Known, disputed: readonly Held[]): ReadonlySet<Held> {
  const byEntry = groupBy(disputed, (held) => held.clipped.entry);
  // One of the two declares it, and most declare nothing that is soft.
  const isAnySoft = [...byEntry.keys()].some(({ declarations }) => declarations.some(({ soft }) => soft));
  if (!isAnySoft) return NONE;
  /** The entries beside which an entry stands. */
  const beside = new Map<Entry, Set<Entry>>();
  const put = (one: Entry, other: Entry): void => {
    const others = beside.get(one);
    if (others) others.add(other);
    else beside.set(one, new Set([other]));
  };
  for (const old of byEntry.keys())
    for (const { soft, by } of retconsOf(known, old)) {
      if (!soft || !byEntry.has(by)) continue;
      put(old, by);
      put(by, old);
    }
  // Many may stand beside the same one.
  const found = new Map<string, Rivals>();
  const rivalsIn = (entries: ReadonlySet<Entry>): Rivals => {
    const key = [...entries].map(({ path }) => path).join('\n');
    let rivals = found.get(key);
    if (!rivals) {
      const values = [...entries].flatMap((entry) => byEntry.get(entry) ?? []);
      values.sort((a, b) => startDay(a.segment) - startDay(b.segment));
      found.set(key, (rivals = rivalsAmong(values)));
    }
    return rivals;
  };
  const soft = new Set<Held>();
  for (const [entry, others] of beside) {
    const rivals = rivalsIn(others);
    for (const held of byEntry.get(entry) ?? []) if (hasAny(rivals(held))) soft.add(held);
  }
  return soft;
}

const NONE: ReadonlySet<never> = new Set();

function hasAny(all: Iterable<unknown>): boolean {
  for (const _ of all) return true;
  return false;
}
