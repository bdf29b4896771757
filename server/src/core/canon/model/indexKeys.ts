/** The keys of an entry in each index of the canon, and the facts that an entry states under a name. */
import { isPageFile, pageEnd, withoutPageEnd } from '../../text/pageFile';
import { isUndeclared, lineOfEra } from '../../chronology';
import type { DateWritten, Entry, Fact } from '../../entry/entry';
import { eachNaming, knowersIn, referencesIn, type Role } from '../../entry/naming';
import { nameKey } from '../../entry/slug';
import { allBeliefsOf, allFactsOf, withVersions } from '../../entry/versions';
import { ownDates } from '../../entry/stretches';
import { countOfFacts, factsOf, type IsAbout, spellingIn } from '../../packed/packedFacts';
import { addTo } from '../../text/groups';

/** The indexes, in the order in which they are packed. */
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

/** Takes each key under which an entry is filed; a key may come more than once. */
type Emit = (key: string) => void;

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
export const isPath = (key: string): boolean => key.includes('/') || isPageFile(key);

/** A name as the path of a file, without leading `./` or `../`, and without its ending. */
export const pathKey = (key: string): string => key.replace(/^(?:\.{0,2}\/)+|\.(?:md|markdown)$|(?<!\/)\/+$/g, '');

/** The name under which the files of a path are indexed, and a test whether a file has that path or ends with it. @param key of a path */
export function pathEnding(key: string): { readonly name: string; readonly isMeant: (file: string) => boolean } {
  const [path, end] = [pathKey(key), pageEnd(key)];
  return {
    name: path.slice(path.lastIndexOf('/') + 1),
    isMeant(file) {
      const whole = nameKey(file);
      return `/${withoutPageEnd(whole)}`.endsWith(`/${path}`) && whole.endsWith(end);
    },
  };
}

function emitMention(text: string, emit: Emit): void {
  const key = nameKey(text);
  if (isPath(key)) for (const one of mentionKeys(key)) emit(one);
  else emit(key);
}

/** Names with these roles have an index of their own. */
const OWN_ROLES: ReadonlySet<Role> = new Set(['declaration', 'fact', 'entity']);

export const INDEX_KEYS: Readonly<Record<Index, (entry: Entry, emit: Emit) => void>> = {
  names: (entry, emit) => entry.names.forEach(emit),
  declaredOn(entry, emit) {
    for (const { target } of entry.declarations) emitMention(target.text, emit);
    for (const { target } of entry.knowledge?.believedDeclarations ?? []) emitMention(target.text, emit);
  },
  statedOn(entry, emit) {
    for (const { entity } of allFactsOf(entry)) if (entity) emitMention(entity.text, emit);
    for (const { entity } of allBeliefsOf(entry)) if (entity) emitMention(entity.text, emit);
  },
  describing: (entry, emit) => entry.entity && emitMention(entry.entity.text, emit),
  restingOn: (entry, emit) => entry.sources.forEach(({ text }) => emitMention(text, emit)),
  alsoNaming(entry, emit) {
    eachNaming(entry, (role, text) => OWN_ROLES.has(role) || emitMention(text, emit));
    for (const { text } of referencesIn(entry)) emitMention(text, emit);
  },
  unknownKeys: (entry, emit) => entry.unknownKeys.forEach(({ text }) => emit(text)),
  traits: emitTraits,
  valued(entry, emit) {
    for (const { value } of allFactsOf(entry)) emitMention(value.text, emit);
    for (const { value } of allBeliefsOf(entry)) emitMention(value.text, emit);
  },
  knownBy: (entry, emit) =>
    withVersions(entry).forEach((one) => knowersIn(one).forEach(({ text }) => emitMention(text, emit))),
};

/** A property that rules ask of the whole codex, such as whether any entry keeps a secret, restores another, or has an unreadable date. */
export type Trait =
  | 'summary'
  | 'says-something'
  | 'keeps-secret'
  | 'believed'
  | 'restores'
  | 'unreadable-date'
  | 'own-era';

/** Whether an entry has a fact or declaration that somebody believes and that is not true. */
export const hasBeliefs = (entry: Entry): boolean =>
  (entry.knowledge !== null && entry.knowledge.beliefs.length + entry.knowledge.believedDeclarations.length > 0) ||
  entry.formerly.some(({ knowledge }) => knowledge !== null && knowledge.beliefs.length > 0);

function emitTraits(entry: Entry, emit: (trait: Trait) => void): void {
  const { declarations, problems, knowledge } = entry;
  const facts = allFactsOf(entry);
  if (facts.length > 0 || declarations.length > 0) emit('says-something');
  if (entry.summarises.length > 0) emit('summary');
  if (knowledge?.knownBy || entry.formerly.some((version) => version.knowledge?.knownBy)) emit('keeps-secret');
  if (hasBeliefs(entry)) emit('believed');
  if ([...declarations, ...(knowledge?.believedDeclarations ?? [])].some(({ kind }) => kind === 'restores'))
    emit('restores');
  if (problems.some(({ code }) => code === 'date/unreadable')) emit('unreadable-date');
  const isOwn = (written: Entry['date']): boolean => written !== null && isInOwnEra(written);
  if (
    withVersions(entry).some((one) => ownDates(one).some(isOwn)) ||
    facts.some((fact) => isOwn(fact.from) || isOwn(fact.until))
  )
    emit('own-era');
}

/**
 * Whether a date shows that its codex counts in an era of its own. `Mostly 412` shows nothing: a word in front of a year that is
 * written like one may be any word, and a bad date of one page is not the concern of others.
 */
export function isInOwnEra({ text, date }: DateWritten): boolean {
  if (!date || !isUndeclared(date.start.line)) return false;
  const [word] = /^\p{Lu}\p{Ll}+/u.exec(text) ?? [];
  return word === undefined || date.start.line !== lineOfEra(word);
}

/** Up to this many facts of a page are searched one by one. */
const MOST_LOOKED_AT = 500;

/** Whether a page states so many facts that they are indexed. */
export const statesMany = (entry: Entry): boolean => countOfFacts(entry) > MOST_LOOKED_AT;

/** The facts of a page under one name. */
interface Filed {
  readonly all: Fact[];
  readonly on: Map<string, Fact[]>;
}

/** By the keys of the names of their entities; null: facts that name no entity. */
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
 * The facts of an entry that are about an entity, in the order written. With an attribute, only its facts are unpacked.
 * @param names the keys of the names under which they may be stated; null stands for facts that name no entity
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

/** Whether there is any such fact, on a page whose facts are indexed. */
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

/** The first spelling of a name among the entities of the facts of an entry. @param key the name as `nameKey` gives it */
export const spellingAmong = (entry: Entry, key: string): string | undefined =>
  statesMany(entry)
    ? filingOf(entry)
        .get(key)
        ?.all.find(({ entity }) => entity && nameKey(entity.text) === key)?.entity?.text
    : spellingIn(entry, key);
