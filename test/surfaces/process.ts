/** The command line as a script has it: the built file, in a process of its own. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

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

/** Runs `retcon` and waits. @param cwd absolute; the project's folder where left out */
export function retcon(args: readonly string[], { cwd = PROJECT, env = {} }: Surroundings = {}): Ended {
  if (!existsSync(CLI)) throw new Error('dist/cli.js is not there: npm run build makes it');
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: 120_000,
  });
  return { status, stdout, stderr };
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
