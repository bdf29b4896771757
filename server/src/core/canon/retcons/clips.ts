/** Clips facts: what the known retcons leave of a stated fact, and which operations they perform on an entry (model §4.2, §5). */
import type { Moment } from '../../chronology';
import type { Entry, Fact } from '../../entry/entry';
import { isShown, type Known } from '../model/canonValue';
import { entityOfFact, perKnown } from '../model/known';
import type { StatedFact } from '../model/statedFacts';
import { isApart, type Retcon, replaces, touches } from '../model/edges';
import { inChainOrder, isEndedBy, isTouchedBy, restorationsBelow, restorationsOf, undoingAnyOf } from './restorations';
import { retconsBy, retconsOf } from './inForce';
import { statedSegments, areSameSegments, haveSameDays, isSameMoment, type Segment } from '../model/segments';
import { cutBy, type Operation, type Period, periodsOf, turnsOf } from './periods';

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
  /** The retcons that cut something off it, in canon order. */
  readonly clippedBy: readonly Retcon[];
  /** If restorations undo retcons from some world time on: the periods, each with what is left of the fact in it; else null. */
  readonly periods: readonly Period[] | null;
}

/** The first retcon that cuts a fact, of those whose entry is shown. */
export const shownClip = (known: Known, { clippedBy }: Clipped): Retcon | undefined =>
  clippedBy.find(({ by }) => isShown(known, by));

/** The facts of an entry as the retcons leave them, by their index. */
export const clippedFactsOf = perKnown((known: Known, entry: Entry): readonly Clipped[] =>
  entry.facts.map((fact) =>
    clippedAlone.isWorkedOut(known, fact) ? clippedAlone(known, fact, entry) : clipFact(known, fact, entry),
  ),
);

/** One fact as the retcons leave it, without clipping the other facts of its entry. */
export function clippedFact(known: Known, fact: Fact, entry: Entry): Clipped {
  const among = clippedFactsOf.isWorkedOut(known, entry) ? clippedFactsOf(known, entry)[fact.index] : undefined;
  return among ?? clippedAlone(known, fact, entry);
}

const clipFact = (known: Known, fact: Fact, entry: Entry): Clipped =>
  clip(known, { entry, fact }, entityOfFact(known, entry, fact));

const clippedAlone = perKnown(clipFact);

/** A fact of an entry without retcons: the same at every canon point that knows it. */
export function untouchedFact({ canon }: Known, { entry, fact }: StatedFact, entity: string): Clipped {
  const begins = canon.eyes ? canon.eyes.beginningOf(entry, fact, []) : ownBeginning(entry, fact);
  const stated = statedSegments(entry, fact, begins);
  return { entry, fact, entity, stated, begins, segments: stated, clippedBy: [], periods: null };
}

/** Whether two results for a fact of one entry are equal; the index identifies the fact. */
export const isSameClipped = (a: Clipped, b: Clipped): boolean =>
  a.fact.index === b.fact.index &&
  isSameMoment(a.begins, b.begins) &&
  areSameSegments(a.stated, b.stated) &&
  areSameSegments(a.segments, b.segments) &&
  arePeriodsSame(a.periods, b.periods) &&
  a.clippedBy.length === b.clippedBy.length &&
  a.clippedBy.every(({ by }, i) => by === b.clippedBy[i]?.by);

const arePeriodsSame = (a: Clipped['periods'], b: Clipped['periods']): boolean =>
  a?.length === b?.length &&
  (a ?? []).every(
    ({ from, segments }, i) => isSameMoment(from, b?.[i]?.from) && areSameSegments(segments, b?.[i]?.segments ?? []),
  );

/** Clips a fact. @param entity the entity that it is about */
export function clip(known: Known, { entry, fact }: StatedFact, entity: string): Clipped {
  if (isApart(known, entry) || (operationsOn(known, entry).length === 0 && retconsBy(known, entry).length === 0))
    return untouchedFact(known, { entry, fact }, entity);
  const attribute = fact.attribute.text;
  const begins = beginningOf(known, { entry, fact }, entity);
  const statedFrom = (from: Moment | null) => statedSegments(entry, fact, from);
  const stated = statedFrom(begins);
  const operations = operationsOn(known, entry).filter((operation) => operation.touches(entity, attribute));
  if (operations.every(({ does }) => does === 'clip'))
    return { entry, fact, entity, stated, begins, ...cutByAll(operations, stated), periods: null };
  const subject = { known, entity, attribute };
  const turns = turnsOf(subject, operations);
  const { periods, segments, cutting } = periodsOf(subject, operations, turns, (undone) =>
    undone.length === 0 ? stated : statedFrom(beginningOf(known, { entry, fact }, entity, undone)),
  );
  return {
    entry,
    fact,
    entity,
    stated,
    begins,
    segments: periods.length > 1 ? segments : (periods[0]?.segments ?? []),
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

/** Where a fact begins that replaces no other. */
export const ownBeginning = (entry: Entry, fact: Fact): Moment | null =>
  fact.from?.date?.start ?? entry.date?.date?.start ?? null;

/**
 * Where a fact begins (model §4): at its own `from`, else where the retcon takes effect with which it replaces another fact, else at
 * the date of its entry.
 * @param undone entries that count as never superseded
 */
export function beginningOf(
  known: Known,
  { entry, fact }: StatedFact,
  entity: string,
  undone: readonly Entry[] = [],
): Moment | null {
  const { eyes } = known.canon;
  if (eyes) return eyes.beginningOf(entry, fact, undone);
  return beginningBy(known, { entry, fact }, entity, ({ old }) => !undone.includes(old));
}

/** The same, with only some of the retcons. */
export function beginningBy(
  known: Known,
  { entry, fact }: StatedFact,
  entity: string,
  counts: (retcon: Retcon) => boolean,
): Moment | null {
  if (fact.from?.date) return fact.from.date.start;
  let earliest: Moment | null = null;
  for (const retcon of retconsBy(known, entry)) {
    if (!counts(retcon)) continue;
    if (retcon.kind !== 'supersedes' || retcon.soft || !replaces(known, retcon, entity, fact.attribute.text)) continue;
    if (retcon.effective === 'always') return null;
    if (!earliest || (earliest.line === retcon.effective.line && retcon.effective.day < earliest.day))
      earliest = retcon.effective;
  }
  return earliest ?? entry.date?.date?.start ?? null;
}

const NONE: readonly Operation[] = [];

/** All retcons that end or restore facts of an entry, in canon order. */
export const operationsOn = (known: Known, entry: Entry): readonly Operation[] =>
  isApart(known, entry) ? NONE : operationsFound(known, entry);

const operationsFound = perKnown((known: Known, entry: Entry): readonly Operation[] => {
  const retcons = retconsOf(known, entry).filter(({ soft }) => !soft);
  const endings = restorationsBelow(known, entry);
  if (retcons.length + endings.length === 0) return NONE;
  const operations = new Map<Retcon, Operation>();
  const add = (does: Operation['does'], retcon: Retcon, isTouched: Operation['touches']): void =>
    void operations.set(retcon, { does, retcon, touches: isTouched });
  for (const retcon of retcons)
    if (retcon.kind === 'restores')
      add('restore', retcon, (entity, attribute) => isTouchedBy(known, retcon, entity, attribute));
    else add('clip', retcon, (entity, attribute) => touches(known, retcon, entity, attribute));
  const restorations = restorationsOf(known, entry);
  // The retcons of an entry are in canon order already.
  if (restorations.length + endings.length === 0) return [...operations.values()];
  for (const ending of endings)
    add(ending.by === entry ? 'spare' : 'end', ending, (entity, attribute) =>
      isEndedBy(known, ending, entry, entity, attribute),
    );
  for (const { later, restoration } of undoingAnyOf(known, restorations))
    if (!operations.has(later))
      add(
        'undo',
        later,
        (entity, attribute) =>
          isTouchedBy(known, restoration, entity, attribute) && touches(known, later, entity, attribute),
      );
  return inChainOrder(known, [...operations.keys()]).flatMap((retcon) => operations.get(retcon) ?? []);
});
