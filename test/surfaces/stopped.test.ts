/** The advice after a stopped commit: lines that fit the problems, whose commands work in the author's folder. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { removeFolders, retcon } from './process';
import { copiesOf, newRepository, type Repository } from './repository';

afterAll(removeFolders);

const page = (founder: string): string => `---\ndate: 200 TA\nfacts: {vyr: {founder: ${founder}}}\n---\n`;
const FILES = {
  'codex.yaml': 'attributes: {founder: constant}\n',
  'founding.md': page('maric'),
  'oath.md': '---\ndate: 201 TA\nfacts: {vyr: {motto: We hold}}\n---\n',
  'song.md': '---\nsources: [oath]\nfacts: {song: {author: lysa}}\n---\n',
};

function madeIn(folder: string): Repository {
  const repository = newRepository();
  repository.commit(Object.fromEntries(Object.entries(FILES).map(([file, text]) => [folder + file, text])));
  repository.git('tag', "the-king's");
  return repository;
}
const inTop = copiesOf(() => madeIn(''));
const told = (folder = ''): Repository => (folder === '' ? inTop() : madeIn(folder));

/** The lines at the end of what is printed, of everything that is staged. */
function closing({ root, git }: Repository, cwd = root, args: readonly string[] = []): string[] {
  git('add', '--all');
  const { status, stdout } = retcon(['check', '--staged', ...args], { cwd });
  expect(status).toBe(1);
  const lines = stdout.trim().split('\n');
  return lines.slice(lines.findIndex((line) => line.startsWith('Nothing was committed')));
}

/** The commands in lines, as they are copied into a shell. */
const commandsIn = (lines: readonly string[]): string[] =>
  lines.flatMap((line) =>
    [...line.matchAll(/`([^`]+)`/g)].flatMap(([, words = '']) => (/ /.test(words) ? [words] : [])),
  );

function runs(cwd: string, command: string): void {
  const { status, stderr } = spawnSync('sh', ['-c', command], { cwd, encoding: 'utf8' });
  expect([command, status, stderr]).toEqual([command, 0, expect.anything()]);
}

const BEGINS =
  "Nothing was committed, and nothing is lost: your files are as you left them. They were compared with the-king's.";
const ENDS = 'Then `git add`, and commit again.';

describe('the advice after a stopped commit', () => {
  it('of a changed fact, how it is declared and how it is put back', () => {
    const repository = told();
    const { root, write, git } = repository;
    write({ 'founding.md': page('aldric') });
    const lines = closing(repository);
    expect(lines).toEqual([
      BEGINS,
      expect.stringMatching(
        /^If it is intentional: `\S+ (?:\S+|'.+)cli\.js'? declare`, or the quick fix in the editor/,
      ),
      'If it was a slip: put the old words back; `git checkout HEAD -- founding.md` does so.',
      ENDS,
    ]);
    const [declare = '', back = ''] = commandsIn(lines);
    runs(root, `${declare} --yes`);
    git('add', '--all');
    expect(retcon(['check', '--staged'], { cwd: root }).status).toBe(0);
    write({ 'founding.md': page('aldric') });
    runs(root, back);
    expect(readFileSync(path.join(root, 'founding.md'), 'utf8')).toBe(page('maric'));
  });

  it('of what may be a slip of the pen, how it is let through', () => {
    const repository = told();
    repository.write({ 'founding.md': page('marric') });
    const lines = closing(repository);
    expect(lines[2]).toMatch(
      /^If it was a spelling error: `\S+ (?:\S+|'.+)cli\.js'? errata vyr founder` lets the correction through\.$/,
    );
    runs(repository.root, commandsIn(lines)[1] ?? '');
    repository.git('add', '--all');
    expect(retcon(['check', '--staged'], { cwd: repository.root }).status).toBe(0);
  });

  it('of a page with another name, that the old one is to be kept; and nothing that does not fit', () => {
    const repository = told();
    repository.git('mv', 'founding.md', 'beginning.md');
    expect(closing(repository)).toEqual([
      BEGINS,
      'If a page has another name: keep the old one among its `aliases`, as described above.',
      ENDS,
    ]);
  });

  it('of a page that facts name and that has gone, that it is this one to put back', () => {
    const repository = newRepository();
    repository.commit({ 'codex.yaml': '', 'founding.md': page('maric'), 'maric.md': '---\ntype: person\n---\n' });
    repository.git('tag', 'told');
    repository.git('rm', '--quiet', 'maric.md');
    const lines = closing(repository);
    expect(lines.slice(1)).toEqual([
      'If a page was deleted: `git checkout HEAD -- maric.md` brings it back. A retraction can say that it never was.',
      ENDS,
    ]);
    for (const command of commandsIn(lines)) runs(repository.root, command);
    expect(retcon(['check', '--staged'], { cwd: repository.root }).status).toBe(0);
  });

  it('of a deleted page, and of codex.yaml, how they come back', () => {
    const repository = told();
    const { root, git, write } = repository;
    git('rm', '--quiet', 'oath.md');
    write({ 'other.md': page('orm').replace('200', '300') });
    git('add', '--all');
    git('commit', '--quiet', '--message', 'More');
    git('tag', 'later');
    write({ 'codex.yaml': 'attributes: {founder: state}\n' });
    git('rm', '--quiet', 'song.md');
    const lines = closing(repository);
    expect(lines.slice(1)).toEqual([
      'If a page was deleted: `git checkout HEAD -- song.md` brings it back. A retraction can say that it never was.',
      'If the change to codex.yaml was a slip: `git checkout HEAD -- codex.yaml` undoes it.',
      ENDS,
    ]);
    for (const command of commandsIn(lines)) runs(root, command);
    expect(git('diff', '--cached', '--name-only')).toBe('');
  });

  it('of what is wrong besides, that it is said above', () => {
    const repository = told();
    repository.write({ 'founding.md': page('aldric'), 'new.md': '---\nsupersedes: {id: nobody, reason: so}\n---\n' });
    expect(closing(repository).slice(3)).toEqual(['Mend whatever else is wrong as described above.', ENDS]);
    repository.write({ 'founding.md': page('maric') });
    expect(closing(repository)).toEqual([
      expect.stringMatching(/^Nothing was committed.* Mend the errors, `git add`, and/),
    ]);
  });

  it('what works from where the author stands', () => {
    const repository = told('the world/');
    const { root, git, write } = repository;
    const world = path.join(root, 'the world');
    write({ 'the world/founding.md': page('aldric'), 'the world/more/new.md': '' });
    const from = (cwd: string, args: readonly string[] = []): void => {
      const [declare = '', back = ''] = commandsIn(closing(repository, cwd, args));
      runs(cwd, `${declare} --dry-run | grep -q "Becomes a retcon"`);
      runs(cwd, back);
      expect(readFileSync(path.join(world, 'founding.md'), 'utf8')).toBe(page('maric'));
      write({ 'the world/founding.md': page('aldric') });
    };
    from(world);
    from(path.join(world, 'more'));
    from(root, ['--root', 'the world']);
    from(path.dirname(root), ['--root', world]);
    // Git runs its hooks at the top of the working tree, wherever its author stands.
    retcon(['hook', 'install'], { cwd: world });
    git('add', '--all');
    const more = path.join(world, 'more');
    const { status, stderr } = spawnSync('git', ['commit', '-m', 'Edit'], { cwd: more, encoding: 'utf8' });
    expect(status).toBe(1);
    const [declare = '', back = ''] = commandsIn(stderr.split('\n').filter((line) => line.startsWith('If')));
    runs(more, `${declare} --dry-run | grep -q "Becomes a retcon"`);
    expect(back).toBe('git checkout HEAD -- ../founding.md');
    runs(more, back);
  });

  it('by the name of retcon where that is found', () => {
    const repository = told();
    const { root, write } = repository;
    write({ 'founding.md': page('aldric'), 'bin/retcon': '#!/bin/sh\n' });
    repository.git('add', '--all');
    const { stdout } = retcon(['check', '--staged'], { cwd: root, env: { PATH: `${process.env.PATH}:${root}/bin` } });
    expect(stdout).toContain('If it is intentional: `retcon declare`, or');
  });
});

describe('nobody is advised to throw anything away', () => {
  const codex = 'revisions: [one, {id: two, open: true}]\nattributes: {founder: constant}\n';
  const BY_HAND = 'No command is given for it, since putting the whole file back would undo other changes of yours.';
  const slip = (repository: Repository): string =>
    closing(repository).find((line) => line.startsWith('If it was a slip')) ?? '';

  function toldSince(): Repository {
    const repository = newRepository();
    repository.commit({ 'codex.yaml': codex, 'founding.md': page('maric') });
    repository.git('tag', 'told');
    repository.commit({ 'founding.md': `${page('maric')}Prose of a year.\n` });
    return repository;
  }

  it('of what was written since the baseline', () => {
    const repository = toldSince();
    repository.write({ 'founding.md': `${page('aldric')}Prose of a year.\n` });
    const command = commandsIn([slip(repository)])[0] ?? '';
    expect(command).toBe('git checkout HEAD -- founding.md');
    runs(repository.root, command);
    expect(readFileSync(path.join(repository.root, 'founding.md'), 'utf8')).toContain('Prose of a year.');
  });

  it('of what is written beside it now, in the page, behind the value, or only in the folder', () => {
    for (const more of [`${page('aldric')}New prose.\n`, page('aldric').replace('aldric}', 'aldric, banner: black}')]) {
      const repository = toldSince();
      repository.write({ 'founding.md': more });
      expect(slip(repository)).toBe(`If it was a slip: put the old words back, as described above. ${BY_HAND}`);
    }
    const repository = toldSince();
    const { root, git, write } = repository;
    write({ 'founding.md': page('aldric') });
    git('add', '--all');
    write({ 'founding.md': `${page('aldric')}Not staged.\n` });
    expect(retcon(['check', '--staged'], { cwd: root }).stdout).toContain(BY_HAND);
  });

  it('of what was added to codex.yaml with it, or since the baseline', () => {
    const repository = toldSince();
    const { root, write } = repository;
    const later = codex.replace('{id: two, open: true}', 'two, {id: three, open: true}');
    repository.commit({ 'codex.yaml': later });
    const slipped = `${later}fields: {facts: [deeds]}\n`;
    write({ 'codex.yaml': `${slipped}tiers: [book, tale]\n` });
    expect(closing(repository)).toContain(`If the change to codex.yaml was a slip: put the old lines back. ${BY_HAND}`);
    write({ 'codex.yaml': slipped });
    const back = commandsIn(closing(repository)).find((one) => one.endsWith('codex.yaml')) ?? '';
    expect(back).toBe('git checkout HEAD -- codex.yaml');
    runs(root, back);
    expect(readFileSync(path.join(root, 'codex.yaml'), 'utf8')).toBe(later);
  });

  it('of a page that can’t be read: nothing in it is lost, and it is said how it is saved', () => {
    const repository = toldSince();
    writeFileSync(path.join(repository.root, 'founding.md'), Buffer.from(`\uFEFF${page('maric')}New.\n`, 'utf16le'));
    const lines = closing(repository);
    expect(lines.join('\n')).not.toContain('git checkout');
    expect(lines[1]).toMatch(/^If a page can’t be read: nothing in it is lost\. Save it as UTF-8/);
  });

  it('of what the other side of a merge has beside it', () => {
    const repository = newRepository();
    const { root, git, commit, write } = repository;
    const lysa = (more: string): string => `---\nfacts:\n  vyr: {member: lysa${more}}\n---\n`;
    commit({ 'codex.yaml': 'established: git:told\n', 'lysa.md': lysa('') });
    git('switch', '--quiet', '--create', 'ann');
    commit({ 'lysa.md': lysa(', hound: Ash') });
    git('switch', '--quiet', 'main');
    commit({ 'lysa.md': lysa(', banner: black') });
    git('tag', 'told');
    git('switch', '--quiet', 'ann');
    spawnSync('git', ['merge', '--quiet', 'main'], { cwd: root });
    write({ 'lysa.md': lysa(', hound: Ash') });
    expect(closing(repository).join('\n')).not.toContain('git checkout');
  });
});

describe('what is superseded already', () => {
  it('is not advised to be superseded once more', () => {
    const repository = newRepository();
    const { root, git, commit, write } = repository;
    commit({
      'founding.md': page('maric').replace('facts', 'title: F\nfacts'),
      'refounding.md':
        '---\ndate: 412 TA\nsupersedes: {id: founding, reason: so}\nfacts: {vyr: {founder: aldric}}\n---\n',
      'song.md': '---\ndate: 1 TA\nfacts: {song: {author: lysa}}\n---\n',
      'sung.md': '---\nsupersedes: {id: song, effective: always, reason: so}\nfacts: {song: {author: oda}}\n---\n',
    });
    git('tag', 'v1');
    for (const [file, from, to] of [
      ['founding.md', 'maric', 'orm'],
      ['song.md', 'lysa', 'ysa'],
    ] as const)
      writeFileSync(path.join(root, file), readFileSync(path.join(root, file), 'utf8').replace(from, to));
    git('add', '--all');
    const { stdout } = retcon(['check', '--staged'], { cwd: root });
    expect(stdout).toContain(
      'founder of vyr was maric as of v1, and this has been changed to orm without a retcon. Put it back, retract it, and give the new value on a page of its own: in this, founding is already superseded by refounding.',
    );
    expect(stdout).toContain(
      'has been changed to ysa without a retcon. Put it back: sung has taken its place, and what was established before that stays as it was.',
    );
    // What is said can be done.
    git('checkout', 'v1', '--', '.');
    write({
      'own.md':
        '---\ndate: 200 TA\nuntil: 412 TA\nretracts: {id: founding, reason: so}\nfacts: {vyr: {founder: orm}}\n---\n',
    });
    git('add', '--all');
    expect(retcon(['check', '--staged'], { cwd: root })).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('0 errors'),
    });
  });

  it('is missed, where it is gone, with a word on how to say so', () => {
    const { root, git, commit } = newRepository();
    commit({ 'oath.md': FILES['oath.md'].replace('motto: We hold', 'motto: We hold, seat: hold') });
    git('tag', 'v1');
    writeFileSync(path.join(root, 'oath.md'), FILES['oath.md']);
    appendFileSync(path.join(root, 'oath.md'), 'Prose.\n');
    git('add', '--all');
    expect(retcon(['check', '--staged'], { cwd: root }).stdout).toContain(
      'seat of vyr was hold as of v1, and that is no longer here. Put it back; a retraction of oath can say that it is not true.',
    );
  });
});
