/** `retcon declare`: silent changes become retcons, shown first, written whole or not at all. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { removeFolders, retcon, retconJson } from './process';
import { copiesOf, newRepository } from './repository';

afterAll(removeFolders);

const page = (founder: string): string => `---\nid: founding\ndate: 200 TA\nfacts: {vyr: {founder: ${founder}}}\n---\n`;
const fort = (seat: string, words: string): string =>
  `---\ndate: 100 TA\nfacts: {vyr: {seat: ${seat}}}\n---\n${words}\n`;

const changedRepository = copiesOf(() => {
  const repository = newRepository();
  repository.commit({ 'founding.md': page('maric'), 'lore/fort.md': fort('vyrhold', 'Old.') });
  repository.git('tag', 'v1');
  repository.write({ 'founding.md': page('aldric'), 'lore/fort.md': fort('ashhold', 'New.') });
  return repository;
});
function told() {
  const repository = changedRepository();
  const textOf = (file: string): string => readFileSync(path.join(repository.root, file), 'utf8');
  return { ...repository, textOf };
}

it('shows what it would write, and writes it only with `--yes`', () => {
  const { root, textOf } = told();
  const shown = retcon(['declare', '--dry-run'], { cwd: root });
  expect(shown.status).toBe(0);
  expect(shown.stdout).toContain('Becomes a retcon, declared against v1\nfounding.md\n  4:24    founder of vyr was');
  expect(shown.stdout).toMatch(
    /States again what was established: founding\.md\n[^]*New: \S+\.md, which says[^]*No reason is given/,
  );
  expect(retcon(['declare'], { cwd: root })).toMatchObject({ status: 2, stderr: expect.stringContaining('--yes') });
  expect(textOf('founding.md')).toBe(page('aldric'));
});

it('declares all of it, keeps the other words, and the commit goes through', () => {
  const { root, git, textOf } = told();
  const { json } = retconJson(['declare', '--yes', '--reason', 'The "ledger": so.'], { cwd: root });
  expect([json.established, json.written, json.declared.length, json.left, json.creates.length]).toEqual([
    'v1',
    true,
    2,
    [],
    2,
  ]);
  expect([textOf('founding.md'), textOf('lore/fort.md')]).toEqual([page('maric'), fort('vyrhold', 'New.')]);
  git('add', '--all');
  expect(retcon(['check', '--staged'], { cwd: root }).stdout).toContain(' 0 errors, 0 warnings.\n');
  expect(retconJson(['log'], { cwd: root }).json.retcons).toMatchObject([
    { reason: 'The "ledger": so.' },
    { reason: 'The "ledger": so.' },
  ]);
  expect(retcon(['declare', '--yes'], { cwd: root })).toMatchObject({
    status: 0,
    stdout: 'Nothing established has changed silently since v1.\n',
  });
});

it('names what nobody has touched and that is otherwise all the same, as check does', () => {
  const { root, commit, git } = newRepository();
  commit({ 'founding.md': page('maric'), 'maric.md': '---\ntype: person\n---\n' });
  git('tag', 'v1');
  rmSync(path.join(root, 'maric.md'));
  const { status, json } = retconJson(['declare', '--dry-run'], { cwd: root });
  const checked = retconJson(['check', '--since', 'v1'], { cwd: root }).json.diagnostics;
  expect(status).toBe(1);
  expect(json.left).toEqual(checked.filter(({ code }: { code: string }) => code.startsWith('retcon/')));
  expect(json.left).toMatchObject([
    { file: 'maric.md', message: expect.stringContaining('names it: founder of vyr.') },
  ]);
});

it('takes only the paths it is given, and names what it can not declare', () => {
  const { root, git, textOf } = told();
  expect(retcon(['declare', 'lore', '--yes'], { cwd: root }).status).toBe(0);
  expect([textOf('founding.md'), textOf('lore/fort.md')]).toEqual([page('aldric'), fort('vyrhold', 'New.')]);
  rmSync(path.join(root, 'founding.md'));
  const left = retcon(['declare', '--yes'], { cwd: root });
  expect([left.status, existsSync(path.join(root, 'founding.md'))]).toEqual([1, false]);
  expect(left.stdout).toMatch(/^Not declared: do what its message says, or write the retcon yourself\nfounding\.md\n/);
  expect(retcon(['declare', '../x', '--yes'], { cwd: root }).stderr).toContain('"../x" is not inside the codex');
  expect(retcon(['declare', 'lore/nobody.md', '--yes'], { cwd: root })).toMatchObject({
    status: 1,
    stderr: 'retcon: "lore/nobody.md" is not an entry of this codex, nor a folder with entries.\n',
  });
  // It is part of the baseline, and has gone.
  expect(retcon(['declare', 'founding.md', '--yes'], { cwd: root }).stdout).toContain('founding.md\n');
  git('tag', '--delete', 'v1');
  expect(retcon(['declare', '--since', 'v1', '--yes'], { cwd: root })).toMatchObject({ status: 2 });
});

it('lets a page that is kept up to date remember what it was', () => {
  const person = '---\ntype: person\ndate: 380 TA\neyes: brown  # as drawn\nrank: captain\n---\nProse.\n';
  const { root, git, commit, write } = newRepository();
  commit({ 'codex.yaml': 'attributes: {eyes: constant, rank: state}\n', 'wren.md': person });
  git('tag', 'v1');
  const now = person.replace('brown', 'blue').replace('380', '385');
  write({ 'wren.md': now });
  const { stdout } = retcon(['declare', '--reason', 'Sara drew her', '--yes'], { cwd: root });
  expect(stdout).toContain('Remembers what it was: wren.md\n');
  const text = readFileSync(path.join(root, 'wren.md'), 'utf8');
  const today = new Date().toISOString().slice(0, 10);
  const items = [`{eyes: brown, canon: ${today},`, `{date: 380 TA, canon: ${today},`];
  const lines = items.map((item) => `  - ${item} reason: "Sara drew her"}\n`).join('');
  expect(text).toBe(now.replace('captain\n', `captain\nformerly:\n${lines}`));
  git('add', '--all');
  expect(retcon(['check', '--staged'], { cwd: root }).status).toBe(0);
});

const HOUSE = `---
type: event
canon: a
seat: vyrhold                # a fact as well
worship:
  - "[[Morvina]]"
---
`;

it.each([
  [
    'a key of their own in the place of one that is gone',
    'seat: vyrhold                # a fact as well',
    'gods: oldmere # my note\nmood: dark',
    ['gods: oldmere # my note', 'mood: dark'],
    ['only: [house.seat]'],
    'New: house-retracted.md, which says that what is no longer stated there was never true.',
  ],
  [
    'a value with a note of theirs',
    'seat: vyrhold                # a fact as well',
    'seat: oldmere   # they moved, my note',
    [],
    ['seat: oldmere   # they moved, my note'],
    'New: house-retold.md, which says what you have written instead.',
  ],
  [
    'values of a list',
    '  - "[[Morvina]]"',
    '  - "[[Aurion]]" # since the schism\n  - "[[Alariel]]"',
    [],
    ['  - "[[Aurion]]" # since the schism', '  - "[[Alariel]]"'],
    'New: house-retold.md, which says what you have written instead.',
  ],
])('leaves a page as it was told, and loses nothing of its author’s: %s', (_, from, to, added, moved, said) => {
  const { root, commit, git, write } = newRepository();
  commit({
    'codex.yaml': 'revisions: [a, {id: b, open: true}]\nattributes: {seat: state, worship: set}\n',
    'house.md': HOUSE,
  });
  git('tag', 'v1');
  write({ 'house.md': HOUSE.replace(from, to) });
  const { stdout } = retcon(['declare', '--yes', '--reason', 'so'], { cwd: root });
  expect(stdout).toContain(said);
  const lines = (file: string): string[] => readFileSync(path.join(root, file), 'utf8').split('\n');
  const house = lines('house.md');
  expect(house.filter((line) => !added.includes(line)).join('\n')).toBe(HOUSE);
  expect(house.filter((line) => added.includes(line))).toEqual(added);
  const created = /New: (\S+\.md)/.exec(stdout)?.[1] ?? '';
  for (const one of moved) expect(lines(created).join('\n')).toContain(one);
  expect(retconJson(['check', '--since', 'v1'], { cwd: root }).json.diagnostics).toEqual([]);
});

it('declares what has slipped in between, in the page that says so', () => {
  const repository = newRepository();
  const { root, git, write } = repository;
  repository.commit({ 'codex.yaml': 'present: 430 TA\n', 'founding.md': page('maric') });
  git('tag', 'v1');
  write({ 'refounding.md': '---\ndate: 310 TA\nfacts: {vyr: {founder: lysa}}\n---\n' });
  const { status, stdout } = retcon(['declare', '--yes', '--reason', 'The rolls say so.'], { cwd: root });
  expect([status, stdout]).toEqual([0, expect.stringContaining('Says what it supersedes: refounding.md')]);
  expect(readFileSync(path.join(root, 'refounding.md'), 'utf8')).toContain(
    'supersedes:\n  - id: founding\n    reason: "The rolls say so."\n',
  );
  expect(retconJson(['check', '--since', 'v1'], { cwd: root }).json.diagnostics).toEqual([]);
});

describe('what is advised can be done', () => {
  const CODEX = 'present: 430 TA\nrevisions: [a, {id: b, open: true}]\nattributes: {founder: constant, ruler: state}\n';
  const lysa = (end: string, facts: string): string =>
    `---\ncanon: a\n${end}facts:\n  vyr: {member: lysa${facts}}\n---\n`;

  it.each([
    ['an end that was none', lysa('', ''), lysa('through: 420 TA\n', '')],
    ['an end, and a new fact beside it', lysa('through: 331 TA\n', ''), lysa('through: 335 TA\n', ', banner: black')],
  ])('%s is declared', (_, then, now) => {
    const { root, commit, git, write } = newRepository();
    commit({ 'codex.yaml': CODEX, 'lysa.md': then });
    git('tag', 'v1');
    write({ 'lysa.md': now });
    git('add', '--all');
    expect(retcon(['check', '--staged'], { cwd: root }).stdout).toMatch(/If it is intentional: `.* declare`/);
    expect(retcon(['declare', '--yes', '--reason', 'so'], { cwd: root }).status).toBe(0);
    expect(readFileSync(path.join(root, 'lysa.md'), 'utf8')).toBe(then);
    expect(readFileSync(path.join(root, 'lysa-retold.md'), 'utf8')).toContain(/through.*/.exec(now)?.[0]);
    git('add', '--all');
    expect(retconJson(['check', '--staged'], { cwd: root }).status).toBe(0);
  });

  it.each([
    [
      'a fact of which another page has superseded the old one',
      '---\ncanon: b\nfacts: [{entity: vyr, attribute: founder, value: lysa, from: 309 TA}]\n---\n',
    ],
    [
      'a reign inside another',
      '---\ncanon: b\nfacts: [{entity: vyr, attribute: ruler, value: ulf, from: 365 TA, through: 370 TA}]\n---\n',
    ],
  ])('%s makes no fork and takes nothing else: it is refused, and said what helps', (_, added) => {
    const { root, commit, git, write } = newRepository();
    commit({
      'codex.yaml': CODEX,
      'founding.md': page('maric'),
      'refounding.md':
        '---\ndate: 412 TA\ncanon: a\nsupersedes: {id: founding, reason: so}\nfacts: {vyr: {founder: aldric}}\n---\n',
      'reigns.md':
        '---\nfacts:\n  - {entity: vyr, attribute: ruler, value: orm, from: 360 TA, through: 390 TA}\n  - {entity: vyr, attribute: ruler, value: ysa, from: 412 TA}\n---\n',
    });
    git('tag', 'v1');
    write({ 'new.md': added });
    const { status, stdout } = retcon(['declare', '--yes', '--reason', 'so'], { cwd: root });
    expect([status, stdout]).toEqual([
      1,
      expect.stringMatching(/^Not declared, since a retcon would take more than this, .*: give it dates that leave/),
    ]);
    expect(readFileSync(path.join(root, 'new.md'), 'utf8')).toBe(added);
  });

  it('what is only misspelt is not declared: it would stay in the history for ever', () => {
    const { root, commit, git, write } = newRepository();
    commit({ 'codex.yaml': CODEX, 'maric.md': '---\ntype: person\n---\n', 'founding.md': page('maric') });
    git('tag', 'v1');
    for (const text of [page('Maric'), page('maric').replace('founder', 'founders')]) {
      write({ 'founding.md': text });
      git('add', '--all');
      expect(retcon(['check', '--staged'], { cwd: root }).stdout).not.toContain('If it is intentional');
      expect(retcon(['declare', '--yes'], { cwd: root }).status).toBe(1);
      expect(readFileSync(path.join(root, 'founding.md'), 'utf8')).toBe(text);
    }
  });
});

it('of several values that are others now takes the one that is misspelt', () => {
  const { root, commit, git, write } = newRepository();
  const colours = (...all: string[]): string => `---\nfacts: {banner: {colour: [${all.join(', ')}]}}\n---\n`;
  commit({ 'codex.yaml': 'attributes: {colour: set}\n', 'banner.md': colours('crimson', 'yelow') });
  git('tag', 'v1');
  write({ 'banner.md': colours('green', 'yellow') });
  expect(retcon(['errata', 'banner', 'colour'], { cwd: root })).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('was: yelow, is: yellow'),
  });
});

it('may be measured by a tag that is yet to be made, as long as nothing is committed', () => {
  const { root, git, write } = newRepository();
  write({ 'codex.yaml': 'established: git:v1\n', 'founding.md': page('maric') });
  git('add', '--all');
  expect(retcon(['check', '--staged'], { cwd: root }).status).toBe(0);
});

it('lists slips of the pen, and adds one that lets just its change through', () => {
  const repository = newRepository();
  const { root, git, write } = repository;
  const keep = (motto: string): string => `---\nattributes: {motto: ${motto}, lord: maric}\n---\n`;
  repository.commit({ 'codex.yaml': '', 'keep.md': keep('we endrue') });
  git('tag', 'v1');
  expect(retcon(['errata'], { cwd: root }).stdout).toContain('No slips of the pen');
  expect(retcon(['errata', 'keep', 'motto'], { cwd: root })).toMatchObject({ status: 1, stdout: '' });
  write({ 'keep.md': keep('we yield') });
  expect(retcon(['errata', 'keep', 'motto'], { cwd: root })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('"we yield" is more than a few letters away from "we endrue"'),
  });
  write({ 'keep.md': keep('we endure') });
  git('add', '--all');
  expect(retconJson(['check', '--staged'], { cwd: root }).status).toBe(1);
  write({ 'errata.yaml': 'Ours.\n' });
  expect(retcon(['errata', 'keep', 'motto'], { cwd: root })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('add `- {entity: keep, attribute: motto, was: we endrue, is: we endure}`'),
  });
  expect(readFileSync(path.join(root, 'errata.yaml'), 'utf8')).toBe('Ours.\n');
  write({ 'errata.yaml': null });
  expect(retcon(['errata', 'keep', 'motto', '--reason', 'typo'], { cwd: root }).status).toBe(0);
  const line = '- {entity: keep, attribute: motto, was: we endrue, is: we endure, reason: typo}\n';
  expect(readFileSync(path.join(root, 'errata.yaml'), 'utf8')).toBe(line);
  // It counts as soon as it is to be committed as well.
  expect(retconJson(['check', '--staged'], { cwd: root }).status).toBe(1);
  git('add', '--all');
  for (const args of [['--staged'], ['--since', 'v1']])
    expect(retconJson(['check', ...args], { cwd: root }).json.diagnostics).toEqual([]);
  const erratum = { entity: 'keep', attribute: 'motto', was: 'we endrue', is: 'we endure', reason: 'typo' };
  expect(retconJson(['log'], { cwd: root }).json).toMatchObject({ retcons: [], errata: [erratum] });
  expect(retconJson(['errata'], { cwd: root }).json).toEqual({ errata: [{ ...erratum, needed: true }] });
  git('commit', '--quiet', '--message', 'Correct');
  git('tag', 'v2');
  expect(retconJson(['errata'], { cwd: root }).json.errata).toMatchObject([{ needed: false }]);
  expect(retconJson(['check', '--since', 'v2'], { cwd: root }).json.diagnostics).toMatchObject([
    { file: 'errata.yaml', code: 'retcon/needless-erratum', severity: 'info' },
  ]);
});
