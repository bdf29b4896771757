/** `retcon hook`: git itself stops a commit that changes the baseline, beside any other hooks. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { folderWith, removeFolders, retcon, retconJson } from './process';
import { copiesOf, newRepository } from './repository';

afterAll(removeFolders);

const page = (founder: string): string => `---\nid: founding\ndate: 200 TA\nfacts: {vyr: {founder: ${founder}}}\n---\n`;
const tryCommit = (root: string, env: Record<string, string> = {}) =>
  spawnSync('git', ['commit', '--quiet', '--all', '--message', 'Edit'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', ...env },
  });

const taggedRepository = copiesOf(() => {
  const repository = newRepository();
  repository.commit({ 'founding.md': page('maric') });
  repository.git('tag', 'v1');
  return repository;
});
function told() {
  const repository = taggedRepository();
  const file = path.join(repository.root, '.git/hooks/pre-commit');
  /** Puts a hook there that is the author's own. */
  const hook = (content: string | Buffer, mode = 0o755): void => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content, { mode });
  };
  return { ...repository, file, hook };
}

describe('a commit', () => {
  it('that edits the baseline is stopped, with the reason; one that declares a retcon is not', () => {
    const { root, git, write } = told();
    expect(retcon(['hook', 'install'], { cwd: root }).stdout).toMatch(
      /^\.git\/hooks\/pre-commit was written\. From now on git runs retcon/,
    );
    write({ 'founding.md': page('aldric') });
    const stopped = tryCommit(root);
    expect(stopped.status).toBe(1);
    expect(stopped.stdout + stopped.stderr).toContain(
      'founder of vyr was maric as of v1, and this has been changed to aldric',
    );
    expect(stopped.stderr).toContain('Nothing was committed, and nothing is lost');
    expect(stopped.stderr).toContain('compared with v1.\nIf it is intentional: `');
    expect(stopped.stderr).toContain('`git checkout HEAD -- founding.md`');
    write({
      'founding.md': page('maric'),
      'refounding.md':
        '---\ndate: 412 TA\nsupersedes: {id: founding, reason: so}\nfacts: {vyr: {founder: aldric}}\n---\n',
    });
    git('add', '--all');
    expect(tryCommit(root)).toMatchObject({ status: 0 });
    expect(git('log', '--oneline').split('\n')).toHaveLength(2);
  });

  it('is looked at in the folder that holds the codex', () => {
    const { root, git, commit, write } = newRepository();
    commit({ "the world's/codex.yaml": '', "the world's/founding.md": page('maric') });
    git('tag', 'v1');
    const world = path.join(root, "the world's");
    expect(retcon(['hook', 'install'], { cwd: world }).status).toBe(0);
    write({ "the world's/founding.md": page('aldric') });
    expect(tryCommit(world)).toMatchObject({ status: 1, stderr: expect.stringMatching(/^founding\.md\n/) });
    write({ "the world's/founding.md": page('maric'), 'elsewhere.md': page('aldric') });
    git('add', '--all');
    expect(tryCommit(root).status).toBe(0);
  });

  it('is looked at in another working tree, in the files that are about to be committed, and beside other repositories', () => {
    const { root, git, commit, write } = newRepository();
    commit({ 'world/codex.yaml': '', 'world/founding.md': page('maric'), 'other.md': '' });
    git('tag', 'v1');
    expect(retcon(['hook', 'install'], { cwd: path.join(root, 'world') }).status).toBe(0);
    const tree = path.join(folderWith({}), 'tree');
    git('worktree', 'add', '--quiet', tree);
    writeFileSync(path.join(tree, 'world/founding.md'), page('aldric'));
    expect(tryCommit(tree)).toMatchObject({ status: 1, stderr: expect.stringMatching(/^founding\.md\n/) });
    const some = (folder: string, file: string) =>
      spawnSync('git', ['commit', '--quiet', '--message', 'Some', '--', file], { cwd: folder, encoding: 'utf8' });
    writeFileSync(path.join(tree, 'other.md'), 'More.\n');
    expect(some(tree, 'other.md')).toMatchObject({ status: 0 });
    expect(some(tree, 'world/founding.md')).toMatchObject({ status: 1 });
    // A repository inside another, called from the other's hook: the index of the other is not its own.
    git('init', '--quiet', 'inner');
    write({ 'inner/codex.yaml': '', 'inner/founding.md': page('orm') });
    git('-C', 'inner', 'add', '--all');
    git(
      '-C',
      'inner',
      '-c',
      'user.name=A',
      '-c',
      'user.email=a@example.com',
      'commit',
      '--quiet',
      '--message',
      'Begin',
    );
    expect(
      retconJson(['check', '--staged', '--root', 'inner'], {
        cwd: root,
        env: { GIT_DIR: '.git', GIT_INDEX_FILE: '.git/index' },
      }).json.summary,
    ).toMatchObject({ files: 1, errors: 0 });
  });

  it('is let through, with a word, where retcon has gone', () => {
    const { root, write } = told();
    retcon(['hook', 'install'], { cwd: root });
    const file = path.join(root, '.git/hooks/pre-commit');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/retcon_cli='[^']*'/, "retcon_cli='/gone/cli.js'"));
    write({ 'founding.md': page('aldric') });
    const { status, stderr } = tryCommit(root);
    expect([status, stderr]).toEqual([0, expect.stringContaining('this commit was not checked')]);
  });
});

describe('the hook', () => {
  it('stands beside one that is there, and leaves it as it was', () => {
    const { root, file, hook } = told();
    const own = '#!/usr/bin/env bash\necho mine\nexit 0\n';
    hook(own, 0o700);
    expect(retcon(['hook', 'install'], { cwd: root }).stdout).toContain(
      'now begins with a check by retcon, and the rest is unchanged',
    );
    expect(readFileSync(file, 'utf8')).toMatch(/^#!\/usr\/bin\/env bash\n# >>> retcon[^]*<<<\necho mine\nexit 0\n$/);
    expect(retconJson(['hook', 'install'], { cwd: root }).json).toMatchObject({ did: 'was there', is_shared: true });
    expect(retcon(['hook', 'uninstall'], { cwd: root }).stdout).toContain('the rest is unchanged');
    expect(readFileSync(file, 'utf8')).toBe(own);
    expect(retconJson(['hook', 'uninstall'], { cwd: root }).json.did).toBe('was not there');
  });

  it.each([
    ['latin-1', Buffer.from('#!/bin/bash\necho "Caf\u00e9 \u00ff"\n', 'latin1')],
    ['Windows', '#!/bin/sh\r\necho mine\r\n'],
    ['no line break at the end', '#!/bin/sh\necho mine'],
    ['one line without its break', '#!/usr/bin/env -S bash'],
    ['no word on who runs it', 'echo mine'],
    ['nothing', ''],
  ])('gives back each byte of one with %s', (_, content) => {
    const { root, file, hook } = told();
    hook(content, 0o750);
    expect(retcon(['hook', 'install'], { cwd: root }).status).toBe(0);
    expect(readFileSync(file, 'latin1')).toContain('# >>> retcon');
    expect(retcon(['hook', 'uninstall'], { cwd: root }).status).toBe(0);
    expect(readFileSync(file)).toEqual(Buffer.from(content));
    expect(statSync(file).mode & 0o777).toBe(0o750);
  });

  it.each([
    ['another language', '#!/usr/bin/env -S python3 -u\nprint("mine")\n', 0o755, 'is written for python3'],
    ['a program', Buffer.from('\x7fELF\0\xff', 'latin1'), 0o755, 'is a program'],
    ['one that is turned off', '#!/bin/sh\nexit 1\n', 0o644, '`chmod +x` it, or remove it'],
    [
      'one of which our end was lost',
      '#!/bin/sh\n# >>> retcon: stop a commit that changes what was told without saying so >>>\necho mine\n',
      0o755,
      'take them out yourself',
    ],
  ])('is not put into %s, and says what to do', (_, content, mode, says) => {
    const { root, file, hook } = told();
    hook(content, mode);
    expect(retcon(['hook', 'install'], { cwd: root })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(says),
    });
    expect(readFileSync(file)).toEqual(Buffer.from(content));
    expect(statSync(file).mode & 0o777).toBe(mode);
  });

  it('is named from where the author stands, whatever is said of it', () => {
    const { root, git, commit } = newRepository();
    commit({ 'world/codex.yaml': '', 'world/more/x.md': '' });
    mkdirSync(path.join(root, '.git/hooks'), { recursive: true });
    const hook = path.join(root, '.git/hooks/pre-commit');
    const install = (cwd: string, ...args: string[]) => retcon(['hook', 'install', ...args], { cwd });
    writeFileSync(hook, '#!/bin/sh\nexit 1\n', { mode: 0o644 });
    expect(install(root, '--root', 'world').stderr).toMatch(
      /^retcon: \.git\/hooks\/pre-commit is there, but turned off/,
    );
    expect(install(path.join(root, 'world/more')).stderr).toMatch(
      /^retcon: \.\.\/\.\.\/\.git\/hooks\/pre-commit is there/,
    );
    rmSync(hook);
    git('config', 'core.hooksPath', 'world/hooks');
    expect(install(path.join(root, 'world/more')).stdout).toMatch(/^\.\.\/hooks\/pre-commit was written/);
    expect(install(root, '--root', 'world').stdout).toContain('was in world/hooks/pre-commit already');
  });

  it('is not taken out where its end was lost, nor written through a link', () => {
    const { root, file } = told();
    retcon(['hook', 'install'], { cwd: root });
    const cut = readFileSync(file, 'utf8').replace('# <<< retcon <<<', 'echo mine');
    writeFileSync(file, cut);
    expect(retcon(['hook', 'uninstall'], { cwd: root }).status).toBe(2);
    expect(readFileSync(file, 'utf8')).toBe(cut);
    const elsewhere = path.join(root, 'all-of-mine.sh');
    writeFileSync(elsewhere, '#!/bin/sh\n', { mode: 0o755 });
    rmSync(file);
    symlinkSync(elsewhere, file);
    expect(retcon(['hook', 'install'], { cwd: root })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`is a link to ${elsewhere}, which is not changed: add \`retcon check --staged\``),
    });
    expect(readFileSync(elsewhere, 'utf8')).toBe('#!/bin/sh\n');
  });

  it('that was written by us alone goes altogether', () => {
    const { root } = told();
    retcon(['hook', 'install'], { cwd: root });
    retcon(['hook', 'uninstall'], { cwd: root });
    expect(existsSync(path.join(root, '.git/hooks/pre-commit'))).toBe(false);
  });

  it('says what commits are compared with, and whether it can stop them', () => {
    const { root, git, commit, write } = newRepository();
    const said = () => retcon(['hook', 'install'], { cwd: root }).stdout;
    expect(said()).toContain('It only warns of silent changes');
    commit({ 'founding.md': page('maric') });
    expect(said()).toMatch(/already\. .*only warns.*make a tag \(`git tag v1`\), or write `established: git:REF`/);
    git('tag', 'book-one');
    expect(said()).toContain('stops one that silently changes what is established as of book-one');
    write({ 'codex.yaml': 'established: git:nope\n' });
    expect(retcon(['hook', 'install'], { cwd: root })).toMatchObject({
      status: 2,
      stderr: 'retcon: `established` in codex.yaml: "nope" names no commit, tag or branch here.\n',
    });
  });

  it('is named as seen from where one stands, and is for a folder with a codex only', () => {
    const { root, git, commit } = newRepository();
    commit({ 'my lore/codex.yaml': '', 'my lore/people/maric.md': 'A man.\n' });
    git('tag', 'v1');
    expect(retcon(['hook', 'install'], { cwd: root })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('One is in "my lore": add `--root "my lore"`.'),
    });
    expect(retcon(['hook', 'install', '--root', 'my lore'], { cwd: root }).stdout).toMatch(
      /^\.git\/hooks\/pre-commit was written/,
    );
    const file = path.join(root, '.git/hooks/pre-commit');
    const before = readFileSync(file, 'utf8');
    expect(retcon(['hook', 'install', '--root', 'people'], { cwd: path.join(root, 'my lore') })).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(
        /no codex\.yaml in \S+.*people\. One is in \.: add `--root \.`\. The hook was left/,
      ),
    });
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it("goes into husky's own file, and is said of lefthook's", () => {
    const husky = told();
    husky.git('config', 'core.hooksPath', '.husky/_');
    husky.write({ '.husky/pre-commit': 'npm test\n' });
    expect(retconJson(['hook', 'install'], { cwd: husky.root }).json.file).toBe('.husky/pre-commit');
    const file = path.join(husky.root, '.husky/pre-commit');
    expect(readFileSync(file, 'utf8')).toMatch(/^# >>>[^]*<<<\nnpm test\n$/);
    expect(statSync(file).mode & 0o111).toBe(0);
    const lefthook = told();
    lefthook.hook('#!/bin/sh\ncall_lefthook run "pre-commit"\n');
    expect(retcon(['hook', 'install'], { cwd: lefthook.root }).stdout).toContain('lefthook.yml');
  });

  it('is not put where all repositories take theirs from, nor where there is none', () => {
    const { root, git } = told();
    const shared = folderWith({});
    git('config', 'core.hooksPath', shared);
    expect(retcon(['hook', 'install'], { cwd: root })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(shared),
    });
    const bare = folderWith({ 'codex.yaml': '' });
    expect(retcon(['hook', 'install'], { cwd: bare })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('is in no git repository'),
    });
  });
});

describe('reports', () => {
  const root = folderWith({
    'a, b.md': '---\nid: a\ndate: 200 TA\n---\n',
    'b.md': '---\ndate: 412 TA\nsupersedes:\n  - id: a\n    as_of: 201 TA\n    reason: "100%"\n---\n[[nowhere]]\n',
  });

  it('are SARIF for those who collect it', () => {
    const { status, stdout } = retcon(['check', '--format', 'sarif'], { cwd: root });
    const { version, runs } = JSON.parse(stdout);
    expect([status, version, runs.length]).toEqual([1, '2.1.0', 1]);
    const [{ tool, results }] = runs;
    expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual([
      'link/unknown',
      'supersedes/as-of-mismatch',
    ]);
    expect(tool.driver.rules[1]).toMatchObject({
      name: 'SupersedesAsOfMismatch',
      shortDescription: { text: '`as_of` does not agree with the date of the old version.' },
      helpUri: 'vscode://retcon.retcon/rules/supersedes/as-of-mismatch',
      help: { markdown: expect.stringMatching(/^# supersedes\/as-of-mismatch\n/) },
    });
    expect(results[0]).toMatchObject({
      ruleId: 'supersedes/as-of-mismatch',
      partialFingerprints: { 'retcon/v1': 'supersedes%2Fas-of-mismatch b.md 201%20TA 1' },
      ruleIndex: 1,
      level: 'error',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'b.md' },
            region: { startLine: 5, startColumn: 12, endLine: 5, endColumn: 18 },
          },
        },
      ],
      relatedLocations: [{ physicalLocation: { artifactLocation: { uri: 'a,%20b.md' }, region: { startLine: 3 } } }],
    });
  });

  it('are commands for GitHub, without hints', () => {
    const { status, stdout } = retcon(['check', '--format', 'github'], { cwd: root });
    expect(status).toBe(1);
    expect(stdout).toBe(
      '::error file=b.md,line=5,endLine=5,col=12,endColumn=18,title=supersedes/as-of-mismatch::a is dated 200 TA, not 201 TA: correct as_of, or name the version that you mean.\n',
    );
  });
});
