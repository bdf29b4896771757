/** model §5: which retcons an answer meets, which versions an entry has, and the canon order. */
import { expect, it } from 'vitest';
import { entryNamed, idOf, type Known, knownAt, LATEST } from '../../../server/src/core/canon';
import { allEntries } from '../../../server/src/core/canon/model/canon';
import type { Retcon } from '../../../server/src/core/canon/model/edges';
import { forkOf, isProng, rivalsOfRetcon } from '../../../server/src/core/canon/retcons/forks';
import { inCanonOrder } from '../../../server/src/core/canon/retcons/canonOrder';
import { retconsBy, retconsOf } from '../../../server/src/core/canon/retcons/inForce';
import { touchingRetcons } from '../../../server/src/core/canon/retcons/touchedFacts';
import { versionsOf, wholeVersionsOf } from '../../../server/src/core/canon/retcons/versionChain';
import { codex, type Files } from './answers';

const knownOf = (files: Files): Known => knownAt(codex({ 'codex.yaml': 'revisions: [r1, r2, r3]', ...files }), LATEST);

const drawn =
  (known: Known) =>
  ({ by, kind, old }: Retcon): string =>
    `${idOf(known, by)} ${kind} ${idOf(known, old)}`;

function named(known: Known, name: string) {
  const entry = entryNamed(known, name);
  if (!entry) throw new Error(`no ${name}`);
  return entry;
}

const TWO: Files = {
  a: 'type: keep\nfacts: {x: {lord: maric, seat: hold}, y: {lord: orm}}',
  b: 'canon: r1\nsupersedes: [{id: a, only: [x.lord]}]',
};

it.each<[string, Files, string, string | undefined, string[]]>([
  ['of an entity: those that touch a fact of it', TWO, 'x', undefined, ['b supersedes a']],
  ['of an attribute: those that touch it', TWO, 'x', 'lord', ['b supersedes a']],
  ['of another attribute: none', TWO, 'x', 'seat', []],
  ['of an attribute that is not stated: none', { ...TWO, b: 'supersedes: a' }, 'x', 'motto', []],
  ['of another entity: none', TWO, 'y', undefined, []],
  ['of the same attribute of another entity: none', TWO, 'y', 'lord', []],
  ['of what the old version describes: all', TWO, 'a', undefined, ['b supersedes a']],
  ['of an attribute of what it describes: those that touch a fact', TWO, 'a', 'lord', []],
  [
    'of what states nothing: all, in canon order',
    { a: '', c: 'canon: r2\nretracts: a', d: 'canon: r1\nsupersedes: a' },
    'a',
    undefined,
    ['d supersedes a', 'c retracts a'],
  ],
  [
    'of facts on several pages: each once, in canon order',
    {
      a: 'facts: {x: {lord: maric, seat: hold}}',
      b: 'facts: {x: {motto: ash}}',
      c: 'canon: r3\nsupersedes: a',
      d: 'canon: r2\nretracts: b',
    },
    'x',
    undefined,
    ['d retracts b', 'c supersedes a'],
  ],
])('the retcons that are met %s', (_, files, entity, attribute, expected) => {
  const known = knownOf(files);
  expect(touchingRetcons(known, entity, attribute).map(drawn(known))).toEqual(expected);
});

const CHAIN: Files = {
  a: 'canon: r1',
  b: 'canon: r2\nsupersedes: a',
  c: 'canon: r2\nsupersedes: [{id: b, only: [x.lord]}]',
  d: 'canon: r3\nretracts: b',
  e: 'canon: r3\nrestores: a',
};

it('versions supersede each other, and what supersedes only a part is not a version of the whole', () => {
  const known = knownOf(CHAIN);
  const ids = (all: readonly ReturnType<typeof named>[]) => all.map((one) => idOf(known, one)).join(' ');
  const versions = Object.keys(CHAIN).map((name) => ids(versionsOf(known, named(known, name))));
  expect(versions).toEqual(['a b c', 'a b c', 'a b c', 'd', 'e']);
  const whole = Object.keys(CHAIN).map((name) => ids(wholeVersionsOf(known, named(known, name))));
  expect(whole).toEqual(['a b', 'a b', 'c', 'd', 'e']);
});

it('prongs are those of a fork, of which one retcon meets as many as are requested', () => {
  const known = knownOf({
    a: 'canon: r1\nfacts: {x: {lord: maric, seat: hold, motto: ash}}',
    b: 'canon: r3\nsupersedes: [{id: a, only: [x.lord, x.seat]}]',
    c: 'canon: r2\nsupersedes: [{id: a, only: [x.seat, x.motto]}]',
    d: 'canon: r2\nsupersedes: [{id: a, only: [x.motto]}]',
    e: 'canon: r2\nsupersedes: [{id: a, only: [x.name]}]',
    f: 'canon: r1\nsupersedes: [{id: a, soft: true}]',
    g: 'canon: r1\nretracts: a',
  });
  const old = named(known, 'a');
  const prongs = retconsOf(known, old).filter((one) => isProng(known, one));
  expect(prongs.map(drawn(known))).toEqual(['c', 'd', 'e', 'b'].map((by) => `${by} supersedes a`));
  expect(forkOf(known, old).map(({ by }) => idOf(known, by))).toEqual(['c', 'd', 'b']);
  const rivals = (most?: number) =>
    prongs.map((one) =>
      rivalsOfRetcon(known, one, most)
        .map(({ by }) => idOf(known, by))
        .join(' '),
    );
  expect(rivals()).toEqual(['d b', 'c', '', 'c']);
  expect(rivals(1)).toEqual(['d', 'c', '', 'c']);
});

it.each<[string, Files, string]>([
  ['by position', { a: 'canon: r2', b: 'canon: r1', c: 'canon: r3' }, 'b a c'],
  ['by id at one position', { c: '', a: '', b: '' }, 'a b c'],
  ['after what they supersede', { a: 'supersedes: b', b: 'supersedes: c', c: '' }, 'c b a'],
  ['after what they retract', { a: 'retracts: b', b: '' }, 'b a'],
  ['after what they restore, and all that took that away', { a: 'restores: c', b: 'retracts: c', c: '' }, 'c b a'],
  ['as early as they can', { a: 'supersedes: c', b: '', c: '', d: '' }, 'b c a d'],
  [
    'after all that wait for nothing, and in a circle the lowest id first',
    { a: 'supersedes: b', b: 'supersedes: a', c: '' },
    'c a b',
  ],
  [
    'a restoration after those of what its entry superseded',
    { a: 'restores: c', b: 'restores: d', c: 'supersedes: d', d: '' },
    'd c b a',
  ],
])('entries come %s', (_, files, expected) => {
  const known = knownOf(files);
  const all = [...allEntries(known.canon)];
  expect(
    inCanonOrder(known, all)
      .map((one) => idOf(known, one))
      .join(' '),
  ).toBe(expected);
  expect(
    inCanonOrder(known, all.toReversed())
      .map((one) => idOf(known, one))
      .join(' '),
  ).toBe(expected);
});

it.each<[string, Files, string[]]>([
  ['none that names itself', { a: 'supersedes: a' }, []],
  ['none of two that name each other', { a: 'supersedes: b', b: 'retracts: a' }, []],
  ['those that restore each other', { a: 'restores: b', b: 'restores: a' }, ['a restores b', 'b restores a']],
  [
    'those that lead into a circle, or out of it',
    { a: 'supersedes: b', b: 'supersedes: [a, c]', c: '', d: 'supersedes: a', e: 'supersedes: d' },
    ['b supersedes c', 'd supersedes a', 'e supersedes d'],
  ],
  [
    'those between two circles',
    { a: 'supersedes: [b, c]', b: 'supersedes: a', c: 'supersedes: d', d: 'supersedes: c' },
    ['a supersedes c'],
  ],
  [
    'those of what comes together again',
    { a: 'supersedes: [b, c]', b: 'supersedes: d', c: 'supersedes: d', d: '' },
    ['a supersedes b', 'a supersedes c', 'b supersedes d', 'c supersedes d'],
  ],
  ['none of a circle within a circle', { a: 'supersedes: b', b: 'supersedes: [c, a]', c: 'supersedes: [b, a]' }, []],
])('in force are %s', (_, files, expected) => {
  // Whichever is asked first walks over the circles: the answer is the same.
  for (const names of [Object.keys(files), Object.keys(files).toReversed()]) {
    const known = knownOf(files);
    const found = names.flatMap((name) => retconsBy(known, named(known, name)).map(drawn(known)));
    expect(found.sort()).toEqual(expected);
  }
});
