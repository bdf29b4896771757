/** The facts about an entity as they were stated, the entries that may state them, and those that describe it. */
import type { Entry, Fact } from '../../entry/entry';
import { nameKey } from '../../entry/slug';
import { groupBy } from '../../text/groups';
import { filed, filedPaths, isNamed, isNameShared } from './canon';
import { entityOf, entryToCome, perKnown, entityNamed, entityOfFact, resolve } from './known';
import type { Known, Canon } from './canonValue';
import type { IsAbout } from '../../packed/packedFacts';
import { factsUnder, isAnyUnder, spellingAmong, statesMany, mentionKeys } from './indexKeys';

/** Which entries describe an entity. */
const NOBODY: readonly Entry[] = [];

/** The entries that describe an entity, in the order of their paths. */
export const describersOf = perKnown((known: Known, entity: string): readonly Entry[] => {
  const keys = new Set([nameKey(entity), ...(entryToCome(known, entity)?.names ?? [])]);
  const found = new Set<Entry>();
  for (const key of keys)
    for (const entry of describersUnder(known, key, entity)) {
      if (found.has(entry)) continue;
      found.add(entry);
      // Most are alone under all of their names.
      if (isNameShared(known.canon, entry) || isNamed(known.canon, 'describing', entry))
        for (const name of entry.names) keys.add(name);
    }
  if (found.size === 0) return NOBODY;
  return [...found].sort((a, b) => (a.path < b.path ? -1 : 1));
});

/** A name that more answer to is looked through once for all whom they describe, and not once for each of these. */
const FEW = 8;

/** The entries that describe an entity, of those that answer to a name or name it as theirs. */
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

/** A fact where it was stated. */
export interface StatedFact {
  readonly entry: Entry;
  readonly fact: Fact;
}

/** Under which names facts about an entity are to be looked for. */
interface StatingNames {
  /** An entity that no entry describes, now or later, has this one name, so others need not be resolved. */
  readonly isMere: boolean;
  /** The keys of all names under which they may stand; null: they may name nothing. */
  readonly names: ReadonlySet<string | null>;
}

const statingNames = perKnown((known: Known, entity: string): StatingNames => {
  const describers = describersOf(known, entity);
  const later = entryToCome(known, entity);
  const isMere = describers.length === 0 && !later && resolve(known, entity).kind === 'none';
  if (isMere) return { isMere, names: new Set([nameKey(entity)]) };
  const named = (later ? [...describers, later] : describers).filter((one) => isNamed(known.canon, 'statedOn', one));
  return { isMere, names: new Set([...mentionKeys(entity), ...named.flatMap((entry) => entry.names), null]) };
});

/** The entries that may state something of an entity, in the order of paths. Of some all facts may turn out to be about something else. */
export const statingCandidates = perKnown((known: Known, entity: string): readonly Entry[] => {
  const { isMere, names } = statingNames(known, entity);
  const stating = new Set(isMere ? [] : describersOf(known, entity));
  for (const name of names)
    if (name !== null)
      for (const entry of filed(known.canon, 'statedOn', name)) if (known.has(entry)) stating.add(entry);
  return [...stating].sort((a, b) => (a.path < b.path ? -1 : 1));
});

/** Every known fact about an entity, in the order of paths, then as written. */
export const factsAbout = perKnown((known: Known, entity: string): readonly StatedFact[] => {
  const about: StatedFact[] = [];
  for (const entry of statingCandidates(known, entity))
    for (const fact of factsIn(known, entry, entity)) about.push({ entry, fact });
  return about;
});

/** The facts of an entry about an entity; with an attribute, those of it, of which no others are made. */
const factsIn = (known: Known, entry: Entry, entity: string, attribute?: string): readonly Fact[] =>
  factsUnder(entry, statingNames(known, entity).names, aboutIn(known, entry, entity), attribute);

/** Whether a fact of an entry is about an entity. */
function aboutIn(known: Known, entry: Entry, entity: string): IsAbout {
  const { isMere } = statingNames(known, entity);
  const key = nameKey(entity);
  return (name) => {
    if (isMere) return name !== null && nameKey(name) === key;
    return (name === null ? entityOf(known, entry) : entityNamed(known, name)) === entity;
  };
}

/** The entities of which some entries state something, as far as these are known. */
export const entitiesStated = (known: Known, entries: readonly Entry[]): ReadonlySet<string> =>
  new Set(entries.filter(known.has).flatMap((entry) => entry.facts.map((fact) => entityOfFact(known, entry, fact))));

/** Whether an entry states an attribute of an entity. */
export function isStatedOf(known: Known, entry: Entry, entity: string, attribute: string): boolean {
  if (statesMany(entry))
    return isAnyUnder(entry, statingNames(known, entity).names, aboutIn(known, entry, entity), attribute);
  const isIt = (fact: Fact): boolean =>
    fact.attribute.text === attribute && entityOfFact(known, entry, fact) === entity;
  // The spelling mostly is the name itself, so the others on its page need not be resolved.
  return entry.facts.some((fact) => fact.entity?.text === entity && isIt(fact)) || entry.facts.some(isIt);
}

/** Whether a fact is certainly the only one of its entity and attribute: its page alone tells of itself, and once of that. */
export const isStatedAlone = ({ canon }: Known, entry: Entry, fact: Fact): boolean =>
  !fact.entity &&
  !entry.entity &&
  !isNamed(canon, 'statedOn', entry) &&
  !isNamed(canon, 'describing', entry) &&
  !isNameShared(canon, entry) &&
  entry.facts.every((one) => one === fact || one.attribute.text !== fact.attribute.text);

/** Those of one attribute alone, of which no others are made. */
export function factsOn(known: Known, entity: string, attribute: string): readonly StatedFact[] {
  const on: StatedFact[] = [];
  for (const entry of statingCandidates(known, entity))
    for (const fact of factsIn(known, entry, entity, attribute)) on.push({ entry, fact });
  return on;
}

/** Whether something is stated of an entity. Mostly it is stated under its name: then no fact need be made. */
export function isAnythingStated(known: Known, entity: string): boolean {
  const key = nameKey(entity);
  return (
    statingCandidates(known, entity).some((entry) => spellingAmong(entry, key) !== undefined) ||
    factsAbout(known, entity).length > 0
  );
}

/** Pairs are keys of caches: an entity and an attribute as one text, which parts again whatever the two hold. */
export const pairOf = (entity: string, attribute: string): string => `${entity.length} ${entity}${attribute}`;

/** The entries that may state something of an entity at some canon point; possibly too many, never too few. */
export interface PossibleStaters {
  /** The names by which it may be meant, as `mentionKeys` has them. */
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
 * Whether an entry describes an entity, if names mean what they could mean; or is to describe it, before it is written. What no
 * entry has for a name goes by its first spelling in the codex, which others may spell otherwise.
 * @param leading those of which it is known that their own names lead to it; one more may be added
 */
function mayDescribe(canon: Canon, start: Entry, entity: string, leading: Set<Entry>): boolean {
  const key = nameKey(entity);
  if (start.names.includes(key)) return true;
  const ways = new Set([start]);
  const isLeading = (entry: Entry): boolean => {
    // Each of a chain of thousands need not be followed to its end.
    if (leading.has(entry)) return true;
    const own = [entry.writtenId?.text, entry.derivedId, entry.folderId, entry.entity?.text];
    return own.some((name) => name !== undefined && nameKey(name) === key);
  };
  for (const entry of ways) {
    if (isLeading(entry)) {
      leading.add(start);
      return true;
    }
    if (entry.entity) for (const other of mayMean(canon, entry.entity.text)) ways.add(other);
  }
  return false;
}

/** Whatever `resolve` may answer with. */
const mayMean = (canon: Canon, name: string): Entry[] => mentionKeys(name).flatMap((key) => filed(canon, 'names', key));
