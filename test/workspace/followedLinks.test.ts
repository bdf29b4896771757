/** No codex shows or changes files outside of it. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createText, findRoot, readText } from '../../server/src/workspace/folder';
import { openFolder } from '../../server/src/workspace/openFolder';
import { planEdition, writeEdition } from '../../server/src/workspace/editionFolder';
import { finishWriting, writeAll } from '../../server/src/workspace/writeFiles';
import { pathsOf } from '../../server/src/core/canon';

let base: string;
let root: string;
const OUT = /a link that leads out of this folder/;

beforeEach(() => {
  base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'retcon-')));
  root = path.join(base, 'codex');
  vi.stubEnv('XDG_CONFIG_HOME', path.join(base, 'settings'));
  vi.stubEnv('RETCON_FOLLOW_LINKS', '');
  for (const folder of ['codex/people', 'codex/.git', 'others', 'settings/retcon'])
    fs.mkdirSync(path.join(base, folder), { recursive: true });
  put('codex/codex.yaml', 'follow_links: true\n');
  put('codex/people/ada.md', 'Ada');
  put('codex/.git/config', 'token');
  put('others/secret.md', 'Secret');
  link('../others/secret.md', 'codex/file.md');
  link('../others', 'codex/folder');
  link('people/ada.md', 'codex/inside.md');
  link('people', 'codex/folk');
  link('.git/config', 'codex/config.md');
  link('file.md', 'codex/twice.md');
  link('nowhere.md', 'codex/broken.md');
});

afterEach(() => {
  vi.unstubAllEnvs();
  fs.rmSync(base, { recursive: true });
});

const put = (file: string, text: string): void => fs.writeFileSync(path.join(base, file), text);
const link = (target: string, file: string): void => fs.symlinkSync(target, path.join(base, file));

const LEADING_OUT = ['file.md', 'twice.md', 'config.md', 'folder/secret.md'];

it('reads through links that stay in the codex', () => {
  expect(readText(root, 'inside.md')).toBe('Ada');
  expect(readText(root, 'folk/ada.md')).toBe('Ada');
  expect(readText(root, 'broken.md')).toBeNull();
});

it.each(LEADING_OUT)('does not read %s, whatever its codex.yaml says', (file) => {
  expect(() => readText(root, file)).toThrow(OUT);
});

it('reports each once, with its file, and reads the rest', () => {
  const told: string[] = [];
  const { canon } = openFolder(root, (file, reason) => void told.push(`${file}: ${reason}`));
  expect(told.sort().map((one) => one.split(':')[0])).toEqual(['config.md', 'file.md', 'twice.md']);
  for (const one of told) expect(one).toMatch(OUT);
  // A link to another page is that page, which is read once.
  expect([...pathsOf(canon)]).toEqual(['people/ada.md']);
});

it.each(LEADING_OUT)('does not write through %s', (file) => {
  const text = fs.readFileSync(path.join(root, file), 'utf8');
  expect(() => writeAll(root, [{ file, text: 'other', before: text }])).toThrow(OUT);
  expect(fs.readFileSync(path.join(root, file), 'utf8')).toBe(text);
});

it('makes no page behind one', () => {
  expect(() => writeAll(root, [{ file: 'folder/new.md', text: 'new', before: null }])).toThrow(OUT);
  expect(() => createText(root, 'folder/new.md', 'new')).toThrow(OUT);
  expect(fs.readdirSync(path.join(base, 'others'))).toEqual(['secret.md']);
});

it('makes no folder of an edition behind one', () => {
  expect(() => writeEdition(planEdition(root, new Map([['folder/deep/new.md', 'new']])))).toThrow(OUT);
  expect(fs.readdirSync(path.join(base, 'others'))).toEqual(['secret.md']);
});

it('writes no temporary file behind one that came with a codex', () => {
  fs.rmSync(path.join(root, '.git'), { recursive: true });
  put('others/.gitignore', 'mine\n');
  link('../others', 'codex/.retcon-writing');
  expect(() => writeAll(root, [{ file: 'new.md', text: 'new', before: null }])).toThrow(OUT);
  expect(fs.readdirSync(path.join(base, 'others')).sort()).toEqual(['.gitignore', 'secret.md']);
  expect(fs.readFileSync(path.join(base, 'others/.gitignore'), 'utf8')).toBe('mine\n');
});

it.each([
  ['codex/.retcon-writing', '../others'],
  ['codex/.git/retcon-writing', '../../others'],
  ['codex/.git/hooks/.retcon-writing', '../../../others'],
])('removes nothing behind %s, though it is named like the leftover of an interrupted command', (file, target) => {
  fs.mkdirSync(path.join(root, '.git/hooks'));
  link(target, file);
  fs.mkdirSync(path.join(base, 'others/2026-11-24'));
  put('others/2026-11-24/diary.md', 'Mine');
  put('others/.gitignore', 'mine\n');
  expect(finishWriting(root)).toEqual([]);
  fs.rmSync(path.join(base, 'others/secret.md'));
  expect(finishWriting(root)).toEqual([]);
  expect(fs.readdirSync(path.join(base, 'others'), { recursive: true }).map(String).sort()).toEqual([
    '.gitignore',
    '2026-11-24',
    '2026-11-24/diary.md',
  ]);
});

it('writes through links that stay in the codex', () => {
  writeAll(root, [{ file: 'inside.md', text: 'Ada Vyr', before: 'Ada' }]);
  expect(fs.readFileSync(path.join(root, 'people/ada.md'), 'utf8')).toBe('Ada Vyr');
  expect(fs.lstatSync(path.join(root, 'inside.md')).isSymbolicLink()).toBe(true);
});

it.each([
  ['the environment', () => vi.stubEnv('RETCON_FOLLOW_LINKS', '1')],
  ["the user's settings", () => put('settings/retcon/settings.yaml', '# mine\nfollow_links: true # so\n')],
])('follows them where %s allow it', (_what, allow) => {
  allow();
  expect(LEADING_OUT.map((file) => readText(root, file))).toEqual(['Secret', 'Secret', 'token', 'Secret']);
});

it('opens a codex that is itself behind a link', () => {
  link('codex', 'shortcut');
  expect(readText(path.join(base, 'shortcut'), 'people/ada.md')).toBe('Ada');
  expect(() => readText(path.join(base, 'shortcut'), 'file.md')).toThrow(OUT);
});

it('does not take a folder called codex.yaml for a codex', () => {
  fs.mkdirSync(path.join(base, 'codex.yaml'));
  fs.mkdirSync(path.join(root, 'people/codex.yaml'));
  expect(findRoot(path.join(base, 'others'))).not.toBe(base);
  expect([...pathsOf(openFolder(root, () => undefined).canon)]).toContain('people/ada.md');
});
