/** Applies the rules that compare: what is there now with what was established. */
import { order } from '../canon/edges';
import type { Severity } from '../text/problem';
import type { CheckedProblem } from './check';
import { COMPARING } from './index';
import type { Compared } from './retcon/compared';

/**
 * Everything that changes what was told without saying so, in the order of files, then of places.
 * @param isCertain whether the point was chosen by the author: where it was guessed, nothing is worse than a warning
 */
export function checkAgainst(compared: Compared, isCertain: boolean): CheckedProblem[] {
  const { rules } = compared.now.canon.codex;
  const found: CheckedProblem[] = [];
  for (const { code, severity: own, compare } of COMPARING) {
    const usual: Severity = own === 'error' && !isCertain ? 'warning' : own;
    const severity = rules.get(code) ?? usual;
    if (severity === 'off') continue;
    for (const { file, finding } of compare(compared)) found.push({ file, problem: { ...finding, code, severity } });
  }
  return found.sort((a, b) => order(a.file, b.file) || a.problem.span.start - b.problem.span.start);
}
