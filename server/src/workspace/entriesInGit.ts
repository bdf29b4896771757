/** Which of the files that git holds are entries of a codex. */
import type { Codex } from '../core/codex/codex';
import { entryFilter, isSkippedFolder } from '../core/codex/files';
import { CODEX_FILE } from '../core/host';
import type { Blob } from './listFiles';

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
