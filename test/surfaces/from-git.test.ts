/** `canon: {from: git}`: entries enter the canon with the first commit that holds them, whatever anybody's clock said. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { folderWith, type Json, removeFolders, retcon, retconJson } from './process';
import { newRepository } from './repository';

afterAll(removeFolders);

const CODEX = 'canon: {from: git}\n';
const house = (founder: string, more = ''): string => `---\n${more}facts: {vyr: {founder: ${founder}}}\n---\n`;
const by = (old: string): string => `date: 20 TA\nsupersedes: {id: ${old}, effective: always, reason: so}\n`;

const foundersAsOf = (root: string, asOf: string): Json =>
  retconJson(['was-true-at', 'vyr', '--as-of', asOf, '--attribute', 'founder'], { cwd: root }).json.facts.flatMap(
    ({ values }: Json) => values.map(({ value }: Json) => value),
  );
const canonOf = (root: string, name: string): Json => retconJson(['lookup', name], { cwd: root }).json.entry?.canon;
const codes = (root: string, ...args: string[]): string[] =>
  retconJson(['check', ...args], { cwd: root }).json.diagnostics.map(({ file, code }: Json) => `${file} ${code}`);

describe('an entry enters the canon', () => {
  it('with the first commit that holds it, unless it says when; what is not committed yet comes last', () => {
    const { root, commit, write } = newRepository();
    commit(
      { 'codex.yaml': `${CODEX}attributes: {founder: set}\n`, 'a.md': house('maric') },
      'One',
      '2026-01-01T10:00:00Z',
    );
    commit({ 'b.md': house('aldric', by('a')) }, 'Two', '2026-02-01T10:00:00Z');
    commit(
      { 'a.md': `${house('maric')}More.\n`, 'own.md': house('orm', 'canon: 2025-01-01\n') },
      'x',
      '2026-03-01T10:00:00Z',
    );
    write({ 'c.md': house('lysa', by('b')) });
    expect(foundersAsOf(root, '2025-12-31')).toEqual(['orm']);
    expect(foundersAsOf(root, '2026-01-01')).toEqual(['maric', 'orm']);
    expect(foundersAsOf(root, '2026-02-01T09:59:59Z')).toEqual(['maric', 'orm']);
    expect(foundersAsOf(root, '2026-02-01T10:00:00Z')).toEqual(['aldric', 'orm']);
    expect(foundersAsOf(root, 'before:c')).toEqual(['aldric', 'orm']);
    expect(foundersAsOf(root, 'latest')).toEqual(['lysa', 'orm']);
    expect(['a', 'b', 'c', 'own'].map((name) => canonOf(root, name))).toEqual([
      '2026-01-01T10:00:00Z',
      '2026-02-01T10:00:00Z',
      'uncommitted',
      '2025-01-01',
    ]);
    expect(retcon(['log'], { cwd: root }).stdout).toContain('On 2026-02-01, b supersedes a');
    expect(retcon(['lookup', 'a'], { cwd: root }).stdout).toContain('2026-01-01');
    expect(codes(root)).toEqual([]);
  });

  it('in the order of commits, however wrong the clocks were', () => {
    const { root, commit } = newRepository();
    commit({ 'codex.yaml': CODEX, 'a.md': house('maric') }, 'One', '2026-05-01T00:00:00Z');
    commit({ 'b.md': house('aldric', by('a')) }, 'Two', '1999-01-01T00:00:00Z');
    commit({ 'c.md': house('lysa', by('b')) }, 'Three', '2026-06-01T00:00:00Z');
    expect(['a', 'b', 'c'].map((name) => canonOf(root, name))).toEqual([
      '2026-05-01T00:00:00Z',
      '2026-05-01T00:00:00.001Z',
      '2026-06-01T00:00:00Z',
    ]);
    expect(foundersAsOf(root, '2026-05-01T00:00:00Z')).toEqual(['maric']);
    expect(foundersAsOf(root, '2026-05-01')).toEqual(['aldric']);
    expect(codes(root)).toEqual([]);
  });

  it('with the merge that brings it to the main line, and by the committer, not the author', () => {
    const { root, git, commit } = newRepository();
    commit({ 'codex.yaml': CODEX, 'a.md': house('maric') }, 'One', '2026-01-01T00:00:00Z');
    git('switch', '--quiet', '--create', 'side');
    commit({ 'b.md': house('aldric', by('a')) }, 'Two', '2026-02-01T00:00:00Z');
    git('switch', '--quiet', 'main');
    commit({ 'd.md': '' }, 'Three', '2026-03-01T00:00:00Z');
    git('merge', '--quiet', '--no-ff', '--message', 'Merge', 'side');
    git('commit', '--quiet', '--amend', '--no-edit', '--date', '1980-01-01T00:00:00Z');
    // However the author likes to see a log.
    git('config', 'log.diffMerges', 'off');
    git('config', 'diff.orderFile', 'nowhere');
    git('config', 'diff.renames', 'copies');
    expect([canonOf(root, 'b'), canonOf(root, 'd')]).toEqual(['2026-03-01T00:00:00.001Z', '2026-03-01T00:00:00Z']);
    git('switch', '--quiet', 'side');
    expect(canonOf(root, 'b')).toBe('2026-02-01T00:00:00Z');
  });

  it('once, whether its file is moved or deleted and put back, in a folder of the repository', () => {
    const { root, git, commit } = newRepository();
    const world = path.join(root, 'my world');
    const text = house('maric', 'id: a\n') + 'The river keeps what it is given.\n'.repeat(20);
    commit({ 'my world/codex.yaml': CODEX, 'my world/ä "1".md': text, 'x.md': text }, 'One', '2026-01-01T00:00:00Z');
    git('mv', 'my world/ä "1".md', 'my world/b.md');
    commit({ 'my world/b.md': text.replace('maric', 'orm') }, 'Two', '2026-02-01T00:00:00Z');
    expect(canonOf(world, 'a')).toBe('2026-01-01T00:00:00Z');
    commit({ 'my world/b.md': null }, 'Three', '2026-03-01T00:00:00Z');
    commit({ 'my world/b.md': text, 'my world/new.md': '' }, 'Four', '2026-04-01T00:00:00Z');
    expect([canonOf(world, 'a'), canonOf(world, 'new')]).toEqual(['2026-01-01T00:00:00Z', '2026-04-01T00:00:00Z']);
  });

  it('among the revisions by their dates', () => {
    const { root, commit } = newRepository();
    const revisions = 'revisions: [{id: r1, date: 2026-01-15}, {id: r2, date: 2026-02-15}, r3]\n';
    commit({ 'codex.yaml': CODEX + revisions, 'a.md': house('maric') }, 'One', '2026-01-01T00:00:00Z');
    commit({ 'b.md': house('aldric', by('a')) }, 'Two', '2026-02-01T00:00:00Z');
    commit({ 'c.md': house('lysa', `canon: r3\n${by('b')}`) }, 'Three', '2026-03-01T00:00:00Z');
    expect(['r1', 'r2', 'r3', 'latest'].map((point) => foundersAsOf(root, point))).toEqual([
      ['maric'],
      ['aldric'],
      ['lysa'],
      ['lysa'],
    ]);
    expect(codes(root)).toEqual([]);
  });
});

describe('at a commit and against one', () => {
  it('its own codex.yaml says whether git dates its entries', () => {
    const { root, git, commit } = newRepository();
    commit({ 'codex.yaml': '', 'a.md': house('maric') }, 'One', '2026-01-01T00:00:00Z');
    git('tag', 'v1');
    commit({ 'codex.yaml': CODEX, 'b.md': house('aldric', by('a')) }, 'Two', '2026-02-01T00:00:00Z');
    commit({ 'c.md': house('lysa', by('b')) }, 'Three', '2026-03-01T00:00:00Z');
    const canonAt = (name: string, ref: string): Json =>
      retconJson(['lookup', name, '--as-of', `git:${ref}`], { cwd: root }).json.entry.canon;
    expect([canonAt('a', 'v1'), canonAt('b', 'HEAD~1'), canonAt('a', 'HEAD~1')]).toEqual([
      null,
      '2026-02-01T00:00:00Z',
      '2026-01-01T00:00:00Z',
    ]);
    const log = retconJson(['log', '--since', 'git:HEAD~1'], { cwd: root }).json.retcons;
    expect(log).toMatchObject([{ by: 'c', canon: '2026-03-01T00:00:00Z' }]);
  });

  it('a file that is only moved stops no commit', () => {
    const { root, git, commit } = newRepository();
    commit({ 'codex.yaml': CODEX, 'a.md': house('maric', 'id: a\n') }, 'One', '2026-01-01T00:00:00Z');
    commit({ 'b.md': house('aldric', by('a')) }, 'Two', '2026-02-01T00:00:00Z');
    git('tag', 'v1');
    git('mv', 'a.md', 'moved.md');
    expect([codes(root, '--staged'), codes(root, '--since', 'v1')]).toEqual([[], []]);
  });
});

describe('a problem with git is reported plainly', () => {
  const undated = ['codex.yaml config/invalid'];

  it('where there is none, and where nothing is committed', () => {
    const bare = folderWith({ 'codex.yaml': CODEX, 'a.md': house('maric') });
    expect(codes(bare)).toEqual(undated);
    const checked = retcon(['check'], { cwd: bare });
    expect([checked.status, checked.stdout]).toEqual([0, expect.stringContaining('is in no git repository')]);
    const asked = retcon(['was-true-at', 'vyr', '--as-of', '2020-01-01'], { cwd: bare });
    expect([asked.status, asked.stdout]).toEqual([0, expect.stringContaining('maric')]);
    expect(asked.stderr).toMatch(/^codex\.yaml: .* is in no git repository\..*\n$/);
    const { root, git, write } = newRepository();
    write({ 'codex.yaml': CODEX, 'a.md': house('maric') });
    expect([codes(root), canonOf(root, 'a'), foundersAsOf(root, '2026-12-31')]).toEqual([[], 'uncommitted', []]);
    git('add', '--all');
    expect(codes(root, '--staged')).toEqual([]);
  });

  it('where the clone is shallow', () => {
    const { root, git, commit } = newRepository();
    commit({ 'codex.yaml': CODEX, 'a.md': house('maric') }, 'One', '2026-01-01T00:00:00Z');
    commit({ 'b.md': house('aldric', by('a')) }, 'Two', '2026-02-01T00:00:00Z');
    commit({ 'c.md': house('lysa', by('b')) }, 'Three', '2026-03-01T00:00:00Z');
    const clone = folderWith({});
    git('clone', '--quiet', '--depth=2', pathToFileURL(root).href, clone);
    expect(codes(clone)).toEqual(undated);
    expect(retcon(['check'], { cwd: clone }).stdout).toContain('committed before 2026-02-01');
    expect(['a', 'b', 'c'].map((name) => canonOf(clone, name))).toEqual([null, null, '2026-03-01T00:00:00Z']);
  });
});
