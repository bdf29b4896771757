/** A command for each question, with its parameters as arguments and options. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { AnswerOf } from '../core/tools/asked/answerShapes';
import type { ParameterKind, ListedQuestion, Parameter } from '../core/tools/asked/questionList';
import { percent } from '../core/tools/claims/verify';
import { type Output, type Format, namedIn, type AnswerFormat, printRefusal } from './print';
import path from 'node:path';
import { findRoot, isFolder } from '../workspace/folder';
import { LOREBOOK_FORMATS } from '../core/tools/brief/lorebook';
import { markdown, plainText } from '../core/tools/words/richText';
import type { AskResult, QuestionFailure } from '../core/tools/asked/question';
import { jsonText, visible } from '../core/text/words';
import { askQuestion, CANNOT_ANSWER } from './ask';

/** Questions that are asked of files: how these are given, and the exit status that claims have. */
interface FileArgument {
  readonly word: string;
  readonly description: string;
}

/** The kinds of parameters that stand in files. */
export const FILE_ARGUMENTS: { readonly [Kind in ParameterKind]?: FileArgument } = {
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

export const mostViolations = (): Option =>
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
export function statusOfClaims(json: object, most: number, output: Output): number {
  const { violation_rate: rate } = (json as AnswerOf<'verify'>).summary;
  if (rate <= most) return 0;
  output.err(`retcon: ${percent(rate)} of the claims go against the canon, and ${percent(most)} may.\n`);
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
  throw new InvalidArgumentError(`Give a folder that is there.${inHook}`);
}

const MOVED = 'Where the codex has been moved, `retcon hook install` in its folder brings the hook up to date.';

export const rootOf = ({ root }: Pick<Common, 'root'>): string =>
  root === undefined ? (findRoot('.') ?? path.resolve('.')) : path.resolve(root);

/** A command for each question, with its parameters as arguments and options. */
const dashed = (name: string): string => name.replaceAll('_', '-');

export function addQuestion(
  program: Command,
  question: ListedQuestion,
  output: Output,
  setStatus: (status: number) => void,
): void {
  const isBrief = question.name === 'brief';
  const more = isBrief ? LOREBOOK_FORMATS : question.isPublished ? ['markdown'] : [];
  const formats = ['text', 'json', ...more];
  const command = withCommon(program.command(dashed(question.name)).description(question.description), formats);
  if (isBrief) command.option('--all', 'everything that may be known, as a lorebook: see the formats');
  const parameters = question.parameters.filter(({ isForAssistants }) => !isForAssistants);
  const positional = parameters.filter(({ isPositional }) => isPositional);
  for (const { name, kind, description, isRequired, isRepeated } of positional) {
    const { word, description: words } = FILE_ARGUMENTS[kind] ?? {
      word: `${dashed(name)}${isRepeated ? '...' : ''}`,
      description,
    };
    command.argument(isRequired ? `<${word}>` : `[${word}]`, words);
  }
  for (const parameter of parameters.filter((one) => !positional.includes(one)))
    command.option(`--${dashed(parameter.name)}${placeholderOf(parameter)}`, parameter.description);
  if (question.isDrawn) addPictureOptions(command);
  const inFiles = question.parameters.find(({ kind }) => FILE_ARGUMENTS[kind]);
  if (inFiles?.kind === 'pages') command.option('--as <path>', 'where in the codex the page would lie, from its root');
  if (inFiles?.kind === 'claims') command.addOption(mostViolations());
  command.action(async (...words: GivenWord[]) => {
    const given = new Map(positional.map((parameter, i) => [parameter, words[i]]));
    const options = command.opts<
      Omit<Common, 'format'> & Record<string, string | undefined> & { readonly format: AnswerFormat }
    >();
    const asked = wordsIn(parameters, given, options);
    const refuse = (failure: QuestionFailure): void => {
      printRefusal(output, options.format, failure);
      setStatus(CANNOT_ANSWER[failure.code]);
    };
    if (isBrief && isOfAll(options)) {
      const { runLorebook } = await import('./lorebookCommand');
      setStatus(await runLorebook(rootOf(options), question, asked, options, output));
      return;
    }
    if (inFiles) {
      const { readGivenFiles } = await import('./givenFiles');
      const files = [given.get(inFiles) ?? []].flat();
      const read = await readGivenFiles(inFiles.kind, files, { root: rootOf(options), as: options.as }, output);
      if ('code' in read) return refuse(read);
      asked[inFiles.name] = read.text;
    }
    const answered = await askQuestion(rootOf(options), question, asked, output);
    if (!answered.ok) return refuse(answered.failure);
    const { html, svg } = options;
    if (html !== undefined || svg !== undefined) {
      if (question.name === 'family' || question.name === 'succession') {
        const { writeKin } = await import('./pictureCommand');
        setStatus(await writeKin(question.name, answered.json, { html, svg }, options.format, output));
        return;
      }
      const { writeTimeline } = await import('./pictureCommand');
      setStatus(await writeTimeline(answered.json, asked.entity, { html, svg }, options.format, output));
      return;
    }
    output.out(`${printed(answered, options.format, output.hasColour)}\n`);
    if (inFiles?.kind === 'claims') setStatus(statusOfClaims(answered.json, Number(options['maxViolations']), output));
  });
}

type GivenWord = string | readonly string[] | undefined;

/** The words of a call, by parameter. @param given its arguments */
function wordsIn(
  parameters: readonly Parameter[],
  given: ReadonlyMap<Parameter, GivenWord>,
  options: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  return Object.fromEntries(
    parameters.map((parameter) => {
      const { name, kind, isPositional } = parameter;
      const words = [(isPositional ? given.get(parameter) : options[camel(name)]) ?? []].flat();
      const isOfPage = kind === 'entry' || kind === 'entity';
      return [name, inLines(isOfPage ? words.map((word) => namedIn(rootOf(options), word)) : words)];
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
function printed(answer: Extract<AskResult, { ok: true }>, format: AnswerFormat, hasColour: boolean): string {
  const { prose, text } = answer;
  if (format === 'json') return jsonText({ ...answer.json, answer: plainText(prose) });
  if (format === 'markdown') return visible(markdown(answer.note ?? prose));
  if (text !== undefined) return visible('explain' in answer.json ? `${text}\n\n${plainText(prose)}` : text);
  return plainText(prose, (text, isStrong) => (isStrong && hasColour ? bold(visible(text)) : visible(text)));
}

const bold = (text: string): string => `\u001b[1m${text}\u001b[22m`;

function placeholderOf({ kind, isRepeated }: Parameter): string {
  if (kind === 'flag') return '';
  return kind === 'world date' ? ' <date>' : isRepeated ? ' <value...>' : ' <value>';
}

const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
