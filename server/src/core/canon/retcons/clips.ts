/** What the retcons known leave of one stated fact (model §4.2, §5). */
import type { Moment } from '../../chronology/types';
import { comparePositions } from '../../codex/canonTime';
import type { Entry, Fact } from '../../entry/entry';
import { entityOfFact, type Known, perKnown } from '../model/known';
import { type StatedFact } from '../model/statedFacts';
import { compareTexts, type Retcon, replaces, touches } from '../model/edges';
import {
  inChainOrder,
  isBefore,
  isEndedBy,
  isTouchedBy,
  restorationsBelow,
  restorationsOf,
  restorationsUndoing,
  undoneAmong,
} from './restorations';
import { retconsBy, retconsOf } from './inForce';
import { statedSegments } from '../model/ownSegments';
import { before, haveSameDays, inPeriod, joinSegments, type Segment } from '../model/segments';

/** A fact as the retcons leave it. No segments: it is displaced. */
export interface Clipped extends StatedFact {
  readonly entity: string;
  /** As it was stated, before any retcon; empty where it ends before it begins. */
  readonly stated: readonly Segment[];
  /**
   * Where it was stated to begin: by itself, by the retcon it is part of, or by its entry; null: undated, the weakest value of a
   * state.
   */
  readonly begins: Moment | null;
  readonly segments: readonly Segment[];
  /** The retcons that cut something off it, in canon order. */
  readonly clippedBy: readonly Retcon[];
  /** Where restorations undo retcons from some time on: the periods of world time, each with what is left of the fact there. */
  readonly periods: readonly Period[] | null;
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

/** One thing that happens to an entry's facts in canon time. */
interface Operation {
  /**
   * `clip` and `restore` name the entry itself; `end` restores what it superseded, `undo` what a restoration of it ended. A
   * restoration that the entry itself makes of what it superseded ends none of its facts: `spare`.
   */
  readonly does: 'clip' | 'restore' | 'end' | 'undo' | 'spare';
  readonly retcon: Retcon;
  readonly touches: (entity: string, attribute: string) => boolean;
}

/** The facts of an entry as the retcons leave them, by their index. */
export const clippedFactsOf = perKnown((known: Known, entry: Entry): readonly Clipped[] =>
  entry.facts.map((fact) =>
    clippedAlone.isWorkedOut(known, fact) ? clippedAlone(known, fact, entry) : clipFact(known, fact, entry),
  ),
);

/** One of them; where they have not all been asked for, the others need not be looked at. */
export function clippedFact(known: Known, fact: Fact, entry: Entry): Clipped {
  const among = clippedFactsOf.isWorkedOut(known, entry) ? clippedFactsOf(known, entry)[fact.index] : undefined;
  return among ?? clippedAlone(known, fact, entry);
}

const clipFact = (known: Known, fact: Fact, entry: Entry): Clipped =>
  clip(known, { entry, fact }, entityOfFact(known, entry, fact));

const clippedAlone = perKnown(clipFact);

/** A fact that no retcon of its entry touches, and that is part of none: the same at every canon point that knows it. */
export function untouchedFact({ canon }: Known, { entry, fact }: StatedFact, entity: string): Clipped {
  const begins = canon.eyes
    ? canon.eyes.beginningOf(entry, fact, [])
    : (fact.from?.date?.start ?? entry.date?.date?.start ?? null);
  const stated = statedSegments(entry, fact, begins);
  return { entry, fact, entity, stated, begins, segments: stated, clippedBy: [], periods: null };
}

/** Works out a fact as the retcons leave it. @param entity its subject */
export function clip(known: Known, { entry, fact }: StatedFact, entity: string): Clipped {
  if (operationsOn(known, entry).length === 0 && retconsBy(known, entry).length === 0)
    return untouchedFact(known, { entry, fact }, entity);
  const attribute = fact.attribute.text;
  const begins = beginningOf(known, { entry, fact }, entity);
  const statedFrom = (from: Moment | null) => statedSegments(entry, fact, from);
  const stated = statedFrom(begins);
  const operations = operationsOn(known, entry).filter((one) => one.touches(entity, attribute));
  if (operations.every(({ does }) => does === 'clip'))
    return { entry, fact, entity, stated, begins, ...cutByAll(operations, stated), periods: null };
  const turns = turnsOf(known, operations, entity, attribute);
  const cutting = new Set<Retcon>();
  const periods = [null, ...turns].map((from): Period => {
    const within = inPeriod(from, turns);
    const force = forceAt(known, from, entity, attribute);
    const undone = operations.flatMap(({ does, retcon }) => (does === 'spare' && force(retcon) ? retcon.old : []));
    let segments: readonly Segment[] =
      undone.length > 0 ? statedFrom(beginningOf(known, { entry, fact }, entity, undone)) : stated;
    for (const { retcon, left } of leftSteps(known, operations, segments, force)) {
      if (!haveSameDays(within(left), within(segments))) cutting.add(retcon);
      segments = left;
    }
    return { from, segments };
  });
  return {
    entry,
    fact,
    entity,
    stated,
    begins,
    segments:
      turns.length === 0
        ? (periods[0]?.segments ?? [])
        : joinSegments(periods.flatMap(({ from, segments }) => inPeriod(from, turns)(segments))),
    clippedBy: operations.flatMap(({ retcon }) => (cutting.has(retcon) ? retcon : [])),
    periods: turns.length === 0 ? null : periods,
  };
}

/** Where nothing is restored, each retcon cuts what the one before it has left: so it is with nearly all facts. */
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

const cutBy = ({ effective }: Retcon, segments: readonly Segment[]): readonly Segment[] =>
  effective === 'always' ? [] : segments.flatMap((segment) => before(segment, effective));

/** Tells which restorations are in force at a time, for an entity and attribute. @param at null: before all that have a date */
function forceAt(known: Known, at: Moment | null, entity: string, attribute: string): (restoration: Retcon) => boolean {
  const holds = (one: Retcon): boolean => hasCome(one.effective, at) && touches(known, one, entity, attribute);
  const isUndone = undoneAmong(known, holds);
  return (restoration) => holds(restoration) && !isUndone(restoration);
}

/** What is left of a fact after each retcon that is in force. */
function* leftSteps(
  known: Known,
  operations: readonly Operation[],
  stated: readonly Segment[],
  isInForce: (restoration: Retcon) => boolean,
): Generator<{ readonly retcon: Retcon; readonly left: readonly Segment[] }> {
  const restorations = operations.flatMap(({ does, retcon }) =>
    does === 'restore' && isInForce(retcon) ? retcon : [],
  );
  const latest = restorations.at(-1);
  const isUndone = (retcon: Retcon): boolean => {
    // Operations are in canon order: mostly the latest of many tells for all.
    const compared = latest ? comparePositions(retcon.position, latest.position) : 1;
    return compared === 0 ? restorations.some((one) => isBefore(known, retcon, one)) : compared < 0;
  };
  let left = stated;
  for (const { does, retcon } of operations) {
    if (does === 'clip') {
      if (isUndone(retcon)) continue;
      left = cutBy(retcon, left);
      yield { retcon, left };
    } else if (does === 'end' && isInForce(retcon)) {
      left = [];
      yield { retcon, left };
    }
  }
}

/** Whether a restoration has taken effect at a time. @param at null: before any that has a date */
const hasCome = (effective: Moment | 'always', at: Moment | null): boolean =>
  effective === 'always' || (at !== null && effective.line === at.line && effective.day <= at.day);

/** The times from which a restoration that has to do with a fact is in force, by line, the earliest first. */
function turnsOf(known: Known, operations: readonly Operation[], entity: string, attribute: string): Moment[] {
  const restorations = new Set(operations.flatMap(({ does, retcon }) => (does === 'clip' ? [] : retcon)));
  for (const one of restorations)
    for (const later of restorationsUndoing(known, one))
      if (touches(known, later, entity, attribute)) restorations.add(later);
  const turns = new Map<string, Moment>();
  for (const { effective } of restorations)
    if (effective !== 'always') turns.set(`${effective.line} ${effective.day}`, effective);
  return [...turns.values()].sort((a, b) => compareTexts(a.line, b.line) || a.day - b.day);
}

/**
 * Its own `from`; else where the retcon takes effect by which it replaces a fact; else its entry's date (model §4).
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
  if (fact.from?.date) return fact.from.date.start;
  let earliest: Moment | null = null;
  for (const retcon of retconsBy(known, entry)) {
    if (undone.includes(retcon.old)) continue;
    if (retcon.kind !== 'supersedes' || retcon.soft || !replaces(known, retcon, entity, fact.attribute.text)) continue;
    if (retcon.effective === 'always') return null;
    if (!earliest || (earliest.line === retcon.effective.line && retcon.effective.day < earliest.day))
      earliest = retcon.effective;
  }
  return earliest ?? entry.date?.date?.start ?? null;
}

const NONE: readonly Operation[] = [];

/** Everything that ends or restores an entry's facts, in canon order. */
export const operationsOn = perKnown((known: Known, entry: Entry): readonly Operation[] => {
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
  // The retcons of an entry are in order already.
  if (restorations.length + endings.length === 0) return [...operations.values()];
  for (const ending of endings)
    add(ending.by === entry ? 'spare' : 'end', ending, (entity, attribute) =>
      isEndedBy(known, ending, entry, entity, attribute),
    );
  for (const restoration of restorations)
    for (const later of restorationsUndoing(known, restoration))
      if (!operations.has(later))
        add(
          'undo',
          later,
          (entity, attribute) =>
            isTouchedBy(known, restoration, entity, attribute) && touches(known, later, entity, attribute),
        );
  return inChainOrder(known, [...operations.keys()]).flatMap((retcon) => operations.get(retcon) ?? []);
});
