/** How far a change reaches: the files that may be judged differently after it. */
import { keyOf } from '../../codex/codex';
import type { Canon, Known } from '../model/canonValue';
import { countOf, entryAt, filedPaths, OWN, filed } from '../model/canon';
import { mentionKeys } from '../model/indexKeys';
import type { Entry } from '../../entry/entry';
import { at, sizeOf, tableEntries } from '../model/table';
import { namingsIn } from '../../entry/naming';
import type { WorldDate } from '../../chronology';
import { takenBy } from '../retcons/standing';

/** How far a change reaches: the files that may be judged otherwise in one canon than in another. */
type Index =
  | 'names'
  | 'declaredOn'
  | 'statedOn'
  | 'describing'
  | 'restingOn'
  | 'alsoNaming'
  | 'unknownKeys'
  | 'knownBy';

/** Everywhere that a name can be said. */
const MENTIONS = ['declaredOn', 'statedOn', 'describing', 'restingOn', 'alsoNaming'] as const;

/**
 * The paths of files that may have problems in one of two canons of the same codex.yaml that they have not in the other;
 * never too few. null: any file may.
 *
 * @param changed the paths of those of which others see something else in both
 */
export function affectedFiles(before: Canon, after: Canon, changed: Iterable<string>): ReadonlySet<string> | null {
  // An era that no calendar knows is reported where there are several.
  if ((countOf(before, 'own-era') === 0) !== (countOf(after, 'own-era') === 0)) return null;
  // Marks that hide nothing are told where anything is kept secret.
  if ((countOf(before, 'keeps-secret') === 0) !== (countOf(after, 'keeps-secret') === 0)) return null;
  const canons = [before, after];
  const files = new Set(changed);
  const pathsAt = (keys: Iterable<string>, ...indexes: readonly Index[]): string[] =>
    [...keys].flatMap((key) => indexes.flatMap((index) => canons.flatMap((canon) => at(canon[index], key) ?? [])));
  const keysOf = (paths: Iterable<string>, keys: (entry: Entry) => readonly string[]): Set<string> =>
    new Set([...paths].flatMap((path) => canons.flatMap((canon) => entryAt(canon, path) ?? []).flatMap(keys)));

  // What shares a name with a file that comes or goes may get another id by that, or be meant by it no longer.
  const renamed = [...files].filter((path) => namingOf(entryAt(before, path)) !== namingOf(entryAt(after, path)));
  const rivals = pathsAt(keysOf(renamed, namesOf), 'names');
  const meant = keysOf([...renamed, ...rivals], namesOf);
  const restsOnName = (path: string): boolean => [...keysOf([path], valueKeys)].some((key) => meant.has(key));
  const naming = [
    ...pathsAt(meant, 'declaredOn', 'statedOn', 'describing'),
    ...pathsAt(meant, 'alsoNaming').filter(restsOnName),
  ];
  // Whatever is declared of them reaches along the chain, and whoever describes one of them.
  const touched = closure([...files, ...rivals, ...naming], (path) => [
    ...pathsAt(keysOf([path], namesOf), 'declaredOn', 'describing'),
    ...pathsAt(keysOf([path], targetKeys), 'names'),
  ]);
  // Who belongs to which circle bears on all that names a circle of any depth, and on what links to that.
  const membersMove = (path: string): boolean => {
    const [was, is] = canons.map((canon) => membersIn(canon, path));
    return files.has(path) ? was !== is : was !== '' || is !== '';
  };
  if ([...touched].some(membersMove)) return null;
  // Whatever they state is heard by all who speak of the same, under any of its names.
  const subjects = keysOf(touched, subjectKeys);
  const entities = closure(pathsAt(subjects, 'names', 'describing'), (path) => [
    ...pathsAt(keysOf([path], namesOf), 'describing'),
    ...pathsAt(keysOf([path], entityKeys), 'names', 'describing'),
  ]);
  // How many have a key changes with those alone that have got it, or lost it.
  const keysComeOrGone = (path: string): string[] => {
    const [was, is] = canons.map((canon) => unknownKeys(entryAt(canon, path)));
    return [
      ...(was ?? []).filter((key) => is?.includes(key) !== true),
      ...(is ?? []).filter((key) => was?.includes(key) !== true),
    ];
  };
  const isRare = (key: string): boolean => (at(after.unknownKeys, key)?.length ?? 0) < OWN;
  // Somebody of whom something is stated, or who is stated to belong to a circle, can know something.
  const knowing = pathsAt(keysOf([...touched, ...entities], knowerKeys), 'knownBy');
  const reached = new Set([
    ...touched,
    ...knowing,
    ...pathsAt(keysOf([...touched, ...knowing], namesOf), ...MENTIONS),
    ...entities,
    ...pathsAt(new Set([...subjects, ...keysOf(entities, subjectNames)]), 'statedOn'),
    ...pathsAt(new Set([...files].flatMap(keysComeOrGone).filter(isRare)), 'unknownKeys'),
  ]);
  if (canons.every((canon) => countOf(canon, 'summary') === 0)) return reached;
  // How many sum up one thing bears on what is worked out of it.
  const summedUpBy = (canon: Canon, path: string): string =>
    JSON.stringify(entryAt(canon, path)?.summarises.map(({ text }) => text) ?? []);
  if ([...files].some((path) => summedUpBy(before, path) !== summedUpBy(after, path)))
    for (const canon of canons) for (const path of filedPaths(canon, 'traits', 'summary')) reached.add(path);
  // What is summed up may be told by any of them.
  const summing = (path: string): boolean => canons.some((canon) => (entryAt(canon, path)?.summarises.length ?? 0) > 0);
  return new Set([...reached, ...pathsAt(keysOf(reached, namesOf), 'alsoNaming').filter(summing)]);
}

/** What a page states of who belongs to a circle, where anybody is named as a knower at all; empty: nothing. */
function membersIn({ codex, entries, knownBy }: Canon, path: string): string {
  const entry = at(entries, path);
  if (!entry || sizeOf(knownBy) === 0) return '';
  const attributes = new Set([...codex.membership.ofCircle, ...codex.membership.ofMember].map(keyOf));
  const stated = entry.facts.filter(({ attribute }) => attributes.has(keyOf(attribute.text)));
  if (stated.length === 0) return '';
  const { names, date, until, parts, declarations } = entry;
  return JSON.stringify([names, stated, date, until, parts, declarations]);
}

/** Whatever the steps from one file to others lead to. */
function closure(from: Iterable<string>, step: (path: string) => Iterable<string>): Set<string> {
  const all = new Set(from);
  for (const path of all) for (const other of step(path)) all.add(other);
  return all;
}

const namesOf = ({ names }: Entry): readonly string[] => names;
const entityKeys = ({ entity }: Entry): string[] => (entity ? mentionKeys(entity.text) : []);
const targetKeys = ({ declarations }: Entry): string[] =>
  declarations.flatMap(({ target }) => mentionKeys(target.text));
/** What its facts and its retcons name, apart from their subjects: a change of a link or a source affects no other entry. */
const valueKeys = ({ facts, declarations }: Entry): string[] => [
  ...facts.flatMap(({ value }) => mentionKeys(value.text)),
  ...declarations.flatMap(({ only }) => only?.flatMap(({ entity }) => mentionKeys(entity ?? '')) ?? []),
];
const knowerKeys = (entry: Entry): string[] => [
  ...subjectKeys(entry),
  ...entry.facts.flatMap(({ value }) => mentionKeys(value.text)),
];
const unknownKeys = (entry: Entry | undefined): string[] => entry?.unknownKeys.map(({ text }) => text) ?? [];
/** What it may be called that it describes: an entity need not have a page of its name. */
const subjectNames = (entry: Entry): string[] => [...entry.names, ...entityKeys(entry)];
/** What it states facts about. */
const subjectKeys = (entry: Entry): string[] => [
  ...subjectNames(entry),
  ...entry.facts.flatMap(({ entity }) => (entity ? mentionKeys(entity.text) : [])),
];

/** What an entry is called, and what it calls its entity. */
const namingOf = (entry: Entry | undefined): string =>
  entry ? JSON.stringify([entry.names, entry.writtenId?.text, entry.entity?.text]) : '';

/** Where half the codex mentions a name, some of the mentions are enough. */
const MOST = 2000;

/** The paths of those that name an entry, that it names, and that speak of what it speaks of; at most some thousands. */
export function neighboursOf(canon: Canon, entry: Entry): Set<string> {
  const keys = new Set([...entry.names, ...namingsIn(entry).flatMap(({ text }) => mentionKeys(text))]);
  const found = new Set<string>();
  // Those that are in the same chains and disputes before those that merely mention it.
  for (const index of ['declaredOn', 'names', 'statedOn', 'describing', 'restingOn', 'alsoNaming'] as const)
    for (const key of keys)
      for (const path of at(canon[index], key) ?? []) {
        if (found.size >= MOST) return found;
        found.add(path);
      }
  return found;
}

/** Where an entry is linked, or rested on. */
const NAMING = ['restingOn', 'alsoNaming'] as const;

/**
 * The paths of files that name an entry which is superseded or retracted at one of two presents, and at the other is not, or
 * by another one: that is all that the rules ask the present for. Never too few; in steps. null: the end of time
 */
export function* presentReach(
  known: Known,
  was: WorldDate | null,
  is: WorldDate | null,
): Generator<void, ReadonlySet<string>> {
  const { canon } = known;
  const files = new Set<string>();
  for (const entry of yield* retconnable(canon)) {
    yield;
    const [before, after] = [takenBy(known, entry, was), takenBy(known, entry, is)];
    if (before?.retcon.by === after?.retcon.by && before?.retcon.kind === after?.retcon.kind) continue;
    for (const name of entry.names)
      for (const index of NAMING) for (const path of at(canon[index], name) ?? []) files.add(path);
  }
  return files;
}

/** Every entry that a retcon may have taken: whatever one names, and, where one is undone, what declared it. */
function* retconnable(canon: Canon): Generator<void, ReadonlySet<Entry>> {
  const entries = new Set<Entry>();
  for (const [name, paths] of tableEntries(canon.declaredOn)) {
    yield;
    for (const entry of filed(canon, 'names', name)) entries.add(entry);
    for (const path of paths) {
      const entry = entryAt(canon, path);
      if (entry) entries.add(entry);
    }
  }
  return entries;
}
