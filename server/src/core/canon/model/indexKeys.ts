/** The names under which an entry is filed in each index of the canon, and the facts a page states under a name. */
import { isUndeclared } from '../../chronology';
import type { Entry, Fact } from '../../entry/entry';
import { eachNaming, knowersIn, referencesIn, type Role } from '../../entry/naming';
import { nameKey } from '../../entry/slug';
import { ownDates } from '../../entry/stretches';
import { countOfFacts, factsOf, type IsAbout, spellingIn } from '../../packed/packedFacts';
import { addTo } from '../../text/groups';

/** In the order in which they are packed. */
export const INDEXES = [
  'names',
  'declaredOn',
  'statedOn',
  'describing',
  'restingOn',
  'alsoNaming',
  'unknownKeys',
  'traits',
  'valued',
  'knownBy',
] as const;
export type Index = (typeof INDEXES)[number];

/** Hears each name under which an entry is filed, some more than once. */
export type Say = (key: string) => void;

/** The keys under which a mention is filed: the name, and for a path its last part. */
export function mentionKeys(text: string): string[] {
  const key = nameKey(text);
  // Nearly every mention is a plain name.
  if (!isPath(key)) return [key];
  const path = pathKey(key);
  const last = path.slice(path.lastIndexOf('/') + 1);
  return [key, ...(path === key ? [] : [path]), ...(last === path ? [] : [last])];
}

/** Whether a name can be the path of a file. */
export const isPath = (key: string): boolean => key.includes('/') || key.endsWith('.md');

/** A name taken for the path of a file: without what leads to it, and without `.md`. */
export const pathKey = (key: string): string => key.replace(/^(?:\.{0,2}\/)+|\.md$|(?<!\/)\/+$/g, '');

/** The name under which files are found that may lie where a path says, and whether one of them does. @param key of a path */
export function pathEnding(key: string): { readonly name: string; readonly isMeant: (file: string) => boolean } {
  const path = pathKey(key);
  return {
    name: path.slice(path.lastIndexOf('/') + 1),
    isMeant: (file) => `/${nameKey(file)}`.endsWith(`/${path}.md`),
  };
}

function sayMention(text: string, say: Say): void {
  const key = nameKey(text);
  if (isPath(key)) for (const one of mentionKeys(key)) say(one);
  else say(key);
}

/** What is named in these ways is filed in an index of its own. */
const OWN_ROLES: ReadonlySet<Role> = new Set(['declaration', 'fact', 'entity']);

/** What an entry contributes to each index. */
export const INDEX_KEYS: Readonly<Record<Index, (entry: Entry, say: Say) => void>> = {
  names: (entry, say) => entry.names.forEach(say),
  declaredOn(entry, say) {
    for (const { target } of entry.declarations) sayMention(target.text, say);
    for (const { target } of entry.knowledge?.believedDeclarations ?? []) sayMention(target.text, say);
  },
  statedOn(entry, say) {
    for (const { entity } of entry.facts) if (entity) sayMention(entity.text, say);
    for (const { entity } of entry.knowledge?.beliefs ?? []) if (entity) sayMention(entity.text, say);
  },
  describing: (entry, say) => entry.entity && sayMention(entry.entity.text, say),
  restingOn: (entry, say) => entry.sources.forEach(({ text }) => sayMention(text, say)),
  alsoNaming(entry, say) {
    eachNaming(entry, (role, text) => OWN_ROLES.has(role) || sayMention(text, say));
    for (const { text } of referencesIn(entry)) sayMention(text, say);
  },
  unknownKeys: (entry, say) => entry.unknownKeys.forEach(({ text }) => say(text)),
  traits: sayTraits,
  valued(entry, say) {
    for (const { value } of entry.facts) sayMention(value.text, say);
    for (const { value } of entry.knowledge?.beliefs ?? []) sayMention(value.text, say);
  },
  knownBy: (entry, say) => knowersIn(entry).forEach(({ text }) => sayMention(text, say)),
};

/** What a file can show of its codex: that it is a codex at all, that not everyone is in on it, that some believe otherwise, that its dates are of no kind we read, that it has eras of its own. */
export type Trait =
  | 'summary'
  | 'says-something'
  | 'keeps-secret'
  | 'believed'
  | 'restores'
  | 'unreadable-date'
  | 'own-era';

/** Whether anything stands in its file that some believe and that is not so. */
export const hasBeliefs = ({ knowledge }: Entry): boolean =>
  knowledge !== null && knowledge.beliefs.length + knowledge.believedDeclarations.length > 0;

function sayTraits(entry: Entry, say: (trait: Trait) => void): void {
  const { facts, declarations, problems, knowledge } = entry;
  if (facts.length > 0 || declarations.length > 0) say('says-something');
  if (entry.summarises.length > 0) say('summary');
  if (knowledge?.knownBy) say('keeps-secret');
  if (hasBeliefs(entry)) say('believed');
  if ([...declarations, ...(knowledge?.believedDeclarations ?? [])].some(({ kind }) => kind === 'restores'))
    say('restores');
  if (problems.some(({ code }) => code === 'date/unreadable')) say('unreadable-date');
  const isOwn = (written: Entry['date']): boolean =>
    written?.date !== null && written?.date !== undefined && isUndeclared(written.date.start.line);
  if (ownDates(entry).some(isOwn) || facts.some((fact) => isOwn(fact.from) || isOwn(fact.until))) say('own-era');
}

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
