/** Which files of a folder are entries: markdown, not in a folder of tools or templates, and wanted by codex.yaml. */
import type { Codex } from './codex';
import { globTest } from './globs';

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
  const included = codex.include.length > 0 ? globTest(codex.include) : () => true;
  const excluded = globTest(codex.exclude);
  return (path) => /\.md$/i.test(path) && included(path) && !excluded(path);
}
