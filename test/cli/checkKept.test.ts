/** A repeated check gives the same result, and judges what has changed since. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runCheck } from '../../server/src/cli/checkCommand';
import { allWritten } from '../../server/src/workspace/cache';
import { FEW } from '../../server/src/workspace/changedEntries';

let root = '';
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'retcon-')));
  vi.stubEnv('XDG_CACHE_HOME', path.join(root, '.caches'));
  for (let i = 0; i < FEW + 5; i++)
    put(`${i}.md`, `---\nid: entry-${i}\nsupersedes: {id: entry-${i - 1}, reason: so}\n---\n`);
  put('codex.yaml', '');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await allWritten();
  fs.rmSync(root, { recursive: true, force: true });
});
const put = (file: string, text: string): void => fs.writeFileSync(path.join(root, file), text);
const kept = (): string[] =>
  fs.readdirSync(path.join(root, '.caches'), { recursive: true, encoding: 'utf8' }).map((file) => path.basename(file));

/** The output of a check; waits until the startup cache is written. */
async function check(): Promise<string> {
  let printed = '';
  const output = { out: (text: string) => void (printed += text), err: expect.fail, hasColour: false };
  await runCheck(root, [], {}, 'text', output, {
    version: '0',
    today: '2026-05-12',
    called: { node: 'node', cli: 'cli.js' },
  });
  await allWritten();
  expect(kept()).toEqual(expect.arrayContaining(['entries', 'problems']));
  return printed;
}

it('judges again only where something has changed', async () => {
  put('5.md', '---\nid: entry-5\n---\r\n[[nobody]] and\r[[nothing]] and [[none]].\n');
  const first = await check();
  expect(first).toContain('No note is called "entry--1"');
  expect(first).toMatch(/^ +5:3 .*nothing/m);
  expect(await check()).toBe(first);
  put('0.md', '---\nid: entry-0\n---\n');
  expect(await check()).not.toContain('entry--1');
  put('1.md', '---\nid: entry-1\nsupersedes: {id: nobody, reason: so}\n---\n');
  expect(await check()).toContain('"nobody"');
  fs.rmSync(path.join(root, '1.md'));
  expect(await check()).toContain('No note is called "entry-1"');
  put('codex.yaml', 'rules: {supersedes/unknown-id: off}\n');
  expect(await check()).not.toContain('unknown-id');
});
