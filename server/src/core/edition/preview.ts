/** What an author is told of an edition before it is written: what is newly visible, what no longer is, and what is left out and why. */
import type { EditionReport } from './edition';

/** What would change in a folder. */
export interface FolderChanges {
  readonly added: readonly string[];
  /** With the lines that are new. */
  readonly changed: readonly { readonly file: string; readonly lines: readonly string[] }[];
  readonly removed: readonly string[];
  /** Files that are not touched, and have to be moved away first. */
  readonly inTheWay: readonly string[];
}

/** Some rows under a title; the title is empty above all. */
export interface PreviewSection {
  readonly title: string;
  readonly rows: readonly string[];
}

/** So many files or lines are named of each sort. */
const MOST = 12;
/** So many new lines of one page. */
const MOST_LINES = 3;

const counted = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

export function previewOf(edition: EditionReport, changes: FolderChanges): readonly PreviewSection[] {
  const { readership, pages, pictures } = edition;
  const { knower, until, point } = readership;
  const shown = [counted(pages.length, 'page'), ...(pictures.length > 0 ? [counted(pictures.length, 'picture')] : [])];
  const grown = changes.changed.filter(({ lines }) => lines.length > 0);
  const sections: PreviewSection[] = [
    { title: '', rows: [`What ${knower} may know at ${until.text}, as of ${point.text}: ${shown.join(' and ')}.`] },
    { title: 'Newly visible', rows: cut(changes.added, MOST) },
    { title: 'Newly visible in pages that were there', rows: cut(grown.flatMap(grownRows), MOST * MOST_LINES) },
    {
      title: 'Less is visible in',
      rows: cut(
        changes.changed.flatMap(({ file, lines }) => (lines.length === 0 ? file : [])),
        MOST,
      ),
    },
    { title: 'No longer to be seen, and removed', rows: cut(changes.removed, MOST) },
    { title: 'Shared, though it is marked as hidden', rows: doubtRows(edition, 'marks') },
    { title: 'Told by name, though the page is hidden', rows: doubtRows(edition, 'names') },
    { title: 'Left out, which is told to you alone', rows: pagesLeft(edition) },
    { title: 'Left out of pages that are shared', rows: cut(partsLeft(edition), MOST) },
  ];
  return sections.filter(({ rows }) => rows.length > 0);
}

const cut = (rows: readonly string[], most: number): readonly string[] =>
  rows.length > most ? [...rows.slice(0, most), `and ${rows.length - most} more`] : rows;

const grownRows = ({ file, lines }: FolderChanges['changed'][number]): string[] => [
  file,
  ...lines.slice(0, MOST_LINES).map((line) => `  ${line}`),
  ...(lines.length > MOST_LINES ? [`  and ${counted(lines.length - MOST_LINES, 'more line')}`] : []),
];

const listed = (names: readonly string[]): string =>
  names.length > MOST ? `${names.slice(0, MOST).join(', ')} and ${names.length - MOST} more` : names.join(', ');

function pagesLeft({ leftOut }: EditionReport): readonly string[] {
  return cut(grouped(leftOut.map(({ file, why }) => [why, file] as const)), MOST);
}

/** Each word once, with the files of which it is said. */
function grouped(said: readonly (readonly [words: string, file: string])[]): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const [words, file] of said) {
    const files = groups.get(words);
    if (files) files.push(file);
    else groups.set(words, [file]);
  }
  return [...groups].map(([words, files]) => `${words}: ${listed(files)}`);
}

const doubtRows = ({ inDoubt }: EditionReport, what: 'marks' | 'names'): readonly string[] =>
  cut(grouped(inDoubt.flatMap((page) => page[what].map((words) => [words, page.file] as const))), MOST);

function partsLeft({ parts }: EditionReport): readonly string[] {
  const row = (what: 'facts' | 'secrets' | 'comments' | 'links', noun: string): string[] => {
    const some = parts.filter((part) => part[what] > 0);
    const n = some.reduce((sum, part) => sum + part[what], 0);
    return n === 0 ? [] : [`${counted(n, noun)}: ${listed(some.map(({ file }) => file))}`];
  };
  const keys = [...new Set(parts.flatMap((part) => part.keys))];
  return [
    ...row('facts', 'fact'),
    ...row('secrets', 'secret'),
    ...row('comments', 'comment'),
    ...row('links', 'link'),
    ...(keys.length > 0 ? [`keys that may not be meant for readers: ${listed(keys)} (see shared_keys)`] : []),
    ...parts.flatMap(({ file, pictures }) => pictures.map((one) => `the picture ${one} in ${file}`)),
  ];
}
