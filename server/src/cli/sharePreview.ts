/** What `retcon share` prints before it writes, for people and for scripts. */
import type { EditionReport } from '../core/edition/edition';
import { type FolderChanges, previewOf, SHORT, WHOLE } from '../core/edition/preview';
import { jsonText, onOneLine } from '../core/text/visibleText';

/** @param isWhole whether all of it is told, and not the first of each sort */
export function shareText(
  edition: EditionReport,
  changes: FolderChanges,
  { hasColour, isWhole }: { readonly hasColour: boolean; readonly isWhole: boolean },
): string {
  const strong = (words: string): string => (hasColour ? `\u001b[1m${words}\u001b[0m` : words);
  const [short, whole] = [SHORT, WHOLE].map((size) => previewOf(edition, changes, size));
  const isCut = !isWhole && JSON.stringify(short) !== JSON.stringify(whole);
  const lines = ((isWhole ? whole : short) ?? []).flatMap(({ title, rows }) =>
    title === '' ? rows.map(onOneLine) : ['', strong(title), ...rows.map((row) => `  ${onOneLine(row)}`)],
  );
  return `${lines.join('\n')}\n\n${isCut ? 'The first of each are shown: --all shows all.\n\n' : ''}`;
}

export function shareJson(
  edition: EditionReport,
  { added, changed, removed }: FolderChanges,
  isWritten: boolean,
): string {
  const { knower, until, point } = edition.readership;
  const inDoubt = (what: 'marks' | 'names') =>
    edition.inDoubt.flatMap((page) => (page[what].length > 0 ? { file: page.file, [what]: page[what] } : []));
  const json = {
    for: knower,
    at: until.text,
    as_of: point.text,
    pages: edition.pages.map(({ path }) => path),
    pictures: edition.pictures.map(({ path }) => path),
    added,
    changed,
    removed,
    left_out: edition.leftOut,
    parts_left_out: edition.parts,
    marked_as_hidden: inDoubt('marks'),
    named_though_hidden: inDoubt('names'),
    written: isWritten,
  };
  return `${jsonText(json)}\n`;
}
