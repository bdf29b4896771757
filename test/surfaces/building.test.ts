/** A program that is started while it is being built is the old one or the new one, and whole. */
import { spawn } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { copyOfProject, type Ran, running, terminal } from './copy';
import { removeFolders } from './process';

afterAll(removeFolders);

/** Makes another program of it, of which neither part goes with one of before. */
function change(root: string, build: number): void {
  for (const [file, before, after] of [
    ['package.json', /"version": "[^"]*"/, `"version": "1.${build}.0"`],
    ['server/src/bin/program.ts', /function runCommandLine\w*/, `function runCommandLine${build}`],
    ['server/src/bin/cli.ts', /program\.runCommandLine\w*/, `program.runCommandLine${build}`],
  ] as const)
    writeFileSync(path.join(root, file), readFileSync(path.join(root, file), 'utf8').replace(before, after));
}

it('a program can be called at any time while others are built', async () => {
  const root = copyOfProject();
  const dist = path.join(root, 'dist');
  const build = (): Promise<Ran> => running(root, terminal(), process.execPath, 'scripts/build.mjs');
  const call = (): Promise<Ran> => running(root, terminal(), process.execPath, path.join(dist, 'cli.js'), '--version');
  change(root, 0);
  expect(await build()).toMatchObject({ status: 0, stderr: '' });
  const versions = new Set<string>();
  for (let i = 1; i <= 2; i++) {
    change(root, i);
    const built: Ran[] = [];
    const building = build().then((ran) => built.push(ran));
    while (built.length === 0) {
      const { status, stdout, stderr } = await call();
      expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: '' });
      versions.add(stdout.trim());
    }
    await building;
    expect(built).toMatchObject([{ status: 0, stderr: '' }]);
  }
  expect([...versions].every((version) => /^1\.[0-2]\.0$/.test(version))).toBe(true);
  expect(versions.size).toBeGreaterThan(1);
  expect((await call()).stdout).toBe('1.2.0\n');

  // What is the same is not touched; what is wrong leaves what was right.
  const times = (): number[] => readdirSync(dist).map((name) => statSync(path.join(dist, name)).mtimeMs);
  const before = times();
  await build();
  expect(times()).toEqual(before);
  const program = path.join(root, 'server/src/bin/program.ts');
  const text = readFileSync(program, 'utf8');
  writeFileSync(program, 'export const command = (');
  expect((await build()).status).toBe(1);
  expect((await call()).stdout).toBe('1.2.0\n');
  expect(readdirSync(dist).filter((name) => name.endsWith('.part'))).toEqual([]);
  writeFileSync(program, text);

  // The moment in which one half is new, held for as long as it takes.
  const old = path.join(root, 'old.js');
  copyFileSync(path.join(dist, 'cli.js'), old);
  change(root, 3);
  expect(await build()).toMatchObject({ status: 0 });
  const fresh = path.join(root, 'fresh.js');
  renameSync(path.join(dist, 'cli.js'), fresh);
  renameSync(old, path.join(dist, 'cli.js'));
  const called = call();
  await wait(300);
  renameSync(fresh, path.join(dist, 'cli.js'));
  expect(await called).toEqual({ status: 0, stdout: '1.3.0\n', stderr: '' });
});

/** `npm run watch`, and all that it has said so far. */
function watch(root: string) {
  const watcher = spawn(process.execPath, ['scripts/build.mjs', '--watch'], { cwd: root, env: terminal() });
  let said = '';
  for (const stream of [watcher.stdout, watcher.stderr]) stream.on('data', (data: Buffer) => (said += String(data)));
  return { watcher, said: () => said };
}

it('watching builds again on a change, and goes on after a mistake', async () => {
  const root = copyOfProject();
  const program = path.join(root, 'server/src/bin/program.ts');
  const text = readFileSync(program, 'utf8');
  const call = (): Promise<Ran> => running(root, terminal(), process.execPath, 'dist/cli.js', '--version');
  const { watcher, said } = watch(root);
  const until = async (what: string, is: () => boolean | Promise<boolean>): Promise<void> => {
    while (!(await is())) {
      if (watcher.exitCode !== null) throw new Error(`no longer watching, before ${what}: ${said()}`);
      // Calling all the time would leave no time to build.
      await wait(250);
    }
  };
  try {
    await until('the first build', () => said().includes('[watch] build finished'));
    change(root, 1);
    await until('a change was built', async () => (await call()).stdout === '1.1.0\n');
    writeFileSync(program, 'export const command = (');
    await until('a mistake was told', () => /✘ \[ERROR\][^]*build finished\n$/.test(said()));
    expect((await call()).stdout).toBe('1.1.0\n');
    writeFileSync(program, text);
    change(root, 2);
    await until('it was put right', async () => (await call()).stdout === '1.2.0\n');
  } finally {
    watcher.kill();
  }
});
