/** What the retcons known leave of one stated fact (model §4.2, §5). */
import type { Moment } from '../chronology/types';
import type { Entry } from '../entry/entry';
import { entityOfFact, type Known, perKnown, type Stated } from './known';
import { type Retcon, replaces, touches } from './edges';
import { type Ending, endingsByRestoration, inChainOrder } from './restorations';
import { retconsBy, retconsOf } from './retcons';
import { before, endDay, joined, onwards, type Segment, segmentOf, startDay } from './segments';

/** A fact as the retcons leave it. No segments: it is displaced. */
export interface Clipped extends Stated {
  readonly entity: string;
  /** As it was stated, before any retcon; empty where it ends before it begins. */
  readonly stated: readonly Segment[];
  /** Where it was stated to begin: by itself, by the retcon it is part of, or by its entry; null: undated, the weakest of a state. */
  readonly begins: Moment | null;
  readonly segments: readonly Segment[];
  /** The retcons that cut something off it, in canon order. */
  readonly clippedBy: readonly Retcon[];
}

/** One thing that happens to an entry's facts in canon time. */
interface Operation extends Ending {
  readonly does: 'end' | 'restore';
}

export function clippedFactsOf(known: Known, entry: Entry): readonly Clipped[] {
  const all = clippedSoFar(known, entry);
  for (const fact of entry.facts) all[fact.index] ??= clip(known, { entry, fact }, entityOfFact(known, entry, fact));
  return all;
}

/** One of them: the others of its entry may be about something else. @param entity what it is about */
export const clippedFact = (known: Known, stated: Stated, entity: string): Clipped =>
  (clippedSoFar(known, stated.entry)[stated.fact.index] ??= clip(known, stated, entity));

/** By the index of the fact. */
const clippedSoFar = perKnown((_known: Known, _entry: Entry): Clipped[] => []);

/** A fact as the retcons leave it, worked out anew. @param entity what it is about */
export function clip(known: Known, { entry, fact }: Stated, entity: string): Clipped {
  const attribute = fact.attribute.text;
  const from = beginningOf(known, { entry, fact }, entity);
  const stated = segmentOf(from, fact.until?.moment ?? entry.until?.moment ?? null);
  let segments: readonly Segment[] = stated;
  const clippedBy: Retcon[] = [];
  for (const operation of operationsOn(known, entry)) {
    if (!operation.touches(entity, attribute)) continue;
    const { effective } = operation.retcon;
    if (operation.does === 'restore') {
      segments = restored(segments, stated, effective);
      if (areEqual(segments, stated)) clippedBy.length = 0;
      continue;
    }
    const left = effective === 'always' ? [] : segments.flatMap((segment) => before(segment, effective));
    if (!areEqual(left, segments)) {
      clippedBy.push(operation.retcon);
      segments = left;
    }
  }
  return { entry, fact, entity, stated, begins: from, segments, clippedBy };
}

/** Whether two lists of stretches begin and end on the same days. */
const areEqual = (a: readonly Segment[], b: readonly Segment[]): boolean =>
  a.length === b.length &&
  a.every((one, i) => startDay(one) === startDay(b[i] as Segment) && endDay(one) === endDay(b[i] as Segment));

/** From a restoration on, the fact holds again where it was stated to; before it, what was left stays. */
function restored(left: readonly Segment[], stated: readonly Segment[], from: Moment | 'always'): readonly Segment[] {
  if (from === 'always') return stated;
  const head = left.flatMap((segment) => before(segment, from));
  return joined([...head, ...stated.flatMap((segment) => onwards(segment, from))]);
}

/** Its own `from`; else where the retcon takes effect by which it replaces a fact; else its entry's date (model §4). */
function beginningOf(known: Known, { entry, fact }: Stated, entity: string): Moment | null {
  if (fact.from?.date) return fact.from.date.start;
  let earliest: Moment | null = null;
  for (const retcon of retconsBy(known, entry)) {
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
  const [retcons, endings] = [retconsOf(known, entry), endingsByRestoration(known, entry)];
  if (retcons.length + endings.length === 0) return NONE;
  const operations = new Map<Retcon, Operation>();
  for (const retcon of retcons) {
    if (retcon.soft) continue;
    operations.set(retcon, {
      does: retcon.kind === 'restores' ? 'restore' : 'end',
      retcon,
      touches: (entity, attribute) => touches(known, retcon, entity, attribute),
    });
  }
  // The retcons of an entry are in order already.
  if (endings.length === 0) return [...operations.values()];
  for (const ending of endings) operations.set(ending.retcon, { does: 'end', ...ending });
  return inChainOrder(known, [...operations.keys()]).flatMap((retcon) => operations.get(retcon) ?? []);
});
