/** The hooks of merges, rebases and cherry-picks: what they stop, what they say, and that they are never in the way. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runHookTell } from '../../server/src/cli/hookCommand';
import { PROJECT, removeFolders, retcon, retconJson } from './process';
import { copiesOf, newRepository, type Repository, twoAuthors } from './repository';

afterAll(removeFolders);

const page = (founder: string): string => `---\nid: founding\ndate: 200 TA\nfacts: {vyr: {founder: ${founder}}}\n---\n`;
const retconOf = (value: string): string =>
  `---\ndate: 300 TA\nsupersedes: {id: founding, reason: so}\nfacts: {vyr: {founder: ${value}}}\n---\n`;
const WORLD = { 'codex.yaml': 'attributes: {founder: constant}\n', 'founding.md': page('maric') };
const OTHERS = ['pre-merge-commit', 'pre-applypatch', 'post-merge', 'post-rewrite', 'post-commit'];

/** What git does, with whatever its hooks say. */
function does({ root }: Pick<Repository, 'root'>, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null', GIT_EDITOR: 'true' },
  });
  // The hook names the path of cli.js, whose folder may be called "retcon".
  const lines = `${stdout}${stderr}`.replaceAll(PROJECT, '').split(/[\r\n]/);
  const said = lines.filter((line) => /retcon(:|\/|ned )/.test(line));
  return { status, said };
}
const hooksIn = (root: string): string[] => {
  const folder = path.join(root, '.git/hooks');
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => !name.endsWith('.sample'))
        .sort()
    : [];
};
function withHooks(files: Readonly<Record<string, string>>): Repository {
  const repository = newRepository();
  repository.commit(files);
  repository.git('tag', 'v1');
  expect(retcon(['hook', 'install'], { cwd: repository.root }).status).toBe(0);
  return repository;
}
const told = copiesOf(() => withHooks(WORLD));
/** A branch on which something is committed past the hooks. */
function onSide({ git, write }: Repository, changes: Readonly<Record<string, string>>): void {
  git('switch', '--quiet', '--create', 'side');
  write(changes);
  git('add', '--all');
  git('commit', '--quiet', '--no-verify', '--message', 'Aside');
  git('switch', '--quiet', 'main');
}

it('of two codices in one repository asks each, and goes away with each', () => {
  const repository = newRepository();
  const both = ['one', 'two'].flatMap((folder) =>
    Object.entries(WORLD).map(([file, text]): [string, string] => [`${folder}/${file}`, text]),
  );
  repository.commit(Object.fromEntries(both));
  repository.git('tag', 'v1');
  const { root } = repository;
  for (const folder of ['one', 'two'])
    expect(retcon(['hook', 'install', '--root', folder], { cwd: root }).stdout).not.toContain('brought up to date');
  const isStopped = (folder: string): boolean => {
    repository.write({ [`${folder}/founding.md`]: page('aldric') });
    repository.git('add', '--all');
    const { status } = does(repository, 'commit', '--message', 'Change');
    repository.git('reset', '--quiet', '--hard', 'v1');
    return status !== 0;
  };
  expect(['one', 'two'].map(isStopped)).toEqual([true, true]);
  expect(retcon(['hook', 'uninstall', '--root', 'one'], { cwd: root }).status).toBe(0);
  expect(['one', 'two'].map(isStopped)).toEqual([false, true]);
  expect(retcon(['hook', 'uninstall', '--root', 'two'], { cwd: root }).status).toBe(0);
  expect(hooksIn(root)).toEqual([]);
});

it('stops a patch that would change the baseline', () => {
  const repository = told();
  onSide(repository, { 'founding.md': page('aldric') });
  const patch = path.join(repository.root, '..', `${path.basename(repository.root)}.patch`);
  writeFileSync(patch, `${repository.git('format-patch', '--stdout', 'main..side')}\n`);
  const { status, said } = does(repository, 'am', patch);
  rmSync(patch);
  expect([status === 0, said]).toEqual([false, [expect.stringContaining('founder of vyr was maric as of v1')]]);
});

it('is said to guard nothing where there is only prose', () => {
  const repository = newRepository();
  repository.commit({ 'codex.yaml': '', 'a.md': 'Prose.\n' });
  const { stdout } = retcon(['hook', 'install'], { cwd: repository.root });
  expect(stdout).toContain('So far there is nothing in these notes that could change silently');
  repository.commit({ 'b.md': page('maric') });
  expect(retcon(['hook', 'install'], { cwd: repository.root }).stdout).not.toContain('So far there is nothing');
});

it('gives way where a line takes long, and names the command that shows it', async () => {
  const repository = told();
  onSide(repository, { 'founding.md': page('aldric') });
  repository.git('merge', '--quiet', 'side');
  const said: string[] = [];
  const output = { out: () => undefined, err: (text: string) => void said.push(text), hasColour: false };
  expect(await runHookTell('merge', repository.root, output, () => true)).toBe(0);
  expect(said).toEqual([
    'retcon: what this merge changes was not checked: that takes too long here to wait for. `retcon check --since ORIG_HEAD` does it.\n',
  ]);
});

describe('a merge', () => {
  it('that would change the baseline is stopped, and goes through when it is declared', () => {
    const repository = told();
    onSide(repository, { 'founding.md': page('aldric') });
    repository.commit({ 'other.md': '' });
    const { status, said } = does(repository, 'merge', '--no-edit', 'side');
    expect(status).not.toBe(0);
    expect(said).toEqual([expect.stringContaining('founder of vyr was maric as of v1')]);
    repository.write({ 'founding.md': page('maric'), 'new.md': retconOf('aldric') });
    repository.git('add', '--all');
    expect(does(repository, 'commit', '--no-edit')).toEqual({ status: 0, said: [] });
    expect(repository.git('log', '-1', '--format=%p').split(' ')).toHaveLength(2);
  });

  it('is not stopped by what the other side has published meanwhile', () => {
    const { ilse, tom } = twoAuthors(WORLD);
    tom.commit({ 'oath.md': '---\nfacts: {vyr: {motto: We hold}}\n---\n', 'new.md': retconOf('aldric') });
    tom.git('push', '--quiet');
    retcon(['hook', 'install'], { cwd: ilse.root });
    ilse.commit({ 'other.md': '' });
    expect(does(ilse, 'pull', '--no-rebase', '--no-edit')).toEqual({ status: 0, said: [] });
  });

  it('says in a line what it brings, where nobody was asked: forks, and what was let through', () => {
    const { ilse, tom } = twoAuthors(WORLD);
    tom.commit({ 'toms.md': retconOf('lysa') });
    tom.git('push', '--quiet');
    retcon(['hook', 'install'], { cwd: ilse.root });
    ilse.commit({ 'ilses.md': retconOf('aldric') });
    const shared = ilse.git('rev-parse', 'HEAD~1').slice(0, 12);
    expect(does(ilse, 'pull', '--no-rebase', '--no-edit', '--no-verify')).toEqual({
      status: 0,
      said: [
        `retcon: this merge leaves 2 pages of forked retcons (ilses.md, toms.md) and 2 pages of disputes (ilses.md, toms.md): \`retcon check --since ${shared}\` shows more.`,
      ],
    });
    tom.write({ 'founding.md': page('orm') });
    tom.git('commit', '--quiet', '--all', '--message', 'Slip');
    tom.git('push', '--quiet');
    ilse.git('reset', '--quiet', '--hard', 'origin/main');
    expect(does(ilse, 'pull', '--ff-only').said).toEqual([
      expect.stringMatching(/^retcon: this merge leaves a silent retcon \(founding\.md\): /),
    ]);
    expect(does(ilse, 'pull', '--ff-only').said).toEqual([]);
  });

  it('of what was forked before, and of no codex, is not spoken of', () => {
    const repository = withHooks({ ...WORLD, 'a.md': retconOf('lysa'), 'b.md': retconOf('orm') });
    onSide(repository, { 'a.md': `${retconOf('lysa')}More.\n` });
    expect(does(repository, 'merge', '--no-ff', '--no-edit', 'side').said).toEqual([]);
    const empty = newRepository();
    empty.commit({ 'a.txt': '' });
    expect(retcon(['hook', 'tell', 'merge'], { cwd: empty.root })).toEqual({ status: 0, stdout: '', stderr: '' });
  });
});

describe('what is committed without a question is spoken of', () => {
  const cause = (what: string) => expect.stringMatching(`^retcon: ${what} leaves a silent retcon \\(founding\\.md\\)`);

  it('when it was rebased, by either backend, once', () => {
    for (const backend of ['--merge', '--apply']) {
      const repository = told();
      onSide(repository, { 'founding.md': page('aldric') });
      repository.commit({ 'other.md': '' });
      repository.git('switch', '--quiet', 'side');
      expect(does(repository, 'rebase', backend, 'main')).toEqual({ status: 0, said: [cause('this rebase')] });
    }
  });

  it('when a rebase drops what has been pushed', () => {
    const { ilse } = twoAuthors({ 'codex.yaml': '' });
    ilse.commit({ 'founding.md': page('maric') });
    ilse.commit({ 'other.md': '' });
    ilse.git('push', '--quiet');
    retcon(['hook', 'install'], { cwd: ilse.root });
    expect(does(ilse, 'rebase', '--onto', 'HEAD~2', 'HEAD~1')).toEqual({ status: 0, said: [cause('this rebase')] });
  });

  it('when it was picked, or taken back; not when it was asked about, amended or squashed', () => {
    const repository = told();
    onSide(repository, { 'founding.md': page('aldric') });
    expect(does(repository, 'cherry-pick', 'side')).toEqual({ status: 0, said: [cause('this commit')] });
    expect(does(repository, 'revert', '--no-edit', 'HEAD')).toEqual({ status: 0, said: [] });
    expect(does(repository, 'revert', '--no-edit', 'HEAD').said).toEqual([cause('this commit')]);
    repository.git('reset', '--quiet', '--hard', 'v1');
    expect(does(repository, 'merge', '--squash', 'side').said).toEqual([]);
    expect(does(repository, 'commit', '--message', 'Squashed').status).toBe(1);
    expect(does(repository, 'commit', '--no-verify', '--message', 'Squashed').said).toEqual([]);
    expect(does(repository, 'commit', '--no-verify', '--amend', '--no-edit').said).toEqual([]);
  });

  it('and where it can not be looked at, git goes on', () => {
    const repository = told();
    onSide(repository, { 'codex.yaml': 'established: git:nope\n' });
    repository.commit({ 'other.md': '' });
    // The check before a merge can't look either, and stops it.
    rmSync(path.join(repository.root, '.git/hooks/pre-merge-commit'));
    expect(does(repository, 'merge', '--no-edit', 'side')).toEqual({
      status: 0,
      said: [expect.stringMatching(/^retcon: what this merge changes was not checked: .*"nope" names no commit/)],
    });
  });
});

describe('the hooks', () => {
  it('come and go together, beside those that are there, which run as before and hear what git says to them', () => {
    const repository = newRepository();
    const { root } = repository;
    repository.commit(WORLD);
    repository.git('tag', 'v1');
    const folder = path.join(root, '.git/hooks');
    mkdirSync(folder, { recursive: true });
    const own = `#!/bin/sh\ncat > "${root}/heard"\nexit 0\n`;
    writeFileSync(path.join(folder, 'post-rewrite'), own, { mode: 0o755 });
    const installed = retcon(['hook', 'install'], { cwd: root }).stdout;
    expect(installed).toContain(
      'It asks before a merge as well. After a pull, a rebase or a cherry-pick, a line says what was changed silently (post-merge, post-rewrite and post-commit).',
    );
    expect(hooksIn(root)).toEqual([...OTHERS, 'pre-commit'].sort());
    onSide(repository, { 'side.md': '' });
    repository.commit({ 'other.md': '' });
    repository.git('switch', '--quiet', 'side');
    expect(does(repository, 'rebase', 'main').status).toBe(0);
    expect(readFileSync(path.join(root, 'heard'), 'utf8')).toMatch(/^[0-9a-f]{40} [0-9a-f]{40}\n$/);
    expect(retconJson(['hook', 'install'], { cwd: root }).json.others).toMatchObject(
      OTHERS.map((kind) => ({ kind, did: 'was there' })),
    );
    expect(retcon(['hook', 'uninstall'], { cwd: root }).stdout).toBe(
      '.git/hooks/pre-commit was removed. What retcon had in pre-merge-commit, pre-applypatch, post-merge, post-rewrite and post-commit is gone, too.\n',
    );
    expect(hooksIn(root)).toEqual(['post-rewrite']);
    expect(readFileSync(path.join(folder, 'post-rewrite'), 'utf8')).toBe(own);
  });

  it('are put where core.hooksPath says; one that can not be changed is left alone, and the others are not', () => {
    const { root, git, write } = newRepository();
    write({ ...WORLD, 'hooks/post-merge': '#!/usr/bin/env python3\nprint("mine")\n' });
    git('config', 'core.hooksPath', 'hooks');
    const { stdout, status } = retcon(['hook', 'install'], { cwd: root });
    expect(status).toBe(0);
    expect(stdout).toContain('hooks/pre-commit was written.');
    expect(stdout).toContain(
      'hooks/post-merge is written for python3, and is not changed: have it run `retcon hook tell merge`',
    );
    expect(readdirSync(path.join(root, 'hooks')).sort()).toEqual([...OTHERS, 'pre-commit'].sort());
    retcon(['hook', 'uninstall'], { cwd: root });
    expect(readdirSync(path.join(root, 'hooks'))).toEqual(['post-merge']);
  });

  it("go into husky's own files, which it runs so that they end where a command fails", () => {
    const { root, git, commit } = newRepository();
    commit(WORLD);
    git('config', 'core.hooksPath', '.husky/_');
    expect(
      retconJson(['hook', 'install'], { cwd: root }).json.others.map(({ file }: { file: string }) => file),
    ).toEqual(OTHERS.map((name) => `.husky/${name}`));
    const run = (name: string, ...args: string[]) =>
      spawnSync('sh', ['-e', path.join(root, '.husky', name), ...args], { cwd: root, encoding: 'utf8' });
    for (const [name, ...args] of [
      ['post-merge', '0'],
      ['post-merge', '1'],
      ['post-rewrite', 'rebase'],
      ['post-commit'],
    ])
      expect(run(name ?? '', ...args).status).toBe(0);
  });

  it('that say something say nothing where retcon has gone', () => {
    const repository = told();
    for (const name of OTHERS) {
      const file = path.join(repository.root, '.git/hooks', name);
      writeFileSync(file, readFileSync(file, 'utf8').replace(/retcon_cli='[^']*'/, "retcon_cli='/gone/cli.js'"));
    }
    onSide(repository, { 'side.md': '' });
    repository.commit({ 'other.md': '' });
    expect(does(repository, 'merge', '--no-edit', 'side')).toEqual({ status: 0, said: [] });
  });

  it('take a codex in a folder of its own, whatever that is called', () => {
    const repository = newRepository();
    const folder = "the world's $(touch x)";
    repository.commit({ [`${folder}/codex.yaml`]: '', [`${folder}/founding.md`]: page('maric') });
    repository.git('tag', 'v1');
    retcon(['hook', 'install', '--root', folder], { cwd: repository.root });
    onSide(repository, { [`${folder}/founding.md`]: page('aldric') });
    expect(does(repository, 'merge', '--no-edit', 'side').said).toHaveLength(1);
    expect(existsSync(path.join(repository.root, 'x'))).toBe(false);
  });
});
