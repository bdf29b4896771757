/** A command for each question, with its parameters as arguments and options. */
import { type Command, Option } from 'commander';
import { markdown, plainText } from '../core/tools/richText';
import type { AskResult } from '../core/tools/question';
import type { ListedQuestion, Parameter } from '../core/tools/questionList';
import { visible } from '../core/text/visibleText';
import { askQuestion, CANNOT_ANSWER } from './ask';
import { type Common, rootOf, withCommon } from './commandOptions';
import { type AnswerFormat, type Output, printRefusal } from './print';

const dashed = (name: string): string => name.replaceAll('_', '-');

export function addQuestion(
  program: Command,
  question: ListedQuestion,
  output: Output,
  setStatus: (status: number) => void,
): void {
  const formats: AnswerFormat[] = ['text', 'json', ...(question.isPublished ? ['markdown' as const] : [])];
  const command = withCommon(program.command(dashed(question.name)).description(question.description), formats);
  const parameters = question.parameters.filter(({ isForAssistants }) => !isForAssistants);
  const positional = parameters.filter(({ isPositional }) => isPositional);
  for (const { name, kind, description, isRequired, isRepeated } of positional) {
    const word = kind === 'pages' ? 'file...' : `${dashed(name)}${isRepeated ? '...' : ''}`;
    command.argument(isRequired ? `<${word}>` : `[${word}]`, kind === 'pages' ? FILES : description);
  }
  for (const parameter of parameters.filter((one) => !positional.includes(one)))
    command.option(`--${dashed(parameter.name)}${placeholderOf(parameter)}`, parameter.description);
  if (question.isDrawn) addPictureOptions(command);
  const pages = question.parameters.find(({ kind }) => kind === 'pages');
  if (pages) command.option('--as <path>', 'where in the codex the page would lie, from its root');
  command.action(async (...given: (string | readonly string[] | undefined)[]) => {
    const options = command.opts<
      Omit<Common, 'format'> & Record<string, string | undefined> & { readonly format: AnswerFormat }
    >();
    const asked = Object.fromEntries(
      parameters.map((parameter) => [
        parameter.name,
        wordOf(parameter.isPositional ? given[positional.indexOf(parameter)] : options[camel(parameter.name)]),
      ]),
    );
    if (pages) {
      const { readDraftFiles } = await import('./draftFiles');
      const files = given[positional.indexOf(pages)];
      const read = await readDraftFiles(rootOf(options), typeof files === 'object' ? files : [], options.as, output);
      if ('code' in read) {
        printRefusal(output, options.format, read);
        setStatus(CANNOT_ANSWER[read.code]);
        return;
      }
      asked[pages.name] = JSON.stringify(read);
    }
    const answered = await askQuestion(rootOf(options), question, asked, output);
    if (!answered.ok) {
      printRefusal(output, options.format, answered.failure);
      setStatus(CANNOT_ANSWER[answered.failure.code]);
      return;
    }
    const { html, svg } = options;
    if (html !== undefined || svg !== undefined) {
      if (question.name === 'family' || question.name === 'succession') {
        const { writeKin } = await import('./kinFiles');
        setStatus(await writeKin(question.name, answered.json, { html, svg }, options.format, output));
        return;
      }
      const { writeTimeline } = await import('./timelineFiles');
      setStatus(await writeTimeline(answered.json, asked.entity, { html, svg }, options.format, output));
      return;
    }
    output.out(`${printed(answered, options.format, output.hasColour)}\n`);
  });
}

const FILES = 'files with the pages as they would be saved, wherever they are; - reads one from standard input';

const addPictureOptions = (command: Command): Command =>
  command
    .option(
      '--html <file>',
      'writes it to a file (not to -), as a page with handles which works without Retcon and without a network',
    )
    .addOption(new Option('--svg <file>', 'writes it to a file (not to -), as a drawing').conflicts('html'));

/** One that may be given several times is a line for each. */
const wordOf = (given: string | readonly string[] | undefined): string | undefined =>
  typeof given === 'object' ? (given.length === 0 ? undefined : given.join('\n')) : given;

function printed(
  { json, prose, note, text }: Extract<AskResult, { ok: true }>,
  format: AnswerFormat,
  hasColour: boolean,
): string {
  if (format === 'json') return JSON.stringify({ ...json, answer: plainText(prose) }, null, 2);
  if (format === 'markdown') return visible(markdown(note ?? prose));
  if (text !== undefined) return visible('explain' in json ? `${text}\n\n${plainText(prose)}` : text);
  return plainText(prose, (text, isStrong) => (isStrong && hasColour ? bold(visible(text)) : visible(text)));
}

const bold = (text: string): string => `\u001b[1m${text}\u001b[22m`;

function placeholderOf({ kind, isRepeated }: Parameter): string {
  if (kind === 'flag') return '';
  return kind === 'world date' ? ' <date>' : isRepeated ? ' <value...>' : ' <value>';
}

const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
