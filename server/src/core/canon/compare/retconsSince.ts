/** Lists the retcons of a canon, and those of them that an earlier point does not know. */
import type { Entry } from '../../entry/entry';
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
    all.push(...madeOf(now, entry));
    yield;
  }
  return inRetconOrder(now, before ? unknownAt(before, now, all) : all);
}

/** The retcons of a page and of its versions that are in force now, in canon order. */
export const retconsMadeOf = (now: Known, page: Entry): readonly Retcon[] => inRetconOrder(now, madeOf(now, page));

const madeOf = (now: Known, page: Entry): Retcon[] =>
  [...new Set(withVersions(page).flatMap((version) => (now.has(version) ? retconsOf(now, version) : [])))].filter(
    ({ by }) => isShown(now, by),
  );
