/** Finds the facts stated about an entity, the entries that may state them, and the entries that describe it. */
import type { Entry, Fact } from '../../entry/entry';
import { nameKey } from '../../entry/slug';
import { withVersions } from '../../entry/versions';
import { groupBy } from '../../text/groups';
import { filed, filedPaths, isNamed, isNameShared } from './canon';
import { entityOf, entryToCome, perKnown, entityNamed, entityOfFact, resolve } from './known';
import type { Known, Canon } from './canonValue';
import type { IsAbout } from '../../packed/packedFacts';
import { factsUnder, isAnyUnder, spellingAmong, statesMany, mentionKeys } from './indexKeys';

const NOBODY: readonly Entry[] = [];

/** The entries that describe an entity, in the order of their paths. */
export const describersOf = perKnown((known: Known, entity: string): readonly Entry[] => {
  const keys = new Set([nameKey(entity), ...(entryToCome(known, entity)?.names ?? [])]);
  const found = new Set<Entry>();
  for (const key of keys)
    for (const entry of describersUnder(known, key, entity)) {
      if (found.has(entry)) continue;
      found.add(entry);
      // Fast path: most entries share none of their names.
      if (isNameShared(known.canon, entry) || isNamed(known.canon, 'describing', entry))
        for (const name of entry.names) keys.add(name);
    }
  if (found.size === 0) return NOBODY;
  return [...found].sort((a, b) => (a.path < b.path ? -1 : 1));
});

/** If more entries have a name, they are grouped by the entity they describe once, instead of being searched for each entity. */
const FEW = 8;

/** The entries that describe an entity, of those that have a name or write it as their `entity:`. */
function describersUnder(known: Known, key: string, entity: string): readonly Entry[] {
  const count = filedPaths(known.canon, 'names', key).length + filedPaths(known.canon, 'describing', key).length;
  if (count > FEW) return describingUnder(known, key).get(entity) ?? NOBODY;
  return filedUnder(known, key).filter((entry) => entityOf(known, entry) === entity);
}

const describingUnder = perKnown(
  (known: Known, key: string): ReadonlyMap<string, readonly Entry[]> =>
    groupBy(filedUnder(known, key), (entry) => entityOf(known, entry)),
);

const filedUnder = (known: Known, key: string): readonly Entry[] =>
  [...filed(known.canon, 'names', key), ...filed(known.canon, 'describing', key)].filter(known.has);

/** What `pairOf` joins: an entity and an attribute. */
export interface Pair {
  readonly entity: string;
  readonly attribute: string;
}

/** A fact, and the entry that states it. */
export interface StatedFact {
  readonly entry: Entry;
  readonly fact: Fact;
}

/** The names under which facts about an entity can be stated. */
interface StatingNames {
  /** No entry describes the entity, now or later: it has this one name, so other names need not be resolved. */
  readonly isBareName: boolean;
  /** The keys of the names; null stands for facts that name no entity. */
  readonly names: ReadonlySet<string | null>;
}

const statingNames = perKnown((known: Known, entity: string): StatingNames => {
  const describers = describersOf(known, entity);
  const later = entryToCome(known, entity);
  const isBareName = describers.length === 0 && !later && resolve(known, entity).kind === 'none';
  if (isBareName) return { isBareName, names: new Set([nameKey(entity)]) };
  const named = (later ? [...describers, later] : describers).filter((one) => isNamed(known.canon, 'statedOn', one));
  return { isBareName, names: new Set([...mentionKeys(entity), ...named.flatMap((entry) => entry.names), null]) };
});

/** The entries that may state facts about an entity, by path: a superset, since a name may turn out to mean another entity. */
export const statingCandidates = perKnown((known: Known, entity: string): readonly Entry[] => {
  const { isBareName, names } = statingNames(known, entity);
  const stating = new Set(isBareName ? [] : describersOf(known, entity));
  for (const name of names)
    if (name !== null)
      for (const entry of filed(known.canon, 'statedOn', name)) if (known.has(entry)) stating.add(entry);
  const pages = [...stating].sort((a, b) => (a.path < b.path ? -1 : 1));
  return pages.some(({ formerly }) => formerly.length > 0)
    ? pages.flatMap((page) => withVersions(page).filter(known.has))
    : pages;
});

/** Every known fact about an entity, in the order of paths, then as written. */
export const factsAbout = perKnown((known: Known, entity: string): readonly StatedFact[] => {
  const about: StatedFact[] = [];
  for (const entry of statingCandidates(known, entity))
    for (const fact of factsIn(known, entry, entity)) about.push({ entry, fact });
  return about;
});

/** The facts of an entry about an entity. With an attribute, only its facts are unpacked. */
const factsIn = (known: Known, entry: Entry, entity: string, attribute?: string): readonly Fact[] =>
  factsUnder(entry, statingNames(known, entity).names, aboutIn(known, entry, entity), attribute);

/** Whether a fact of an entry is about an entity. */
function aboutIn(known: Known, entry: Entry, entity: string): IsAbout {
  const { isBareName } = statingNames(known, entity);
  const key = nameKey(entity);
  return (name) => {
    if (isBareName) return name !== null && nameKey(name) === key;
    return (name === null ? entityOf(known, entry) : entityNamed(known, name)) === entity;
  };
}

/** The entities that the facts of some entries are about, as far as these entries are known. */
export const entitiesStated = (known: Known, entries: readonly Entry[]): ReadonlySet<string> =>
  new Set(entries.filter(known.has).flatMap((entry) => entry.facts.map((fact) => entityOfFact(known, entry, fact))));

export function isStatedOf(known: Known, entry: Entry, entity: string, attribute: string): boolean {
  if (statesMany(entry))
    return isAnyUnder(entry, statingNames(known, entity).names, aboutIn(known, entry, entity), attribute);
  const isIt = (fact: Fact): boolean =>
    fact.attribute.text === attribute && entityOfFact(known, entry, fact) === entity;
  // Mostly the spelling is the name itself, and no other name has to be resolved.
  return entry.facts.some((fact) => fact.entity?.text === entity && isIt(fact)) || entry.facts.some(isIt);
}

/** Whether a fact is certainly the only one of its entity and attribute: no other page can state it, and its own page states it once. */
export const isStatedAlone = ({ canon }: Known, entry: Entry, fact: Fact): boolean =>
  !fact.entity &&
  !entry.entity &&
  entry.formerly.length === 0 &&
  !entry.versionOf &&
  !isNamed(canon, 'statedOn', entry) &&
  !isNamed(canon, 'describing', entry) &&
  !isNameShared(canon, entry) &&
  entry.facts.every((one) => one === fact || one.attribute.text !== fact.attribute.text);

/** The same for one attribute: only its facts are unpacked. */
export function factsOn(known: Known, entity: string, attribute: string): readonly StatedFact[] {
  const on: StatedFact[] = [];
  for (const entry of statingCandidates(known, entity))
    for (const fact of factsIn(known, entry, entity, attribute)) on.push({ entry, fact });
  return on;
}

/** Whether any fact is about an entity. Mostly its own name occurs in one, and then no fact has to be unpacked. */
export function isAnythingStated(known: Known, entity: string): boolean {
  const key = nameKey(entity);
  return (
    statingCandidates(known, entity).some((entry) => spellingAmong(entry, key) !== undefined) ||
    factsAbout(known, entity).length > 0
  );
}

/** An entity and an attribute as one text, for keys of caches. It can be split again, whatever characters the two contain. */
export const pairOf = (entity: string, attribute: string): string => `${entity.length} ${entity}${attribute}`;

/** The entries that may state facts about an entity at some canon point; possibly too many, never too few. */
interface PossibleStaters {
  /** The names that may refer to it, as `mentionKeys` gives them. */
  readonly names: ReadonlySet<string>;
  /** The entries that may state facts about it, by path. */
  readonly entries: readonly Entry[];
}

export function possibleStaters(canon: Canon, entity: string): PossibleStaters {
  const names = new Set(mentionKeys(entity));
  const found = new Set<Entry>();
  const leading = new Set<Entry>();
  for (const key of names)
    for (const entry of [...filed(canon, 'names', key), ...filed(canon, 'describing', key)]) {
      if (found.has(entry) || !mayDescribe(canon, entry, entity, leading)) continue;
      found.add(entry);
      for (const name of entry.names) names.add(name);
    }
  for (const key of names) for (const entry of filed(canon, 'statedOn', key)) found.add(entry);
  return { names, entries: [...found].sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

/**
 * Whether an entry may describe an entity at some canon point, if each name means everything that it can mean. An entity without a
 * page goes by its first spelling in the codex, so names are compared without case.
 * @param leading the entries that are known to lead to the entity; `start` may be added
 */
function mayDescribe(canon: Canon, start: Entry, entity: string, leading: Set<Entry>): boolean {
  const key = nameKey(entity);
  if (start.names.includes(key)) return true;
  const reached = new Set([start]);
  const isLeading = (entry: Entry): boolean => {
    // A chain of thousands of entries is followed to its end only once.
    if (leading.has(entry)) return true;
    const own = [entry.writtenId?.text, entry.derivedId, entry.folderId, entry.entity?.text];
    return own.some((name) => name !== undefined && nameKey(name) === key);
  };
  for (const entry of reached) {
    if (isLeading(entry)) {
      leading.add(start);
      return true;
    }
    if (entry.entity) for (const other of mayMean(canon, entry.entity.text)) reached.add(other);
  }
  return false;
}

/** Every entry that `resolve` may give for a name at some canon point. */
const mayMean = (canon: Canon, name: string): Entry[] => mentionKeys(name).flatMap((key) => filed(canon, 'names', key));
