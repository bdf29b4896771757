/** On which entries a restoration can bear, and how many retcons interact because of it. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allEntries } from '../../../server/src/core/canon/model/canon';
import { allOf, entryNamed, type Known, upTo } from '../../../server/src/core/canon/model/known';
import { edgesBy, edgesOf, type Retcon } from '../../../server/src/core/canon/model/edges';
import { mayBeRestored } from '../../../server/src/core/canon/model/mayBeRestored';
import { boundWith } from '../../../server/src/core/canon/retcons/boundTogether';
import type { Entry } from '../../../server/src/core/entry/entry';
import { codexOf, type Files } from '../../support/codex';
import { codicesOf, RESTORING } from '../leftOneByOne';

const RUNS = Math.max(100, Number(process.env.FUZZ_RUNS ?? 100));

const knownOf = (files: Files): Known => allOf(codexOf({ 'codex.yaml': '', ...files }).canon);
const page = (...lines: string[]) => `---\n${lines.join('\n')}\n---\n`;
const named = (known: Known, id: string): Entry => {
  const entry = entryNamed(known, id);
  if (!entry) throw new Error(id);
  return entry;
};

/** All that an entry supersedes, down the chain, and the entry. */
function below(known: Known, entry: Entry): ReadonlySet<Entry> {
  const found = new Set([entry]);
  for (const one of found) for (const { kind, old } of edgesBy(known, one)) if (kind === 'supersedes') found.add(old);
  return found;
}

it('is known for everything restored, and for all that superseded it, at each canon point', () => {
  let count = 0;
  fc.assert(
    fc.property(codicesOf(RESTORING), (files) => {
      const { canon } = codexOf(files);
      const points = new Set(allEntries(canon).flatMap((entry) => edgesOf(allOf(canon), entry)));
      for (const known of [allOf(canon), ...[...points].map(({ position }) => upTo(canon, position))])
        for (const entry of allEntries(canon).filter(known.has)) {
          const isRestored = (one: Entry): boolean => edgesOf(known, one).some(({ kind }) => kind === 'restores');
          if (![...below(known, entry)].some(isRestored)) continue;
          count++;
          expect(mayBeRestored(known, entry)).toBe(true);
        }
    }),
    { numRuns: RUNS },
  );
  expect(count).toBeGreaterThan(RUNS);
});

const CHAIN: Files = {
  'a.md': page('canon: r1'),
  'b.md': page('canon: r1', 'superseded_by: c', 'supersedes: a'),
  'c.md': page('canon: r1'),
  'd.md': page('canon: r2', 'retracts: a', 'restores: b'),
  'x.md': page('canon: r1'),
  'y.md': page('canon: r1', 'supersedes: x', 'retracts: b'),
};

it.each([
  ['b', true],
  ['c', true],
  ['a', false],
  ['d', false],
  ['x', false],
  // Which of the two it supersedes depends on the canon point.
  ['y', true],
])('bears on %s: %s', (id, expected) => {
  const known = knownOf({ 'codex.yaml': 'revisions: [r1, r2]', ...CHAIN });
  expect(mayBeRestored(known, named(known, id))).toBe(expected);
  const [first] = known.canon.codex.revisions;
  if (!first) throw new Error('there are two');
  expect(mayBeRestored(upTo(known.canon, first.position), named(known, id))).toBe(false);
});

it('is not looked up one by one where thousands restore', () => {
  const restoring = Array.from({ length: 20 }, (_, i) => [`r${i}.md`, page('canon: r2', 'restores: b')] as const);
  const known = knownOf({ 'codex.yaml': 'revisions: [r1, r2]', ...CHAIN, ...Object.fromEntries(restoring) });
  const [first] = known.canon.codex.revisions;
  if (!first) throw new Error('there are two');
  const before = upTo(known.canon, first.position);
  expect(['b', 'c', 'a', 'x'].map((id) => mayBeRestored(before, named(before, id)))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

const numbersOf = (known: Known): readonly string[] =>
  allEntries(known.canon)
    .filter(known.has)
    .flatMap((entry) => edgesOf(known, entry))
    .map((retcon) => `${nameOf(retcon)}: ${boundWith(known, retcon)}`);

const nameOf = ({ by, kind, old }: Retcon): string => `${by.path} ${kind} ${old.path}`;

const HOUSE = 'facts: {house: {lord: bob, seat: keep}}';

it('counts the retcons of what is restored, and of what superseded it, up to where they are made', () => {
  const known = knownOf({
    'codex.yaml': 'revisions: [r1, r2, r3, r4]',
    'p0.md': page('canon: r1', HOUSE),
    'p1.md': page('canon: r2', HOUSE, 'supersedes: [p0, q0, s0]'),
    'p2.md': page('canon: r3', 'restores: p0'),
    'p3.md': page('canon: r4', 'supersedes: {id: p0, only: [house.lord]}'),
    'p4.md': page('canon: r4', 'supersedes: {id: p0, soft: true}'),
    'q0.md': page('canon: r1', 'facts: {inn: {lord: bob}}'),
    'q1.md': page('canon: r4', 'retracts: q0'),
    's0.md': page('canon: r1', HOUSE),
    'z0.md': page('canon: r1'),
    'z1.md': page('canon: r2', 'supersedes: z0'),
  });
  expect(numbersOf(known)).toEqual([
    'p1.md supersedes p0.md: 0',
    'p2.md restores p0.md: 3',
    'p3.md supersedes p0.md: 4',
    'p4.md supersedes p0.md: 0',
    'p1.md supersedes q0.md: 0',
    'q1.md retracts q0.md: 0',
    'p1.md supersedes s0.md: 0',
    'z1.md supersedes z0.md: 0',
  ]);
});

it('counts at a canon point what it counts later', () => {
  let count = 0;
  fc.assert(
    fc.property(codicesOf(RESTORING), (files) => {
      const { canon } = codexOf(files);
      const later = new Set(numbersOf(allOf(canon)));
      for (const { position } of canon.codex.revisions)
        for (const number of numbersOf(upTo(canon, position))) {
          if (!number.endsWith(': 0')) count++;
          expect(later).toContain(number);
        }
    }),
    { numRuns: RUNS },
  );
  expect(count).toBeGreaterThan(RUNS);
});
