/** Finds the files whose problems a change can affect, through the indexes of names. */
import { keyOf } from '../../codex/codex';
import type { Canon, Known } from '../model/canonValue';
import { countOf, entryAt, filedPaths, OWN, filed } from '../model/canon';
import { mentionKeys } from '../model/indexKeys';
import type { Entry } from '../../entry/entry';
import { at, sizeOf, tableEntries } from '../model/table';
import { namingsIn } from '../../entry/naming';
import type { WorldDate } from '../../chronology';
import { takenBy } from '../retcons/standing';
import { allFactsOf } from '../../entry/versions';

/** The indexes that a change is followed through. */
type Index =
  | 'names'
  | 'declaredOn'
  | 'statedOn'
  | 'describing'
  | 'restingOn'
  | 'alsoNaming'
  | 'unknownKeys'
  | 'knownBy';

/** The indexes of all places that mention a name. */
const MENTIONS = ['declaredOn', 'statedOn', 'describing', 'restingOn', 'alsoNaming'] as const;

/**
 * The paths of files whose problems may differ between two canons under the same codex.yaml; possibly too many, never too few.
 * @param changed the files whose fingerprints differ
 * @returns null: any file may be affected
 */
export function affectedFiles(before: Canon, after: Canon, changed: Iterable<string>): ReadonlySet<string> | null {
  // Undeclared eras are reported only if the codex has any.
  if ((countOf(before, 'own-era') === 0) !== (countOf(after, 'own-era') === 0)) return null;
  // Marks that hide nothing are reported only if the codex keeps any secret.
  if ((countOf(before, 'keeps-secret') === 0) !== (countOf(after, 'keeps-secret') === 0)) return null;
  const canons = [before, after];
  const files = new Set(changed);
  const pathsAt = (keys: Iterable<string>, ...indexes: readonly Index[]): string[] =>
    [...keys].flatMap((key) => indexes.flatMap((index) => canons.flatMap((canon) => at(canon[index], key) ?? [])));
  const keysOf = (paths: Iterable<string>, keys: (entry: Entry) => readonly string[]): Set<string> =>
    new Set([...paths].flatMap((path) => canons.flatMap((canon) => entryAt(canon, path) ?? []).flatMap(keys)));

  // A file that appears, disappears or is renamed may change the id of the entries that share a name with it, and what the name means.
  const renamed = [...files].filter((path) => namingOf(entryAt(before, path)) !== namingOf(entryAt(after, path)));
  const rivals = pathsAt(keysOf(renamed, namesOf), 'names');
  const changedNames = keysOf([...renamed, ...rivals], namesOf);
  const restsOnName = (path: string): boolean => [...keysOf([path], valueKeys)].some((key) => changedNames.has(key));
  const naming = [
    ...pathsAt(changedNames, 'declaredOn', 'statedOn', 'describing'),
    ...pathsAt(changedNames, 'alsoNaming').filter(restsOnName),
  ];
  // Retcons reach along the chain, and to the entries that describe the same entity.
  const touched = closure([...files, ...rivals, ...naming], (path) => [
    ...pathsAt(keysOf([path], namesOf), 'declaredOn', 'describing'),
    ...pathsAt(keysOf([path], targetKeys), 'names'),
  ]);
  // Membership affects all pages that name a circle at any depth, and all links to these: too far to follow.
  const membersMove = (path: string): boolean => {
    const [was, is] = canons.map((canon) => membersIn(canon, path));
    return files.has(path) ? was !== is : was !== '' || is !== '';
  };
  if ([...touched].some(membersMove)) return null;
  // Facts affect all pages that state something about the same entity, under any of its names.
  const subjects = keysOf(touched, subjectKeys);
  const entities = closure(pathsAt(subjects, 'names', 'describing'), (path) => [
    ...pathsAt(keysOf([path], namesOf), 'describing'),
    ...pathsAt(keysOf([path], entityKeys), 'names', 'describing'),
  ]);
  // The count of an unknown key changes only with the files that gain or lose it.
  const keysComeOrGone = (path: string): string[] => {
    const [was, is] = canons.map((canon) => unknownKeys(entryAt(canon, path)));
    return [
      ...(was ?? []).filter((key) => is?.includes(key) !== true),
      ...(is ?? []).filter((key) => was?.includes(key) !== true),
    ];
  };
  const isRare = (key: string): boolean => (at(after.unknownKeys, key)?.length ?? 0) < OWN;
  // A name becomes a knower when a fact is stated about it, or makes it a member of a circle.
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
  // Whether the changes of an entry are computed depends on how many pages sum it up.
  const summedUpBy = (canon: Canon, path: string): string =>
    JSON.stringify(entryAt(canon, path)?.summarises.map(({ text }) => text) ?? []);
  if ([...files].some((path) => summedUpBy(before, path) !== summedUpBy(after, path)))
    for (const canon of canons) for (const path of filedPaths(canon, 'traits', 'summary')) reached.add(path);
  // A summary covers answers that any of the reached files may state.
  const summing = (path: string): boolean => canons.some((canon) => (entryAt(canon, path)?.summarises.length ?? 0) > 0);
  return new Set([...reached, ...pathsAt(keysOf(reached, namesOf), 'alsoNaming').filter(summing)]);
}

/** What a page states about membership in circles, as one text; empty: nothing, or the codex names no knowers. */
function membersIn({ codex, entries, knownBy }: Canon, path: string): string {
  const entry = at(entries, path);
  if (!entry || sizeOf(knownBy) === 0) return '';
  const attributes = new Set([...codex.membership.ofCircle, ...codex.membership.ofMember].map(keyOf));
  const stated = allFactsOf(entry).filter(({ attribute }) => attributes.has(keyOf(attribute.text)));
  if (stated.length === 0) return '';
  const { names, date, until, parts, declarations, formerly } = entry;
  return JSON.stringify([names, stated, date, until, parts, declarations, formerly]);
}

/** All files that repeated steps lead to. */
function closure(from: Iterable<string>, step: (path: string) => Iterable<string>): Set<string> {
  const all = new Set(from);
  for (const path of all) for (const other of step(path)) all.add(other);
  return all;
}

const namesOf = ({ names }: Entry): readonly string[] => names;
const entityKeys = ({ entity }: Entry): string[] => (entity ? mentionKeys(entity.text) : []);
const targetKeys = ({ declarations }: Entry): string[] =>
  declarations.flatMap(({ target }) => mentionKeys(target.text));
/** The names in the values of facts and in `only`: what these mean affects other entries, unlike links and sources. */
const valueKeys = (entry: Entry): string[] => [
  ...allFactsOf(entry).flatMap(({ value }) => mentionKeys(value.text)),
  ...entry.declarations.flatMap(({ only }) => only?.flatMap(({ entity }) => mentionKeys(entity ?? '')) ?? []),
];
const knowerKeys = (entry: Entry): string[] => [
  ...subjectKeys(entry),
  ...allFactsOf(entry).flatMap(({ value }) => mentionKeys(value.text)),
];
const unknownKeys = (entry: Entry | undefined): string[] => entry?.unknownKeys.map(({ text }) => text) ?? [];
/** The names of the entity that an entry describes: the entity need not have a page of its own. */
const subjectNames = (entry: Entry): string[] => [...entry.names, ...entityKeys(entry)];
/** The names of the entities that an entry states facts about. */
const subjectKeys = (entry: Entry): string[] => [
  ...subjectNames(entry),
  ...allFactsOf(entry).flatMap(({ entity }) => (entity ? mentionKeys(entity.text) : [])),
];

/** The names, the id and the `entity:` of an entry, as one text. */
const namingOf = (entry: Entry | undefined): string =>
  entry ? JSON.stringify([entry.names, entry.writtenId?.text, entry.entity?.text]) : '';

/** The most neighbours of an entry: half the codex may mention a name. */
const MOST = 2000;

/** The paths of entries that name an entry, that it names, or that state facts about the same entities. */
export function neighboursOf(canon: Canon, entry: Entry): Set<string> {
  const keys = new Set([...entry.names, ...namingsIn(entry).flatMap(({ text }) => mentionKeys(text))]);
  const found = new Set<string>();
  // Entries of the same chains and disputes come before those that only mention it.
  for (const index of ['declaredOn', 'names', 'statedOn', 'describing', 'restingOn', 'alsoNaming'] as const)
    for (const key of keys)
      for (const path of at(canon[index], key) ?? []) {
        if (found.size >= MOST) return found;
        found.add(path);
      }
  return found;
}

/** The indexes of links to an entry and of entries that rest on it. */
const NAMING = ['restingOn', 'alsoNaming'] as const;

/**
 * The paths of files that a change of the present can affect: those that name an entry which is superseded or retracted at one
 * present, and at the other is not, or by another entry. Rules use the present for nothing else. Possibly too many, never too few.
 * @param was, is the presents; null: the end of time
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

/** Every entry that a retcon may have superseded or retracted: the targets of declarations, and the entries that declare them. */
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
