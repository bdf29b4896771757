/** Finds a codex.yaml that is in git, but that a sparse checkout does not lay out in the folder. */
import path from 'node:path';
import { CODEX_FILE } from '../core/host';
import { keptOutOf, layingOutFolders, repositoryOf } from './git';
import { refusalIn } from './runGit';

export interface KeptOutCodex {
  /** The top folder of the repository, absolute. */
  readonly top: string;
  /** What `git sparse-checkout add` needs there: the file, or its folder where only whole folders are laid out. */
  readonly wanted: string;
}

/** The one of a folder or of the nearest one above it, else one in a folder of it; null where git keeps none of them out. */
export async function findKeptOutCodex(root: string): Promise<KeptOutCodex | null> {
  try {
    const repository = await repositoryOf(root);
    const { prefix } = repository;
    const top = path.resolve(root, prefix.replace(/[^/]+/g, '..'));
    const files = [...(await keptOutOf({ ...repository, folder: top }))].filter(
      (file) => path.posix.basename(file) === CODEX_FILE,
    );
    const isAbove = (file: string): boolean => prefix.startsWith(file.slice(0, -CODEX_FILE.length));
    const byLength = files.sort((a, b) => a.length - b.length);
    const found = byLength.findLast(isAbove) ?? byLength.find((file) => file.startsWith(prefix));
    if (found === undefined) return null;
    return { top, wanted: (await layingOutFolders(repository)) ? path.posix.dirname(found) : found };
  } catch (error) {
    // Where git can't answer, nothing is kept out by it.
    if (refusalIn(error) === null) throw error;
    return null;
  }
}
