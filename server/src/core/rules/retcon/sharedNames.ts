/** Names that two pages share since one of them has come, or whose page has gone: that is told where it is, and not wherever they are said. */
import { nameKey } from '../../entry/slug';
import type { CheckedProblem } from '../check';

/** The codes that say of a name that no page answers to it. */
const isUnknown = (code: string): boolean => /^(?:link|reference)\/unknown$|\/unknown-id$/.test(code);

/** Whether a problem is that a name is ambiguous, or nobody's, of which one of those found tells the cause. */
export function sharedWith(
  found: readonly CheckedProblem[],
  textOf: (file: string) => string | null,
): (one: CheckedProblem) => boolean {
  const shared = new Set(found.flatMap(({ shares, problem }) => (problem.severity === 'error' ? (shares ?? []) : [])));
  const gone = new Set(
    found.flatMap((one) => (one.problem.severity === 'error' ? (one.gone ?? []) : []).map((name) => nameKey(name))),
  );
  return ({ file, problem: { code, span } }) => {
    const names = code === 'reference/ambiguous' ? shared : isUnknown(code) ? gone : null;
    return names !== null && names.size > 0 && names.has(nameKey(textOf(file)?.slice(span.start, span.end) ?? ''));
  };
}
