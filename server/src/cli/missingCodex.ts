/** Tells whoever asks in a folder without a codex.yaml where one is. */
import path from 'node:path';
import { readCodex } from '../core/codex/readCodex';
import { CODEX_FILE } from '../core/host';
import { findRoot, listFolder } from '../workspace/folder';
import { fromHere, shellQuoted } from './paths';

export interface MissingCodexHint {
  /** A sentence or two, with a small letter at the beginning. */
  readonly words: string;
  /** Whether there is a codex.yaml above it, or in a folder of it. */
  readonly isNear: boolean;
}

/** @param root absolute; a folder that has no codex.yaml itself */
export function missingCodexHint(root: string): MissingCodexHint {
  const above = findRoot(root);
  // What can't be read was reported already, or is not a codex that could be named.
  const below = above === null ? listFolder(root, readCodex(null).codex, () => undefined).codices : [];
  const [first] = [...below].sort((a, b) => a.split('/').length - b.split('/').length);
  const near = above ?? (first === undefined ? null : path.join(root, first));
  const missing = `there is no ${CODEX_FILE} in ${root}${above === null ? ' or above' : ''}.`;
  if (near === null)
    return {
      words: `${missing} Name the folder of your codex by --root, or have \`retcon init\` write one.`,
      isNear: false,
    };
  const named = shellQuoted(fromHere(near));
  return { words: `${missing} One is in ${named}: add --root ${named}.`, isNear: true };
}
