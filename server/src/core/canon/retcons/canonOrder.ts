/** The canon order of entries and retcons (model §7). */
import { type CanonPosition, comparePositions } from '../../codex/canonTime';
import { firstPast, compareTexts } from '../../text/sorted';
import type { Entry } from '../../entry/entry';
import { hasRestorations, positionOf } from '../model/canon';
import { keptTogether, idOf, isStill, perKnown } from '../model/known';
import type { Known } from '../model/canonValue';
import { edgesBy, edgesOf, putsAside, type Retcon } from '../model/edges';

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
    for (const entry of group.length > 1 ? inOrderKept(known, group) : group) result.push(entry);
    i = end;
  }
  return result;
}

/** In the order in which they were put among others before, where they were: of a tangle each part is asked for over and over. */
function inOrderKept(known: Known, group: readonly Entry[]): readonly Entry[] {
  const kept = orders.keptWith(known, group[0] as Entry);
  const places = kept && group.every((entry) => kept.has(entry)) ? kept : orders.workOut(known, group);
  return [...group].sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
}

/**
 * Kahn's algorithm on the entries and all that must come before them: their order among each other is then that of all. Each is
 * told by its place in the order of ids, and behind these come the gates. Where all that name each other are asked for sooner or later,
 * they are put in order at once.
 */
const orders = keptTogether((known: Known, group: readonly Entry[]): ReadonlyMap<Entry, number> => {
  const before = predecessorsAmong(known, group, isStill(known) || hasRestorations(known));
  const ordered = [...before.keys()].sort(
    (a, b) => compareTexts(idOf(known, a), idOf(known, b)) || compareTexts(a.path, b.path),
  );
  const gates = [...new Set([...before.values()].flatMap((one) => one.gates))];
  const places = new Map<Entry | Gate, number>([...ordered, ...gates].map((one, i) => [one, i]));
  const awaitedBy = [...places].map((): Way[] => []);
  const wait = (from: Entry | Gate, to: Entry | Gate, isNamed: boolean): void =>
    void awaitedBy[places.get(from) ?? 0]?.push({ to: places.get(to) ?? 0, isNamed });
  for (const [entry, { named, gates: closed }] of before) {
    for (const one of named) wait(one, entry, true);
    for (const gate of closed) wait(gate, entry, false);
  }
  for (const gate of gates) for (const one of gate) wait(one, gate, false);
  const ways = awaitedBy.flat();
  const free = countDown(
    places.size,
    ways.map(({ to }) => to),
  );
  // Where all that are left wait for each other in a circle: the lowest id among those that name nothing of it, else among all.
  const nameless = countDown(
    places.size,
    ways.flatMap(({ to, isNamed }) => (isNamed ? to : [])),
  );
  const isLeft = ordered.map(() => true);
  const result = new Map<Entry, number>();
  for (let lowest = 0; (lowest = isLeft.indexOf(true, lowest)) >= 0; ) {
    const next = free.next(isLeft) ?? nameless.next(isLeft) ?? lowest;
    isLeft[next] = false;
    result.set(ordered[next] as Entry, result.size);
    const passed = [next];
    for (const one of passed)
      for (const { to, isNamed } of awaitedBy[one] ?? []) {
        if (isNamed) nameless.count(to);
        // A gate is no entry: whoever waits for it goes on at once.
        if (free.count(to) && to >= ordered.length) passed.push(to);
      }
  }
  return result;
});

/** Something that waits for another in the order of a position. */
interface Way {
  readonly to: number;
  readonly isNamed: boolean;
}

/** Gives the lowest of some numbers that wait for nothing more. @param waiting each as often as it waits */
function countDown(length: number, waiting: readonly number[]) {
  const left = new Int32Array(length);
  for (const one of waiting) left[one] = (left[one] ?? 0) + 1;
  /** The highest first. */
  const ready: number[] = [];
  for (let one = length - 1; one >= 0; one--) if (left[one] === 0) ready.push(one);
  return {
    /** @returns whether it waits for nothing more */
    count(one: number): boolean {
      const is = (left[one] ?? 0) - 1;
      left[one] = is;
      if (is === 0)
        ready.splice(
          firstPast(ready, (other) => other < one),
          0,
          one,
        );
      return is === 0;
    },
    next(isLeft: readonly boolean[]): number | undefined {
      let lowest = ready.pop();
      while (lowest !== undefined && !isLeft[lowest]) lowest = ready.pop();
      return lowest;
    },
  };
}

/** All of whom stand before whoever waits at it: thousands need not wait for thousands each. */
type Gate = ReadonlySet<Entry>;

/** What comes before an entry at its position: what it names, and for a restoration all else that is declared of that. */
interface Predecessors {
  readonly named: ReadonlySet<Entry>;
  readonly gates: readonly Gate[];
}

/** The predecessors of some entries of one position, and of all these. @param andLater also of all that name one of them, and so on */
function predecessorsAmong(known: Known, group: readonly Entry[], andLater: boolean): ReadonlyMap<Entry, Predecessors> {
  const found = new Map<Entry, Predecessors>();
  const gates = new Map<Entry, Gate>();
  const [first] = group;
  const position = first && positionOf(known.canon, first);
  const isBeside = (one: Entry): boolean =>
    position !== undefined && comparePositions(positionOf(known.canon, one), position) === 0;
  const all = new Set(group);
  const gateOf = (old: Entry): Gate => {
    let gate = gates.get(old);
    if (!gate) {
      const others = [...edgesOf(known, old).filter(putsAside), ...restorationsUnder(known, old)];
      gates.set(old, (gate = new Set(others.map(({ by }) => by).filter(isBeside))));
      for (const one of gate) all.add(one);
    }
    return gate;
  };
  for (const entry of all) {
    const edges = edgesBy(known, entry);
    const closed = edges
      .map(({ kind, old }) => (kind === 'restores' ? gateOf(old) : NOBODY))
      // Nobody waits for himself.
      .map((gate) => (gate.has(entry) ? new Set([...gate].filter((one) => one !== entry)) : gate))
      .filter((gate) => gate.size > 0);
    const named = new Set(edges.map(({ old }) => old).filter((old) => old !== entry && isBeside(old)));
    found.set(entry, { named, gates: closed });
    for (const one of named) all.add(one);
    if (andLater) for (const { by } of edgesOf(known, entry)) if (isBeside(by)) all.add(by);
  }
  return found;
}

const NOBODY: Gate = new Set();

/** The restorations of what an entry supersedes, down the chain: they are among its retcons, since they end its facts. */
const restorationsUnder = perKnown((known: Known, entry: Entry): readonly Retcon[] => {
  if (!hasRestorations(known)) return [];
  const below = new Set([entry]);
  for (const one of below)
    for (const { kind, soft, old } of edgesBy(known, one)) if (kind === 'supersedes' && !soft) below.add(old);
  below.delete(entry);
  return [...below].flatMap((old) => edgesOf(known, old).filter(({ kind }) => kind === 'restores'));
});
