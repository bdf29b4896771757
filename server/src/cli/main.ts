/** The command line: reads the call, asks the core, prints the answer. Returns the exit status (contract.md). */
import type { Assistant } from '../core/tools/assistant';
import { HELD, isAuthor, readUntil, refusal } from '../core/tools/asked/forKnower';
import { openFolder } from '../workspace/openFolder';
import { isoDay } from '../core/codex/canonTime';
import { CANNOT_ANSWER, openDatedCodex, reportMissingCodex } from './ask';
import { assistantOf } from './assistantOf';
import { type Common, rootOf, existingFolder, withCommon, addQuestion } from './questionCommands';
import {
  type Output,
  printRefusal,
  type EvalFormat,
  type ReportFormat,
  refuseCall,
  refuseError,
  refuseFailure,
} from './print';
import { rulePages } from './checkFormats';
import path from 'node:path';
import { Argument, Command, Option, CommanderError } from 'commander';
import type { ComparisonRequest } from '../workspace/comparedStates';
import type { Called } from '../workspace/hooks';
import { openCommits } from '../workspace/commits';
import { runCheck } from './checkCommand';
import { type DeclareCall, runDeclare } from './declareCommand';
import { type ErrataCall, runErrata } from './errataCommand';
import type { ExportCall } from './exportCommand';
import { runHook, RESULTS, runHookTell } from './hookCommand';
import type { ImportCall } from './importCommand';
import { type InitCall, runInit } from './initCommand';
import { type RewriteCall, runRewrite } from './rewriteCommand';
import type { ShareCall } from './shareCommand';
import { runSchema } from './schemaCommand';
import { QUESTIONS } from '../core/tools/asked/questionList';
import { onOneLine, visible } from '../core/text/words';
import { finishWriting } from '../workspace/writeFiles';

/** `retcon mcp`: the server for assistants; it can be held to what somebody knows. */
interface McpCall extends Common {
  readonly for?: string;
  readonly knownAt?: string;
  /** The port; true: the usual one. */
  readonly http?: string | true;
  readonly host?: string;
  readonly schemas?: true;
}

/** The port of the server for assistants where none is given. */
const USUAL_PORT = 7382;

/** A token that somebody guesses is none. */
const SHORTEST_TOKEN = 16;

const LOOPBACK = '127.0.0.1';

/** Serves until standard input ends. What is wrong with the call is said to the author, before anybody can ask. */
async function runMcp(call: McpCall, output: Output, { mcp, version, called }: Started): Promise<number> {
  const root = rootOf(call);
  const { for: knower, knownAt = '' } = call;
  const isHeld = knower !== undefined && !isAuthor(knower);
  if (isHeld) {
    const { canon } = openFolder(root, () => undefined);
    const until = readUntil(canon, knownAt === '' ? {} : { known_at: knownAt });
    const failure = refusal(canon, knower) ?? (until.ok ? null : until.failure);
    if (failure) {
      printRefusal(output, call.format, failure);
      return CANNOT_ANSWER[failure.code];
    }
  }
  const held = isHeld ? { for: knower, [HELD]: knownAt } : {};
  const assistant = assistantOf(
    {
      version,
      root,
      rulePage: rulePages(called),
      knower: isHeld ? knower : null,
      held,
      hasSchemas: call.schemas === true,
    },
    output,
  );
  if (call.http !== undefined) return serveOverHttp(call, assistant, output, mcp);
  if (call.host !== undefined) {
    const message = '--host is for --http: add that, or leave it out.';
    return printRefusal(output, call.format, { code: 'usage', message, given: call.host });
  }
  await mcp.stdio(assistant);
  return 0;
}

async function serveOverHttp(
  { http, host = LOOPBACK, format }: McpCall,
  assistant: Assistant,
  output: Output,
  { http: serve }: Started['mcp'],
): Promise<number> {
  const refused = (message: string, given: string): number =>
    printRefusal(output, format, { code: 'usage', message, given });
  const written = http === true ? String(USUAL_PORT) : (http ?? '');
  const port = /^\d{1,5}$/.test(written) ? Number(written) : Number.NaN;
  if (!(port <= 65_535))
    return refused(`"${written}" is not a port: write a number up to 65535, or 0 for one that is free.`, written);
  const given = process.env.RETCON_MCP_TOKEN ?? '';
  if (given !== '' && given.length < SHORTEST_TOKEN)
    return refused(
      `RETCON_MCP_TOKEN is shorter than ${SHORTEST_TOKEN} characters: make it longer, or leave it out to have one made.`,
      '',
    );
  try {
    const { url, token } = await serve(assistant, { port, host, token: given === '' ? null : given });
    output.err(`retcon: assistants are served at ${url}\n`);
    if (given === '') output.err(`retcon: they ask with the header "Authorization: Bearer ${token}"\n`);
    if (!isLoopback(host))
      output.err(
        'retcon: anyone who reaches this machine can try it, and nothing is encrypted: put a proxy with TLS in front of it.\n',
      );
    return 0;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'EADDRINUSE' ? 'something else listens there already: name another port' : message;
    return refused(`${host} port ${port} can't be listened on: ${why}.`, String(port));
  }
}

const isLoopback = (host: string): boolean => /^(?:127\.\d+\.\d+\.\d+|::1|localhost)$/.test(host);

/** What the command line starts that runs on by itself. */
export interface Started {
  readonly version: string;
  /** How this command line is called. */
  readonly called: Called;
  /** @param root absolute; what is served where the editor opens no folder */
  readonly lsp: (root?: string) => void | Promise<void>;
  readonly mcp: {
    /** Serves until standard input ends. */
    readonly stdio: (assistant: Assistant) => void | Promise<void>;
    /** Serves until the process is ended; resolves when it listens, with where that is and the token to ask with. */
    readonly http: (assistant: Assistant, call: HttpCall) => Promise<{ readonly url: string; readonly token: string }>;
  };
}

/** Where an assistant is served over HTTP. */
interface HttpCall {
  readonly port: number;
  readonly host: string;
  readonly token: string | null;
}

/** A call as a command sees it. */
interface Calling {
  readonly program: Command;
  readonly output: Output;
  readonly started: Started;
  /** Says with which status the process ends. */
  readonly end: (status: number) => void;
}

const HOOKS = {
  install: 'adds a check of what is staged to the start of the pre-commit hook, and similar checks to other hooks',
  uninstall: 'removes it again',
} as const;

function addCommands(calling: Calling): void {
  for (const add of [
    addCheck,
    addRewrite,
    addDeclare,
    addInitAndExport,
    addImport,
    addShare,
    addEval,
    addHook,
    addSchema,
    addServers,
  ])
    add(calling);
}

/** Finding what is wrong. */
function addCheck({ program, output, started, end }: Calling): void {
  withCommon(
    program.command('check').description('every problem of the codex; exit status 1 where there is an error'),
    ['text', 'json', 'sarif', 'github', 'gitlab', 'junit'],
  )
    .argument('[paths...]', 'only these files and folders')
    .addOption(
      new Option('--staged', 'what git would commit, and what of it silently changes established facts').conflicts(
        'since',
      ),
    )
    .option('--fix', 'correct what is only a slip, in the files, and say what')
    .option('--since <commit>', 'what has silently changed since a commit, tag or branch')
    .option('--all', 'with one of these, more than the twenty worst, in text')
    .action(
      async (
        paths: string[],
        { format, ...options }: Omit<Common, 'format'> & ComparisonRequest & { fix?: true; format: ReportFormat },
      ) => {
        end(await runCheck(rootOf(options), paths, options, format, output, { ...started, today: isoDay(Date.now()) }));
      },
    );
}

/** Changing a value everywhere. */
function addRewrite({ program, output, end }: Calling): void {
  withCommon(
    program
      .command('rewrite')
      .description('changes one value wherever it is stated, by retcons that say so; shows them first'),
  )
    .argument('<old>', 'the value as it is written, or the id, the title or an alias of the entry that it refers to')
    .argument('<new>', 'the new value; [[brackets]] make it a link')
    .option('--attribute <value>', 'only where it is the value of this attribute')
    .option('--entity <value>', 'only what is stated about this entity')
    .option('--effective <date>', 'the date in the world from which it holds')
    .addOption(new Option('--correction', 'it was always that way (default)').conflicts('effective'))
    .option(
      '--canon <value>',
      'when it was decided: a revision or an ISO date (default: the revision still open, else the last)',
    )
    .option('--reason <value>', 'why, for later readers')
    .addOption(
      new Option(
        '--as <way>',
        'page: one new page says the new value; value: every page that says the old one changes, and remembers it',
      )
        .choices(['page', 'value'])
        .default('page'),
    )
    .option('--dry-run', 'show what would be written, and write nothing')
    .addOption(new Option('--yes', 'write without asking').conflicts('dryRun'))
    .action(async (old: string, value: string, { format, ...options }: Common & Omit<RewriteCall, 'old' | 'value'>) => {
      end(await runRewrite(rootOf(options), { ...options, old, value }, format, output, isoDay(Date.now())));
    });
}

/** Declaring what was changed silently, and letting slips of the pen through. */
function addDeclare({ program, output, end }: Calling): void {
  withCommon(
    program
      .command('declare')
      .description('makes retcons of silent changes since the established point; shows them first'),
  )
    .argument('[paths...]', 'only what was changed in these files and folders')
    .option('--since <commit>', 'what has changed since a commit, tag or branch (default: the established point)')
    .option('--reason <value>', 'why, for later readers')
    .option('--dry-run', 'show what would be written, and write nothing')
    .addOption(new Option('--yes', 'write without asking').conflicts('dryRun'))
    .action(async (paths: string[], { format, ...options }: Common & DeclareCall) => {
      end(await runDeclare(rootOf(options), paths, options, format, output, isoDay(Date.now())));
    });
  withCommon(
    program
      .command('errata')
      .description('lists what errata.yaml lets through as slips of the pen, or adds a line to it'),
  )
    .argument('[entity]', 'whose fact was published with a spelling error')
    .argument('[attribute]', 'which fact')
    .option('--reason <value>', 'why, for later readers')
    .option('--since <commit>', 'what has changed since a commit, tag or branch (default: the established point)')
    .action(async (entity: string | undefined, attribute: string | undefined, options: Common & ErrataCall) => {
      const { format, ...call } = options;
      end(await runErrata(rootOf(options), { ...call, entity, attribute }, format, output));
    });
}

/** Beginning a codex, and taking it elsewhere. */
function addInitAndExport({ program, output, end }: Calling): void {
  withCommon(
    program.command('init').description('looks at the notes that are there and writes a codex.yaml that fits them'),
  )
    .option('--calendar <file>', 'a file exported by Fantasy-Calendar or Calendarium')
    .option('--facts', 'count every property that may be a fact, without asking')
    .action(async ({ format, ...call }: Common & InitCall) => {
      end(await runInit(path.resolve(call.root ?? '.'), call, format, output));
    });
  withCommon(program.command('export').description('writes the codex as an ordinary SQLite database, or as a graph'))
    .argument(
      '<file>',
      'the file to write: .sqlite, .jsonl or .graphml; an earlier export is replaced, any other file is not',
    )
    .option('--for <name>', 'only what a character or a circle holds')
    .option(
      '--known-at <date>',
      'only what they have learned by this date (default: the present, else all that they ever learn)',
    )
    .action(async (file: string, { format, for: knower, knownAt, ...options }: Common & Omit<ExportCall, 'file'>) => {
      const root = rootOf(options);
      const host = await openDatedCodex(root, openCommits(root), output);
      await reportMissingCodex(root, host, output);
      const { runExport } = await import('./exportCommand');
      end(await runExport(host.canon, { file, for: knower, knownAt }, format, output));
    });
}

/** Bringing another tool's world. */
function addImport({ program, output, end }: Calling): void {
  withCommon(
    program
      .command('import')
      .description("another tool's world, as pages and a codex.yaml in a folder of its own; first shows what is lost"),
  )
    .argument('<file>', 'the file that the other tool exported')
    .option('--from <tool>', 'the tool that made it, where the file does not show it')
    .option('--into <dir>', 'the folder to write (default: one named after the file)')
    .option(
      '--facts <column...>',
      'of a table: the columns that become facts (default: all without a meaning of their own)',
    )
    .option('--hidden', 'all of it for you alone: `known_by: nobody`')
    .option('--no-hidden', 'no longer for you alone, where the last import was')
    .option('--dry-run', 'show what would be written, and write nothing')
    .addOption(new Option('--yes', 'write without asking').conflicts('dryRun'))
    .action(async (file: string, { format, ...call }: Common & ImportCall) => {
      end(await (await import('./importCommand')).runImport(file, call, format, output));
    });
}

/** Giving the codex to its readers. */
function addShare({ program, output, end }: Calling): void {
  withCommon(
    program
      .command('share')
      .description(
        'writes an edition: a copy of the codex that holds only what somebody may know; first shows what is newly visible',
      ),
  )
    .argument('<dir>', 'the folder to write; other files in it are left alone')
    .requiredOption('--for <name>', 'who reads it: a character, a circle, or everyone')
    .option(
      '--at <date>',
      'what they have learned by this date (default: the present; without one, all that they ever learn)',
    )
    .option('--as-of <value>', 'the codex as of this canon point (default: the last revision that is not open)')
    .option('--html', 'as one page that can be searched, with its pictures')
    .addOption(new Option('--site', 'as pages that Hugo, MkDocs and Jekyll build as they are').conflicts('html'))
    .addOption(new Option('--foundry', 'as a module of journals for Foundry').conflicts(['html', 'site']))
    .option('--gm', 'with --foundry: the rest of the codex too, in pages that only the game master sees')
    .addOption(
      new Option('--check', 'write nothing; exit status 1 where the folder is not what would be written now').conflicts(
        ['yes', 'dryRun'],
      ),
    )
    .option('--all', 'also share notes that are not marked `publish: true` or the like, where others are')
    .option('--list', 'show all that is newly visible and all that is left out, not only the first of each')
    .option('--replace', 'write over an edition that was made for somebody else')
    .option('--dry-run', 'show what would be written, and write nothing')
    .addOption(new Option('--yes', 'write without asking').conflicts('dryRun'))
    .action(async (dir: string, { format, ...options }: Common & ShareCall) => {
      end(await (await import('./shareCommand')).runShare(rootOf(options), dir, options, format, output));
    });
}

/** What scripts and other editors need to know of what is written and printed here. */
function addSchema({ program, output, end }: Calling): void {
  withCommon(
    program.command('schema').description('the JSON Schema of codex.yaml, of frontmatter, or of what a command prints'),
  )
    .argument('[name]', 'which one; if left out, all names are listed')
    .action((name: string | undefined, { format }: Common) => end(runSchema(name, format, output)));
}

/** Scoring what the codex answers, and what was written from it. */
function addEval({ program, output, end }: Calling): void {
  withCommon(
    program
      .command('eval')
      .description('scores question sets, briefs and claims against thresholds; exit status 1 where one is missed'),
    ['text', 'json', 'junit'],
  )
    .argument('[files...]', 'question sets, or files of claims (default: evals/**/*.yaml)')
    .action(async (files: string[], { format, ...options }: Omit<Common, 'format'> & { format: EvalFormat }) => {
      end(await (await import('./evalCommand')).runEval(rootOf(options), files, format, output));
    });
}

/** The commands that git runs. */
function addHook({ program, output, started, end }: Calling): void {
  const hook = program.command('hook').description('has git check before each commit, or stop doing so');
  for (const does of ['install', 'uninstall'] as const)
    withCommon(hook.command(does).description(HOOKS[does])).action(async (options: Common) => {
      end(await runHook(does, rootOf(options), options.root !== undefined, started.called, options.format, output));
    });
  hook
    .command('tell')
    .description('says in a line what git did without asking anybody; for hooks')
    .addArgument(new Argument('<what>', 'what git has done').choices(Object.keys(RESULTS)))
    .option('--root <dir>', 'the folder of the codex', existingFolder)
    .action(async (what: keyof typeof RESULTS, options: Pick<Common, 'root'>) => {
      end(await runHookTell(what, rootOf(options), output));
    });
}

/** What goes on after the call: servers. */
function addServers({ program, output, started, end }: Calling): void {
  withCommon(program.command('lsp').description('the language server, for any editor'))
    .requiredOption('--stdio', 'speak over standard input and output')
    .action(({ root }: Common) => started.lsp(root === undefined ? undefined : path.resolve(root)));
  withCommon(
    program.command('mcp').description('the server for assistants (MCP), over standard input and output, or HTTP'),
  )
    .option('--for <name>', 'limits all answers to what a character or a circle knows')
    .option('--known-at <date>', 'and to what they have learned by this date (default: the present)')
    .option('--http [port]', `over HTTP, on this machine alone (default: port ${USUAL_PORT})`)
    .option('--schemas', 'also gives each tool the schema of its answer, which is long')
    .option('--host <address>', 'with --http, the address to listen on instead of this machine alone')
    .action(async (options: McpCall) => end(await runMcp(options, output, started)));
}

/** Whether the first word is the name of no command: its `--help` is refused, as the command is. */
const isUnknownCommand = ({ commands }: Command, word = '-'): boolean =>
  !word.startsWith('-') &&
  word !== 'help' &&
  !commands.some((one) => one.name() === word || one.aliases().includes(word));

const isNoHelp = (word: string): boolean => word !== '--help' && word !== '-h';

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
    .description('Keeps the canon of a world: a retcon never deletes a fact, and you can always ask what was true.')
    .version(started.version)
    .exitOverride()
    .configureOutput({ writeOut: output.out, writeErr: () => undefined })
    .showSuggestionAfterError(true);
  program.hook('preAction', (_program, command) => {
    for (const words of finishWriting(rootOf(command.opts()))) output.err(`retcon: ${onOneLine(words)}\n`);
  });
  for (const question of QUESTIONS) addQuestion(program, question, output, (code) => (status = code));
  const end = (code: number): void => void (status = code);
  addCommands({ program, output, started, end });
  try {
    await program.parseAsync(isUnknownCommand(program, args[0]) ? args.filter(isNoHelp) : args, { from: 'user' });
  } catch (error) {
    return error instanceof CommanderError
      ? refuseCall(program, error, args, output)
      : refuseError(error, args, output);
  }
  return status;
}
