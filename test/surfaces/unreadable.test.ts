/** A page that git or the disk can't give as text is not a change, unless the baseline could read it and the author saved it that way; it is reported once. */
import { readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import type { AnswerPage, ViewAnswer } from '../../server/src/lsp/protocol/protocol';
import { startEditor } from './editor';
import { type Json, removeFolders, retcon, retconJson } from './process';
import { CAN_PULL, keepAsking } from './pulling';
import { gitIn, newRepository } from './repository';

afterAll(removeFolders);

const page = (name: string, founder: string): string =>
  `---\nid: ${name}\ndate: 200 TA\nfacts: {${name}: {founder: ${founder}}}\n---\n`;
const LONG = `${'x'.repeat(99)}\n`.repeat(60_000);
const POINTER = 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n';

/** A folder in which much can't be read, then or now, and one page has been changed silently. */
async function start() {
  const editor = await startEditor(
    {
      'codex.yaml': 'exclude: [themes]\n',
      'changed.md': page('changed', 'maric'),
      'long-then.md': page('long-then', 'maric') + LONG,
      'long-now.md': page('long-now', 'maric'),
      'pointer-then.md': POINTER,
      'target.txt': page('linked', 'orm'),
    },
    { capabilities: CAN_PULL },
  );
  const { root } = editor;
  const git = gitIn(root);
  symlinkSync('target.txt', path.join(root, 'linked.md'));
  const songs = newRepository();
  songs.commit({ 'song.md': page('song', 'lysa') });
  git('init', '--quiet');
  for (const name of ['songs', 'themes'])
    git('-c', 'protocol.file.allow=always', 'submodule', 'add', '--quiet', songs.root, name);
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Write');
  git('tag', 'v1');
  await editor.write('changed.md', page('changed', 'aldric'));
  await editor.write('long-then.md', page('long-then', 'aldric'));
  await editor.write('long-now.md', page('long-now', 'maric') + LONG);
  await editor.write('pointer-then.md', page('pointer-then', 'aldric'));
  rmSync(path.join(root, 'linked.md'));
  await editor.write('linked.md', page('linked', 'aldric'));
  await editor.write('songs/song.md', page('song', 'aldric'));
  return { ...editor, git };
}

const told = ({ diagnostics }: Json): string[] =>
  diagnostics.flatMap(({ file, code }: Json) => (code.startsWith('retcon/') ? `${file} ${code}` : []));
/** A page that the baseline could read and that can't be read any more is reported; of the rest nobody can say that it has changed. */
const CHANGED = ['changed.md retcon/silent', 'long-now.md retcon/silent'];

it('is not a change, neither in the terminal nor in the window', async () => {
  const editor = await start();
  const { root, git, request, until, stop, complaints } = editor;
  const { shown, stop: stopAsking } = keepAsking(editor);
  const codes = (file: string): string[] => shown(file).map(({ code }) => String(code));
  await editor.ready();
  const files = [...readdirSync(root), 'songs/song.md'];
  const inWindow = (): string[] =>
    files.flatMap((file) => codes(file).flatMap((code) => (code.startsWith('retcon/') ? `${file} ${code}` : [])));
  // What was written is reported file by file, and checked in that order.
  const isSoInWindow = () => vi.waitFor(() => expect(inWindow()).toEqual(CHANGED), 180_000);
  await isSoInWindow();
  expect(told(retconJson(['check', '--since', 'v1'], { cwd: root }).json)).toEqual(CHANGED);
  // Once it can be read it is judged again.
  await editor.write('long-now.md', page('long-now', 'aldric'));
  const isSpoilt = () => JSON.stringify(shown('long-now.md')).includes("can't be read any more");
  await until('the second mark', () => codes('long-now.md').includes('retcon/silent') && !isSpoilt());
  await editor.write('long-now.md', page('long-now', 'maric') + LONG);
  await until('the first again', isSpoilt);
  await isSoInWindow();
  git('add', '--all');
  expect(told(retconJson(['check', '--staged'], { cwd: root }).json)).toEqual(CHANGED);
  const top = async () => (await request<ViewAnswer>('retcon/view', { view: 'retcons' })).rows[0];
  await until('the group', async () => (await top())?.label === 'About to be committed');
  expect(await top()).toMatchObject({ detail: '2 problems' });
  expect(complaints.filter((one) => one.includes('is left out: as of v1, '))).toHaveLength(4);
  await stopAsking();
  complaints.length = 0;
  await stop();
});

it('is reported briefly beside an answer from a commit', async () => {
  const editor = await start();
  const { root, request, until, stop, complaints } = editor;
  await editor.ready();
  const words =
    "s of git:v1, linked.md, long-then.md, pointer-then.md and 1 more can't be read and are left out: git keeps only a link to another file, and the like.";
  for (const args of [
    ['was-true-at', 'changed', '--as-of', 'git:v1'],
    ['diff', 'git:v1'],
    ['log', '--since', 'git:v1'],
  ])
    expect(retcon(args, { cwd: root }).stderr.split('\n')).toEqual([
      expect.stringContaining("long-now.md can't be read and is left out"),
      `retcon: a${words}`,
      '',
    ]);
  expect(
    retcon(['was-true-at', 'changed', '--at', 'the day before', '--as-of', 'git:v1'], { cwd: root }),
  ).toMatchObject({
    status: 2,
    stderr: expect.not.stringContaining('as of git'),
  });
  const { markdown } = await request<AnswerPage>('retcon/ask', {
    question: 'was_true_at',
    given: { entity: 'changed', as_of: 'git:v1' },
  });
  expect(markdown.trim().split('\n').at(-1)).toBe(`*A${words}*`);
  // What the server writes to its log may come after its answer.
  await until('the files that git does not keep', () => complaints.some((one) => one.includes('songs/ is left out')));
  complaints.length = 0;
  await stop();
});

it('is not gone from the window, where git lays out only a part of the files', async () => {
  const editor = await startEditor(
    { 'codex.yaml': '', 'a/one.md': page('one', 'maric'), 'b/two.md': page('two', 'maric') },
    { capabilities: CAN_PULL },
  );
  const { root, until } = editor;
  const git = gitIn(root);
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Write');
  git('tag', 'v1');
  const { shown, stop: stopAsking } = keepAsking(editor);
  await editor.ready();
  await editor.write('a/one.md', page('one', 'aldric'));
  await until('the mark', () => shown('a/one.md').length > 0);
  git('sparse-checkout', 'set', 'a');
  await editor.write('c.md', '---\nsources: [two]\n---\n');
  await editor.write('a/one.md', page('one', 'maric'));
  await until('the mark to go', () => shown('a/one.md').length === 0);
  expect(shown('b/two.md')).toEqual([]);
  await stopAsking();
  await editor.stop();
});

it('is compared with what it was when it could be read', () => {
  const { root, git, commit, write } = newRepository();
  commit({ 'codex.yaml': '', 'a.md': page('a', 'maric'), 'b.md': page('b', 'maric') });
  const asUtf16 = Buffer.from(`\ufeff${page('a', 'maric')}`, 'utf16le');
  writeFileSync(path.join(root, 'a.md'), asUtf16);
  commit({ 'b.md': page('b', 'maric') + LONG });
  git('tag', 'v1');
  const found = (): string[] =>
    ['--staged', '--since=v1'].flatMap((how) => told(retconJson(['check', how], { cwd: root }).json));
  write({ 'a.md': page('a', 'maric'), 'b.md': page('b', 'maric') });
  git('add', '--all');
  expect(found()).toEqual([]);
  write({ 'a.md': page('a', 'aldric'), 'b.md': null });
  git('add', '--all');
  const silent = ['a.md retcon/silent', 'b.md retcon/silent'];
  expect(found()).toEqual([...silent, ...silent]);
});

it('is not a folder in which something is established, and that was made a submodule', () => {
  const repository = newRepository();
  repository.commit({ 'people/lysa.md': page('lysa', 'maric') });
  repository.git('tag', 'v1');
  const apart = newRepository();
  apart.commit({ 'lysa.md': page('lysa', 'aldric') });
  repository.git('rm', '--quiet', '-r', 'people');
  repository.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '--quiet', apart.root, 'people');
  const staged = retconJson(['check', '--staged'], { cwd: repository.root });
  expect(told(staged.json)).toEqual(['people/lysa.md retcon/silent']);
  repository.git('commit', '--quiet', '--message', 'Part');
  expect(told(retconJson(['check', '--since', 'v1'], { cwd: repository.root }).json)).toEqual(told(staged.json));
});
