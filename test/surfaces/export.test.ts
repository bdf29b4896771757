/** `retcon export`: what it writes, what it replaces, and what it leaves alone. */
import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { sqlLoaded } from '../support/lore';
import { EXAMPLE, folderWith, removeFolders, retcon, retconJson } from './process';

afterAll(removeFolders);

it('writes a database that answers, and replaces it', async () => {
  const folder = folderWith({});
  const file = path.join(folder, 'vyr.sqlite');
  symlinkSync(file, path.join(folder, 'link.sqlite'));
  const first = retcon(['export', file, '--root', EXAMPLE]);
  chmodSync(file, 0o640);
  expect([first.status, first.stderr]).toEqual([0, '']);
  expect(first.stdout).toMatch(/vyr\.sqlite written: 24 entries, \d+ facts, 9 retcons, \d+ links\.\n$/);
  const { status, json } = retconJson(['export', 'link.sqlite', '--root', EXAMPLE], { cwd: folder });
  expect([status, json.file, json.entries, json.retcons]).toEqual([0, 'link.sqlite', 24, 9]);
  expect(readdirSync(folder).sort()).toEqual(['link.sqlite', 'vyr.sqlite']);
  expect(statSync(file).mode & 0o777).toBe(0o640);
  const db = new (await sqlLoaded()).Database(readFileSync(file));
  const query = "SELECT value FROM now WHERE entity = 'house-vyr' AND attribute = 'founder'";
  expect(db.exec(query)[0]?.values).toEqual([['aldric']]);
  db.close();
});

it('leaves alone what is not an export of its own', () => {
  const folder = folderWith({ 'notes.md': '# Notes\n' });
  const { status, json, stderr } = retconJson(['export', 'notes.md', '--root', EXAMPLE], { cwd: folder });
  expect([status, json.error.code, json.error.given]).toEqual([2, 'exists', 'notes.md']);
  expect(stderr).toMatch(/^retcon: "notes.md" exists and is not one of Retcon's exports/);
  expect(readFileSync(path.join(folder, 'notes.md'), 'utf8')).toBe('# Notes\n');
});

it('writes no file that is not named as a database is, where nobody can be asked', () => {
  const folder = folderWith({});
  const said = retcon(['export', 'vyr.md', '--root', EXAMPLE], { cwd: folder });
  expect([said.status, said.stderr]).toEqual([
    2,
    'retcon: "vyr.md" is not named like a database: name it "vyr.sqlite", or for a graph "vyr.jsonl" or "vyr.graphml".\n',
  ]);
  const { status, json } = retconJson(['export', 'a.b/vyr', '--root', EXAMPLE], { cwd: folderWith({ 'a.b/x': '' }) });
  expect([status, json.error.code, json.error.given]).toEqual([2, 'usage', 'a.b/vyr']);
  expect(json.error.message).toContain('"a.b/vyr.sqlite"');
  expect(readdirSync(folder)).toEqual([]);
  for (const name of ['vyr.db', 'vyr.SQLITE3'])
    expect(retcon(['export', name, '--root', EXAMPLE], { cwd: folder }).status).toBe(0);
});

it('waits for nobody, and takes no database from under somebody', () => {
  const folder = folderWith({ 'vyr.sqlite-wal': '' });
  execFileSync('mkfifo', [path.join(folder, 'pipe')]);
  expect(retcon(['export', 'pipe', '--root', EXAMPLE], { cwd: folder })).toMatchObject({
    status: 2,
    stderr: 'retcon: "pipe" can\'t be written: it is not a file. Name another one.\n',
  });
  expect(retcon(['export', '/dev/null', '--root', EXAMPLE])).toMatchObject({ status: 2 });
  const { status, stderr } = retcon(['export', 'vyr.sqlite', '--root', EXAMPLE], { cwd: folder });
  expect([status, stderr]).toEqual([
    2,
    expect.stringContaining('"vyr.sqlite-wal" exists: another program has the database open'),
  ]);
  expect(readdirSync(folder).sort()).toEqual(['pipe', 'vyr.sqlite-wal']);
});

it.each([
  ['no/such/folder/x.sqlite', 'its folder does not exist'],
  ['.', 'it is a folder. Name a file in it'],
])('refuses %s in one line', (file, why) => {
  const folder = folderWith({});
  const { status, stderr } = retcon(['export', file, '--root', EXAMPLE], { cwd: folder });
  expect([status, stderr.trim().split('\n').length]).toEqual([2, 1]);
  expect(stderr).toContain(`"${file}" can't be written: ${why}`);
  expect(readdirSync(folder)).toEqual([]);
});
