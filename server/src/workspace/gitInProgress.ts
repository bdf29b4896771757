/** What git may be in the middle of: a merge, a rebase. Files in conflict are no state of the codex that could be judged. */
import fs from 'node:fs';
import path from 'node:path';
import { gitFoldersOf, type Repository, unmergedIn } from './git';
import { gitRefusal } from './runGit';

/** What git keeps while something is under way, by what that is. */
const TRACES = [
  ['rebase-merge', 'a rebase'],
  ['rebase-apply', 'a rebase'],
  ['MERGE_HEAD', 'a merge'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick'],
  ['REVERT_HEAD', 'a revert'],
] as const;

/** How many files in conflict are named. */
const MOST = 5;

/** Refuses where files of the folder are in conflict. */
export async function refuseConflicts(repository: Repository): Promise<void> {
  const files = await unmergedIn(repository);
  if (files.length === 0) return;
  const kept = new Set(fs.readdirSync((await gitFoldersOf(repository)).own));
  const what = TRACES.find(([trace]) => kept.has(trace))?.[1];
  const more = files.length > MOST ? ` and ${files.length - MOST} more` : '';
  const named = `${files.slice(0, MOST).join(', ')}${more}`;
  const where = files.length === 1 ? `${named} is in conflict` : `these files are in conflict: ${named}`;
  throw gitRefusal(
    `${what === undefined ? '' : `${what} is under way, and `}${where}. Settle what is to be there, \`git add\` it, then check again.`,
  );
}

/** The branch that is being rebased, on which HEAD is not meanwhile; null where none is. @param own where git keeps what it knows of the working tree */
export function branchRebased(own: string): string | null {
  for (const trace of ['rebase-merge', 'rebase-apply']) {
    const file = path.join(own, trace, 'head-name');
    const name = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : '';
    if (name.startsWith('refs/heads/')) return name.slice('refs/heads/'.length);
  }
  return null;
}
