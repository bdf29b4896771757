/** model §5: which declarations are one retcon, what it contains, and which facts and answers it touches. */
import { expect, it } from 'vitest';
import { entryAt, knownAt, LATEST, readCanonPoint, touchingRetcons } from '../../../server/src/core/canon';
import {
  edgesBy,
  edgesOf,
  putAsideBy,
  replaces,
  type Retcon,
  touches,
} from '../../../server/src/core/canon/model/edges';
import { positionOf } from '../../../server/src/core/canon/model/canon';
import type { Entry } from '../../../server/src/core/entry/entry';
import { codex, type Files } from './answers';

const known = (files: Files) => knownAt(codex(files), LATEST);

function page(files: Files, name: string): Entry {
  const entry = entryAt(codex(files), `${name}.md`);
  if (!entry) throw new Error(`no page ${name}`);
  return entry;
}

const nameOf = ({ path }: Entry): string => path.replace('.md', '');

/** `b supersedes a from 20 TA, 1 ×`, and its other properties. */
function drawn({ by, old, kind, soft, effective, declared, ...says }: Retcon): string {
  const { only, reason, asOf, sources } = says;
  const more = [
    soft ? 'soft' : null,
    only && `only ${only.map(({ text }) => text).join(', ')}`,
    reason && `reason ${reason}`,
    asOf && `as of ${asOf}`,
    sources.length > 0 ? `sources ${sources.map(({ text }) => text).join(', ')}` : null,
  ].filter((one) => one !== null);
  const from = effective === 'always' ? 'always' : `from ${effective.text}`;
  return [`${nameOf(by)} ${kind} ${nameOf(old)} ${from}`, ...more, `${declared.length} ×`].join(', ');
}

const A = 'date: 10 TA\n';
const B = 'date: 20 TA\n';

it.each<[string, string, string, string[]]>([
  ['from its date on', A, `${B}supersedes: a`, ['b supersedes a from 20 TA, 1 ×']],
  ['always where it has none', A, 'supersedes: a', ['b supersedes a always, 1 ×']],
  ['always where its date is not valid', A, 'date: unknown\nsupersedes: a', ['b supersedes a always, 1 ×']],
  ['always where it retracts', A, `${B}retracts: a`, ['b retracts a always, 1 ×']],
  ['from its own date on', A, `${B}retracts: {id: a, effective: 15 TA}`, ['b retracts a from 15 TA, 1 ×']],
  ['always where it restores what nothing took away', A, `${B}restores: a`, ['b restores a always, 1 ×']],
  [
    'from where what it undoes took effect, where it restores',
    A,
    `${B}retracts: {id: a, effective: 15 TA}\nrestores: a`,
    ['b retracts a from 15 TA, 1 ×', 'b restores a from 15 TA, 1 ×'],
  ],
  ['always as it says', A, `${B}supersedes: {id: a, effective: always}`, ['b supersedes a always, 1 ×']],
  [
    'with all that it says',
    A,
    `${B}sources: [keep]\nsupersedes: {id: a, soft: true, only: [x.lord, y.seat], reason: so, as_of: 12 TA, sources: [lysa, orm]}`,
    ['b supersedes a from 20 TA, soft, only x.lord, y.seat, reason so, as of 12 TA, sources lysa, orm, 1 ×'],
  ],
  [
    'with what its page rests on',
    A,
    `${B}sources: [keep]\nsupersedes: a`,
    ['b supersedes a from 20 TA, sources keep, 1 ×'],
  ],
  ['not of itself', A, 'supersedes: b', []],
  ['not of what is not there', A, 'supersedes: nothing', []],
  ['from the old end', `${A}superseded_by: b`, B, ['b supersedes a from 20 TA, 1 ×']],
  ['from both ends', `${A}superseded_by: b`, `${B}supersedes: a`, ['b supersedes a from 20 TA, 2 ×']],
  [
    'from both ends with the keys of both',
    `${A}superseded_by: {id: b, reason: so, soft: true}`,
    `${B}supersedes: {id: a, effective: 15 TA, only: [x.lord]}`,
    ['b supersedes a from 15 TA, soft, only x.lord, reason so, 2 ×'],
  ],
  ['from both ends as a retraction', `${A}superseded_by: b`, `${B}retracts: a`, ['b retracts a always, 2 ×']],
  [
    'twice where both ends say different things',
    `${A}superseded_by: {id: b, reason: no}`,
    `${B}supersedes: {id: a, reason: so}`,
    ['b supersedes a from 20 TA, reason no, 1 ×', 'b supersedes a from 20 TA, reason so, 1 ×'],
  ],
  [
    'twice where both ends have different dates',
    `${A}superseded_by: {id: b, effective: 12 TA}`,
    `${B}supersedes: {id: a, effective: 15 TA}`,
    ['b supersedes a from 12 TA, 1 ×', 'b supersedes a from 15 TA, 1 ×'],
  ],
  [
    'twice where both ends limit it to different facts',
    `${A}superseded_by: {id: b, only: [x.seat]}`,
    `${B}supersedes: {id: a, only: [x.lord]}`,
    ['b supersedes a from 20 TA, only x.seat, 1 ×', 'b supersedes a from 20 TA, only x.lord, 1 ×'],
  ],
  [
    'twice where both ends have different sources',
    `${A}superseded_by: {id: b, sources: [lysa]}`,
    `${B}supersedes: {id: a, sources: [orm]}`,
    ['b supersedes a from 20 TA, sources lysa, 1 ×', 'b supersedes a from 20 TA, sources orm, 1 ×'],
  ],
  [
    'twice where both ends declare it from different times',
    `${A}superseded_by: {id: b, as_of: 11 TA}`,
    `${B}supersedes: {id: a, as_of: 12 TA}`,
    ['b supersedes a from 20 TA, as of 11 TA, 1 ×', 'b supersedes a from 20 TA, as of 12 TA, 1 ×'],
  ],
  [
    'twice where one supersedes and the other restores',
    `${A}superseded_by: b`,
    `${B}restores: a`,
    ['b supersedes a from 20 TA, 1 ×', 'b restores a from 20 TA, 1 ×'],
  ],
  [
    'once where one end says the same twice',
    A,
    `${B}supersedes: [{id: a, reason: so}, {id: a, reason: so}]`,
    ['b supersedes a from 20 TA, reason so, 2 ×'],
  ],
  [
    'twice where one end says it softly too',
    A,
    `${B}supersedes: [a, {id: a, soft: true}]`,
    ['b supersedes a from 20 TA, 1 ×', 'b supersedes a from 20 TA, soft, 1 ×'],
  ],
  ['never softly where it restores', A, `${B}restores: {id: a, soft: true}`, ['b restores a always, 1 ×']],
  [
    'twice where one end says two things',
    A,
    `${B}supersedes: [a, {id: a, reason: so}]`,
    ['b supersedes a from 20 TA, 1 ×', 'b supersedes a from 20 TA, reason so, 1 ×'],
  ],
  [
    'twice where it supersedes and retracts',
    A,
    `${B}supersedes: a\nretracts: a`,
    ['b supersedes a from 20 TA, 1 ×', 'b retracts a always, 1 ×'],
  ],
])('a retcon is declared %s, the same from either end', (_, a, b, expected) => {
  const files = { a, b };
  const ofOld = edgesOf(known(files), page(files, 'a'));
  expect(ofOld.map(drawn)).toEqual(expected);
  const byNew = edgesBy(known(files), page(files, 'b'));
  expect(byNew).toHaveLength(ofOld.length);
  expect(byNew.every((retcon) => ofOld.includes(retcon))).toBe(true);
});

it.each([[['s1', 'latest']], [['latest', 's1']]])(
  'a retcon is another one where its names have other meanings, asked at %j',
  (points) => {
    const files: Files = {
      'codex.yaml': 'revisions: [s1, s2]',
      a: 'canon: s1\naliases: [Song]\nsuperseded_by: b',
      b: 'canon: s1\nsupersedes: Song',
      c: 'canon: s2\nid: Song',
      d: 'canon: s1\nsuperseded_by: Tune',
      e: 'canon: s1\naliases: [Tune]',
      f: 'canon: s2\nid: Tune',
    };
    const all = (asOf: string): string[] => {
      const read = readCanonPoint(codex(files), asOf);
      if (!read.ok) throw new Error(read.message);
      const view = knownAt(codex(files), read.point);
      return ['a', 'c', 'd'].flatMap((old) => edgesOf(view, page(files, old)).map(drawn));
    };
    expect(Object.fromEntries(points.map((asOf) => [asOf, all(asOf)]))).toEqual({
      s1: ['b supersedes a always, 2 ×', 'e supersedes d always, 1 ×'],
      latest: ['b supersedes a always, 1 ×', 'b supersedes c always, 1 ×', 'f supersedes d always, 1 ×'],
    });
  },
);

it('several are listed in the order of their pages', () => {
  const files = {
    a: 'superseded_by: [c, b]',
    b: 'retracts: a',
    c: 'supersedes: z\nsuperseded_by: z',
    z: 'retracts: [c, a]',
  };
  expect(edgesOf(known(files), page(files, 'a')).map(drawn)).toEqual([
    'c supersedes a always, 1 ×',
    'b retracts a always, 2 ×',
    'z retracts a always, 1 ×',
  ]);
  expect(edgesBy(known(files), page(files, 'z')).map(drawn).sort()).toEqual([
    'z retracts a always, 1 ×',
    'z retracts c always, 2 ×',
  ]);
});

it('what a page displaces is superseded or retracted', () => {
  const files = { a: '', b: '', c: '', d: 'supersedes: a\nretracts: b\nrestores: c' };
  expect(putAsideBy(known(files), page(files, 'd')).map(nameOf)).toEqual(['a', 'b']);
});

it.each([
  ['s1', 's2', 'b'],
  ['s2', 's1', 'a'],
])('a retcon of a page of %s, declared in %s, counts as of %s', (a, b, expected) => {
  const files = { 'codex.yaml': 'revisions: [s1, s2]', a: `canon: ${a}`, b: `canon: ${b}\nsupersedes: a` };
  const [retcon] = edgesOf(known(files), page(files, 'a'));
  expect(retcon?.position).toEqual(positionOf(codex(files), page(files, expected)));
});

const TOUCHED: Files = {
  x: 'title: The X',
  a: 'facts: {x: {lord: maric, motto: ash}, The X: {seat: hold}, y: {lord: orm}}',
};

it.each<[string, string, string, string, boolean, boolean]>([
  ['all facts', '', 'x', 'lord', true, true],
  ['all facts, however they name it', '', 'x', 'seat', true, true],
  ['what is not stated', '', 'x', 'age', true, false],
  ['what is not stated of it', '', 'y', 'seat', true, false],
  ['one fact', ', only: [x.lord]', 'x', 'lord', true, true],
  ['one fact, by the title of what it is of', ', only: [The X.lord]', 'x', 'lord', true, true],
  ['one fact, however its attribute is written', ', only: [x.Lord]', 'x', 'lord', true, true],
  ['another fact of it', ', only: [x.lord]', 'x', 'seat', false, false],
  ['a fact of another', ', only: [x.lord]', 'y', 'lord', false, false],
  ['no fact of anything', ', only: [lord]', 'x', 'lord', false, false],
])('a retcon of %s touches and replaces that', (_, only, entity, attribute, isTouched, isReplaced) => {
  const files = { ...TOUCHED, b: `supersedes: {id: a${only}}` };
  const [retcon] = edgesOf(known(files), page(files, 'a'));
  if (!retcon) throw new Error('no retcon');
  expect(touches(known(files), retcon, entity, attribute)).toBe(isTouched);
  expect(replaces(known(files), retcon, entity, attribute)).toBe(isReplaced);
});

it.each<[string, string, string, string | undefined, string[]]>([
  ['of a page with facts of it', 'supersedes: a', 'x', undefined, ['b of a']],
  ['of a page with facts of it, by attribute', 'supersedes: a', 'x', 'lord', ['b of a']],
  ['of a page without that fact', 'supersedes: a', 'x', 'age', []],
  ['of its own page', 'supersedes: x', 'x', undefined, ['b of x']],
  ['of its own page, and of none of its facts', 'supersedes: x', 'x', 'lord', []],
  ['that are limited to a fact of it', 'supersedes: {id: a, only: [x.lord]}', 'x', undefined, ['b of a']],
  ['that are limited to another fact of it', 'supersedes: {id: a, only: [x.lord]}', 'x', 'motto', []],
  ['that are limited to a fact of another', 'supersedes: {id: a, only: [y.lord]}', 'x', undefined, []],
  [
    'of several pages, in canon order',
    'canon: s2\nretracts: [x, a]\nsupersedes: c',
    'x',
    undefined,
    ['d of x', 'b of a', 'b of x'],
  ],
])('an entity is touched by retcons %s', (_, b, entity, attribute, expected) => {
  const files = { 'codex.yaml': 'revisions: [s1, s2]', ...TOUCHED, b, c: 'facts: {y: {lord: z}}', d: '' };
  const all = expected.some((one) => one.startsWith('d ')) ? { ...files, d: 'canon: s1\nretracts: x' } : files;
  const found = touchingRetcons(known(all), entity, attribute).map(({ by, old }) => `${nameOf(by)} of ${nameOf(old)}`);
  expect(found).toEqual(expected);
});
