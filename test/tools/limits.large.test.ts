/** Each size of model §16 is answered, and one more is reported once and refused, while everything else is answered. */
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../server/src/core/canon/model/limits';
import type { Files } from '../support/codex';
import {
  asker,
  beliefsOf,
  chainOf,
  circleByMembers,
  circleInCodex,
  circleOf,
  factsOf,
  forkOf,
  limitsIn,
  restoredOf,
  undatedOf,
  valuesOf,
} from '../support/sizes';

/** What needs what is too large. */
const NEEDING: readonly (readonly [
  name: string,
  make: (count: number) => Files,
  most: number,
  where: string,
  words: string,
  asked: readonly (readonly [string, Readonly<Record<string, string>>])[],
])[] = [
  [
    'facts',
    factsOf,
    LIMITS.facts.most,
    'vyr.md error ruler',
    'ruler of vyr has 10,001 facts',
    [
      ['was_true_at', { entity: 'vyr' }],
      ['lookup', { name: 'vyr' }],
      ['timeline', {}],
      ['succession', { entity: 'vyr.ruler' }],
      ['diff', { from: '2020-01-01', to: 'latest' }],
    ],
  ],
  [
    'retcons',
    forkOf,
    LIMITS.retcons.most,
    'v0000.md error ruler',
    '501 retcons touch ruler of vyr',
    [
      ['was_true_at', { entity: 'vyr' }],
      ['lookup', { name: 'v5' }],
      ['log', {}],
      ['timeline', {}],
    ],
  ],
  [
    'versions',
    (count) => chainOf(count, () => 'ruler'),
    LIMITS.versions.most,
    'v1000.md error v999',
    'The chain of v0 has 1,001 versions',
    [
      ['lookup', { name: 'v5' }],
      ['chain', { name: 'v5' }],
      ['log', {}],
      ['timeline', {}],
    ],
  ],
  [
    'restorations',
    restoredOf,
    LIMITS.restorations.most,
    'v0000.md error ruler',
    '101 restorations touch ruler of vyr',
    [
      ['was_true_at', { entity: 'vyr' }],
      ['log', {}],
      ['timeline', {}],
    ],
  ],
  [
    'gaps of dated facts that undated ones fill',
    undatedOf,
    316,
    'vyr.md error ruler',
    'Undated facts about ruler of vyr can fill 100,172 gaps',
    [
      ['was_true_at', { entity: 'vyr' }],
      ['timeline', {}],
    ],
  ],
  [
    'values at one time',
    valuesOf,
    LIMITS.values.most,
    'vyr.md error ruler',
    'ruler of vyr has 1,001 values that hold at one time',
    [
      ['was_true_at', { entity: 'vyr' }],
      ['timeline', {}],
      ['diff', { from: '2020-01-01', to: 'latest' }],
    ],
  ],
  [
    'members that a page lists',
    circleOf,
    LIMITS.members.most,
    'guild.md error m5000',
    'The circle guild has 5,001 members',
    [
      ['was_true_at', { entity: 'guild' }],
      ['knows', { knower: 'm1' }],
      ['timeline', {}],
    ],
  ],
  [
    'members in codex.yaml',
    circleInCodex,
    LIMITS.members.most,
    'codex.yaml error m0',
    'The circle guild has 5,001 members',
    [['knows', { knower: 'm1' }]],
  ],
  [
    'members that name their circle',
    circleByMembers,
    LIMITS.members.most,
    'people.md error guild',
    'The circle guild has 5,001 members',
    [['knows', { knower: 'm1' }]],
  ],
];

describe.each(NEEDING)('%s', (_, make, most, where, words, asked) => {
  const [within, past] = [make(most), make(most + 1)];

  it('are answered up to the limit', { timeout: 60_000 }, () => {
    expect(limitsIn(within)).toEqual([]);
    const ask = asker(within);
    expect(asked.map(([name, given]) => ask(name, given))).toEqual(asked.map(() => 'answered'));
  });

  it('are reported once beyond it, and what needs them is refused', { timeout: 60_000 }, () => {
    expect(limitsIn(past)).toEqual([expect.stringContaining(`${where}: ${words}, and Retcon is made for up to`)]);
    const ask = asker(past);
    for (const [name, given] of asked)
      expect([name, ask(name, given)]).toEqual([name, expect.stringContaining(`limit: ${words}`)]);
    expect(ask('was_true_at', { entity: 'other' })).toBe('answered');
    expect(ask('lookup', { name: 'other' })).toBe('answered');
  });
});

it('beliefs are answered up to the limit, and beyond it reported once and refused without a name', () => {
  const given = { entity: 'vyr', for: 'lysa' };
  const [within, past] = [beliefsOf(LIMITS.beliefs.most), beliefsOf(LIMITS.beliefs.most + 1)];
  expect([limitsIn(within), asker(within)('was_true_at', given)]).toEqual([[], 'answered']);
  expect(limitsIn(past)).toEqual([expect.stringContaining('vyr.md error ruler: ruler of vyr has 1,001 beliefs')]);
  expect(asker(past)('was_true_at', given)).toMatch(/^limit: This needs something that is larger/);
  expect(asker(past)('was_true_at', { entity: 'other' })).toBe('answered');
});
