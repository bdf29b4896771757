/** What is left of a fact where restorations undo retcons from some time on, period by period (model §5). */
import type { Entry } from '../../entry/entry';
import { comparePositions } from '../../codex/canonTime';
import { lowInRow, type LowInRow, firstPast, compareTexts } from '../../text/sorted';
import { memoized } from '../../text/groups';
import { type Retcon, touches } from '../model/edges';
import { isStill, keptBeside } from '../model/known';
import type { Known } from '../model/canonValue';
import { isBefore, restorationsOf, restoredAbove, undoingAnyOf } from './restorations';
import type { Moment } from '../../chronology';
import { positionOf } from '../model/canon';
import {
  areSameSegments,
  before,
  endDay,
  haveSameDays,
  inPeriod,
  joinSegments,
  lineOf,
  type Segment,
} from '../model/segments';

/** What is asked about. */
export interface AttributeOf {
  readonly known: Known;
  readonly entity: string;
  readonly attribute: string;
}

/** From which day on a retcon counts at the times of a line; null: at no time that has a date. */
export const dayOn = ({ effective }: Retcon, line: string | null): number =>
  effective === 'always' ? -Infinity : effective.line === line ? effective.day : Infinity;

/** The retcons of a row by when they take effect on a line. */
export const byEffect = (retcons: readonly (Retcon | null)[], line: string | null): LowInRow =>
  lowInRow(retcons.map((retcon) => (retcon ? dayOn(retcon, line) : Infinity)));

/** What is in force at a time of a line. */
export interface Forces {
  readonly isInForce: (restoration: Retcon) => boolean;
  /** What was brought back by a later restoration that undoes one. */
  readonly undoneBy: (restoration: Retcon) => Entry | null;
}

/**
 * Which restorations are in force at a time of a line, by entity and attribute, line and day: the same for all facts of it, and
 * hundreds of versions of a page may state one each.
 */
const forcesKept = keptBeside(() => new Map<string, (day: number) => Forces>());

/** Tells which restorations are in force at a time of a line: those that have come, and that no later one undoes that is in force. */
export function forcesOn(subject: AttributeOf, line: string | null): (day: number) => Forces {
  const { known, entity, attribute } = subject;
  if (!isStill(known)) return forcesFound(subject, line);
  const kept = forcesKept(known);
  const key = JSON.stringify([entity, attribute, line]);
  let forces = kept.get(key);
  if (!forces) kept.set(key, (forces = memoized(forcesFound(subject, line))));
  return forces;
}

function forcesFound({ known, entity, attribute }: AttributeOf, line: string | null) {
  const restoringOf = memoized((entry: Entry) => {
    const all = restorationsOf(known, entry).filter((one) => touches(known, one, entity, attribute));
    return { all, row: byEffect(all, line) };
  });
  return (day: number): Forces => {
    const isCome = (effect: number): boolean => effect < Infinity && effect <= day;
    const undone = new Map<Retcon, Entry | null>();
    const isUndoneBy = (restoration: Retcon, entry: Entry): boolean => {
      const { all, row } = restoringOf(entry);
      for (let i = row.last(all.length, isCome); i >= 0; i = row.last(i, isCome)) {
        const later = all[i] as Retcon;
        if (comparePositions(later.position, restoration.position) < 0) return false;
        if (isBefore(known, restoration, later) && isInForce(later)) return true;
      }
      return false;
    };
    const undoneBy = (restoration: Retcon): Entry | null => {
      let by = undone.get(restoration);
      if (by === undefined) {
        by = restoredAbove(known, restoration).find((entry) => isUndoneBy(restoration, entry)) ?? null;
        undone.set(restoration, by);
      }
      return by;
    };
    const isInForce = (restoration: Retcon): boolean =>
      isCome(dayOn(restoration, line)) && touches(known, restoration, entity, attribute) && !undoneBy(restoration);
    return { isInForce, undoneBy };
  };
}

/** One thing that happens to an entry's facts in canon time. */
export interface Operation {
  /**
   * `clip` and `restore` name the entry itself; `end` restores what it superseded, `undo` what a restoration of it ended. A
   * restoration that the entry itself makes of what it superseded ends none of its facts: `spare`.
   */
  readonly does: 'clip' | 'restore' | 'end' | 'undo' | 'spare';
  readonly retcon: Retcon;
  readonly touches: (entity: string, attribute: string) => boolean;
}

/**
 * From a restoration on, a fact is what it would be if the retcons that are undone had never been declared. That counts
 * within the period alone, but its neighbours there must know of the whole: when it began says whom it ends.
 */
export interface Period {
  /** Where it begins, up to where the next one on that line does; null: up to the first on each line. */
  readonly from: Moment | null;
  /** As if it were so at all times. */
  readonly segments: readonly Segment[];
}

export const cutBy = ({ effective }: Retcon, segments: readonly Segment[]): readonly Segment[] =>
  effective === 'always' ? [] : segments.flatMap((segment) => before(segment, effective));

/** The times from which a restoration that has to do with a fact is in force, by line, the earliest first. */
export function turnsOf({ known, entity, attribute }: AttributeOf, operations: readonly Operation[]): Moment[] {
  const restorations = new Set(operations.flatMap(({ does, retcon }) => (does === 'clip' ? [] : retcon)));
  for (const { later } of undoingAnyOf(known, restorations))
    if (touches(known, later, entity, attribute)) restorations.add(later);
  const turns = new Map<string, Moment>();
  for (const { effective } of restorations)
    if (effective !== 'always') turns.set(`${effective.line} ${effective.day}`, effective);
  return [...turns.values()].sort((a, b) => compareTexts(a.line, b.line) || a.day - b.day);
}

/** Where the first retcon stands, at a place or behind it, that takes effect on a line earlier than all others there. */
function earliestFrom(retcons: readonly (Retcon | null)[], line: string | null): readonly number[] {
  const earliest: number[] = [];
  for (let i = retcons.length - 1, best = -1; i >= 0; i--) {
    const retcon = retcons[i];
    if (
      retcon &&
      dayOn(retcon, line) < Infinity &&
      (best < 0 || dayOn(retcon, line) <= dayOn(retcons[best] as Retcon, line))
    )
      best = i;
    earliest[i] = best;
  }
  return earliest;
}

/** Whether any enters the canon with a later entry that it names: it may come before one restoration there and after another. */
const isAnyLifted = ({ canon }: Known, operations: readonly Operation[]): boolean =>
  operations.some(({ retcon: { by, position } }) => comparePositions(positionOf(canon, by), position) !== 0);

/** What happens to a fact, of which what matters at a time of a line is found without looking at all of it. */
function openOperations(subject: AttributeOf, operations: readonly Operation[], line: string | null) {
  const { known } = subject;
  const those = (kind: Operation['does']) => operations.map(({ does, retcon }) => (does === kind ? retcon : null));
  const clips = those('clip');
  const restores = those('restore').filter((retcon) => retcon !== null);
  const [first] = restores;
  const endedByAll = new Set(first && !isAnyLifted(known, operations) ? restoredAbove(known, first) : []);
  for (const { by } of restores) endedByAll.delete(by);
  const earliest = new Map<string | null, readonly number[]>();
  return {
    operations,
    forcesAt: forcesOn(subject, line),
    restores: byEffect(those('restore'), line),
    ends: byEffect(those('end'), line),
    clips: byEffect(clips, line),
    anyClips: lowInRow(clips.map((retcon) => (retcon ? 0 : Infinity))),
    /** Whether each restoration ended an entry that is restored, so that who does that undoes all before. */
    undoesAll: (entry: Entry): boolean => endedByAll.has(entry),
    /** The clip at a place or behind it that takes effect first on some line. */
    earliestClip(from: number, on: string | null): Retcon | undefined {
      let places = earliest.get(on);
      if (!places) earliest.set(on, (places = earliestFrom(clips, on)));
      return clips[places[from] ?? -1] ?? undefined;
    },
  };
}

type Opened = ReturnType<typeof openOperations>;

/** A period, and a part of some stretches that lies in it. */
interface Span {
  readonly from: Moment | null;
  readonly within: (segments: readonly Segment[]) => readonly Segment[];
}

/**
 * What is left of some stretches in a period, as if it were so at all times. Where thousands cut off what others give back, only those
 * are looked at that come after the latest of these and cut something off in the period.
 * @param cutting gets the retcons that do
 */
function leftIn(
  known: Known,
  { operations, restores, ends, clips, anyClips, undoesAll, earliestClip }: Opened,
  { from, within }: Span,
  { isInForce, undoneBy }: Forces,
  stated: readonly Segment[],
  cutting: Set<Retcon>,
): readonly Segment[] {
  let left = stated;
  const cut = (retcon: Retcon, after: readonly Segment[]): void => {
    if (!haveSameDays(within(after), within(left))) cutting.add(retcon);
    left = after;
  };
  const isCome = (effect: number): boolean => effect < Infinity && effect <= (from ? from.day : -Infinity);
  const retconAt = (place: number): Retcon => (operations[place] as Operation).retcon;
  const restoring = (until: number): number => {
    let place = restores.last(until, isCome);
    for (; place >= 0 && !isInForce(retconAt(place)); place = restores.last(place, isCome)) {
      const by = undoneBy(retconAt(place));
      if (by && undoesAll(by)) return -1;
    }
    return place;
  };
  const latest = restoring(operations.length);
  let place = 0;
  if (latest >= 0) {
    // All before its position is undone; what stands at its position has an order of its own.
    const { position } = retconAt(latest);
    const beside = [retconAt(latest)];
    place = firstPast(operations, ({ retcon }) => comparePositions(retcon.position, position) >= 0);
    for (let other = restoring(latest); other >= place; other = restoring(other)) beside.push(retconAt(other));
    for (; place < operations.length && comparePositions(retconAt(place).position, position) === 0; place++) {
      const { does, retcon } = operations[place] as Operation;
      if (does === 'end' && isInForce(retcon)) cut(retcon, []);
      else if (does === 'clip' && !beside.some((one) => isBefore(known, retcon, one))) cut(retcon, cutBy(retcon, left));
    }
  }
  let end = ends.next(place, isCome);
  while (end < Infinity && !isInForce(retconAt(end))) end = ends.next(end + 1, isCome);
  // Before all turns lie stretches of all lines, and what lies on no line yet gets one by the first cut.
  const isOfAll = (): boolean => from === null || left.some((segment) => lineOf(segment) === null);
  for (let next = anyClips.next(place, isClip); next < end && isOfAll(); next = anyClips.next(place, isClip)) {
    cut(retconAt(next), cutBy(retconAt(next), left));
    place = next + 1;
  }
  const reach = (): number => within(left).reduce((latest, segment) => Math.max(latest, endDay(segment)), -Infinity);
  const nextClip = (from: number, until = reach()): number => clips.next(from, (effect) => effect < until);
  for (let next = nextClip(place); next < end; next = nextClip(next + 1))
    cut(retconAt(next), cutBy(retconAt(next), left));
  if (end < Infinity) cut(retconAt(end), []);
  for (const line of new Set(left.map(lineOf))) {
    const earliest = earliestClip(place, line);
    if (earliest) left = cutBy(earliest, left);
  }
  return left;
}

const isClip = (one: number): boolean => one < Infinity;

/**
 * The periods of a fact, what is left of it in all of them, and the retcons that cut something off it in one.
 * @param statedWithout its stretches if some entries had never been superseded
 */
export function periodsOf(
  subject: AttributeOf,
  operations: readonly Operation[],
  turns: readonly Moment[],
  statedWithout: (undone: readonly Entry[]) => readonly Segment[],
): {
  readonly periods: readonly Period[];
  readonly segments: readonly Segment[];
  readonly cutting: ReadonlySet<Retcon>;
} {
  const cutting = new Set<Retcon>();
  const lines = new Map<string | null, Opened>();
  const spared = operations.filter(({ does }) => does === 'spare');
  const stated = statedWithout([]);
  const inAll: Segment[] = [];
  const periodFrom = (from: Moment | null, ends: readonly Moment[]): Period => {
    const line = from && from.line;
    let opened = lines.get(line);
    if (!opened) lines.set(line, (opened = openOperations(subject, operations, line)));
    const forces = opened.forcesAt(from ? from.day : -Infinity);
    const undone = spared.flatMap(({ retcon }) => (forces.isInForce(retcon) ? retcon.old : []));
    const within = inPeriod(from, ends);
    const begun = undone.length > 0 ? statedWithout(undone) : stated;
    const segments = leftIn(subject.known, opened, { from, within }, forces, begun, cutting);
    inAll.push(...within(segments));
    return { from, segments };
  };
  const firsts = turns.filter(({ line }, i) => line !== turns[i - 1]?.line);
  const periods = [
    periodFrom(null, firsts),
    ...turns.map((turn, i) =>
      periodFrom(
        turn,
        turns.slice(i + 1, i + 2).filter(({ line }) => line === turn.line),
      ),
    ),
  ];
  return { periods: withoutRepeats(periods), segments: joinSegments(inAll), cutting };
}

/** Where hundreds of restorations change nothing of a fact, it has no period for each. @param periods the first is that before all turns, the others are in order, line by line */
function withoutRepeats(periods: readonly Period[]): readonly Period[] {
  const [first] = periods;
  const kept: Period[] = [];
  for (const period of periods) {
    const last = kept.at(-1);
    const before = last?.from?.line === period.from?.line ? last : first;
    if (!last || !before || !areSameSegments(before.segments, period.segments)) kept.push(period);
  }
  return kept;
}
