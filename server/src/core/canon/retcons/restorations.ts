/** What restorations do (model §5): they undo the retcons of the entry they bring back, and end the entries that replaced it. */
import { comparePositions } from '../../codex/canonTime';
import type { Entry } from '../../entry/entry';
import { pageOf } from '../../entry/versions';
import { edgesBy, putsAside, type Retcon, touches, versionsTouched } from '../model/edges';
import { entityOfFact, perKnown } from '../model/known';
import type { Known } from '../model/canonValue';
import { positionOf, hasRestorations } from '../model/canon';
import { inRetconOrder } from './canonOrder';
import { retconsBy, retconsOf } from './inForce';
import { addTo, memoized } from '../../text/groups';

const NONE: readonly Retcon[] = [];

/** The restorations of an entry, in canon order. */
export const restorationsOf = (known: Known, entry: Entry): readonly Retcon[] =>
  hasRestorations(known) ? restoringOf(known, entry) : NONE;

const restoringOf = perKnown((known: Known, entry: Entry): readonly Retcon[] =>
  retconsOf(known, entry).filter(({ kind }) => kind === 'restores'),
);

/** The restorations of the entries that an entry superseded, down the chain: they end its facts, except those that it makes itself. */
export function restorationsBelow(known: Known, entry: Entry): readonly Retcon[] {
  if (!hasRestorations(known)) return NONE;
  const page = pageOf(entry);
  return restoredFrom(known, page).filter((restoration) => aboveBefore(known, restoration).has(page));
}

/**
 * The entries that a restoration ended and that some page restores, last first: a later restoration of one of these undoes it.
 * Mostly there are none, even if hundreds of pages supersede and restore one entry.
 */
export const restoredAbove = perKnown((known: Known, restoration: Retcon): readonly Entry[] =>
  [...aboveBefore(known, restoration)]
    .filter((above) => above !== restoration.by && restorationsOf(known, above).length > 0)
    .reverse(),
);

/** The restorations that undo any of some restorations, each with one that it undoes: first with the first. */
export function* undoingAnyOf(
  known: Known,
  restorations: Iterable<Retcon>,
): Generator<{ readonly later: Retcon; readonly restoration: Retcon }> {
  for (const restoration of restorations)
    for (const above of restoredAbove(known, restoration))
      for (const later of restorationsOf(known, above))
        if (isBefore(known, restoration, later)) yield { later, restoration };
}

/**
 * Says of restorations whether later ones undo them. Each is examined once, however many undo each other.
 * @param holds whether a later restoration counts: it has taken effect, and touches the entity and attribute
 */
export function undoneAmong(known: Known, holds: (later: Retcon) => boolean): (restoration: Retcon) => boolean {
  const isUndone = memoized((restoration: Retcon): boolean =>
    restoredAbove(known, restoration).some((above) =>
      restorationsOf(known, above).some(
        (later) => holds(later) && isBefore(known, restoration, later) && !isUndone(later),
      ),
    ),
  );
  return isUndone;
}

/** Whether a restoration undoes a retcon that touched an entity and attribute, and so changes what holds there. */
export const isTouchedBy = (known: Known, restoration: Retcon, entity: string, attribute: string): boolean =>
  endedBy(known, restoration).get(attribute)?.has(entity) === true;

/** Whether a restoration ends the facts of an entry about an entity and attribute: an `only` on the chain may exclude them. */
export const isEndedBy = (
  known: Known,
  restoration: Retcon,
  entry: Entry,
  entity: string,
  attribute: string,
): boolean => endedBy(known, restoration).get(attribute)?.get(entity)?.has(pageOf(entry)) === true;

/**
 * The entries whose facts a restoration ends, by attribute and entity. Computed for all of them at once: the restorations of a chain
 * depend on each other, and one by one each would ask for all the others.
 */
const endedBy = perKnown(
  (known: Known, restoration: Retcon): ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<Entry>>> => {
    const { old } = restoration;
    const ended = new Map<string, Map<string, ReadonlySet<Entry>>>();
    const add = (entity: string, attribute: string): void => {
      const entities = ended.get(attribute) ?? new Map<string, ReadonlySet<Entry>>();
      if (entities.has(entity) || !touches(known, restoration, entity, attribute)) return;
      const above = isLimited(known, restoration)
        ? chainAbove(known, restoration, (retcon) => touches(known, retcon, entity, attribute))
        : aboveBefore(known, restoration);
      ended.set(attribute, entities.set(entity, above));
    };
    // `some`, since mostly the first retcon decides.
    const isUndone = (retcon: Retcon): boolean =>
      putsAside(retcon) && !retcon.soft && !retcon.replaces && isBefore(known, retcon, restoration);
    if (retconsOf(known, old).some(isUndone))
      for (const [entity, attribute] of versionsTouched(known, restoration).flatMap((version) =>
        version.facts.map((fact) => [entityOfFact(known, version, fact), fact.attribute.text] as const),
      )) {
        if (retconsOf(known, old).some((retcon) => touches(known, retcon, entity, attribute) && isUndone(retcon)))
          add(entity, attribute);
      }
    for (const ending of restorationsBelow(known, old)) {
      if (ending.by === old || !isBefore(known, ending, restoration)) continue;
      for (const [attribute, entities] of endedBy(known, ending))
        for (const [entity, above] of entities) if (above.has(old)) add(entity, attribute);
    }
    return ended;
  },
);

/** Whether any retcon of the chain above has an `only`; mostly none has, and the chain is the same for all facts. */
const isLimited = perKnown((known: Known, restoration: Retcon): boolean =>
  [restoration.old, ...aboveBefore(known, restoration)].some((one) => isLimitedOf(known, one)),
);

const isLimitedOf = perKnown((known: Known, old: Entry): boolean =>
  retconsOf(known, old).some(({ only, replaces }) => only !== null && !replaces),
);

/** The entries that superseded the old entry of a restoration before it, up the chain. */
const aboveBefore = perKnown(
  (known: Known, restoration: Retcon): ReadonlySet<Entry> => chainAbove(known, restoration, () => true),
);

/** The same, along some of the retcons. */
function chainAbove(known: Known, restoration: Retcon, isLink: (retcon: Retcon) => boolean): ReadonlySet<Entry> {
  const above = new Set([restoration.old]);
  for (const one of above)
    for (const retcon of replacing(known, one))
      if (isBefore(known, retcon, restoration) && isLink(retcon)) above.add(retcon.by);
  above.delete(restoration.old);
  return above;
}

/** A change within a page puts no other page in its place. */
const replacesWhole = ({ kind, soft, replaces }: Retcon): boolean => kind === 'supersedes' && !soft && !replaces;

const replacing = perKnown((known: Known, old: Entry): readonly Retcon[] =>
  retconsOf(known, old).filter(replacesWhole),
);

const supersededBy = (known: Known, entry: Entry): Entry[] =>
  retconsBy(known, entry).flatMap((retcon) => (replacesWhole(retcon) ? retcon.old : []));

/** The restorations of all entries that an entry supersedes, down the chain. `restoredFrom` calls it from the bottom up. */
const restoredBelow = perKnown((known: Known, entry: Entry): readonly Retcon[] => {
  const found = supersededBy(known, entry).flatMap((old) => [
    ...restorationsOf(known, old),
    ...restoredBelow(known, old),
  ]);
  return [...new Set(found)];
});

/** The same without deep recursion: a chain may be longer than the call stack. */
function restoredFrom(known: Known, entry: Entry): readonly Retcon[] {
  const path = [entry];
  for (let top: Entry | undefined = entry; top; top = path.at(-1)) {
    const next = supersededBy(known, top).find((old) => !restoredBelow.isWorkedOut(known, old));
    if (next) path.push(next);
    else restoredBelow(known, path.pop() as Entry);
  }
  return restoredBelow(known, entry);
}

/**
 * Whether a retcon comes before a restoration of the same chain of versions in canon order. All retcons of one entry are declared at
 * once: its restorations come after its other retcons, and those up a chain after those further down.
 */
export function isBefore(known: Known, one: Retcon, restoration: Retcon): boolean {
  const compared = comparePositions(one.position, restoration.position);
  if (compared !== 0 || one === restoration) return compared < 0;
  if (one.by === restoration.by) return one.kind !== 'restores' || aboveBefore(known, one).has(restoration.old);
  // A retcon whose `by` is older than its `old` enters the canon with `old`, after the other retcons of `old`.
  const isLifted = comparePositions(positionOf(known.canon, one.by), positionOf(known.canon, restoration.by)) !== 0;
  if (isLifted && one.old === restoration.old)
    return one.kind !== 'restores' && !edgesBy(known, one.by).some(({ old }) => old === restoration.by);
  const places = placesAmongVersions(known, restoration.old);
  return (places.get(one) ?? 0) < (places.get(restoration) ?? 0);
}

/** Sorts retcons of one chain of versions into canon order. */
export function inChainOrder(known: Known, retcons: readonly Retcon[]): readonly Retcon[] {
  const groups = new Map<string, Retcon[]>();
  const sorted = [...retcons].sort((a, b) => comparePositions(a.position, b.position));
  for (const retcon of sorted) {
    const { time, rank } = retcon.position;
    addTo(groups, `${time} ${rank}`, retcon);
  }
  return [...groups.values()].flatMap((group) => {
    const restoration = group.find(({ kind }) => kind === 'restores');
    if (!restoration || group.length === 1) return inRetconOrder(known, group);
    const places = placesAmongVersions(known, restoration.old);
    return group.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
  });
}

/** The places in canon order of all retcons of the versions of an entry: needed only for retcons at one position. */
const placesAmongVersions = perKnown((known: Known, entry: Entry): ReadonlyMap<Retcon, number> => {
  const versions = new Set([entry]);
  for (const one of versions) {
    for (const { kind, by } of retconsOf(known, one)) if (kind === 'supersedes') versions.add(by);
    for (const retcon of retconsBy(known, one)) if (retcon.kind === 'supersedes') versions.add(retcon.old);
  }
  const retcons = [...versions].flatMap((version) => retconsOf(known, version));
  return new Map(inRetconOrder(known, retcons).map((retcon, i) => [retcon, i]));
});
