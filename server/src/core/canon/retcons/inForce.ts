/** Which retcons are in force: all but the edges of cycles (model §5). */
import type { Entry } from '../../entry/entry';
import { type Retcon, edgesOf, edgesBy, isApart, putAsideBy, putsAside } from '../model/edges';
import { keptTogether, perKnown } from '../model/known';
import type { Known } from '../model/canonValue';
import { findTangles } from '../../text/groups';
import { inRetconOrder } from './canonOrder';

/** Asked only of what comes to an end, and from the bottom up: it says so, and remembers it. */
const endsBelow = perKnown((known: Known, entry: Entry): boolean =>
  putAsideBy(known, entry).every((old) => endsBelow(known, old)),
);

/** Whether every way down from an entry comes to an end; each entry is walked over once, however long its chain. */
function comesToAnEnd(known: Known, start: Entry): boolean {
  // It is asked for each of the retcons that an entry makes.
  if (endsBelow.isWorkedOut(known, start)) return endsBelow(known, start);
  // Most entries supersede nothing.
  if (putAsideBy(known, start).length === 0) return true;
  const way = [{ entry: start, below: putAsideBy(known, start) }];
  const onWay = new Set([start]);
  for (let current = way.at(-1); current; current = way.at(-1)) {
    const next = current.below.pop();
    if (next && onWay.has(next)) return false;
    if (next && !endsBelow.isWorkedOut(known, next)) {
      way.push({ entry: next, below: putAsideBy(known, next) });
      onWay.add(next);
    } else if (!next) {
      endsBelow(known, current.entry);
      onWay.delete(current.entry);
      way.pop();
    }
  }
  return true;
}

/** Whether a retcon is an edge of a cycle: until it is mended, it clips nothing. */
export const isInCycle = perKnown((known: Known, retcon: Retcon): boolean => {
  const { by, old } = retcon;
  if (!putsAside(retcon)) return false;
  if (tangleKept(known, by) === undefined && comesToAnEnd(known, by)) return false;
  return tangleOf(known, by) === tangleOf(known, old);
});

/** One entry for all from each of which one comes to each other of them. */
const tangleOf = (known: Known, entry: Entry): Entry | undefined =>
  tangleKept(known, entry) ?? tangles.workOut(known, entry).get(entry);

/** The same, if it has been found on a way that began elsewhere. */
const tangleKept = (known: Known, entry: Entry): Entry | undefined => tangles.keptWith(known, entry)?.get(entry);

/** Those of all that an entry comes to: they are found for all of them at once. */
const tangles = keptTogether((known: Known, start: Entry): ReadonlyMap<Entry, Entry> => {
  const found = new Map<Entry, Entry>();
  const has = (entry: Entry): boolean => found.has(entry) || tangleKept(known, entry) !== undefined;
  findTangles(start, (one) => putAsideBy(known, one), { has, set: (entry, one) => found.set(entry, one) });
  return found;
});

/** The retcons of an entry that are in force, in canon order. */
export const retconsOf = (known: Known, old: Entry): readonly Retcon[] =>
  isApart(known, old) ? NONE : inForceOf(known, old);

const inForceOf = perKnown((known: Known, old: Entry): readonly Retcon[] => inForce(known, edgesOf(known, old)));

/** The retcons that an entry makes and that are in force, in canon order. */
export const retconsBy = (known: Known, by: Entry): readonly Retcon[] =>
  isApart(known, by) ? NONE : inForceBy(known, by);

const inForceBy = perKnown((known: Known, by: Entry): readonly Retcon[] => inForce(known, edgesBy(known, by)));

const NONE: readonly never[] = [];

const inForce = (known: Known, edges: readonly Retcon[]): readonly Retcon[] =>
  edges.length === 0
    ? edges
    : inRetconOrder(
        known,
        edges.filter((retcon) => !isInCycle(known, retcon)),
      );
