/** model §5: what a restoration brings back, and what it ends. */
import { describe, expect, it } from 'vitest';
import { codex, type Files, json, standing, answerLines } from './answers';
import { askLog } from '../../support/ask';

describe('restorations (model §5)', () => {
  const chain = {
    a: 'date: 10 TA\nfacts: {x: {lord: maric}}',
    b: 'date: 20 TA\nsupersedes: a\nfacts: {x: {lord: aldric}}',
    c: 'date: 30 TA\nsupersedes: [{id: b, effective: 15 TA}]\nfacts: {x: {lord: lysa}}',
  };

  it('restore from a point on, and end there what had superseded', () => {
    const files = { ...chain, c: 'date: 40 TA\nrestores: [{id: a, reason: after all, effective: 40 TA}]' };
    expect(answerLines(files, 'x', { at: '15 TA' })).toEqual(['maric [10 TA, 20 TA)']);
    expect(answerLines(files, 'x', { at: '25 TA' })).toEqual(['aldric [20 TA, 40 TA)']);
    expect(answerLines(files, 'x', { at: '45 TA' })).toEqual(['maric [40 TA, )']);
    expect([standing(files, 'a'), standing(files, 'b'), standing(files, 'c')]).toEqual([
      'current',
      'superseded',
      'current',
    ]);
    const again = {
      ...files,
      d: 'date: 50 TA\nrestores: [{id: b, reason: no, that, effective: 50 TA}]'.replace('no, that', 'no'),
    };
    expect(answerLines(again, 'x', { at: '55 TA' })).toEqual(['aldric [50 TA, )']);
    expect(answerLines(again, 'x', { at: '45 TA' })).toEqual(['maric [40 TA, 50 TA)']);
    const constant = { ...again, 'codex.yaml': 'attributes: {lord: constant}' };
    expect(answerLines(constant, 'x', { at: '45 TA' })).toEqual(['maric [40 TA, 50 TA)']);
    expect(answerLines(constant, 'x', { at: '55 TA' })).toEqual(['aldric [50 TA, )']);
    expect(answerLines(constant, 'x', { at: '25 TA' })).toEqual(['aldric [20 TA, 40 TA)']);
    expect([standing(again, 'a'), standing(again, 'b')]).toEqual(['superseded', 'current']);
  });

  it('restore as if it had never been retconned: a later neighbour still ends it, an undated value still fills gaps', () => {
    const files = {
      a: 'date: 10 TA\nfacts: {x: {lord: ash}}',
      d: 'date: 12 TA\nfacts: {x: {lord: dorn}}',
      u: 'facts: {y: {lord: nobody}}',
      e: 'date: 20 TA\nuntil: 30 TA\nfacts: {y: {lord: eve}}',
      r: 'retracts: [{id: a, reason: no}, {id: u, reason: no}]',
      s: 'restores: [{id: a, effective: 15 TA, reason: yes}, {id: u, effective: 15 TA, reason: yes}]',
    };
    expect(answerLines(files, 'x', { at: '11 TA' })).toEqual([]);
    expect(answerLines(files, 'x', { at: '20 TA' })).toEqual(['dorn [12 TA, )']);
    expect(answerLines(files, 'y', { at: '12 TA' })).toEqual([]);
    expect(answerLines(files, 'y', { at: '16 TA' })).toEqual(['nobody [15 TA, 20 TA)']);
    expect(answerLines(files, 'y', { at: '25 TA' })).toEqual(['eve [20 TA, 30 TA)']);
    expect(answerLines(files, 'y', { at: '35 TA' })).toEqual(['nobody [30 TA, )']);
  });

  it('leave other lines alone, and an undated value whole on those where it is not ended', () => {
    const files = {
      a: 'date: 10 TA\nfacts: {x: {lord: ash}}',
      q: 'date: 10 QQ\nuntil: 20 QQ\nfacts: {x: {lord: quill}}',
      u: 'facts: {x: {lord: orm}}',
      r: 'retracts: [{id: a, reason: no}]',
      s: 'restores: [{id: a, effective: 15 TA, reason: yes}]',
    };
    const lords = (at: string) => answerLines(files, 'x', { at });
    expect(['5 TA', '12 TA', '16 TA'].map(lords)).toEqual([['orm [, 15 TA)'], ['orm [, 15 TA)'], ['ash [15 TA, )']]);
    expect(['5 QQ', '15 QQ', '25 QQ', '5 ZZ'].map(lords)).toEqual([
      ['orm [, 10 QQ)'],
      ['quill [10 QQ, 20 QQ)'],
      ['orm [20 QQ, )'],
      ['orm [, )'],
    ]);
    const twice = {
      w: 'facts: {y: {lord: nobody}}',
      r: 'retracts: [{id: w, reason: no}]',
      s: 'restores: [{id: w, effective: 15 TA, reason: yes}]',
      t: 'restores: [{id: w, effective: 30 QQ, reason: yes}]',
    };
    expect(['10 TA', '20 TA', '20 QQ', '35 QQ', '5 ZZ'].map((at) => answerLines(twice, 'y', { at }))).toEqual([
      [],
      ['nobody [15 TA, )'],
      [],
      ['nobody [30 QQ, )'],
      [],
    ]);
  });

  it('do not split a value of all times at a turn of another, on the line of declared days as on others', () => {
    const lordsOn = (era: string) =>
      answerLines(
        {
          'codex.yaml': 'tiers: [high, low]',
          a: 'tier: high\nfacts: {x: {lord: ash}}',
          b: `tier: low\ndate: 3 ${era}\nfacts: {x: {lord: orm}}`,
          r: 'retracts: [{id: b, reason: no}]',
          s: `restores: [{id: b, effective: 4 ${era}, reason: yes}]`,
        },
        'x',
        { at: `1 ${era} .. 9 ${era}` },
      );
    expect(lordsOn('TA')).toEqual(['!ash [, )', '!orm [4 TA, )']);
    expect(lordsOn('CE')).toEqual(['!ash [, )', '!orm [4 CE, )']);
  });

  it('keep what they end from ending anything else from there on', () => {
    const files = {
      a: 'date: 10 TA\nfacts: {x: {lord: ash}}',
      z: 'date: 11 TA\nfacts: {x: {lord: zed}}',
      b: 'date: 14 TA\nsupersedes: [{id: a, reason: no}]\nfacts: {x: {lord: birch}}',
      r: 'restores: [{id: a, effective: 20 TA, reason: yes}]',
    };
    const files2 = { ...files, b: files.b.replace('lord: birch', 'lord: birch}, x2: {lord: other') };
    for (const one of [files, files2]) {
      expect(answerLines(one, 'x', { at: '12 TA' })).toEqual(['zed [11 TA, 14 TA)']);
      expect(answerLines(one, 'x', { at: '16 TA' })).toEqual(['birch [14 TA, 20 TA)']);
      expect(answerLines(one, 'x', { at: '25 TA' })).toEqual(['zed [20 TA, )']);
    }
    expect(answerLines(files2, 'x2', { at: '25 TA' })).toEqual(['other [14 TA, )']);
  });

  it('accept what one entry supersedes and restores at once, whatever ids are used', () => {
    const named = (old: string) => ({
      [old]: 'date: 10 TA\nfacts: {x: {lord: ash}}',
      mid: `date: 12 TA\nsupersedes: [{id: ${old}, reason: no}]\nfacts: {x: {lord: birch}}`,
      new: `date: 15 TA\nsupersedes: [{id: mid, reason: no}]\nrestores: [{id: ${old}, effective: 15 TA, reason: yes}]\nfacts: {x: {seat: hill}}`,
    });
    for (const old of ['abe', 'zed']) {
      expect(answerLines(named(old), 'x', { at: '13 TA' })).toEqual(['birch [12 TA, 15 TA)']);
      expect(answerLines(named(old), 'x', { at: '16 TA' })).toEqual(['ash [15 TA, )', 'hill [15 TA, )']);
    }
  });

  it('order declarations at one position by what they name, whatever the ids', () => {
    for (const last of ['bob', 'zed']) {
      const named = {
        'codex.yaml': 'revisions: [r1]',
        abe: 'date: 10 TA\nfacts: {x: {lord: ash}}',
        cyn: 'canon: r1\nrestores: [{id: abe, reason: yes, effective: always}]',
        [last]: 'canon: r1\nsupersedes: [{id: cyn, reason: no}, {id: abe, reason: no}]',
      };
      expect(answerLines(named, 'x', { at: '15 TA' })).toEqual([]);
    }
    for (const last of ['cyn', 'zed']) {
      const restoring = {
        'codex.yaml': 'revisions: [r1]',
        abe: 'date: 10 TA\nfacts: {x: {lord: ash}}',
        dot: 'supersedes: [{id: abe, reason: no}]',
        eve: 'canon: r1\nrestores: [{id: abe, reason: yes, effective: always}]',
        [last]: 'canon: r1\nrestores: [{id: dot, reason: no, effective: always}]',
      };
      expect(answerLines(restoring, 'x', { at: '15 TA' })).toEqual([]);
    }
  });

  it('keep out of a chain, for one attribute, what replaced another one alone', () => {
    const files = {
      a: 'date: 10 TA\nfacts: {x: {lord: ash, seat: hold}}',
      b: 'date: 20 TA\nsupersedes: [{id: a, reason: no}]\nfacts: {x: {lord: birch, seat: tower}}',
      c: 'date: 30 TA\nsupersedes: [{id: b, only: [x.lord], reason: no}]\nfacts: {x: {lord: cedar, seat: spire}}',
      r: 'restores: [{id: a, effective: 40 TA, reason: yes}]',
    };
    expect(answerLines(files, 'x', { at: '45 TA' })).toEqual(['ash [40 TA, )', 'spire [30 TA, )']);
  });

  it('keep each restoration to its own time where facts are restored at several', () => {
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
    expect(answerLines(files, 'x', { at: '275 TA' })).toEqual(['cyn [250 TA, 300 TA)']);
    expect(answerLines(files, 'x', { at: '400 TA' })).toEqual(['berengar [300 TA, )']);
  });

  it('end facts down the whole chain', () => {
    const files = {
      ...chain,
      c: 'date: 30 TA\nsupersedes: b\nfacts: {x: {lord: lysa}}',
      d: 'date: 40 TA\nrestores: {id: a, effective: 40 TA}',
    };
    expect(answerLines(files, 'x', { at: '35 TA' })).toEqual(['lysa [30 TA, 40 TA)']);
    expect(answerLines(files, 'x', { at: '45 TA' })).toEqual(['maric [40 TA, )']);
    expect(standing(files, 'c')).toBe('superseded');
  });

  it('change no standing if they restore only a part', () => {
    const files = { a: 'type: oath', b: 'supersedes: a', c: 'restores: [{id: a, only: [x.lord], effective: always}]' };
    expect([standing(files, 'a'), standing(files, 'b')]).toEqual(['superseded', 'current']);
  });

  it('come after all that they undo, at one canon position', () => {
    const files = {
      'codex.yaml': 'revisions: [r1]',
      m: 'date: 10 TA\ncanon: r1\nfacts: {x: {lord: maric}}',
      z: 'date: 20 TA\ncanon: r1\nsupersedes: m\nfacts: {x: {lord: zed}}',
      b: 'date: 30 TA\ncanon: r1\nrestores: {id: m, effective: 30 TA}',
    };
    const { retcons } = json(askLog(codex(files), {})) as { retcons: Record<string, unknown>[] };
    expect(retcons).toMatchObject([{ by: 'z' }, { by: 'b' }]);
    expect(answerLines(files, 'x', { at: '25 TA' })).toEqual(['zed [20 TA, 30 TA)']);
    expect(answerLines(files, 'x', { at: '35 TA' })).toEqual(['maric [30 TA, )']);
  });

  it('undo only what came before them, and bring back only that', () => {
    const files = {
      'codex.yaml': 'revisions: [r1, r2, r3, r4]',
      a: 'date: 10 TA\ncanon: r1\nfacts: {x: {lord: maric}}',
      b: 'date: 20 TA\ncanon: r2\nsupersedes: a\nfacts: {x: {lord: aldric}}',
      c: 'date: 30 TA\ncanon: r3\nrestores: {id: a, effective: 30 TA}',
      d: 'date: 40 TA\ncanon: r4\nsupersedes: b\nfacts: {x: {lord: lysa}}',
    };
    expect(answerLines(files, 'x', { at: '35 TA' })).toEqual(['maric [30 TA, 40 TA)']);
    expect(answerLines(files, 'x', { at: '45 TA' })).toEqual(['lysa [40 TA, )']);
  });
});

const LORDS: Files = {
  'codex.yaml': 'revisions: [r1, r2, r3, r4, r5]',
  a: 'date: 10 TA\ncanon: r1\nfacts: {x: {lord: maric, seat: hold}}',
  b: 'date: 20 TA\ncanon: r2\nsupersedes: a\nfacts: {x: {lord: aldric, seat: tower}}',
};

it.each<[string, Files, readonly string[]]>([
  ['all that was superseded', { c: 'date: 30 TA\ncanon: r3\nrestores: {id: a, effective: 30 TA}' }, ['maric', 'hold']],
  [
    'one fact of it',
    { c: 'date: 30 TA\ncanon: r3\nrestores: {id: a, only: [x.lord], effective: 30 TA}' },
    ['maric', 'tower'],
  ],
  [
    'nothing before it takes effect',
    { c: 'date: 60 TA\ncanon: r3\nrestores: {id: a, effective: 60 TA}' },
    ['aldric', 'tower'],
  ],
  [
    'nothing on another line',
    { c: 'date: 30 XX\ncanon: r3\nrestores: {id: a, effective: 30 XX}' },
    ['aldric', 'tower'],
  ],
  [
    'nothing that is superseded after it',
    { c: 'date: 30 TA\ncanon: r1\nrestores: {id: a, effective: 30 TA}' },
    ['aldric', 'tower'],
  ],
  [
    'what was retracted',
    { b: 'canon: r2\nretracts: a', c: 'canon: r3\nrestores: {id: a, effective: always}' },
    ['maric', 'hold'],
  ],
  [
    'nothing that is retracted after it',
    { c: 'canon: r3\nrestores: {id: a, effective: always}', d: 'canon: r4\nretracts: a' },
    [],
  ],
  [
    'nothing where nothing was taken away',
    {
      b: 'date: 20 TA\ncanon: r2\nsupersedes: {id: a, soft: true}\nfacts: {x: {lord: aldric}}',
      c: 'date: 30 TA\ncanon: r3\nrestores: {id: a, effective: 30 TA}',
    },
    ['!maric', '!aldric', 'hold'],
  ],
  [
    'nothing of what was not taken away',
    {
      b: 'date: 20 TA\ncanon: r2\nsupersedes: {id: a, only: [x.lord]}\nfacts: {x: {lord: aldric}}',
      d: 'date: 25 TA\ncanon: r2\nfacts: {x: {seat: mill}}',
      c: 'date: 30 TA\ncanon: r3\nrestores: {id: a, effective: 30 TA}',
    },
    ['maric', 'mill'],
  ],
  [
    'nothing that a later one undoes',
    {
      c: 'date: 30 TA\ncanon: r3\nrestores: {id: a, effective: 30 TA}',
      d: 'date: 40 TA\ncanon: r4\nrestores: {id: b, effective: 40 TA}',
    },
    ['aldric', 'tower'],
  ],
  [
    'what a later one undoes, until it takes effect',
    {
      c: 'date: 30 TA\ncanon: r3\nrestores: {id: a, effective: 30 TA}',
      d: 'date: 60 TA\ncanon: r4\nrestores: {id: b, effective: 60 TA}',
    },
    ['maric', 'hold'],
  ],
  [
    'what a later one of one fact leaves',
    {
      c: 'date: 30 TA\ncanon: r3\nrestores: {id: a, effective: 30 TA}',
      d: 'date: 40 TA\ncanon: r4\nrestores: {id: b, only: [x.seat], effective: 40 TA}',
    },
    ['maric', 'tower'],
  ],
  [
    'again what one that was undone had',
    {
      c: 'date: 30 TA\ncanon: r3\nrestores: {id: a, effective: 30 TA}',
      d: 'date: 40 TA\ncanon: r4\nrestores: {id: b, effective: 40 TA}',
      e: 'date: 45 TA\ncanon: r5\nrestores: {id: a, effective: 45 TA}',
    },
    ['maric', 'hold'],
  ],
  [
    'what its own page superseded',
    { c: 'date: 30 TA\ncanon: r3\nsupersedes: b\nrestores: {id: a, effective: 30 TA}' },
    ['maric', 'hold'],
  ],
  [
    'what is at the end of a chain',
    {
      c: 'date: 30 TA\ncanon: r3\nsupersedes: b\nfacts: {x: {lord: cyn, seat: spire}}',
      d: 'date: 40 TA\ncanon: r4\nrestores: {id: a, effective: 40 TA}',
    },
    ['maric', 'hold'],
  ],
  [
    'what is in the middle of a chain',
    {
      c: 'date: 30 TA\ncanon: r3\nsupersedes: b\nfacts: {x: {lord: cyn, seat: spire}}',
      d: 'date: 40 TA\ncanon: r4\nrestores: {id: b, effective: 40 TA}',
    },
    ['aldric', 'tower'],
  ],
])('a restoration brings back %s', (_, files, expected) =>
  expect(answerLines({ ...LORDS, ...files }, 'x', { at: '50 TA' }).map((one) => one.split(' ')[0])).toEqual(expected),
);
