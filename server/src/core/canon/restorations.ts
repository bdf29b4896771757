/** What restorations end: the facts of all that had taken the place of what they bring back (model §5). */
import { comparePositions } from '../codex/canonTime';
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
  for (const restoration of restoredFrom(known, entry))
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
const aboveBefore = perKnown((known: Known, restoration: Retcon): ReadonlySet<Entry> => {
  const above = new Set([restoration.old]);
  for (const one of above)
    for (const retcon of retconsOf(known, one))
      if (replacesWhole(retcon) && isBefore(known, retcon, restoration)) above.add(retcon.by);
  above.delete(restoration.old);
  return above;
});

const replacesWhole = ({ kind, soft }: Retcon): boolean => kind === 'supersedes' && !soft;

const supersededBy = (known: Known, entry: Entry): Entry[] =>
  retconsBy(known, entry).flatMap((retcon) => (replacesWhole(retcon) ? retcon.old : []));

/** The restorations of all that an entry supersedes, down the chain. Asked from the bottom up. */
const restoredBelow = perKnown((known: Known, entry: Entry): readonly Retcon[] => {
  const found = supersededBy(known, entry).flatMap((old) => [
    ...restorationsOf(known, old),
    ...restoredBelow(known, old),
  ]);
  return [...new Set(found)];
});

/** The same, the lowest first: a chain may be longer than the stack. */
function restoredFrom(known: Known, entry: Entry): readonly Retcon[] {
  const way = [entry];
  for (let top: Entry | undefined = entry; top; top = way.at(-1)) {
    const next = supersededBy(known, top).find((old) => !restoredBelow.isWorkedOut(known, old));
    if (next) way.push(next);
    else restoredBelow(known, way.pop() as Entry);
  }
  return restoredBelow(known, entry);
}

/** Whether a retcon comes before a restoration of the same chain of versions in canon order. */
function isBefore(known: Known, one: Retcon, restoration: Retcon): boolean {
  const compared = comparePositions(one.position, restoration.position);
  if (compared !== 0 || one === restoration) return compared < 0;
  const places = placesBeside(known, restoration);
  return (places.get(one) ?? 0) < (places.get(restoration) ?? 0);
}

/** Retcons of one chain of versions, in canon order. */
export function inChainOrder(known: Known, retcons: readonly Retcon[]): readonly Retcon[] {
  const groups = new Map<string, Retcon[]>();
  const sorted = [...retcons].sort((a, b) => comparePositions(a.position, b.position));
  for (const retcon of sorted) {
    const { time, rank } = retcon.position;
    const group = groups.get(`${time} ${rank}`);
    if (group) group.push(retcon);
    else groups.set(`${time} ${rank}`, [retcon]);
  }
  return [...groups.values()].flatMap((group) => {
    const restoration = group.find(({ kind }) => kind === 'restores');
    if (!restoration || group.length === 1) return inRetconOrder(known, group);
    const places = placesBeside(known, restoration);
    return group.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
  });
}

/** The places in canon order, at the position of a restoration, of all retcons of the versions that it is about. */
const placesBeside = perKnown((known: Known, { old, position }: Retcon): ReadonlyMap<Retcon, number> => {
  const versions = new Set([old]);
  for (const one of versions) {
    for (const { kind, by } of retconsOf(known, one)) if (kind === 'supersedes') versions.add(by);
    for (const retcon of retconsBy(known, one)) if (retcon.kind === 'supersedes') versions.add(retcon.old);
  }
  const retcons = [...versions]
    .flatMap((version) => retconsOf(known, version))
    .filter((retcon) => comparePositions(retcon.position, position) === 0);
  return new Map(inRetconOrder(known, retcons).map((retcon, i) => [retcon, i]));
});
