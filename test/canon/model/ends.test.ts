/** model §4.3: which facts of a state end each other, and where; model §4: where a fact begins that corrects another. */
import { expect, it } from 'vitest';
import { answerLines, type Files } from './answers';

const CODEX = 'revisions: [r1, r2, r3]\ntiers: [core, rumour]';
const fact = (value: string, more: string): string => `  - {entity: x, attribute: lord, value: ${value}, ${more}}`;
const page = (...facts: readonly string[]): string => `facts:\n${facts.join('\n')}`;

it.each<[string, Files, readonly string[]]>([
  [
    'with an end of its own, to that end, beside a later one',
    { a: page(fact('ash', 'from: 10 TA, until: 40 TA'), fact('birch', 'from: 20 TA')) },
    ['ash [10 TA, 20 TA)', '!ash [20 TA, 40 TA)', '!birch [20 TA, 40 TA)', 'birch [40 TA, )'],
  ],
  [
    'with an end of its own, and ends an open one',
    { a: page(fact('ash', 'from: 10 TA'), fact('birch', 'from: 20 TA, until: 30 TA')) },
    ['ash [10 TA, 20 TA)', 'birch [20 TA, 30 TA)'],
  ],
  [
    'up to the date of its `through`, if another begins on that',
    { a: page(fact('ash', 'from: 10 TA, through: 40 TA'), fact('birch', 'from: 40 TA')) },
    ['ash [10 TA, 40 TA)', 'birch [40 TA, )'],
  ],
  [
    'to the end of its `through`, if one of a lower tier begins on that',
    {
      a: `tier: core\n${page(fact('ash', 'from: 10 TA, through: 40 TA'))}`,
      b: `tier: rumour\n${page(fact('birch', 'from: 40 TA'))}`,
    },
    ['ash [10 TA, 40 TA)', '!ash [40 TA, 41 TA)', '!birch [40 TA, 41 TA)', 'birch [41 TA, )'],
  ],
  [
    'to the end of its `through`, if another begins there by a retcon',
    {
      a: page(fact('ash', 'from: 10 TA, through: 40 TA')),
      b: page(fact('birch', 'from: 20 TA, until: 60 TA')),
      c: 'date: 50 TA\nsupersedes: [{id: b, effective: 40 TA}]\nfacts: {x: {lord: cedar}}',
    },
    ['ash [10 TA, 20 TA)', '!ash [20 TA, 41 TA)', '!birch [20 TA, 40 TA)', '!cedar [40 TA, 41 TA)', 'cedar [41 TA, )'],
  ],
  [
    'to the next one, if only its page has an end',
    { a: `until: 40 TA\n${page(fact('ash', 'from: 10 TA'))}`, b: page(fact('birch', 'from: 20 TA')) },
    ['ash [10 TA, 20 TA)', 'birch [20 TA, )'],
  ],
  [
    'beside one that supersedes it softly, until a third',
    {
      a: 'date: 10 TA\nfacts: {x: {lord: ash}}',
      b: 'date: 20 TA\nsupersedes: [{id: a, soft: true}]\nfacts: {x: {lord: birch}}',
      c: 'date: 30 TA\nfacts: {x: {lord: cedar}}',
    },
    ['ash [10 TA, 20 TA)', '!ash [20 TA, 30 TA)', '!birch [20 TA, 30 TA)', 'cedar [30 TA, )'],
  ],
  [
    'again from where its retcon ends a later one, also for what superseded its page',
    {
      a: 'date: 10 TA\nfacts: {x: {lord: ash}}',
      b: 'date: 30 TA\nfacts: {x: {lord: birch}}',
      c: 'date: 15 TA\ncanon: r1\nsupersedes: [{id: a, effective: 20 TA}, {id: b, effective: 40 TA}]\nfacts: {x: {lord: cedar}}',
      d: 'date: 22 TA\ncanon: r2\nsupersedes: c\nfacts: {x: {lord: dill}}',
    },
    ['ash [10 TA, 20 TA)', 'cedar [20 TA, 22 TA)', 'dill [22 TA, 30 TA)', 'birch [30 TA, 40 TA)', 'dill [40 TA, )'],
  ],
  [
    'not again, if an unrelated one has begun meanwhile',
    {
      a: 'date: 10 TA\nfacts: {x: {lord: ash}}',
      b: 'date: 30 TA\nfacts: {x: {lord: birch}}',
      c: 'date: 15 TA\nsupersedes: [{id: a, effective: 20 TA}, {id: b, effective: 40 TA}]\nfacts: {x: {lord: cedar}}',
      d: 'date: 35 TA\nfacts: {x: {lord: dill}}',
    },
    ['ash [10 TA, 20 TA)', 'cedar [20 TA, 30 TA)', 'birch [30 TA, 35 TA)', 'dill [35 TA, )'],
  ],
])('a fact of a state holds %s', (_, files, expected) => {
  expect(pieces({ 'codex.yaml': CODEX, ...files })).toEqual(expected);
});

it.each<[string, Files, readonly string[]]>([
  [
    'where what it displaces began',
    {
      a: 'date: 10 TA\ncanon: r1\nfacts: {x: {lord: ash}}',
      b: 'date: 50 TA\ncanon: r2\nsupersedes: [{id: a, effective: always}]\nfacts: {x: {lord: birch}}',
    },
    ['birch [10 TA, )'],
  ],
  [
    'where the first in a chain began',
    {
      a: 'date: 10 TA\ncanon: r1\nfacts: {x: {lord: ash}}',
      b: 'date: 50 TA\ncanon: r2\nsupersedes: [{id: a, effective: always}]\nfacts: {x: {lord: birch}}',
      c: 'date: 60 TA\ncanon: r3\nsupersedes: [{id: b, effective: always}]\nfacts: {x: {lord: cedar}}',
    },
    ['cedar [10 TA, )'],
  ],
  [
    'nowhere, where what it displaces is undated',
    {
      a: 'canon: r1\nfacts: {x: {lord: ash}}',
      b: 'date: 50 TA\ncanon: r2\nsupersedes: [{id: a, effective: always}]\nfacts: {x: {lord: birch}}',
    },
    ['birch [, )'],
  ],
  [
    'at its own date, where it states the same value',
    {
      a: 'date: 10 TA\ncanon: r1\nfacts: {x: {lord: ash}}',
      b: 'date: 50 TA\ncanon: r2\nsupersedes: [{id: a, effective: always}]\nfacts: {x: {lord: ash}}',
    },
    ['ash [50 TA, )'],
  ],
  [
    'at its own date, where another page has displaced that before',
    {
      a: 'date: 10 TA\ncanon: r1\nfacts: {x: {lord: ash}}',
      b: 'canon: r2\nretracts: a',
      c: 'date: 50 TA\ncanon: r3\nsupersedes: [{id: a, effective: always}]\nfacts: {x: {lord: cedar}}',
    },
    ['cedar [50 TA, )'],
  ],
])('a fact that corrects another begins %s', (_, files, expected) => {
  expect(pieces({ 'codex.yaml': CODEX, ...files })).toEqual(expected);
});

const SET = 'attributes: {member: set}';
const ROLL = 'date: 10 TA\nfacts: {x: {member: [ash, "[[bo]]", cedar]}}';

it('a retcon may touch one value of a set', () => {
  const files = {
    'codex.yaml': SET,
    a: ROLL,
    bo: 'title: Bo',
    b: 'retracts: [{id: a, effective: 20 TA, only: [x.member = bo]}]',
    c: 'retracts: [{id: a, effective: 30 TA, only: [x.member = cedar]}]',
    d: 'restores: [{id: a, effective: 40 TA, only: [x.member = cedar]}]',
  };
  const members = (year: number) => answerLines(files, 'x', { at: `${year} TA` }).map((line) => line.split(' ')[0]);
  expect([15, 25, 35, 45].map(members)).toEqual([['ash', 'bo', 'cedar'], ['ash', 'cedar'], ['ash'], ['ash', 'cedar']]);
});

it('a value that is cut and whole again on one line is undecided on others, in a set as in a state', () => {
  const files = (kind: string) => ({
    'codex.yaml': `revisions: [r1, r2, r3]\nattributes: {lord: ${kind}}`,
    a: 'canon: r1\nfacts: {x: {lord: ash}}',
    b: 'canon: r2\nretracts: [{id: a, effective: 20 TA}]',
    c: 'canon: r3\nrestores: a',
  });
  for (const kind of ['set', 'state', 'constant'])
    expect([answerLines(files(kind), 'x', { at: '20 TA' }), answerLines(files(kind), 'x', { at: '20 QQ' })]).toEqual([
      ['ash [, )'],
      [],
    ]);
});

/** What holds from year to year, joined where it stays the same. */
function pieces(files: Files): string[] {
  const years = Array.from({ length: 70 }, (_, year) => year);
  const held = years.map((year) =>
    answerLines(files, 'x', { at: `${year} TA` }).map((line) => line.replace(/ .*/, '')),
  );
  const all = [...new Set(held.flat())].flatMap((name) =>
    years.flatMap((year) => {
      if (!held[year]?.includes(name) || held[year - 1]?.includes(name)) return [];
      const until = years.find((other) => other > year && !held[other]?.includes(name));
      const [from, to] = [year === 0 ? '' : `${year} TA`, until === undefined ? '' : `${until} TA`];
      return [{ year, line: `${name} [${from}, ${to})` }];
    }),
  );
  return all.sort((a, b) => a.year - b.year).map(({ line }) => line);
}
