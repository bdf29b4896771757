/** What `check` prints for machines that collect problems: SARIF 2.1.0, and the commands that GitHub reads in a log. */
import type { CheckedProblem } from '../core/rules/check';
import { SEVERITIES } from '../core/rules';
import type { Severity } from '../core/text/problem';
import { visible } from '../core/text/visibleText';
import { type Range, type RangeOf } from '../core/tools/problemsJson';

const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note', hint: 'note' };

/** SARIF counts lines and columns from 1; an end is exclusive, as ours is. */
const region = ({ start, end }: Range) => ({
  startLine: start.line + 1,
  startColumn: start.character + 1,
  endLine: end.line + 1,
  endColumn: end.character + 1,
});

/** https://docs.oasis-open.org/sarif/sarif/v2.1.0/. @param pathOf how a file is named there. @param version of the tool */
export function checkSarif(
  found: readonly CheckedProblem[],
  rangeOf: RangeOf,
  pathOf: (file: string) => string,
  version: string,
): string {
  const codes = [...new Set(found.map(({ problem }) => problem.code))].sort();
  const place = (file: string, range: Range) => ({
    physicalLocation: { artifactLocation: { uri: encodeURI(pathOf(file)), uriBaseId: 'ROOT' }, region: region(range) },
  });
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'retcon',
            version,
            rules: codes.map((id) => ({
              id,
              defaultConfiguration: { level: LEVELS[SEVERITIES.get(id) ?? 'error'] },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: found.map(({ file, problem }) => ({
          ruleId: problem.code,
          ruleIndex: codes.indexOf(problem.code),
          level: LEVELS[problem.severity],
          message: { text: problem.message },
          locations: [place(file, rangeOf(file, problem.span))],
          relatedLocations: (problem.related ?? []).map((one, id) => ({
            id,
            message: { text: one.message },
            ...place(one.file, rangeOf(one.file, one.span, one.isEstablished)),
          })),
        })),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

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
