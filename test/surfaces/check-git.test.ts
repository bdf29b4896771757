/** `check --staged` and `--since`: what is about to be committed, and what has been, against the baseline. */
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Json, removeFolders, retcon, retconJson } from './process';
import { newRepository } from './repository';

afterAll(removeFolders);

const page = (founder: string, more = ''): string =>
  `---\nid: founding\ndate: 200 TA\n${more}facts: {vyr: {founder: ${founder}}}\n---\n`;
const found = (root: string, ...args: string[]): string[] =>
  retconJson(['check', ...args], { cwd: root }).json.diagnostics.map(
    ({ file, code, severity }: Json) => `${file} ${code} ${severity}`,
  );
const SILENT = 'founding.md retcon/silent error';

describe('the baseline is', () => {
  it('the point that is asked for, the one in codex.yaml, the newest tag, what is pushed, else the last commit', () => {
    const { root, git, commit, write } = newRepository();
    commit({ 'founding.md': page('maric') });
    git('tag', 'book-one');
    commit({ 'founding.md': page('lysa') });
    write({ 'founding.md': page('aldric') });
    git('add', '--all');
    expect(found(root, '--staged')).toEqual([SILENT]);
    expect(retcon(['check', '--staged'], { cwd: root }).stdout).toContain('founder of vyr was maric');
    git('tag', 'book-two');
    expect(retcon(['check', '--staged'], { cwd: root }).stdout).toContain('founder of vyr was lysa');
    write({ 'codex.yaml': 'established: git:book-one\n' });
    git('add', '--all');
    expect(retcon(['check', '--staged'], { cwd: root }).stdout).toContain('founder of vyr was maric');
    git('tag', '--delete', 'book-one', 'book-two');
    write({ 'codex.yaml': '' });
    expect(found(root, '--staged')).toEqual([SILENT.replace('error', 'warning')]);
    expect(found(root, '--since', 'HEAD~1')).toEqual([SILENT]);
    git('branch', 'told', 'HEAD~1');
    git('branch', '--set-upstream-to=told');
    expect(retcon(['check', '--staged'], { cwd: root }).stdout).toContain('founder of vyr was maric');
    expect(retcon(['check', '--staged'], { cwd: root }).status).toBe(1);
  });

  it('nothing, before anything is committed', () => {
    const { root, git, write } = newRepository();
    write({ 'founding.md': page('maric') });
    git('add', '--all');
    expect(found(root, '--staged')).toEqual([]);
    expect(retconJson(['check', '--since', 'HEAD'], { cwd: root })).toMatchObject({
      status: 2,
      json: { error: { code: 'git', given: 'HEAD', message: expect.stringContaining('nothing has been committed') } },
    });
  });
});

describe('--staged', () => {
  it('looks at what would be committed, not at what lies in the folder', () => {
    const { root, git, commit, write } = newRepository();
    commit({ 'founding.md': page('maric') });
    git('tag', 'v1');
    write({ 'founding.md': page('aldric') });
    expect(found(root, '--staged')).toEqual([]);
    expect(found(root, '--since', 'v1')).toEqual([SILENT]);
    git('add', '--all');
    write({ 'founding.md': page('maric'), 'broken.md': '---\nsupersedes: nobody\n---\n' });
    expect(found(root, '--staged')).toEqual([SILENT]);
  });

  it('reports other problems only where they are new, or in a file that has changed', () => {
    const { root, git, commit, write } = newRepository();
    const old = '---\nsupersedes: {id: nobody, reason: so}\n---\n';
    commit({
      'old.md': old,
      'touched.md': old,
      'a.md': '---\nid: a\n---\n',
      'b.md': '---\nsupersedes: {id: a, reason: so}\n---\n',
    });
    git('tag', 'v1');
    write({ 'touched.md': `${old}More.\n`, 'a.md': null });
    git('add', '--all');
    expect(found(root, '--staged')).toEqual([
      // Its effects on pages that nobody has touched are reported with it.
      'a.md retcon/deleted-entry error',
      // It was there: who writes in the page is not stopped.
      'touched.md supersedes/unknown-id warning',
    ]);
  });

  it('takes a fact that has got a page of its own for the same', () => {
    const { root, git, commit, write } = newRepository();
    commit({ 'founding.md': page('maric'), 'codex.yaml': 'revisions: [r1, r2]\n' });
    git('tag', 'v1');
    const moved = (canon: string) => ({
      'founding.md': '---\nid: founding\ndate: 200 TA\n---\n',
      'own.md': `---\ndate: 200 TA\n${canon}facts: {vyr: {founder: maric}}\n---\n`,
    });
    write(moved(''));
    git('add', '--all');
    expect(found(root, '--staged')).toEqual([]);
    write(moved('canon: r2\n'));
    git('add', '--all');
    expect(found(root, '--staged')).toEqual([SILENT]);
  });

  it('points at the new text, and at the old one where it stood', () => {
    const { root, git, commit, write } = newRepository();
    commit({ 'founding.md': page('maric') });
    git('tag', 'v1');
    write({ 'founding.md': page('aldric', 'type: event\n') });
    git('add', '--all');
    const [diagnostic] = retconJson(['check', '--staged'], { cwd: root }).json.diagnostics;
    expect(diagnostic.range.start).toEqual({ line: 4, character: 23 });
    expect(diagnostic.related).toEqual([
      {
        file: 'founding.md',
        range: { start: { line: 3, character: 23 }, end: { line: 3, character: 28 } },
        message: 'v1 says: founder of vyr is maric',
      },
    ]);
  });

  it('works in a merge, on no branch, and after a file was moved', () => {
    const { root, git, commit, write } = newRepository();
    commit({ 'founding.md': page('maric'), 'oath.md': '---\nfacts: {vyr: {motto: We hold}}\n---\n' });
    git('tag', 'v1');
    git('switch', '--quiet', '--create', 'side');
    commit({ 'side.md': '---\nfacts: {side: {a: b}}\n---\n' });
    git('switch', '--quiet', 'main');
    commit({ 'main.md': '' });
    git('merge', '--quiet', '--no-commit', '--no-ff', 'side');
    expect(found(root, '--staged')).toEqual([]);
    git('commit', '--quiet', '--message', 'Merge');
    git('switch', '--quiet', '--detach');
    git('mv', 'oath.md', 'the-oath.md');
    write({ 'the-oath.md': '---\naliases: [oath]\nfacts: {vyr: {motto: We hold}}\n---\n' });
    git('add', '--all');
    expect(found(root, '--staged')).toEqual([]);
  });

  it('and --since together are refused', () => {
    const { status, stderr } = retcon(['check', '--staged', '--since', 'HEAD']);
    expect([status, stderr.trim().split('\n').length]).toEqual([2, 1]);
  });
});

describe('a problem around it is reported at its place:', () => {
  it('a point in codex.yaml that git does not know', () => {
    const { root, git, commit } = newRepository();
    commit({ 'founding.md': page('maric'), 'codex.yaml': 'established: git:nope\n' });
    expect(retcon(['check', '--staged'], { cwd: root })).toMatchObject({
      status: 2,
      stderr: 'retcon: `established` in codex.yaml: "nope" names no commit, tag or branch here.\n',
    });
    git('tag', 'nope');
    expect(retcon(['check', '--staged'], { cwd: root }).status).toBe(0);
  });

  it('nothing staged, and a codex.yaml that is not', () => {
    const { root, git, write } = newRepository();
    write({ 'founding.md': page('maric'), 'codex.yaml': 'present: 300 TA\n' });
    const told = () => retcon(['check', '--staged'], { cwd: root }).stdout;
    expect(told()).toContain('Nothing of this codex is staged: `git add` codex.yaml and the entries');
    git('add', 'founding.md');
    expect(retcon(['check', '--staged'], { cwd: root })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('`git add codex.yaml`, then check again'),
    });
    git('add', 'codex.yaml');
    expect(told()).not.toContain('codex.yaml');
  });
});

describe('what can not be read', () => {
  const LONG = `${'x'.repeat(99)}\n`.repeat(60_000);
  const skipped = (root: string, ...args: string[]): string[] => {
    const { status, stdout, stderr } = retcon(['check', ...args], { cwd: root });
    expect([status, stdout]).toEqual([0, expect.not.stringContaining('retcon/')]);
    return linesOf(stderr);
  };
  const linesOf = (stderr: string): string[] => stderr.trim().split('\n');

  it('now, though it was readable in the baseline, is a silent retcon of the author who saved it that way', () => {
    const { root, git, commit, write } = newRepository();
    commit({ 'codex.yaml': '', 'founding.md': page('maric'), 'wide.md': page('maric').replace('founding', 'wide') });
    git('tag', 'v1');
    const wide = Buffer.from(`\uFEFF${page('maric')}`, 'utf16le').toString('latin1');
    write({ 'founding.md': page('maric') + LONG, 'wide.md': '' });
    writeFileSync(path.join(root, 'wide.md'), wide, 'latin1');
    git('add', '--all');
    for (const args of [['--since', 'v1'], ['--staged']]) {
      const { status, stdout, stderr } = retcon(['check', ...args], { cwd: root });
      expect(status).toBe(1);
      expect(stdout).toContain(
        "founding.md was established as of v1, and can't be read any more: it is longer than 4 MB.",
      );
      expect(stdout).toContain(
        "wide.md was established as of v1, and can't be read any more: it is written in UTF-16.",
      );
      expect(stdout).toContain('This page is longer than 4 MB');
      expect(linesOf(stderr)).toEqual([
        expect.stringContaining("founding.md can't be read and is left out: it is longer than 4 MB"),
        expect.stringContaining("wide.md can't be read and is left out: it is written in UTF-16"),
      ]);
    }
    const asked = retcon(['lookup', 'founding', '--format', 'json'], { cwd: root });
    expect(asked.status).toBe(1);
    expect(JSON.parse(asked.stdout)).toEqual({
      error: { code: 'limit', given: 'founding', message: expect.stringMatching(/^founding\.md: .* 4 MB/) },
    });
    write({
      'founding.md': 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n',
      'wide.md': page('maric').replace('founding', 'wide'),
    });
    git('add', '--all');
    expect(retcon(['check', '--staged'], { cwd: root }).stdout).toContain(
      "founding.md was established as of v1, and can't be read any more: its text is kept in Git LFS.",
    );
  });

  it('as it was committed counts as it is now', () => {
    const { root, git, commit, write } = newRepository();
    symlinkSync('target.txt', path.join(root, 'linked.md'));
    commit({
      'codex.yaml': '',
      'founding.md': page('maric') + LONG,
      'target.txt': page('orm').replace('founding', 'l'),
    });
    git('tag', 'v1');
    write({ 'founding.md': page('aldric') });
    expect(skipped(root, '--since', 'v1').sort()).toEqual([
      expect.stringContaining("founding.md can't be read and is left out: as of v1, it is longer than 4 MB"),
      expect.stringContaining("linked.md can't be read and is left out: as of v1, git keeps only a link"),
    ]);
    write({ 'founding.md': page('maric') + LONG });
    rmSync(path.join(root, 'linked.md'));
    write({ 'linked.md': page('lysa').replace('founding', 'l') });
    git('add', '--all');
    expect(skipped(root, '--staged')).toHaveLength(2);
  });
});
