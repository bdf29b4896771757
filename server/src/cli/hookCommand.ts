/** `retcon hook`: has git ask before a commit, or no longer. Says what it did. */
import { allEntries } from '../core/canon';
import { CODEX_FILE } from '../core/host';
import { jsonText, visible } from '../core/text/visibleText';
import { pathExists, openFolder } from '../workspace/folder';
import { type HookDone, type HookFileDone, installHook, removeHook } from '../workspace/installHook';
import type { Called } from '../workspace/hookBlocks';
import { renderHookDone } from '../workspace/hookMessages';
import { missingCodexHint } from './missingCodex';
import { fromHere } from './paths';
import { type Format, type Output, printRefusal } from './print';
import { refuseGit } from './refuse';

const NOTHING =
  'So far there is nothing in these notes that could change silently: they hold no dates, facts or retcons that Retcon reads, and a page that is deleted is not missed.';

function hasNothingToGuard(root: string): boolean {
  const { canon } = openFolder(root, () => undefined);
  return allEntries(canon).every(
    ({ facts, date, until, canon: place, declarations }) =>
      facts.length + declarations.length === 0 && !date && !until && !place,
  );
}

/** In the vocabulary of contract.md. */
function hookJson({ isGenerated, against, others, ...hook }: HookDone) {
  const fileJson = ({ isShared, ...done }: Omit<HookFileDone, 'kind'>) => ({ ...done, is_shared: isShared });
  return {
    ...fileJson(hook),
    is_generated: isGenerated,
    ...(against !== undefined && { against: against?.ref ?? null }),
    others: others.map(fileJson),
  };
}

/** @param isNamed whether the author has named the root */
export async function runHook(
  does: 'install' | 'uninstall',
  root: string,
  isNamed: boolean,
  called: Called,
  format: Format,
  output: Output,
): Promise<number> {
  if (does === 'install' && !pathExists(root, CODEX_FILE)) {
    const { words, isNear } = await missingCodexHint(root);
    if (isNear || isNamed) {
      const message = `${words} The hook was left as it is: it would check nothing but that folder.`;
      printRefusal(output, format, { code: 'usage', message, given: root });
      return 2;
    }
  }
  try {
    const done = await (does === 'install' ? installHook(root, called, fromHere) : removeHook(root, fromHere));
    const words =
      does === 'install' && hasNothingToGuard(root) ? `${renderHookDone(done)} ${NOTHING}` : renderHookDone(done);
    output.out(format === 'json' ? `${jsonText(hookJson(done))}\n` : `${visible(words)}\n`);
    return 0;
  } catch (error) {
    return refuseGit(error, `hook ${does}`, format, output);
  }
}
