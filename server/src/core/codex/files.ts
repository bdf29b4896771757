/** Which files of a folder are entries: markdown, not in a folder of tools or templates, and wanted by codex.yaml. */
import picomatch from 'picomatch/posix';
import type { Codex } from './codex';

/** Folders that hold no canon: hidden ones (`.git`, `.obsidian`, `.trash`), installed packages, templates. */
export const isSkippedFolder = (name: string): boolean =>
  name.startsWith('.') || name === 'node_modules' || /(?:^|[\s_-])templates?$/i.test(name);

/** A test of paths, relative to the root, with `/`: whether this codex takes the file for an entry. */
export function entryFilter(codex: Codex): (path: string) => boolean {
  const isWanted = wantedFilter(codex);
  const skipped = new Map<string, boolean>();
  const isSkipped = (folder: string): boolean => {
    let known = skipped.get(folder);
    if (known === undefined) skipped.set(folder, (known = folder.split('/').some(isSkippedFolder)));
    return known;
  };
  return (path) => isWanted(path) && !isSkipped(path.slice(0, Math.max(0, path.lastIndexOf('/'))));
}

/** The same for files in folders that are not skipped. */
export function wantedFilter(codex: Codex): (path: string) => boolean {
  const included = codex.include.length > 0 ? picomatch(withInside(codex.include), { nocase: true }) : () => true;
  const excluded = codex.exclude.length > 0 ? picomatch(withInside(codex.exclude), { nocase: true }) : () => false;
  return (path) => /\.md$/i.test(path) && included(path) && !excluded(path);
}

/** A folder's name means all that is in it. */
export const withInside = (globs: readonly string[]): string[] =>
  globs.flatMap((glob) => [glob, `${glob.replace(/\/+$/, '')}/**`]);
