/** Where a codex lay in a commit, where its folder has been moved since: it is compared with itself. */
import path from 'node:path';
import { CODEX_FILE } from '../core/host';
import { pathExists } from './folder';
import type { Repository } from './git';
import { type Blob, committedFiles, filesStaged } from './listFiles';

/**
 * The files of a codex in a commit; where it had no codex.yaml there, those of the folder that has most of its files and none any
 * more, by the paths that they have now. @param listed what the commit has in the folder of the codex
 */
export async function filesBeforeMove(
  repository: Repository,
  commit: string,
  listed: readonly Blob[],
): Promise<readonly Blob[]> {
  const { folder, prefix } = repository;
  if (hasCodex(listed) || !pathExists(folder, CODEX_FILE)) return listed;
  const top = path.resolve(folder, prefix.replace(/[^/]+/g, '..'));
  const all = await committedFiles({ ...repository, prefix: '' }, commit);
  const left = all.flatMap(({ path: file }) => {
    const isCodex = file === CODEX_FILE || file.endsWith(`/${CODEX_FILE}`);
    return isCodex && !pathExists(top, file) ? file.slice(0, -CODEX_FILE.length) : [];
  });
  if (left.length === 0) return listed;
  const here = new Set((await filesStaged(repository)).map((one) => one.path));
  const moved = left
    .map((old) => {
      const files = all.flatMap((one) =>
        one.path.startsWith(old) ? { ...one, path: one.path.slice(old.length) } : [],
      );
      return { files, kept: files.filter((one) => here.has(one.path)).length };
    })
    // Two files of one name make no codex the same.
    .filter(({ files, kept }) => kept * 2 >= files.length)
    .sort((a, b) => b.kept - a.kept)[0];
  return moved?.files ?? listed;
}

const hasCodex = (files: readonly Blob[]): boolean => files.some((one) => one.path === CODEX_FILE);
