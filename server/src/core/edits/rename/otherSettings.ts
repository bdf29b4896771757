/** Keeps names of entries of another setting right when these are called otherwise there (model §13). */
import { idOf, type Known, namingsOf, pathEnding } from '../../canon';
import type { Entry } from '../../entry/entry';
import { readEntry } from '../../entry/readEntry';
import { nameKey } from '../../entry/slug';
import { memoized } from '../../text/groups';
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
  const respellIn = memoized((path: string) => respeller(textOf(path)));
  return namingsOf(known, setting).flatMap(({ entry: { path }, naming, known: there, meant, name: was }) => {
    const after = afterOf(there, meant);
    const name = after && nameAfter(there, meant, after, was);
    if (name === null) return [];
    const edit = respellIn(path)(naming, naming.text.slice(0, naming.text.length - was.length) + name);
    return edit ? [{ file: path, ...edit, group: `Names of entries of ${setting}` }] : [];
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
