/** What a page states under some names. Pages that state thousands are filed: who asks about each thing would look at all for each. */
import type { Entry, Fact } from '../../entry/entry';
import { nameKey } from '../../entry/slug';
import { countOfFacts, factsOf, type IsAbout, spellingIn } from '../../packed/packedFacts';
import { mentionKeys } from './indexKeys';
import { addTo } from '../../text/groups';

/** So many are looked at one by one. */
const MOST_LOOKED_AT = 500;

/** Whether a page states so many facts that they are filed. */
export const statesMany = (entry: Entry): boolean => countOfFacts(entry) > MOST_LOOKED_AT;

/** What is stated under one name. */
interface Filed {
  readonly all: Fact[];
  readonly on: Map<string, Fact[]>;
}

/** By the keys of what facts name as their entity; null: they name nothing. */
const filings = new WeakMap<Entry, ReadonlyMap<string | null, Filed>>();

function filingOf(entry: Entry): ReadonlyMap<string | null, Filed> {
  const kept = filings.get(entry);
  if (kept) return kept;
  const filing = new Map<string | null, Filed>();
  for (const fact of entry.facts)
    for (const key of fact.entity ? mentionKeys(fact.entity.text) : [null]) {
      let filed = filing.get(key);
      if (!filed) filing.set(key, (filed = { all: [], on: new Map() }));
      filed.all.push(fact);
      addTo(filed.on, fact.attribute.text, fact);
    }
  filings.set(entry, filing);
  return filing;
}

/**
 * The facts of an entry that are about something, as written, and have an attribute, if one is asked for: then no others are made.
 *
 * @param names the keys of all names under which they may stand; null: they may name nothing
 */
export function factsUnder(
  entry: Entry,
  names: ReadonlySet<string | null>,
  isAbout: IsAbout,
  attribute?: string,
): readonly Fact[] {
  const isMeant = ({ entity }: Fact): boolean => isAbout(entity?.text ?? null);
  if (!statesMany(entry))
    return attribute === undefined ? entry.facts.filter(isMeant) : factsOf(entry, attribute, isAbout);
  const found = new Set<Fact>();
  for (const facts of filedUnder(entry, names, attribute)) for (const fact of facts) if (isMeant(fact)) found.add(fact);
  return [...found].sort((a, b) => a.index - b.index);
}

/** Whether there is any such fact. Where they are filed, most are found at once. */
export const isAnyUnder = (
  entry: Entry,
  names: ReadonlySet<string | null>,
  isAbout: IsAbout,
  attribute: string,
): boolean =>
  filedUnder(entry, names, attribute).some((facts) => facts.some(({ entity }) => isAbout(entity?.text ?? null)));

const filedUnder = (entry: Entry, names: ReadonlySet<string | null>, attribute?: string): (readonly Fact[])[] =>
  [...names].flatMap((name) => {
    const filed = filingOf(entry).get(name);
    const facts = attribute === undefined ? filed?.all : filed?.on.get(attribute);
    return facts ? [facts] : [];
  });

/** How an entry first spells a name of which it states a fact. @param key the name as `nameKey` has it */
export const spellingAmong = (entry: Entry, key: string): string | undefined =>
  statesMany(entry)
    ? filingOf(entry)
        .get(key)
        ?.all.find(({ entity }) => entity && nameKey(entity.text) === key)?.entity?.text
    : spellingIn(entry, key);
