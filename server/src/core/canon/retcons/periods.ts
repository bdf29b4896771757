/** Clips a fact period by period, where restorations undo retcons from some world time on (model §5). */
import type { Entry, Fact } from '../../entry/entry';
import { comparePositions } from '../../codex/canonTime';
import { lowInRow, type LowInRow, firstPast, compareTexts } from '../../text/sorted';
import { memoized } from '../../text/groups';
import { type Retcon, touches } from '../model/edges';
import { retconsOf } from './inForce';
import { isStill, keptBeside } from '../model/known';
import type { Known } from '../model/canonValue';
import type { StatedFact } from '../model/statedFacts';
import { isBefore, restorationsOf, restoredAbove, undoingAnyOf } from './restorations';
import type { Moment } from '../../chronology';
import { hasRestorations, positionOf } from '../model/canon';
import { areSameOutlived, beginningBy, type Counts, type Outlives, outlivesOf, retconsBelow } from './beginnings';
import { cutBy, type Operation } from './operations';
import {
  areSameSegments,
  endDay,
  haveSameDays,
  inPeriod,
  joinSegments,
  lineOf,
  type Segment,
  statedSegments,
} from '../model/segments';

/** The attribute of an entity, at a canon point. */
interface AttributeOf {
  readonly known: Known;
  readonly entity: string;
  readonly attribute: string;
}

/** The day from which on a retcon has effect on a line; Infinity: never. @param line null: the time before all dates */
const dayOn = ({ effective }: Retcon, line: string | null): number =>
  effective === 'always' ? -Infinity : effective.line === line ? effective.day : Infinity;

/** A range-minimum index of retcons by the day on which they take effect on a line. */
const byEffect = (retcons: readonly (Retcon | null)[], line: string | null): LowInRow =>
  lowInRow(retcons.map((retcon) => (retcon ? dayOn(retcon, line) : Infinity)));

/** Which restorations are in force on a day of a line. */
interface Forces {
  readonly isInForce: (restoration: Retcon) => boolean;
  /** The entry that a later restoration brings back, and so undoes this one; null: none does. */
  readonly undoneBy: (restoration: Retcon) => Entry | null;
  /** Whether a retcon counts on the day: as a restoration it is in force, otherwise no restoration in force undoes it. */
  readonly counts: Counts;
  /** Where facts begin, as far as it has been worked out. */
  readonly beginnings: Map<Fact, Moment | null>;
}

/**
 * By entity, attribute and line: all facts of a pair share the result, and hundreds of versions of a page may state one each.
 */
const forcesKept = keptBeside(() => new Map<string, (day: number) => Forces>());

/** Says which restorations are in force on each day of a line: those that have taken effect, and that no later one in force undoes. */
function forcesOn(subject: AttributeOf, line: string | null): (day: number) => Forces {
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
    const hasTakenEffect = (effect: number): boolean => effect < Infinity && effect <= day;
    const undone = new Map<Retcon, Entry | null>();
    const isUndoneBy = (restoration: Retcon, entry: Entry): boolean => {
      const { all, row } = restoringOf(entry);
      for (let i = row.last(all.length, hasTakenEffect); i >= 0; i = row.last(i, hasTakenEffect)) {
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
      hasTakenEffect(dayOn(restoration, line)) &&
      touches(known, restoration, entity, attribute) &&
      !undoneBy(restoration);
    const counts = memoized((retcon: Retcon): boolean =>
      retcon.kind === 'restores'
        ? isInForce(retcon)
        : retcon.replaces !== undefined ||
          !restoringOf(retcon.old).all.some((one) => isInForce(one) && isBefore(known, retcon, one)),
    );
    return { isInForce, undoneBy, counts, beginnings: new Map() };
  };
}

/**
 * A stretch of world time in which the same restorations are in force. There, a fact is what it would be if the undone retcons had
 * never been declared. Only the part within the period counts, but dovetailing needs the whole: where a value begins decides which
 * values it ends.
 */
export interface Period {
  /** Where it begins; it lasts up to the next period of that line. Null: the time before the first period of each line. */
  readonly from: Moment | null;
  /** What is left of the fact, as if the period were all of time. */
  readonly segments: readonly Segment[];
  readonly outlives: Outlives;
}

/** The restorations that may part world time for a fact of an entry: those that undo retcons of it, or of what it superseded. */
export function restorationsConcerning(
  { known, entity, attribute }: AttributeOf,
  entry: Entry,
  operations: readonly Operation[],
): ReadonlySet<Retcon> {
  const restorations = new Set(operations.flatMap(({ does, retcon }) => (does === 'clip' ? [] : retcon)));
  if (!hasRestorations(known)) return restorations;
  for (const { old } of retconsBelow(known, entry, { entity, attribute }))
    for (const one of restorationsOf(known, old)) if (touches(known, one, entity, attribute)) restorations.add(one);
  for (const { later } of undoingAnyOf(known, restorations))
    if (touches(known, later, entity, attribute)) restorations.add(later);
  return restorations;
}

/** The moments at which restorations take effect, by line, earliest first. */
export function turnsOf(restorations: ReadonlySet<Retcon>): Moment[] {
  const turns = new Map<string, Moment>();
  for (const { effective } of restorations)
    if (effective !== 'always') turns.set(`${effective.line} ${effective.day}`, effective);
  return [...turns.values()].sort((a, b) => compareTexts(a.line, b.line) || a.day - b.day);
}

/** For each place, the place from there on of the retcon that takes effect first on a line; -1: none does. */
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

/** Whether any retcon enters the canon with its old entry, later than `by`: it may come before one restoration there and after another. */
const isAnyLifted = ({ canon }: Known, operations: readonly Operation[]): boolean =>
  operations.some(({ retcon: { by, position } }) => comparePositions(positionOf(canon, by), position) !== 0);

/** Range-minimum indexes of the operations on a fact, for one line: they find the next relevant operation without a scan. */
function openOperations(subject: AttributeOf, operations: readonly Operation[], line: string | null) {
  const { known } = subject;
  const retconsOfKind = (kind: Operation['does']) =>
    operations.map(({ does, retcon }) => (does === kind ? retcon : null));
  const clips = retconsOfKind('clip');
  const restores = retconsOfKind('restore').filter((retcon) => retcon !== null);
  const [first] = restores;
  const endedByAll = new Set(first && !isAnyLifted(known, operations) ? restoredAbove(known, first) : []);
  for (const { by } of restores) endedByAll.delete(by);
  const earliest = new Map<string | null, readonly number[]>();
  return {
    operations,
    forcesAt: forcesOn(subject, line),
    restores: byEffect(retconsOfKind('restore'), line),
    ends: byEffect(retconsOfKind('end'), line),
    clips: byEffect(clips, line),
    anyClips: lowInRow(clips.map((retcon) => (retcon ? 0 : Infinity))),
    /** Whether every restoration of the fact ended this entry, so that a restoration of the entry undoes all earlier ones. */
    undoesAll: (entry: Entry): boolean => endedByAll.has(entry),
    /** The clip from a place on that takes effect first on a line. */
    earliestClip(from: number, on: string | null): Retcon | undefined {
      let places = earliest.get(on);
      if (!places) earliest.set(on, (places = earliestFrom(clips, on)));
      return clips[places[from] ?? -1] ?? undefined;
    },
  };
}

type Opened = ReturnType<typeof openOperations>;

/** A period, and a function that cuts segments to it. */
interface PeriodSpan {
  readonly from: Moment | null;
  readonly within: (segments: readonly Segment[]) => readonly Segment[];
}

/**
 * What is left of a fact in a period, as if the period were all of time. Thousands of clips and restorations may alternate, so it
 * visits only the clips that come after the latest restoration in force, and cut something within the period.
 * @param cutting receives the retcons that cut something
 */
function leftIn(
  known: Known,
  { operations, restores, ends, clips, anyClips, undoesAll, earliestClip }: Opened,
  { from, within }: PeriodSpan,
  { isInForce, undoneBy }: Forces,
  stated: readonly Segment[],
  cutting: Set<Retcon>,
): readonly Segment[] {
  let left = stated;
  const cut = (retcon: Retcon, after: readonly Segment[]): void => {
    if (!haveSameDays(within(after), within(left))) cutting.add(retcon);
    left = after;
  };
  const hasTakenEffect = (effect: number): boolean => effect < Infinity && effect <= (from ? from.day : -Infinity);
  const retconAt = (place: number): Retcon => (operations[place] as Operation).retcon;
  const lastRestoration = (until: number): number => {
    let place = restores.last(until, hasTakenEffect);
    for (; place >= 0 && !isInForce(retconAt(place)); place = restores.last(place, hasTakenEffect)) {
      const by = undoneBy(retconAt(place));
      if (by && undoesAll(by)) return -1;
    }
    return place;
  };
  const latest = lastRestoration(operations.length);
  let place = 0;
  if (latest >= 0) {
    // All operations before its position are undone; those at its position are compared one by one.
    const { position } = retconAt(latest);
    const beside = [retconAt(latest)];
    place = firstPast(operations, ({ retcon }) => comparePositions(retcon.position, position) >= 0);
    for (let other = lastRestoration(latest); other >= place; other = lastRestoration(other))
      beside.push(retconAt(other));
    for (; place < operations.length && comparePositions(retconAt(place).position, position) === 0; place++) {
      const { does, retcon } = operations[place] as Operation;
      if (does === 'end' && isInForce(retcon)) cut(retcon, []);
      else if (does === 'clip' && !beside.some((one) => isBefore(known, retcon, one))) cut(retcon, cutBy(retcon, left));
    }
  }
  let end = ends.next(place, hasTakenEffect);
  while (end < Infinity && !isInForce(retconAt(end))) end = ends.next(end + 1, hasTakenEffect);
  // The time before all turns has segments of all lines, and a segment without a line gets one with the first cut: then any clip may cut.
  const isOnAllLines = (): boolean => from === null || left.some((segment) => lineOf(segment) === null);
  for (let next = anyClips.next(place, isClip); next < end && isOnAllLines(); next = anyClips.next(place, isClip)) {
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

const isClip = (key: number): boolean => key < Infinity;

/**
 * The periods of a fact, its segments in all of them, and the retcons that cut something in any of them.
 * @param ever where the fact begins if nothing is restored
 */
export function periodsOf(
  subject: AttributeOf,
  stated: StatedFact,
  all: readonly Operation[],
  turns: readonly Moment[],
  ever: Moment | null,
): {
  readonly periods: readonly Period[];
  readonly segments: readonly Segment[];
  readonly cutting: ReadonlySet<Retcon>;
} {
  const { known } = subject;
  const { entry, fact } = stated;
  const cutting = new Set<Retcon>();
  // No restoration undoes what a page itself changed.
  const operations = all.filter(({ retcon }) => !retcon.replaces);
  const cutByChanges = (segments: readonly Segment[]): readonly Segment[] =>
    all.reduce((left, { retcon }) => {
      const after = retcon.replaces ? cutBy(retcon, left) : left;
      if (!haveSameDays(after, left)) cutting.add(retcon);
      return after;
    }, segments);
  const below = retconsBelow(known, entry, subject);
  // Where it begins depends on what it displaces, and on whether that was displaced before.
  const resting = [...new Set(below.flatMap((retcon) => [retcon, ...retconsOf(known, retcon.old)]))];
  const endings = operations.filter(({ does }) => does === 'end');
  const lines = new Map<string | null, Opened>();
  const inAll: Segment[] = [];
  const periodFrom = (from: Moment | null, ends: readonly Moment[]): Period => {
    const line = from && from.line;
    let opened = lines.get(line);
    if (!opened) lines.set(line, (opened = openOperations(subject, operations, line)));
    const forces = opened.forcesAt(from ? from.day : -Infinity);
    const within = inPeriod(from, ends);
    // Mostly all that the fact rests on counts; and where it is ended, its beginning makes no difference.
    const isAsEver = endings.some(({ retcon }) => forces.isInForce(retcon)) || resting.every(forces.counts);
    const begins = isAsEver ? ever : beginningIn(subject, stated, forces);
    const begun = cutByChanges(statedSegments(entry, fact, begins));
    const segments = leftIn(known, opened, { from, within }, forces, begun, cutting);
    inAll.push(...within(segments));
    return { from, segments, outlives: outlivesOf(known, entry, subject, begins, forces.counts) };
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

/** Where a fact begins in a period. In a view the whole canon decides that; the retcons that the view undoes are undone there too. */
function beginningIn({ known, entity, attribute }: AttributeOf, stated: StatedFact, { counts, beginnings }: Forces) {
  const { eyes } = known.canon;
  if (!eyes) return beginningBy(known, stated, entity, counts, beginnings);
  const undone = retconsBelow(known, stated.entry, { entity, attribute }).filter((retcon) => !counts(retcon));
  return eyes.beginningOf(
    stated.entry,
    stated.fact,
    undone.map(({ old }) => old),
  );
}

/** Drops periods equal to the one before them. @param periods first the time before all turns, then line by line, earliest first */
function withoutRepeats(periods: readonly Period[]): readonly Period[] {
  const [first] = periods;
  const kept: Period[] = [];
  for (const period of periods) {
    const last = kept.at(-1);
    const before = last?.from?.line === period.from?.line ? last : first;
    if (!last || !before || !isSamePeriod(before, period)) kept.push(period);
  }
  return kept;
}

const isSamePeriod = (a: Period, b: Period): boolean =>
  areSameSegments(a.segments, b.segments) && areSameOutlived(a.outlives, b.outlives);
