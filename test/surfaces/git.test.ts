/** `--as-of git:…`: what the codex said as it was committed, read from git's objects and from nothing else. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { folderWith, type Json, removeFolders, retcon, retconJson } from './process';
import { newRepository } from './repository';

afterAll(removeFolders);

const house = (founder: string, more = ''): string => `---\nid: vyr\n${more}attributes: {founder: ${founder}}\n---\n`;
const founderAsOf = (root: string, ref: string, name = 'vyr'): Json =>
  retconJson(['was-true-at', name, '--as-of', `git:${ref}`, '--attribute', 'founder'], { cwd: root }).json.facts?.map(
    ({ values }: Json) => values.map(({ value }: Json) => value),
  );
const refusal = (root: string, ref: string): string => {
  const { status, stderr, json } = retconJson(['was-true-at', 'vyr', '--as-of', `git:${ref}`], { cwd: root });
  expect([status, json.error.code, json.error.given]).toEqual([2, 'bad-as-of', `git:${ref}`]);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  return json.error.message;
};

describe('a commit', () => {
  it('is named as git names it, and answers with its own files', () => {
    const { root, git, commit, write } = newRepository();
    commit({ 'codex.yaml': '', 'vyr.md': house('maric') });
    git('tag', 'v1');
    const second = commit({ 'vyr.md': house('aldric') });
    write({ 'vyr.md': house('lysa') });
    expect([
      founderAsOf(root, 'v1'),
      founderAsOf(root, 'HEAD'),
      founderAsOf(root, 'HEAD~1'),
      founderAsOf(root, second),
    ]).toEqual([[['maric']], [['aldric']], [['maric']], [['aldric']]]);
    const { json } = retconJson(['was-true-at', 'vyr', '--as-of', 'git:v1'], { cwd: root });
    expect([json.as_of, json.entity.file]).toEqual(['git:v1', 'vyr.md']);
    expect(git('status', '--porcelain')).toBe('M vyr.md');
  });

  it('has its own prose searched', () => {
    const { root, git, commit, write } = newRepository();
    commit({ 'codex.yaml': '', 'vyr.md': 'The old oath.\n' });
    git('tag', 'v1');
    write({ 'vyr.md': 'No promise.\n', 'new.md': '---\nsupersedes: [vyr]\n---\nA new oath.\n' });
    const found = (...asOf: string[]): Json =>
      retconJson(['lore', 'oath', ...asOf], { cwd: root }).json.chunks.map((chunk: Json) => [
        chunk.text,
        chunk.retcon_superseded,
        chunk.superseded_by,
      ]);
    expect(found('--as-of', 'git:v1')).toEqual([['The old oath.', true, 'new']]);
    expect(found()).toEqual([['A new oath.', false, null]]);
  });

  it('answers in the calendar that it had', () => {
    const { root, git, commit } = newRepository();
    const calendar = (epoch: number): string =>
      `calendars: {a: {eras: [{id: TA, epoch: ${epoch}}, {id: FA, epoch: 0}]}}\npresent: 5 TA\n`;
    const facts = '---\ndate: 3 FA\nfacts: {vyr: {founder: maric}}\n---\n';
    commit({ 'codex.yaml': calendar(0), 'a.md': facts });
    git('tag', 'v1');
    commit({ 'codex.yaml': calendar(-100) });
    const at = (...asOf: string[]): Json =>
      retconJson(['was-true-at', 'vyr', '--at', '4 TA', ...asOf], { cwd: root }).json.facts.length;
    expect([at('--as-of', 'git:v1'), at()]).toEqual([1, 0]);
  });

  it('may hold the codex in one of its folders, other codices, and files of other repositories', () => {
    const other = newRepository();
    other.commit({ 'x.md': '' });
    const { root, git, commit } = newRepository();
    git(
      '-c',
      'protocol.file.allow=always',
      'submodule',
      '--quiet',
      'add',
      pathToFileURL(other.root).href,
      'world/sub.md',
    );
    commit({
      'world/codex.yaml': '',
      'world/vyr.md': house('maric'),
      'world/inner/codex.yaml': '',
      'world/inner/vyr.md': house('orm'),
      'vyr.md': house('nobody'),
      'world/big.md': 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n',
    });
    expect(founderAsOf(path.join(root, 'world'), 'HEAD')).toEqual([['maric']]);
    expect(
      retconJson(['lookup', 'big', '--as-of', 'git:HEAD'], { cwd: path.join(root, 'world') }).json.entry.title,
    ).toBe('big');
    expect(retconJson(['lookup', 'sub', '--as-of', 'git:HEAD'], { cwd: path.join(root, 'world') }).status).toBe(1);
  });

  it('knows an entry by the id that it had, and shows what was decided since', () => {
    const { root, git, commit } = newRepository();
    commit({
      'codex.yaml': '',
      'vyr.md': house('maric', 'date: 10 TA\n'),
      'gone.md': house('x').replace('vyr', 'gone'),
    });
    git('tag', 'v1');
    commit({
      'vyr.md': null,
      'gone.md': null,
      'house.md': house('maric', 'date: 10 TA\naliases: [vyr]\n').replace('id: vyr', 'id: house-vyr'),
      'new.md':
        '---\ndate: 20 TA\nentity: house-vyr\nsupersedes: {id: house-vyr, reason: so}\nattributes: {founder: aldric}\n---\n',
    });
    expect(founderAsOf(root, 'v1', 'house-vyr')).toEqual([['maric']]);
    expect(founderAsOf(root, 'v1', 'gone')).toEqual([['x']]);
    const { json } = retconJson(['was-true-at', 'house-vyr', '--as-of', 'git:v1'], { cwd: root });
    expect(json.retcons).toEqual([]);
    expect(json.later).toMatchObject([{ superseded: 'house-vyr', by: 'new' }]);
    const log = (since: string): Json => retconJson(['log', '--since', since], { cwd: root }).json.retcons.length;
    expect([log('git:v1'), log('git:HEAD')]).toEqual([1, 0]);
  });
});

it('a commit differs from now by what was retconned, added, and changed without a word', () => {
  const { root, git, commit, write } = newRepository();
  commit({ 'codex.yaml': 'attributes: {founder: constant}\n', 'vyr.md': house('maric', 'date: 10 TA\n') });
  git('tag', 'v1');
  const silent = (): Json => retconJson(['diff', 'git:v1'], { cwd: root }).json.changes;
  expect(silent()).toEqual([]);
  write({ 'vyr.md': house('aldric', 'date: 10 TA\n') });
  expect(silent()).toMatchObject([
    {
      entity: 'vyr',
      attribute: 'founder',
      before: [{ value: 'maric' }],
      after: [{ value: 'aldric' }],
      by: ['vyr'],
      declared: false,
    },
  ]);
  write({
    'vyr.md': null,
    'folder/The House.md': house('maric', 'date: "10 TA"\naliases: [vyr]\n').replace('id: vyr', 'id: house'),
  });
  expect(silent()).toEqual([]);
  expect(retcon(['diff', 'git:v1', 'git:v1'], { cwd: root }).stdout).toMatch(
    /^What changed from git:v1 to git:v1\nNothing/,
  );
});

describe('a problem with git is reported plainly', () => {
  it('where there is no repository, no commit, or no such name', () => {
    const bare = folderWith({ 'codex.yaml': '', 'vyr.md': house('maric') });
    expect(refusal(bare, 'HEAD')).toContain('is in no git repository');
    const { root, commit } = newRepository();
    expect(refusal(root, 'HEAD')).toContain('nothing has been committed here yet');
    commit({ 'vyr.md': house('maric') });
    expect(refusal(root, 'nowhere')).toContain('"nowhere" names no commit, tag or branch here');
    for (const ref of ['--output=x', '-h', '', 'a b', 'HEAD:vyr.md', '^HEAD'])
      expect(refusal(root, ref)).toContain(`"${ref}"`);
    expect(existsSync(path.join(root, 'x'))).toBe(false);
  });

  it('with a hint, where the name lacks its git:', () => {
    const { root, git, commit } = newRepository();
    commit({ 'vyr.md': house('maric') });
    git('tag', 'v1');
    const asked = (asOf: string) => retcon(['was-true-at', 'vyr', '--as-of', asOf], { cwd: root }).stderr;
    expect(asked('v1')).toContain('Git knows v1: for the codex as committed there, say git:v1.');
    expect(asked('v2')).not.toContain('Git knows');
  });

  it('where the clone is shallow, and where it is not installed', () => {
    const { root, git, commit } = newRepository();
    commit({ 'vyr.md': house('maric') });
    git('tag', 'v1');
    commit({ 'vyr.md': house('aldric') });
    const clone = folderWith({});
    git('clone', '--quiet', '--depth=1', '--no-tags', pathToFileURL(root).href, clone);
    expect(refusal(clone, 'v1')).toContain('git fetch --unshallow');
    expect(founderAsOf(clone, 'HEAD')).toEqual([['aldric']]);
    const { status, stderr } = retcon(['was-true-at', 'vyr', '--as-of', 'git:HEAD'], {
      cwd: root,
      env: { PATH: '/nowhere' },
    });
    expect([status, stderr.split('\n').length]).toEqual([2, 2]);
    expect(stderr).toContain('git is not installed here');
  });

  it('and runs nothing that a repository asks for', () => {
    const { root, git, commit } = newRepository();
    const trap = path.join(root, 'trap');
    commit({ 'vyr.md': house('maric'), '.gitattributes': '*.md filter=trap diff=trap\n' });
    for (const name of [
      'core.fsmonitor',
      'filter.trap.smudge',
      'filter.trap.clean',
      'diff.trap.textconv',
      'core.sshCommand',
      'core.pager',
    ])
      git('config', name, `touch ${trap}`);
    rmSync(trap, { force: true });
    expect(founderAsOf(root, 'HEAD')).toEqual([['maric']]);
    expect(existsSync(trap)).toBe(false);
  });

  it('nor what would fetch the rest of a partial clone, where git has no option against it', () => {
    const { root, git, commit } = newRepository();
    commit({ 'vyr.md': house('maric') });
    git('config', 'uploadpack.allowFilter', 'true');
    const clone = folderWith({});
    git('clone', '--quiet', '--no-checkout', '--filter=blob:none', pathToFileURL(root).href, clone);
    const trap = path.join(root, 'trap');
    git('-C', clone, 'config', 'remote.origin.url', `ext::touch ${trap}`);
    git('-C', clone, 'config', 'protocol.ext.allow', 'always');
    // A git of before there was the variable.
    const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    const bin = folderWith({ git: `#!/bin/sh\nunset GIT_NO_LAZY_FETCH\nexec ${real} "$@"\n` });
    chmodSync(path.join(bin, 'git'), 0o755);
    const { status, stderr } = retcon(['was-true-at', 'vyr', '--as-of', 'git:HEAD'], {
      cwd: clone,
      env: { PATH: `${bin}:${process.env.PATH}` },
    });
    expect([status, stderr]).toEqual([2, expect.stringContaining('git fetch --refetch --no-filter')]);
    expect(existsSync(trap)).toBe(false);
  });

  it('nor a git that lies among the notes, nor what is named like the inside of a repository', () => {
    const { root, git, commit } = newRepository();
    commit({ 'vyr.md': house('maric') });
    const trap = path.join(root, 'trap');
    writeFileSync(path.join(root, 'git'), `#!/bin/sh\ntouch ${trap}\n`);
    chmodSync(path.join(root, 'git'), 0o755);
    retcon(['was-true-at', 'vyr', '--as-of', 'git:HEAD'], { cwd: root, env: { PATH: `.:${process.env.PATH}` } });
    expect(existsSync(trap)).toBe(false);
    const bare = folderWith({});
    git('clone', '--quiet', '--bare', '.', bare);
    expect(refusal(bare, 'HEAD')).toContain('looks like a bare repository');
  });
});
