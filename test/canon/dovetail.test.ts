/** Where the values of one entity and attribute hold together, line by line (model §4.3). */
import { expect, it } from 'vitest';
import { allOf } from '../../server/src/core/canon/model/known';
import { heldByFact, heldOf } from '../../server/src/core/canon/truth/truth';
import { pairOf } from '../../server/src/core/canon/model/statedFacts';
import { codex, type Files, answerLines } from './model/answers';

/** `ash [10 TA, 20 TA)`, with the lines that it leaves out. */
function held(files: Files): string[] {
  const known = allOf(codex({ 'codex.yaml': 'tiers: [core, rumour]', ...files }));
  const all = heldOf(known, pairOf('x', 'lord'));
  const byFact = heldByFact(known, pairOf('x', 'lord'));
  for (const { clipped } of all)
    expect(byFact.get(clipped.fact)).toEqual(all.filter((one) => one.clipped.fact === clipped.fact));
  return all.map(({ clipped, segment: { from, until }, line, except }) => {
    const where = line === null ? `on all${except.length > 0 ? ` but ${except.join(' ')}` : ''}` : `on ${line}`;
    return `${clipped.fact.value.text} [${from?.text ?? ''}, ${until?.text ?? ''}) ${where}`.replaceAll('era:', '');
  });
}

const fact = (value: string, more = '') => `  - {entity: x, attribute: lord, value: ${value}${more}}`;
const page = (...facts: string[]) => `facts:\n${facts.join('\n')}`;
const back = (old: string, day: number) => `restores: [{id: ${old}, effective: ${day} TA}]`;

it.each<[string, Files, string[]]>([
  [
    'an undated one on all lines but those with dated ones, and in the gaps of these',
    {
      u: page(fact('orm')),
      a: page(fact('ash', ', from: 10 TA')),
      b: page(fact('birch', ', from: 5 QQ, until: 9 QQ')),
    },
    [
      'orm [, ) on all but qq ta',
      'orm [, 5 QQ) on qq',
      'orm [, 10 TA) on ta',
      'birch [5 QQ, 9 QQ) on qq',
      'orm [9 QQ, ) on qq',
      'ash [10 TA, ) on ta',
    ],
  ],
  [
    'dated ones to the next of their own line',
    { a: page(fact('ash', ', from: 10 TA'), fact('birch', ', from: 10 QQ'), fact('cedar', ', from: 20 TA')) },
    ['ash [10 TA, 20 TA) on ta', 'birch [10 QQ, ) on qq', 'cedar [20 TA, ) on ta'],
  ],
  [
    'those that begin on one day to the next that does not',
    {
      a: page(
        fact('ash', ', from: 10 TA'),
        fact('birch', ', from: 10 TA'),
        fact('cedar', ', from: 10 TA'),
        fact('dorn', ', from: 20 TA'),
      ),
    },
    ['ash [10 TA, 20 TA) on ta', 'birch [10 TA, 20 TA) on ta', 'cedar [10 TA, 20 TA) on ta', 'dorn [20 TA, ) on ta'],
  ],
  [
    'one of a higher tier past those of a lower one',
    {
      a: `tier: core\n${page(fact('ash', ', from: 10 TA'))}`,
      b: `tier: rumour\n${page(fact('birch', ', from: 20 TA'))}`,
      c: page(fact('cedar', ', from: 30 TA')),
    },
    ['ash [10 TA, 30 TA) on ta', 'birch [20 TA, 30 TA) on ta', 'cedar [30 TA, ) on ta'],
  ],
  [
    'an undated one of a higher tier whole next to a lower one',
    { u: `tier: core\n${page(fact('orm'))}`, b: `tier: rumour\n${page(fact('birch', ', from: 20 TA'))}` },
    ['orm [, ) on all', 'birch [20 TA, ) on ta'],
  ],
  [
    'an undated one of a higher tier, where one line alone has others of its tier',
    {
      u: `tier: core\n${page(fact('orm'))}`,
      b: `tier: rumour\n${page(fact('birch', ', from: 20 TA'))}`,
      c: page(fact('cedar', ', from: 5 QQ')),
    },
    ['orm [, ) on all but qq', 'orm [, 5 QQ) on qq', 'cedar [5 QQ, ) on qq', 'birch [20 TA, ) on ta'],
  ],
  [
    'an undated one as one stretch, where nothing is left of what is restored',
    { u: page(fact('orm')), a: page(fact('ash', ', from: 10 TA, until: 20 TA')), b: 'retracts: a', c: back('a', 25) },
    ['orm [, ) on all'],
  ],
  [
    'an undated one on other lines as one stretch, where something is',
    { u: page(fact('orm')), a: page(fact('ash', ', from: 10 TA, until: 20 TA')), b: 'retracts: a', c: back('a', 15) },
    ['orm [, ) on all but ta', 'orm [, 15 TA) on ta', 'ash [15 TA, 20 TA) on ta', 'orm [20 TA, ) on ta'],
  ],
  [
    'those of a line on which nothing is restored unchanged',
    {
      u: page(fact('orm')),
      q: page(fact('quill', ', from: 5 QQ')),
      a: page(fact('ash', ', from: 10 TA')),
      b: 'retracts: a',
      c: back('a', 15),
    },
    [
      'orm [, ) on all but qq ta',
      'orm [, 5 QQ) on qq',
      'orm [, 15 TA) on ta',
      'quill [5 QQ, ) on qq',
      'ash [15 TA, ) on ta',
    ],
  ],
  [
    'a restored one in each of two periods as one stretch, and with a gap as two',
    {
      a: page(fact('ash', ', from: 10 TA')),
      b: `retracts: [{id: a, effective: 20 TA}]`,
      c: back('a', 15),
      d: page(fact('dorn', ', from: 30 TA, until: 40 TA')),
      e: 'retracts: d',
      f: back('d', 35),
    },
    ['ash [10 TA, 35 TA) on ta', 'dorn [35 TA, 40 TA) on ta'],
  ],
])('values of a state hold: %s', (_, files, expected) => expect(held(files)).toEqual(expected));

it('what is restored on two lines holds on each from its own day on', () => {
  const files = { a: page(fact('ash')), b: 'retracts: a', c: back('a', 15), d: back('a', 5).replace('TA', 'QQ') };
  expect(held(files)).toEqual(['ash [5 QQ, ) on qq', 'ash [15 TA, ) on ta']);
  expect(answerLines(files, 'x', { at: '6 QQ' })).toEqual(['ash [5 QQ, )']);
});
