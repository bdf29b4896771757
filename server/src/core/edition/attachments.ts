/** The files of a codex that are not pages: which pictures an edition copies, and which files links lead to. */
import { isPageFile, folderOf } from '../text/pageFile';
import { decoded } from '../entry/inline';
import { nameKey } from '../entry/slug';
import { groupBy } from '../text/groups';

/** A picture of the codex, and where the edition has it; both relative, with `/`. */
export interface SharedPicture {
  readonly from: string;
  readonly path: string;
}

/** The formats that browsers show. Nothing else is copied. */
const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|bmp|svg)$/i;

export const isPicturePath = (path: string): boolean => PICTURE.test(path);

/** Finds the picture that a link means. @param from the page that names it */
export type FindPicture = (target: string, from: string) => string | undefined;

/** @param paths of all pictures of the codex */
export function pictureFinder(paths: readonly string[]): FindPicture {
  const byName = groupBy(
    [...paths].sort((a, b) => a.length - b.length || (a < b ? -1 : 1)),
    (path) => nameKey(path.slice(path.lastIndexOf('/') + 1)),
  );
  return (target, from) => {
    const key = nameKey(target.replace(/^(?:\.?\/)+/, ''));
    const candidates = byName.get(key.slice(key.lastIndexOf('/') + 1)) ?? [];
    const beside = nameKey(joined(folderOf(from), target));
    return (
      candidates.find((path) => nameKey(path) === beside) ??
      candidates.find((path) => `/${nameKey(path)}`.endsWith(`/${key.replace(/^(?:\.\.\/)+/, '')}`))
    );
  };
}

/** The part of a picture's path that a link to it reveals: all of it, if the link's path is right as seen from the page. */
export function placeInLink(file: string, target: string, from: string): string {
  if (nameKey(joined(folderOf(from), target)) === nameKey(file)) return file;
  const parts = target.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
  return file.split('/').slice(-parts.length).join('/');
}

/** The longer of two ends of one path. */
export const longer = (one: string, other = ''): string => (one.length < other.length ? other : one);

/** Whether a link leads to another site. */
const isAddress = (target: string): boolean => /^[a-z][a-z0-9+.-]*:|^\/\//i.test(target);

/** A path as seen from a folder. */
function joined(folder: string, target: string): string {
  const parts = target.startsWith('/') || folder === '' ? [] : folder.split('/');
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

const ENDING = '\\.(?:png|jpe?g|gif|webp|avif|bmp|svg)';
const ENDS = new RegExp(ENDING, 'i');
const NAMED = [
  `(?<wikiMark>!?)\\[\\[(?<wiki>[^\\[\\]|#\\n]*${ENDING})[ \\t]*(?:#[^\\[\\]|\\n]*)?(?:\\\\?\\|(?<wikiWords>[^\\[\\]\\n]*))?\\]\\]`,
  `(?<mark>!?)\\[(?<words>[^\\[\\]\\n]*)\\]\\([ \\t]*<?(?<plain>[^()<>\\n]*?${ENDING})(?:[?#>\\s][^()\\n]*)?\\)`,
  `<(?:img|source|embed|video|object)\\b[^<>]*?\\s(?:src(?:set)?|poster|data)[ \\t]*=[ \\t]*["']?(?<tag>[^"'<>\\n]*?${ENDING})[^<>]*>`,
  `\\{\\{[<%][^{}\\n]*?\\ssrc[ \\t]*=[ \\t]*["']?(?<code>[^"'{}\\n]*?${ENDING})[^{}\\n]*\\}\\}`,
  `^[ \\t>]*\\[[^\\]\\n]+\\]:[ \\t]*<?(?<defined>[^<>\\n]*?${ENDING}).*$`,
].join('|');

/** A picture that a page names, and the place of its name in the prose. */
export interface NamedPicture {
  readonly target: string;
  readonly start: number;
  readonly end: number;
  /** The text that replaces the picture where it is not shown. */
  readonly words: string;
}

/** The pictures that a page names, in order. Names in code count too: in the shared part of a page, code may no longer be code. */
export function picturesIn(body: string): readonly NamedPicture[] {
  if (!ENDS.test(body)) return [];
  return [...body.matchAll(new RegExp(NAMED, 'gim'))].flatMap(({ 0: whole, index, groups = {} }) => {
    const { wiki, plain, tag, code, defined, wikiMark, mark, wikiWords, words } = groups;
    const target = wiki?.trim() ?? decoded(plain ?? tag ?? code ?? defined ?? '');
    if (isAddress(target)) return [];
    const isLink = (wiki !== undefined && wikiMark === '') || (plain !== undefined && mark === '');
    return { target, start: index, end: index + whole.length, words: isLink ? (wikiWords ?? words ?? '…') : '' };
  });
}

/** Whether a file may be the target of a link without being a page. */
export const isAttachmentPath = (path: string): boolean => !isPageFile(path);

/**
 * Whether a file may not be seen at its path, whether or not it exists; for a name alone, whether any such file has it.
 * @param paths of all files that are not pages
 */
export function hiddenFileTest(
  paths: readonly string[],
  isOpenFolder: (path: string) => boolean,
): (path: string) => boolean {
  let hidden: Set<string> | null = null;
  /** All ends of the paths of files that may not be seen. */
  const hiddenEnds = (): Set<string> => {
    const ends = new Set<string>();
    for (const path of paths) {
      if (isOpenFolder(path)) continue;
      const key = nameKey(path);
      for (let at = 0; at !== -1; at = key.indexOf('/', at) + 1 || -1) ends.add(key.slice(at));
    }
    return ends;
  };
  return (path) =>
    (path.includes('/') && !(isOpenFolder(path) && isOpenFolder(`${path}/.`))) ||
    (hidden ??= hiddenEnds()).has(nameKey(path));
}

/** The files that a link may mean: a path seen from its page, and one seen from the root. None for an address elsewhere. */
export function filesLedTo(target: string, from: string): readonly string[] {
  const path = decoded(target).trim();
  if (path === '' || isAddress(path)) return [];
  if (!path.includes('/')) return [path];
  const seen = [joined(folderOf(from), path), joined('', path)];
  // The root may have a folder of that name that hides its content.
  return seen.map((one) => (one.includes('/') ? one : `${one}/.`));
}

/** Where another tool cuts a page that begins with `---`, and the YAML that it sees. */
export type CutByOthers = (text: string) => { readonly yaml: string; readonly body: string } | null;

/** The files that an edition is made from, besides the canon. */
export interface EditionFiles {
  /** The text of an entry's file. */
  readonly textOf: (path: string) => string | null;
  /** The paths of all files of the codex that are not pages. */
  readonly attachments: readonly string[];
  /** Those of them that are pictures. */
  readonly pictures: readonly string[];
  /** Whether a picture can be read: a link may lead out of the codex. @param path of one of them */
  readonly canReadPicture: (path: string) => boolean;
  readonly cutByOthers: CutByOthers;
  /** Whether to include the picture of time. */
  readonly withTimeline?: boolean;
}
