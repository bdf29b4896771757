/** The index of prose that the command line keeps between starts: no answer depends on it. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { folderWith, type Json, removeFolders, retconProcess } from './process';

afterAll(removeFolders);

/** So many that an index of them is kept. */
const FILES = Object.fromEntries(
  Array.from({ length: 120 }, (_, i) => [
    `tales/t${i}.md`,
    `---\nname: Tale ${i}\n---\nAn oath, sworn by number${i}.\n`,
  ]),
);

it('answers the same with it, without it, and after whatever has happened to it or to the files', async () => {
  const root = folderWith({ ...FILES, 'codex.yaml': '' });
  const cache = folderWith({});
  const found = (query: string, more: readonly string[] = []): string[] => {
    const args = ['lore', query, '--limit', '500', '--format', 'json', ...more];
    const { status, stdout } = retconProcess(args, { cwd: root, env: { XDG_CACHE_HOME: cache } });
    expect(status).toBe(0);
    return JSON.parse(stdout)
      .chunks.map(({ entry, text }: Json) => `${entry}: ${text}`)
      .sort();
  };
  const kept = (): string => {
    // Beside it lies what node has made of our own code.
    const folder = readdirSync(path.join(cache, 'retcon')).find((name) => name !== 'compiled') ?? '';
    return path.join(cache, 'retcon', folder, 'prose');
  };
  // What has just been written could be written again within the same tick of the disk's clock, and is not trusted.
  await wait(2100);
  const all = found('oath');
  expect(all).toHaveLength(120);
  expect(existsSync(kept())).toBe(true);
  expect(found('oath')).toEqual(all);

  writeFileSync(path.join(root, 'tales/t7.md'), 'Another promise.\n');
  rmSync(path.join(root, 'tales/t8.md'));
  expect(found('number7')).not.toContain('t7: An oath, sworn by number7.');
  expect(found('promise')).toEqual(['t7: Another promise.']);
  expect(found('oath')).toHaveLength(118);
  expect(found('number8')).not.toContain('t8: An oath, sworn by number8.');

  const bytes = readFileSync(kept());
  for (const damaged of [bytes.subarray(0, bytes.length / 2), Buffer.from('no database'), Buffer.alloc(0)]) {
    writeFileSync(kept(), damaged);
    expect(found('promise')).toEqual(['t7: Another promise.']);
  }

  // What entries are called depends on codex.yaml too.
  writeFileSync(path.join(root, 'codex.yaml'), 'fields: {title: name}\n');
  expect(found('"Tale 9"')).toEqual(['t9: An oath, sworn by number9.']);
});
