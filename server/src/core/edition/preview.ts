/** The preview of an edition: what becomes visible, what disappears, and what is left out. */
import { type EditionReport, type Edition, HTML_FILE } from './edition';
import { entryAt, LATEST } from '../canon';
import { whyUnmarked } from './pageMaking';
import { hasDates, type Readership } from './readership';
import { addTo, groupBy } from '../text/groups';
import { htmlPlaces } from './htmlProse';
import { counted } from '../text/words';
import { folderOf } from '../text/pageFile';

/** The changes in a folder. */
export interface FolderChanges {
  readonly added: readonly string[];
  /** With their new lines. */
  readonly changed: readonly { readonly file: string; readonly lines: readonly string[] }[];
  readonly removed: readonly string[];
  /** Files that block the writing, and have to be moved away first. */
  readonly inTheWay: readonly string[];
  /** The names are those of pages of the one page that is written, rather than of files. */
  readonly isOnePage?: true;
}

/** Rows under a title; the first section has an empty title. */
export interface PreviewSection {
  readonly title: string;
  readonly rows: readonly string[];
}

/** The limits of a preview: files or lines of each sort, and new lines of one page. */
interface PreviewSize {
  readonly rows: number;
  readonly lines: number;
}

export const SHORT: PreviewSize = { rows: 12, lines: 3 };
export const WHOLE: PreviewSize = { rows: Number.POSITIVE_INFINITY, lines: Number.POSITIVE_INFINITY };

/** How many pages are left out because no key marks them for publishing. */
export const countUnmarked = ({ readership, leftOut }: EditionReport): number =>
  leftOut.filter(({ why }) => why === whyUnmarked(readership)).length;

/** Whether nothing is kept secret from the readers: what is left out is unfinished, or is not marked for publishing. */
export const hasNoSecrets = ({ readership: { whole, view }, leftOut, parts }: EditionReport): boolean =>
  parts.every(({ facts, secrets }) => facts + secrets === 0) &&
  leftOut.every(({ file }) => {
    const entry = entryAt(whole, file);
    return !entry || entry.publishing === 'no' || UNFINISHED.has(view.eyes.whyHidden(entry).why);
  });

const UNFINISHED: ReadonlySet<string> = new Set(['draft', 'later_revision', 'kept_back']);

export function previewOf(
  edition: EditionReport,
  changes: FolderChanges,
  size: PreviewSize = SHORT,
): readonly PreviewSection[] {
  const { pages, pictures } = edition;
  const shown = [counted(pages.length, 'page'), ...(pictures.length > 0 ? [counted(pictures.length, 'picture')] : [])];
  const { added, changed, removed } = changes;
  const grown = changed.filter(({ lines }) => lines.length > 0);
  const less = changed.flatMap(({ file, lines }) => (lines.length === 0 ? file : []));
  const isSame = changes.isOnePage && added.length + changed.length + removed.length === 0;
  const cut = (rows: readonly string[], most = size.rows): readonly string[] => cutAfter(most, rows);
  const section = (title: string, count: number, rows: readonly string[]): PreviewSection => ({
    title: `${title} (${count})`,
    rows,
  });
  const fresh = byFolder(added, size);
  // Of more pages than there is room for, the rows name only some of the folders.
  const isNamed = (folder: string): boolean =>
    fresh.some((row) => /^[/ ]/.test(row.startsWith(folder) ? row.slice(folder.length) : ''));
  const folders = foldersShown(edition, changes).filter((folder) => !isNamed(folder));
  const sections: PreviewSection[] = [
    { title: '', rows: [whatIsShared(edition.readership, shown.join(' and ')), ...atTheEnd(edition.readership)] },
    section('Newly visible', added.length, fresh),
    section(
      'Newly visible in pages that were there before',
      grown.length,
      cut(
        grown.flatMap((page) => grownRows(page, size)),
        size.rows * size.lines,
      ),
    ),
    section('Other folders whose names become visible', folders.length, cut(folders)),
    section('Less is visible in', less.length, byFolder(less, size)),
    section('No longer visible, and removed', removed.length, byFolder(removed, size)),
    {
      title: 'Written again',
      rows: isSame ? ['the page itself: no page that is shared in it says anything new, or less'] : [],
    },
    { title: 'Shared, though it is marked as hidden', rows: cut(doubtRows(edition, 'marks', size)) },
    { title: 'Named, though the page is hidden', rows: cut(doubtRows(edition, 'names', size)) },
    section('Left out (only you see this)', edition.leftOut.length, pagesLeft(edition, size)),
    { title: 'Left out of shared notes', rows: cut(partsLeft(edition, size)) },
  ];
  return sections.filter(({ rows }) => rows.length > 0);
}

const whatIsShared = ({ knower, until, point }: Readership, what: string): string =>
  `What ${knower} may know${until ? ` at ${until.text}` : ''}${point === LATEST ? '' : `, as of ${point.text}`}: ${what}.`;

/** What was taken for a date where none was given. */
const atTheEnd = (readership: Readership): readonly string[] =>
  readership.until === null && hasDates(readership)
    ? ['No date was given, and your world has no present: what comes last in it is shared too.']
    : [];

/** The folders that nobody could see before. One page reveals no folder that is closed to its readers. */
function foldersShown({ pages, readership }: EditionReport, changes: FolderChanges): readonly string[] {
  const { isOpenFolder } = readership.view.eyes;
  const added = new Set(changes.added);
  const all = (paths: readonly string[]): Set<string> => new Set(paths.map(folderOf).filter(Boolean));
  const before = all(pages.flatMap(({ path }) => (added.has(path) ? [] : path)));
  const [open, closed] = [true, false].map((is) => all(changes.added.filter((path) => isOpenFolder(path) === is)));
  const shown = [...(open ?? []), ...(changes.isOnePage ? [] : (closed ?? []))].filter((folder) => !before.has(folder));
  return [...new Set(shown)]
    .sort()
    .map((folder) => (open?.has(folder) ? folder : `${folder}, which \`audience\` keeps from them`));
}

const cutAfter = (most: number, rows: readonly string[]): readonly string[] =>
  rows.length > most ? [...rows.slice(0, most), `and ${rows.length - most} more`] : rows;

/** A row per path; of more than there is room for, a row per folder, or per outermost folder, and of one folder the first. */
function byFolder(paths: readonly string[], { rows, lines }: PreviewSize): readonly string[] {
  if (paths.length <= rows) return paths;
  const inner = groupBy(paths, folderOf);
  const folders = inner.size > rows ? groupBy(paths, (path) => folderOf(path).replace(/\/.*/s, '')) : inner;
  if (folders.size === 1) return cutAfter(rows, paths);
  return cutAfter(
    rows,
    [...folders].map(([folder, own]) => {
      const names = own.slice(0, lines).map((path) => path.slice(folder.length).replace(/^\//, ''));
      const more = own.length > lines ? ` and ${own.length - lines} more` : '';
      return `${folder === '' ? 'in no folder' : folder} (${own.length}): ${names.join(', ')}${more}`;
    }),
  );
}

const grownRows = ({ file, lines }: FolderChanges['changed'][number], size: PreviewSize): string[] => [
  file,
  ...lines.slice(0, size.lines).map((line) => `  ${line}`),
  ...(lines.length > size.lines ? [`  and ${counted(lines.length - size.lines, 'more line')}`] : []),
];

const listed = (names: readonly string[], { rows }: PreviewSize): string =>
  names.length > rows ? `${names.slice(0, rows).join(', ')} and ${names.length - rows} more` : names.join(', ');

/** For each reason a row, or where it has more than a few pages, rows as for what is newly visible. */
function pagesLeft({ leftOut }: EditionReport, size: PreviewSize): readonly string[] {
  const rows = [...groupBy(leftOut, ({ why }) => why)].map(([why, pages]) => {
    const files = pages.map(({ file }) => file);
    return files.length <= SHORT.lines
      ? [`${why}: ${files.join(', ')}`]
      : [`${why}:`, ...byFolder(files, size).map((row) => `  ${row}`)];
  });
  return rows.flat();
}

/** Each text once, with the files that it applies to. */
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
    ...(keys.length > 0
      ? [`properties that may not be meant for readers: ${listed(keys, size)} (see shared_keys)`]
      : []),
    ...parts.flatMap(({ file, pictures }) => pictures.map((one) => `the picture ${one} in ${file}`)),
  ];
}

/** The changes of the pages in an edition that is one page. @param before the content of the file; null: there was none */
export function htmlChanges(
  edition: Pick<Edition, 'readership' | 'pages'>,
  folder: FolderChanges,
  { before, after }: { readonly before: string | null; readonly after: string },
): FolderChanges {
  const isOther = (file: string): boolean => file !== HTML_FILE;
  if ([...folder.added, ...folder.changed.map(({ file }) => file)].every(isOther)) return folder;
  const paths = new Map([...htmlPlaces(edition).anchors].map(([path, anchor]) => [anchor, path]));
  const [old, now] = [articlesIn(before ?? ''), articlesIn(after)];
  const byTitle = groupBy(old, (article) => article.title);
  const [added, changed]: [string[], { file: string; lines: readonly string[] }[]] = [[], []];
  for (const { anchor, title, lines } of now) {
    const called = byTitle.get(title) ?? [];
    const own = called.find((one) => one.anchor === anchor);
    const known = new Set((own ? [own] : called).flatMap((one) => one.lines));
    const [file, fresh] = [paths.get(anchor) ?? title, lines.filter((line) => !known.has(line))];
    if (called.length === 0) added.push(file);
    else if (fresh.length > 0 || new Set(lines).size < known.size) changed.push({ file, lines: fresh });
  }
  const titles = new Set(now.map(({ title }) => title));
  return {
    ...folder,
    added: [...folder.added.filter(isOther), ...added.sort()],
    changed: [...folder.changed.filter(({ file }) => isOther(file)), ...changed],
    removed: [...folder.removed, ...[...byTitle.keys()].filter((title) => !titles.has(title))],
    isOnePage: true,
  };
}

interface ArticleRead {
  readonly anchor: string;
  readonly title: string;
  /** Its text, line by line, without its title. */
  readonly lines: readonly string[];
}

/** The pages in an edition of any version. No text of an author can look like their beginning or their end. */
function articlesIn(html: string): readonly ArticleRead[] {
  return [...html.matchAll(/<article id="([^"]*)">([^]*?)<\/article>/g)].map(([, anchor = '', inner = '']) => {
    const heading = /<h[1-3][^>]*>([^]*?)<\/h[1-3]>/.exec(inner);
    const rest = heading ? inner.replace(heading[0], '') : inner;
    return { anchor: textIn(anchor), title: textIn(heading?.[1] ?? ''), lines: linesIn(rest) };
  });
}

const BLOCK_ENDS = /<(?:\/(?:p|h\d|li|ol|ul|dl|tr|div|pre|summary|blockquote)|br|hr)>/g;

/** The lines that a reader sees; a fact has its name before each of its values. */
function linesIn(html: string): readonly string[] {
  let name = '';
  const text = html
    .replace(/<dt>([^]*?)<\/dt>|<dd>([^]*?)<\/dd>/g, (_, named?: string, value?: string) => {
      if (named !== undefined) name = named;
      return value === undefined ? '' : `${name}: ${value}<br>`;
    })
    .replace(/\n/g, ' ')
    .replace(/<img [^>]*?alt="([^"]*)"[^>]*>/g, '(picture: $1)')
    .replace(/<\/t[dh]>/g, ' | ')
    .replace(BLOCK_ENDS, '\n');
  return text.split('\n').map(textIn).filter(Boolean);
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Without tags, and with entities decoded. */
const textIn = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d{1,6})|(amp|lt|gt|quot));/g, (_, code?: string, named = '') =>
      code === undefined ? (NAMED[named] ?? '') : String.fromCodePoint(Number(code)),
    )
    .replace(/\s+/g, ' ')
    .trim();
