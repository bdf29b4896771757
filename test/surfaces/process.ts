/** The built command line, for tests: in a process that stays, or in one of its own. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';

export const PROJECT = path.resolve(__dirname, '../..');
export const EXAMPLE = path.join(PROJECT, 'examples/house-vyr');

export const CLI = path.join(PROJECT, 'dist/cli.js');

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

function requireBuild(): void {
  if (!existsSync(CLI)) throw new Error('dist/cli.js is not there: npm run build makes it');
}

/** Calls `retcon` in a process of its own, for what is about the process itself. @param cwd absolute; the project's folder where left out */
export function retconProcess(args: readonly string[], { cwd = PROJECT, env = {} }: Surroundings = {}): Ended {
  requireBuild();
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: 120_000,
  });
  return { status, stdout, stderr };
}

/** A process that stays while a test file runs, and answers one call after the other. */
interface Resident {
  readonly port: MessagePort;
  /** 1 when an answer has come. */
  readonly flag: Int32Array;
}

let resident: Resident | null = null;

function startResident(): Resident {
  requireBuild();
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(path.join(__dirname, 'residentRetcon.mjs'), {
    workerData: { flag, port: port2 },
    transferList: [port2],
  });
  worker.unref();
  port1.unref();
  return { port: port1, flag };
}

/**
 * Calls `retcon` in a process that answers all calls of a test file, which takes a fifth of the time of a process of its own.
 * Standard input is empty, and no stream is a terminal. @param cwd absolute; the project's folder where left out
 */
export function retcon(args: readonly string[], { cwd = PROJECT, env = {} }: Surroundings = {}): Ended {
  resident ??= startResident();
  const { port, flag } = resident;
  Atomics.store(flag, 0, 0);
  port.postMessage({ args, cwd, env: { ...process.env, ...env }, cli: CLI });
  Atomics.wait(flag, 0, 0, 120_000);
  const answer: (Ended & { failure?: undefined }) | { readonly failure: string } | undefined =
    receiveMessageOnPort(port)?.message;
  if (answer?.failure === undefined && answer !== undefined) return answer;
  throw new Error(`retcon ${args.join(' ')}: ${answer?.failure ?? 'no answer within two minutes'}`);
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
