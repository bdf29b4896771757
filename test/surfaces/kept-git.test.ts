/** What is kept of commits between starts changes no answer, whatever git or anybody else does to either. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { GitSnapshot } from '../../server/src/core/commits/snapshot';
import { allEntries } from '../../server/src/core/canon';
import { problemsSince } from '../../server/src/core/rules/compareWithBaseline';
import { allWritten, openCache } from '../../server/src/workspace/cache';
import { FEW } from '../../server/src/workspace/changedEntries';
import { openCommits } from '../../server/src/workspace/commits';
import { type Commit, repositoryOf } from './imported';
import { folderWith, removeFolders, retcon } from './process';
import { gitIn, type Repository } from './repository';

const CODEX = 'canon: {from: git}\nattributes: {seat: state}\n';
const page = (i: number, seat = 'tarn'): string =>
  `---\nid: page-${i}\nsources: [page-${i - 1}]\nfacts: {house-${i % 7}: {seat: ${seat}, sign-${i}: oak}}\n---\nNo. ${i}.\n`;

/** More commits than are read again each time, in a folder of the repository. */
const COMMITS: readonly Commit[] = Array.from({ length: 60 }, (_, i) => ({
  committed: new Date(1_700_000_000_000 + i * 60_000).toISOString(),
  changes: {
    [`lore/${2 * i}.md`]: page(2 * i),
    [`lore/${2 * i + 1}.md`]: page(2 * i + 1),
    ...(i === 0
      ? {
          'lore/codex.yaml': CODEX,
          'README.md': 'About.\n',
          'lore/elsewhere.md': 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n',
          'lore/long.md': 'x'.repeat(5_000_001),
        }
      : {}),
  },
  ...(i === 50 ? { tag: 'v1' } : {}),
}));

let repository: Repository;
let root = '';
let git: ReturnType<typeof gitIn>;
const made: string[] = [];
let storage = '';
const newFolder = (): string => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'retcon-'));
  made.push(folder);
  return folder;
};
beforeEach(() => {
  repository = repositoryOf(COMMITS);
  root = path.join(repository.root, 'lore');
  git = gitIn(repository.root);
  storage = newFolder();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await allWritten();
});
afterAll(() => {
  removeFolders();
  for (const folder of made) fs.rmSync(folder, { recursive: true, force: true });
});

const put = (file: string, text: string): void => fs.writeFileSync(path.join(root, file), text);
const stage = (changes: Readonly<Record<string, string>>): void => {
  for (const [file, text] of Object.entries(changes)) put(file, text);
  git('add', '--all');
};

/** All that can be asked of a snapshot. */
function toldBy({ host, textOf, blobOf, fingerprintAt, leftOut, dating }: GitSnapshot) {
  const entries = allEntries(host.canon);
  return {
    entries,
    committed: entries.map(({ path: file }) => host.canon.committed?.at(file)),
    codex: host.codexProblems,
    files: entries.map(({ path: file }) => [file, textOf(file), blobOf(file), fingerprintAt(file)]),
    leftOut,
    dating,
  };
}

/** Checks what is staged as a new process would, and waits until what it keeps is written. */
async function check(kept = storage) {
  const commits = openCommits(root, { cache: openCache(root, kept) });
  const before = await commits.snapshot('v1');
  const { next: now } = await commits.staged(Promise.resolve('v1'));
  const found = problemsSince(now, { snapshot: before, ref: 'v1', isCertain: true });
  await allWritten();
  return { commits, before, now, found };
}

async function ask(kept = storage) {
  const { commits, before, now, found } = await check(kept);
  const head = await commits.snapshot('HEAD');
  return { before: toldBy(before), now: toldBy(now), head: toldBy(head), found };
}

/** Asked with what is kept by now, the answer is what it is with nothing. */
async function expectAsAnew(): Promise<Awaited<ReturnType<typeof ask>>> {
  const told = await ask();
  expect(told).toEqual(await ask(newFolder()));
  expect(told).toEqual(await ask());
  return told;
}

const filesKept = (): string[] =>
  fs
    .readdirSync(storage, { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(storage, file))
    .filter((file) => fs.statSync(file).isFile());

it('reads of git only what differs, and says the same', async () => {
  const all = await ask();
  expect(all.now.entries).toHaveLength(2 * COMMITS.length + 1);
  expect(all.before.leftOut).toEqual(
    new Map([
      ['elsewhere.md', 'its text is kept in Git LFS'],
      ['long.md', expect.stringContaining('4 MB')],
    ]),
  );
  expect(filesKept().map((file) => path.basename(file).replace(/-.*/, ''))).toEqual(['commits', 'log']);
  stage({ '3.md': page(3, 'crag'), 'new.md': page(500) });
  fs.rmSync(path.join(root, '4.md'));
  git('add', '--all');
  const trace = path.join(storage, 'trace');
  vi.stubEnv('GIT_TRACE', trace);
  const { found } = await check();
  vi.unstubAllEnvs();
  const asked = [...fs.readFileSync(trace, 'utf8').matchAll(/git (log|cat-file)/g)].map(([, command]) => command);
  fs.rmSync(trace);
  // The codex.yaml, what can't be read as it was before, what is staged, and what that was; and the few commits since the tag, and of what can't be read.
  expect(asked.filter((one) => one === 'cat-file')).toHaveLength(4);
  expect(asked).toHaveLength(6);
  expect(found.map(({ file, problem }) => `${file} ${problem.code}`)).toEqual(
    expect.arrayContaining(['3.md retcon/silent', '4.md retcon/deleted-entry']),
  );
  await expectAsAnew();
});

it('follows what is amended, rebased, moved and switched to', async () => {
  await ask();
  stage({ '7.md': page(7, 'crag') });
  git('commit', '--quiet', '--amend', '--no-edit');
  await expectAsAnew();
  git('switch', '--quiet', '--create', 'side', 'v1');
  git('mv', 'lore/9.md', 'lore/nine.md');
  git('commit', '--quiet', '--message', 'Move');
  const aside = await expectAsAnew();
  expect(aside.head.entries.map(({ path: file }) => file)).toContain('nine.md');
  git('rebase', '--quiet', 'main');
  await expectAsAnew();
  git('tag', '--force', 'v1', 'HEAD~1');
  await expectAsAnew();
});

it('reads everything again under another codex.yaml, and keeps that too', async () => {
  await ask();
  stage({ 'codex.yaml': `${CODEX}tiers: [high]\n`, '5.md': page(5, 'crag') });
  await expectAsAnew();
  for (let i = 0; i < 4; i++) {
    stage({ 'codex.yaml': `${CODEX}tiers: [high-${i}]\n` });
    await ask();
  }
  expect(filesKept().filter((file) => path.basename(file).startsWith('commits-'))).toHaveLength(3);
  stage({ 'codex.yaml': 'present: 9 CE\n' });
  await expectAsAnew();
  git('rm', '--quiet', '--cached', 'lore/codex.yaml');
  await expectAsAnew();
});

it.each([
  ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 9)],
  ['damaged', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 99), Buffer.from([1, 2, 3]), bytes.subarray(102)])],
  ['empty', () => Buffer.alloc(0)],
])('throws away what is %s', async (_, spoil) => {
  stage({ '3.md': page(3, 'crag') });
  const all = await ask();
  for (const file of filesKept()) fs.writeFileSync(file, spoil(fs.readFileSync(file)));
  expect(await ask()).toEqual(all);
});

it('does without where nothing can be kept', async () => {
  const nowhere = path.join(storage, 'file');
  fs.writeFileSync(nowhere, '');
  expect(await ask(nowhere)).toEqual(await ask());
});

it('trusts nothing that was kept while ids mean something else', async () => {
  await ask();
  const [was, is] = ['HEAD:lore/3.md', 'HEAD:lore/8.md'].map((name) => git('rev-parse', name).trim());
  git('replace', was ?? '', is ?? '');
  const replaced = await ask();
  expect(replaced.head.files[0]?.[0]).toBe('0.md');
  expect(replaced.head.entries.filter(({ writtenId }) => writtenId?.text === 'page-8')).toHaveLength(2);
  git('replace', '--delete', was ?? '');
  await expectAsAnew();
  fs.writeFileSync(path.join(repository.root, '.git/info/grafts'), `${git('rev-parse', 'v1').trim()}\n`);
  const grafted = await ask();
  expect(grafted.before.dating).not.toEqual((await ask(newFolder())).now.dating);
  expect(grafted).toEqual(await ask(newFolder()));
});

it('dates a clone again whose history has been cut off or completed', async () => {
  const clone = folderWith({});
  git('clone', '--quiet', '--depth', '5', `file://${repository.root}`, clone);
  root = path.join(clone, 'lore');
  git = gitIn(clone);
  git('fetch', '--quiet', '--depth', '5', 'origin', 'tag', 'v1');
  const { before } = await expectAsAnew();
  expect(before.dating?.trouble?.message).toContain('shallow');
  git('fetch', '--quiet', '--unshallow', '--tags');
  const whole = await expectAsAnew();
  expect(whole.before.dating?.trouble).toBeNull();
  git('fetch', '--quiet', '--depth', '3');
  await expectAsAnew();
});

it('says so as a command too, and writes nothing into the repository', () => {
  stage({ '3.md': page(3, 'crag'), 'new.md': page(500) });
  const env = { XDG_CACHE_HOME: storage };
  const there = (): unknown =>
    fs
      .readdirSync(repository.root, { recursive: true, encoding: 'utf8' })
      .map((file) => [file, fs.statSync(path.join(repository.root, file)).mtimeMs]);
  const before = there();
  for (const args of [
    ['check', '--staged'],
    ['check', '--since', 'v1'],
    ['was-true-at', 'house-3', '--as-of', 'git:v1'],
    ['lore', 'no', '--as-of', 'git:v1'],
  ]) {
    const first = retcon(args, { cwd: root, env });
    expect(first.stdout).not.toBe('');
    expect(retcon(args, { cwd: root, env })).toEqual(first);
    fs.rmSync(path.join(storage, 'retcon'), { recursive: true });
    expect(retcon(args, { cwd: root, env })).toEqual(first);
  }
  expect(there()).toEqual(before);
  expect(FEW).toBeLessThan(2 * COMMITS.length);
});
