/** Lets an entry that is called otherwise go on answering to what it was told under, by aliases. */
import { idOf, type Known } from '../../canon';
import { addTopItems } from '../../entry/frontmatter';
import type { Entry } from '../../entry/entry';
import type { Role } from '../../entry/naming';
import { nameKey, slug } from '../../entry/slug';
import type { YamlEdit } from '../../yaml/editYaml';
import { type Reference, referencesTo } from '../../reading/references';
import { respell } from './respell';

type ReferencesOf = (entry: Entry) => readonly Reference[];

/** What is told by a name: of what is named otherwise, another page may take it unseen. */
const STATING_ROLES: ReadonlySet<Role> = new Set(['fact', 'value', 'declaration']);

/** What an entry is called from now on. */
interface NewNames {
  readonly id: string;
  readonly title: string;
  readonly fileName: string;
}

/**
 * The edit of the entry's text; undefined where none is due, null where it can't be made.
 *
 * @param referencesOf what names an entry, where it is known already
 */
export function keepsOldNames(
  known: Known,
  entry: Entry,
  text: string,
  names: NewNames,
  referencesOf?: ReferencesOf,
): YamlEdit | null | undefined {
  const kept = oldNamesToKeep(known, entry, names, referencesOf);
  if (kept.length === 0) return undefined;
  const [oldId] = kept;
  const again = kept.length === 1 && oldId === idOf(known, entry) && aliasOf(entry, names.id);
  // Renamed back: what was the old id is the id, and the other way round.
  return again ? respell(text, again, oldId) : addTopItems(text, known.canon.codex, 'aliases', kept);
}

/** The old id first, where something may have been told under it; then the old title and file name, where something is told by them. */
export function oldNamesToKeep(
  known: Known,
  entry: Entry,
  { id, title, fileName }: NewNames,
  referencesOf: ReferencesOf = (one) => referencesTo(known, { kind: 'entry', entry: one }),
): string[] {
  if (entry.draft) return [];
  const oldId = idOf(known, entry);
  // A file answers to its name anyway; and an id with a folder in it was never the entry's alone.
  const isIdKept =
    slug(fileName) !== oldId &&
    (entry.writtenId !== null || oldId === entry.derivedId) &&
    oldId !== id &&
    !aliasOf(entry, oldId) &&
    mayBeInBaseline(entry, referencesOf);
  const kept = isIdKept ? [oldId] : [];
  const answering = new Set([id, title, fileName, ...kept].map(nameKey));
  for (const name of [entry.title, entry.fileName]) {
    if (answering.has(nameKey(name)) || aliasOf(entry, name)) continue;
    const isNamed = referencesOf(entry).some(
      ({ naming }) => STATING_ROLES.has(naming.role) && nameKey(naming.text) === nameKey(name),
    );
    if (isNamed) kept.push(name);
    answering.add(nameKey(name));
  }
  return kept;
}

const aliasOf = ({ aliases }: Entry, name: string) => aliases.find(({ text }) => nameKey(text) === nameKey(name));

/**
 * Whether something may have been told of it under its id, here or elsewhere: not of a note that says nothing for certain, and to
 * which only links lead.
 */
const mayBeInBaseline = (entry: Entry, referencesOf: ReferencesOf): boolean =>
  entry.facts.length > 0 ||
  entry.declarations.length > 0 ||
  entry.date !== null ||
  entry.until !== null ||
  entry.canon !== null ||
  referencesOf(entry).some(({ naming }) => naming.role !== 'link');
