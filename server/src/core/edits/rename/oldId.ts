/** Lets an entry that gets another id go on answering to the old one, as an alias. */
import { idOf, type Known } from '../../canon';
import { addTopItems } from '../../entry/editFrontmatter';
import type { Entry } from '../../entry/entry';
import { nameKey, slug } from '../../entry/slug';
import type { YamlEdit } from '../../yaml/editYaml';
import { type Reference, referencesTo } from '../../reading/references';
import { respell } from './respell';

type ReferencesOf = (entry: Entry) => readonly Reference[];

/**
 * The edit of the entry's text; undefined where none is due, null where it can't be made.
 *
 * @param referencesOf what names an entry, where it is known already
 */
export function keepsOldId(
  known: Known,
  entry: Entry,
  text: string,
  { id: newId, fileName }: { readonly id: string; readonly fileName: string },
  referencesOf: ReferencesOf = (one) => referencesTo(known, { kind: 'entry', entry: one }),
): YamlEdit | null | undefined {
  const oldId = idOf(known, entry);
  // A file answers to its name anyway; and an id with a folder in it was never the entry's alone.
  if (slug(fileName) === oldId || (!entry.writtenId && oldId !== entry.derivedId)) return undefined;
  const isCalled = (name: string) => entry.aliases.find((alias) => nameKey(alias.text) === nameKey(name));
  if (oldId === newId || isCalled(oldId) || !mayBeInBaseline(entry, referencesOf)) return undefined;
  const again = isCalled(newId);
  // Renamed back: what was the old id is the id, and the other way round.
  return again ? respell(text, again, oldId) : addTopItems(text, known.canon.codex, 'aliases', [oldId]);
}

/**
 * Whether something may have been told of it under its id, here or elsewhere. Nothing was told of a draft, nor of a note without
 * facts to which only links lead.
 */
const mayBeInBaseline = (entry: Entry, referencesOf: ReferencesOf): boolean =>
  !entry.draft &&
  (entry.facts.length > 0 ||
    entry.declarations.length > 0 ||
    referencesOf(entry).some(({ naming }) => naming.role !== 'link'));
