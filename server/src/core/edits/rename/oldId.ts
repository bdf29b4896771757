/** Lets an entry that gets another id go on answering to the old one, as an alias. */
import { idOf, type Known } from '../../canon';
import { addTopItem } from '../../entry/editFrontmatter';
import type { Entry } from '../../entry/entry';
import { nameKey, slug } from '../../entry/slug';
import type { YamlEdit } from '../../yaml/editYaml';
import { referencesTo } from '../../reading/references';
import { respell } from './respell';

/** The edit of the entry's text; undefined where none is due, null where it can't be made. */
export function keepsOldId(
  known: Known,
  entry: Entry,
  text: string,
  { id: newId, fileName }: { readonly id: string; readonly fileName: string },
): YamlEdit | null | undefined {
  const oldId = idOf(known, entry);
  // A file answers to its name anyway; and an id with a folder in it was never the entry's alone.
  if (slug(fileName) === oldId || (!entry.writtenId && oldId !== entry.derivedId)) return undefined;
  const isCalled = (name: string) => entry.aliases.find((alias) => nameKey(alias.text) === nameKey(name));
  if (oldId === newId || isCalled(oldId) || !mayBeInBaseline(known, entry)) return undefined;
  const again = isCalled(newId);
  // Renamed back: what was the old id is the id, and the other way round.
  return again ? respell(text, again, oldId) : addTopItem(text, known.canon.codex, 'aliases', oldId);
}

/**
 * Whether something may have been told of it under its id, here or elsewhere. Nothing was told of a draft, nor of a note without
 * facts to which only links lead.
 */
const mayBeInBaseline = (known: Known, entry: Entry): boolean =>
  !entry.draft &&
  (entry.facts.length > 0 ||
    entry.declarations.length > 0 ||
    referencesTo(known, { kind: 'entry', entry }).some(({ naming }) => naming.role !== 'link'));
