/** What `check` prints for GitHub, which reads commands in a log. */
import type { CheckedProblem } from '../core/rules/check';
import type { Severity } from '../core/text/problem';
import { visible } from '../core/text/visibleText';
import { type RangeOf, region } from '../core/tools/words/problemsJson';

const COMMANDS: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  info: 'notice',
  hint: 'notice',
};

/** A workflow command for each problem: GitHub shows it at its line in the change. Hints would only bury the rest. @param pathOf how a file is named there */
export function checkGithub(
  found: readonly CheckedProblem[],
  rangeOf: RangeOf,
  pathOf: (file: string) => string,
): string {
  return found
    .filter(({ problem }) => problem.severity !== 'hint')
    .map(({ file, problem }) => {
      const { startLine, startColumn, endLine, endColumn } = region(rangeOf(file, problem.span));
      const properties = {
        file: pathOf(file),
        line: startLine,
        endLine,
        // A span has columns only where it lies on one line.
        ...(startLine === endLine && { col: startColumn, endColumn }),
        title: problem.code,
      };
      const told = Object.entries(properties).map(([name, value]) => `${name}=${property(String(value))}`);
      return `::${COMMANDS[problem.severity]} ${told.join(',')}::${data(problem.message)}\n`;
    })
    .join('');
}

const data = (text: string): string => visible(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
