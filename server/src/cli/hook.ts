/** `retcon hook`: has git ask before a commit, or no longer. Says what it did. */
import { type Called, type HookDone, installHook, removeHook } from '../workspace/hook';
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
    output.out(format === 'json' ? `${JSON.stringify(done, null, 2)}\n` : `${told(done)}\n`);
    return 0;
  } catch (error) {
    return refuseGit(error, `hook ${does}`, format, output);
  }
}

const STOPS = 'From now on git asks before each commit, and stops one that changes what was told without saying so.';

const AGAIN =
  ' lefthook writes this file anew when it is installed: add `retcon check --staged` to lefthook.yml as well.';

/** What was done, in a sentence. */
function told({ did, file, isShared, isGenerated }: HookDone): string {
  switch (did) {
    case 'installed':
      return isShared
        ? `${file} begins with a check by retcon now, and goes on as before. ${STOPS}${isGenerated ? AGAIN : ''}`
        : `${file} was written. ${STOPS}`;
    case 'updated':
      return `The check by retcon in ${file} was brought up to date.`;
    case 'removed':
      return isShared
        ? `The check by retcon was taken out of ${file}; the rest of it is as before.`
        : `${file} was removed.`;
    case 'was there':
      return `The check by retcon was in ${file} already.`;
    case 'was not there':
      return `There is no check by retcon in ${file}.`;
  }
}
