/** Which of the files that git holds are entries of a codex, and what git can't give of those. */
import type { Codex } from '../core/codex/codex';
import { entryFilter, isSkippedFolder } from '../core/codex/files';
import { CODEX_FILE } from '../core/host';
import type { Blob } from './git';

/** Files, and folders with `/` at their end, that can't be read, and why. */
export type LeftOut = ReadonlyMap<string, string>;

/** What git holds in the place of a text. */
export const UNGIVEN = {
  link: 'git keeps only a link to another file',
  lfs: 'its text is kept in Git LFS',
  submodule: 'it is a submodule: its files are in a repository of its own',
} as const;

/** Whether a text is only a pointer to one that is kept in Git LFS, as it lies in git, and in a folder without git-lfs. */
export const isPointer = (text: string): boolean => text.startsWith('version https://git-lfs.github.com/spec/');

/** What stands for such a text. */
export const KEPT_ELSEWHERE = 'The text of this file is kept in Git LFS, and is not in the repository itself.\n';

/** The entries, and the submodules in which there may be others: a folder with a codex.yaml of its own is another codex's. */
export function entriesAmong(
  files: readonly Blob[],
  codex: Codex,
): { readonly entries: readonly Blob[]; readonly folders: readonly string[] } {
  const isEntry = entryFilter(codex);
  const others = files
    .filter(({ path }) => path.endsWith(`/${CODEX_FILE}`))
    .map(({ path }) => path.slice(0, -CODEX_FILE.length))
    .filter((folder) => !folder.split('/').some(isSkippedFolder));
  const isOurs = (path: string): boolean => !others.some((folder) => path.startsWith(folder));
  return {
    entries: files.filter(({ path, isSubmodule }) => !isSubmodule && isEntry(path) && isOurs(path)),
    folders: files.flatMap(({ path, isSubmodule }) =>
      isSubmodule && isEntry(`${path}/any.md`) && isOurs(path) ? [`${path}/`] : [],
    ),
  };
}
