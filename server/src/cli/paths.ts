/** Files and folders as they are named in a call, and as they are shown to whoever made it. */
import path from 'node:path';
import type { Refusal } from './print';

const slashed = (file: string): string => file.split(path.sep).join('/');

/** A path as seen from where the call was made. */
export const fromHere = (file: string): string => slashed(path.relative('.', file)) || '.';

/** Paths relative to the root, with `/`, or the first that is not inside it. @param paths relative to where the call was made */
export function pathsIn(root: string, paths: readonly string[]): readonly string[] | Refusal {
  const wanted: string[] = [];
  for (const given of paths) {
    const relative = slashed(path.relative(root, path.resolve(given)));
    if (relative === '..' || relative.startsWith('../') || path.isAbsolute(relative))
      return { code: 'usage', message: `"${given}" is not inside the codex at ${root}.`, given };
    wanted.push(relative);
  }
  return wanted;
}

/** Whether a file is one of those named, or in a folder that is; where none is, all are. The root has no name. */
export const isAmong = (wanted: readonly string[], file: string): boolean =>
  wanted.length === 0 || wanted.some((named) => isIn(named, file));

export const isIn = (named: string, file: string): boolean =>
  named === '' || file === named || file.startsWith(`${named}/`);
