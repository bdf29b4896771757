/** Hears when git has changed what is staged, where HEAD is, or which commits its tags and branches name. */
import fs from 'node:fs';
import path from 'node:path';
import type { GitFolders, Watch } from '../platform/gitPort';

/** @param failed told why something can't be watched; the rest is */
export function watchGit({ own, common }: GitFolders, changed: () => void, failed: (why: string) => void): Watch {
  // Refs lie in folders of their own, or in one file; in a newer format, in tables.
  const refs = ['refs', 'reftable'].map((name) => path.join(common, name)).filter((folder) => fs.existsSync(folder));
  const watchers = [
    ...[...new Set([own, common])].map((folder) => ({ folder, recursive: false })),
    ...refs.map((folder) => ({ folder, recursive: true })),
  ].flatMap(({ folder, recursive }) => {
    try {
      const watcher = fs.watch(folder, { recursive, persistent: false }, (_, file) => {
        // Git writes beside a file, and then puts that in its place.
        if (file?.endsWith('.lock') !== true) changed();
      });
      watcher.on('error', (error) => failed(`${folder} is no longer watched: ${error.message}`));
      return [watcher];
    } catch (error) {
      failed(`${folder} can't be watched: ${error instanceof Error ? error.message : String(error)}`);
      return [];
    }
  });
  return { close: () => watchers.forEach((watcher) => watcher.close()) };
}
