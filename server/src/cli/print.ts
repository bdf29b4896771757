/** What the command line prints: answers, problems and refusals, as text for people or JSON for scripts. */
import type { CheckedProblem } from '../core/rules/check';
import type { QuestionFailure } from '../core/tools/asked/question';
import { diagnosticsJson, type RangeOf, severityCounts } from '../core/tools/words/answerJson';
import type { Severity } from '../core/text/problem';
import type { Span } from '../core/text/span';
import { jsonText, onOneLine, counted } from '../core/text/words';
import path from 'node:path';
import { SETTINGS_FILE } from '../core/codex/settings';
import { CODEX_FILE } from '../core/host';
import { isFolder, isInFolder, reasonOf } from '../workspace/folder';
import type { Command, CommanderError } from 'commander';
import { limitOfError } from '../core/canon';
import { limitFailure } from '../core/tools';
import { refusalIn } from '../workspace/runGit';
import type { WritingFailure } from '../workspace/writeFiles';

export type Format = 'text' | 'json';

/** What a question can print whose answer is to be published. */
export type AnswerFormat = Format | 'markdown';

/** What `check` can print beside. */
export type ReportFormat = Format | 'sarif' | 'github' | 'gitlab' | 'junit';

/** What `eval` can print beside. */
export type EvalFormat = Format | 'junit';

/** Where the words go. */
export interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly hasColour: boolean;
}

/** Prints on stderr what could not be read, once for each path. */
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

/** Prints why a call is refused. @returns 2, the exit status of most refusals */
export function printRefusal(
  output: Output,
  format: ReportFormat | AnswerFormat | EvalFormat,
  refusal: RefusalJson,
): number {
  output.err(`retcon: ${refusal.message.replace(/\s*\n\s*/g, ' ')}\n`);
  // The first of them is the message.
  for (const { line, message } of refusal.problems?.slice(1) ?? [])
    output.err(`  line ${line}: ${onOneLine(message)}\n`);
  if (format === 'json') output.out(`${jsonText({ error: refusal })}\n`);
  return 2;
}

interface Summary {
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

export const GRAVEST_FIRST = ['error', 'warning', 'info', 'hint'] as const satisfies readonly Severity[];

/** So many of the worst, in the order in which all of them stand. */
function worstOf(found: readonly CheckedProblem[], most: number): readonly CheckedProblem[] {
  if (found.length <= most) return found;
  const kept = new Set(
    GRAVEST_FIRST.flatMap((severity) => found.filter(({ problem }) => problem.severity === severity)).slice(0, most),
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
    counted(errors, 'error'),
    counted(warnings, 'warning'),
    ...(infos > 0 ? [`${infos} to note`] : []),
  ].join(', ');
  const read = `${entries === 1 ? '1 entry' : `${entries} entries`} read`;
  lines.push(paint(`${read}${leftOut > 0 ? `, ${leftOut} left out` : ''}: ${verdict}.`, worst));
  return `${lines.join('\n')}\n`;
}

/** Files and folders as they are named in a call, and as they are printed. */
const slashed = (file: string): string => file.split(path.sep).join('/');

/** The folder in which the author stands: git runs its hooks, and what is called by an alias, at the top of the working tree. */
export function folderHere(): string {
  const folder = path.resolve(process.env.GIT_PREFIX ?? '');
  return isFolder(folder) ? folder : path.resolve();
}

/** A path as the author sees it; in full where the way to it would be the longer one. @param file absolute */
export function fromHere(file: string): string {
  const way = path.relative(folderHere(), file) || '.';
  return slashed(way.length > file.length ? file : way);
}

/** Words as a shell takes them: what has a meaning to it is in quotes. */
export const commandLine = (words: readonly string[]): string => words.map(shellQuoted).join(' ');

export const shellQuoted = (word: string): string =>
  /^[\w./=@:+,-]+$/.test(word) ? word : /["$`!\\]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;

/** Paths relative to the root, with `/`, or the first that is not inside it. @param paths relative to where the call was made */
export function pathsIn(root: string, paths: readonly string[]): readonly string[] | RefusalJson {
  const wanted: string[] = [];
  for (const given of paths) {
    const file = path.resolve(given);
    if (!isInFolder(root, file))
      return { code: 'usage', message: `"${given}" is not inside the codex at ${root}.`, given };
    wanted.push(slashed(path.relative(root, file)));
  }
  return wanted;
}

/** A page that is named by its whole path, as it is named in its codex; any other name as it is. */
export const namedIn = (root: string, name: string): string =>
  path.isAbsolute(name) && isInFolder(root, name) ? slashed(path.relative(root, name)) || name : name;

/** Whether a file is one of those named, or in a folder that is; where none is, all are. The root has no name. */
export const isAmongPaths = (wanted: readonly string[], file: string): boolean =>
  wanted.length === 0 || wanted.some((named) => isIn(named, file));

/** Refuses the first of those named that is neither one of some files, nor a folder with any, nor codex.yaml or settings.yaml; null: none is. */
export function refuseMissing(wanted: readonly string[], files: readonly string[]): RefusalJson | null {
  const missing = wanted.find(
    (one) => one !== '' && one !== CODEX_FILE && one !== SETTINGS_FILE && !files.some((file) => isIn(one, file)),
  );
  return missing === undefined
    ? null
    : {
        code: 'not-found',
        message: `"${missing}" is not an entry of this codex, nor a folder with entries.`,
        given: missing,
      };
}

const isIn = (named: string, file: string): boolean => named === '' || file === named || file.startsWith(`${named}/`);

/** Help and version are fine (0); anything else is printed, and is 2. @param args the words after `retcon` */
export function refuseCall(program: Command, error: CommanderError, args: readonly string[], output: Output): number {
  if (error.exitCode === 0) return 0;
  const message = error.message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ');
  const accepted = acceptedInstead(program, error, args);
  // For an option with a bad value, commander quotes both: first the option, then the value.
  const quoted = (/argument '([^']*)' is invalid/.exec(message) ?? /'([^']*)'/.exec(message))?.[1];
  const topic = isMissingCommand(error) ? helpTopic(args) : undefined;
  printRefusal(output, formatWanted(args), {
    code: 'usage',
    message: isMissingCommand(error)
      ? `${topic === undefined ? 'say what to do' : `there is no command "${topic}"`}. Accepted: ${accepted.join(', ')}.`
      : (adviceOn(program, error, args) ?? worded(begunBy(program, error, quoted) ?? message, accepted)),
    given: topic ?? quoted ?? args.join(' '),
    ...(accepted.length > 0 && { accepted }),
  });
  return 2;
}

/** What needs something past its limit is 1, and anything else that could not be done 2. @param args the words after `retcon` */
export function refuseError(error: unknown, args: readonly string[], output: Output): number {
  const limit = limitOfError(error);
  if (!limit) return refuseFailure(error, args, output);
  const knower = args.flatMap((word, i) =>
    word === '--for' ? (args[i + 1] ?? []) : word.startsWith('--for=') ? word.slice(6) : [],
  );
  printRefusal(output, formatWanted(args), limitFailure(limit, knower[0]));
  return 1;
}

/** Prints a failure in one line and answers exit status 2: a file that may not be read or written, or a fault of ours. */
export function refuseFailure(error: unknown, args: readonly string[], output: Output): number {
  const { path, code, isNothingWritten } = error instanceof Error ? (error as WritingFailure) : {};
  const head = code === undefined ? 'this should not have happened: ' : path === undefined ? '' : `${path}: `;
  const tail = isNothingWritten ? '. Nothing was written.' : code === undefined ? '' : '.';
  const message = `${head}${reasonOf(error)}${tail}`;
  return printRefusal(output, formatWanted(args), { code: 'failed', message, given: path ?? args.join(' ') });
}

/** `help` with an unknown command ends like no command at all. */
const helpTopic = ([first, topic]: readonly string[]): string | undefined => (first === 'help' ? topic : undefined);

const isMissingCommand = ({ code }: CommanderError): boolean => code === 'commander.help';

/** What to do about an option before its command, or a name in several words; null about all else. */
function adviceOn(program: Command, { code }: CommanderError, args: readonly string[]): string | null {
  const at = args.findIndex((word) => program.commands.some((command) => command.name() === word));
  if (code === 'commander.unknownOption' && at > 0)
    return `options come after the command: retcon ${commandLine([...args.slice(at), ...args.slice(0, at)])}`;
  const [command = '', ...words] = args;
  const called = at === 0 ? program.commands.find((one) => one.name() === command) : undefined;
  if (code !== 'commander.excessArguments' || called?.registeredArguments.length !== 1) return null;
  const end = words.findIndex((word) => word.startsWith('-'));
  const named = end < 0 ? words : words.slice(0, end);
  // An office is named with a dot, and the entity before it may have a name of several words.
  if (command === 'succession')
    return `too many words for succession: ${commandLine(named)}. Put a dot between the entity and the attribute: retcon succession ${shellQuoted(`${named.slice(0, -1).join(' ')}.${named.at(-1)}`)}`;
  return `too many words for ${command}: ${commandLine(named)}. A name of several words goes in quotes: retcon ${command} ${shellQuoted(named.join(' '))}`;
}

/** The only command that an unknown one begins is meant before the one that is most like it; null: there is none. */
function begunBy(program: Command, { code, message }: CommanderError, word: string | undefined): string | null {
  if (code !== 'commander.unknownCommand' || word === undefined) return null;
  const begun = program.commands.map((command) => command.name()).filter((name) => name.startsWith(word));
  const [first] = message.replace(/^error: /, '').split('\n');
  return begun.length === 1 ? `${first} (Did you mean ${begun[0]}?)` : null;
}

/** Where commander has named what is accepted already, its words stand. */
const worded = (message: string, accepted: readonly string[]): string =>
  /Allowed choices/.test(message) || accepted.length === 0
    ? message
    : `${message.replace(/\.$/, '')}. Accepted: ${accepted.join(', ')}.`;

/** The commands, else the options or the words of the one that was called. */
function acceptedInstead(program: Command, { code, message }: CommanderError, args: readonly string[]): string[] {
  const called = program.commands.find((command) => command.name() === args[0]);
  if (!called) return program.commands.map((command) => command.name());
  if (called.commands.length > 0) return called.commands.map((command) => `${called.name()} ${command.name()}`);
  if (code === 'commander.invalidArgument') {
    const option = called.options.find(({ flags }) => message.includes(`'${flags}'`));
    return [...(option?.argChoices ?? [])];
  }
  if (code === 'commander.unknownOption') return called.options.flatMap(({ long }) => long ?? []).concat('--help');
  return [`retcon ${called.name()} ${called.usage()}`];
}

const formatWanted = (args: readonly string[]): Format =>
  args.some((arg, i) => arg === '--format=json' || (arg === 'json' && args[i - 1] === '--format')) ? 'json' : 'text';

/** What git can't answer is printed, and is 2; any other failure is thrown on. @param given what git was asked */
export function refuseGit(error: unknown, given: string, format: ReportFormat, output: Output): number {
  const message = refusalIn(error);
  if (message === null) throw error;
  return printRefusal(output, format, { code: 'git', message, given });
}

/** How a call that writes says what it may do. */
export interface Consent {
  readonly dryRun?: true;
  readonly yes?: true;
}

export const asksFirst = ({ dryRun, yes }: Consent): boolean => dryRun !== true && yes !== true;

/** Whether somebody sits at the terminal, and the answer is not for another program. */
export const canAsk = (format: Format): boolean => format === 'text' && process.stdin.isTTY && process.stdout.isTTY;

/** Why nobody can be asked; null where somebody can, or where no question is needed. @param given the command */
export function unasked(consent: Consent, format: Format, given: string): RefusalJson | null {
  if (!asksFirst(consent) || canAsk(format)) return null;
  return {
    code: 'usage',
    message: 'nobody is there to answer: give --yes to write, or --dry-run to see what would be written.',
    given,
    accepted: ['--yes', '--dry-run'],
  };
}

/** Whether the files may be written; asks where that has not been said. */
export async function isAgreed(consent: Consent, files: readonly string[]): Promise<boolean> {
  return asksFirst(consent) ? askYesNo(onOneLine(`Write ${files.join(', ')}?`)) : consent.yes === true;
}

/** The answer to a question at the terminal. */
export async function askYesNo(question: string): Promise<boolean> {
  // Hardly any call asks, and loading this takes each some milliseconds.
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // An author who closes the terminal has not agreed.
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  const answer = await Promise.race([terminal.question(`${question} [y/N] `), closed]);
  terminal.close();
  return /^y(?:es)?$/i.test(answer.trim());
}
