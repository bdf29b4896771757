/** What an author is told of an edition before it is written: what is newly visible, what no longer is, and what is left out and why. */
import type { EditionReport } from './edition';
import { folderIn } from './pictures';
import { addTo } from '../text/groups';

/** What would change in a folder. */
export interface FolderChanges {
  readonly added: readonly string[];
  /** With the lines that are new. */
  readonly changed: readonly { readonly file: string; readonly lines: readonly string[] }[];
  readonly removed: readonly string[];
  /** Files that are not touched, and have to be moved away first. */
  readonly inTheWay: readonly string[];
  /** What is told are pages of the one page that is written, and not files. */
  readonly isOnePage?: true;
}

/** Some rows under a title; the title is empty above all. */
export interface PreviewSection {
  readonly title: string;
  readonly rows: readonly string[];
}

/** How much is named: files or lines of each sort, and new lines of one page. */
export interface PreviewSize {
  readonly rows: number;
  readonly lines: number;
}

export const SHORT: PreviewSize = { rows: 12, lines: 3 };
export const WHOLE: PreviewSize = { rows: Number.POSITIVE_INFINITY, lines: Number.POSITIVE_INFINITY };

const counted = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

export function previewOf(
  edition: EditionReport,
  changes: FolderChanges,
  size: PreviewSize = SHORT,
): readonly PreviewSection[] {
  const { readership, pages, pictures } = edition;
  const { knower, until, point } = readership;
  const shown = [counted(pages.length, 'page'), ...(pictures.length > 0 ? [counted(pictures.length, 'picture')] : [])];
  const { added, changed, removed } = changes;
  const grown = changed.filter(({ lines }) => lines.length > 0);
  const less = changed.flatMap(({ file, lines }) => (lines.length === 0 ? file : []));
  const isSame = changes.isOnePage && added.length + changed.length + removed.length === 0;
  const cut = (rows: readonly string[], most = size.rows): readonly string[] =>
    rows.length > most ? [...rows.slice(0, most), `and ${rows.length - most} more`] : rows;
  const section = (title: string, count: number, rows: readonly string[]): PreviewSection => ({
    title: `${title} (${count})`,
    rows,
  });
  const folders = foldersShown(edition, changes);
  const sections: PreviewSection[] = [
    { title: '', rows: [`What ${knower} may know at ${until.text}, as of ${point.text}: ${shown.join(' and ')}.`] },
    section('Newly visible', added.length, cut(added)),
    section(
      'Newly visible in pages that were there',
      grown.length,
      cut(
        grown.flatMap((page) => grownRows(page, size)),
        size.rows * size.lines,
      ),
    ),
    section('Folders whose names become visible', folders.length, cut(folders)),
    section('Less is visible in', less.length, cut(less)),
    section('No longer to be seen, and removed', removed.length, cut(removed)),
    {
      title: 'Written anew',
      rows: isSame ? ['the page itself: no page that is shared in it says anything new, or less'] : [],
    },
    { title: 'Shared, though it is marked as hidden', rows: cut(doubtRows(edition, 'marks', size)) },
    { title: 'Told by name, though the page is hidden', rows: cut(doubtRows(edition, 'names', size)) },
    section('Left out, which is told to you alone', edition.leftOut.length, cut(pagesLeft(edition, size))),
    { title: 'Left out of pages that are shared', rows: cut(partsLeft(edition, size)) },
  ];
  return sections.filter(({ rows }) => rows.length > 0);
}

/** The folders that nobody could see before. One page tells no folder that is closed to its readers. */
function foldersShown({ pages, readership }: EditionReport, changes: FolderChanges): readonly string[] {
  const { isOpenFolder } = readership.view.eyes;
  const added = new Set(changes.added);
  const all = (paths: readonly string[]): Set<string> => new Set(paths.map(folderIn).filter(Boolean));
  const before = all(pages.flatMap(({ path }) => (added.has(path) ? [] : path)));
  const [open, closed] = [true, false].map((is) => all(changes.added.filter((path) => isOpenFolder(path) === is)));
  const shown = [...(open ?? []), ...(changes.isOnePage ? [] : (closed ?? []))].filter((folder) => !before.has(folder));
  return [...new Set(shown)]
    .sort()
    .map((folder) => (open?.has(folder) ? folder : `${folder}, which \`audience\` keeps from them`));
}

const grownRows = ({ file, lines }: FolderChanges['changed'][number], size: PreviewSize): string[] => [
  file,
  ...lines.slice(0, size.lines).map((line) => `  ${line}`),
  ...(lines.length > size.lines ? [`  and ${counted(lines.length - size.lines, 'more line')}`] : []),
];

const listed = (names: readonly string[], { rows }: PreviewSize): string =>
  names.length > rows ? `${names.slice(0, rows).join(', ')} and ${names.length - rows} more` : names.join(', ');

const pagesLeft = ({ leftOut }: EditionReport, size: PreviewSize): readonly string[] =>
  grouped(
    leftOut.map(({ file, why }) => [why, file] as const),
    size,
  );

/** Each word once, with the files of which it is said. */
function grouped(said: readonly (readonly [words: string, file: string])[], size: PreviewSize): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const [words, file] of said) addTo(groups, words, file);
  return [...groups].map(([words, files]) => `${words}: ${listed(files, size)}`);
}

const doubtRows = ({ inDoubt }: EditionReport, what: 'marks' | 'names', size: PreviewSize): readonly string[] =>
  grouped(
    inDoubt.flatMap((page) => page[what].map((words) => [words, page.file] as const)),
    size,
  );

function partsLeft({ parts }: EditionReport, size: PreviewSize): readonly string[] {
  const row = (what: 'facts' | 'secrets' | 'comments' | 'links', noun: string): string[] => {
    const some = parts.filter((part) => part[what] > 0);
    const n = some.reduce((sum, part) => sum + part[what], 0);
    const files = some.map(({ file }) => file);
    return n === 0 ? [] : [`${counted(n, noun)}: ${listed(files, size)}`];
  };
  const keys = [...new Set(parts.flatMap((part) => part.keys))];
  return [
    ...row('facts', 'fact'),
    ...row('secrets', 'secret'),
    ...row('comments', 'comment'),
    ...parts.flatMap(({ file, in_doubt: some = [] }) => some.map((lines) => `${file}, ${lines}`)),
    ...row('links', 'link'),
    ...(keys.length > 0 ? [`keys that may not be meant for readers: ${listed(keys, size)} (see shared_keys)`] : []),
    ...parts.flatMap(({ file, pictures }) => pictures.map((one) => `the picture ${one} in ${file}`)),
  ];
}
