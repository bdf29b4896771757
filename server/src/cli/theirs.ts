/** What others have changed silently before it was pulled, or merged: it is named as theirs, and nobody answers for it by mistake. */
import type { CheckedProblem } from '../core/rules/check';
import { checkAgainst, checkUnreadable, comparedWithReach } from '../core/rules/compareWithBaseline';
import type { States } from '../workspace/comparedStates';
import { broughtIn } from '../workspace/broughtIn';
import { wordsKey } from '../core/rules/check';

/** Whose a finding is, as a sentence calls it: `origin/main`; null: whoever asks has made it. */
export type Theirs = (found: CheckedProblem) => string | null;

export const NOBODY: Theirs = () => null;

/** @param merged whether branches count that were merged and pushed nowhere */
export async function theirsIn(
  established: NonNullable<States['established']>,
  { merged }: { readonly merged: boolean },
): Promise<Theirs> {
  const whose = new Map<string, string>();
  for (const { words, now, established: then } of await broughtIn(established, merged)) {
    const compared = comparedWithReach(now, then);
    for (const one of [...checkAgainst(compared, then.isCertain), ...checkUnreadable(compared, then)])
      if (!whose.has(wordsKey(one))) whose.set(wordsKey(one), words);
  }
  return (found) => whose.get(wordsKey(found)) ?? null;
}
