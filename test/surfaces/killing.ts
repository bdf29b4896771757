/** A command that is killed at one of its changes to the disk, and what must lie in its folder then, and after the next command. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { CLI, folderWith, retcon } from './process';

/** Runs in the command before it: ends the process at one of its changes to the disk, before it or when half of a text is written. */
const KILLER = `
const fs = require('node:fs');
const [at, half] = process.env.KILL_AT.split(' ').map(Number);
let n = 0;
for (const name of ['writeFileSync', 'renameSync', 'linkSync', 'mkdirSync', 'rmSync', 'rmdirSync', 'chmodSync', 'copyFileSync']) {
  const real = fs[name];
  fs[name] = (...given) => {
    if (n++ !== at) return real(...given);
    if (half === 1 && name === 'writeFileSync') real(given[0], Buffer.from(given[1]).subarray(0, 3), given[2]);
    process.kill(process.pid, 'SIGKILL');
    for (;;);
  };
}
`;

/** The number of changes to the disk that a command of these tests makes, and some more. */
export const MOST = 64;

export const PAGES = 4;

const page = (i: number, founder: string, prose: string): string =>
  `---\nid: house-${i}\ntype: event\ndate: 200 TA\nattributes: {founder: ${founder}}\n---\n${prose} of ${i}.\n`;

/** The files of a repository, and what git says of it. */
export interface Told {
  readonly root: string;
  readonly git: (...args: readonly string[]) => string;
}

/** Pages that differ from the baseline. */
export function changedSilently(prose = 'Prose'): Told {
  const root = folderWith({ 'codex.yaml': 'attributes: {founder: constant}\n', 'killer.cjs': KILLER });
  const git: Told['git'] = (...args) =>
    spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: root, encoding: 'utf8' }).stdout;
  const write = (founder: string): void => {
    for (let i = 0; i < PAGES; i++) writeFileSync(path.join(root, `house-${i}.md`), page(i, founder, prose));
  };
  git('init', '-q');
  write('maric');
  git('add', '-A');
  git('commit', '-qm', 'told');
  write('aldric');
  return { root, git };
}

/** The texts of all that git would take. */
export function texts({ root, git }: Told): Record<string, string> {
  const files = git('ls-files', '--cached', '--others', '--exclude-standard', '-z').split('\0').filter(Boolean);
  return Object.fromEntries(files.sort().map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
}

export const DECLARE = ['declare', '--yes', '--reason', 'So it is.'];

export interface Moment {
  /** Before which change to the disk, counted from 0. */
  readonly at: number;
  /** 1: when half of a text is written. */
  readonly half: number;
}

export function killedAt(told: Told, { at, half }: Moment, args: readonly string[] = DECLARE) {
  const { root } = told;
  const { signal } = spawnSync(process.execPath, ['--require', path.join(root, 'killer.cjs'), CLI, ...args], {
    cwd: root,
    env: { ...process.env, KILL_AT: `${at} ${half}` },
  });
  return { ...told, isKilled: signal === 'SIGKILL' };
}

/** What a folder holds before a command that nothing stops, and after it. */
export interface Both {
  readonly before: Record<string, string>;
  readonly after: Record<string, string>;
}

export function runWhole(told: Told, args: readonly string[] = DECLARE): Both {
  const before = texts(told);
  retcon(args, { cwd: told.root });
  return { before, after: texts(told) };
}

/** All old, all new, or what the next command finishes; and nothing that git would take. */
export function expectWhole(killed: ReturnType<typeof killedAt>, { before, after }: Both): void {
  const isOld = (now: Record<string, string>): boolean => JSON.stringify(now) === JSON.stringify(before);
  const isNew = (now: Record<string, string>): boolean => JSON.stringify(now) === JSON.stringify(after);
  const now = texts(killed);
  // No page is half written, and nothing but pages is left.
  for (const [file, text] of Object.entries(now)) expect([before[file], after[file]]).toContain(text);
  const { stderr } = retcon(['log'], { cwd: killed.root });
  const then = texts(killed);
  expect(isOld(then) || isNew(then)).toBe(true);
  if (!isOld(now) && !isNew(now))
    expect(stderr).toMatch(
      /^retcon: An earlier command was stopped while it wrote\. What was missing is written now: house-/,
    );
  expect(isNew(then)).toBe(isNew(now) || stderr.includes('stopped while it wrote'));
  expect(readdirSync(path.join(killed.root, '.git'))).not.toContain('retcon-writing');
  if (!killed.isKilled) expect(isNew(now)).toBe(true);
}
