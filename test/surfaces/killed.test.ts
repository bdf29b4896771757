/** A command that is killed while it writes leaves all old, all new, or what the next command finishes; and nothing that git would take. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { CLI, folderWith, removeFolders, retcon } from './process';

afterAll(removeFolders);

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

const PAGES = 4;
const page = (i: number, founder: string): string =>
  `---\nid: house-${i}\ndate: 200 TA\nattributes: {founder: ${founder}}\n---\nProse of ${i}.\n`;

interface Repository {
  readonly root: string;
  readonly git: (...args: readonly string[]) => string;
}

/** Pages that were told otherwise than they are now. */
function changedSilently(): Repository {
  const root = folderWith({ 'codex.yaml': 'attributes: {founder: constant}\n', 'killer.cjs': KILLER });
  const git: Repository['git'] = (...args) =>
    spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: root, encoding: 'utf8' }).stdout;
  const write = (founder: string): void => {
    for (let i = 0; i < PAGES; i++) writeFileSync(path.join(root, `house-${i}.md`), page(i, founder));
  };
  git('init', '-q');
  write('maric');
  git('add', '-A');
  git('commit', '-qm', 'told');
  write('aldric');
  return { root, git };
}

/** The texts of all that git would take. */
function texts({ root, git }: Repository): Record<string, string> {
  const files = git('ls-files', '--cached', '--others', '--exclude-standard', '-z').split('\0').filter(Boolean);
  return Object.fromEntries(files.sort().map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
}

const DECLARE = ['declare', '--yes', '--reason', 'So it is.'];

function killedAt(at: number, half: number): Repository & { readonly isKilled: boolean } {
  const repository = changedSilently();
  const { root } = repository;
  const { signal } = spawnSync(process.execPath, ['--require', path.join(root, 'killer.cjs'), CLI, ...DECLARE], {
    cwd: root,
    env: { ...process.env, KILL_AT: `${at} ${half}` },
  });
  return { ...repository, isKilled: signal === 'SIGKILL' };
}

describe('declare, killed', () => {
  const whole = changedSilently();
  const before = texts(whole);
  retcon(DECLARE, { cwd: whole.root });
  const after = texts(whole);
  const isOld = (now: Record<string, string>): boolean => JSON.stringify(now) === JSON.stringify(before);
  const isNew = (now: Record<string, string>): boolean => JSON.stringify(now) === JSON.stringify(after);

  it('writes several files', () => {
    expect(Object.keys(after)).toHaveLength(Object.keys(before).length + PAGES);
  });

  /** The number of changes to the disk that such a call makes, and some more. */
  const MOST = 64;
  const runs = Number(process.env.FUZZ_RUNS ?? 12);
  const moments = Array.from({ length: runs }, (_, i) => ({ at: Math.floor((i * MOST) / runs), half: i % 2 }));

  it.each(moments)('at change $at of the disk', ({ at, half }) => {
    const killed = killedAt(at, half);
    const now = texts(killed);
    // No page is half written, and nothing is there that is no page.
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
  });

  it('writes nothing over that was saved in the meantime', () => {
    const saved = 'Saved by its author.\n';
    const places = Array.from({ length: MOST }, (_, at) => at);
    // Those in the middle are likely.
    for (const at of places.sort((a, b) => Math.abs(a - MOST / 2) - Math.abs(b - MOST / 2))) {
      const killed = killedAt(at, 0);
      const now = texts(killed);
      if (isOld(now) || isNew(now)) continue;
      const pending = Object.keys(before).find((file) => now[file] === before[file] && now[file] !== after[file]);
      if (pending === undefined) continue;
      writeFileSync(path.join(killed.root, pending), saved);
      const { stderr } = retcon(['log'], { cwd: killed.root });
      expect(texts(killed)).toEqual({ ...after, [pending]: saved });
      expect(stderr).toContain(`${pending} had been changed since, and was left as it is.`);
      return;
    }
    expect.unreachable('it is never stopped in the middle');
  });
});
