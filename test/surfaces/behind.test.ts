/** The baseline of a branch that is behind: later changes of others are not blamed on it, and a note says that there are some. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { removeFolders, retcon, retconJson } from './process';
import { cloneOf, newRepository, type Repository, twoAuthors } from './repository';

afterAll(removeFolders);

const page = (founder: string): string => `---\nid: founding\ndate: 200 TA\nfacts: {vyr: {founder: ${founder}}}\n---\n`;
const fort = (seat: string): string => `---\ndate: 100 TA\nfacts: {vyr: {seat: ${seat}}}\n---\n`;
const WORLD = { 'codex.yaml': '', 'founding.md': page('maric'), 'fort.md': fort('vyrhold') };

/** What a check finds, as `file code`, and what it says beside. */
function checked({ root }: Pick<Repository, 'root'>, ...args: string[]): readonly [string[], string] {
  const { json, stderr } = retconJson(['check', ...args], { cwd: root });
  return [json.diagnostics.map(({ file, code }: { file: string; code: string }) => `${file} ${code}`), stderr];
}
const staged = (repository: Repository) => {
  repository.git('add', '--all');
  return checked(repository, '--staged');
};
const SILENT = ['founding.md retcon/silent'];
const behind = (ref: string, by: number, todo = 'pull') =>
  `retcon: your branch is behind ${ref} by ${by}: ${todo} first.\n`;

/** Tom has pushed a new fact and a retcon, and Ilse has fetched them. */
function behindTom() {
  const { remote, ilse, tom } = twoAuthors(WORLD);
  tom.commit({ 'oath.md': '---\nfacts: {vyr: {motto: We hold}}\n---\n' });
  tom.commit({ 'fort-two.md': '---\nsupersedes: {id: fort, reason: so}\nfacts: {vyr: {seat: ashhold}}\n---\n' });
  tom.git('push', '--quiet');
  ilse.git('fetch', '--quiet');
  return { remote, ilse, tom };
}

describe('a branch that is behind', () => {
  it('is not blamed for what others have published since, and is asked to pull', () => {
    const { ilse } = behindTom();
    ilse.write({ 'new.md': '---\nfacts: {lysa: {eyes: grey}}\n---\n' });
    expect(staged(ilse)).toEqual([[], behind('origin/main', 2)]);
    expect(checked(ilse, '--since', 'origin/main')).toEqual([[], behind('origin/main', 2)]);
  });

  it('sees what it has changed itself, compared with the commit that both have, before it pulls and after', () => {
    const { ilse } = behindTom();
    ilse.write({ 'founding.md': page('aldric') });
    expect(staged(ilse)).toEqual([SILENT, behind('origin/main', 2)]);
    const { stdout, status } = retcon(['check', '--staged'], { cwd: ilse.root });
    expect(status).toBe(1);
    expect(stdout).toContain(
      'founder of vyr was maric as of the last commit shared with origin/main, and this has been',
    );
    expect(stdout).toMatch(/`git checkout HEAD -- founding\.md`/);
    ilse.commit({}, 'Past the check');
    expect(staged(ilse)).toEqual([SILENT, behind('origin/main', 2)]);
    ilse.git('pull', '--quiet', '--no-rebase', '--no-edit');
    expect(staged(ilse)).toEqual([SILENT, '']);
  });

  it('declares only its own changes: nothing that others have published is retracted or undone', () => {
    const { ilse } = behindTom();
    ilse.write({ 'founding.md': page('aldric') });
    const { stdout, stderr, status } = retcon(['declare', '--yes', '--reason', 'So.'], { cwd: ilse.root });
    expect([status, stderr]).toEqual([0, behind('origin/main', 2)]);
    expect(stdout).toContain('declared against the last commit shared with origin/main\nfounding.md\n');
    expect(stdout).not.toMatch(/oath|motto|fort|seat/);
    expect(staged(ilse)[0]).toEqual([]);
    ilse.commit({});
    ilse.git('pull', '--quiet', '--rebase');
    expect(staged(ilse)).toEqual([[], '']);
    const { json } = retconJson(['was-true-at', 'vyr'], { cwd: ilse.root });
    expect(json.facts.map(({ values }: { values: { value: string }[] }) => values.map(({ value }) => value))).toEqual([
      ['aldric'],
      ['We hold'],
      ['ashhold'],
    ]);
  });

  it('counts as having what it is about to merge', () => {
    const { ilse } = behindTom();
    ilse.commit({ 'new.md': '' });
    ilse.git('merge', '--quiet', '--no-commit', 'origin/main');
    expect(staged(ilse)).toEqual([[], '']);
    ilse.write({ 'oath.md': '---\nfacts: {vyr: {motto: We yield}}\n---\n' });
    expect(staged(ilse)).toEqual([['oath.md retcon/silent'], '']);
  });

  it('of several others counts as having all of them, in an octopus', () => {
    const { ilse, tom } = behindTom();
    tom.git('switch', '--quiet', '--create', 'side', 'HEAD~2');
    tom.commit({ 'side.md': '' });
    tom.git('push', '--quiet', 'origin', 'side');
    ilse.git('fetch', '--quiet');
    ilse.commit({ 'new.md': '' });
    ilse.git('merge', '--quiet', '--no-commit', 'origin/main', 'origin/side');
    expect(staged(ilse)).toEqual([[], '']);
    ilse.git('commit', '--quiet', '--message', 'Merge all');
    ilse.write({ 'founding.md': page('aldric') });
    expect(staged(ilse)).toEqual([SILENT, '']);
  });
});

describe('the baseline is', () => {
  const tagged = (repository: Repository, name: string, date: string): void => {
    repository.commit({ [`${name.replaceAll('/', '-')}.txt`]: name }, name, date);
    repository.git('tag', name);
  };
  const pointOf = ({ root }: Repository): string =>
    retcon(['hook', 'install'], { cwd: root }).stdout.replace(
      /^[^]*(?:established as of (\S+)\.|(only warns))[^]*$/,
      '$1$2',
    );

  it('the newest tag of a form, however many there are, and whatever other tags', () => {
    const repository = newRepository();
    repository.commit({ ...WORLD, 'codex.yaml': 'established: git:book-*\n' });
    tagged(repository, 'book-9', '2026-02-01T00:00:00Z');
    tagged(repository, 'book-10', '2026-03-01T00:00:00Z');
    tagged(repository, 'draft-3', '2026-04-01T00:00:00Z');
    // A state that was established early stays so when a later tag names it.
    repository.git('tag', '--annotate', '--message', 'Late', 'book-0', 'book-9');
    expect(pointOf(repository)).toBe('book-10');
    repository.git('tag', 'book-11', 'book-10');
    expect(pointOf(repository)).toBe('book-11');
    repository.write({ 'codex.yaml': 'established: git:tales/**\n' });
    tagged(repository, 'tales/of/vyr', '2026-05-01T00:00:00Z');
    expect(pointOf(repository)).toBe('tales/of/vyr');
  });

  it('only warned of, where no tag has that form yet; and that is said', () => {
    const repository = newRepository();
    repository.commit({ ...WORLD, 'codex.yaml': 'established: git:book-*\n' });
    repository.git('tag', 'v1');
    expect(pointOf(repository)).toBe('only warns');
    repository.write({ 'founding.md': page('aldric') });
    expect(staged(repository)).toEqual([
      SILENT,
      expect.stringMatching(/^retcon: no tag matches "book-\*" here yet, so/),
    ]);
    expect(retcon(['check', '--staged'], { cwd: repository.root }).status).toBe(0);
  });

  it('the newest tag that this branch has, where one of another branch is newer', () => {
    const repository = newRepository();
    repository.commit({ ...WORLD, 'codex.yaml': 'established: git:book-*\n' });
    tagged(repository, 'book-1', '2026-02-01T00:00:00Z');
    repository.commit({
      'founding-two.md': page('orm').replace('id: founding', 'supersedes: {id: founding, reason: so}'),
    });
    tagged(repository, 'book-2', '2026-03-01T00:00:00Z');
    repository.git('switch', '--quiet', '--create', 'mended', 'book-1');
    tagged(repository, 'book-1.1', '2026-04-01T00:00:00Z');
    repository.git('switch', '--quiet', 'main');
    repository.write({ 'founding-two.md': null });
    expect(staged(repository)).toEqual([
      expect.arrayContaining(['founding-two.md retcon/deleted-entry']),
      behind('book-1.1', 1, 'merge it'),
    ]);
  });

  it('what has been pushed, where no tag has that form yet, and where it is later than the tag that leads here', () => {
    const { ilse, tom } = twoAuthors({ ...WORLD, 'codex.yaml': 'established: git:book-*\n' });
    ilse.write({ 'founding.md': page('aldric') });
    expect(staged(ilse)).toEqual([
      SILENT,
      'retcon: no tag matches "book-*" here yet, so it was compared with origin/main.\n',
    ]);
    ilse.git('reset', '--quiet', '--hard');
    ilse.commit({ 'codex.yaml': '' });
    ilse.git('push', '--quiet');
    ilse.git('tag', 'v1');
    tom.git('pull', '--quiet');
    tom.commit({ 'well.md': '---\nfacts: {well: {depth: "9"}}\n---\n' });
    tom.git('push', '--quiet');
    ilse.git('fetch', '--quiet');
    // Not before it is here.
    expect(pointOf(ilse)).toBe('v1');
    ilse.git('pull', '--quiet');
    expect(pointOf(ilse)).toBe('origin/main');
    ilse.write({ 'well.md': '---\nfacts: {well: {depth: "8"}}\n---\n' });
    expect(staged(ilse)).toEqual([['well.md retcon/silent'], '']);
    ilse.git('switch', '--quiet', '--create', 'topic');
    expect(staged(ilse)).toEqual([['well.md retcon/silent'], '']);
    ilse.git('reset', '--quiet', '--hard');
    ilse.git('tag', 'v2');
    expect(pointOf(ilse)).toBe('v2');
  });

  it('the newest tag that leads here, else the branch that is pushed to, else that of the remote, else a guess', () => {
    const { ilse, tom } = twoAuthors(WORLD);
    expect(pointOf(ilse)).toBe('origin/main');
    ilse.git('tag', 'v1');
    ilse.commit({});
    expect(pointOf(ilse)).toBe('v1');
    tom.git('switch', '--quiet', '--detach');
    expect(pointOf(tom)).toBe('origin/main');
    tom.git('switch', '--quiet', '--create', 'alone');
    expect(pointOf(tom)).toBe('origin/main');
    // A tag that leads elsewhere is none of this branch's.
    tom.git('switch', '--quiet', '--create', 'side');
    tom.commit({}, 'Aside');
    tom.git('tag', 'v2');
    tom.git('switch', '--quiet', 'main');
    expect(pointOf(tom)).toBe('origin/main');
  });

  it("the remote's main branch, on a branch of one's own and on none", () => {
    const { ilse } = twoAuthors(WORLD);
    ilse.git('switch', '--quiet', '--create', 'topic');
    ilse.write({ 'founding.md': page('aldric') });
    expect(staged(ilse)).toEqual([SILENT, '']);
    ilse.git('commit', '--quiet', '--all', '--message', 'Slip', '--no-verify');
    ilse.git('switch', '--quiet', '--detach');
    ilse.write({ 'new.md': '' });
    expect(staged(ilse)).toEqual([SILENT, '']);
  });

  it('what the last commit says it is, while codex.yaml says something else: that is said once, and counts from then on', () => {
    const repository = newRepository();
    repository.commit({ ...WORLD, 'codex.yaml': 'established: git:book-*\n' });
    repository.git('tag', 'book-1');
    repository.commit({ 'well.md': '---\nfacts: {well: {depth: "9"}}\n---\n' });
    repository.git('tag', 'book-2');
    const changes = { 'codex.yaml': 'established: git:book-1\n', 'well.md': '---\nfacts: {well: {depth: "8"}}\n---\n' };
    repository.write(changes);
    expect(staged(repository)).toEqual([['codex.yaml retcon/silent', 'well.md retcon/silent'], '']);
    repository.commit(changes);
    repository.write({ 'new.md': '' });
    expect(staged(repository)).toEqual([[], '']);
  });

  it('compared as it is, where both share no commit; changes of others are then declared for nobody', () => {
    const { ilse } = behindTom();
    ilse.git('switch', '--quiet', '--orphan', 'anew');
    expect(checked(ilse, '--staged')[1]).toContain('nothing has been committed yet');
    ilse.commit({ 'codex.yaml': '', 'founding.md': page('aldric') });
    const [found, said] = checked(ilse, '--since', 'origin/main');
    expect(found).toContain('founding.md retcon/silent');
    expect(said).toBe(
      'retcon: your branch shares no commit with origin/main: it was compared with origin/main itself.\n',
    );
    expect(retcon(['declare', '--since', 'origin/main', '--yes'], { cwd: ilse.root })).toMatchObject({ status: 2 });
    expect(ilse.git('status', '--porcelain')).toBe('');
  });

  it('found in a shallow clone as far as its history goes, and the rest is said', () => {
    const { remote, ilse, tom } = behindTom();
    const clone = cloneOf(remote, 'Orm', '--depth=1');
    clone.write({ 'oath.md': '---\nfacts: {vyr: {motto: We yield}}\n---\n' });
    expect(staged(clone)).toEqual([['oath.md retcon/silent'], '']);
    tom.commit({ 'more.md': '' });
    tom.git('push', '--quiet');
    clone.git('reset', '--quiet', '--hard');
    clone.git('fetch', '--quiet', '--depth=1');
    expect(staged(clone)[1]).toContain(
      'this clone is shallow and does not hold the last commit that your branch shares',
    );
    expect(retcon(['declare', '--yes'], { cwd: clone.root }).status).toBe(2);
    clone.git('fetch', '--quiet', '--unshallow');
    expect(staged(clone)).toEqual([[], behind('origin/main', 1)]);
    expect(ilse.git('status', '--porcelain')).toBe('');
  });
});

describe('git lays a branch out', () => {
  it('in a worktree of its own, as far as that branch has come', () => {
    const { ilse } = behindTom();
    const root = path.join(ilse.root, '.git', 'elsewhere');
    ilse.git('worktree', 'add', '--quiet', '--track', '-b', 'side', root, 'origin/main');
    expect(checked({ root }, '--since', 'main')).toEqual([[], '']);
    writeFileSync(path.join(root, 'oath.md'), '---\nfacts: {vyr: {motto: We yield}}\n---\n');
    expect(checked({ root }, '--since', 'main')).toEqual([[], '']);
    expect(checked({ root }, '--since', 'origin/main')).toEqual([['oath.md retcon/silent'], '']);
    ilse.git('-C', root, 'add', '--all');
    expect(checked({ root }, '--staged')).toEqual([['oath.md retcon/silent'], '']);
  });

  it('in a submodule, by its own history', () => {
    const { remote } = behindTom();
    const above = newRepository();
    above.commit({ 'readme.txt': '' });
    above.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', `file://${remote}`, 'world');
    above.commit({});
    above.git('tag', 'v1');
    const root = path.join(above.root, 'world');
    writeFileSync(path.join(root, 'founding.md'), page('aldric'));
    above.git('-C', root, 'add', '--all');
    expect(checked({ root }, '--staged')).toEqual([SILENT, '']);
    above.git('-C', root, 'checkout', '--quiet', '--detach', '-f', 'HEAD~1');
    expect(checked({ root }, '--since', 'origin/main')).toEqual([[], behind('origin/main', 1, 'merge it')]);
  });

  it('in part, and what is not laid out is not gone', () => {
    const { ilse } = twoAuthors({ 'codex.yaml': '', 'a/founding.md': page('maric'), 'b/fort.md': fort('vyrhold') });
    ilse.git('sparse-checkout', 'set', 'a');
    expect(checked(ilse, '--since', 'origin/main')).toEqual([[], '']);
    expect(retcon(['declare', '--dry-run'], { cwd: ilse.root }).stdout).toContain('Nothing established has changed');
    mkdirSync(path.join(ilse.root, 'a'), { recursive: true });
    ilse.write({ 'a/founding.md': page('aldric') });
    expect(staged(ilse)[0]).toEqual(['a/founding.md retcon/silent']);
    expect(readFileSync(path.join(ilse.root, 'a/founding.md'), 'utf8')).toBe(page('aldric'));
  });
});
