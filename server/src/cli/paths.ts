/** Files and folders as they are named in a call, and as they are shown to whoever made it. */
import path from 'node:path';
import { CODEX_FILE } from '../core/host';
import { isFolder, isInFolder } from '../workspace/folder';
import type { RefusalJson } from './print';

const slashed = (file: string): string => file.split(path.sep).join('/');

/** The folder in which the author stands: git runs its hooks, and what is called by an alias, at the top of the working tree. */
export function folderHere(): string {
  const folder = path.resolve(process.env.GIT_PREFIX ?? '');
  return isFolder(folder) ? folder : path.resolve();
}

/** A path as the author sees it; in full where the way to it would be the longer one. @param file absolute */
export function fromHere(file: string): string {
  const way = path.relative(folderHere(), file) || '.';
  return slashed(way.length > file.length ? file : way);
}

/** Words as a shell takes them: what has a meaning to it is in quotes. */
export const commandLine = (words: readonly string[]): string => words.map(shellQuoted).join(' ');

export const shellQuoted = (word: string): string =>
  /^[\w./=@:+,-]+$/.test(word) ? word : /["$`!\\]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;

/** Paths relative to the root, with `/`, or the first that is not inside it. @param paths relative to where the call was made */
export function pathsIn(root: string, paths: readonly string[]): readonly string[] | RefusalJson {
  const wanted: string[] = [];
  for (const given of paths) {
    const file = path.resolve(given);
    if (!isInFolder(root, file))
      return { code: 'usage', message: `"${given}" is not inside the codex at ${root}.`, given };
    wanted.push(slashed(path.relative(root, file)));
  }
  return wanted;
}

/** A page that is named by its whole path, as it is named in its codex; any other name as it is. */
export const namedIn = (root: string, name: string): string =>
  path.isAbsolute(name) && isInFolder(root, name) ? slashed(path.relative(root, name)) || name : name;

/** Whether a file is one of those named, or in a folder that is; where none is, all are. The root has no name. */
export const isAmongPaths = (wanted: readonly string[], file: string): boolean =>
  wanted.length === 0 || wanted.some((named) => isIn(named, file));

/** Refuses the first of those named that is neither one of some files, nor a folder with any, nor codex.yaml; null: none is. */
export function refuseMissing(wanted: readonly string[], files: readonly string[]): RefusalJson | null {
  const missing = wanted.find((one) => one !== '' && one !== CODEX_FILE && !files.some((file) => isIn(one, file)));
  return missing === undefined
    ? null
    : {
        code: 'not-found',
        message: `"${missing}" is no entry, and no folder with entries, of this codex.`,
        given: missing,
      };
}

const isIn = (named: string, file: string): boolean => named === '' || file === named || file.startsWith(`${named}/`);
