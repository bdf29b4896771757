/** What `check` prints for other programs: GitHub and GitLab, those that collect problems of all tools, and those that read JUnit's XML. */
import type { CheckedProblem } from '../core/rules/check';
import { type JunitCase, junitXml } from '../core/text/junit';
import type { Severity } from '../core/text/problem';
import { capitalised, visible, jsonText } from '../core/text/words';
import { type RangeOf, region, type Range } from '../core/tools/words/answerJson';
import { SEVERITIES } from '../core/rules';
import path from 'node:path';
import { readText } from '../workspace/folder';
import type { Called } from '../workspace/hooks';

/** What `check` prints for GitHub, which reads commands in a log. */
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
      const written = Object.entries(properties).map(([name, value]) => `${name}=${property(String(value))}`);
      return `::${COMMANDS[problem.severity]} ${written.join(',')}::${data(problem.message)}\n`;
    })
    .join('');
}

const data = (text: string): string => visible(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** What `check` prints for tools that collect problems: SARIF 2.1.0, https://docs.oasis-open.org/sarif/sarif/v2.1.0/. */
const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note', hint: 'note' };

/** Where VS Code shows the extension, and has it show the page of a rule: neither needs a network. */
const EXTENSION = 'vscode:extension/retcon.retcon';
const RULE_PAGE = 'vscode://retcon.retcon/rules/';

interface SarifSource {
  /** The tool's own. */
  readonly version: string;
  /** How a file of the codex is named to those who collect. */
  readonly pathOf: (file: string) => string;
  readonly rangeOf: RangeOf;
  readonly textOf: (file: string) => string | null;
  /** The page of a rule, as markdown. */
  readonly pageOf: (code: string) => string | null;
}

export function checkSarif(found: readonly CheckedProblem[], source: SarifSource): string {
  const { version, pathOf, rangeOf, pageOf } = source;
  const codes = [...new Set(found.map(({ problem }) => problem.code))].sort();
  const place = (file: string, range: Range) => ({
    physicalLocation: {
      artifactLocation: { uri: relativeUri(pathOf(file)), uriBaseId: 'ROOT' },
      region: region(range),
    },
  });
  const fingerprintOf = fingerprints(source);
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'retcon',
            fullName: 'Retcon',
            version,
            semanticVersion: version,
            informationUri: EXTENSION,
            rules: codes.map((id) => ({
              id,
              name: nameOf(id),
              ...describedBy(pageOf(id)),
              helpUri: `${RULE_PAGE}${id}`,
              defaultConfiguration: { level: LEVELS[SEVERITIES.get(id) ?? 'error'] },
            })),
          },
        },
        originalUriBaseIds: { ROOT: { description: { text: 'The folder in which the check was run.' } } },
        columnKind: 'utf16CodeUnits',
        results: found.map((one) => ({
          ruleId: one.problem.code,
          ruleIndex: codes.indexOf(one.problem.code),
          level: LEVELS[one.problem.severity],
          message: { text: one.problem.message },
          locations: [place(one.file, rangeOf(one.file, one.problem.span))],
          partialFingerprints: { 'retcon/v1': fingerprintOf(one) },
          relatedLocations: (one.problem.related ?? []).map((other, id) => ({
            id,
            message: { text: other.message },
            ...place(other.file, rangeOf(other.file, other.span, other.isEstablished)),
          })),
        })),
      },
    ],
  };
  return `${jsonText(log)}\n`;
}

/** GitLab's words for how grave a problem is. */
const GITLAB: Readonly<Record<Severity, string>> = { error: 'critical', warning: 'minor', info: 'info', hint: 'info' };

/** A report of code quality, as GitLab shows it in a merge request. Hints would only bury the rest. */
export function checkGitlab(found: readonly CheckedProblem[], source: SarifSource): string {
  const fingerprintOf = fingerprints(source);
  const report = found
    .filter(({ problem }) => problem.severity !== 'hint')
    .map((one) => {
      const { startLine, endLine } = region(source.rangeOf(one.file, one.problem.span));
      return {
        description: one.problem.message,
        check_name: one.problem.code,
        fingerprint: fingerprintOf(one),
        severity: GITLAB[one.problem.severity],
        location: { path: source.pathOf(one.file), lines: { begin: startLine, end: endLine } },
      };
    });
  return `${jsonText(report)}\n`;
}

/** JUnit's report: each problem is a test of its file. An error fails; what stops nobody is skipped, and its message seen. Hints would only bury the rest. */
export function checkJunit(found: readonly CheckedProblem[], { rangeOf, pathOf }: SarifSource): string {
  const files = new Map<string, JunitCase[]>();
  for (const { file, problem } of found) {
    if (problem.severity === 'hint') continue;
    const { startLine, startColumn } = region(rangeOf(file, problem.span));
    const name = `${pathOf(file)}:${startLine}:${startColumn} ${problem.code}`;
    const cases = files.get(file) ?? [];
    cases.push({ kind: problem.code, name, message: problem.message, isSkipped: problem.severity !== 'error' });
    files.set(file, cases);
  }
  const suites = [...files].map(([file, cases]) => ({ name: pathOf(file), cases }));
  // Some take a report without a test for one that was lost.
  const passed = { name: 'retcon check', cases: [{ kind: 'retcon', name: 'the canon holds together', message: null }] };
  return junitXml('retcon check', suites.length > 0 ? suites : [passed]);
}

/** A path as a reference: in it `?` and `#` end a path, and a colon in its first segment ends a scheme (RFC 3986 §4.2). */
const relativeUri = (path: string): string => encodeURI(path).replace(/[?#]|(?<=^[^/]*):/g, encodeURIComponent);

/** `supersedes/unknown-id` as those who collect name rules: `SupersedesUnknownId`. */
const nameOf = (code: string): string => code.split(/[/-]/).map(capitalised).join('');

/** What the page of a rule says of it: its first sentence, its first paragraph, and all of it. */
function describedBy(page: string | null) {
  if (page === null) return {};
  const [, about = '', paragraph = about] = page.split(/\n{2,}/);
  const plain = (markdown: string): string => markdown.replaceAll('\n', ' ').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return {
    shortDescription: { text: plain(about.slice(about.indexOf('·') + 1).trim()) },
    fullDescription: { text: plain(paragraph) },
    help: { text: page, markdown: page },
  };
}

/** What a problem is known by wherever it has moved to in its file: its rule, its file, what it points at, and which of those it is. */
function fingerprints({ pathOf, textOf }: SarifSource): (one: CheckedProblem) => string {
  const counts = new Map<string, number>();
  return ({ file, problem: { code, span } }) => {
    const words = textOf(file)?.slice(span.start, span.end) ?? '';
    const known = [code, pathOf(file), words].map(encodeURIComponent).join(' ');
    const count = (counts.get(known) ?? 0) + 1;
    counts.set(known, count);
    return `${known} ${count}`;
  };
}

/** @param called how the program was called; null: there is no page of that code */
export const rulePages =
  ({ cli }: Pick<Called, 'cli'>): ((code: string) => string | null) =>
  (code) =>
    readText(path.join(path.dirname(cli), '../docs/rules'), `${code}.md`);
