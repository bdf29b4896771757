/** What restorations end: the facts of all that had taken the place of what they bring back (model §5). */
import type { Entry } from '../entry/entry';
import { countOf } from './canon';
import { type Retcon, replaces, touches } from './edges';
import { type Known, perKnown } from './known';
import { inRetconOrder, retconsBy, retconsOf } from './retcons';

/** A retcon that ends facts of an entry, and which of them. */
export interface Ending {
  readonly retcon: Retcon;
  readonly touches: (entity: string, attribute: string) => boolean;
}

const NONE: readonly Ending[] = [];

/** The restorations that end facts of an entry: those of what it superseded, and those that undo its own restoration. */
export function endingsByRestoration(known: Known, entry: Entry): readonly Ending[] {
  // Most codices restore nothing: then no chain need be walked.
  if (countOf(known.canon, 'restores') === 0) return NONE;
  const endings: Ending[] = [];
  for (const below of chainFrom(known, entry, 'below'))
    for (const restoration of restorationsOf(known, below))
      if (aboveBefore(known, restoration).has(entry))
        endings.push({ retcon: restoration, touches: touchedBy(known, restoration) });
  for (const restoration of restorationsOf(known, entry)) {
    const touched = touchedBy(known, restoration);
    for (const above of aboveBefore(known, restoration)) {
      for (const again of restorationsOf(known, above)) {
        if (!isBefore(known, restoration, again)) continue;
        const isTouched: Ending['touches'] = (entity, attribute) =>
          touched(entity, attribute) && touches(known, again, entity, attribute);
        endings.push({ retcon: again, touches: isTouched });
      }
    }
  }
  return endings;
}

const restorationsOf = (known: Known, entry: Entry): Retcon[] =>
  retconsOf(known, entry).filter((retcon) => retcon.kind === 'restores');

/** The entities and attributes that the retcons which a restoration undoes had touched. */
const touchedBy = perKnown((known: Known, restoration: Retcon): Ending['touches'] => {
  const undone = retconsOf(known, restoration.old).filter(
    (retcon) => !retcon.soft && retcon.kind !== 'restores' && isBefore(known, retcon, restoration),
  );
  return (entity, attribute) =>
    touches(known, restoration, entity, attribute) &&
    undone.some((retcon) => replaces(known, retcon, entity, attribute));
});

/** All that superseded what a restoration brings back, up the chain, before it. */
const aboveBefore = perKnown(
  (known: Known, restoration: Retcon): ReadonlySet<Entry> =>
    chainFrom(known, restoration.old, 'above', (retcon) => isBefore(known, retcon, restoration)),
);

/** What an entry supersedes (below) or is superseded by (above), down or up the chain, by the retcons that count. */
function chainFrom(
  known: Known,
  entry: Entry,
  direction: 'above' | 'below',
  counts: (retcon: Retcon) => boolean = () => true,
): ReadonlySet<Entry> {
  const found = new Set([entry]);
  for (const current of found)
    for (const retcon of direction === 'above' ? retconsOf(known, current) : retconsBy(known, current))
      if (retcon.kind === 'supersedes' && !retcon.soft && counts(retcon))
        found.add(direction === 'above' ? retcon.by : retcon.old);
  found.delete(entry);
  return found;
}

/** Whether one retcon comes before another in canon order; both are of one chain of versions. */
function isBefore(known: Known, one: Retcon, other: Retcon): boolean {
  const places = placesAround(known, one.old);
  return (places.get(one) ?? 0) < (places.get(other) ?? 0);
}

/** The places in canon order of all retcons of the versions that an entry belongs to: worked out once for all of them. */
function placesAround(known: Known, entry: Entry): ReadonlyMap<Retcon, number> {
  const cell = cellOf(known, entry);
  if (cell.places) return cell.places;
  const versions = new Set([entry]);
  for (const one of versions) {
    for (const { kind, by } of retconsOf(known, one)) if (kind === 'supersedes') versions.add(by);
    for (const { kind, old } of retconsBy(known, one)) if (kind === 'supersedes') versions.add(old);
  }
  const retcons = inRetconOrder(
    known,
    [...versions].flatMap((version) => retconsOf(known, version)),
  );
  const places = new Map(retcons.map((retcon, i) => [retcon, i]));
  for (const version of versions) cellOf(known, version).places = places;
  return places;
}

const cellOf = perKnown((_known: Known, _entry: Entry): { places: ReadonlyMap<Retcon, number> | null } => ({
  places: null,
}));
