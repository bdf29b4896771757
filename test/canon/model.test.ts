/** model.md §4–§9, a paragraph at a time: small codices, and what must be answered of them. */
import { describe, expect, it } from 'vitest';
import { askChain } from '../../server/src/core/tools/chain';
import { askLog } from '../../server/src/core/tools/log';
import { askLookup } from '../../server/src/core/tools/lookup';
import type { AskResult } from '../../server/src/core/tools/question';
import { askWasTrueAt } from '../../server/src/core/tools/wasTrueAt';
import { canonOf } from './world';

type Files = Readonly<Record<string, string>>;

interface Value {
  readonly value: string;
  readonly from: string | null;
  readonly until: string | null;
  readonly superseded_by: string | null;
}

interface AnswerJson {
  readonly attribute: string;
  readonly is_disputed: boolean;
  readonly values: readonly Value[];
}

/** Each file is its frontmatter; `codex.yaml` as it is. */
function codex(files: Files) {
  const texts = Object.entries(files).map(([path, text]): [string, string] =>
    path === 'codex.yaml' ? [path, text] : [`${path}.md`, `---\n${text.trim()}\n---\n`],
  );
  const all = new Map(texts);
  const config = all.get('codex.yaml') ?? '';
  all.delete('codex.yaml');
  return canonOf(all, config);
}

function json(answered: AskResult): Record<string, unknown> {
  if (!answered.ok) throw new Error(answered.failure.message);
  return answered.json;
}

/** `maric [200 TA, 412 TA)`; an attribute in dispute begins with `!`. */
function told(
  files: Files,
  entity: string,
  options: { at?: string; asOf?: string; attribute?: string } = {},
): string[] {
  const answer = json(askWasTrueAt(codex(files), { entity, ...options }));
  return lines(answer.facts as AnswerJson[]);
}

const lines = (facts: readonly AnswerJson[]): string[] =>
  facts.flatMap(({ is_disputed, values }) =>
    values.map(({ value, from, until }) => `${is_disputed ? '!' : ''}${value} [${from ?? ''}, ${until ?? ''})`),
  );

const standing = (files: Files, name: string, asOf?: string): unknown =>
  (json(askLookup(codex(files), { name, asOf })).entry as { standing: string }).standing;

describe('values (§4)', () => {
  it('lets lower tiers never end higher ones', () => {
    const files = {
      'codex.yaml': 'tiers: [core, rumour]',
      a: 'date: 10 TA\ntier: core\nfacts: {x: {lord: maric}}',
      b: 'date: 20 TA\ntier: rumour\nfacts: {x: {lord: aldric}}',
      c: 'date: 30 TA\nfacts: {x: {lord: lysa}}',
    };
    expect(told(files, 'x', { at: '25 TA' })).toEqual(['!maric [10 TA, 30 TA)', '!aldric [20 TA, 30 TA)']);
    expect(told(files, 'x', { at: '35 TA' })).toEqual(['lysa [30 TA, )']);
  });

  it('lets a lower tier displace no undated value of a higher one', () => {
    const files = {
      'codex.yaml': 'tiers: [core, rumour]',
      a: 'tier: core\nfacts: {x: {lord: maric}}',
      b: 'date: 20 TA\nuntil: 30 TA\ntier: rumour\nfacts: {x: {lord: aldric}}',
    };
    expect(told(files, 'x', { at: '10 TA' })).toEqual(['maric [, )']);
    expect(told(files, 'x', { at: '25 TA' })).toEqual(['!maric [, )', '!aldric [20 TA, 30 TA)']);
    expect(told(files, 'x')).toEqual(['maric [, )']);
    const unranked = { ...files, a: 'facts: {x: {lord: maric}}' };
    expect(told(unranked, 'x', { at: '25 TA' })).toEqual(['aldric [20 TA, 30 TA)']);
  });

  it('keeps undated constants against dated ones, and lets undated states fill the gaps', () => {
    const files = {
      'codex.yaml': 'attributes: {founder: constant}',
      a: 'facts: {x: {founder: maric, lord: nobody}}',
      b: 'date: 20 TA\nuntil: 30 TA\nfacts: {x: {founder: aldric, lord: lysa}}',
    };
    expect(told(files, 'x', { at: '10 TA' })).toEqual(['maric [, )', 'nobody [, 20 TA)']);
    expect(told(files, 'x', { at: '20 TA' })).toEqual(['!maric [, )', '!aldric [20 TA, 30 TA)', 'lysa [20 TA, 30 TA)']);
    expect(told(files, 'x', { at: '30 TA', attribute: 'lord' })).toEqual(['nobody [30 TA, )']);
  });

  it('answers what lies on another line as undecided', () => {
    const files = { a: 'date: 10 TA\nfacts: {x: {lord: maric}}', b: 'date: 10 QQ\nfacts: {x: {lord: aldric}}' };
    const answer = json(askWasTrueAt(codex(files), { entity: 'x', at: '12 TA' }));
    expect(lines(answer.facts as AnswerJson[])).toEqual(['maric [10 TA, )']);
    expect(lines(answer.undecided as AnswerJson[])).toEqual(['aldric [10 QQ, )']);
    expect(told(files, 'x')).toEqual(['maric [10 TA, )', 'aldric [10 QQ, )']);
  });

  it('orders days of an era that nobody declared, and doubts an end on another line', () => {
    const files = {
      a: 'date: 412-3-5 TA\nuntil: 412-3-9 TA\nfacts: {x: {lord: maric}}',
      b: 'date: 412-3-9 TA\nfacts: {x: {lord: lysa}}',
      c: 'facts:\n  - {entity: y, attribute: lord, value: orm, from: 412 TA, until: 205 XR}',
    };
    expect(told(files, 'x', { at: '412-3-8 TA' })).toEqual(['maric [412-3-5 TA, 412-3-9 TA)']);
    expect(told(files, 'x', { at: '413 TA' })).toEqual(['lysa [412-3-9 TA, )']);
    expect(told(files, 'y', { at: '411 TA' })).toEqual([]);
    expect(told(files, 'y')).toEqual([]);
    const { undecided } = json(askWasTrueAt(codex(files), { entity: 'y', at: '413 TA' }));
    expect(lines(undecided as AnswerJson[])).toEqual(['orm [412 TA, )']);
  });

  it('calls a dispute only what is one inside the asked stretch', () => {
    const files = {
      'codex.yaml': 'attributes: {c: constant}',
      a: 'date: 10 TA\nuntil: 20 TA\nfacts: {x: {c: p}}',
      b: 'date: 15 TA\nfacts: {x: {c: q}}',
    };
    expect(told(files, 'x', { at: '10 TA .. 12 TA' })).toEqual(['p [10 TA, 20 TA)']);
    expect(told(files, 'x', { at: '12 TA .. 16 TA' })).toEqual(['!p [10 TA, 20 TA)', '!q [15 TA, )']);
    expect(told(files, 'x', { at: '20 TA .. 22 TA' })).toEqual(['q [15 TA, )']);
  });

  it('takes two entries that agree for no dispute, by text or by what they refer to', () => {
    const files = {
      maric: 'title: Maric the Red',
      a: 'date: 10 TA\nfacts: {x: {founder: maric}}',
      b: 'date: 10 TA\nfacts: {x: {founder: "[[Maric the Red]]"}}',
    };
    expect(told(files, 'x')).toEqual(['maric [10 TA, )', 'Maric the Red [10 TA, )']);
  });

  it('ends a fact with its entry, includes `through`, and prints the day after', () => {
    const files = {
      'codex.yaml': 'attributes: {member: set}',
      a: 'date: 10 TA\nthrough: 12 TA\nfacts: {x: {member: [p, q]}}',
      b: 'facts:\n  - {entity: x, attribute: member, value: r, from: 11 TA, through: 11 TA}',
    };
    expect(told(files, 'x', { at: '11 TA' })).toEqual(['p [10 TA, 13 TA)', 'q [10 TA, 13 TA)', 'r [11 TA, 12 TA)']);
    expect(told(files, 'x', { at: '13 TA' })).toEqual([]);
  });

  it('reads flat keys that codex.yaml declares as attributes', () => {
    const files = { 'codex.yaml': 'attributes: {race: constant, type: state}', 'Elf Queen': 'Race: elf\ntype: person' };
    expect(told(files, 'Elf Queen')).toEqual(['elf [, )']);
  });
});

describe('names (§2)', () => {
  const shown = (files: Files, entity: string, asOf = 'latest'): string[] => told(files, entity, { asOf, at: '15 TA' });
  const revisions = { 'codex.yaml': 'revisions: [s1, s2]' };

  it.each([
    ['a title', 'title: The Queen'],
    ['a title in another case', 'title: the queen'],
    ['an alias', 'aliases: [The Queen]'],
    ['an id', 'id: The Queen'],
  ])('keep what was stated under them before a page had them as %s', (_what, frontmatter) => {
    const files = {
      ...revisions,
      a: 'canon: s1\ndate: 10 TA\nfacts: {The Queen: {crown: iron}}',
      q: `canon: s2\n${frontmatter}`,
    };
    for (const asOf of ['s1', 's2']) expect(shown(files, 'The Queen', asOf)).toEqual(['iron [10 TA, )']);
    expect(shown(files, frontmatter.startsWith('id') ? 'The Queen' : 'q', 's1')).toEqual(['iron [10 TA, )']);
  });

  it('keep it where several pages have them later, and are ambiguous only from then on', () => {
    const files = {
      ...revisions,
      a: 'canon: s1\ndate: 10 TA\nfacts: {Old Fox: {lair: hill}}',
      b: 'canon: s2\naliases: [Old Fox]',
      c: 'canon: s2\naliases: [Old Fox]',
    };
    expect(shown(files, 'Old Fox', 's1')).toEqual(['hill [10 TA, )']);
    expect(() => shown(files, 'Old Fox')).toThrow('"Old Fox" could be b or c: say which.');
  });

  it('are of whoever answers to them first, whatever is written after that', () => {
    const files = {
      'codex.yaml': 'revisions: [s1, s2, s3]',
      a: 'canon: s1\ndate: 10 TA\nfacts: {Old Fox: {lair: hill}}',
      b: 'canon: s2\naliases: [Old Fox]',
      c: 'canon: s3\nid: Old Fox',
    };
    for (const name of ['Old Fox', 'b']) expect(shown(files, name, 's1')).toEqual(['hill [10 TA, )']);
    expect(shown(files, 'b', 's2')).toEqual(['hill [10 TA, )']);
    expect(shown(files, 'b')).toEqual([]);
  });

  it('lead to what a page is said to describe, though nobody has that name yet', () => {
    const files = {
      ...revisions,
      f: 'canon: s1\naliases: [gus]\nentity: bob\nfacts: {gus: {king: ash}}',
      'folder/bob': 'canon: s2\nid: eve',
    };
    for (const asOf of ['s1', 's2']) expect(shown(files, 'gus', asOf)).toEqual(['ash [, )']);
  });

  it('mean one entity in whatever case, though no page has them', () => {
    const files = { a: 'facts: {Gus: {king: ash}}', b: 'facts: {gus: {seat: hill}}' };
    for (const name of ['Gus', 'gus', 'GUS']) expect(told(files, name)).toEqual(['ash [, )', 'hill [, )']);
  });

  it('give an entity described later no facts of another one that nobody knew to be the same', () => {
    const files = {
      ...revisions,
      a: 'canon: s1\ndate: 10 TA\nfacts: {The Queen: {crown: iron}, foo: {seat: hill}}',
      foo: 'canon: s1',
      q: 'canon: s2\ntitle: The Queen\nentity: foo',
    };
    expect(shown(files, 'foo', 's1')).toEqual(['hill [10 TA, )']);
    expect(shown(files, 'foo', 's2')).toEqual(['iron [10 TA, )', 'hill [10 TA, )']);
  });
});

describe('retcons (§5)', () => {
  const chain = {
    a: 'date: 10 TA\nfacts: {x: {lord: maric}}',
    b: 'date: 20 TA\nsupersedes: a\nfacts: {x: {lord: aldric}}',
    c: 'date: 30 TA\nsupersedes: [{id: b, effective: 15 TA}]\nfacts: {x: {lord: lysa}}',
  };

  it('keeps a chain in force whatever later happens to its middle', () => {
    expect(told(chain, 'x', { at: '18 TA' })).toEqual(['lysa [15 TA, )']);
    expect(told(chain, 'x', { at: '12 TA' })).toEqual(['maric [10 TA, 15 TA)']);
    const retracted = { ...chain, c: 'retracts: [{id: b, reason: no}]' };
    expect(told(retracted, 'x', { at: '25 TA' })).toEqual([]);
    expect(standing(retracted, 'b')).toBe('retracted');
  });

  it('restores from a point on, and ends there what had superseded', () => {
    const files = { ...chain, c: 'date: 40 TA\nrestores: [{id: a, reason: after all}]' };
    expect(told(files, 'x', { at: '15 TA' })).toEqual(['maric [10 TA, 20 TA)']);
    expect(told(files, 'x', { at: '25 TA' })).toEqual(['aldric [20 TA, 40 TA)']);
    expect(told(files, 'x', { at: '45 TA' })).toEqual(['maric [40 TA, )']);
    expect([standing(files, 'a'), standing(files, 'b'), standing(files, 'c')]).toEqual([
      'current',
      'superseded',
      'current',
    ]);
    const again = { ...files, d: 'date: 50 TA\nrestores: [{id: b, reason: no, that}]'.replace('no, that', 'no') };
    expect(told(again, 'x', { at: '55 TA' })).toEqual(['aldric [50 TA, )']);
    expect(told(again, 'x', { at: '45 TA' })).toEqual(['maric [40 TA, 50 TA)']);
    const constant = { ...again, 'codex.yaml': 'attributes: {lord: constant}' };
    expect(told(constant, 'x', { at: '45 TA' })).toEqual(['maric [40 TA, 50 TA)']);
    expect(told(constant, 'x', { at: '55 TA' })).toEqual(['aldric [50 TA, )']);
    expect(told(constant, 'x', { at: '25 TA' })).toEqual(['aldric [20 TA, 40 TA)']);
    expect([standing(again, 'a'), standing(again, 'b')]).toEqual(['superseded', 'current']);
  });

  it('restores as if it had never been retconned: a later neighbour ends it still, an undated value fills gaps still', () => {
    const files = {
      a: 'date: 10 TA\nfacts: {x: {lord: ash}}',
      d: 'date: 12 TA\nfacts: {x: {lord: dorn}}',
      u: 'facts: {y: {lord: nobody}}',
      e: 'date: 20 TA\nuntil: 30 TA\nfacts: {y: {lord: eve}}',
      r: 'retracts: [{id: a, reason: no}, {id: u, reason: no}]',
      s: 'restores: [{id: a, effective: 15 TA, reason: yes}, {id: u, effective: 15 TA, reason: yes}]',
    };
    expect(told(files, 'x', { at: '11 TA' })).toEqual([]);
    expect(told(files, 'x', { at: '20 TA' })).toEqual(['dorn [12 TA, )']);
    expect(told(files, 'y', { at: '12 TA' })).toEqual([]);
    expect(told(files, 'y', { at: '16 TA' })).toEqual(['nobody [15 TA, 20 TA)']);
    expect(told(files, 'y', { at: '25 TA' })).toEqual(['eve [20 TA, 30 TA)']);
    expect(told(files, 'y', { at: '35 TA' })).toEqual(['nobody [30 TA, )']);
  });

  it('lets what a restoration ends end nobody any more from there on', () => {
    const files = {
      a: 'date: 10 TA\nfacts: {x: {lord: ash}}',
      z: 'date: 11 TA\nfacts: {x: {lord: zed}}',
      b: 'date: 14 TA\nsupersedes: [{id: a, reason: no}]\nfacts: {x: {lord: birch}}',
      r: 'restores: [{id: a, effective: 20 TA, reason: yes}]',
    };
    const files2 = { ...files, b: files.b.replace('lord: birch', 'lord: birch}, x2: {lord: other') };
    for (const one of [files, files2]) {
      expect(told(one, 'x', { at: '12 TA' })).toEqual(['zed [11 TA, 14 TA)']);
      expect(told(one, 'x', { at: '16 TA' })).toEqual(['birch [14 TA, 20 TA)']);
      expect(told(one, 'x', { at: '25 TA' })).toEqual(['zed [20 TA, )']);
    }
    expect(told(files2, 'x2', { at: '25 TA' })).toEqual(['other [14 TA, )']);
  });

  it('takes what one entry supersedes and restores at once, whatever ids it is said of', () => {
    const named = (old: string) => ({
      [old]: 'date: 10 TA\nfacts: {x: {lord: ash}}',
      mid: `date: 12 TA\nsupersedes: [{id: ${old}, reason: no}]\nfacts: {x: {lord: birch}}`,
      new: `date: 15 TA\nsupersedes: [{id: mid, reason: no}]\nrestores: [{id: ${old}, reason: yes}]\nfacts: {x: {seat: hill}}`,
    });
    for (const old of ['abe', 'zed']) {
      expect(told(named(old), 'x', { at: '13 TA' })).toEqual(['birch [12 TA, 15 TA)']);
      expect(told(named(old), 'x', { at: '16 TA' })).toEqual(['ash [15 TA, )', 'hill [15 TA, )']);
    }
  });

  it('orders what is declared at one position by what it names, whatever the ids', () => {
    for (const last of ['bob', 'zed']) {
      const named = {
        'codex.yaml': 'revisions: [r1]',
        abe: 'date: 10 TA\nfacts: {x: {lord: ash}}',
        cyn: 'canon: r1\nrestores: [{id: abe, reason: yes}]',
        [last]: 'canon: r1\nsupersedes: [{id: cyn, reason: no}, {id: abe, reason: no}]',
      };
      expect(told(named, 'x', { at: '15 TA' })).toEqual([]);
    }
    for (const last of ['cyn', 'zed']) {
      const restoring = {
        'codex.yaml': 'revisions: [r1]',
        abe: 'date: 10 TA\nfacts: {x: {lord: ash}}',
        dot: 'supersedes: [{id: abe, reason: no}]',
        eve: 'canon: r1\nrestores: [{id: abe, reason: yes}]',
        [last]: 'canon: r1\nrestores: [{id: dot, reason: no}]',
      };
      expect(told(restoring, 'x', { at: '15 TA' })).toEqual([]);
    }
  });

  it('keeps out of a chain, for one attribute, what replaced another one alone', () => {
    const files = {
      a: 'date: 10 TA\nfacts: {x: {lord: ash, seat: hold}}',
      b: 'date: 20 TA\nsupersedes: [{id: a, reason: no}]\nfacts: {x: {lord: birch, seat: tower}}',
      c: 'date: 30 TA\nsupersedes: [{id: b, only: [x.lord], reason: no}]\nfacts: {x: {lord: cedar, seat: spire}}',
      r: 'restores: [{id: a, effective: 40 TA, reason: yes}]',
    };
    expect(told(files, 'x', { at: '45 TA' })).toEqual(['ash [40 TA, )', 'spire [30 TA, )']);
  });

  it('keeps each restoration to its own time where facts are restored at several', () => {
    const files = {
      'codex.yaml': 'revisions: [r1, r2, r3, r4, r5]',
      a: 'date: 10 TA\nfacts: {x: {lord: aldric}}',
      'no-a': 'canon: r2\nretracts: {id: a, effective: 50 TA, reason: no}',
      'yes-a': 'canon: r3\nrestores: {id: a, effective: 100 TA, reason: yes}',
      'no-more-a': 'canon: r4\nretracts: {id: a, effective: 400 TA, reason: no}',
      'yes-again-a': 'canon: r5\nrestores: {id: a, effective: 500 TA, reason: yes}',
      b: 'date: 200 TA\nfacts: {x: {lord: berengar}}',
      c: 'canon: r2\nsupersedes: {id: b, effective: 250 TA, reason: no}\nfacts: {x: {lord: cyn}}',
      'yes-b': 'canon: r3\nrestores: {id: b, effective: 300 TA, reason: yes}',
    };
    expect(told(files, 'x', { at: '275 TA' })).toEqual(['cyn [250 TA, 300 TA)']);
    expect(told(files, 'x', { at: '400 TA' })).toEqual(['berengar [300 TA, )']);
  });

  it('ends facts down the whole chain on a restoration', () => {
    const files = {
      ...chain,
      c: 'date: 30 TA\nsupersedes: b\nfacts: {x: {lord: lysa}}',
      d: 'date: 40 TA\nrestores: a',
    };
    expect(told(files, 'x', { at: '35 TA' })).toEqual(['lysa [30 TA, 40 TA)']);
    expect(told(files, 'x', { at: '45 TA' })).toEqual(['maric [40 TA, )']);
    expect(standing(files, 'c')).toBe('superseded');
  });

  it('changes no standing by a restoration of a part', () => {
    const files = { a: 'type: oath', b: 'supersedes: a', c: 'restores: [{id: a, only: [x.lord]}]' };
    expect([standing(files, 'a'), standing(files, 'b')]).toEqual(['superseded', 'current']);
  });

  it('clips nothing by a cycle until it is mended', () => {
    const files = { ...chain, a: 'date: 10 TA\nsupersedes: c\nfacts: {x: {lord: maric}}' };
    expect(told(files, 'x', { at: '12 TA' })).toEqual(['maric [10 TA, 20 TA)']);
    expect(standing(files, 'a')).toBe('current');
    expect(json(askLog(codex(files), {})).retcons).toEqual([]);
  });

  it('clips nothing by a cycle of supersessions and retractions', () => {
    const files = { a: 'date: 10 TA\nretracts: b\nfacts: {x: {lord: maric}}', b: 'date: 20 TA\nsupersedes: a' };
    expect(told(files, 'x', { at: '25 TA' })).toEqual(['maric [10 TA, )']);
    expect([standing(files, 'a'), standing(files, 'b')]).toEqual(['current', 'current']);
  });

  it('declares one edge at both ends, with the keys of both', () => {
    const files = {
      a: 'date: 10 TA\nsuperseded_by: [{id: b, reason: because}]\nfacts: {x: {lord: maric}}',
      b: 'date: 20 TA\nsupersedes: [{id: a, effective: 15 TA}]\nfacts: {x: {lord: aldric}}',
    };
    const { retcons } = json(askLog(codex(files), {})) as { retcons: Record<string, unknown>[] };
    expect(retcons).toMatchObject([
      { superseded: 'a', by: 'b', effective: '15 TA', reason: 'because', kind: 'change' },
    ]);
    const differing = { ...files, a: files.a.replace('reason: because', 'effective: 12 TA') };
    expect((json(askLog(codex(differing), {})) as { retcons: unknown[] }).retcons).toHaveLength(2);
    expect(told(differing, 'x', { at: '13 TA' })).toEqual(['aldric [12 TA, )']);
  });

  it('limits a retcon to some facts, and tells standing by dates', () => {
    const files = {
      a: 'date: 10 TA\nfacts: {x: {lord: maric, seat: hold}}',
      b: 'date: 20 TA\nsupersedes: [{id: a, only: [x.lord], effective: always}]\nfacts: {x: {lord: aldric}}',
    };
    expect(told(files, 'x', { at: '12 TA' })).toEqual(['aldric [, )', 'hold [10 TA, )']);
    expect(standing(files, 'a')).toBe('current');
  });

  it('makes `unwritten` win over all, and `not_yet` only where nothing has displaced it', () => {
    const files = {
      'codex.yaml': 'revisions: [r1, r2]\npresent: 5 TA',
      a: 'date: 10 TA\ncanon: r2',
      b: 'date: 10 TA',
      c: 'date: 10 TA\nsupersedes: b',
    };
    expect(standing(files, 'a', 'r1')).toBe('unwritten');
    expect(standing(files, 'a')).toBe('not_yet');
    expect(standing(files, 'b')).toBe('superseded');
  });

  it('clips nothing where dates cannot be compared', () => {
    const files = { ...chain, b: 'date: 20 QQ\nsupersedes: a\nfacts: {x: {lord: aldric}}', c: '' };
    expect(told(files, 'x', { at: '25 TA' })).toEqual(['maric [10 TA, )']);
    expect(standing(files, 'a')).toBe('current');
  });

  it('takes an empty `only` for no limit', () => {
    const files = {
      a: 'date: 10 TA\nfacts: {x: {lord: maric}}',
      b: 'date: 20 TA\nsupersedes:\n  - id: a\n    only:\nfacts: {x: {lord: aldric}}',
    };
    expect(standing(files, 'a')).toBe('superseded');
  });

  it('lets retractions win over other ends, and counts a retcon from the later of its two entries', () => {
    const files = {
      'codex.yaml': 'revisions: [r1, r2]',
      a: 'date: 10 TA\ncanon: r2\nfacts: {x: {lord: maric}}',
      b: 'date: 10 TA\ncanon: r1\nsupersedes: a\nfacts: {x: {lord: aldric}}',
      c: 'canon: r2\nretracts: a',
    };
    expect(standing(files, 'a')).toBe('retracted');
    expect(told(files, 'x', { asOf: 'r1' })).toEqual(['aldric [10 TA, )']);
    const { retcons } = json(askWasTrueAt(codex(files), { entity: 'x', asOf: 'r1' }));
    expect(retcons).toEqual([]);
  });

  it('counts a cycle of three as one, and no edge that merely leads into it', () => {
    const files = {
      ...chain,
      a: 'date: 10 TA\nsupersedes: c\nfacts: {x: {lord: maric}}',
      z: 'date: 5 TA\nfacts: {x: {seat: hold}}',
      d: 'date: 40 TA\nsupersedes: a\nfacts: {x: {lord: orm}}',
      b: 'date: 20 TA\nsupersedes: [a, z]\nfacts: {x: {lord: aldric}}',
    };
    const { retcons } = json(askLog(codex(files), {})) as { retcons: Record<string, unknown>[] };
    expect(retcons).toMatchObject([
      { by: 'b', superseded: 'z' },
      { by: 'd', superseded: 'a' },
    ]);
  });

  it('takes a restoration after all that it undoes, at one canon position', () => {
    const files = {
      'codex.yaml': 'revisions: [r1]',
      m: 'date: 10 TA\ncanon: r1\nfacts: {x: {lord: maric}}',
      z: 'date: 20 TA\ncanon: r1\nsupersedes: m\nfacts: {x: {lord: zed}}',
      b: 'date: 30 TA\ncanon: r1\nrestores: m',
    };
    const { retcons } = json(askLog(codex(files), {})) as { retcons: Record<string, unknown>[] };
    expect(retcons).toMatchObject([{ by: 'z' }, { by: 'b' }]);
    expect(told(files, 'x', { at: '25 TA' })).toEqual(['zed [20 TA, 30 TA)']);
    expect(told(files, 'x', { at: '35 TA' })).toEqual(['maric [30 TA, )']);
  });

  it('answers of chains in which every version has been restored, however long they are', () => {
    const [length, revisions] = [40, Array.from({ length: 90 }, (_, i) => `r${i}`)];
    const files: Record<string, string> = { 'codex.yaml': `revisions: [${revisions.join(', ')}]` };
    for (let i = 0; i <= length; i++) {
      const supersedes = i === 0 ? '' : `supersedes: [{id: a${i - 1}, reason: yes, only: [x.seat]}]\n`;
      files[`a${i}`] = `canon: r${i}\n${supersedes}facts: {x: {seat: hall ${i}, ruler: king ${i}}}`;
      if (i < length) files[`b${i}`] = `canon: r${length + 1 + i}\nrestores: [{id: a${i}, reason: yes}]`;
    }
    expect(told(files, 'x', { attribute: 'seat' })).toEqual([`hall ${length - 1} [, )`]);
    expect(told(files, 'x', { attribute: 'ruler' })).toHaveLength(length + 1);
  });

  it('undoes by a restoration only what came before it, and brings back only that', () => {
    const files = {
      'codex.yaml': 'revisions: [r1, r2, r3, r4]',
      a: 'date: 10 TA\ncanon: r1\nfacts: {x: {lord: maric}}',
      b: 'date: 20 TA\ncanon: r2\nsupersedes: a\nfacts: {x: {lord: aldric}}',
      c: 'date: 30 TA\ncanon: r3\nrestores: a',
      d: 'date: 40 TA\ncanon: r4\nsupersedes: b\nfacts: {x: {lord: lysa}}',
    };
    expect(told(files, 'x', { at: '35 TA' })).toEqual(['maric [30 TA, 40 TA)']);
    expect(told(files, 'x', { at: '45 TA' })).toEqual(['lysa [40 TA, )']);
  });

  it('differs first where the sides part, not where the retcon takes effect', () => {
    const files = {
      a: 'date: 10 TA\nuntil: 15 TA\nfacts: {x: {lord: maric}}',
      b: 'date: 20 TA\nsupersedes: [{id: a, effective: always}]\nfacts:\n  - {entity: x, attribute: lord, value: aldric, from: 12 TA}',
    };
    const { retcons } = json(askLog(codex(files), {})) as { retcons: Record<string, unknown>[] };
    expect(retcons).toMatchObject([{ before: [{ value: 'maric' }], after: [] }]);
  });

  it('takes names with line breaks for names', () => {
    const files = { a: 'facts:\n  "the\\nhouse": {"first\\nlord": maric}' };
    expect(told(files, 'the\nhouse')).toEqual(['maric [, )']);
  });

  it('rests a retcon on the sources of its entry where it has none that can be read, and on none where it says so', () => {
    const sourcesOf = (written: string): unknown => {
      const files = { a: '', s: '', b: `sources: [s]\nsupersedes:\n  - id: a\n    sources: ${written}` };
      return (json(askLog(codex(files), {})).retcons as { sources: unknown }[])[0]?.sources;
    };
    expect([sourcesOf('{a: b}'), sourcesOf(''), sourcesOf('[]'), sourcesOf('a')]).toEqual([['s'], ['s'], [], ['a']]);
  });

  it('tells both sides at the first point where they differ', () => {
    const { retcons } = json(askLog(codex(chain), {})) as { retcons: Record<string, unknown>[] };
    expect(retcons).toMatchObject([
      { by: 'b', kind: 'change', before: [{ value: 'maric' }], after: [{ value: 'aldric' }] },
      { by: 'c', kind: 'correction', before: [{ value: 'maric' }], after: [{ value: 'lysa' }] },
    ]);
  });
});

describe('names (§2)', () => {
  it('asks for the folder where two derive one id, and calls the bare name ambiguous', () => {
    const files = { 'people/Maric': 'title: The Man', 'places/Maric': 'title: The Hill', Other: '' };
    expect((json(askLookup(codex(files), { name: 'people/maric' })).entry as { id: string }).id).toBe('people/maric');
    const answered = askLookup(codex(files), { name: 'maric' });
    expect(answered).toMatchObject({
      ok: false,
      failure: { code: 'ambiguous', candidates: ['people/maric', 'places/maric'] },
    });
  });

  it('takes a name with # or | for what it is', () => {
    const files = { a: 'title: Unit', b: 'title: "Unit #7"' };
    expect(json(askLookup(codex(files), { name: 'Unit #7' }))).toMatchObject({ entry: { id: 'b' } });
    expect(json(askLookup(codex(files), { name: '[[Unit#Past|the unit]]' }))).toMatchObject({ entry: { id: 'a' } });
  });

  it('takes the last current version in canon order for the describing entry', () => {
    const files = {
      'codex.yaml': 'revisions: [r1, r2]',
      'house-vyr': 'title: House Vyr\ncanon: r1\nattributes: {seat: a}',
      'house-vyr-2':
        'title: House Vyr, again\ncanon: r2\nentity: house-vyr\nsupersedes: house-vyr\nattributes: {seat: b}',
    };
    const answer = json(askWasTrueAt(codex(files), { entity: 'house-vyr' }));
    expect(answer).toMatchObject({
      entity: { id: 'house-vyr', file: 'house-vyr-2.md' },
      facts: [{ values: [{ value: 'b' }] }],
    });
    expect(json(askWasTrueAt(codex(files), { entity: 'house-vyr', asOf: 'r1' }))).toMatchObject({
      entity: { file: 'house-vyr.md' },
    });
  });
});

describe('the canon axis (§7)', () => {
  it('takes a day to its end and an instant as it is, and nothing else for a canon point', () => {
    const files = {
      a: 'canon: 2026-05-12\nfacts: {x: {c: p}}',
      b: 'canon: 2026-05-12T18:00:00Z\nsupersedes: a\nfacts: {x: {c: q}}',
    };
    expect(told(files, 'x', { asOf: '2026-05-11' })).toEqual([]);
    expect(told(files, 'x', { asOf: '2026-05-12T17:59:59Z' })).toEqual(['p [, )']);
    expect(told(files, 'x', { asOf: '2026-05-12T18:00:00Z' })).toEqual(['q [, )']);
    expect(told(files, 'x', { asOf: '2026-05-12' })).toEqual(['q [, )']);
    for (const asOf of ['2026-05-12T10:00', '2026-02-30', 'soon', 'Latest'])
      expect(askWasTrueAt(codex(files), { entity: 'x', asOf })).toMatchObject({ ok: false, failure: { given: asOf } });
  });

  it('follows `entity` round in no circle', () => {
    const files = { a: 'entity: b\nattributes: {c: p}', b: 'entity: a\nattributes: {d: q}' };
    expect(told(files, 'a').length + told(files, 'b').length).toBeGreaterThan(0);
  });
});

describe('what rests on what (§9)', () => {
  it('follows sources the whole way, safe on cycles', () => {
    const files = {
      a: 'date: 1 TA\nsources: [d]',
      b: 'date: 1 TA\nsupersedes: a',
      c: 'sources: [a]',
      d: 'sources: [c]',
      e: 'sources: [a, b]',
    };
    expect(json(askChain(codex(files), { name: 'a' }))).toEqual({
      entry: 'a',
      supersedes: [],
      superseded_by: [{ id: 'b', kind: 'correction', effective: '1 TA', reason: null }],
      rests_on: [
        { id: 'd', standing: 'current', via: null, replaced_by: null },
        { id: 'c', standing: 'current', via: 'd', replaced_by: null },
      ],
      rested_on_by: [
        { id: 'c', via: null, stale: true },
        { id: 'e', via: null, stale: false },
        { id: 'd', via: 'c', stale: false },
      ],
      why: expect.stringContaining('What is told now is b.'),
    });
  });
});
