/** What the retcons known leave of one stated fact (model §4.2, §5). */
import type { Moment } from '../chronology/types';
import type { Entry } from '../entry/entry';
import { countOf } from './canon';
import { entityOfFact, type Known, perKnown, type Stated } from './known';
import { type Retcon, touches } from './edges';
import { inRetconOrder, retconsBy, retconsOf } from './retcons';
import { before, endDay, joined, onwards, type Segment, segmentOf, startDay } from './segments';

/** A fact as the retcons leave it. No segments: it is displaced. */
export interface Clipped extends Stated {
  readonly entity: string;
  /** As it was stated, before any retcon; empty where it ends before it begins. */
  readonly stated: readonly Segment[];
  /** Whether it has no beginning of its own: the weakest, for a state. */
  readonly isUndated: boolean;
  readonly segments: readonly Segment[];
  /** The retcons that cut something off it, in canon order. */
  readonly clippedBy: readonly Retcon[];
}

/** One thing that happens to an entry's facts in canon time. */
interface Operation {
  readonly does: 'end' | 'restore';
  readonly retcon: Retcon;
  readonly touches: (entity: string, attribute: string) => boolean;
}

export const clippedFactsOf = perKnown((known: Known, entry: Entry): readonly Clipped[] =>
  entry.facts.map((fact) => clip(known, { entry, fact })),
);

function clip(known: Known, { entry, fact }: Stated): Clipped {
  const entity = entityOfFact(known, entry, fact);
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
  return { entry, fact, entity, stated, isUndated: from === null, segments, clippedBy };
}

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

function replaces(known: Known, retcon: Retcon, entity: string, attribute: string): boolean {
  return (
    touches(known, retcon, entity, attribute) &&
    retcon.old.facts.some((old) => old.attribute.text === attribute && entityOfFact(known, retcon.old, old) === entity)
  );
}

/** Whether a retcon cuts: in force, and not soft. */
const cuts = (retcon: Retcon): boolean => !retcon.soft && retcon.kind !== 'restores';

/** Everything that ends or restores an entry's facts, in canon order. */
export const operationsOn = perKnown((known: Known, entry: Entry): readonly Operation[] => {
  const operations = new Map<Retcon, Operation>();
  for (const retcon of retconsOf(known, entry)) {
    if (retcon.soft) continue;
    operations.set(retcon, {
      does: cuts(retcon) ? 'end' : 'restore',
      retcon,
      touches: (entity, attribute) => touches(known, retcon, entity, attribute),
    });
  }
  for (const ending of endingsByRestoration(known, entry)) operations.set(ending.retcon, ending);
  return inRetconOrder(known, [...operations.keys()]).flatMap((retcon) => operations.get(retcon) ?? []);
});

/** A restoration ends the facts of all that superseded what it brings back; undone by a later one, it ends that again. */
function endingsByRestoration(known: Known, entry: Entry): Operation[] {
  // Most codices restore nothing: then no chain need be walked.
  if (countOf(known.canon, 'restores') === 0) return [];
  const endings: Operation[] = [];
  for (const below of chainFrom(known, entry, 'below')) {
    for (const restoration of restorationsOf(known, below)) {
      if (!chainFrom(known, below, 'above', restoration).includes(entry)) continue;
      endings.push({ does: 'end', retcon: restoration, touches: touchedBy(known, restoration, below) });
    }
  }
  for (const restoration of restorationsOf(known, entry)) {
    const touched = touchedBy(known, restoration, entry);
    for (const above of chainFrom(known, entry, 'above', restoration)) {
      for (const again of restorationsOf(known, above)) {
        if (!isBefore(known, restoration, again)) continue;
        const isTouched: Operation['touches'] = (entity, attribute) =>
          touched(entity, attribute) && touches(known, again, entity, attribute);
        endings.push({ does: 'end', retcon: again, touches: isTouched });
      }
    }
  }
  return endings;
}

const restorationsOf = (known: Known, entry: Entry): Retcon[] =>
  retconsOf(known, entry).filter((retcon) => retcon.kind === 'restores');

/** Whether one retcon comes before another in canon order. */
const isBefore = (known: Known, one: Retcon, other: Retcon): boolean => inRetconOrder(known, [one, other])[0] === one;

/** The entities and attributes that the retcons which a restoration undoes had touched. */
function touchedBy(known: Known, restoration: Retcon, entry: Entry): Operation['touches'] {
  const undone = retconsOf(known, entry).filter((retcon) => cuts(retcon) && isBefore(known, retcon, restoration));
  return (entity, attribute) =>
    touches(known, restoration, entity, attribute) &&
    undone.some((retcon) => replaces(known, retcon, entity, attribute));
}

/** What an entry supersedes (below) or is superseded by (above), down or up the chain; known before `limit`, if given. */
function chainFrom(known: Known, entry: Entry, direction: 'above' | 'below', limit?: Retcon): Entry[] {
  const found = new Set([entry]);
  for (const current of found) {
    for (const retcon of direction === 'above' ? retconsOf(known, current) : retconsBy(known, current)) {
      if (retcon.kind !== 'supersedes' || retcon.soft) continue;
      if (limit && !isBefore(known, retcon, limit)) continue;
      found.add(direction === 'above' ? retcon.by : retcon.old);
    }
  }
  found.delete(entry);
  return [...found];
}
