/** What git may be like when it is asked: absent, in the middle of something, with a part of its history only. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { folderWith, type Json, removeFolders, retcon, retconJson } from './process';
import { gitIn, copiesOf, newRepository, type Repository } from './repository';

afterAll(removeFolders);

const page = (founder: string): string => `---\nid: founding\ndate: 200 TA\nfacts: {vyr: {founder: ${founder}}}\n---\n`;
const FILE = 'founding.md';

/** The refusal of a call that can't be answered, on one line. */
function refused(root: string, ...args: string[]): string {
  const { status, stderr, json } = retconJson(args, { cwd: root });
  expect(status).toBe(2);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stderr).toContain(json.error.message);
  return json.error.message;
}
const staged = (root: string) => retcon(['check', '--staged'], { cwd: root });

/** A repository in which two branches say different things of one page. */
const divided = copiesOf(() => {
  const repository = newRepository();
  const { commit, git } = repository;
  commit({ 'codex.yaml': '', [FILE]: page('maric') });
  git('tag', 'v1');
  git('branch', 'told');
  git('switch', '--quiet', '--create', 'other');
  commit({ [FILE]: page('lysa') });
  git('switch', '--quiet', 'main');
  commit({ [FILE]: page('aldric') });
  return repository;
});
/** Runs git where it is to stop at a conflict. */
function stopsAt({ git }: Repository, ...args: string[]): void {
  expect(() => git('-c', 'core.editor=true', ...args)).toThrow(args[0]);
}

describe('files in conflict', () => {
  it.each([
    ['a merge', ['merge', 'other']],
    ['a rebase', ['rebase', 'other']],
    ['a cherry-pick', ['cherry-pick', 'other']],
    ['a revert', ['revert', '--no-edit', 'HEAD~1']],
  ])('while %s is under way are named, and nothing is judged by them', (what, args) => {
    const repository = divided();
    if (what === 'a revert') repository.commit({ [FILE]: page('orm') });
    stopsAt(repository, ...args);
    const { root, git, write } = repository;
    const told = `${what} is under way, and founding.md is in conflict. Settle what should be there, \`git add\` it, then check again.`;
    expect(refused(root, 'check', '--staged')).toBe(told);
    expect(refused(root, 'check', '--since', 'v1')).toBe(told);
    write({ [FILE]: page('maric') });
    git('add', '--all');
    expect(staged(root)).toMatchObject({ status: 0, stderr: '' });
  });

  it('of a stash are too; those beside the codex are none of its business', () => {
    const repository = newRepository();
    const { root, git, commit, write } = repository;
    commit({ 'world/codex.yaml': '', 'world/a.md': page('maric'), 'b.md': 'one\n' });
    write({ 'b.md': 'two\n' });
    git('stash');
    commit({ 'b.md': 'three\n' });
    stopsAt(repository, 'stash', 'pop');
    expect(staged(path.join(root, 'world')).status).toBe(0);
    expect(refused(root, 'check', '--staged')).toBe(
      'b.md is in conflict. Settle what should be there, `git add` it, then check again.',
    );
  });
});

it('a codex.yaml that was readable in the baseline, and is saved so that nobody can read it, lets no commit through', () => {
  const { root, git, commit } = newRepository();
  commit({ 'codex.yaml': 'attributes: {founder: set}\n', [FILE]: page('maric') });
  git('tag', 'v1');
  writeFileSync(path.join(root, 'codex.yaml'), Buffer.from('\ufeffattributes: {founder: set}\n', 'utf16le'));
  git('add', '--all');
  const words =
    "codex.yaml can't be read, and nothing can be judged without it: it is written in UTF-16. Save it as UTF-8.";
  for (const how of ['--staged', '--since=v1']) {
    const { status, json } = retconJson(['check', how], { cwd: root });
    expect([status, json.error.message]).toEqual([2, words]);
  }
});

describe('a codex.yaml that is a link', () => {
  const link = (root: string, to: string): void => {
    rmSync(path.join(root, 'codex.yaml'));
    symlinkSync(to, path.join(root, 'codex.yaml'));
  };

  it('lets no commit through that nobody could judge', () => {
    const { root, git, commit } = newRepository();
    commit({ 'codex.yaml': 'attributes: {founder: set}\n', 'real.yaml': '', [FILE]: page('maric') });
    git('tag', 'v1');
    link(root, 'real.yaml');
    git('add', '--all');
    const LINKED =
      'codex.yaml is a link, and git keeps only where it leads; nothing can be judged without the file: put the file itself in its place and `git add` it, then check again.';
    expect(refused(root, 'check', '--staged')).toBe(LINKED);
  });

  it('hides in a commit what it hides in the folder', () => {
    const { root, git, commit } = newRepository();
    commit({ 'codex.yaml': '', 'real.yaml': `audience: {${FILE}: nobody}\n`, [FILE]: page('maric'), 'sara.md': '' });
    link(root, 'real.yaml');
    git('add', '--all');
    git('commit', '--quiet', '--message', 'Link');
    for (const point of ['latest', 'git:HEAD'])
      expect(retcon(['was-true-at', 'vyr', '--for', 'sara', '--as-of', point], { cwd: root }).stderr).toBe(
        'retcon: Nothing in this codex is called "vyr".\n',
      );
  });

  it('is what it is now where git has no text of it, so that nothing has changed', () => {
    const { root, git, commit } = newRepository();
    const real = 'attributes: {founder: set}\nrevisions: [s1]\nexclude: [notes]\n';
    const told = page('maric').replace('---\n', '---\ncanon: s1\n');
    commit({ 'codex.yaml': '', 'real.yaml': real, [FILE]: told, 'notes/a.md': page('orm') });
    link(root, 'real.yaml');
    git('add', '--all');
    git('commit', '--quiet', '--message', 'Link');
    git('tag', 'v1');
    const found = (how: string): Json => retconJson(['check', how], { cwd: root }).json.diagnostics;
    expect(found('--since=v1')).toEqual([]);
    rmSync(path.join(root, 'codex.yaml'));
    writeFileSync(path.join(root, 'codex.yaml'), real);
    git('add', '--all');
    expect([found('--since=v1'), found('--staged')]).toEqual([[], []]);
    writeFileSync(path.join(root, FILE), told.replace('maric', 'aldric'));
    expect(found('--since=v1')).toMatchObject([{ file: FILE, code: 'retcon/silent' }]);
  });

  it('out of the folder is not a reason to call anything unchanged', () => {
    const { root, git, commit } = newRepository();
    commit({ 'codex.yaml': 'attributes: {founder: set}\n', [FILE]: page('maric') });
    git('tag', 'v1');
    link(root, path.join(folderWith({ 'codex.yaml': '' }), 'codex.yaml'));
    const { status, json } = retconJson(['check', '--since', 'v1'], { cwd: root });
    expect([status, json.error.message]).toEqual([2, expect.stringMatching(/^codex\.yaml can't be read, and nothing/)]);
  });
});

describe('the baseline', () => {
  const world = { 'world/codex.yaml': '', [`world/${FILE}`]: page('maric'), 'world/tower.md': '# The Tower\n' };
  const found = (root: string, ...how: string[]): string[] =>
    retconJson(['check', ...how], { cwd: root }).json.diagnostics.map(
      ({ file, message }: Json) => `${file}: ${message}`,
    );
  const CHANGED = `${FILE}: founder of vyr was maric as of v1, and this has been changed to aldric without a retcon. Put it back, and declare a retcon of founding.`;

  it.each([
    ['another folder', 'world', 'lore'],
    ['a folder in another', 'world', 'notes/lore'],
    ['one further up', 'deep/world', '.'],
  ])('is that of the folder from which the codex was moved to %s', (_, from, to) => {
    const repository = newRepository();
    const { root, git, commit, write } = repository;
    const at = (folder: string, file: string): string => path.posix.join(folder, path.posix.relative('world', file));
    commit(Object.fromEntries(Object.entries(world).map(([file, text]) => [at(from, file), text])));
    git('tag', 'v1');
    mkdirSync(path.join(root, to), { recursive: true });
    for (const file of Object.keys(world)) git('mv', at(from, file), at(to, file));
    expect(found(path.join(root, to), '--staged')).toEqual([]);
    write({ [at(to, `world/${FILE}`)]: page('aldric') });
    git('add', '--all');
    expect(found(path.join(root, to), '--staged')).toEqual([CHANGED]);
    git('commit', '--quiet', '--message', 'Move');
    expect(found(path.join(root, to), '--since', 'v1')).toEqual([CHANGED]);
  });

  it('is nothing for a codex beside one that is still there', () => {
    const { root, git, commit } = newRepository();
    commit(world);
    git('tag', 'v1');
    commit({ 'lore/codex.yaml': '', [`lore/${FILE}`]: page('aldric') });
    expect(found(path.join(root, 'lore'), '--since', 'v1')).toEqual([]);
    expect(found(path.join(root, 'world'), '--since', 'v1')).toEqual([]);
  });

  it('is not lost with a hook whose codex has moved', () => {
    const { root, git, commit } = newRepository();
    commit(world);
    expect(retcon(['hook', 'install'], { cwd: path.join(root, 'world') }).status).toBe(0);
    git('mv', 'world', 'lore');
    const moved = (): string => git('commit', '--message', 'Move');
    expect(moved).toThrow(
      'Where the codex has been moved, `retcon hook install` in its folder brings the hook up to date.',
    );
    expect(retcon(['hook', 'install'], { cwd: path.join(root, 'lore') }).status).toBe(0);
    expect(moved).not.toThrow();
  });

  it('is that of the branch which is being rebased', () => {
    const repository = divided();
    const { root, git, commit, write } = repository;
    git('tag', '--delete', 'v1');
    git('branch', '--set-upstream-to=told', 'main');
    stopsAt(repository, 'rebase', 'other');
    write({ [FILE]: page('orm') });
    git('add', '--all');
    const { stdout, status } = staged(root);
    expect([status, stdout]).toEqual([1, expect.stringContaining('founder of vyr was maric')]);
    git('rebase', '--abort');
    expect(commit({ [FILE]: page('maric') })).toMatch(/^[0-9a-f]+$/);
  });

  it('is a guess where HEAD is on no branch and no tag leads to it', () => {
    const { root, git, write } = divided();
    git('tag', '--delete', 'v1');
    write({ [FILE]: page('orm') });
    git('add', '--all');
    expect(staged(root)).toMatchObject({ status: 0, stderr: expect.stringMatching(/there is no tag, and no branch/) });
    git('checkout', '--quiet', '--detach');
    expect(staged(root)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('0 errors, 1 warning'),
      stderr: expect.stringMatching(/^retcon: HEAD is on no branch, and no tag leads to it, so the comparison is with/),
    });
  });

  it('is nothing before the first commit, and that is said', () => {
    const { root, git, write } = newRepository();
    write({ [FILE]: page('maric') });
    git('add', '--all');
    const { status, stderr } = staged(root);
    expect([status, stderr]).toEqual([0, expect.stringContaining('nothing has been committed yet')]);
    expect(refused(root, 'lookup', 'founding', '--as-of', 'git:HEAD')).toContain('nothing has been committed here yet');
  });

  it('may be named with git: before it, as everywhere', () => {
    const { root } = divided();
    expect(retconJson(['check', '--since', 'git:v1'], { cwd: root }).json.diagnostics).toMatchObject([
      { code: 'retcon/silent' },
    ]);
    expect(retconJson(['log', '--since', 'git:v1'], { cwd: root }).json.retcons).toEqual([]);
    expect(retconJson(['lookup', 'founding', '--as-of', 'git:v1'], { cwd: root }).json.facts).toMatchObject([
      { values: [{ value: 'maric' }] },
    ]);
    expect(retconJson(['diff', 'git:v1', 'git:other'], { cwd: root }).json.changes).toHaveLength(1);
  });

  it('is asked of the present entries: one that did not exist yet says so', () => {
    const { root, write } = divided();
    write({ 'new.md': '---\n---\n' });
    const { status, json } = retconJson(['lookup', 'new', '--as-of', 'git:v1'], { cwd: root });
    expect([status, json.error.message]).toEqual([1, '"new" was not stated yet as of git:v1.']);
  });
});

describe('what git lays out otherwise', () => {
  it('is not gone, where it lays out only a part of the files', () => {
    const { root, git, commit, write } = newRepository();
    commit({ 'codex.yaml': '', 'a/founding.md': page('maric'), 'b/two.md': page('orm').replace('founding', 'two') });
    git('tag', 'v1');
    git('sparse-checkout', 'set', 'a');
    const since = () => retconJson(['check', '--since', 'v1'], { cwd: root }).json.diagnostics;
    expect(since()).toEqual([]);
    git('sparse-checkout', 'set', '--sparse-index', 'a');
    write({ 'a/founding.md': null });
    expect(since()).toMatchObject([{ file: 'a/founding.md', code: 'retcon/silent' }]);
    expect(staged(root)).toMatchObject({ status: 0, stdout: expect.stringContaining('2 entries read: 0 errors') });
  });

  it('is compared as it is in git, and init writes no codex.yaml over one that is only not laid out', () => {
    const { root, git, commit, write } = newRepository();
    const codex = 'attributes: {founder: constant}\n';
    commit({ 'codex.yaml': codex, 'a/founding.md': page('maric'), 'b/two.md': page('orm').replace('founding', 'two') });
    git('tag', 'v1');
    const diff = () => retcon(['diff', 'git:v1'], { cwd: root });
    const nothing = 'What changed from git:v1 to now\nNothing: every answer is the same.\n';
    git('sparse-checkout', 'set', 'a');
    expect(diff()).toMatchObject({ status: 0, stdout: nothing, stderr: '' });
    git('sparse-checkout', 'set', '--no-cone', 'a');
    const said =
      'there is a codex.yaml in git, but your sparse checkout leaves it out: `git sparse-checkout add codex.yaml`';
    expect(diff()).toMatchObject({ status: 0, stdout: nothing, stderr: expect.stringContaining(said) });
    const checked = retcon(['check', '--since', 'v1'], { cwd: root });
    expect(checked).toMatchObject({ status: 0, stdout: expect.stringContaining(said.slice(1)) });
    expect(retcon(['init'], { cwd: root })).toMatchObject({ status: 2, stderr: expect.stringContaining(said) });
    const inside = retcon(['lookup', 'founding'], { cwd: path.join(root, 'a') });
    expect(inside.stderr).toContain('`git -C .. sparse-checkout add codex.yaml`');
    expect(git('status', '--short')).toBe('');
    write({ 'a/founding.md': page('aldric') });
    expect(diff().stdout).toContain('was disputed: maric or orm, is disputed: aldric or orm');
    git('sparse-checkout', 'add', 'codex.yaml');
    expect(diff()).toMatchObject({ stdout: expect.stringContaining('is disputed: aldric or orm'), stderr: '' });
  });

  it('is not a change where only its line ends differ from those in the repository', () => {
    const { root, git, commit, write } = newRepository();
    const old = '---\nsupersedes: nobody\n---\n';
    const files = {
      'codex.yaml': 'present: 500 TA\nattributes: {founder: constant}\n',
      [FILE]: page('maric'),
      'old.md': old,
    };
    const asOnWindows = (all: Record<string, string>) =>
      Object.fromEntries(Object.entries(all).map(([file, text]) => [file, text.replaceAll('\n', '\r\n')]));
    git('config', 'core.autocrlf', 'true');
    git('config', 'core.safecrlf', 'false');
    commit(asOnWindows(files));
    git('tag', 'v1');
    expect(git('show', `v1:${FILE}`)).not.toContain('\r');
    const since = () =>
      retconJson(['check', '--since', 'v1'], { cwd: root }).json.diagnostics.map(({ file, code }: Json) => [
        file,
        code,
      ]);
    expect(since()).toEqual([]);
    write(asOnWindows({ [FILE]: page('aldric') }));
    expect(since()).toEqual([[FILE, 'retcon/silent']]);
    write(
      asOnWindows({ [FILE]: page('maric'), 'other.md': page('orm').replace('founding', 'x').replace('200', '300') }),
    );
    commit({});
    git('tag', 'v2');
    write(asOnWindows({ 'codex.yaml': files['codex.yaml'].replace('constant', 'state') }));
    const [codex] = retconJson(['check', '--since', 'v2'], { cwd: root }).json.diagnostics;
    expect([codex.file, codex.code, codex.range.start, codex.range.end]).toEqual([
      'codex.yaml',
      'retcon/silent',
      { line: 1, character: 0 },
      { line: 1, character: 28 },
    ]);
  });

  it('is read whatever its names are, and by whatever hashes', () => {
    const { root, git, write } = newRepository();
    git('init', '--quiet', '--object-format=sha256', 'the wörld');
    const world = path.join(root, 'the wörld');
    const names = ['-x.md', 'new\nline.md', 'it\'s "q" $HOME.md', 'é/ü.md', ':(top)y.md'];
    const pages = (founder: string) =>
      Object.fromEntries(
        names.map((name, i) => [
          `the wörld/${name}`,
          page(founder).replace('founding', `p${i}`).replace('vyr', `v${i}`),
        ]),
      );
    write({ 'the wörld/codex.yaml': '', ...pages('maric') });
    const there = gitIn(world);
    there('add', '--all');
    there('commit', '--quiet', '--message', 'Write');
    there('tag', 'v1');
    write(pages('aldric'));
    there('add', '--all');
    const { json } = retconJson(['check', '--staged'], { cwd: world });
    expect(json.diagnostics.map(({ file }: Json) => file).sort()).toEqual([...names].sort());
    expect(retconJson(['diff', 'git:v1'], { cwd: world }).json.changes).toHaveLength(names.length);
    // What is printed of it stays on its line.
    expect(staged(world).stdout).toContain('\nnew\\x0aline.md\n');
  });

  it('is named by a tag, though that begins like an option', () => {
    const { root, git, write } = divided();
    git('update-ref', 'refs/tags/-x', 'v1');
    git('tag', '--delete', 'v1');
    write({ [FILE]: page('orm') });
    git('add', '--all');
    expect(staged(root)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('as of refs/tags/-x, and'),
    });
  });
});

describe('git can not be asked', () => {
  it('in a repository without files, nor in one of somebody else; and says what to do', () => {
    const { root, git } = divided();
    const bare = folderWith({});
    git('clone', '--quiet', '--bare', '.', bare);
    expect(refused(bare, 'check', '--staged')).toBe(
      `${bare} looks like a bare repository, which holds no notes: ask in a clone of it, where its files are.`,
    );
    const { status, stderr } = retcon(['check', '--staged'], {
      cwd: root,
      env: { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' },
    });
    expect([status, stderr]).toEqual([
      2,
      `retcon: git will not read ${root}, which belongs to somebody else. If you trust it: \`git config --global --add safe.directory ${root}\`, then try again.\n`,
    ]);
  });

  const asks = [
    ['was-true-at', 'founding', '--as-of', 'git:v1'],
    ['lookup', 'founding', '--as-of', 'git:v1'],
    ['log', '--since', 'git:v1'],
    ['diff', 'git:v1'],
    ['check', '--since', 'v1'],
    ['check', '--staged'],
  ];

  it.each(asks)('%s %s %s: where there is no repository', (...args) => {
    const root = folderWith({ 'codex.yaml': '', [FILE]: page('maric') });
    expect(refused(root, ...args.filter((arg) => arg !== undefined))).toContain('is in no git repository');
  });

  it.each(asks)('%s %s %s: where git is not installed', (...args) => {
    const { root } = divided();
    mkdirSync(path.join(root, 'bin'));
    const { status, stderr } = retcon(
      args.filter((arg) => arg !== undefined),
      { cwd: root, env: { PATH: path.join(root, 'bin') } },
    );
    expect([status, stderr]).toEqual([2, expect.stringContaining('git is not installed here, or not found')]);
  });

  it.each(['--help', '-p', '--output=x', 'a b', ''])('for "%s", which is no name', (ref) => {
    const { root, git } = divided();
    expect(refused(root, 'diff', `git:${ref}`)).toContain(`"${ref}" can't be the name of a commit`);
    expect(git('status', '--porcelain')).toBe('');
  });

  it('in a shallow clone, for what is not in it', () => {
    const { root } = divided();
    const clone = folderWith({});
    const { git } = newRepository();
    git('clone', '--quiet', '--depth', '1', '--no-tags', pathToFileURL(root).href, clone);
    expect(refused(clone, 'diff', 'git:v1')).toMatch(/"v1" names no commit.*This clone is shallow: `git fetch --unsh/);
    expect(staged(clone)).toMatchObject({ status: 0, stderr: '' });
  });

  it('in a partial clone, for texts that were left out', () => {
    const { root, git } = divided();
    git('config', 'uploadpack.allowFilter', 'true');
    const clone = folderWith({});
    const other = newRepository();
    other.git('clone', '--quiet', '--filter=blob:none', pathToFileURL(root).href, clone);
    const told = refused(clone, 'diff', 'git:v1');
    expect(told).toContain('this clone is partial, and what was committed there is not in it');
    const [, mend = ''] = /`git (.*?)`/.exec(told) ?? [];
    other.git('-C', clone, ...mend.split(' '), '--quiet');
    expect(retconJson(['diff', 'git:v1'], { cwd: clone }).json.changes).toHaveLength(1);
  });
});
