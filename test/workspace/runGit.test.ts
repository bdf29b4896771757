/** A git process that hangs is stopped, and the author notified; one with output is not. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { git, gitOutputStream } from '../../server/src/workspace/runGit';

const TOO_LONG = 300_000;
const STOPPED = 'git log has said nothing for five minutes, and was stopped: see what it waits for, and ask again.';
let folder = '';

/** The command that replaces git from now on. */
function standIn(script: string): void {
  fs.writeFileSync(path.join(folder, 'git'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'retcon-git-'));
  vi.stubEnv('PATH', `${folder}${path.delimiter}${process.env.PATH}`);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  fs.rmSync(folder, { recursive: true });
});

/** The result of a promise, once so much time has gone by. */
async function after<T>(time: number, made: Promise<T>): Promise<T | string> {
  const told = made.catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(time);
  return told;
}

it('is stopped after five minutes of silence, all at once or part by part', async () => {
  standIn('exec sleep 600');
  expect(await after(TOO_LONG, git(folder, ['log']))).toBe(STOPPED);
  expect(await after(TOO_LONG, gitOutputStream(folder, ['log'], {}).next())).toBe(STOPPED);
});

it('may take longer as long as it produces output', async () => {
  standIn('echo one; read more; echo "$more"');
  const parts = gitOutputStream(folder, ['log'], { input: 'two\n' });
  expect(`${(await parts.next()).value}`).toMatch(/^one/);
  expect(await after(TOO_LONG, parts.next())).not.toBe(STOPPED);
});
