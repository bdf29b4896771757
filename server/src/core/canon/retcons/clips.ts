/** Clips facts: what the known retcons leave of a stated fact, and which operations they perform on an entry (model §4.2, §5). */
import type { Moment } from '../../chronology';
import type { Entry, Fact } from '../../entry/entry';
import { isShown, type Known } from '../model/canonValue';
import { entityOfFact, perKnown } from '../model/known';
import type { StatedFact } from '../model/statedFacts';
import { isApart, type Retcon } from '../model/edges';
import { retconsBy, retconsOf } from './inForce';
import { statedSegments, areSameSegments, haveSameDays, isSameMoment, type Segment } from '../model/segments';
import { areSameOutlived, beginningOf, NOTHING, type Outlives, outlivesOf, ownBeginning } from './beginnings';
import { cutBy, type Operation, operationsOn } from './operations';
import { type Period, periodsOf, restorationsConcerning, turnsOf } from './periods';
import { withVersions } from '../../entry/versions';

/** A fact as the retcons leave it. Without segments it is displaced. */
export interface Clipped extends StatedFact {
  readonly entity: string;
  /** Where it held before any retcon; empty if it ends before it begins. */
  readonly stated: readonly Segment[];
  /**
   * Where it begins: stated by the fact, by the retcon with which it replaces another, or by its entry; null: undated, the weakest
   * value of a state.
   */
  readonly begins: Moment | null;
  readonly segments: readonly Segment[];
  readonly outlives: Outlives;
  /** The retcons that cut something off it, in canon order. */
  readonly clippedBy: readonly Retcon[];
  /** If restorations undo retcons from some world time on: the periods, each with what is left of the fact in it; else null. */
  readonly periods: readonly Period[] | null;
}

/** The first retcon that cuts a fact, of those whose entry is shown. */
export const shownClip = (known: Known, { clippedBy }: Clipped): Retcon | undefined =>
  clippedBy.find(({ by }) => isShown(known, by));

/** The facts of one version of a page as the retcons leave them, by their index. */
export const clippedIn = perKnown((known: Known, entry: Entry): readonly Clipped[] =>
  entry.facts.map((fact) =>
    clippedAlone.isWorkedOut(known, fact) ? clippedAlone(known, fact, entry) : clipFact(known, fact, entry),
  ),
);

/** The facts of all known versions of a page as the retcons leave them. */
export const clippedFactsOf = (known: Known, page: Entry): readonly Clipped[] =>
  page.formerly.length === 0
    ? clippedIn(known, page)
    : withVersions(page).flatMap((version) => (known.has(version) ? clippedIn(known, version) : []));

/** One fact as the retcons leave it, without clipping the other facts of its entry. */
export function clippedFact(known: Known, fact: Fact, entry: Entry): Clipped {
  const among = clippedIn.isWorkedOut(known, entry) ? clippedIn(known, entry)[placeOf(entry, fact)] : undefined;
  return among ?? clippedAlone(known, fact, entry);
}

/** The place of a fact among those of its entry: the facts of all versions of a page are numbered one after the other. */
const placeOf = (entry: Entry, { index }: Fact): number => index - (entry.versionOf ? (entry.facts[0]?.index ?? 0) : 0);

const clipFact = (known: Known, fact: Fact, entry: Entry): Clipped =>
  clip(known, { entry, fact }, entityOfFact(known, entry, fact));

const clippedAlone = perKnown(clipFact);

/** A fact of an entry without retcons: the same at every canon point that knows it. */
export function untouchedFact({ canon }: Known, { entry, fact }: StatedFact, entity: string): Clipped {
  const begins = canon.eyes ? canon.eyes.beginningOf(entry, fact, []) : ownBeginning(entry, fact);
  const stated = statedSegments(entry, fact, begins);
  return { entry, fact, entity, stated, begins, outlives: NOTHING, segments: stated, clippedBy: [], periods: null };
}

/** Whether two results for a fact of one entry are equal; the index identifies the fact. */
export const isSameClipped = (a: Clipped, b: Clipped): boolean =>
  a.fact.index === b.fact.index &&
  isSameMoment(a.begins, b.begins) &&
  areSameSegments(a.stated, b.stated) &&
  areSameSegments(a.segments, b.segments) &&
  areSameOutlived(a.outlives, b.outlives) &&
  arePeriodsSame(a.periods, b.periods) &&
  a.clippedBy.length === b.clippedBy.length &&
  a.clippedBy.every(({ by }, i) => by === b.clippedBy[i]?.by);

const arePeriodsSame = (a: Clipped['periods'], b: Clipped['periods']): boolean =>
  a?.length === b?.length &&
  (a ?? []).every(
    ({ from, segments, outlives }, i) =>
      isSameMoment(from, b?.[i]?.from) &&
      areSameSegments(segments, b?.[i]?.segments ?? []) &&
      areSameOutlived(outlives, b?.[i]?.outlives ?? NOTHING),
  );

/** Clips a fact. @param entity the entity that it is about */
export function clip(known: Known, { entry, fact }: StatedFact, entity: string): Clipped {
  if (isApart(known, entry) || (retconsOf(known, entry).length === 0 && retconsBy(known, entry).length === 0))
    return untouchedFact(known, { entry, fact }, entity);
  const attribute = fact.attribute.text;
  const begins = beginningOf(known, { entry, fact }, entity);
  const stated = statedSegments(entry, fact, begins);
  const outlives = outlivesOf(known, entry, { entity, attribute }, begins);
  const operations = operationsOn(known, entry).filter((operation) => operation.touches(entity, attribute, fact.value));
  const common = { entry, fact, entity, stated, begins, outlives };
  const subject = { known, entity, attribute };
  const restorations = restorationsConcerning(subject, entry, operations);
  if (restorations.size === 0) return { ...common, ...cutByAll(operations, stated), periods: null };
  const { periods, segments, cutting } = periodsOf(subject, { entry, fact }, operations, turnsOf(restorations), begins);
  return {
    ...common,
    segments: periods.length > 1 ? segments : (periods[0]?.segments ?? []),
    outlives: periods.length > 1 ? outlives : (periods[0]?.outlives ?? outlives),
    clippedBy: operations.flatMap(({ retcon }) => (cutting.has(retcon) ? retcon : [])),
    periods: periods.length > 1 ? periods : null,
  };
}

/** Fast path without restorations: each retcon cuts what the one before it has left. */
function cutByAll(
  operations: readonly Operation[],
  stated: readonly Segment[],
): Pick<Clipped, 'segments' | 'clippedBy'> {
  const clippedBy: Retcon[] = [];
  let segments = stated;
  for (const { retcon } of operations) {
    const left = cutBy(retcon, segments);
    if (!haveSameDays(left, segments)) clippedBy.push(retcon);
    segments = left;
  }
  return { segments, clippedBy };
}
