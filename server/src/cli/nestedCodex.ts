/** A folder that has become a codex of its own: its pages seem to have gone, and that is told once, at the file that did it. */
import { CODEX_FILE } from '../core/host';
import type { CheckedProblem } from '../core/rules/check';
import { listFirst } from '../core/text/wordLists';
import { pathExists } from '../workspace/folder';
import { addTo } from '../core/text/groups';

const MOST_NAMED = 3;

/** @param point what was told, as a sentence calls it */
export function withNestedCodices(root: string, found: readonly CheckedProblem[], point: string): CheckedProblem[] {
  const byFolder = new Map<string, CheckedProblem[]>();
  const left = found.filter((one) => {
    const folder =
      one.problem.code.startsWith('retcon/') && pathExists(root, one.file) ? nestedAbove(root, one.file) : null;
    if (folder !== null) addTo(byFolder, folder, one);
    return folder === null;
  });
  const nested = [...byFolder].flatMap(([folder, all]): CheckedProblem[] => {
    const [first] = all;
    if (!first) return [];
    const files = [...new Set(all.map(({ file }) => file))];
    const pages = files.length === 1 ? 'a page that was told is' : `${files.length} pages that were told are`;
    const message = `This makes ${folder} a codex of its own, and ${pages} no longer read in this one since ${point}: ${listFirst(MOST_NAMED, files, 'and')}. Take this file out again.`;
    const problem = { ...first.problem, code: 'retcon/silent', span: { start: 0, end: 0 }, message, related: [] };
    return [{ file: `${folder}/${CODEX_FILE}`, problem }];
  });
  return [...left, ...nested].sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0));
}

/** The outermost folder above a file, below the root, that has a codex.yaml; null where none has. */
function nestedAbove(root: string, file: string): string | null {
  const parts = file.split('/').slice(0, -1);
  const folders = parts.map((_, i) => parts.slice(0, i + 1).join('/'));
  return folders.find((folder) => pathExists(root, `${folder}/${CODEX_FILE}`)) ?? null;
}
