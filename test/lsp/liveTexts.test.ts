/** The texts of a codex: the editor's for open files, and the disk's for others. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { nodePlatform } from '../../server/src/bin/node/nodePlatform';
import { liveTexts } from '../../server/src/lsp/session/live';

let root = '';
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'retcon-')));
});
afterEach(() => fs.rmSync(root, { recursive: true }));

const editorWith = (typed: Readonly<Record<string, string>>) => ({
  textOf: (file: string) => typed[file],
  openFiles: () => Object.keys(typed),
  rootOf: () => root,
  isOpened: () => false,
  othersOf: () => null,
  found: () => undefined,
  log: (message: string): never => expect.fail(message),
  platform: nodePlatform(),
  storage: () => null,
});

it('of a folder are those of the editor, else those of the disk without their byte-order mark', () => {
  fs.mkdirSync(path.join(root, 'people'));
  fs.writeFileSync(path.join(root, 'people/maric.md'), '\uFEFFon the disk');
  fs.writeFileSync(path.join(root, 'vyr.md'), 'on the disk');
  const vyr = path.join(root, 'vyr.md');
  const texts = liveTexts(root, false, editorWith({ [vyr]: 'typed' }));
  expect(texts.opened()).toEqual(['vyr.md']);
  expect([texts.current('vyr.md'), texts.open('vyr.md')]).toEqual(['typed', 'typed']);
  expect([texts.current('people/maric.md'), texts.open('people/maric.md')]).toEqual(['on the disk', null]);
  expect(texts.current('nobody.md')).toBeNull();
  expect(texts.fileOf(texts.pathOf(vyr))).toBe(vyr);
});

it('of a codex of one file are what the editor has, whatever is on the disk', () => {
  const file = path.join(root, 'note.md');
  fs.writeFileSync(file, 'on the disk');
  const texts = liveTexts(file, true, editorWith({ [file]: 'typed' }));
  expect(texts.opened()).toEqual(['note.md']);
  expect(texts.current('note.md')).toBe('typed');
  expect(texts.fileOf('note.md')).toBe(file);
  expect(liveTexts(file, true, editorWith({})).current('note.md')).toBeNull();
  const untitled = 'untitled:Untitled-1';
  expect(liveTexts(untitled, true, editorWith({})).pathOf(untitled)).toBe('Untitled-1');
});
