/** The quick fixes that are offered at a place. */
import type { Fix, Problem } from '../text/problem';
import type { Span } from '../text/span';

export interface QuickFix<P extends Problem = Problem> {
  readonly problem: P;
  readonly fix: Fix;
  /** Whether it is what the author most likely wants. */
  readonly isPreferred: boolean;
}

/** The fixes of the problems that a selection meets, in the order of the problems; of several, the nearest comes first. */
export function fixesIn<P extends Problem>(problems: readonly P[], selected: Span): QuickFix<P>[] {
  return problems
    .filter(({ span }) => span.start <= selected.end && selected.start <= span.end)
    .flatMap((problem) =>
      (problem.fixes ?? []).map((fix, i) => ({
        problem,
        fix,
        isPreferred: i === 0 && (problem.fixes?.length === 1 || problem.code.endsWith('/unknown-id')),
      })),
    );
}
