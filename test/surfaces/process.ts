/** The built command line as tests call it. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';

export const PROJECT = path.resolve(__dirname, '../..');
export const EXAMPLE = path.join(PROJECT, 'examples/house-vyr');

export const CLI = path.join(PROJECT, 'dist/cli.js');

const NOT_BUILT = 'dist is not there: npm run build makes it';
/** Milliseconds after which a call is given up. */
const LONGEST = 120_000;

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Surroundings {
  readonly cwd?: string;
  /** Beside those of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Calls the built program in a process that has loaded it, and waits for the answer. @param cwd absolute; the project's folder where left out */
export function retcon(args: readonly string[], { cwd = PROJECT, env = {} }: Surroundings = {}): Ended {
  server ??= startServer();
  const { thread, port, done } = server;
  Atomics.store(done, 0, 0);
  thread.postMessage({ args, cwd, env: { ...process.env, ...env } });
  Atomics.wait(done, 0, 0, LONGEST);
  const answer: (Ended & { readonly ended?: string | number }) | undefined = receiveMessageOnPort(port)?.message;
  if (answer === undefined || answer.ended !== undefined) {
    server = null;
    void thread.terminate();
    throw new Error(`retcon ${args.join(' ')}: ${answer ? `its process ended with ${answer.ended}` : 'no answer'}`);
  }
  return answer;
}

/** Runs the real binary in a process of its own, and waits: for tests of the process, since it takes five times as long. */
export function retconProcess(args: readonly string[], { cwd = PROJECT, env = {} }: Surroundings = {}): Ended {
  if (!existsSync(CLI)) throw new Error(NOT_BUILT);
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: LONGEST,
  });
  return { status, stdout, stderr };
}

interface Server {
  readonly thread: Worker;
  readonly port: MessagePort;
  /** 1 when an answer has come. */
  readonly done: Int32Array;
}

let server: Server | null = null;

function startServer(): Server {
  const program = path.join(path.dirname(CLI), 'program.js');
  if (!existsSync(program)) throw new Error(NOT_BUILT);
  const { port1, port2 } = new MessageChannel();
  const done = new Int32Array(new SharedArrayBuffer(4));
  const thread = new Worker(path.join(__dirname, 'callServer.mjs'), {
    workerData: { program, port: port2, done },
    transferList: [port2],
  });
  thread.unref();
  port1.unref();
  return { thread, port: port1, done };
}

/** JSON whose shape is what a test is about. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;

/** What `--format json` prints, with its status. */
export function retconJson(args: readonly string[], surroundings: Surroundings = {}) {
  const { status, stdout, stderr } = retcon([...args, '--format', 'json'], surroundings);
  const json: Json = JSON.parse(stdout);
  return { status, stderr, json };
}

const made: string[] = [];

/** A folder with some files, until `removeFolders`. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'retcon-cli-'));
  made.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

export function removeFolders(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** The words of a command as a shell parts them: quotes keep words together. */
export const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
