/** Pages that say nearly the same, where codex.yaml asks for them: looked for in slices, once everything else is judged. */
import type { Canon } from '../../core/canon';
import { type CheckedProblem } from '../../core/rules/check';
import { checkNearDuplicates } from '../../core/rules/nearDuplicate';
import { groupBy } from '../../core/text/groups';
import type { LiveCodex } from './liveCodex';
import { inSlices } from './slices';

interface Kept {
  readonly canon: Canon;
  readonly byPath: ReadonlyMap<string, readonly CheckedProblem[]>;
}

const kept = new WeakMap<LiveCodex, Kept>();

/** What was found last on a page: the same list as long as it is. */
export const nearDuplicatesAt = (codex: LiveCodex, path: string): readonly CheckedProblem[] | undefined =>
  kept.get(codex)?.byPath.get(path);

/** Looks for them; returns the paths of the pages where something else was found than before, null where it was given up. */
export async function findNearDuplicates(codex: LiveCodex, goesOn: () => boolean): Promise<readonly string[] | null> {
  const { canon } = codex;
  const last = kept.get(codex);
  if (last?.canon === canon) return [];
  const found = await inSlices(checkNearDuplicates(canon, codex.currentText), goesOn);
  if (!found) return null;
  const byPath = new Map<string, readonly CheckedProblem[]>();
  for (const [path, problems] of groupBy(found, ({ file }) => file)) {
    const before = last?.byPath.get(path);
    byPath.set(path, before && JSON.stringify(before) === JSON.stringify(problems) ? before : problems);
  }
  kept.set(codex, { canon, byPath });
  const paths = new Set([...byPath.keys(), ...(last?.byPath.keys() ?? [])]);
  return [...paths].filter((path) => byPath.get(path) !== last?.byPath.get(path));
}
