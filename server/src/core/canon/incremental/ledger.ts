/** The answers about one entity and attribute in a view that moves: a step costs what it changes, however many facts there are. */
import type { Moment } from '../../chronology/types';
import type { Entry } from '../../entry/entry';
import { factsOf } from '../../packed/packedFacts';
import { firstPast } from '../../text/sorted';
import { clip, type Clipped } from '../retcons/clips';
import { mentionKeys } from '../model/indexKeys';
import { entityNamed, entityOf } from '../model/known';
import type { Moving } from './movingView';
import { endDay, lineOf, type Segment, startDay } from '../model/segments';
import { possibleStaters } from '../model/possibleStaters';
import { tierRank } from '../truth/dovetail';
import { kindOfAttribute } from '../truth/truth';

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

/** The facts that a view takes for itself, before a step and behind it; by path, then as written. */
export interface Told {
  readonly before: readonly Clipped[];
  readonly after: readonly Clipped[];
}

export interface Ledger {
  /** Follows the view. What a step changes is counted from the last time on. */
  readonly follow: () => void;
  /** Where the last step may have changed what holds: one window for each line. */
  readonly changed: () => readonly Window[];
  /** The facts before the last step, and enough of those behind it to say what holds in some windows. */
  readonly toldIn: (windows: readonly Window[]) => Told;
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

export function openLedger(moving: Moving, entity: string, attribute: string): Ledger {
  const { known } = moving;
  const isState = kindOfAttribute(known, attribute) === 'state';
  const { names, entries } = possibleStaters(known.canon, entity);
  const told = new Map<Entry, readonly Clipped[]>();
  const lanes = new Map<string, Lane>();
  /** What lies in no lane: it holds wherever nothing else does, or a restoration makes it another in some period. */
  const undated = new Set<Clipped>();
  let gone = new Set<Clipped>();
  let come = new Set<Clipped>();
  const due = new Set(entries.filter((entry) => factsOf(entry, attribute, () => true).length > 0));

  const toldBy = (entry: Entry): Clipped[] => {
    if (!known.has(entry)) return [];
    // On a page about many entities, the others need not be resolved.
    const isAbout = (name: string | null): boolean =>
      name === null
        ? entityOf(known, entry) === entity
        : mentionKeys(name).some((key) => names.has(key)) && entityNamed(known, name) === entity;
    return factsOf(entry, attribute, isAbout).map((fact) => clip(known, { entry, fact }, entity));
  };

  /** The lane that a stretch of a fact lies in; null: it lies in none. */
  function laneOf({ entry, periods }: Clipped, segment: Segment): Lane | null {
    const line = lineOf(segment);
    if (periods || segment.from === null || line === null) return null;
    const rank = tierRank(known, entry);
    const key = `${rank} ${line}`;
    let lane = lanes.get(key);
    if (!lane) lanes.set(key, (lane = { line, rank, all: [] }));
    return lane;
  }

  function put(clipped: Clipped): void {
    come.add(clipped);
    if (clipped.periods) undated.add(clipped);
    for (const segment of clipped.segments) {
      const lane = laneOf(clipped, segment);
      const [day, until] = [startDay(segment), endDay(segment)];
      if (lane) lane.all.splice(behind(lane, day), 0, { day, until, clipped });
      else undated.add(clipped);
    }
  }

  function take(clipped: Clipped): void {
    gone.add(clipped);
    undated.delete(clipped);
    for (const segment of clipped.segments) {
      const lane = laneOf(clipped, segment);
      if (!lane) continue;
      let i = behind(lane, startDay(segment)) - 1;
      while (i >= 0 && lane.all[i]?.clipped !== clipped) i--;
      if (i >= 0) lane.all.splice(i, 1);
    }
  }

  /** What bears on a window, and has been there before the last step. */
  function* bearing(lane: Lane, windows: readonly Window[]): Generator<Clipped> {
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

  return {
    follow() {
      [gone, come] = [new Set(), new Set()];
      for (const entry of due) {
        due.delete(entry);
        const was = told.get(entry) ?? [];
        const is = moving.watched(
          () => toldBy(entry),
          () => void due.add(entry),
        );
        if (was.length === is.length && was.every((one, i) => isSame(one, is[i] as Clipped))) continue;
        told.set(entry, is);
        was.forEach(take);
        is.forEach(put);
      }
    },
    changed() {
      const days = new Map<string, { from: number; last: number }>();
      for (const clipped of [...gone, ...come]) {
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
    },
    toldIn(windows) {
      const kept = new Set<Clipped>();
      for (const lane of lanes.values()) for (const clipped of bearing(lane, windows)) kept.add(clipped);
      for (const clipped of undated) kept.add(clipped);
      for (const clipped of come) kept.delete(clipped);
      return { before: inOrder([...kept, ...gone]), after: inOrder([...kept, ...come]) };
    },
  };

  /** Where something begins behind which nothing that began before can hold, in whatever tier. */
  function nextAfter(line: string, day: number): number {
    let next = Infinity;
    for (const lane of lanes.values()) {
      if (lane.line !== line || (lane.rank !== undefined && lane.rank !== 0)) continue;
      let i = behind(lane, day);
      while (i < lane.all.length && come.has((lane.all[i] as Beginning).clipped)) i++;
      next = Math.min(next, lane.all[i]?.day ?? Infinity);
    }
    return next;
  }
}

/** The place behind all that begins on a day or before it. */
const behind = ({ all }: Lane, day: number): number => firstPast(all, (beginning) => beginning.day > day);

/** Whether what an entry states came out as it did before, word for word: of an entry, the index tells the fact. */
const isSame = (a: Clipped, b: Clipped): boolean =>
  a.fact.index === b.fact.index &&
  isSameMoment(a.begins, b.begins) &&
  areSame(a.stated, b.stated) &&
  areSame(a.segments, b.segments) &&
  arePeriodsSame(a.periods, b.periods) &&
  a.clippedBy.length === b.clippedBy.length &&
  a.clippedBy.every(({ by }, i) => by === b.clippedBy[i]?.by);

const arePeriodsSame = (a: Clipped['periods'], b: Clipped['periods']): boolean =>
  a?.length === b?.length &&
  (a ?? []).every(
    ({ from, segments }, i) => isSameMoment(from, b?.[i]?.from) && areSame(segments, b?.[i]?.segments ?? []),
  );

const areSame = (a: readonly Segment[], b: readonly Segment[]): boolean =>
  a.length === b.length &&
  a.every((one, i) => {
    const other = b[i];
    return (
      isSameMoment(one.from, other?.from) &&
      isSameMoment(one.until, other?.until) &&
      isSameMoment(one.endsElsewhere, other?.endsElsewhere)
    );
  });

const isSameMoment = (a: Moment | null | undefined, b: Moment | null | undefined): boolean =>
  a === b ||
  (!!a && !!b && a.line === b.line && a.day === b.day && a.text === b.text && a.approximate === b.approximate);

const inOrder = (all: Clipped[]): Clipped[] =>
  all.sort((a, b) => (a.entry === b.entry ? a.fact.index - b.fact.index : a.entry.path < b.entry.path ? -1 : 1));
