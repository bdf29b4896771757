/** The answers about one entity and attribute in a view that moves: a step costs what it changes, however many facts there are. */
import type { Entry } from '../../entry/entry';
import { factsOf } from '../../packed/packedFacts';
import type { Clipped } from '../retcons/clips';
import { leftOfFact } from '../retcons/leftOfFact';
import { type Canon, filed } from '../model/canon';
import { mentionKeys } from '../model/indexKeys';
import { entityNamed, entityOf } from '../model/known';
import { inOrder, openLanes, type BoundaryFacts, type Window } from './lanes';
import type { Moving } from './movingView';
import { areSameSegments, isSameMoment } from '../model/segments';
import { possibleStaters } from '../model/possibleStaters';
import { tierRank } from '../truth/dovetail';
import { kindOfAttribute } from '../truth/truth';

export interface Ledger {
  /** Follows the view. What a step changes is counted from the last time on. */
  readonly follow: () => void;
  /** Where the last step may have changed what holds: one window for each line. */
  readonly changed: () => readonly Window[];
  /** The facts before the last step, and enough of those behind it to say what holds in some windows. */
  readonly factsIn: (windows: readonly Window[]) => BoundaryFacts;
  /** How many facts there are. */
  readonly count: () => number;
  /** How many entries state them. */
  readonly staterCount: () => number;
  /** How many of the facts bear on some windows at most, each as often as it has periods; of more than that, so many. */
  readonly countIn: (windows: readonly Window[], most: number) => number;
  /** The facts that the last step took away or put in; of a set also, on both sides, the others that may say the same values. */
  readonly stepped: () => BoundaryFacts;
}

/** An entity, and who may state something of it. */
export interface Staters {
  readonly entity: string;
  /** The names by which it may be meant, as `mentionKeys` has them. */
  readonly names: ReadonlySet<string>;
  /** All that may state something of it, by path. */
  readonly entries: readonly Entry[];
  /** The entries that may state an attribute of it, by path. */
  readonly stating: (attribute: string) => readonly Entry[];
}

/** Who may state something of an entity at any canon point, for one attribute after another. */
export function statersOf(canon: Canon, entity: string): Staters {
  const { names, entries } = possibleStaters(canon, entity);
  let byAttribute: ReadonlyMap<string, Set<Entry>> | null = null;
  let isFirst = true;
  const stating = (attribute: string): readonly Entry[] => {
    if (isFirst) {
      isFirst = false;
      return entries.filter((entry) => factsOf(entry, attribute, () => true).length > 0);
    }
    // All are looked through once more, and not for each of thousands of attributes.
    byAttribute ??= statersByAttribute(entries);
    return [...(byAttribute.get(attribute) ?? [])];
  };
  return { entity, names, entries, stating };
}

function statersByAttribute(entries: readonly Entry[]): ReadonlyMap<string, Set<Entry>> {
  const found = new Map<string, Set<Entry>>();
  for (const entry of entries)
    for (const { attribute } of entry.facts) {
      const staters = found.get(attribute.text);
      if (staters) staters.add(entry);
      else found.set(attribute.text, new Set([entry]));
    }
  return found;
}

export function openLedger(moving: Moving, staters: Staters, attribute: string): Ledger {
  const { known } = moving;
  const { entity, names } = staters;
  const told = new Map<Entry, readonly Clipped[]>();
  const kind = kindOfAttribute(known, attribute);
  // Values of a state end each other, whatever they say; those of a set alone are asked for by what they mean.
  const values = kind === 'set' ? openValues(known.canon) : null;
  let count = 0;
  let staterCount = 0;
  const lanes = openLanes(kind === 'state', (entry) => tierRank(known, entry));
  const due = new Set(staters.stating(attribute));

  const toldBy = (entry: Entry): Clipped[] => {
    if (!known.has(entry)) return [];
    // On a page about many entities, the others need not be resolved.
    const isAbout = (name: string | null): boolean =>
      name === null
        ? entityOf(known, entry) === entity
        : mentionKeys(name).some((key) => names.has(key)) && entityNamed(known, name) === entity;
    return factsOf(entry, attribute, isAbout).map((fact) => leftOfFact(known, { entry, fact }, entity));
  };

  return {
    follow() {
      lanes.begin();
      for (const entry of due) {
        due.delete(entry);
        const was = told.get(entry) ?? [];
        const is = moving.watched(
          () => toldBy(entry),
          () => void due.add(entry),
        );
        if (was.length === is.length && was.every((one, i) => isSameClipped(one, is[i] as Clipped))) continue;
        told.set(entry, is);
        was.forEach(lanes.take);
        is.forEach(lanes.put);
        if (values) was.forEach(values.take);
        if (values) is.forEach(values.put);
        count += is.length - was.length;
        staterCount += Math.sign(is.length) - Math.sign(was.length);
      }
    },
    changed: lanes.changed,
    factsIn: lanes.factsIn,
    count: () => count,
    staterCount: () => staterCount,
    countIn: lanes.countIn,
    stepped() {
      const { before, after } = lanes.stepped();
      const own = new Set([...before, ...after]);
      const alike = (values?.alike(own) ?? []).filter((clipped) => !own.has(clipped));
      return { before: inOrder([...before, ...alike]), after: inOrder([...after, ...alike]) };
    },
  };
}

/** Facts by what their values can mean. */
function openValues(canon: Canon) {
  const all = new Map<string, Set<Clipped>>();
  const keysOf = ({ fact }: Clipped): string[] => mentionKeys(fact.value.text);
  return {
    put(clipped: Clipped): void {
      for (const key of keysOf(clipped)) {
        const alike = all.get(key);
        if (alike) alike.add(clipped);
        else all.set(key, new Set([clipped]));
      }
    },
    take(clipped: Clipped): void {
      for (const key of keysOf(clipped)) all.get(key)?.delete(clipped);
    },
    /** Those that may say the same value as one of some others, each once. */
    alike(others: ReadonlySet<Clipped>): Clipped[] {
      const keys = new Set([...others].flatMap(keysOf));
      const names = [...keys].flatMap((key) => filed(canon, 'names', key).flatMap((entry) => entry.names));
      return [...new Set([...keys, ...names].flatMap((key) => [...(all.get(key) ?? [])]))];
    },
  };
}

/** Whether what an entry states came out as it did before, word for word: of an entry, the index tells the fact. */
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
