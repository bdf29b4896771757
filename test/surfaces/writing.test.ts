/** Files that are written all or none, on a real disk. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writeAll } from '../../server/src/workspace/writeFiles';
import { folderWith, removeFolders } from './process';

afterAll(removeFolders);

const texts = (root: string): Record<string, string> =>
  Object.fromEntries(readdirSync(root).map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));

it('writes new files and changes old ones, and leaves nothing else behind', () => {
  const root = folderWith({ 'a.md': 'old' });
  writeAll(root, [
    { file: 'a.md', text: 'new', before: 'old' },
    { file: 'b.md', text: 'also', before: null },
  ]);
  expect(texts(root)).toEqual({ 'a.md': 'new', 'b.md': 'also' });
});

it.each([
  ['a new file is there already', { file: 'c.md', text: 'mine', before: null }, /EEXIST/],
  [
    'a file has been changed in the meantime',
    { file: 'c.md', text: 'mine', before: 'theirs once' },
    /has been changed/,
  ],
  ['a folder is not there', { file: 'gone/d.md', text: 'mine', before: null }, /ENOENT/],
])('puts everything back where %s', (_, last, message) => {
  const root = folderWith({ 'a.md': 'old', 'c.md': 'theirs' });
  const all = [{ file: 'a.md', text: 'new', before: 'old' }, { file: 'b.md', text: 'also', before: null }, last];
  expect(() => writeAll(root, all)).toThrow(message);
  expect(texts(root)).toEqual({ 'a.md': 'old', 'c.md': 'theirs' });
});
