/** Decides which retcons are in force: all except the edges of cycles (model §5). */
import type { Entry } from '../../entry/entry';
import { changersOf, pageOf } from '../../entry/versions';
import { changeBy, type Retcon, edgesOf, edgesBy, isApart, putAsideBy, putsAside } from '../model/edges';
import { keptTogether, perKnown } from '../model/known';
import type { Known } from '../model/canonValue';
import { findTangles } from '../../text/groups';
import { inRetconOrder } from './canonOrder';

/** Memoizes that no cycle can be reached from an entry. `reachesNoCycle` calls it from the bottom up, so that it never recurses deeply. */
const endsBelow = perKnown((known: Known, entry: Entry): boolean =>
  putAsideBy(known, entry).every((old) => endsBelow(known, old)),
);

/** Whether no cycle can be reached from an entry: a depth-first search without recursion, since chains may be long. */
function reachesNoCycle(known: Known, start: Entry): boolean {
  if (endsBelow.isWorkedOut(known, start)) return endsBelow(known, start);
  // Fast path: most entries supersede nothing.
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

/** Whether a retcon is an edge of a cycle, and so clips nothing: both of its ends are in one strongly connected component. */
export const isInCycle = perKnown((known: Known, retcon: Retcon): boolean => {
  const { by, old } = retcon;
  if (!putsAside(retcon)) return false;
  if (componentKept(known, by) === undefined && reachesNoCycle(known, by)) return false;
  return componentOf(known, by) === componentOf(known, old);
});

/** The entry that represents the strongly connected component of an entry. */
const componentOf = (known: Known, entry: Entry): Entry | undefined =>
  componentKept(known, entry) ?? components.workOut(known, entry).get(entry);

/** The same, if a search from another entry has found it already. */
const componentKept = (known: Known, entry: Entry): Entry | undefined => components.keptWith(known, entry)?.get(entry);

/** The components of all entries that can be reached from an entry. */
const components = keptTogether((known: Known, start: Entry): ReadonlyMap<Entry, Entry> => {
  const found = new Map<Entry, Entry>();
  const has = (entry: Entry): boolean => found.has(entry) || componentKept(known, entry) !== undefined;
  findTangles(start, (one) => putAsideBy(known, one), { has, set: (entry, one) => found.set(entry, one) });
  return found;
});

/** The retcons of an entry that are in force, in canon order. */
export function retconsOf(known: Known, old: Entry): readonly Retcon[] {
  if (isApart(known, old)) return NONE;
  const page = pageOf(old);
  return page.formerly.length === 0 ? inForceOf(known, old) : ofVersion(known, old);
}

/** Of a version: what other pages declare of its page, and the changes of the page that touch it. */
const ofVersion = perKnown((known: Known, old: Entry): readonly Retcon[] => {
  const page = pageOf(old);
  const changes = changersOf(old).flatMap((by) => (known.has(by) ? (changeBy(known, by) ?? []) : []));
  return inRetconOrder(known, [...inForceOf(known, page), ...changes]);
});

const inForceOf = perKnown((known: Known, old: Entry): readonly Retcon[] => inForce(known, edgesOf(known, old)));

/** The retcons that an entry makes and that are in force, in canon order. */
export function retconsBy(known: Known, by: Entry): readonly Retcon[] {
  if (isApart(known, by)) return NONE;
  const { versionOf } = by;
  // The first version makes what its page declares, also where it has dates of its own.
  if (!versionOf || isFirst(by)) return inForceBy(known, pageOf(by));
  return byVersion(known, by);
}

const isFirst = ({ versionOf }: Entry): boolean => versionOf?.place === 1 && versionOf.isDated && !versionOf.change;

const byVersion = perKnown((known: Known, by: Entry): readonly Retcon[] => {
  const change = changeBy(known, by);
  return change ? [change] : NONE;
});

const inForceBy = perKnown((known: Known, by: Entry): readonly Retcon[] => inForce(known, edgesBy(known, by)));

const NONE: readonly never[] = [];

const inForce = (known: Known, edges: readonly Retcon[]): readonly Retcon[] =>
  edges.length === 0
    ? edges
    : inRetconOrder(
        known,
        edges.filter((retcon) => !isInCycle(known, retcon)),
      );
