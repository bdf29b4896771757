/** What the command line prints: answers, problems and refusals, as text for people or JSON for scripts. */
import type { CheckedProblem } from '../core/rules/check';
import type { QuestionFailure } from '../core/tools/asked/question';
import { diagnosticsJson, type RangeOf, severityCounts } from '../core/tools/words/problemsJson';
import type { Severity } from '../core/text/problem';
import type { Span } from '../core/text/span';
import { jsonText, onOneLine } from '../core/text/visibleText';

export type Format = 'text' | 'json';

/** What a question can print whose answer is to be published. */
export type AnswerFormat = Format | 'markdown';

/** What `check` can print beside. */
export type ReportFormat = Format | 'sarif' | 'github';

/** What `eval` can print beside. */
export type EvalFormat = Format | 'junit';

/** Where the words go. */
export interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly hasColour: boolean;
}

/** Tells on stderr what could not be read; of each path once, however often it is tried. */
export const reportSkipped =
  (output: Output) =>
  (path: string, reason: string): void => {
    const reported = REPORTED.get(output) ?? new Map();
    REPORTED.set(output, reported);
    if (!reported.has(path)) output.err(`retcon: ${onOneLine(path)} can't be read and is left out: ${reason}\n`);
    reported.set(path, reason);
  };

const REPORTED = new WeakMap<Output, Map<string, string>>();

/** The paths of what could not be read, as far as it was reported, with the reasons. */
export const skippedPaths = (output: Output): ReadonlyMap<string, string> => REPORTED.get(output) ?? new Map();

/** A refusal: one line on stderr and, for scripts, an object on stdout. */
export interface RefusalJson extends Omit<QuestionFailure, 'code'> {
  readonly code: string;
}

export function printRefusal(
  output: Output,
  format: ReportFormat | AnswerFormat | EvalFormat,
  refusal: RefusalJson,
): void {
  output.err(`retcon: ${refusal.message.replace(/\s*\n\s*/g, ' ')}\n`);
  // The first of them is the message.
  for (const { line, message } of refusal.problems?.slice(1) ?? [])
    output.err(`  line ${line}: ${onOneLine(message)}\n`);
  if (format === 'json') output.out(`${jsonText({ error: refusal })}\n`);
}

export interface Summary {
  readonly files: number;
  readonly entries: number;
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
}

export const checkSummary = (files: number, entries: number, found: readonly CheckedProblem[]): Summary => ({
  files,
  entries,
  ...severityCounts(found),
});

/** @param more what goes along with it */
export const checkJson = (
  found: readonly CheckedProblem[],
  summary: Summary,
  rangeOf: RangeOf,
  more: Readonly<Record<string, unknown>>,
): string => `${jsonText({ diagnostics: diagnosticsJson(found, rangeOf), summary, ...more })}\n`;

/** `1 error`, `2 errors`. */
export const countedNoun = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

/** Words in a colour of the terminal, where it has any. */
const painter =
  (hasColour: boolean) =>
  (words: string, colour: string): string =>
    hasColour ? `\u001b[${colour}m${onOneLine(words)}\u001b[0m` : onOneLine(words);

/** Places in files, a line each, under the names of the files. */
export function placeLines(
  rows: readonly { readonly file: string; readonly span: Span; readonly words: string }[],
  rangeOf: RangeOf,
  hasColour: boolean,
): string[] {
  const lines: string[] = [];
  let last = '';
  for (const { file, span, words } of rows) {
    if (file !== last) lines.push(...(last === '' ? [] : ['']), painter(hasColour)(nameOf(file), '1'));
    last = file;
    const { start } = rangeOf(file, span);
    lines.push(`  ${`${start.line + 1}:${start.character + 1}`.padEnd(7)} ${words}`);
  }
  return lines;
}

/** A file can be called like a command: it is named from here. */
const nameOf = (file: string): string => (/^\s*(::|##)/.test(file) ? `./${file}` : file);

/** Problems, a line each. */
export function problemLines(found: readonly CheckedProblem[], rangeOf: RangeOf, hasColour: boolean): string[] {
  const paint = painter(hasColour);
  const rows = found.map(({ file, problem: { span, severity, message, code } }) => ({
    file,
    span,
    words: `${paint(severity.padEnd(7), COLOURS[severity])} ${onOneLine(message)}  ${paint(code, '90')}`,
  }));
  return placeLines(rows, rangeOf, hasColour);
}

const COLOURS: Readonly<Record<Severity, string>> = { error: '31', warning: '33', info: '34', hint: '90' };

const WORST: readonly Severity[] = ['error', 'warning', 'info', 'hint'];

/** So many of the worst, in the order in which all of them stand. */
function worstOf(found: readonly CheckedProblem[], most: number): readonly CheckedProblem[] {
  if (found.length <= most) return found;
  const kept = new Set(
    WORST.flatMap((severity) => found.filter(({ problem }) => problem.severity === severity)).slice(0, most),
  );
  return found.filter((one) => kept.has(one));
}

interface CheckTextOptions {
  /** So many problems are shown. */
  readonly most?: number;
  /** So many files could not be read. */
  readonly leftOut?: number;
}

export function checkText(
  found: readonly CheckedProblem[],
  summary: Summary,
  rangeOf: RangeOf,
  hasColour: boolean,
  { most = Infinity, leftOut = 0 }: CheckTextOptions = {},
): string {
  const paint = painter(hasColour);
  const shown = worstOf(found, most);
  const lines = problemLines(shown, rangeOf, hasColour);
  if (lines.length > 0) lines.push('');
  if (shown.length < found.length)
    lines.push(
      `And ${found.length - shown.length} more: add \`--all\` to see them, or the path of a file or folder.`,
      '',
    );
  const { errors, warnings, infos, entries } = summary;
  const worst = errors > 0 ? '31' : warnings + leftOut > 0 ? '33' : '32';
  const verdict = [
    countedNoun(errors, 'error'),
    countedNoun(warnings, 'warning'),
    ...(infos > 0 ? [`${infos} to note`] : []),
  ].join(', ');
  const read = `${entries === 1 ? '1 entry' : `${entries} entries`} read`;
  lines.push(paint(`${read}${leftOut > 0 ? `, ${leftOut} left out` : ''}: ${verdict}.`, worst));
  return `${lines.join('\n')}\n`;
}
