/** What others have changed silently, and pushed past every check, is theirs: nobody who pulls it is stopped by it, or answers for it by mistake. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type Json, removeFolders, retcon, retconJson } from './process';
import { type Repository, twoAuthors } from './repository';

afterAll(removeFolders);

const page = (founder: string): string => `---\nid: founding\ndate: 200 TA\nfacts: {vyr: {founder: ${founder}}}\n---\n`;
const tower = (height: number): string => `---\ntype: event\nfacts: {tower: {height: ${height}, colour: white}}\n---\n`;
const WORLD = {
  'codex.yaml': 'present: 430 TA\n',
  'founding.md': page('maric'),
  'tower.md': tower(30),
  'reign.md': '---\nfacts: [{entity: vyr, attribute: ruler, value: orm, from: 300 TA}]\n---\n',
};
const TOMS = {
  'tower.md': tower(31),
  'usurper.md': '---\nfacts: [{entity: vyr, attribute: ruler, value: ulf, from: 310 TA}]\n---\n',
};

const textIn = ({ root }: Repository, file: string): string => readFileSync(path.join(root, file), 'utf8');
const filesOf = (found: readonly Json[]): string[] => found.map(({ file }) => file);
const declared = ({ root }: Repository, ...args: string[]): Json =>
  retconJson(['declare', '--yes', '--reason', 'mine', ...args], { cwd: root }).json;

function pulled(): Repository {
  const { ilse, tom } = twoAuthors({ ...WORLD, 'codex.yaml': 'established: git:v1\npresent: 430 TA\n' });
  ilse.git('tag', 'v1');
  tom.commit(TOMS);
  tom.git('push', '--quiet');
  ilse.git('pull', '--quiet');
  return ilse;
}

it('a commit is not stopped by what was pulled, but warned of it by name', () => {
  const ilse = pulled();
  ilse.write({ 'new.md': '---\nfacts: {lysa: {eyes: grey}}\n---\n' });
  ilse.git('add', '--all');
  const { json, status } = retconJson(['check', '--staged'], { cwd: ilse.root });
  expect([status, json.summary.errors]).toEqual([0, 0]);
  expect(json.diagnostics).toMatchObject([
    { file: 'tower.md', severity: 'warning', message: expect.stringMatching(/ This is in origin\/main already, and/) },
    { file: 'usurper.md', code: 'retcon/insertion' },
  ]);
  // What is published is compared with the baseline, as ever.
  expect(retconJson(['check', '--since', 'v1'], { cwd: ilse.root }).status).toBe(1);
  ilse.write({ 'tower.md': tower(32) });
  ilse.git('add', '--all');
  expect(retconJson(['check', '--staged'], { cwd: ilse.root }).status).toBe(1);
});

it('declares only what was changed here, and names the rest; a path means it all the same', () => {
  const ilse = pulled();
  ilse.write({ 'founding.md': page('aldric') });
  const shown = retcon(['declare', '--dry-run'], { cwd: ilse.root });
  expect(shown.stdout).toContain('In origin/main already, so not declared for its author;');
  const json = declared(ilse);
  expect([filesOf(json.declared), filesOf(json.left), filesOf(json.theirs)]).toEqual([
    ['founding.md'],
    [],
    ['tower.md', 'usurper.md'],
  ]);
  for (const [file, text] of Object.entries(TOMS)) expect(textIn(ilse, file)).toBe(text);
  expect(filesOf(declared(ilse, 'tower.md').declared)).toEqual(['tower.md']);
  expect(textIn(ilse, 'tower.md')).toBe(tower(30));
});

it('leaves a page alone that others have changed as well', () => {
  const ilse = pulled();
  const text = tower(31).replace('white', 'black');
  ilse.write({ 'tower.md': text });
  const json = declared(ilse);
  expect([json.declared, json.left.length, filesOf(json.theirs)]).toEqual([[], 1, ['tower.md', 'usurper.md']]);
  expect(textIn(ilse, 'tower.md')).toBe(text);
});

it('knows a branch that was merged and pushed nowhere', () => {
  const { ilse, tom } = twoAuthors(WORLD);
  tom.commit(TOMS);
  ilse.commit({ 'other.md': 'Other.\n' });
  ilse.git('fetch', '--quiet', tom.root, 'main:toms');
  ilse.git('merge', '--quiet', '--no-edit', 'toms');
  ilse.write({ 'founding.md': page('aldric') });
  const json = declared(ilse);
  expect([filesOf(json.declared), filesOf(json.theirs)]).toEqual([['founding.md'], ['tower.md', 'usurper.md']]);
});
