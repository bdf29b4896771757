/** The command line: reads the call, asks the core, prints the answer. Returns the exit status (contract.md). */
import path from 'node:path';
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { Ask } from '../core/tools';
import { markdown, plainText } from '../core/tools/richText';
import type { AskResult } from '../core/tools/question';
import { type ListedQuestion, type Parameter, QUESTIONS } from '../core/tools/questionList';
import type { ComparisonRequest } from '../workspace/comparedStates';
import type { Called } from '../workspace/hookBlocks';
import { openCommits } from '../workspace/commits';
import { findRoot, isFolder } from '../workspace/folder';
import { askQuestion, CANNOT_ANSWER } from './ask';
import { runCheck } from './checkCommand';
import { type DeclareCall, runDeclare } from './declareCommand';
import { type ErrataCall, runErrata } from './errataCommand';
import { runHook } from './hookCommand';
import { RESULTS, runHookTell } from './hookTell';
import { type InitCall, runInit } from './initCommand';
import { openDatedCodex, reportMissingCodex } from './openCodex';
import { type AnswerFormat, type Format, type Output, printRefusal, type ReportFormat, visible } from './print';
import { type RewriteCall, runRewrite } from './rewriteCommand';
import { refuseCall, refuseFailure } from './refuse';

interface Common {
  readonly root?: string;
  readonly format: Format;
}

/** What is started by the command line but is no answer of its own. */
export interface Started {
  readonly version: string;
  /** How this command line is called. */
  readonly called: Called;
  /** @param root absolute; what is served where the editor opens no folder */
  readonly lsp: (root?: string) => void | Promise<void>;
  readonly mcp: (ask: Ask) => void | Promise<void>;
}

const HOOKS = {
  install: 'puts a check of what is staged at the beginning of the pre-commit hook, and its like into others',
  uninstall: 'takes it away again',
} as const;

/** @param args the words after `retcon` */
export async function main(args: readonly string[], started: Started): Promise<number> {
  const output: Output = {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(visible(text)),
    hasColour: process.stdout.isTTY && !process.env.NO_COLOR,
  };
  let status = 0;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader of our output may stop early: `retcon log | head`.
    process.exit(error.code === 'EPIPE' ? status : refuseFailure(error, [], output));
  });
  const program = new Command('retcon')
    .description('Keeps the canon of a world: a retcon never deletes a fact, and what was true stays answerable.')
    .version(started.version)
    .exitOverride()
    .configureOutput({ writeOut: output.out, writeErr: () => undefined })
    .showSuggestionAfterError(true);
  for (const question of QUESTIONS) addQuestion(program, question, output, (code) => (status = code));
  common(program.command('check').description('every problem of the codex; exit status 1 where there is an error'), [
    'text',
    'json',
    'sarif',
    'github',
  ])
    .argument('[paths...]', 'only these files and folders')
    .addOption(
      new Option('--staged', 'what git would commit, and what it changes silently of what was told').conflicts('since'),
    )
    .option('--fix', 'put right what only is a slip, in the files, and say what')
    .option('--since <commit>', 'what has silently changed since a commit, tag or branch')
    .option('--all', 'with one of these, more than the twenty worst, in text')
    .action(
      async (
        paths: string[],
        { format, ...options }: Omit<Common, 'format'> & ComparisonRequest & { fix?: true; format: ReportFormat },
      ) => {
        status = await runCheck(rootOf(options), paths, options, format, output, started);
      },
    );
  common(
    program
      .command('rewrite')
      .description('changes one value wherever it is stated, by retcons that say so; shows them first'),
  )
    .argument('<old>', 'the value as it is written, or the id, the title or an alias of the entry that it refers to')
    .argument('<new>', 'the value in its place; [[brackets]] make it a link')
    .option('--attribute <value>', 'only where it is the value of this attribute')
    .option('--entity <value>', 'only what is stated of this entity')
    .option('--effective <date>', 'from when in the world it is so')
    .addOption(new Option('--correction', 'it was always so (default)').conflicts('effective'))
    .option(
      '--canon <value>',
      'when it was decided: a revision or an ISO date (default: the revision still open, else the last)',
    )
    .option('--reason <value>', 'why, for whoever asks later')
    .option('--dry-run', 'show what would be written, and write nothing')
    .addOption(new Option('--yes', 'write without asking').conflicts('dryRun'))
    .action(async (old: string, value: string, { format, ...options }: Common & Omit<RewriteCall, 'old' | 'value'>) => {
      status = await runRewrite(
        rootOf(options),
        { ...options, old, value },
        format,
        output,
        new Date().toISOString().slice(0, 10),
      );
    });
  common(
    program
      .command('declare')
      .description('makes retcons of what has been changed silently since it was told; shows them first'),
  )
    .argument('[paths...]', 'only what was changed in these files and folders')
    .option('--since <commit>', 'what has changed since a commit, tag or branch (default: since it was told)')
    .option('--reason <value>', 'why, for whoever asks later')
    .option('--dry-run', 'show what would be written, and write nothing')
    .addOption(new Option('--yes', 'write without asking').conflicts('dryRun'))
    .action(async (paths: string[], { format, ...options }: Common & DeclareCall) => {
      status = await runDeclare(rootOf(options), paths, options, format, output, new Date().toISOString().slice(0, 10));
    });
  common(
    program.command('errata').description('what errata.yaml lets through as slips of the pen; or one more such line'),
  )
    .argument('[entity]', 'whose fact was misspelt when it was told')
    .argument('[attribute]', 'which fact')
    .option('--reason <value>', 'why, for whoever asks later')
    .option('--since <commit>', 'what has changed since a commit, tag or branch (default: since it was told)')
    .action(async (entity: string | undefined, attribute: string | undefined, options: Common & ErrataCall) => {
      const { format, ...call } = options;
      status = await runErrata(rootOf(options), { ...call, entity, attribute }, format, output);
    });
  common(
    program.command('init').description('looks at the notes that are there and writes a codex.yaml that fits them'),
  )
    .option('--facts', 'count every key that may hold facts about what a note describes, without asking')
    .action(async ({ format, ...call }: Common & InitCall) => {
      status = await runInit(path.resolve(call.root ?? '.'), call, format, output);
    });
  common(program.command('export').description('writes the codex as an ordinary SQLite database'))
    .argument('<file.sqlite>', 'where to; an export that is there is replaced, any other file is not')
    .action(async (file: string, { format, ...options }: Common) => {
      const root = rootOf(options);
      const host = await openDatedCodex(root, openCommits(root), output);
      reportMissingCodex(root, host, output);
      status = await (await import('./exportCommand')).runExport(host.canon, file, format, output);
    });
  const hook = program.command('hook').description('has git ask before each commit, or no longer');
  for (const does of ['install', 'uninstall'] as const)
    common(hook.command(does).description(HOOKS[does])).action(async (options: Common) => {
      status = await runHook(does, rootOf(options), options.root !== undefined, started.called, options.format, output);
    });
  hook
    .command('tell')
    .description('says in a line what git has made that nobody was asked about; for hooks')
    .addArgument(new Argument('<what>', 'what git has done').choices(Object.keys(RESULTS)))
    .option('--root <dir>', 'the folder of the codex', existingFolder)
    .action(async (what: keyof typeof RESULTS, options: Pick<Common, 'root'>) => {
      status = await runHookTell(what, rootOf(options), output);
    });
  common(program.command('lsp').description('the language server, for any editor'))
    .requiredOption('--stdio', 'speak over standard input and output')
    .action(({ root }: Common) => started.lsp(root === undefined ? undefined : path.resolve(root)));
  common(program.command('mcp').description('the server for assistants (MCP), over standard input and output')).action(
    (options: Common) =>
      started.mcp((question, given, notify) =>
        askQuestion(rootOf(options), question, given, { ...output, err: (words) => notify(visible(words)) }),
      ),
  );
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    return error instanceof CommanderError
      ? refuseCall(program, error, args, output)
      : refuseFailure(error, args, output);
  }
  return status;
}

/** The options that every command takes. */
function common(command: Command, formats: readonly (ReportFormat | AnswerFormat)[] = ['text', 'json']): Command {
  return command
    .option(
      '--root <dir>',
      'the folder of the codex (default: the nearest one above with a codex.yaml, else this one)',
      existingFolder,
    )
    .addOption(new Option('--format <format>', 'how to print').choices([...formats]).default('text'));
}

function existingFolder(given: string): string {
  if (given === '' || !isFolder(given)) throw new InvalidArgumentError('Give a folder that is there.');
  return given;
}

const rootOf = ({ root }: Pick<Common, 'root'>): string =>
  root === undefined ? (findRoot('.') ?? path.resolve('.')) : path.resolve(root);

const dashed = (name: string): string => name.replaceAll('_', '-');

function addQuestion(
  program: Command,
  question: ListedQuestion,
  output: Output,
  setStatus: (status: number) => void,
): void {
  const formats: AnswerFormat[] = ['text', 'json', ...(question.isPublished ? ['markdown' as const] : [])];
  const command = common(program.command(dashed(question.name)).description(question.description), formats);
  const positional = question.parameters.filter(({ isPositional }) => isPositional);
  for (const { name, description, isRequired } of positional)
    command.argument(isRequired ? `<${dashed(name)}>` : `[${dashed(name)}]`, description);
  for (const parameter of question.parameters.filter((one) => !positional.includes(one)))
    command.option(`--${dashed(parameter.name)}${placeholderOf(parameter)}`, parameter.description);
  command.action(async (...given: (string | undefined)[]) => {
    const options = command.opts<
      Omit<Common, 'format'> & Record<string, string | undefined> & { readonly format: AnswerFormat }
    >();
    const asked = Object.fromEntries(
      question.parameters.map((parameter) => [
        parameter.name,
        parameter.isPositional ? given[positional.indexOf(parameter)] : options[camel(parameter.name)],
      ]),
    );
    const answered = await askQuestion(rootOf(options), question, asked, output);
    if (!answered.ok) {
      printRefusal(output, options.format, answered.failure);
      setStatus(CANNOT_ANSWER[answered.failure.code]);
      return;
    }
    output.out(`${printed(answered, options.format, output.hasColour)}\n`);
  });
}

function printed(
  { json, prose, note }: Extract<AskResult, { ok: true }>,
  format: AnswerFormat,
  hasColour: boolean,
): string {
  if (format === 'json') return JSON.stringify({ ...json, answer: plainText(prose) }, null, 2);
  if (format === 'markdown') return visible(markdown(note ?? prose));
  return plainText(prose, (text, isStrong) => (isStrong && hasColour ? bold(visible(text)) : visible(text)));
}

const bold = (text: string): string => `\u001b[1m${text}\u001b[22m`;

const placeholderOf = ({ kind }: Parameter): string =>
  kind === 'flag' ? '' : kind === 'world date' ? ' <date>' : ' <value>';

const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
