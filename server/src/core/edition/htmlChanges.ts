/** What an edition of one page newly shows, told by its pages: both that page and the one before are read as their readers see them. */
import { type Edition, HTML_FILE } from './edition';
import { htmlPlaces } from './htmlPlaces';
import type { FolderChanges } from './preview';
import { groupBy } from '../text/groups';

/** What is told of the pages of an edition that is one page. @param before what the file held; null: there was none */
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

/** The pages in an edition of ours, of whichever version. Nothing of an author can look like their beginning or their end. */
function articlesIn(html: string): readonly ArticleRead[] {
  return [...html.matchAll(/<article id="([^"]*)">([^]*?)<\/article>/g)].map(([, anchor = '', inner = '']) => {
    const heading = /<h[1-3][^>]*>([^]*?)<\/h[1-3]>/.exec(inner);
    const rest = heading ? inner.replace(heading[0], '') : inner;
    return { anchor: textIn(anchor), title: textIn(heading?.[1] ?? ''), lines: linesIn(rest) };
  });
}

const BLOCK_ENDS = /<(?:\/(?:p|h\d|li|ol|ul|dl|tr|div|pre|summary|blockquote)|br|hr)>/g;

/** What a reader sees, a line for each that ends; a fact with its name before each of its values. */
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

/** Without tags, and with each sign as it is. */
const textIn = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d{1,6})|(amp|lt|gt|quot));/g, (_, code?: string, named = '') =>
      code === undefined ? (NAMED[named] ?? '') : String.fromCodePoint(Number(code)),
    )
    .replace(/\s+/g, ' ')
    .trim();
