/** Clips a fact period by period, where restorations undo retcons from some world time on (model §5). */
import type { Entry, Fact } from '../../entry/entry';
import { comparePositions } from '../../codex/canonTime';
import { firstPast } from '../../text/sorted';
import { memoized } from '../../text/groups';
import { type Retcon, touches } from '../model/edges';
import { retconsOf } from './inForce';
import { isStill, keptBeside } from '../model/known';
import type { Known } from '../model/canonValue';
import type { StatedFact } from '../model/statedFacts';
import { isBefore, restorationsOf, undoneAmong, undoingAnyOf } from './restorations';
import type { Moment } from '../../chronology';
import { hasRestorations } from '../model/canon';
import { areSameOutlived, beginningBy, type Counts, type Outlives, outlivesOf, retconsBelow } from './beginnings';
import { cutBy, type Operation } from './operations';
import {
  areSameSegments,
  haveSameDays,
  inPeriod,
  joinSegments,
  type Segment,
  statedSegments,
  eachOnce,
} from '../model/segments';

/** The attribute of an entity, at a canon point. */
interface AttributeOf {
  readonly known: Known;
  readonly entity: string;
  readonly attribute: string;
}

/** Which restorations are in force at a turn. */
interface Forces {
  readonly isInForce: (restoration: Retcon) => boolean;
  /** Whether a retcon counts there: as a restoration it is in force, otherwise no restoration in force undoes it. */
  readonly counts: Counts;
  /** Where facts begin, as far as it has been worked out. */
  readonly beginnings: Map<Fact, Moment | null>;
}

/** By entity, attribute and turn: all facts of a pair share the result, and hundreds of versions of a page may state one each. */
const forcesKept = keptBeside(() => new Map<string, Forces>());

/** Says which restorations are in force from a turn on: those that have taken effect, and that no later one in force undoes. */
function forcesAt(subject: AttributeOf, turn: Moment | null): Forces {
  const { known, entity, attribute } = subject;
  if (!isStill(known)) return forcesFound(subject, turn);
  const kept = forcesKept(known);
  const key = JSON.stringify([entity, attribute, turn?.line, turn?.day]);
  let forces = kept.get(key);
  if (!forces) kept.set(key, (forces = forcesFound(subject, turn)));
  return forces;
}

function forcesFound({ known, entity, attribute }: AttributeOf, turn: Moment | null): Forces {
  const holds = ({ effective }: Retcon): boolean =>
    effective === 'always' || (turn !== null && effective.line === turn.line && effective.day <= turn.day);
  const isUndone = undoneAmong(known, (later) => holds(later) && touches(known, later, entity, attribute));
  const isInForce = (one: Retcon): boolean => holds(one) && touches(known, one, entity, attribute) && !isUndone(one);
  const counts = memoized((retcon: Retcon): boolean =>
    retcon.kind === 'restores'
      ? isInForce(retcon)
      : retcon.replaces !== undefined ||
        !restorationsOf(known, retcon.old).some((one) => isInForce(one) && isBefore(known, retcon, one)),
  );
  return { isInForce, counts, beginnings: new Map() };
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
export const turnsOf = (restorations: ReadonlySet<Retcon>): Moment[] =>
  eachOnce([...restorations].flatMap(({ effective }) => (effective === 'always' ? [] : effective)));

/**
 * What is left of a fact in a period, as if the period were all of time.
 * @param within cuts segments to the period
 * @param cutting receives the retcons that cut something within it
 */
function leftIn(
  known: Known,
  operations: readonly Operation[],
  within: (segments: readonly Segment[]) => readonly Segment[],
  { isInForce }: Forces,
  stated: readonly Segment[],
  cutting: Set<Retcon>,
): readonly Segment[] {
  const isRestored = ({ does, retcon }: Operation): boolean => does === 'restore' && isInForce(retcon);
  const latest = operations.findLast(isRestored)?.retcon;
  // All before the latest restoration are undone; those at its position are compared with each restoration there.
  const place = latest
    ? firstPast(operations, ({ retcon }) => comparePositions(latest.position, retcon.position) <= 0)
    : 0;
  const open = operations.slice(place);
  const restoring = open.filter(isRestored);
  let left = stated;
  for (const { does, retcon } of open) {
    if (
      does === 'clip'
        ? restoring.some((one) => isBefore(known, retcon, one.retcon))
        : does !== 'end' || !isInForce(retcon)
    )
      continue;
    const after = does === 'clip' ? cutBy(retcon, left) : [];
    if (haveSameDays(after, left)) continue;
    if (!haveSameDays(within(after), within(left))) cutting.add(retcon);
    left = after;
  }
  return left;
}

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
  const inAll: Segment[] = [];
  const periodFrom = (from: Moment | null, ends: readonly Moment[]): Period => {
    const forces = forcesAt(subject, from);
    const within = inPeriod(from, ends);
    // Mostly all that the fact rests on counts; and where it is ended, its beginning makes no difference.
    const isAsEver = endings.some(({ retcon }) => forces.isInForce(retcon)) || resting.every(forces.counts);
    const begins = isAsEver ? ever : beginningIn(subject, stated, forces);
    const begun = cutByChanges(statedSegments(entry, fact, begins));
    const segments = leftIn(known, operations, within, forces, begun, cutting);
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
