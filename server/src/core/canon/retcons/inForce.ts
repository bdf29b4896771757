/** Which retcons are in force, and the canon order of entries and retcons (model §5, §7). */
import { type CanonPosition, comparePositions } from '../../codex/canonTime';
import { firstPast } from '../../text/sorted';
import type { Entry } from '../../entry/entry';
import { countOf } from '../model/canon';
import { idOf, isStill, keptBeside, type Known, perKnown } from '../model/known';
import { positionOf } from '../model/canonPosition';
import { type Retcon, edgesOf, edgesBy, compareTexts, putAsideBy } from '../model/edges';

/** Whether a retcon puts its old entry aside, and so can be an edge of a cycle; a restoration brings it back. */
export const putsAside = ({ kind }: Retcon): boolean => kind !== 'restores';

/** Asked only of what comes to an end, and from the bottom up: it says so, and remembers it. */
const endsBelow = perKnown((known: Known, entry: Entry): boolean =>
  putAsideBy(known, entry).every((old) => endsBelow(known, old)),
);

/** Whether every way down from an entry comes to an end; each entry is walked over once, however long its chain. */
function comesToAnEnd(known: Known, start: Entry): boolean {
  // Most entries supersede nothing.
  if (putAsideBy(known, start).length === 0) return true;
  if (endsBelow.isWorkedOut(known, start)) return endsBelow(known, start);
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
  // What stands for all entries from each of which one comes to each other of them: it is found for all of them at once.
  const found = isStill(known) ? tangles(known) : new Map<Entry, Entry>();
  if (!found.has(by) && comesToAnEnd(known, by)) return false;
  for (const entry of [by, old]) if (!found.has(entry)) findTangles(entry, (one) => putAsideBy(known, one), found);
  return found.get(by) === found.get(old);
});

const tangles = keptBeside(() => new Map<Entry, Entry>());

/**
 * Tarjan's algorithm, on all that an entry leads to and of which nothing is found yet.
 * @param leadsTo gives a list of its own each time
 * @param found gets for each of them the one that stands for all of its circle
 */
export function findTangles(start: Entry, leadsTo: (entry: Entry) => Entry[], found: Map<Entry, Entry>): void {
  const places = new Map<Entry, number>();
  const lowest = new Map<Entry, number>();
  const open: Entry[] = [];
  const enter = (entry: Entry) => {
    lowest.set(entry, places.size);
    places.set(entry, places.size);
    open.push(entry);
    return { entry, below: leadsTo(entry) };
  };
  const reach = (entry: Entry, place: number): void => {
    if (place < (lowest.get(entry) ?? 0)) lowest.set(entry, place);
  };
  const way = [enter(start)];
  for (let current = way.at(-1); current; current = way.at(-1)) {
    const { entry, below } = current;
    const next = below.pop();
    if (next && !places.has(next) && !found.has(next)) way.push(enter(next));
    else if (next) reach(entry, found.has(next) ? Infinity : (places.get(next) ?? 0));
    else {
      way.pop();
      const low = lowest.get(entry) ?? 0;
      const before = way.at(-1);
      if (before) reach(before.entry, low);
      if (low === places.get(entry))
        for (let one = open.pop(); one; one = one === entry ? undefined : open.pop()) found.set(one, entry);
    }
  }
}

/** The retcons of an entry that are in force, in canon order. */
export const retconsOf = perKnown((known: Known, old: Entry): readonly Retcon[] => inForce(known, edgesOf(known, old)));

/** The retcons that an entry makes and that are in force, in canon order. */
export const retconsBy = perKnown((known: Known, by: Entry): readonly Retcon[] => inForce(known, edgesBy(known, by)));

const inForce = (known: Known, edges: readonly Retcon[]): readonly Retcon[] =>
  edges.length === 0
    ? edges
    : inRetconOrder(
        known,
        edges.filter((retcon) => !isInCycle(known, retcon)),
      );

/** Retcons in canon order, then by `by`, then by what they supersede, then by the path of the declaration. */
export function inRetconOrder(known: Known, retcons: readonly Retcon[]): readonly Retcon[] {
  if (retcons.length < 2) return retcons;
  const place = new Map(inCanonOrder(known, [...new Set(retcons.map((retcon) => retcon.by))]).map((by, i) => [by, i]));
  return [...retcons].sort(
    (a, b) =>
      comparePositions(a.position, b.position) ||
      (place.get(a.by) ?? 0) - (place.get(b.by) ?? 0) ||
      compareTexts(idOf(known, a.old), idOf(known, b.old)) ||
      compareTexts(a.declared[0].entry.path, b.declared[0].entry.path) ||
      a.declared[0].declaration.span.start - b.declared[0].declaration.span.start,
  );
}

/**
 * Entries in canon order: by position; at one position what supersedes, retracts or restores comes after what it names,
 * a restoration after the other retcons of what it names, and of those free to come next the lowest id first (model §7).
 */
export function inCanonOrder(known: Known, entries: readonly Entry[]): readonly Entry[] {
  const place = (entry: Entry): CanonPosition => positionOf(known.canon, entry);
  const sorted = [...entries].sort((a, b) => comparePositions(place(a), place(b)));
  const result: Entry[] = [];
  for (let i = 0; i < sorted.length; ) {
    const first = sorted[i] as Entry;
    let end = i + 1;
    while (end < sorted.length && comparePositions(place(sorted[end] as Entry), place(first)) === 0) end++;
    const group = sorted.slice(i, end);
    for (const entry of group.length > 1 ? atOnePosition(known, group) : group) result.push(entry);
    i = end;
  }
  return result;
}

/**
 * Kahn's algorithm on the entries and all that must come before them: their order among each other is then that of all. Each is
 * told by its place in the order of ids.
 */
function atOnePosition(known: Known, group: readonly Entry[]): Entry[] {
  const before = new Map<Entry, Predecessors>();
  const all = new Set(group);
  for (const entry of all) {
    const own = predecessors(known, entry);
    before.set(entry, own);
    for (const one of [...own.named, ...own.others]) all.add(one);
  }
  const ordered = [...all].sort((a, b) => compareTexts(idOf(known, a), idOf(known, b)) || compareTexts(a.path, b.path));
  const rank = new Map(ordered.map((entry, i) => [entry, i]));
  const ways = ordered.flatMap((entry, to) => {
    const { named = NOBODY, others = NOBODY } = before.get(entry) ?? {};
    return [...new Set([...named, ...others])].map((one) => ({
      from: rank.get(one) ?? 0,
      to,
      isNamed: named.has(one),
    }));
  });
  const awaitedBy = ordered.map((): typeof ways => []);
  for (const way of ways) awaitedBy[way.from]?.push(way);
  const free = countDown(
    ordered.length,
    ways.map(({ to }) => to),
  );
  // Where all that are left wait for each other in a circle: the lowest id among those that name nothing of it, else among all.
  const nameless = countDown(
    ordered.length,
    ways.flatMap(({ to, isNamed }) => (isNamed ? to : [])),
  );
  const wanted = new Set(group);
  const isLeft = ordered.map(() => true);
  const result: Entry[] = [];
  for (let lowest = 0; (lowest = isLeft.indexOf(true, lowest)) >= 0; ) {
    const next = free.next(isLeft) ?? nameless.next(isLeft) ?? lowest;
    const entry = ordered[next] as Entry;
    isLeft[next] = false;
    if (wanted.has(entry)) result.push(entry);
    for (const { to, isNamed } of awaitedBy[next] ?? []) {
      free.count(to);
      if (isNamed) nameless.count(to);
    }
  }
  return result;
}

const NOBODY: ReadonlySet<Entry> = new Set();

/** Gives the lowest of some numbers that wait for nothing more. @param waiting each as often as it waits */
function countDown(length: number, waiting: readonly number[]) {
  const left = new Int32Array(length);
  for (const one of waiting) left[one] = (left[one] ?? 0) + 1;
  /** The highest first. */
  const ready: number[] = [];
  for (let one = length - 1; one >= 0; one--) if (left[one] === 0) ready.push(one);
  return {
    count(one: number): void {
      const is = (left[one] ?? 0) - 1;
      left[one] = is;
      if (is === 0)
        ready.splice(
          firstPast(ready, (other) => other < one),
          0,
          one,
        );
    },
    next(isLeft: readonly boolean[]): number | undefined {
      let lowest = ready.pop();
      while (lowest !== undefined && !isLeft[lowest]) lowest = ready.pop();
      return lowest;
    },
  };
}

/** What comes before an entry at its position: what it names, and for a restoration all else that is declared of that. */
interface Predecessors {
  readonly named: ReadonlySet<Entry>;
  readonly others: ReadonlySet<Entry>;
}

function predecessors(known: Known, entry: Entry): Predecessors {
  const own = positionOf(known.canon, entry);
  const isBeside = (one: Entry): boolean => one !== entry && comparePositions(positionOf(known.canon, one), own) === 0;
  const edges = edgesBy(known, entry);
  const others = edges.flatMap(({ kind, old }) =>
    kind === 'restores' ? [...edgesOf(known, old).filter(putsAside), ...restorationsUnder(known, old)] : [],
  );
  return {
    named: new Set(edges.map(({ old }) => old).filter(isBeside)),
    others: new Set(others.map(({ by }) => by).filter(isBeside)),
  };
}

/** The restorations of what an entry supersedes, down the chain: they are among its retcons, since they end its facts. */
function restorationsUnder(known: Known, entry: Entry): Retcon[] {
  if (countOf(known.canon, 'restores') === 0) return [];
  const below = new Set([entry]);
  for (const one of below)
    for (const { kind, soft, old } of edgesBy(known, one)) if (kind === 'supersedes' && !soft) below.add(old);
  below.delete(entry);
  return [...below].flatMap((old) => edgesOf(known, old).filter(({ kind }) => kind === 'restores'));
}
