/** What looks like a problem to a rule, but is not one. */
import { describe, expect, it } from 'vitest';
import { checkCodex } from '../../server/src/core/rules/check';
import { codexOf, type Files } from '../support/codex';

/** The codes found, each with its file. */
const codes = (files: Files): string[] =>
  checkCodex(codexOf(files)).map(({ file, problem }) => `${file} ${problem.severity} ${problem.code}`);

/** An entry of nothing but frontmatter. */
const entry = (...lines: string[]): string => `---\n${lines.join('\n')}\n---\n`;

describe('retcons', () => {
  const old = entry('date: 200 TA', 'facts: {vyr: {founder: maric, seat: vyrhold}}');

  it('do not fork where each replaces another part', () => {
    const part = (only: string, value: string) =>
      entry(
        'date: 200 TA',
        `supersedes: [{id: old, only: [vyr.${only}], reason: x}]`,
        `facts: {vyr: {${only}: ${value}}}`,
      );
    expect(codes({ 'old.md': old, 'a.md': part('founder', 'aldric'), 'b.md': part('seat', 'highhold') })).toEqual([]);
  });

  it('do not fork where one of the two is superseded itself', () => {
    const next = (id: string) =>
      entry('date: 200 TA', `supersedes: [{id: ${id}, reason: x}]`, 'facts: {vyr: {founder: aldric, seat: highhold}}');
    const both = entry(
      'date: 200 TA',
      'supersedes: [{id: old, reason: x}, {id: a, reason: x}]',
      'facts: {vyr: {founder: lysa, seat: highhold}}',
    );
    expect(codes({ 'old.md': old, 'a.md': next('old'), 'b.md': both })).toEqual([]);
  });

  it('do not drop facts that they retract', () => {
    const next = entry(
      'date: 200 TA',
      'supersedes: [{id: old, reason: x}]',
      'retracts: [{id: old, only: [vyr.seat], reason: it had none}]',
      'facts: {vyr: {founder: aldric}}',
    );
    expect(codes({ 'old.md': old, 'next.md': next })).toEqual([]);
  });

  it('have their own keys next to them, which each gives by itself, as pages without retcons have', () => {
    const own = entry('date: 200 TA', 'effective: soon', 'supersedes: [{id: old, effective: 200 TA, reason: x}]');
    expect(codes({ 'old.md': entry('date: 100 TA', 'only: one', 'soft: true'), 'new.md': own })).toEqual([]);
  });

  it('are not reported as lacking a revision that codex.yaml does not list', () => {
    const files = {
      'codex.yaml': 'revisions: [s1, s2]\n',
      'old.md': entry('canon: s1', 'facts: {vyr: {founder: maric}}'),
      'new.md': entry('canon: s9', 'supersedes: {id: old, reason: x}', 'facts: {vyr: {founder: aldric}}'),
    };
    expect(codes(files)).toEqual(['new.md error canon/unknown-revision']);
  });

  it('are reported once where both ends declare them', () => {
    const files = {
      'a.md': entry('date: 1 TA', 'superseded_by: b'),
      'b.md': entry('date: 2 TA', 'supersedes: a'),
    };
    expect(codes(files)).toEqual(['b.md info supersedes/missing-reason']);
  });

  it('do not drop what another retcon had taken before, or what had ended by itself', () => {
    const files = {
      'a.md': entry('date: 1 TA', 'facts: [{entity: keep, attribute: lord, value: oda, from: 1 TA, until: 5 TA}]'),
      'b.md': entry('date: 9 TA', 'supersedes: {id: a, reason: x}'),
    };
    expect(codes(files)).toEqual(['b.md warning supersedes/no-effect']);
  });

  it('may rank below what they softly supersede', () => {
    const files = {
      'codex.yaml': 'tiers: [high, low]\n',
      'a.md': entry('tier: high', 'date: 1 TA'),
      'b.md': entry('tier: low', 'date: 1 TA', 'supersedes: {id: a, soft: true, reason: x}'),
    };
    expect(codes(files)).toEqual([]);
  });
});

describe('facts', () => {
  it('on lines that share no calendar do not dispute', () => {
    const files = {
      'codex.yaml': 'attributes: {founder: constant}\n',
      'a.md': entry('date: 1 TA', 'facts: {vyr: {founder: maric}}'),
      'b.md': entry('date: 1 LR', 'facts: {vyr: {founder: aldric}}'),
    };
    expect(codes(files)).toEqual([]);
  });

  it('that name one entry by two names are the same', () => {
    const files = {
      'codex.yaml': 'attributes: {founder: constant}\n',
      'maric.md': entry('title: Maric the Old'),
      'a.md': entry('facts: {vyr: {founder: maric}}'),
      'b.md': entry('facts: {vyr: {founder: "[[Maric the Old]]"}}'),
    };
    expect(codes(files)).toEqual([]);
  });

  it('of a later version of a page belong to the same life', () => {
    const files = {
      'maric.md': entry('type: person', 'date: 170 TA'),
      'maric-two.md': entry('type: person', 'entity: maric', 'date: 412 TA', 'supersedes: {id: maric, reason: x}'),
      'oath.md': entry('date: 200 TA', 'facts: {vyr: {ruler: maric}}'),
    };
    expect(codes(files)).toEqual([]);
  });

  it('in the year of a birth, or within ten years of a guess, are not before it', () => {
    const files = {
      'maric.md': entry('type: person', 'date: c. 170 TA'),
      'lysa.md': entry('type: person', 'date: 12 Harvestmoon 200 TA'),
      'oath.md': entry('date: 200 TA', 'facts: {vyr: {ruler: lysa}}'),
      'seat.md': entry('date: 161 TA', 'facts: {vyrhold: {ruler: maric}}'),
    };
    expect(codes(files)).toEqual([]);
  });

  it('that have ended are not reported as undated', () => {
    const files = {
      'a.md': entry('until: 310 TA', 'facts: {vyr: {ruler: maric}}'),
      'b.md': entry('date: 310 TA', 'facts: {vyr: {ruler: lysa}}'),
    };
    expect(codes(files)).toEqual([]);
  });

  it('name an entity by a title that all versions of its page share', () => {
    const files = {
      'vyr.md': entry('title: House Vyr', 'date: 1 TA'),
      'vyr-two.md': entry('title: House Vyr', 'date: 2 TA', 'entity: vyr', 'supersedes: {id: vyr, reason: x}'),
      'oath.md': entry('date: 2 TA', 'facts: {House Vyr: {founder: maric}}'),
    };
    expect(codes(files)).toEqual([]);
  });
});

describe('links', () => {
  it('lead to pages by path, to other files, out of the codex and to the web', () => {
    const text =
      '[[b]] [[tales/b|B]] [b](tales/b.md) [map](map.png) ![[map.png]] [[#Here]] [x](../x.md) [w](https://a.b/c.md)';
    expect(codes({ 'a.md': text, 'tales/b.md': '[a](../a.md) [a](/a.md) [[a#Here]]\n' })).toEqual([]);
  });
});

describe('keys', () => {
  it('of the author are left alone: ordinary words, and keys used three times', () => {
    const files = {
      'a.md': entry('source: a book', 'tiles: 4', 'titel: x'),
      'b.md': entry('titel: x'),
      'c.md': entry('titel: x', 'dates: [1]', 'state: sad'),
    };
    expect(codes(files)).toEqual([]);
  });

  it('of the author may link to nothing, to several pages, and to what no longer exists', () => {
    const files = {
      'old.md': entry('date: 1 TA', 'superseded_by: {id: new, reason: x}'),
      'new.md': entry('date: 1 TA'),
      'one/twin.md': '',
      'two/twin.md': '',
      'a.md': entry(
        'spouse: "[[old]]"',
        'allies: [[nobody]]',
        'kin: {heirs: ["[[twin]]", [[old]]]}',
        'type: "[[nobody]]"',
      ),
    };
    expect(codes(files)).toEqual([]);
  });

  it('within retcons and facts are slips where a letter is wrong, but are left alone where they are words', () => {
    const within = (key: string) =>
      codes({
        'a.md': entry('date: 2 TA', `supersedes: {id: b, reason: x, ${key}: y}`, 'facts: {a: {b: d}}'),
        'b.md': entry('date: 1 TA', 'facts: {a: {b: c}}'),
      });
    for (const slip of ['di', 'reson', 'onyl', 'asof', 'sotf', 'effectve', 'source'])
      expect(within(slip), slip).toEqual(['a.md warning frontmatter/misspelt-key']);
    for (const word of ['in', 'ie', 'season', 'treason', 'effects', 'raison']) expect(within(word), word).toEqual([]);
  });

  it('are slips otherwise', () => {
    const slips = ['superseeds', 'supercedes', 'souces', 'retract', 'restore', 'supersede', 'dispute', 'dtae', 'titel'];
    for (const slip of slips)
      expect(codes({ 'a.md': entry(`${slip}: x`) })).toEqual(['a.md warning frontmatter/misspelt-key']);
  });

  it('are slips wherever a retcon is lost because of them, on however many pages', () => {
    const pages = (key: string) =>
      codes(Object.fromEntries(Array.from({ length: 4 }, (_, i) => [`p${i}.md`, entry(`${key}: x`)])));
    for (const key of ['superseds', 'retract', 'restore']) expect(pages(key), key).toHaveLength(4);
    for (const key of ['superseded', 'retracted', 'dispute']) expect(pages(key), key).toEqual([]);
  });
});

describe('codex.yaml', () => {
  const files = { 'a.md': entry('supersedes: [nobody]'), 'b.md': '[[nobody]]\n' };

  it('makes a rule more or less severe, or turns it off', () => {
    const yaml = 'rules: {supersedes/unknown-id: info, link/unknown: off}\n';
    expect(codes({ ...files, 'codex.yaml': yaml })).toEqual(['a.md info supersedes/unknown-id']);
  });
});
