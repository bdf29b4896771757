/** Opens a codex as a question finds it: dated by git, where its codex.yaml says so. */
import { CODEX_FILE, type CanonHost } from '../core/host';
import type { openCommits } from '../workspace/commits';
import { openFolder } from '../workspace/folder';
import { type Output, tellSkipped } from './print';

export async function openCodex(
  root: string,
  commits: ReturnType<typeof openCommits>,
  output: Output,
): Promise<CanonHost> {
  const host = openFolder(root, tellSkipped(output));
  if (host.canon.codex.datedByGit) {
    const dating = await commits.dating();
    host.date(dating);
    if (dating.trouble) output.err(`${CODEX_FILE}: ${dating.trouble.message}\n`);
  }
  return host;
}
