/** Names that two pages share since one of them has come: that they are ambiguous is told where it is, and not wherever they are said. */
import { nameKey } from '../../entry/slug';
import type { CheckedProblem } from '../check';

/** Whether a problem is that a name is ambiguous of which one of those found tells the cause. */
export function sharedWith(
  found: readonly CheckedProblem[],
  textOf: (file: string) => string | null,
): (one: CheckedProblem) => boolean {
  const shared = new Set(found.flatMap(({ shares, problem }) => (problem.severity === 'error' ? (shares ?? []) : [])));
  return ({ file, problem: { code, span } }) =>
    shared.size > 0 &&
    code === 'reference/ambiguous' &&
    shared.has(nameKey(textOf(file)?.slice(span.start, span.end) ?? ''));
}
