/** A command for each question, with its parameters as arguments and options. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { AnswerOf } from '../core/tools/asked/answerShapes';
import type { ParameterKind, ListedQuestion, Parameter } from '../core/tools/asked/questionList';
import { percent } from '../core/tools/claims/verify';
import { type Output, type Format, namedIn, type AnswerFormat, printRefusal, type RefusalJson } from './print';
import { ALL_SETTINGS } from '../core/codex/settings';
import { askAllSettings, missingSetting, printSettings, settingsNamed } from './askSettings';
import type { SettingRoot } from '../workspace/settingsAbove';
import path from 'node:path';
import { findRoot, isFolder } from '../workspace/folder';
import { LOREBOOK_FORMATS } from '../core/tools/brief/lorebook';
import { markdown, plainText } from '../core/tools/words/richText';
import type { AskResult, QuestionFailure } from '../core/tools/asked/question';
import { escapeMarkdown, jsonText, visible } from '../core/text/words';
import { askQuestion, CANNOT_ANSWER } from './ask';
import type { GivenText } from './givenFiles';

/** Questions that are asked of files: how these are given, and the exit status that claims have. */
interface FileArgument {
  readonly word: string;
  readonly description: string;
}

/** The kinds of parameters that stand in files. */
const FILE_ARGUMENTS: { readonly [Kind in ParameterKind]?: FileArgument } = {
  pages: {
    word: 'file...',
    description: 'files with the pages as they would be saved, wherever they are; - reads one from standard input',
  },
  claims: {
    word: 'file',
    description: 'a file with the claims, as JSON, JSON Lines or YAML; - reads standard input',
  },
};

const USUAL = 0.05;

const mostViolations = (): Option =>
  new Option('--max-violations <rate>', 'the share of claims that may go against the canon; above it, exit status 1')
    .argParser(shareOf)
    .default(USUAL);

function shareOf(given: string): number {
  const text = given.trim();
  const rate = text.endsWith('%') ? Number.parseFloat(text) / 100 : Number(text || 'none');
  if (0 <= rate && rate <= 1) return rate;
  throw new InvalidArgumentError('Give a share from 0 to 1, such as 0.05.');
}

/** 1 where more claims go against the canon than may, which is said. */
function statusOfClaims(json: object, most: number, output: Output): number {
  const { violation_rate: rate } = (json as AnswerOf<'verify'>).summary;
  if (rate <= most) return 0;
  output.err(`retcon: ${percent(rate)} of the claims go against the canon, and at most ${percent(most)} may.\n`);
  return 1;
}

/** The options that every command takes, and the folder that they name. */
export interface Common {
  readonly root?: string;
  readonly format: Format;
}

/** The options that every command takes. */
export function withCommon(command: Command, formats: readonly string[] = ['text', 'json']): Command {
  return command
    .option(
      '--root <dir>',
      'the folder of the codex (default: the nearest one above with a codex.yaml, else this one)',
      existingFolder,
    )
    .addOption(new Option('--format <format>', 'how to print').choices([...formats]).default('text'));
}

export function existingFolder(given: string): string {
  if (given !== '' && isFolder(given)) return given;
  // Git passes its hooks the index they are asked about.
  const inHook = process.env.GIT_INDEX_FILE === undefined ? '' : ` ${MOVED}`;
  throw new InvalidArgumentError(`Give a folder that exists.${inHook}`);
}

const MOVED = 'Where the codex has been moved, `retcon hook install` in its folder brings the hook up to date.';

export const rootOf = ({ root }: Pick<Common, 'root'>): string =>
  root === undefined ? (findRoot('.') ?? path.resolve('.')) : path.resolve(root);

export const dashed = (name: string): string => name.replaceAll('_', '-');

export function addQuestion(
  program: Command,
  question: ListedQuestion,
  output: Output,
  setStatus: (status: number) => void,
): void {
  const parameters = question.parameters.filter(({ isForAssistants }) => !isForAssistants);
  const positional = parameters.filter(({ isPositional }) => isPositional);
  const inFiles = question.parameters.find(({ kind }) => FILE_ARGUMENTS[kind]);
  const command = commandOf(program, question, parameters, inFiles);
  command.action(async (...words: GivenWord[]) => {
    const given = new Map(positional.map((parameter, i) => [parameter, words[i]]));
    setStatus(await runQuestion({ question, parameters, inFiles, given, options: command.opts() }, output));
  });
}

function commandOf(
  program: Command,
  { name, description, isPublished, isDrawn }: ListedQuestion,
  parameters: readonly Parameter[],
  inFiles: Parameter | undefined,
): Command {
  const isBrief = name === 'brief';
  const formats = ['text', 'json', ...(isBrief ? LOREBOOK_FORMATS : isPublished ? ['markdown'] : [])];
  const command = withCommon(program.command(dashed(name)).description(description), formats);
  command.option('--setting <name>', `ask this setting of the settings.yaml above, or each of them: ${ALL_SETTINGS}`);
  if (isBrief) command.option('--all', 'everything that may be known, as a lorebook: see the formats');
  const positional = parameters.filter(({ isPositional }) => isPositional);
  for (const one of positional) {
    const { word, description: words } = FILE_ARGUMENTS[one.kind] ?? {
      word: `${dashed(one.name)}${one.isRepeated ? '...' : ''}`,
      description: one.description,
    };
    command.argument(one.isRequired ? `<${word}>` : `[${word}]`, words);
  }
  for (const parameter of parameters.filter((one) => !positional.includes(one)))
    command.option(`--${dashed(parameter.name)}${placeholderOf(parameter)}`, parameter.description);
  if (isDrawn) addPictureOptions(command);
  if (inFiles?.kind === 'pages') command.option('--as <path>', 'where in the codex the page would go, from its root');
  if (inFiles?.kind === 'claims') command.addOption(mostViolations());
  return command;
}

/** A question as it was called. */
interface QuestionCall {
  readonly question: ListedQuestion;
  readonly parameters: readonly Parameter[];
  /** The parameter whose words stand in files. */
  readonly inFiles: Parameter | undefined;
  /** The arguments. */
  readonly given: ReadonlyMap<Parameter, GivenWord>;
  readonly options: Omit<Common, 'format'> &
    Readonly<Record<string, string | undefined>> & { readonly format: AnswerFormat };
}

/** Answers in the setting that is asked for, or in all of them. @returns the exit status */
async function runQuestion(call: QuestionCall, output: Output): Promise<number> {
  const { question, inFiles, options } = call;
  const { setting, format } = options;
  if (setting === undefined) return runIn(rootOf(options), call, output);
  const chosen = settingsNamed(rootOf(options), setting, output);
  if ('code' in chosen) return printRefusal(output, format, chosen);
  const [one] = chosen;
  if (setting !== ALL_SETTINGS && one) {
    const missing = missingSetting(one);
    return missing ? refused(missing, format, output) : runIn(one.root, call, output);
  }
  const isOfOne = inFiles?.kind === 'pages' || (question.name === 'brief' && isOfAll(options));
  if (isOfOne || options.html !== undefined || options.svg !== undefined)
    return printRefusal(output, format, ofOneSetting(chosen));
  const bolder = (name: string): string => (output.hasColour ? bold(visible(name)) : visible(name));
  const forms = {
    json: jsonOf,
    heading: (name: string) => (format === 'markdown' ? visible(`# ${escapeMarkdown(name)}\n`) : bolder(name)),
    text: (answered: Answered) => printed(answered, format, output.hasColour),
  };
  const all = await askAllSettings(chosen, answersOf(call, output));
  const status = printSettings(all, format === 'json', forms, output);
  return Math.max(status, ...all.map(({ answered }) => (answered.ok ? statusOf(answered, call, output) : 0)));
}

/** Answers in one codex. @returns the exit status */
async function runIn(root: string, call: QuestionCall, output: Output): Promise<number> {
  const { question, options } = call;
  const { html, svg, format } = options;
  if (question.name === 'brief' && isOfAll(options)) {
    const { runLorebook } = await import('./lorebookCommand');
    return runLorebook(root, question, wordsIn(call, root), options, output);
  }
  const answered = await answersOf(call, output)(root);
  if (!answered.ok) return refused(answered.failure, format, output);
  if (html !== undefined || svg !== undefined) {
    const { writeKin, writeTimeline } = await import('./pictureCommand');
    if (question.name === 'family' || question.name === 'succession')
      return writeKin(question.name, answered.json, { html, svg }, format, output);
    return writeTimeline(answered.json, wordsIn(call, root).entity, { html, svg }, format, output);
  }
  output.out(`${printed(answered, format, output.hasColour)}\n`);
  return statusOf(answered, call, output);
}

/** Standard input can be read once, and claims are the same in every setting. */
function answersOf(call: QuestionCall, output: Output): (root: string) => Promise<AskResult> {
  const { question, inFiles, given, options } = call;
  let claims: GivenText | undefined;
  return async (root) => {
    const asked = wordsIn(call, root);
    if (inFiles) {
      const { readGivenFiles } = await import('./givenFiles');
      const files = [given.get(inFiles) ?? []].flat();
      const read = (claims ??= await readGivenFiles(inFiles.kind, files, { root, as: options.as }, output));
      if ('code' in read) return { ok: false, failure: read };
      asked[inFiles.name] = read.text;
    }
    return askQuestion(root, question, asked, output);
  };
}

const statusOf = ({ json }: Answered, { inFiles, options }: QuestionCall, output: Output): number =>
  inFiles?.kind === 'claims' ? statusOfClaims(json, Number(options['maxViolations']), output) : 0;

function refused(failure: QuestionFailure, format: AnswerFormat, output: Output): number {
  printRefusal(output, format, failure);
  return CANNOT_ANSWER[failure.code];
}

/** What is written to a file, or read from one, is of one world. */
const ofOneSetting = (settings: readonly SettingRoot[]): RefusalJson => {
  const names = settings.map(({ name }) => name);
  const message = `Files belong to one setting, not to all. Accepted: ${names.join(', ')}.`;
  return { code: 'usage', message, given: ALL_SETTINGS, accepted: names };
};

type Answered = Extract<AskResult, { ok: true }>;

type GivenWord = string | readonly string[] | undefined;

function wordsIn({ parameters, given, options }: QuestionCall, root: string): Record<string, string | undefined> {
  return Object.fromEntries(
    parameters.map((parameter) => {
      const { name, kind, isPositional } = parameter;
      const words = [(isPositional ? given.get(parameter) : options[camel(name)]) ?? []].flat();
      const isOfPage = kind === 'entry' || kind === 'entity';
      return [name, inLines(isOfPage ? words.map((word) => namedIn(root, word)) : words)];
    }),
  );
}

/** A lorebook is what `--all` asks for, or one of its formats. */
const isOfAll = ({ all, format }: Readonly<Record<string, string | undefined>>): boolean =>
  all !== undefined || (LOREBOOK_FORMATS as readonly (string | undefined)[]).includes(format);

const addPictureOptions = (command: Command): Command =>
  command
    .option(
      '--html <file>',
      'writes it to a file (not to -), as a page with handles which works without Retcon and without a network',
    )
    .addOption(new Option('--svg <file>', 'writes it to a file (not to -), as a drawing').conflicts('html'));

/** One that may be given several times is a line for each; without any it is not given. */
const inLines = (words: readonly string[]): string | undefined => (words.length === 0 ? undefined : words.join('\n'));

/** An answer may make each of its forms only when that is read. */
function printed(answer: Answered, format: AnswerFormat, hasColour: boolean): string {
  const { prose, text } = answer;
  if (format === 'json') return jsonText(jsonOf(answer));
  if (format === 'markdown') return visible(markdown(answer.note ?? prose));
  if (text !== undefined) return visible('explain' in answer.json ? `${text}\n\n${plainText(prose)}` : text);
  return plainText(prose, (text, isStrong) => (isStrong && hasColour ? bold(visible(text)) : visible(text)));
}

const jsonOf = ({ json, prose }: Answered): object => ({ ...json, answer: plainText(prose) });

const bold = (text: string): string => `\u001b[1m${text}\u001b[22m`;

function placeholderOf({ kind, isRepeated }: Parameter): string {
  if (kind === 'flag') return '';
  return kind === 'world date' ? ' <date>' : isRepeated ? ' <value...>' : ' <value>';
}

const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
