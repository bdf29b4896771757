/** Lists the retcons of a canon, and those of them that an earlier point does not know. */
import { withVersions } from '../../entry/versions';
import { allEntries } from '../model/canon';
import { isShown, type Known } from '../model/canonValue';
import type { Retcon } from '../model/edges';
import { inRetconOrder } from '../retcons/canonOrder';
import { retconsOf } from '../retcons/inForce';
import { unknownAt } from './identity';

/** The retcons in force now, in canon order; with a point, those that it does not know. Yields after each entry. */
export function* retconsSince(now: Known, before: Known | null): Generator<void, readonly Retcon[]> {
  const all: Retcon[] = [];
  for (const entry of allEntries(now.canon)) {
    const retcons = new Set(
      withVersions(entry).flatMap((version) => (now.has(version) ? retconsOf(now, version) : [])),
    );
    for (const retcon of retcons) if (isShown(now, retcon.by)) all.push(retcon);
    yield;
  }
  return inRetconOrder(now, before ? unknownAt(before, now, all) : all);
}
