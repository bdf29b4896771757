/** The stated facts of one entity and attribute in order of their beginning, line by line and tier by tier; and what a step has changed. */
import type { Entry } from '../../entry/entry';
import { firstPast } from '../../text/sorted';
import type { Clipped } from '../retcons/clips';
import { endDay, lineOf, type Segment, startDay } from '../model/segments';

/** A time on one line, and whether all lines are meant. */
export interface Window {
  /** null: all lines. */
  readonly line: string | null;
  readonly from: number;
  /** Inclusive. */
  readonly until: number;
}

/** All times. */
export const ALWAYS: Window = { line: null, from: -Infinity, until: Infinity };

/** Whether a fact lies in no lane: it is undated and holds wherever nothing else does, or a restoration makes it another in some period. */
const isLoose = ({ periods, segments }: Clipped): boolean =>
  periods !== null || segments.some(({ from }) => from === null);

/** How many of some facts hold anywhere, each as often as it has periods. */
export const looseAmong = (facts: readonly Clipped[]): number =>
  facts.reduce((count, one) => count + (isLoose(one) ? (one.periods?.length ?? 1) : 0), 0);

/** The facts that a view takes for itself, before a step and behind it; by path, then as written. */
export interface BoundaryFacts {
  readonly before: readonly Clipped[];
  readonly after: readonly Clipped[];
}

/** Where a fact begins to hold, and how long it would alone. */
interface Beginning {
  readonly day: number;
  readonly until: number;
  readonly clipped: Clipped;
}

/**
 * The facts that begin on one line, stated in one tier, in order of their beginning. In each tier, only the last value of a
 * state to have begun can hold.
 */
interface Lane {
  readonly line: string;
  readonly rank: number | undefined;
  readonly all: Beginning[];
}

export interface Lanes {
  /** A step begins: what it takes away and puts in is counted from here on. */
  begin(): void;
  put(clipped: Clipped): void;
  take(clipped: Clipped): void;
  /** Where the step may have changed what holds: one window for each line. */
  changed(): readonly Window[];
  /** The facts before the step, and enough of those behind it to say what holds in some windows. */
  factsIn(windows: readonly Window[]): BoundaryFacts;
  /** How many facts bear on some windows at most, each as often as it has periods; of more than that, so many. */
  countIn(windows: readonly Window[], most: number): number;
  /** What the step has taken away, and put in. */
  stepped(): BoundaryFacts;
}

/** @param isState whether a later value ends an earlier one @param rankOf the tier of an entry */
export function openLanes(isState: boolean, rankOf: (entry: Entry) => number | undefined): Lanes {
  const lanes = new Map<string, Lane>();
  /** What lies in no lane. */
  const loose = new Set<Clipped>();
  let gone = new Set<Clipped>();
  let come = new Set<Clipped>();

  /** The lane that a stretch of a fact lies in; null: it lies in none. */
  function laneOf({ entry, periods }: Clipped, segment: Segment): Lane | null {
    const line = lineOf(segment);
    if (periods || segment.from === null || line === null) return null;
    const rank = rankOf(entry);
    const key = `${rank} ${line}`;
    let lane = lanes.get(key);
    if (!lane) lanes.set(key, (lane = { line, rank, all: [] }));
    return lane;
  }

  function put(clipped: Clipped): void {
    come.add(clipped);
    if (isLoose(clipped)) loose.add(clipped);
    for (const segment of clipped.segments) {
      const lane = laneOf(clipped, segment);
      const [day, until] = [startDay(segment), endDay(segment)];
      if (lane) lane.all.splice(behind(lane, day), 0, { day, until, clipped });
    }
  }

  function take(clipped: Clipped): void {
    gone.add(clipped);
    loose.delete(clipped);
    for (const segment of clipped.segments) {
      const lane = laneOf(clipped, segment);
      if (!lane) continue;
      let i = behind(lane, startDay(segment)) - 1;
      while (i >= 0 && lane.all[i]?.clipped !== clipped) i--;
      if (i >= 0) lane.all.splice(i, 1);
    }
  }

  return {
    begin() {
      [gone, come] = [new Set(), new Set()];
    },
    put,
    take,
    changed: () =>
      windowsOf([...gone, ...come], laneOf, isState, (line, day) => nextAfter(lanes.values(), come, line, day)),
    factsIn(windows) {
      const kept = new Set<Clipped>();
      for (const lane of lanes.values()) for (const clipped of bearing(lane, windows, come, isState)) kept.add(clipped);
      for (const clipped of loose) kept.add(clipped);
      for (const clipped of come) kept.delete(clipped);
      return { before: inOrder([...kept, ...gone]), after: inOrder([...kept, ...come]) };
    },
    countIn(windows, most) {
      let count = looseAmong([...loose]);
      for (const lane of lanes.values())
        for (const _ of bearing(lane, windows, come, isState)) if (most < ++count) return count;
      return count;
    },
    stepped: () => ({ before: inOrder([...gone]), after: inOrder([...come]) }),
  };
}

/** Where some facts come or go. @param nextAfter where nothing that began before can hold any more */
function windowsOf(
  facts: readonly Clipped[],
  laneOf: (clipped: Clipped, segment: Segment) => Lane | null,
  isState: boolean,
  nextAfter: (line: string, day: number) => number,
): readonly Window[] {
  const days = new Map<string, { from: number; last: number }>();
  for (const clipped of facts) {
    if (clipped.periods) return [ALWAYS];
    for (const segment of clipped.segments) {
      const lane = laneOf(clipped, segment);
      if (!lane) return [ALWAYS];
      const start = startDay(segment);
      const { from, last } = days.get(lane.line) ?? { from: start, last: start };
      const until = isState ? start : endDay(segment);
      days.set(lane.line, { from: Math.min(from, start), last: Math.max(last, until) });
    }
  }
  return [...days].map(([line, { from, last }]) => ({ line, from, until: isState ? nextAfter(line, last) : last }));
}

/** What bears on a window, and has been there before the last step. */
function* bearing(
  lane: Lane,
  windows: readonly Window[],
  come: ReadonlySet<Clipped>,
  isState: boolean,
): Generator<Clipped> {
  const { line, all } = lane;
  // On lines that a window leaves out, something tells that they are not empty.
  const first = all.find(({ clipped }) => !come.has(clipped));
  if (first) yield first.clipped;
  for (const window of windows) {
    if (window.line !== null && window.line !== line) continue;
    let i = isState ? behind(lane, window.from) : 0;
    for (let last = NaN, j = i - 1; j >= 0; j--) {
      const { day, clipped } = all[j] as Beginning;
      if (day < last) break;
      yield clipped;
      if (!come.has(clipped)) last = day;
    }
    for (; i < all.length && (all[i] as Beginning).day <= window.until; i++) {
      const { until, clipped } = all[i] as Beginning;
      if (isState || until >= window.from) yield clipped;
    }
  }
}

/** Where something begins behind which nothing that began before can hold, in whatever tier. */
function nextAfter(lanes: Iterable<Lane>, come: ReadonlySet<Clipped>, line: string, day: number): number {
  let next = Infinity;
  for (const lane of lanes) {
    if (lane.line !== line || (lane.rank !== undefined && lane.rank !== 0)) continue;
    let i = behind(lane, day);
    while (i < lane.all.length && come.has((lane.all[i] as Beginning).clipped)) i++;
    next = Math.min(next, lane.all[i]?.day ?? Infinity);
  }
  return next;
}

/** The place behind all that begins on a day or before it. */
const behind = ({ all }: Lane, day: number): number => firstPast(all, (beginning) => beginning.day > day);

/** By path, then as written. */
export const inOrder = (all: Clipped[]): Clipped[] =>
  all.sort((a, b) => (a.entry === b.entry ? a.fact.index - b.fact.index : a.entry.path < b.entry.path ? -1 : 1));
