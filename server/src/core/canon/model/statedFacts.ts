/** The facts about an entity, as they were stated among what is known. */
import type { Entry, Fact } from '../../entry/entry';
import { nameKey } from '../../entry/slug';
import { factsOf, spellingIn } from '../../packed/packedFacts';
import { filed, isNamed, isNameShared } from './canon';
import { mentionKeys } from './indexKeys';
import { describersOf, entityNamed, entityOf, entityOfFact, entryToCome, type Known, perKnown, resolve } from './known';

/** A fact where it was stated. */
export interface StatedFact {
  readonly entry: Entry;
  readonly fact: Fact;
}

/** Where facts about an entity are to be looked for. */
interface StatingCandidates {
  /** In the order of paths. Some may turn out to be about something else. */
  readonly entries: readonly Entry[];
  /** An entity that no entry describes, now or later, has this one name, so others need not be resolved. */
  readonly isMere: boolean;
}

export const statingCandidates = perKnown((known: Known, entity: string): StatingCandidates => {
  const describers = describersOf(known, entity);
  const later = entryToCome(known, entity);
  const isMere = describers.length === 0 && !later && resolve(known, entity).kind === 'none';
  if (isMere) return { entries: filed(known.canon, 'statedOn', nameKey(entity)).filter(known.has), isMere };
  const context = new Set(describers);
  const named = (later ? [...describers, later] : describers).filter((one) => isNamed(known.canon, 'statedOn', one));
  for (const key of new Set([...mentionKeys(entity), ...named.flatMap((entry) => entry.names)]))
    for (const entry of filed(known.canon, 'statedOn', key)) if (known.has(entry)) context.add(entry);
  const entries = [...context].sort((a, b) => (a.path < b.path ? -1 : 1));
  return { entries, isMere };
});

/** Every known fact about an entity, in the order of paths, then as written. */
export const factsAbout = perKnown((known: Known, entity: string): readonly StatedFact[] => {
  const { entries, isMere } = statingCandidates(known, entity);
  const key = nameKey(entity);
  const about: StatedFact[] = [];
  for (const entry of entries)
    for (const fact of entry.facts) {
      const isAbout = isMere
        ? fact.entity !== null && nameKey(fact.entity.text) === key
        : entityOfFact(known, entry, fact) === entity;
      if (isAbout) about.push({ entry, fact });
    }
  return about;
});

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
  const { entries, isMere } = statingCandidates(known, entity);
  const key = nameKey(entity);
  const on: StatedFact[] = [];
  for (const entry of entries) {
    const isAbout = (name: string | null): boolean => {
      if (isMere) return name !== null && nameKey(name) === key;
      return (name === null ? entityOf(known, entry) : entityNamed(known, name)) === entity;
    };
    for (const fact of factsOf(entry, attribute, isAbout)) on.push({ entry, fact });
  }
  return on;
}

/** Whether something is stated of an entity. Mostly it is stated under its name: then no fact need be made. */
export function isAnythingStated(known: Known, entity: string): boolean {
  const key = nameKey(entity);
  return (
    statingCandidates(known, entity).entries.some((entry) => spellingIn(entry, key) !== undefined) ||
    factsAbout(known, entity).length > 0
  );
}
