/** Compares the answers of two canon points: for every entity and attribute, over which stretches of world time they differ (model §10). */
import { dayNames, type Moment, readDate, type WorldDate } from '../../chronology';
import { type Entry, writtenNamesOf } from '../../entry/entry';
import { allFactsOf } from '../../entry/versions';
import type { Retcon } from '../model/edges';
import { compareTexts } from '../../text/sorted';
import {
  type ChangeOnLine,
  changesByDay,
  dayOrOpen,
  joinTo,
  keysOf,
  statersOfChange,
  type ComparedStretch,
  linesOfEras,
  turnsOn,
  makersOf,
  reaches,
  retconsOfParts,
} from './changesOnLines';
import type { Canon, Known } from '../model/canonValue';
import { entryAt } from '../model/canon';
import { counterpart, entityInOther, nameAt, unknownAt, valueInOther } from './identity';
import { describersOf, isAnythingStated, type Pair, pairOf } from '../model/statedFacts';
import { entityNamed, entityOf, entityOfFact } from '../model/known';
import { tableEntries } from '../model/table';
import { touchingRetcons } from '../retcons/touchedFacts';
import { type Held, heldOf, kindOfAttribute } from '../truth/truth';

/** An answer that differs between two canon points, over one stretch of world time. */
export interface Difference {
  /** The entity as the second point calls it. */
  readonly entity: string;
  readonly attribute: string;
  /** The stretch; null: open. */
  readonly from: Moment | null;
  readonly until: Moment | null;
  /** The values at the first point, and those at the second. */
  readonly before: readonly Held[];
  readonly after: readonly Held[];
  /** The entries that cause it: those that make the retcons, else those that state the new values, else the old ones. */
  readonly by: () => readonly Entry[];
  /** The retcons that declare it and that only one of the two points knows, in canon order. */
  readonly retcons: () => readonly Retcon[];
  /** Whether any retcon declares it. */
  readonly isDeclared: boolean;
  /** Two entities of the first point have become this one: the answer of one of them differs, even if there was none. */
  readonly isOfJoined: boolean;
  /** It contains only some values of a large set: other values hold at the same time. */
  readonly isAmongOthers: boolean;
}

/** A set with more stretches than this is compared in parts. */
const LARGE_SET = 100;

interface DifferenceScope {
  /** Only facts of these files; if all others are the same on both sides, those of `affectedFiles` are enough. Null: all files. */
  readonly files?: ReadonlySet<string> | null;
  /**
   * Each value that comes or goes in a large set is a difference of its own. Otherwise, thousands of stretches would have thousands of
   * values each.
   */
  readonly isInParts?: boolean;
}

/** All differences, in the order of entities, attributes, lines and time. Yields after each entry and each attribute. */
export function* differenceSteps(
  a: Known,
  b: Known,
  { files = null, isInParts = false }: DifferenceScope = {},
): Generator<void, Difference[]> {
  const pairs = yield* pairsOf(a, b, files);
  const found: Difference[] = [];
  for (const pair of [...pairs.values()].sort(
    (one, other) => compareTexts(one.entity, other.entity) || compareTexts(one.attribute, other.attribute),
  )) {
    for (const difference of differencesOfPair(a, b, pair, isInParts)) found.push(difference);
    yield;
  }
  return found;
}

/** The differences of one entity and attribute, as the second point calls them. */
export function differencesOf(a: Known, b: Known, entity: string, attribute: string): Difference[] {
  const names = new Set([entity, ...describersOf(b, entity).flatMap((entry) => entityInFirst(a, b, entry))]);
  return differencesOfPair(a, b, {
    entity,
    attribute,
    names: new Set([...names].filter((name) => entityInOther(b, a, name) === entity)),
  });
}

/**
 * Where several entities have become one, the answers of each count too: taken together they may be the same where each alone differs.
 * Within one canon, what is stated under the other names of an entity is counted with it, unless together nothing differs.
 */
function differencesOfPair(a: Known, b: Known, pair: NamedPair, isInParts = false): Difference[] {
  const found = differencesIn(a, b, pair, isInParts);
  const isOneCanon = a.canon === b.canon;
  const joined = isOneCanon && found.length > 0 ? [] : joinedAs(a, b, pair.entity);
  if (joined.length < 2) return found;
  const all = new Map(found.map((one) => [sidesOf(one), one]));
  for (const name of isOneCanon ? joined.filter((one) => describersOf(a, one).length > 0) : joined)
    for (const one of differencesIn(a, b, { ...pair, names: new Set([name]) }, isInParts))
      if (!all.has(sidesOf(one))) all.set(sidesOf(one), { ...one, isOfJoined: true });
  return [...all.values()];
}

/** Equal for differences over one stretch with the same facts on both sides. */
const sidesOf = ({ from, until, before, after }: Difference): string =>
  JSON.stringify([
    [from, until].map((moment) => moment && [moment.line, moment.day]),
    [before, after].map((all) => all.map(({ clipped: { entry, fact } }) => `${fact.index} ${entry.path}`)),
  ]);

/** The entities of the first point, with a page or a fact, that are this one at the second, in order. */
export const joinedAs = (a: Known, b: Known, entity: string): readonly string[] => {
  const pages = describersOf(b, entity);
  // Nearly every entity has one page, which has no other names.
  const names = new Set([
    entity,
    ...pages.flatMap((entry) => [...entityInFirst(a, b, entry), ...writtenNamesOf(entry)]),
  ]);
  const entities = new Set([...names].map((name) => entityNamed(a, name)));
  return [...entities]
    .filter((one) => isAnythingStated(a, one) || describersOf(a, one).length > 0)
    .filter((one) => entityInOther(b, a, one) === entity)
    .sort(compareTexts);
};

/** What the first point calls the entity that an entry of the second describes. */
function entityInFirst(a: Known, b: Known, entry: Entry): string[] {
  const counterpartEntry = counterpart(b, a, entry);
  return counterpartEntry ? [entityOf(a, counterpartEntry)] : [];
}

/** An entity and an attribute as the second point calls them, and the names of the entity at the first point. */
interface NamedPair extends Pair {
  readonly names: Set<string>;
}

const entriesIn = ({ canon }: Known, files: ReadonlySet<string> | null): Iterable<Entry> =>
  files ? [...files].flatMap((file) => entryAt(canon, file) ?? []) : inOrder(canon);

function* inOrder({ entries }: Canon): Generator<Entry> {
  for (const [, entry] of tableEntries(entries)) yield entry;
}

function* pairsOf(a: Known, b: Known, files: ReadonlySet<string> | null): Generator<void, Map<string, NamedPair>> {
  const pairs = new Map<string, NamedPair>();
  for (const known of [a, b])
    for (const entry of entriesIn(known, files)) {
      if (!known.has(entry)) continue;
      for (const fact of allFactsOf(entry)) {
        const name = entityOfFact(known, entry, fact);
        const entity = known === b ? name : entityInOther(b, known, name);
        const attribute = fact.attribute.text;
        const key = pairOf(entity, attribute);
        const pair = pairs.get(key);
        if (!pair) pairs.set(key, { entity, attribute, names: new Set(known === a ? [name] : []) });
        else if (known === a) pair.names.add(name);
      }
      yield;
    }
  return pairs;
}

function differencesIn(a: Known, b: Known, { entity, attribute, names }: NamedPair, isInParts = false): Difference[] {
  // Sorted, so that no answer depends on the order of reading.
  const named = [...names].sort(compareTexts);
  const pair = pairOf(entity, attribute);
  const isSet = kindOfAttribute(b, attribute) === 'set';
  const held = named.flatMap((name) => heldOf(a, pairOf(name, attribute)));
  const is = heldOf(b, pair);
  // If days are compared by name, each difference has all values.
  const isReordered = mayBeReordered(a, b, held);
  const isAmongOthers = isInParts && isSet && !isReordered && LARGE_SET < Math.max(held.length, is.length);
  const after = stretchesOf(b, a, b, is);
  const found = isReordered
    ? changesByName(a, b, held, after)
    : changesByDay(stretchesOf(a, a, b, held), after, isAmongOthers);
  if (found.length === 0) return [];
  const retcons = [
    ...unknownAt(a, b, touchingRetcons(b, entity, attribute)),
    // Within one canon, the first point may be the later one. Between two canons, a retcon that is missing in the second was deleted.
    ...(a.canon === b.canon ? named : []).flatMap((name) => unknownAt(b, a, touchingRetcons(a, name, attribute))),
  ];
  // An entity may have had several names, all of which a retcon touches.
  const touching = [...new Set(retcons)];
  const retconsOn = isAmongOthers ? retconsOfParts(a, b, touching) : () => touching;
  return found.map((change) => {
    const isDeclaring = (retcon: Retcon): boolean => reaches(retcon, change) && saysWhatWas(a, b, retcon, change);
    const declaring = (): Retcon[] => retconsOn(change).filter(isDeclaring);
    const isDeclared = retconsOn(change).some(isDeclaring);
    return {
      entity,
      attribute,
      from: change.from,
      until: change.until,
      before: change.before.map(({ held }) => held),
      after: change.after.map(({ held }) => held),
      by: () => (isDeclared ? makersOf(declaring()) : statersOfChange(change)),
      retcons: declaring,
      isDeclared,
      isOfJoined: false,
      isAmongOthers,
    };
  });
}

/** Whether a page that says a change of itself says what another canon answered before it; any other retcon need not. */
function saysWhatWas(a: Known, b: Known, { replaces, only }: Retcon, { before, after }: ChangeOnLine): boolean {
  if (!replaces || a.canon === b.canon) return true;
  const meaning = (known: Known, { held }: ComparedStretch): string =>
    valueInOther(known, known === a ? b : a, b, held.clipped.fact.value);
  const stay = new Set(after.map((one) => meaning(b, one)));
  const said = new Set((only ?? []).map(({ value }) => value && valueInOther(b, a, b, value)));
  return before.map((one) => meaning(a, one)).every((one) => stay.has(one) || said.has(one));
}

/** Whether the dates of some values may be in another order under the codex.yaml of the second point. */
const mayBeReordered = (a: Known, b: Known, held: readonly Held[]): boolean =>
  a.canon !== b.canon &&
  !dayNames(a.canon.codex.chronology, b.canon.codex.chronology).keepsOrder &&
  held.some(({ line }) => line !== null && !line.startsWith('era:'));

/** If a date is another day at the second point, two answers are the same if they hold at the same written dates. */
function changesByName(a: Known, b: Known, held: readonly Held[], after: readonly ComparedStretch[]): ChangeOnLine[] {
  const before = stretchesOf(a, a, b, held, (moment) => moment);
  const [then, now] = [a.canon.codex.chronology, b.canon.codex.chronology];
  const endsOf = (all: readonly ComparedStretch[]): Moment[] =>
    all.flatMap(({ from, until }) => [from ?? [], until ?? []].flat());
  const ends = { before: endsOf(before), after: endsOf(after) };
  const moved = ends.before.map((moment) => movedTo(b, a, moment));
  const lines = [...new Set([...[...moved, ...ends.after].map(({ line }) => line), ...linesOfEras(then, now)])].sort(
    compareTexts,
  );
  const written = new Map([...moved, ...ends.after].map((moment) => [`${moment.line} ${moment.day}`, moment]));
  const at = (all: readonly ComparedStretch[], { start, end }: WorldDate): ComparedStretch[] =>
    all.filter(({ line, from, until, held: { except } }) =>
      line === null
        ? !except.includes(start.line)
        : line === start.line && dayOrOpen(from, -Infinity) < end.day && start.day < dayOrOpen(until, Infinity),
    );
  return lines.flatMap((line) => {
    const turns = turnsOn(line, then, now, ends);
    const changes: ChangeOnLine[] = [];
    for (const [i, { names, ...turn }] of turns.entries()) {
      const next = turns[i + 1];
      const momentOf = ({ day, text }: Pick<Moment, 'day' | 'text'>): Moment =>
        written.get(`${line} ${day}`) ?? { line, day, text, approximate: false };
      const from = i === 0 ? null : momentOf(turn);
      const until = next ? momentOf(next) : null;
      const answers = names.map((name) => ({ before: at(before, name.a), after: at(after, name.b) }));
      const other = answers.find((one) => keysOf(one.before) !== keysOf(one.after));
      if (other) joinTo(changes, { from, until, ...other });
    }
    return changes;
  });
}

/**
 * The stretches of some values, with a key that is equal for equal ones. Two values are equal if they mean the same and the same entry
 * states them, whatever its name; but not if only one of them is undecided because it ends on another line.
 */
function stretchesOf(
  known: Known,
  a: Known,
  b: Known,
  all: readonly Held[],
  place = (moment: Moment): Moment => movedTo(b, known, moment),
): ComparedStretch[] {
  const other = known === b ? a : b;
  return all.map((held) => {
    const { clipped, segment } = held;
    const value = valueInOther(known, other, b, clipped.fact.value);
    const [from, until] = [segment.from, segment.until].map((moment) => moment && place(moment));
    const stater = nameAt(b, known, clipped.entry);
    return {
      held,
      key: `${segment.endsElsewhere ? 'perhaps ' : ''}${pairOf(stater, value)}`,
      meaning: value,
      stater,
      line: from?.line ?? until?.line ?? null,
      from: from ?? null,
      until: until ?? null,
    };
  });
}

/** A moment, read again under the codex.yaml of the second point. */
function movedTo(b: Known, known: Known, moment: Moment): Moment {
  if (known.canon === b.canon || !Number.isFinite(moment.day)) return moment;
  if (dayNames(known.canon.codex.chronology, b.canon.codex.chronology).isSame) return moment;
  const reading = readDate(b.canon.codex.chronology, moment.text);
  return reading.ok && reading.date ? { ...moment, ...reading.date.start, text: moment.text } : moment;
}
