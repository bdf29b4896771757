/** The files of a codex that are not pages: which pictures an edition copies, and which files links lead to. */
import { decoded } from '../entry/inline';
import { nameKey } from '../entry/slug';
import { groupBy } from '../text/groups';

/** A picture of the codex, and where the edition has it; both relative, with `/`. */
export interface SharedPicture {
  readonly from: string;
  readonly path: string;
}

/** What browsers show. Nothing else is copied. */
const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|bmp|svg)$/i;

export const isPicturePath = (path: string): boolean => PICTURE.test(path);

/** Finds the picture that is meant. @param from the page that names it */
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
    const beside = nameKey(joined(folderIn(from), target));
    return (
      candidates.find((path) => nameKey(path) === beside) ??
      candidates.find((path) => `/${nameKey(path)}`.endsWith(`/${key.replace(/^(?:\.\.\/)+/, '')}`))
    );
  };
}

/** As much of the path of a picture as a link to it tells: all of it where it lies where the link says, seen from the page. */
export function placeInLink(file: string, target: string, from: string): string {
  if (nameKey(joined(folderIn(from), target)) === nameKey(file)) return file;
  const told = target.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
  return file.split('/').slice(-told.length).join('/');
}

/** Of two ends of one path. */
export const longer = (one: string, other = ''): string => (one.length < other.length ? other : one);

/** Whether a link leads to another site. */
export const isAddress = (target: string): boolean => /^[a-z][a-z0-9+.-]*:|^\/\//i.test(target);

/** A path as it is seen from a folder. */
export function joined(folder: string, target: string): string {
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
  `<img\\b[^<>]*?\\ssrc[ \\t]*=[ \\t]*["']?(?<tag>[^"'<>\\n]*?${ENDING})[^<>]*>`,
  `^[ \\t>]*\\[[^\\]\\n]+\\]:[ \\t]*<?(?<defined>[^<>\\n]*?${ENDING}).*$`,
].join('|');

/** A picture that a page names, and the place in its prose at which it does. */
export interface NamedPicture {
  readonly target: string;
  readonly start: number;
  readonly end: number;
  /** What stands there instead, where the picture is not shown. */
  readonly words: string;
}

/** The pictures that a page names, in order. What is named in code is too: what is left of a page may be no code any more. */
export function picturesIn(body: string): readonly NamedPicture[] {
  if (!ENDS.test(body)) return [];
  return [...body.matchAll(new RegExp(NAMED, 'gim'))].flatMap(({ 0: whole, index, groups = {} }) => {
    const { wiki, plain, tag, defined, wikiMark, mark, wikiWords, words } = groups;
    const target = wiki?.trim() ?? decoded(plain ?? tag ?? defined ?? '');
    if (isAddress(target)) return [];
    const isLink = (wiki !== undefined && wikiMark === '') || (plain !== undefined && mark === '');
    return { target, start: index, end: index + whole.length, words: isLink ? (wikiWords ?? words ?? '…') : '' };
  });
}

/** The folder of a file, relative to the root; empty for the root itself. */
export const folderIn = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Whether a file may be something that links lead to and that is no page. */
export const isAttachmentPath = (path: string): boolean => !/\.md$/i.test(path);

/**
 * Whether a file may not be seen where it lies, be there one or not; of a name alone, whether one that is called so may not.
 * @param paths of all files that are no pages
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

/** What a link may mean by a target: a path seen from its page, and one seen from the root. Of an address elsewhere, nothing. */
export function filesLedTo(target: string, from: string): readonly string[] {
  const path = decoded(target).trim();
  if (path === '' || isAddress(path)) return [];
  if (!path.includes('/')) return [path];
  const seen = [joined(folderIn(from), path), joined('', path)];
  // In the root there may be a folder that is called so, and that hides what is in it.
  return seen.map((one) => (one.includes('/') ? one : `${one}/.`));
}

/** Where another tool cuts a page that begins with `---`; the YAML as it has it. */
export type CutByOthers = (text: string) => { readonly yaml: string; readonly body: string } | null;

/** What an edition is made from, besides the canon. */
export interface EditionFiles {
  /** The text of an entry's file. */
  readonly textOf: (path: string) => string | null;
  /** The paths of all that lies in the codex and is no page. */
  readonly attachments: readonly string[];
  /** Those of them that are pictures. */
  readonly pictures: readonly string[];
  /** Whether a picture can be read: a link may lead out of the codex. @param path of one of them */
  readonly canReadPicture: (path: string) => boolean;
  readonly cutByOthers: CutByOthers;
  /** Whether the picture of time goes with it. */
  readonly withTimeline?: boolean;
}
