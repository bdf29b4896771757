/** How git is run: without a shell, in a folder of our own, and so that a repository's own settings make it run nothing. */
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';

/** An error that says why git can't answer, in words for the author. */
export const gitRefusal = (message: string): Error => Object.assign(new Error(message), { name: 'GitRefusal' });

/** The words of a refusal; null for any other error. */
export const refusalIn = (error: unknown): string | null =>
  error instanceof Error && error.name === 'GitRefusal' ? error.message : null;

/** What the configuration of a repository or its author could make git run, change or tell otherwise is turned off. */
const SAFE = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.pager=cat',
  'protocol.allow=never',
  // Notes that are named like the inside of a repository do not make a repository.
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
/** Variables that git sets for its hooks. The folder itself decides which repository it is in. */
const OF_A_CALLER = [
  ...['GIT_DIR', 'GIT_WORK_TREE', 'GIT_COMMON_DIR', 'GIT_PREFIX', 'GIT_INDEX_FILE', 'GIT_OBJECT_DIRECTORY'],
  ...['GIT_ALTERNATE_OBJECT_DIRECTORIES', 'GIT_SHALLOW_FILE', 'GIT_GRAFT_FILE', 'GIT_NAMESPACE', 'GIT_CONFIG'],
  // Git refuses these beside literal paths.
  ...['GIT_GLOB_PATHSPECS', 'GIT_NOGLOB_PATHSPECS', 'GIT_ICASE_PATHSPECS'],
];

interface GitResult {
  readonly status: number;
  readonly out: Buffer;
  readonly err: string;
}

interface Running {
  /** What it reads from its standard input. */
  readonly input?: string;
  readonly settings?: readonly string[];
  /** Beside, or against, what it finds on its own. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** How git is run as if in a folder. */
function callOf(folder: string, args: readonly string[], { settings = SAFE, env: more = {} }: Running) {
  const options = settings.flatMap((setting) => ['-c', setting]);
  const env: NodeJS.ProcessEnv = { ...process.env, ...QUIET };
  for (const name of OF_A_CALLER) delete env[name];
  // Windows looks for a program where it is started before it looks in PATH: that must not be among the notes.
  const cwd = path.dirname(process.execPath);
  const where = ['-C', path.resolve(folder)];
  return { args: [...where, ...options, ...args], running: { cwd, env: { ...env, ...more }, shell: false } };
}

/** Git that says nothing for so long waits for what never comes: a pipe among its files, a disk that is gone. In milliseconds. */
const PATIENCE = 300_000;

function start(folder: string, args: readonly string[], running: Running) {
  const call = callOf(folder, args, running);
  const child = spawn('git', call.args, call.running);
  const err: Buffer[] = [];
  let silence: NodeJS.Timeout | undefined;
  child.stderr.on('data', (part: Buffer) => {
    silence?.refresh();
    err.push(part);
  });
  // It may end before it has read everything: then its status says why.
  child.stdin.on('error', () => undefined);
  child.stdin.end(running.input ?? '');
  const ended = new Promise<Omit<GitResult, 'out'>>((resolve, reject) => {
    silence = setTimeout(() => {
      // What it has started may hold on to its output.
      child.stdout.destroy();
      child.kill('SIGKILL');
      reject(stopped(args));
    }, PATIENCE);
    child.on('error', (error) => {
      clearTimeout(silence);
      reject(notRun(error));
    });
    child.on('close', (code) => {
      clearTimeout(silence);
      resolve({ status: code ?? 1, err: Buffer.concat(err).toString('utf8').trim() });
    });
  });
  // The reader of its output learns first that it breaks off, and then why.
  ended.catch(() => undefined);
  return { child, ended, silence };
}

const stopped = ([command]: readonly string[]): Error =>
  gitRefusal(
    `git ${command} has said nothing for five minutes, and was stopped: see what it waits for, and ask again.`,
  );

function notRun(error: NodeJS.ErrnoException): Error {
  const missing = error.code === 'ENOENT' ? 'git is not installed here, or not found' : error.message;
  return gitRefusal(`${missing}: install git to ask about what was committed.`);
}

/** Runs git as if in a folder. */
export async function git(folder: string, args: readonly string[], running: Running = {}): Promise<GitResult> {
  const { child, ended, silence } = start(folder, args, running);
  const out: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => {
    silence?.refresh();
    out.push(part);
  });
  return { ...(await ended), out: Buffer.concat(out) };
}

export const NOT_HERE =
  'this clone is partial, and what was committed there is not in it: `git fetch --refetch --no-filter` brings it.';

function refuseUnlessDone(args: readonly string[], { status, err }: Omit<GitResult, 'out'>): void {
  if (status === 0) return;
  if (/lazy fetching|promisor|transport '[^']*' not allowed/.test(err)) throw gitRefusal(NOT_HERE);
  throw gitRefusal(`git ${args[0]} failed: ${err.split('\n')[0] ?? `status ${status}`}`);
}

/** Like `git`, where anything but success is a refusal. */
export async function gitOutput(folder: string, args: readonly string[], running?: Running): Promise<Buffer> {
  const { out, ...said } = await git(folder, args, running);
  refuseUnlessDone(args, said);
  return out;
}

/** Like `gitOutput`, part by part as git says it. */
export async function* gitOutputStream(
  folder: string,
  args: readonly string[],
  running: Running,
): AsyncGenerator<Buffer> {
  const { child, ended, silence } = start(folder, args, running);
  try {
    for await (const part of child.stdout) {
      // From now on git may wait for the reader of its output.
      clearTimeout(silence);
      yield part as Buffer;
    }
  } catch (error) {
    // Where it could not be run, that is what to tell.
    await ended;
    throw error;
  }
  refuseUnlessDone(args, await ended);
}

/** Like `gitOutput`, for those who can't wait for others meanwhile: it is to be little. */
export function gitOutputSync(folder: string, args: readonly string[], running: Running): Buffer {
  const call = callOf(folder, args, running);
  const { status, stdout, stderr, error } = spawnSync('git', call.args, {
    ...call.running,
    input: running.input,
    maxBuffer: Infinity,
    timeout: PATIENCE,
    killSignal: 'SIGKILL',
  });
  if (error) throw (error as NodeJS.ErrnoException).code === 'ETIMEDOUT' ? stopped(args) : notRun(error);
  refuseUnlessDone(args, { status: status ?? 1, err: stderr.toString('utf8').trim() });
  return stdout;
}

/** What git said, without the end of its last line. */
export const line = (out: Buffer): string => out.toString('utf8').replace(/\r?\n$/, '');
