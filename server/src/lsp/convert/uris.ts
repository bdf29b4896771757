/** Where things are: URIs to paths and back, and the ranges that spans have in a text. */
import type { Location, Range } from 'vscode-languageserver';
import { type LineIndex, type Span, lineIndex } from '../../core/text/span';
import { type Canon, entryAt } from '../../core/canon';
import type { Entry } from '../../core/entry/entry';

/**
 * The absolute path of a URI, however it is escaped: with `/` on every system, `c:/notes` for a drive, and with its scheme and
 * authority before it for what is no `file:`. Null for what is saved nowhere yet, and for what no path can be.
 */
export function pathOfUri(uri: string): string | null {
  const [, scheme = '', host, escaped = ''] = /^([a-z][\w+.-]*):(?:\/\/([^/?#]*))?(\/[^?#]*)/i.exec(uri) ?? [];
  // A separator that is escaped would be part of a name: no system has such names.
  if (scheme === '' || /^untitled$/i.test(scheme) || /%2f/i.test(escaped)) return null;
  try {
    const path = normal(decodeURIComponent(escaped));
    if (!/^file$/i.test(scheme)) return `${scheme}:${host === undefined ? '' : `//${host}`}${path}`;
    if (host && !/^localhost$/i.test(host)) return `//${host}${path}`;
    // Editors write a drive as they please: `C:`, `c:`, `c%3A`.
    return path.replace(/^\/([a-z]):(?:\/|$)/i, (_, drive: string) => `${drive.toLowerCase()}:/`);
  } catch {
    // An escape that stands for nothing.
    return null;
  }
}

/** A path of a URI without `.`, `..`, empty names and a separator at its end. */
function normal(path: string): string {
  if (!/\/(?:\.{0,2})(?:\/|$)/.test(path)) return path;
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return `/${names.join('/')}`;
}

/** What of an absolute path stands before its first `/`, or, of a share, before its second. */
const HEAD = /^(?:[a-z][\w+.-]*:(?:\/\/[^/]*)?(?=\/)|\/(?=\/))/i;

/** The URI of an absolute path; safe inside markdown's `](…)` too. */
export function uriOf(file: string): string {
  const [head = ''] = HEAD.exec(file) ?? [];
  const rest = file.slice(head.length).replace(/[^\w!$&*+,./:;=@-]+/gu, escapedOf);
  if (head === '/') return `file:/${rest}`;
  return head.length > 2 ? head + rest : `file://${head === '' ? '' : `/${head}`}${rest}`;
}

const escapedOf = (text: string): string =>
  encodeURIComponent(text).replace(/[()'~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/** Whether it is a path, and no URI of what is saved nowhere. */
const isPath = (file: string): boolean => !/^untitled:/i.test(file);

/** A path below a root, as entries have it; with `..` where it does not lie there. */
export function relativeTo(root: string, file: string): string {
  if (isInFolderPath(root, file)) return file.slice(root.length).replace(/^\//, '');
  const [from, to] = [root.split('/'), file.replace(/\/$/, '').split('/')];
  const shared = from.findIndex((name, i) => name !== to[i]);
  const common = shared < 0 ? from.length : shared;
  return [...from.slice(common).map(() => '..'), ...to.slice(common)].join('/');
}

/** A path that is given from a root. */
export function joinPath(root: string, file: string): string {
  let [folder, rest] = [root, file];
  for (; rest === '..' || rest.startsWith('../'); rest = rest.slice(3)) folder = parentPath(folder);
  return rest === '' ? folder : folder.endsWith('/') ? folder + rest : `${folder}/${rest}`;
}

/** The folder around a file or a folder; of what nothing is around, itself. */
export function parentPath(file: string): string {
  const end = file.lastIndexOf('/');
  const [head = ''] = HEAD.exec(file) ?? [];
  return end <= head.length ? file.slice(0, head.length + 1) : file.slice(0, end);
}

/** The last name of a path. */
export const baseName = (file: string): string => file.slice(file.lastIndexOf('/') + 1);

/** Whether a path is a folder's own or lies somewhere in it. */
export const isInFolderPath = (folder: string, file: string): boolean =>
  file === folder || file.startsWith(folder.endsWith('/') ? folder : `${folder}/`);

/** Whether a path is one of some, or lies somewhere in one of them. */
export function isInOneOf(folders: ReadonlySet<string>, file: string): boolean {
  const above = parentPath(file);
  return folders.has(file) || (above !== file && isInOneOf(folders, above));
}

export const rangeOf = (lines: LineIndex, span: Span): Range => ({
  start: lines.placeAt(span.start),
  end: lines.placeAt(span.end),
});

/** Where a codex lies. */
interface CodexRoot {
  /** The folder; of a codex of one, the file. */
  readonly root: string;
  readonly isOne: boolean;
}

/** The URI of a file of a codex. @param file relative to its root, with `/` */
export const uriIn = ({ root, isOne }: CodexRoot, file: string): string =>
  !isOne ? uriOf(joinPath(root, file)) : isPath(root) ? uriOf(root) : root;

/** A codex as far as positions in its files need it. */
export interface CodexTexts extends CodexRoot {
  readonly canon: Canon;
  /** The text of a file now. @param path relative to the root, with `/` */
  currentText(path: string): string | null;
  /** Whether letters of a file could not be read, so that they are lost when it is saved. */
  losesLetters(path: string): boolean;
}

/** Where something stands in a page. */
export const locationIn = (codex: CodexTexts, { path }: Pick<Entry, 'path'>, span: Span): Location => ({
  uri: uriIn(codex, path),
  range: rangeOf(lineIndexes(codex)(path), span),
});

/** An entry is made again whenever its text is read again, so its lines are counted once only. */
const counted = new WeakMap<Entry, LineIndex>();

/** The lines of the files of a codex, as they were when their entries were read. */
export const lineIndexes =
  (codex: CodexTexts) =>
  (path: string): LineIndex => {
    const entry = entryAt(codex.canon, path);
    let index = entry && counted.get(entry);
    if (!index) {
      index = lineIndex(codex.currentText(path) ?? '');
      if (entry) counted.set(entry, index);
    }
    return index;
  };
