/** What a file says in the folder, and what it says in a commit, so that nobody is advised to lose what is in neither. */
import fs from 'node:fs';
import path from 'node:path';
import { repositoryOf } from './git';
import { git } from './runGit';

/** The text of a file in the folder; null where there is none that could be read. */
export function textOnDisk(root: string, file: string): string | null {
  const at = path.join(root, file);
  return fs.existsSync(at) && fs.statSync(at).isFile() ? fs.readFileSync(at, 'utf8') : null;
}

/** The text of a file at a commit; null where there is none. @param file relative to the root */
export async function textAtCommit(root: string, ref: string, file: string): Promise<string | null> {
  const { folder, prefix } = await repositoryOf(root);
  const { status, out } = await git(folder, ['cat-file', 'blob', `${ref}:${prefix}${file}`]);
  return status === 0 ? out.toString('utf8') : null;
}
