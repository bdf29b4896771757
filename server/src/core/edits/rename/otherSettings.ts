/** Keeps names of entries of another setting right when these are called otherwise there (model §13). */
import { elsewhere, entryAt, idOf, type Known, namingElsewhere, pathEnding, valueElsewhere } from '../../canon';
import type { Entry } from '../../entry/entry';
import { namingsIn } from '../../entry/naming';
import { readEntry } from '../../entry/readEntry';
import { nameKey } from '../../entry/slug';
import { isPageFile, pageEnd, withoutPageEnd } from '../../text/pageFile';
import { type Change, edited, editsByFile, type TextEdit } from '../../text/problem';
import { movedBy, respeller } from './respell';

type Texts = (path: string) => string;

/**
 * The edits of the files of one setting that follow a change of another.
 * @param setting the name of that other one @param textThere the text of a file there, before the change
 */
export function followElsewhere(
  known: Known,
  setting: string,
  { edits, renames = [] }: Change,
  textOf: Texts,
  textThere: Texts,
): readonly TextEdit[] {
  const byFile = editsByFile(edits);
  /** An entry as it will be; null where it stays as it is. */
  const afterOf = (there: Known, { path }: Entry): Entry | null => {
    const [to, own] = [movedBy(renames, path), byFile.get(path) ?? []];
    return to === path && own.length === 0 ? null : readEntry(to, edited(textThere(path), own), there.canon.codex);
  };
  return namingElsewhere(known.canon).flatMap((path) => {
    const entry = entryAt(known.canon, path);
    if (!entry || !known.has(entry)) return [];
    const respell = respeller(textOf(path));
    return namingsIn(entry).flatMap((naming) => {
      const meant = naming.role === 'value' && !valueElsewhere(known, naming) ? null : elsewhere(known, naming.text);
      if (!meant?.known || meant.setting !== setting || meant.found.kind !== 'one') return [];
      const after = afterOf(meant.known, meant.found.entry);
      const name = after && nameAfter(meant.known, meant.found.entry, after, meant.name);
      if (name === null) return [];
      const edit = respell(naming, naming.text.slice(0, naming.text.length - meant.name.length) + name);
      return edit ? [{ file: path, ...edit, group: `Names of entries of ${setting}` }] : [];
    });
  });
}

/** What an entry is called now by a name that it had; null where it still has it. */
function nameAfter(there: Known, before: Entry, after: Entry, name: string): string | null {
  const key = nameKey(name);
  if (name.includes('/') || isPageFile(name))
    return pathEnding(key).isMeant(after.path) ? null : withoutPageEnd(after.path) + pageEnd(name);
  const id = after.writtenId?.text ?? after.derivedId;
  // In the order in which names are resolved.
  const pairs = [
    [idOf(there, before), id],
    [before.title, after.title],
    [before.fileName, after.fileName],
  ] as const;
  const now = pairs.find(([was]) => nameKey(was) === key)?.[1];
  if (now !== undefined) return nameKey(now) === key ? null : now;
  return after.names.includes(key) ? null : id;
}
