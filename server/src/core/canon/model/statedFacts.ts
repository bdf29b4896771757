/** The facts about an entity, as they were stated among what is known. */
import type { Entry, Fact } from '../../entry/entry';
import { nameKey } from '../../entry/slug';
import type { IsAbout } from '../../packed/packedFacts';
import { filed, isNamed, isNameShared } from './canon';
import { factsUnder, isAnyUnder, spellingAmong, statesMany } from './filedFacts';
import { mentionKeys } from './indexKeys';
import { describersOf } from './describers';
import { entityNamed, entityOf, entityOfFact, entryToCome, perKnown, resolve } from './known';
import type { Known } from './canonValue';

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
