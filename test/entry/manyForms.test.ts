/** One value in a list, references as markdown links, and keys that are merged: what other tools write means what it says. */
import { describe, expect, it } from 'vitest';
import { declarationsOf } from '../../server/src/core/chronology';
import { knownAt, LATEST, resolve } from '../../server/src/core/canon';
import { readCodex } from '../../server/src/core/codex/readCodex';
import { readEntry } from '../../server/src/core/entry/readEntry';
import { followMoves } from '../../server/src/core/edits/rename/moves';
import { changedBy, codexOf } from '../support/codex';

const CODEX = readCodex('revisions: [s1]\n').codex;
const read = (frontmatter: string) => readEntry('people/page.md', `---\n${frontmatter}\n---\n`, CODEX);

describe('a list of one', () => {
  it.each([
    ['type', 'Character'],
    ['title', 'The Keep'],
    ['id', 'keep'],
    ['tier', 'apocrypha'],
    ['draft', 'true'],
    ['canon', 's1'],
    ['created', '2026-05-12'],
    ['date', '412 TA'],
    ['known_by', 'lysa'],
    ['known_from', '412 TA'],
  ])('stands for the one value of %s', (key, value) => {
    const plain = ({ problems, ...entry }: ReturnType<typeof read>) =>
      JSON.stringify([problems.length, entry], (name, part: unknown) =>
        /[sS]pan$/.test(name) || name === 'frontmatter' ? undefined : part,
      );
    expect(plain(read(`${key}: [${value}]`))).toBe(plain(read(`${key}: ${value}`)));
    expect(plain(read(`${key}:\n  - ${value}`))).toBe(plain(read(`${key}: ${value}`)));
  });

  it('stands for a value in a fact and in a retcon', () => {
    const { facts, declarations, problems } = read(
      'facts:\n  - {entity: [keep], attribute: [lord], value: [ann], from: [1 TA]}\nsupersedes: {id: [old], reason: [why], effective: [always], as_of: [2 TA]}',
    );
    expect(facts.map((fact) => [fact.entity?.text, fact.attribute.text, fact.value.text, fact.from?.text])).toEqual([
      ['keep', 'lord', 'ann', '1 TA'],
    ]);
    expect(declarations[0]).toMatchObject({
      target: { text: 'old' },
      reason: { text: 'why' },
      effective: { always: true },
      asOf: { text: '2 TA' },
    });
    expect(problems).toEqual([]);
  });

  it('of more is reported as before', () => {
    expect(read('title: [a, b]').problems.map(({ code }) => code)).toEqual(['frontmatter/wrong-type']);
  });
});

describe('a markdown link to a page', () => {
  const target = (written: string) => read(`supersedes: '${written}'`).declarations[0]?.target;

  it.each([
    ['[Old way](old.md)', 'old.md'],
    ['[Old way](<../to/old way.md#part>)', '../to/old way.md'],
    ['[Old way](old%20way.markdown "that")', 'old way.markdown'],
    ['[Old (way)](old_(way).md)', 'old_(way).md'],
  ])('%s names that page', (written, name) => {
    expect(target(written)).toMatchObject({ text: name, linked: true });
  });

  it.each(['[the site](https://example.org/old.md)', '[a](a.md) and [b](b.md)', 'see [a](a.md)', '[a](a.png)'])(
    '%s is free text',
    (written) => {
      expect(target(written)).toMatchObject({ text: written, linked: false });
    },
  );

  it('leads to the page wherever a reference stands, and is kept right when that moves', () => {
    const files = {
      'old.md': 'Old.',
      'a.md':
        '---\nentity: "[Old](old.md)"\nsources: ["[Old](old.md)"]\nsupersedes: {id: "[Old](old.md)"}\nfacts:\n  "[Old](old.md)": {next: "[Old](old.md)"}\n---\n',
    };
    const known = knownAt(codexOf(files).canon, LATEST);
    expect(resolve(known, 'old.md')).toMatchObject({ kind: 'one', entry: { path: 'old.md' } });
    const edits = followMoves(known, [{ from: 'old.md', to: 'past/older.md' }], {
      textOf: (path) => files[path as keyof typeof files] ?? '',
      exists: (path) => path in files,
    });
    expect(changedBy(files, { edits })['a.md']).toBe(files['a.md'].replaceAll('(old.md)', '(past/older.md)'));
  });
});

describe('a merged mapping', () => {
  it('brings keys that are not written, at the top, in facts and in retcons', () => {
    const { facts, declarations, date, problems, unknownKeys } = read(
      'x-base: &b {lord: ann, seat: mill}\nx-more: &m {motto: endure, seat: weir}\nx-top: &t {date: 412 TA}\n<<: *t\nfacts:\n  keep: {<<: [*b, *m], seat: hill}\nsupersedes: {<<: {reason: why}, id: old}',
    );
    expect(facts.map((fact) => `${fact.attribute.text}: ${fact.value.text}`).sort()).toEqual([
      'lord: ann',
      'motto: endure',
      'seat: hill',
    ]);
    expect(date?.text).toBe('412 TA');
    expect(declarations[0]?.reason?.text).toBe('why');
    expect(unknownKeys.map(({ text }) => text)).toEqual(['x-base', 'x-more', 'x-top']);
    expect(problems).toEqual([]);
  });

  it('brings keys of codex.yaml too', () => {
    const { codex, problems } = readCodex(
      'calendars:\n  old: &old {months: [{name: Thaw, days: 30}], eras: [{id: FA, epoch: 0}]}\n  new: {<<: *old, eras: [{id: TA, epoch: 9}]}\n',
    );
    expect(problems).toEqual([]);
    expect(declarationsOf(codex.chronology).map(({ id, months }) => [id, months.length])).toEqual([
      ['old', 1],
      ['new', 1],
    ]);
  });

  it('is bounded', () => {
    const lines = Array.from({ length: 30 }, (_, i) => `x${i + 1}: &x${i + 1} {<<: [*x${i}, *x${i}], k${i}: v}`);
    const { problems } = read(`x0: &x0 {a: b}\n${lines.join('\n')}\nfacts:\n  keep: {<<: *x30}`);
    expect(problems.map(({ message }) => message)).toContainEqual(expect.stringContaining('repeats too much'));
  });
});

it('a page may end with .markdown', () => {
  const files = {
    'people/Ann Vyr.markdown': '---\nfacts: {keep: {lord: ann}}\n---\n',
    'b.md':
      '---\nsources: [people/Ann Vyr]\n---\n[Ann](people/Ann%20Vyr.markdown) [[people/Ann Vyr]] [[Ann Vyr.markdown]]\n',
  };
  const known = knownAt(codexOf(files).canon, LATEST);
  for (const name of ['ann-vyr', 'Ann Vyr', 'people/Ann Vyr', 'people/Ann Vyr.markdown', './Ann Vyr.markdown'])
    expect(resolve(known, name), name).toMatchObject({ kind: 'one', entry: { path: 'people/Ann Vyr.markdown' } });
  expect(resolve(known, 'people/Ann Vyr.md')).toEqual({ kind: 'none' });
  const edits = followMoves(known, [{ from: 'people/Ann Vyr.markdown', to: 'lords/Ann.markdown' }], {
    textOf: (path) => files[path as keyof typeof files] ?? '',
    exists: (path) => path in files,
  });
  expect(changedBy(files, { edits })['b.md']).toBe(
    '---\nsources: [lords/Ann]\n---\n[Ann](lords/Ann.markdown) [[lords/Ann]] [[Ann]]\n',
  );
});
