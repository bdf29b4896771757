/** Suggestions for unknown names: the entries with a similar name, and the undeclared eras that a codex counts in. */
import type { Entry, DateWritten } from '../../entry/entry';
import { nameKey } from '../../entry/slug';
import { namesBeginning, namesHolding, type SortedNames, sortNames, tellNear } from '../../text/nearNames';
import { entryAt } from './canon';
import { compareTexts } from '../../text/sorted';
import type { Known } from './canonValue';
import { flat, type ReadableMap, type Table, at } from './table';
import { exampleYear, readDate, type WorldDate } from '../../chronology';
import { ownDates } from '../../entry/stretches';
import { isInOwnEra, type Trait } from './indexKeys';
import { perKnown } from './known';
import { withVersions, allFactsOf } from '../../entry/versions';

const MOST = 3;
const MOST_SLIPS = 6;
/** Nearer than any slip: all the words, at the beginning of a name or anywhere in it. `Session 3` is not a slip for `Session 11`. */
const BEGINS_WHOLE = 0.25;
const HOLDS_WHOLE = 0.5;
/** Farther than any number of slips: the beginning of a name, then some of its words. */
const BEGINS = 100;
const HOLDS = 200;

/** At most three entries with a name near to a text, nearest first, then by path. */
export function nearEntries(known: Known, text: string): Entry[] {
  const { base, over, changed } = layersOf(known.canon.names);
  const wanted = nameKey(text);
  const ofChanged = scan({ base: over, names: changed, isMeant: isKnown }, wanted);
  const isInBase = (one: Near): boolean => !over.has(one.name) && isKnown(one);
  let unchanged = nearInBase(base, wanted);
  const isCut = unchanged.length === MOST_KEPT;
  unchanged = unchanged.filter(isInBase);
  if (isCut && pathsOf(unchanged).length < MOST)
    unchanged = scan({ base, names: keptOf(base).names, isMeant: isInBase }, wanted);
  return pathsOf([...ofChanged, ...unchanged].sort(inOrder))
    .slice(0, MOST)
    .flatMap((path) => entryAt(known.canon, path) ?? []);

  function isKnown({ path }: Near): boolean {
    const entry = entryAt(known.canon, path);
    return entry !== undefined && known.has(entry);
  }
}

/** At most three entries with a name that a text begins, in the order of these names. */
export function entriesBegun(known: Known, text: string): Entry[] {
  const { base, over, changed } = layersOf(known.canon.names);
  const wanted = nameKey(text);
  if (wanted === '') return [];
  const found = new Set<Entry>();
  const take = (names: SortedNames, pathsFor: (name: string) => readonly string[]): void => {
    for (const name of namesBeginning(names, wanted)) {
      if (found.size === MOST) return;
      for (const path of pathsFor(name)) {
        const entry = entryAt(known.canon, path);
        if (entry && known.has(entry) && found.size < MOST) found.add(entry);
      }
    }
  };
  take(changed, (name) => over.get(name) ?? []);
  take(keptOf(base).names, (name) => (over.has(name) ? [] : (base.get(name) ?? [])));
  return [...found];
}

/** A path under one of its names, and the distance of that name from the wanted one. */
interface Near {
  readonly path: string;
  readonly name: string;
  readonly far: number;
}

const inOrder = (a: Near, b: Near): number => a.far - b.far || compareTexts(a.path, b.path);
const pathsOf = (near: readonly Near[]): string[] => [...new Set(near.map(({ path }) => path))];

/** Names, the paths filed under them, and which of the near ones count. */
interface Scanned {
  readonly base: Pick<ReadableMap<readonly string[]>, 'get'>;
  readonly names: SortedNames;
  readonly isMeant: (one: Near) => boolean;
}

/** More than `MOST`: some may have changed since, or not be known at the canon point in question. */
const MOST_KEPT = 24;

/** The nearest names, in order. */
function scan({ base, names, isMeant }: Scanned, wanted: string): readonly Near[] {
  const best: Near[] = [];
  const taken = new Set<string>();
  const limit = (): number => Math.floor(best[MOST_KEPT - 1]?.far ?? Infinity);
  const take = (name: string, far: number): void => {
    if (taken.has(name)) return;
    taken.add(name);
    for (const path of base.get(name) ?? []) {
      const one = { path, name, far };
      const last = best[MOST_KEPT - 1];
      if ((last && inOrder(last, one) <= 0) || !isMeant(one)) continue;
      best.push(one);
      best.sort(inOrder).splice(MOST_KEPT);
    }
  };
  const whole = wordsOf(wanted);
  const words = whole.filter((word) => word.length > 2);
  const holding = words.length > 0 ? [...namesHolding(names, words)] : [];
  for (const name of holding) {
    const own = wordsOf(name);
    if (whole.every((word, at) => own[at] === word)) take(name, BEGINS_WHOLE);
    else if (whole.every((word) => own.includes(word))) take(name, HOLDS_WHOLE);
  }
  const worst = Math.min(Math.max(1, Math.floor(wanted.length / 4)), MOST_SLIPS);
  // If many names are one slip away, the search stops there.
  for (const most of new Set([1, worst]))
    if (1 <= limit())
      tellNear(names, wanted, Math.min(most, limit()), (name, slips) => {
        if (slips < name.length) take(name, slips);
        return Math.min(most, limit());
      });
  if (wanted.length > 2 && BEGINS <= limit()) for (const name of namesBeginning(names, wanted)) take(name, BEGINS);
  for (const name of holding) take(name, HOLDS);
  return best;
}

type Names = Table<readonly string[]>;

/** The names as they were read, the names that changed since, and the changed ones in sorted form. */
interface Layers extends Names {
  readonly changed: SortedNames;
}

const layers = new WeakMap<Names, Layers>();

function layersOf(names: Names): Layers {
  let found = layers.get(names);
  if (!found) {
    const { base, over } = flat(names);
    layers.set(names, (found = { base, over, changed: sortNames(over.keys()) }));
  }
  return found;
}

/** How many texts are kept: the editor asks about the same slips after every key press, and a page can have many. */
const TEXTS = 500;

interface Kept {
  readonly names: SortedNames;
  readonly near: Map<string, readonly Near[]>;
}

/** The names of a codex, and the results per text: the editor asks at every key press, and few names change. */
const remembered = new WeakMap<ReadableMap<unknown>, Kept>();

function keptOf(base: ReadableMap<unknown>): Kept {
  let kept = remembered.get(base);
  // During the first reading of a codex, its names grow in place.
  if (kept?.names.names.length !== base.size)
    remembered.set(base, (kept = { names: sortNames(base.keys()), near: new Map() }));
  return kept;
}

/** The near names among those that do not change from one key press to the next. */
function nearInBase(base: ReadableMap<readonly string[]>, wanted: string): readonly Near[] {
  const { names, near } = keptOf(base);
  let found = near.get(wanted);
  if (!found) {
    if (near.size > TEXTS) near.clear();
    found = scan({ base, names, isMeant: () => true }, wanted);
    near.set(wanted, found);
  }
  return found;
}

const wordsOf = (name: string): string[] => name.match(/[\p{L}\p{N}]+/gu) ?? [];

/** An era that a codex counts in and does not declare: for examples, and for years without an era. */
interface OwnEra {
  /** As it is written in dates. */
  readonly name: string;
  /** One of its years that is in use: `5421 AS`. */
  readonly year: string;
}

/** This many pages are enough to see which eras an author uses. */
const MOST_PAGES = 200;

/** The undeclared eras, most used first. Empty if calendars are declared. */
export const ownEras = (known: Known): readonly OwnEra[] => erasShown(known, 'own-era');

const erasShown = perKnown((known: Known, trait: Trait): readonly OwnEra[] => {
  const { canon } = known;
  if (canon.codex.chronology.declared) return [];
  const counts = new Map<string, { era: OwnEra; uses: number }>();
  for (const path of (at(canon.traits, trait) ?? []).slice(0, MOST_PAGES)) {
    const entry = entryAt(canon, path);
    for (const era of entry ? ownErasIn(known, entry) : []) {
      const key = era.name.toLowerCase();
      const count = counts.get(key);
      if (count) count.uses++;
      else counts.set(key, { era, uses: 1 });
    }
  }
  return [...counts.values()].sort((a, b) => b.uses - a.uses).map(({ era }) => era);
});

/** A year to serve as an example, in an era that the codex counts in; null if it declares calendars without eras. */
export function exampleIn(known: Known): string | null {
  const { chronology } = known.canon.codex;
  return chronology.declared ? exampleYear(chronology) : (ownEras(known)[0]?.year ?? null);
}

/** The undeclared eras of the dates of one page, once for each date. */
export const ownErasIn = ({ canon }: Known, entry: Entry): OwnEra[] =>
  datesOf(entry).flatMap((written) => {
    const { date } = written;
    if (!date || !isInOwnEra(written)) return [];
    const reading = readDate(canon.codex.chronology, date.text);
    const name = reading.ok ? reading.unknownEra : undefined;
    return name === undefined ? [] : { name, year: `${yearIn(date)} ${name}` };
  });

/** Every date in world time on a page: its own and those of its facts. */
export function datesOf(entry: Entry): DateWritten[] {
  const ofFacts = allFactsOf(entry).flatMap((fact) => [fact.from, fact.until]);
  return [...withVersions(entry).flatMap(ownDates), ...ofFacts.filter((written) => written !== null)];
}

const yearIn = ({ start, end }: WorldDate): number => {
  const day = Math.floor([start.day, end.day].find(Number.isFinite) ?? 1);
  return day > 0 ? day : day - 1;
};

/** `AS`, `AS and BS`. */
export const renderEras = (eras: readonly OwnEra[]): string => {
  const names = eras.slice(0, MOST_NAMES).map(({ name }) => name);
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
};

const MOST_NAMES = 3;
