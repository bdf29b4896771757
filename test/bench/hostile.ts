/**
 * The cost of hostile codices: each at a size, twice and four times that, and how the cost grows. In processor time, so
 * that the work of other processes does not count.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { median } from './measure';

const RUNS = 3;

/** A kind of codex. A size is the number of things of which it has too many. */
interface HostileShape {
  readonly name: string;
  readonly size: number;
  /** By path. */
  readonly files: (size: number) => ReadonlyMap<string, string>;
  readonly asked: readonly (readonly string[])[];
}

const page = (...lines: readonly string[]): string => `---\n${lines.join('\n')}\n---\n`;

/** Pages that are made each by its number. */
const pages =
  (lines: (i: number) => readonly string[]) =>
  (size: number): ReadonlyMap<string, string> =>
    new Map([['codex.yaml', ''], ...Array.from({ length: size }, (_, i) => [`p${i}.md`, page(...lines(i))] as const)]);

const ruler = (i: number): string => `facts: {house: {ruler: bob ${i}}}`;

const CHECK = ['check'];
const HOUSE = ['was-true-at', 'house'];
const TIMELINE = ['timeline', 'house'];

const HOSTILE: readonly HostileShape[] = [
  {
    name: 'dated facts of one pair',
    size: 2500,
    files: pages((i) => [`date: ${i + 1} CE`, ruler(i)]),
    asked: [CHECK, HOUSE, TIMELINE],
  },
  {
    name: 'versions in a chain',
    size: 250,
    files: pages((i) => [`date: ${100 + i} CE`, ruler(i), ...(i > 0 ? [`supersedes: p${i - 1}`] : [])]),
    asked: [CHECK, ['log'], HOUSE, ['chain', 'p7']],
  },
  {
    name: 'KB of a page',
    size: 1000,
    files: (size) =>
      new Map([
        ['codex.yaml', ''],
        ['p.md', `${page(ruler(0))}${'They swore [[p]] at the ford an oath.\n'.repeat((size * 1000) / 38)}`],
      ]),
    asked: [CHECK],
  },
];

/** One row: seconds at the three sizes, and the exponent of their growth, without the time of a start. */
export interface HostileRow {
  readonly name: string;
  readonly command: string;
  readonly sizes: readonly number[];
  readonly seconds: readonly number[];
  /** null: the time of a start hides it. */
  readonly exponent: number | null;
}

/** @param project the folder of the project, which is built @param folder where codices are written; it is emptied */
export function hostileFigures(project: string, folder: string): { readonly hostile: readonly HostileRow[] } {
  const empty = path.join(folder, 'empty');
  write(empty, new Map([['codex.yaml', '']]));
  const start = cost(project, empty, ['check']);
  const hostile = HOSTILE.flatMap(({ name, size, files, asked }) => {
    const sizes = [size, 2 * size, 4 * size];
    const roots = sizes.map((one) => path.join(folder, String(one)));
    sizes.forEach((one, i) => write(roots[i] ?? '', files(one)));
    const rows = asked.map((command): HostileRow => {
      const seconds = roots.map((root) => cost(project, root, command));
      return { name, command: command.join(' '), sizes, seconds, exponent: exponentOf(seconds, start) };
    });
    for (const root of roots) fs.rmSync(root, { recursive: true });
    return rows;
  });
  fs.rmSync(folder, { recursive: true });
  return { hostile };
}

function write(root: string, files: ReadonlyMap<string, string>): void {
  fs.rmSync(root, { recursive: true, force: true });
  fs.mkdirSync(root, { recursive: true });
  for (const [file, text] of files) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
  }
}

/** The part of a cost that varies with the start; less than half as much again says nothing about growth. */
const TOLD = 1.5;

/** From the first and the last size: a factor of four. */
function exponentOf(seconds: readonly number[], start: number): number | null {
  const [first = 0, last = 0] = [seconds[0], seconds.at(-1)];
  if (last < TOLD * start) return null;
  return Math.log((last - start) / Math.max(first - start, start / 10)) / Math.log(4);
}

/** Prints the time of the process, in microseconds, as its last line of stderr. */
const TELL =
  "process.on('exit', () => { const { user, system } = process.cpuUsage(); process.stderr.write(`\\n${user + system}`); })";

/** Seconds of processor time of a whole process, without a startup cache. */
function cost(project: string, root: string, command: readonly string[]): number {
  const caches = path.join(path.dirname(root), 'caches');
  const env = { ...process.env, XDG_CACHE_HOME: caches, LOCALAPPDATA: caches };
  const preload = `data:text/javascript,${encodeURIComponent(TELL)}`;
  const args = ['--import', preload, path.join(project, 'dist/cli.js'), ...command, '--root', root];
  const runs = Array.from({ length: RUNS }, () => {
    fs.rmSync(caches, { recursive: true, force: true });
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, env, maxBuffer: 1 << 28 });
    const told = String(stderr);
    // retcon check ends with 1 where it finds an error.
    if (status !== 0 && status !== 1) throw new Error(`${command.join(' ')} of ${root} ended with ${status}: ${told}`);
    return Number(told.slice(told.lastIndexOf('\n'))) / 1e6;
  });
  return median(runs);
}
