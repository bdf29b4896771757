/** `retcon hook`: has git ask before a commit, or no longer. Says what it did. */
import { type Called, hookTold, installHook, removeHook } from '../workspace/hook';
import type { Format, Output } from './print';
import { refuseGit } from './refuse';

export async function runHook(
  does: 'install' | 'uninstall',
  root: string,
  called: Called,
  format: Format,
  output: Output,
): Promise<number> {
  try {
    const done = does === 'install' ? await installHook(root, called) : await removeHook(root);
    output.out(format === 'json' ? `${JSON.stringify(done, null, 2)}\n` : `${hookTold(done)}\n`);
    return 0;
  } catch (error) {
    return refuseGit(error, `hook ${does}`, format, output);
  }
}
