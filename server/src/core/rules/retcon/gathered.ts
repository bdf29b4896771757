/** What one slip has done to many pages is told once, with where else it was done. */
import { listFirst } from '../../text/wordLists';
import type { CheckedProblem } from '../check';
import { addTo } from '../../text/groups';

/** So many are told one by one. */
const MOST = 3;
const MOST_NAMED = 3;

/** In the order in which they were found. */
export function gathered(found: readonly CheckedProblem[]): CheckedProblem[] {
  const byCause = new Map<string, CheckedProblem[]>();
  for (const one of found) {
    if (one.cause === undefined) continue;
    const key = `${one.problem.code}\n${one.cause}`;
    addTo(byCause, key, one);
  }
  const many = new Map([...byCause.values()].flatMap((all) => (all.length > MOST ? all.map((one) => [one, all]) : [])));
  return found.flatMap((one) => {
    const all = many.get(one);
    if (!all) return one;
    if (all[0] !== one) return [];
    const { problem } = one;
    const others = all.slice(1);
    const files = [...new Set(others.map(({ file }) => file))];
    const message = `${problem.message} So it is in ${files.length} other ${files.length === 1 ? 'page' : 'pages'}: ${listFirst(MOST_NAMED, files, 'and')}.`;
    const related = others.map(({ file, problem: { span, message: words } }) => ({ file, span, message: words }));
    return { ...one, problem: { ...problem, message, related: [...(problem.related ?? []), ...related] } };
  });
}
