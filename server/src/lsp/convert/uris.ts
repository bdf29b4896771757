/** Where things are: URIs to paths and back, and the ranges that spans have in a text. */
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Range } from 'vscode-languageserver/node';
import type { LineIndex } from '../../core/text/lines';
import type { Span } from '../../core/text/span';

/** The absolute path of a `file:` URI, however it is escaped; null for other schemes, and for what is no path here. */
export function pathOfUri(uri: string): string | null {
  if (!/^file:/i.test(uri)) return null;
  try {
    return withLowerDrive(path.normalize(fileURLToPath(uri)).replace(/(?<=.)[\\/]+$/, ''));
  } catch {
    // A host or an escape that no path of this system has: such a file can't be read, so it is nobody's.
    return null;
  }
}

/** Editors write a drive as they please: `C:`, `c:`, `c%3A`. */
const withLowerDrive = (file: string): string => file.replace(/^[A-Z]:/, (drive) => drive.toLowerCase());

/** The URI of an absolute path; safe inside markdown's `](…)` too. */
export const uriOf = (file: string): string =>
  pathToFileURL(file).href.replace(/[()']/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);

/** A path below a root, as entries have it: with `/`. */
export const relativeTo = (root: string, file: string): string => path.relative(root, file).split(path.sep).join('/');

/** Whether a path is a folder's own or lies somewhere in it. */
export const isInFolderPath = (folder: string, file: string): boolean =>
  file === folder || file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);

export const rangeOf = (lines: LineIndex, span: Span): Range => ({
  start: lines.placeAt(span.start),
  end: lines.placeAt(span.end),
});

/** Where a codex lies. */
export interface CodexRoot {
  /** The folder; of a codex of one, the file. */
  readonly root: string;
  readonly isOne: boolean;
}

/** The URI of a file of a codex. @param file relative to its root, with `/` */
export const uriIn = ({ root, isOne }: CodexRoot, file: string): string =>
  !isOne ? uriOf(path.join(root, file)) : path.isAbsolute(root) ? uriOf(root) : root;
