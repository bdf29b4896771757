/** Sorts entries and retcons into canon order (model §7). */
import { type CanonPosition, comparePositions } from '../../codex/canonTime';
import { firstPast, compareTexts } from '../../text/sorted';
import type { Entry } from '../../entry/entry';
import { withVersions } from '../../entry/versions';
import { hasRestorations, positionOf } from '../model/canon';
import { keptTogether, idOf, isStill, perKnown } from '../model/known';
import type { Known } from '../model/canonValue';
import { edgesBy, edgesOf, putsAside, type Retcon } from '../model/edges';

/** Retcons in canon order: by position, then by the order of `by`, then by the id of `old`, then by the path of the declaration. */
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
 * Entries in canon order (model §7): by position. At one position an entry comes after the entries that it supersedes, retracts or
 * restores, and a restoration after the other retcons of the entry it restores. Among the entries that may come next, the lowest id
 * is first.
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
    for (const entry of group.length > 1 ? inOrderKept(known, group) : group) result.push(entry);
    i = end;
  }
  return result;
}

/** Sorts entries of one position. Reuses an order that covers them all, since parts of one large group are sorted again and again. */
function inOrderKept(known: Known, group: readonly Entry[]): readonly Entry[] {
  const kept = orders.keptWith(known, group[0] as Entry);
  const places = kept && group.every((entry) => kept.has(entry)) ? kept : orders.workOut(known, group);
  return [...group].sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
}

/**
 * Kahn's algorithm on the entries of a group and all that must come before them, so that every group agrees with the order of all
 * entries. A node is a number: the entries by id. If other groups will be sorted later (in a still view, or with restorations), all
 * entries that are connected to the group are sorted at once.
 */
const orders = keptTogether((known: Known, group: readonly Entry[]): ReadonlyMap<Entry, number> => {
  const before = predecessorsAmong(known, group, isStill(known) || hasRestorations(known));
  const ordered = [...before.keys()].sort(
    (a, b) => compareTexts(idOf(known, a), idOf(known, b)) || compareTexts(a.path, b.path),
  );
  const places = new Map(ordered.map((one, i) => [one, i]));
  const edgesFrom = ordered.map((): OrderEdge[] => []);
  for (const [entry, { named, others }] of before)
    for (const [olds, isNamed] of [[named, true] as const, ...others.map((gate) => [gate, false] as const)])
      for (const old of olds) edgesFrom[places.get(old) ?? 0]?.push({ to: places.get(entry) ?? 0, isNamed });
  const edges = edgesFrom.flat();
  const free = countDown(
    ordered.length,
    edges.map(({ to }) => to),
  );
  // If all remaining entries form cycles, the next is the lowest id of those that name no remaining entry, else of all.
  const nameless = countDown(
    ordered.length,
    edges.flatMap(({ to, isNamed }) => (isNamed ? to : [])),
  );
  const isLeft = ordered.map(() => true);
  const result = new Map<Entry, number>();
  for (let lowest = 0; (lowest = isLeft.indexOf(true, lowest)) >= 0; ) {
    const next = free.next(isLeft) ?? nameless.next(isLeft) ?? lowest;
    isLeft[next] = false;
    result.set(ordered[next] as Entry, result.size);
    for (const { to, isNamed } of edgesFrom[next] ?? []) {
      if (isNamed) nameless.count(to);
      free.count(to);
    }
  }
  return result;
});

/** An edge to a node that must come later. */
interface OrderEdge {
  readonly to: number;
  readonly isNamed: boolean;
}

/** Counts the incoming edges of the nodes, and gives the lowest node without any. @param waiting each node once per incoming edge */
function countDown(length: number, waiting: readonly number[]) {
  const left = new Int32Array(length);
  for (const node of waiting) left[node] = (left[node] ?? 0) + 1;
  /** The highest first. */
  const ready: number[] = [];
  for (let node = length - 1; node >= 0; node--) if (left[node] === 0) ready.push(node);
  return {
    /** Removes an incoming edge. */
    count(node: number): void {
      const edges = (left[node] ?? 0) - 1;
      left[node] = edges;
      if (edges > 0) return;
      ready.splice(
        firstPast(ready, (other) => other < node),
        0,
        node,
      );
    },
    next(isLeft: readonly boolean[]): number | undefined {
      let lowest = ready.pop();
      while (lowest !== undefined && !isLeft[lowest]) lowest = ready.pop();
      return lowest;
    },
  };
}

/** What comes before an entry at its position: the entries that it names; before a restoration also all other retcons of its old entry. */
interface Predecessors {
  readonly named: ReadonlySet<Entry>;
  readonly others: readonly ReadonlySet<Entry>[];
}

/** The predecessors of some entries of one position, and in turn their predecessors. @param andLater also of the entries that come after them */
function predecessorsAmong(known: Known, group: readonly Entry[], andLater: boolean): ReadonlyMap<Entry, Predecessors> {
  const found = new Map<Entry, Predecessors>();
  const retconning = new Map<Entry, ReadonlySet<Entry>>();
  const [first] = group;
  const position = first && positionOf(known.canon, first);
  const isBeside = (entry: Entry): boolean =>
    position !== undefined && comparePositions(positionOf(known.canon, entry), position) === 0;
  const all = new Set(group);
  /** The entries that make the other retcons of a restored entry. */
  const retconningOf = (old: Entry): ReadonlySet<Entry> => {
    let found = retconning.get(old);
    if (!found) {
      const others = [...edgesOf(known, old).filter(putsAside), ...restorationsUnder(known, old)];
      retconning.set(old, (found = new Set(others.map(({ by }) => by).filter(isBeside))));
      for (const one of found) all.add(one);
    }
    return found;
  };
  for (const entry of all) {
    const edges = edgesBy(known, entry);
    // An entry does not wait for itself.
    const others = edges.flatMap(({ kind, old }) =>
      kind === 'restores' ? new Set([...retconningOf(old)].filter((one) => one !== entry)) : [],
    );
    const olds = [...edges.map(({ old }) => old), ...(entry.versionOf ? [entry.versionOf.page] : [])];
    const named = new Set(olds.filter((old) => old !== entry && isBeside(old)));
    // A page that names another comes after the changes of that one, and each change after the one before it.
    for (const old of olds)
      if (old.formerly.length > 0)
        for (const version of withVersions(old))
          if (version !== entry && known.has(version) && isBeside(version) && isEarlier(version, entry))
            named.add(version);
    found.set(entry, { named, others });
    for (const one of named) all.add(one);
    if (andLater) for (const { by } of edgesOf(known, entry)) if (isBeside(by)) all.add(by);
  }
  return found;
}

const isEarlier = (version: Entry, { versionOf }: Entry): boolean =>
  !versionOf || versionOf.page !== version.versionOf?.page || version.versionOf.place < versionOf.place;

/** The restorations of the entries that an entry supersedes, down the chain: they count among its retcons, since they end its facts. */
const restorationsUnder = perKnown((known: Known, entry: Entry): readonly Retcon[] => {
  if (!hasRestorations(known)) return [];
  const below = new Set([entry]);
  for (const one of below)
    for (const { kind, soft, old } of edgesBy(known, one)) if (kind === 'supersedes' && !soft) below.add(old);
  below.delete(entry);
  return [...below].flatMap((old) => edgesOf(known, old).filter(({ kind }) => kind === 'restores'));
});
