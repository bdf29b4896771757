/** Secrets made of many notes and of folders at once: one change, as small as it can be. */
import { expect, it } from 'vitest';
import { entryAt, knownAt, LATEST } from '../../server/src/core/canon';
import { type Chosen, makeManySecret, withCircle } from '../../server/src/core/edits/refactor/manySecrets';
import { makeSecret } from '../../server/src/core/edits/refactor/secret';
import { type Change, edited, editsByFile } from '../../server/src/core/text/problem';
import { codexOf, type Files } from '../support/codex';

const FILES: Files = {
  'codex.yaml': '# Ours\ncircles: {players: [sara]}  # at the table\n',
  'gm/plot.md': 'The plot.\n',
  'gm/deep/heir.md': '---\ntitle: Heir\nknown_by: [sara]  # she found out\n---\n',
  'gm/open.md': '---\nknown_by: everyone\n---\n',
  'inn.md': '---\ntitle: The Inn\n---\nAle.\n',
  'broken.md': '---\nx: [\n---\n',
};

const knownOf = (files: Files) => knownAt(codexOf(files).canon, LATEST);

const textsAfter = (files: Files, { creates = [], edits }: Change) =>
  Object.fromEntries([
    ...creates.map(({ file, text }) => [file, text]),
    ...[...editsByFile(edits)].map(([file, own]) => [file, edited(files[file] ?? '', own)]),
  ]);

function after(chosen: Partial<Chosen>, knowers: readonly string[], files: Files = FILES) {
  const textOf = (path: string): string | null => files[path] ?? null;
  const made = makeManySecret(knownOf(files), { files: [], folders: [], ...chosen }, textOf, knowers);
  if ('refusal' in made) return made.refusal;
  return { texts: textsAfter(files, made.change), left: made.left.map(({ path }) => path) };
}

it('gives a folder to its knowers in codex.yaml, and changes only notes in it that say something else', () => {
  expect(after({ folders: ['gm'] }, [])).toEqual({
    texts: {
      'codex.yaml': '# Ours\ncircles: {players: [sara]}  # at the table\naudience:\n  gm/**: nobody\n',
      'gm/deep/heir.md': '---\ntitle: Heir\nknown_by: nobody  # she found out\n---\n',
      'gm/open.md': '---\nknown_by: nobody\n---\n',
    },
    left: [],
  });
});

it('changes the rule that a folder has, and goes by notes where a later rule counts', () => {
  const ruled = {
    ...FILES,
    'codex.yaml': 'circles: {players: [sara]}\naudience:\n  gm/**: nobody\n  gm/deep/**: [sara]\n',
  };
  expect(after({ folders: ['gm'] }, ['players'], { ...ruled, 'gm/deep/heir.md': '---\ntitle: Heir\n---\n' })).toEqual({
    texts: {
      'codex.yaml': 'circles: {players: [sara]}\naudience:\n  gm/**: [players]\n  gm/deep/**: [sara]\n',
      'gm/deep/heir.md': '---\ntitle: Heir\nknown_by: [players]\n---\n',
      'gm/open.md': '---\nknown_by: [players]\n---\n',
    },
    left: [],
  });
});

it('changes each of some notes, and names those that can not be changed as they are', () => {
  expect(after({ files: ['inn.md', 'gm/plot.md', 'broken.md'] }, ['sara'])).toEqual({
    texts: {
      'inn.md': '---\ntitle: The Inn\nknown_by: [sara]\n---\nAle.\n',
      'gm/plot.md': '---\nknown_by: [sara]\n---\nThe plot.\n',
    },
    left: ['broken.md'],
  });
  expect(after({ files: ['inn.md'] }, ['everyone'])).toMatch(/^What everyone knows is not a secret/);
});

it('makes the players a circle where codex.yaml has none, and a codex.yaml where there is none', () => {
  const { 'codex.yaml': _, ...bare } = FILES;
  expect(after({ files: ['inn.md'] }, ['players'], bare)).toMatchObject({
    texts: { 'codex.yaml': 'circles:\n  players: []\n', 'inn.md': expect.stringContaining('known_by: [players]') },
  });
  expect(after({ folders: [''] }, ['players'], { ...bare, 'codex.yaml': '# Ours\n' })).toMatchObject({
    texts: { 'codex.yaml': '# Ours\ncircles:\n  players: []\naudience:\n  "**": [players]\n' },
  });
  const entry = entryAt(knownOf(bare).canon, 'inn.md');
  if (!entry) throw new Error('no entry');
  const one = makeSecret(knownOf(bare), entry, bare['inn.md'] ?? '', { start: 0, end: 0 }, ['players']);
  const made = withCircle(knownOf(bare), one, () => null, ['players']);
  expect('change' in made && made.change.creates).toEqual([{ file: 'codex.yaml', text: 'circles:\n  players: []\n' }]);
});

it('hides a folder whose name has signs of patterns, and its notes of later', () => {
  const files = { 'codex.yaml': '', 'a [gm]/x.md': 'X.\n', 'ab/y.md': 'Y.\n' };
  const made = after({ folders: ['a [gm]'] }, [], files);
  expect(made).toMatchObject({ texts: { 'codex.yaml': 'audience:\n  a ?gm?/**: nobody\n' } });
});
