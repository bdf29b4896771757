/** Opens a codex as a question finds it: dated by git, where its codex.yaml says so. */
import { pathsOf } from '../core/canon/canon';
import { CODEX_FILE, type CanonHost } from '../core/host';
import type { openCommits } from '../workspace/commits';
import { openFolder } from '../workspace/folder';
import { astray } from './astray';
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

/** Says where a codex.yaml is, to whoever asks in a folder without one. */
export function tellAstray(root: string, { canon }: CanonHost, output: Output): void {
  if (canon.codex.declared) return;
  const { words, isNear } = astray(root);
  // Notes without a codex.yaml are a codex too.
  if (isNear || pathsOf(canon).length === 0) output.err(`retcon: ${words}\n`);
}
