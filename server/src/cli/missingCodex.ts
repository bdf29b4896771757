/** Tells whoever asks in a folder without a codex.yaml where one is. */
import path from 'node:path';
import { readCodex } from '../core/codex/readCodex';
import { CODEX_FILE } from '../core/host';
import { findRoot, listFolder } from '../workspace/folder';
import { findKeptOutCodex } from '../workspace/keptOutCodex';
import { fromHere, shellQuoted } from './paths';

export interface MissingCodexHint {
  /** A sentence or two, with a small letter at the beginning. */
  readonly words: string;
  /** Whether there is a codex.yaml above it, in a folder of it, or in git. */
  readonly isNear: boolean;
}

/** @param root absolute; a folder that has no codex.yaml itself */
export async function missingCodexHint(root: string): Promise<MissingCodexHint> {
  const above = findRoot(root);
  // What can't be read was reported already, or is not a codex that could be named.
  const below = above === null ? listFolder(root, readCodex(null).codex, () => undefined).codices : [];
  const [first] = [...below].sort((a, b) => a.split('/').length - b.split('/').length);
  const near = above ?? (first === undefined ? null : path.join(root, first));
  const missing = `there is no ${CODEX_FILE} in ${root}${above === null ? ' or above' : ''}.`;
  if (near === null) {
    const keptOut = await keptOutHint(root);
    return {
      words: keptOut ?? `${missing} Name the folder of your codex by --root, or have \`retcon init\` write one.`,
      isNear: keptOut !== null,
    };
  }
  const named = shellQuoted(fromHere(near));
  return { words: `${missing} One is in ${named}: add \`--root ${named}\`.`, isNear: true };
}

/** The same where a sparse checkout leaves codex.yaml out; null where it does not. */
export async function keptOutHint(root: string): Promise<string | null> {
  const keptOut = await findKeptOutCodex(root);
  if (!keptOut) return null;
  const { top, wanted } = keptOut;
  const there = top === path.resolve() ? '' : `-C ${shellQuoted(fromHere(top))} `;
  return `there is a ${CODEX_FILE} in git, but your sparse checkout leaves it out: \`git ${there}sparse-checkout add ${shellQuoted(wanted)}\` brings it here.`;
}
