/** Examples of results computed from the changes of each stop, which equal those computed from scratch at each stop. */
import { expect, it } from 'vitest';
import { seenBy } from '../../../server/src/core/canon';
import { knowerNamed } from '../../../server/src/core/canon/knowledge/knowers';
import { LATEST } from '../../../server/src/core/canon/model/canonPoint';
import type { Still } from '../../../server/src/core/canon/model/known';
import { codex, type Files } from '../model/answers';
import { bothWays, shown } from './bothWays';

const CODEX = `revisions: [s1, s2, s3, s4, s5, s6]
attributes: {founder: constant, guard: set}
tiers: [book, play, rumour]
`;

const canonOf = (files: Files) => codex({ 'codex.yaml': CODEX, ...files });

/** A page of one fact about x, from and until the given years. */
const page = (canon: string, attribute: string, value: string, dates = ''): string =>
  `canon: ${canon}\nfacts:\n  - {entity: x, attribute: ${attribute}, value: ${value}${dates && `, ${dates}`}}`;

it.each<[string, Files]>([
  [
    'a value whose page comes later',
    { a: page('s1', 'founder', 'm', 'from: 1 TA'), b: page('s2', 'founder', 'w', 'from: 5 TA'), m: 'canon: s3' },
  ],
  [
    'a value whose page comes as it is taken back, and is there for another',
    {
      a: page('s1', 'founder', 'm', 'from: 1 TA'),
      b: 'canon: s2\nretracts: a',
      m: 'canon: s2',
      c: page('s3', 'founder', 'm', 'from: 2 TA'),
      d: page('s4', 'founder', 'w', 'from: 3 TA'),
    },
  ],
  [
    'a value whose name two pages share for a while',
    {
      a: page('s1', 'founder', '"[[Lord]]"', 'from: 1 TA'),
      b: page('s1', 'founder', 'm', 'from: 1 TA'),
      m: 'canon: s2\naliases: [Lord]',
      n: 'canon: s4\naliases: [Lord]',
      z: page('s6', 'founder', 'w', 'from: 1 TA'),
    },
  ],
  [
    'a value that is the id of a page only once another has its name',
    {
      'near/twin': 'canon: s1',
      a: page('s2', 'founder', 'near/twin', 'from: 1 TA'),
      'far/twin': 'canon: s3',
      b: page('s5', 'founder', 'w', 'from: 1 TA'),
    },
  ],
  [
    'a value that comes to be the id of a page, and ceases to be one',
    {
      'near/twin': 'canon: s1',
      a: page('s1', 'founder', 'near/twin', 'from: 1 TA'),
      'far/twin': 'canon: s3',
      z: 'canon: s5\nid: near/twin',
      b: page('s6', 'founder', 'w', 'from: 1 TA'),
    },
  ],
  [
    'equal values next to each other, and one over all of them',
    {
      a: page('s1', 'founder', 'u', 'from: 1 TA, until: 3 TA'),
      b: page('s1', 'founder', 'v', 'from: 3 TA, until: 5 TA'),
      c: page('s1', 'founder', 'v', 'from: 5 TA'),
      d: page('s2', 'founder', 'v', 'from: 3 TA'),
      e: page('s3', 'founder', 'w', 'from: 3 TA'),
      f: 'canon: s4\nretracts: d',
    },
  ],
  [
    'a dispute that moves from one line to another',
    {
      a: page('s1', 'founder', 'v'),
      b: page('s2', 'founder', 'w', 'from: 1 SA, until: 2 SA'),
      c: 'canon: s3\nretracts: b',
      d: page('s3', 'founder', 'w', 'from: 1 XX, until: 2 XX'),
    },
  ],
  [
    'two values of one page that are retracted together, one of them disputed',
    {
      a: 'canon: s1\ndate: 1 TA\nfacts: {x: {founder: [v, w]}}',
      b: 'canon: s2\nretracts: a',
      c: page('s3', 'founder', 'v', 'from: 3 TA'),
    },
  ],
  [
    'a dispute that comes and goes',
    {
      a: page('s1', 'founder', 'v', 'from: 1 TA'),
      b: page('s2', 'founder', 'w', 'from: 3 TA, until: 5 TA'),
      c: page('s3', 'founder', 'w', 'from: 4 TA, until: 8 TA'),
      d: 'canon: s4\nretracts: b',
      e: 'canon: s5\nretracts: c',
      f: page('s6', 'founder', 'w', 'from: 3 TA, until: 5 TA'),
    },
  ],
  [
    'a dispute that another makes no longer, and no shorter when it goes',
    {
      a: page('s1', 'founder', 'v', 'from: 1 TA'),
      b: page('s1', 'founder', 'w', 'from: 3 TA, until: 9 TA'),
      c: page('s2', 'founder', 'u', 'from: 4 TA, until: 6 TA'),
      d: 'canon: s3\nretracts: c',
    },
  ],
  [
    'adjacent disputes, the middle one added and removed last',
    {
      a: page('s1', 'founder', 'v', 'from: 1 TA'),
      b: page('s1', 'founder', 'w', 'from: 2 TA, until: 4 TA'),
      c: page('s2', 'founder', 'w', 'from: 6 TA, until: 8 TA'),
      d: page('s3', 'founder', 'u', 'from: 4 TA, until: 6 TA'),
      e: 'canon: s4\nretracts: d',
    },
  ],
  [
    'a retcon that leaves of a value what another left already',
    {
      a: page('s1', 'founder', 'v', 'from: 1 TA'),
      b: 'canon: s2\nsupersedes: {id: a, effective: 20 TA}',
      c: 'canon: s3\nretracts: {id: a, effective: 20 TA}',
      d: 'canon: s4\nretracts: {id: a, effective: 30 TA}',
      e: page('s5', 'founder', 'w', 'from: 2 TA'),
    },
  ],
  [
    'an undated value on all lines, and dated ones on two',
    {
      a: page('s1', 'founder', 'v'),
      b: page('s2', 'founder', 'w', 'from: 1 TA, until: 3 TA'),
      c: page('s3', 'founder', 'w', 'from: 2 SA'),
      d: 'canon: s4\nretracts: c',
      e: page('s5', 'founder', 'u'),
      f: 'canon: s6\nretracts: e',
    },
  ],
  [
    'a value that ends on another line',
    {
      a: page('s1', 'founder', 'v', 'from: 1 TA'),
      b: page('s2', 'founder', 'w', 'from: 2 TA, until: 3 XX'),
      c: page('s3', 'founder', 'u', 'from: 3 TA'),
    },
  ],
  [
    'a state whose values come in any order',
    {
      a: page('s1', 'lord', 'v', 'from: 9 TA'),
      b: page('s2', 'lord', 'w', 'from: 3 TA'),
      c: page('s3', 'lord', 'u', 'from: 6 TA, until: 8 TA'),
      d: page('s4', 'lord', 't', 'from: 1 TA, until: 2 TA'),
      e: 'canon: s5\nretracts: b',
      f: 'canon: s6\nretracts: c',
    },
  ],
  [
    'values of a state that begin on one day, the first by path being removed',
    {
      a: page('s2', 'lord', 'v', 'from: c. 5 TA'),
      b: page('s1', 'lord', 'w', 'from: 5 TA'),
      c: page('s1', 'lord', 'u', 'from: 1 TA'),
      d: 'canon: s3\nretracts: a',
      e: 'canon: s4\nretracts: b',
    },
  ],
  [
    'a state stated in tiers',
    {
      a: `tier: rumour\n${page('s1', 'lord', 'v', 'from: 1 TA')}`,
      b: `tier: book\n${page('s1', 'lord', 'w', 'from: 2 TA')}`,
      c: `tier: play\n${page('s2', 'lord', 'u', 'from: 3 TA')}`,
      d: `tier: rumour\n${page('s3', 'lord', 't', 'from: 4 TA')}`,
      e: page('s4', 'lord', 's', 'from: 5 TA'),
      f: 'canon: s5\nretracts: e',
      g: 'canon: s6\nretracts: c',
    },
  ],
  [
    'a state stated in tiers, beginning on one day',
    {
      a: `tier: rumour\n${page('s1', 'lord', 'v', 'from: 3 TA')}`,
      b: `tier: book\n${page('s2', 'lord', 'w', 'from: 3 TA')}`,
      c: page('s3', 'lord', 'u', 'from: 3 TA'),
      d: `tier: rumour\n${page('s1', 'lord', 't', 'from: 1 TA')}`,
      e: `tier: book\n${page('s1', 'lord', 's', 'from: 1 TA')}`,
      f: 'canon: s4\nretracts: c',
      g: 'canon: s5\nretracts: b',
    },
  ],
  [
    'values of a state that begin on one day, the first by path ending the others',
    {
      a: page('s1', 'lord', 'v', 'from: c. 5 TA'),
      b: page('s2', 'lord', 'w', 'from: 5 TA'),
      c: page('s1', 'lord', 'u', 'from: 1 TA'),
      d: page('s3', 'lord', 't', 'from: c. 5 TA'),
      e: 'canon: s4\nretracts: b',
    },
  ],
  [
    'a state stated in tiers, the first by path ending the others',
    {
      a: `tier: rumour\n${page('s1', 'lord', 'v', 'from: c. 5 TA')}`,
      b: `tier: book\n${page('s1', 'lord', 'w', 'from: 5 TA')}`,
      c: page('s1', 'lord', 'u', 'from: 1 TA'),
      d: page('s2', 'lord', 't'),
      e: page('s3', 'lord', 's', 'from: 5 TA'),
      f: `tier: play\n${page('s4', 'lord', 'r', 'from: c. 5 TA')}`,
      g: page('s4', 'lord', 'q', 'from: 5 TA'),
      h: 'canon: s5\nretracts: e',
    },
  ],
  [
    'a value that one of its own tier ends, after one of a lower tier',
    {
      a: `tier: play\n${page('s2', 'lord', 'v', 'from: 1 TA')}`,
      b: `tier: rumour\n${page('s1', 'lord', 'w', 'from: 2 TA')}`,
      c: `tier: play\n${page('s1', 'lord', 'u', 'from: 3 TA')}`,
      d: `tier: rumour\n${page('s3', 'lord', 't', 'from: 4 TA')}`,
    },
  ],
  [
    'undated values of a state, whose gaps change',
    {
      a: page('s1', 'lord', 'v'),
      b: page('s2', 'lord', 'w', 'from: 3 TA, until: 5 TA'),
      c: page('s3', 'lord', 'u', 'from: 8 TA, until: 9 TA'),
      d: page('s4', 'lord', 't', 'until: 7 TA'),
      e: page('s5', 'lord', 's', 'from: 1 SA'),
      f: 'canon: s6\nretracts: b',
    },
  ],
  [
    'an undated value on several lines at once',
    {
      a: page('s1', 'lord', 'v'),
      b: page('s1', 'lord', 'w', 'from: 1 SA'),
      c: 'canon: s2\nretracts: b',
      d: page('s2', 'lord', 'u', 'from: 1 XX'),
    },
  ],
  [
    'an undated value that ends, and one that does not, of one page',
    {
      a: 'canon: s1\nfacts:\n  - {entity: x, attribute: lord, value: v}\n  - {entity: x, attribute: lord, value: w, until: 9 TA}',
      b: page('s2', 'lord', 'u', 'from: 3 TA, until: 5 TA'),
      c: page('s3', 'lord', 't', 'from: 12 TA'),
      d: 'canon: s4\nsupersedes: {id: a, effective: 4 TA}',
      e: 'canon: s5\nretracts: b',
    },
  ],
  [
    'undated values that are taken back, and come again',
    {
      a: page('s1', 'lord', 'v'),
      b: 'canon: s2\nretracts: a',
      c: page('s3', 'lord', 'w', 'from: 3 TA'),
      d: page('s4', 'lord', 'v'),
      e: page('s4', 'lord', 'u'),
      f: 'canon: s5\nretracts: d',
      g: 'canon: s6\nretracts: c',
    },
  ],
  [
    'undated values in tiers: what is of a lower one takes nothing from them',
    {
      a: `tier: book\n${page('s1', 'lord', 'v')}`,
      b: `tier: rumour\n${page('s1', 'lord', 'w')}`,
      c: `tier: play\n${page('s2', 'lord', 'u', 'from: 3 TA, until: 5 TA')}`,
      d: `tier: book\n${page('s3', 'lord', 't', 'from: 7 TA')}`,
      e: 'canon: s4\nretracts: c',
    },
  ],
])('%s', (_, files) => {
  for (const { isEnough, anew, byChanges } of bothWays(canonOf(files))) {
    expect(isEnough).toBe(true);
    expect(shown(byChanges())).toEqual(shown(anew()));
  }
});

it.each<[string, Files]>([
  [
    'a restoration, from which on what it brings back holds',
    {
      a: page('s1', 'founder', 'v', 'from: 1 TA'),
      b: `supersedes: {id: a, effective: 10 TA}\n${page('s2', 'founder', 'w', 'from: 10 TA')}`,
      c: 'canon: s3\nrestores: {id: a, effective: 20 TA}',
      d: page('s4', 'founder', 'u', 'from: 3 TA'),
      e: page('s1', 'lord', 't'),
      f: 'canon: s2\nsupersedes: {id: e, effective: 10 TA}',
      g: 'canon: s3\nrestores: {id: e, effective: 20 TA}',
      h: page('s4', 'lord', 's', 'from: 1 TA'),
    },
  ],
  [
    'a soft retcon that keeps both',
    {
      a: page('s1', 'founder', 'v', 'from: 1 TA'),
      b: `supersedes: {id: a, soft: true}\n${page('s2', 'founder', 'w', 'from: 2 TA')}`,
    },
  ],
  [
    'a name that is a link and mere words, which say the same',
    {
      m: 'aliases: [Lord]',
      a: page('s1', 'founder', '"[[Lord]]"', 'from: 1 TA'),
      b: page('s2', 'founder', 'Lord', 'from: 2 TA'),
    },
  ],
])('reports where changes are not enough: %s', (_, files) => {
  const all = bothWays(canonOf(files));
  expect(all.map(({ isEnough }) => isEnough)).toEqual(all.map(() => false));
  expect(all.some(({ anew, byChanges }) => shown(anew()).join() !== shown(byChanges()).join())).toBe(true);
});

it('what a knower with a false belief holds is computed at each stop', () => {
  const canon = canonOf({
    lysa: '',
    a: page('s1', 'lord', 'v', 'from: 1 TA'),
    b: page('s2', 'lord', 'w', 'from: 3 TA, believed_by: lysa'),
    c: page('s3', 'lord', 'u', 'from: 5 TA'),
    d: page('s1', 'founder', 'v', 'from: 1 TA'),
  });
  const knowerIn = (known: Still) => knowerNamed(known, 'lysa') ?? expect.unreachable();
  const seen = bothWays(seenBy({ canon, point: LATEST, knowerIn, until: null }));
  expect(seen.map(({ attribute, isEnough }) => `${attribute} ${isEnough}`)).toEqual(['lord false', 'founder true']);
  for (const { told, anew } of seen) expect(shown(told())).toEqual(shown(anew()));
});

it('an undated value is put on twenty lines, and not on more', () => {
  const eras = (count: number): Files =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [`p${i}`, page('s2', 'founder', 'w', `from: 1 E${String(i)}`)]),
    );
  const isEnough = (files: Files): boolean | undefined => bothWays(canonOf(files))[0]?.isEnough;
  const undated = page('s1', 'founder', 'v');
  expect(isEnough({ a: undated, ...eras(19) })).toBe(true);
  expect(isEnough({ a: undated, ...eras(20) })).toBe(false);
  expect(isEnough(eras(25))).toBe(true);
});

it('treats many values, one of which a soft retcon keeps, like few', () => {
  const many = Object.fromEntries(
    Array.from({ length: 60 }, (_, i) => [`p${i}`, page('s1', 'founder', `v${i % 3}`, `from: ${i} TA`)]),
  );
  const soft = `supersedes: {id: p0, soft: true}\n${page('s2', 'founder', 'w', 'from: 2 TA')}`;
  const all = bothWays(canonOf({ ...many, soft }));
  for (const { told, anew } of all) expect(shown(told())).toEqual(shown(anew()));
  expect(all[0]?.told().filter(({ isSoft }) => isSoft)).toHaveLength(2);
});

it('lists the values of a set separately, and without a dispute', () => {
  const files = { a: 'canon: s1\nfacts: {x: {guard: [v, w]}}', b: 'canon: s2\nfacts: {x: {guard: w}}' };
  const [pair] = bothWays(canonOf(files));
  expect(pair?.told().map(({ held, from, disputed }) => [held.clipped.fact.value.text, from, disputed])).toEqual([
    ['v', 1, []],
    ['w', 1, []],
    ['w', 2, []],
  ]);
});
