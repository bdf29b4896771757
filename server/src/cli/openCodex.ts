/** Opens a codex for a question, with entries dated by git where its codex.yaml says so. */
import { pathsOf, sizeOf } from '../core/canon';
import { CODEX_FILE, type CanonHost } from '../core/host';
import type { openCommits } from '../workspace/commits';
import { openFolder } from '../workspace/folder';
import { missingCodexHint } from './missingCodex';
import { type Output, reportSkipped } from './print';

export async function openDatedCodex(
  root: string,
  commits: ReturnType<typeof openCommits>,
  output: Output,
): Promise<CanonHost> {
  const host = openFolder(root, reportSkipped(output));
  if (!host.canon.codex.datedByGit) return host;
  const dating = await commits.dating();
  host.date(dating);
  if (dating.trouble) output.err(`${CODEX_FILE}: ${dating.trouble.message}\n`);
  return host;
}

/** Says what to do, to whoever asks in a folder without a codex.yaml. */
export async function reportMissingCodex(root: string, { canon }: CanonHost, output: Output): Promise<void> {
  if (canon.codex.declared) return;
  const { words, isNear } = await missingCodexHint(root);
  if (isNear || pathsOf(canon).length === 0) output.err(`retcon: ${words}\n`);
  // Notes that use Retcon's keys need none.
  else if (sizeOf(canon.statedOn) === 0 && sizeOf(canon.declaredOn) === 0)
    output.err(
      `retcon: this folder is not set up yet: \`retcon init\` writes a ${CODEX_FILE} that fits these notes.\n`,
    );
}
