/** Where a fact begins, and which facts end it only up to some day (model §4). */
import type { Moment } from '../../chronology';
import type { Entry, Fact } from '../../entry/entry';
import { partOn, type Retcon, touches, versionsTouched } from '../model/edges';
import { areWrittenAlike, pageOf, versionKey, withVersions } from '../../entry/versions';
import { entityOfFact, isSameRef, perKnown } from '../model/known';
import type { Known } from '../model/canonValue';
import { isSameMoment, statedSegments } from '../model/segments';
import { type Pair, pairOf, type StatedFact } from '../model/statedFacts';
import { groupBy } from '../../text/groups';
import { retconsBy, retconsOf } from './inForce';
import { cutBy, operationsOn } from './operations';

/** Whether a retcon counts in a period: no restoration has undone it there. */
export type Counts = (retcon: Retcon) => boolean;

/** Before all restorations, whatever is undone later. */
const unlessRestoring: Counts = ({ kind }) => kind !== 'restores';

/** Beginnings that were worked out, by fact. */
interface Beginnings {
  readonly has: (fact: Fact) => boolean;
  readonly get: (stated: StatedFact) => Moment | null;
}

/** Where a fact begins that supersedes no other. */
export const ownBeginning = (entry: Entry, fact: Fact): Moment | null => fact.from?.date?.start ?? dateOfContent(entry);

/** From when what an entry states holds; what a page came to say by a change, from there. */
const dateOfContent = ({ date, versionOf }: Entry): Moment | null =>
  versionOf?.effective?.date?.start ?? date?.date?.start ?? null;

/**
 * Where a fact begins (model §4): at its own `from`, else where the retcon takes effect with which it supersedes another fact, else at
 * the date of its entry.
 */
export function beginningOf(known: Known, stated: StatedFact, entity: string): Moment | null {
  const { eyes } = known.canon;
  if (eyes) return eyes.beginningOf(stated.entry, stated.fact, []);
  const pair = { entity, attribute: stated.fact.attribute.text };
  return fromBelow(known, stated, pair, unlessRestoring, {
    has: (fact) => beginningKept.isWorkedOut(known, fact),
    get: ({ fact, entry }) => beginningKept(known, fact, entry),
  });
}

const beginningKept = perKnown((known: Known, fact: Fact, entry: Entry): Moment | null => {
  const pair = { entity: entityOfFact(known, entry, fact), attribute: fact.attribute.text };
  return workedOut(known, { entry, fact }, pair, unlessRestoring, (other) =>
    beginningKept(known, other.fact, other.entry),
  );
});

/** The same in a period, or with some of the retcons only. @param kept what was worked out for the same period and pair */
export function beginningBy(
  known: Known,
  stated: StatedFact,
  entity: string,
  counts: Counts,
  kept = new Map<Fact, Moment | null>(),
): Moment | null {
  const pair = { entity, attribute: stated.fact.attribute.text };
  const get = (one: StatedFact): Moment | null => {
    let found = kept.get(one.fact);
    if (found === undefined) kept.set(one.fact, (found = workedOut(known, one, pair, counts, get)));
    return found;
  };
  return fromBelow(known, stated, pair, counts, { has: (fact) => kept.has(fact), get });
}

/** Works out the beginnings on which one rests before it, without deep recursion: a chain may be longer than the call stack. */
function fromBelow(
  known: Known,
  first: StatedFact,
  pair: Pair,
  counts: Counts,
  { has, get }: Beginnings,
): Moment | null {
  const path = [first];
  for (let top: StatedFact | undefined = first; top; top = path.at(-1)) {
    const next = has(top.fact) || top.fact.from?.date ? undefined : corrected(known, top.entry, pair, counts, has);
    if (next) path.push(next);
    else {
      get(top);
      path.pop();
    }
  }
  return get(first);
}

/** A fact that an entry supersedes for all time, and whose beginning is not worked out. */
function corrected(
  known: Known,
  entry: Entry,
  pair: Pair,
  counts: Counts,
  has: Beginnings['has'],
): StatedFact | undefined {
  for (const retcon of superseding(known, entry, counts)) {
    if (retcon.effective !== 'always') continue;
    const next = touchedOn(known, retcon, pair).find(({ fact }) => !has(fact));
    if (next) return next;
  }
  return undefined;
}

const superseding = (known: Known, entry: Entry, counts: Counts): readonly Retcon[] =>
  retconsBy(known, entry).filter((retcon) => retcon.kind === 'supersedes' && !retcon.soft && counts(retcon));

const touchedOn = (known: Known, retcon: Retcon, { entity, attribute }: Pair): readonly StatedFact[] =>
  touches(known, retcon, entity, attribute)
    ? versionsTouched(known, retcon).flatMap((old) =>
        (factsByPair(known, old).get(pairOf(entity, attribute)) ?? []).flatMap((fact) =>
          touches(known, partOn(retcon, old), entity, attribute, fact.value) ? { entry: old, fact } : [],
        ),
      )
    : [];

/** Grouped once, since a page may state thousands of facts, each of another entity. */
const factsByPair = perKnown((known: Known, old: Entry) =>
  groupBy(old.facts, (fact) => pairOf(entityOfFact(known, old, fact), fact.attribute.text)),
);

function workedOut(
  known: Known,
  { entry, fact }: StatedFact,
  pair: Pair,
  counts: Counts,
  beginning: (stated: StatedFact) => Moment | null,
): Moment | null {
  if (fact.from?.date) return fact.from.date.start;
  const date = dateOfContent(entry);
  const edges: Moment[] = [];
  for (const retcon of superseding(known, entry, counts)) {
    const touched = touchedOn(known, retcon, pair);
    const again = retcon.by.versionOf?.isDated && touched.find((one) => areWrittenAlike(one.fact, fact));
    if (again) {
      // A change of the page's dates: what began at its date begins at the new one, and all else where it began.
      const began = beginning(again);
      return isSameMoment(began, again.entry.date?.date?.start ?? null) ? date : began;
    }
    if (retcon.effective !== 'always') {
      if (touched.length > 0) edges.push(retcon.effective);
      continue;
    }
    const displaced = touched.filter((one) => isLeftBefore(known, one, retcon, pair, counts, beginning(one)));
    const same = displaced.find((one) => isSameRef(known, one.fact.value, fact.value));
    if (date && same) edges.push(date);
    else
      for (const one of displaced) {
        const begins = beginning(one);
        if (begins === null) return null;
        edges.push(begins);
      }
  }
  return edges.reduce<Moment | null>(earlier, null) ?? date;
}

/** Moments on another line than the first don't count. */
const earlier = (first: Moment | null, other: Moment): Moment =>
  first === null || (first.line === other.line && other.day < first.day) ? other : first;

/** Whether anything is left of a fact before a retcon in canon order. */
function isLeftBefore(
  known: Known,
  { entry, fact }: StatedFact,
  retcon: Retcon,
  { entity, attribute }: Pair,
  counts: Counts,
  begins: Moment | null,
): boolean {
  let left = statedSegments(entry, fact, begins);
  for (const operation of operationsOn(known, entry)) {
    if (operation.retcon === retcon) break;
    if (!counts(operation.retcon) || !operation.touches(entity, attribute, fact.value)) continue;
    if (operation.does === 'clip') left = cutBy(operation.retcon, left);
    else if (operation.does === 'end') left = [];
  }
  return left.length > 0;
}

/**
 * The entries whose facts do not end a later-held value for good, by path (model §4.3): up to a day, from which on the value holds
 * again; null: not at all.
 */
export type Outlives = ReadonlyMap<string, Moment | null>;

export const NOTHING: Outlives = new Map();

/** What a fact outlives in a period. @param begins where it begins; an undated one is the weakest, whatever a retcon says */
export function outlivesOf(
  known: Known,
  entry: Entry,
  { entity, attribute }: Pair,
  begins: Moment | null,
  counts: Counts = unlessRestoring,
): Outlives {
  if (begins === null) return NOTHING;
  const outlives = new Map<string, Moment | null>();
  for (const retcon of retconsBelow(known, entry, { entity, attribute }, counts)) {
    const { effective } = retcon;
    if (effective === 'always' || effective.line !== begins.line || effective.day <= begins.day) continue;
    for (const old of versionsTouched(known, retcon).map(versionKey)) {
      const other = outlives.get(old);
      if (!other || effective.day < other.day) outlives.set(old, effective);
    }
  }
  for (const retcon of softRetconsAt(known, entry))
    if (touches(known, retcon, entity, attribute))
      for (const other of besideSoftly(known, retcon, entry)) outlives.set(versionKey(other), null);
  return outlives.size > 0 ? outlives : NOTHING;
}

/** The soft retcons that an entry makes, and those that are made of it; of a version also those of the versions before it. */
const softRetconsAt = perKnown((known: Known, entry: Entry): readonly Retcon[] => {
  const upTo = entry.versionOf ? withVersions(pageOf(entry)).slice(1, entry.versionOf.place + 1) : [];
  const earlier = upTo.flatMap((by) => (by.versionOf?.change?.soft && known.has(by) ? retconsBy(known, by) : []));
  return [...new Set([...retconsBy(known, entry), ...retconsOf(known, entry), ...earlier])].filter(({ soft }) => soft);
});

/** Whether a version is the one that a change leads to, or a later one. */
const isFrom = (by: Entry, version: Entry): boolean =>
  pageOf(by) === pageOf(version) && (by.versionOf?.place ?? 0) <= (version.versionOf?.place ?? 0);

/** The entries beside which one stands by a soft retcon: beside what a page said before, all that it says later. */
const besideSoftly = (known: Known, retcon: Retcon, entry: Entry): readonly Entry[] =>
  retcon.by === entry || (retcon.replaces && isFrom(retcon.by, entry))
    ? versionsTouched(known, retcon)
    : withVersions(pageOf(retcon.by)).filter((one) => known.has(one) && (!retcon.replaces || isFrom(retcon.by, one)));

/** The retcons that an entry makes of a pair, and those that the entries make that it superseded, down the chain. */
export function retconsBelow(
  known: Known,
  entry: Entry,
  { entity, attribute }: Pair,
  counts: Counts = unlessRestoring,
): readonly Retcon[] {
  const found: Retcon[] = [];
  const entries = new Set([entry]);
  for (const one of entries)
    for (const retcon of retconsBy(known, one)) {
      if (retcon.kind === 'restores' || retcon.soft || !counts(retcon)) continue;
      if (!touches(known, retcon, entity, attribute)) continue;
      found.push(retcon);
      if (retcon.kind === 'supersedes') for (const old of versionsTouched(known, retcon)) entries.add(old);
    }
  return found;
}

export const areSameOutlived = (a: Outlives, b: Outlives): boolean =>
  a === b || (a.size === b.size && [...a].every(([path, day]) => b.has(path) && isSameMoment(day, b.get(path))));
