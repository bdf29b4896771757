/** How git is run: without a shell, in a folder of our own, and so that a repository's own settings make it run nothing. */
import { spawn } from 'node:child_process';
import path from 'node:path';

/** An error that says why git can't answer, in words for the author. */
export const refusal = (message: string): Error => Object.assign(new Error(message), { name: 'GitRefusal' });

/** The words of a refusal; null for any other error. */
export const refusalIn = (error: unknown): string | null =>
  error instanceof Error && error.name === 'GitRefusal' ? error.message : null;

/** What the configuration of a repository or its author could make git run, change or tell otherwise is turned off. */
const SAFE = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.pager=cat',
  'protocol.allow=never',
  // Notes that are named like the inside of a repository are no repository with settings of its own.
  'safe.bareRepository=explicit',
  // However the author likes to see a merge. (An older git has no option that says it, and needs none.)
  'log.diffMerges=first-parent',
];
const QUIET = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  // The list of what may be fetched by: a repository can allow `ext`, which runs a command, but can't change this one. An
  // empty value would get lost on Windows.
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_TERMINAL_PROMPT: '0',
  // A folder may be called `:(top)x`.
  GIT_LITERAL_PATHSPECS: '1',
  LC_ALL: 'C',
};
/** What git tells its hooks of the repository that they run for: which one a folder is in, that folder tells. */
const OF_A_CALLER = [
  ...['GIT_DIR', 'GIT_WORK_TREE', 'GIT_COMMON_DIR', 'GIT_PREFIX', 'GIT_INDEX_FILE', 'GIT_OBJECT_DIRECTORY'],
  ...['GIT_ALTERNATE_OBJECT_DIRECTORIES', 'GIT_SHALLOW_FILE', 'GIT_GRAFT_FILE', 'GIT_NAMESPACE', 'GIT_CONFIG'],
  // Git refuses these beside literal paths.
  ...['GIT_GLOB_PATHSPECS', 'GIT_NOGLOB_PATHSPECS', 'GIT_ICASE_PATHSPECS'],
];

export interface Said {
  readonly status: number;
  readonly out: Buffer;
  readonly err: string;
}

interface Running {
  /** What it reads from its standard input. */
  readonly input?: string;
  readonly settings?: readonly string[];
  /** Beside, or against, what it finds by itself. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Runs git as if in a folder. */
export async function git(
  folder: string,
  args: readonly string[],
  { input = '', settings = SAFE, env: more = {} }: Running = {},
): Promise<Said> {
  const options = settings.flatMap((setting) => ['-c', setting]);
  const env: NodeJS.ProcessEnv = { ...process.env, ...QUIET };
  for (const name of OF_A_CALLER) delete env[name];
  // Windows looks for a program where it is started before it looks in PATH: that must not be among the notes.
  const cwd = path.dirname(process.execPath);
  const where = ['-C', path.resolve(folder)];
  const child = spawn('git', [...where, ...options, ...args], { cwd, env: { ...env, ...more }, shell: false });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => out.push(part));
  child.stderr.on('data', (part: Buffer) => err.push(part));
  // It may end before it has read all: then its status tells why.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const status = await new Promise<number>((resolve, reject) => {
    child.on('error', (error: NodeJS.ErrnoException) => {
      const missing = error.code === 'ENOENT' ? 'git is not installed here, or not found' : error.message;
      reject(refusal(`${missing}: install git to ask about what was committed.`));
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
  return { status, out: Buffer.concat(out), err: Buffer.concat(err).toString('utf8').trim() };
}

export const NOT_HERE =
  'this clone is partial, and what was committed there is not in it: `git fetch --refetch --no-filter` brings them.';

/** Like `git`, where anything but success is a refusal. */
export async function told(folder: string, args: readonly string[], running?: Running): Promise<Buffer> {
  const { status, out, err } = await git(folder, args, running);
  if (status !== 0 && /lazy fetching|promisor|transport '[^']*' not allowed/.test(err)) throw refusal(NOT_HERE);
  if (status !== 0) throw refusal(`git ${args[0]} failed: ${err.split('\n')[0] ?? `status ${status}`}`);
  return out;
}

/** What git said, without the end of its last line. */
export const line = (out: Buffer): string => out.toString('utf8').replace(/\r?\n$/, '');
