/** Both sides of many retcons: on whichever way they are worked out, and which are not told as it would be too much. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Boundary, boundaryOf, MOST_VALUES } from '../../../server/src/core/canon/compare/boundary';
import { boundarySteps } from '../../../server/src/core/canon/compare/boundaryWalk';
import { allEntries, type Canon } from '../../../server/src/core/canon/model/canon';
import { knownAt, LATEST } from '../../../server/src/core/canon/model/canonPoint';
import type { Retcon } from '../../../server/src/core/canon/model/edges';
import { inRetconOrder } from '../../../server/src/core/canon/retcons/canonOrder';
import { retconsOf } from '../../../server/src/core/canon/retcons/inForce';
import { codex } from '../model/answers';

const retconsIn = (canon: Canon): readonly Retcon[] => {
  const known = knownAt(canon, LATEST);
  return inRetconOrder(
    known,
    allEntries(canon).flatMap((old) => retconsOf(known, old)),
  );
};

const boundariesIn = (canon: Canon): Boundary[] =>
  retconsIn(canon).map((retcon) => boundaryOf(knownAt(canon, LATEST), retcon));

it('are the same whether they are worked out one by one or up each chain', () => {
  const page = fc.record({
    olds: fc.array(fc.nat(19), { maxLength: 3 }),
    kind: fc.constantFrom('supersedes', 'supersedes', 'supersedes', 'retracts', 'restores'),
    date: fc.nat(5),
  });
  fc.assert(
    fc.property(fc.array(page, { minLength: 12, maxLength: 20 }), (pages) => {
      const files = Object.fromEntries(
        pages.map(({ olds, kind, date }, i) => [
          `p${i}`,
          `date: ${date + 1} CE\n${kind}: [${olds.map((old) => `p${old}`).join(', ')}]\nfacts: {house: {ruler: bob ${i}}}`,
        ]),
      );
      const walked = codex(files);
      let count = 0;
      for (const _ of boundarySteps(knownAt(walked, LATEST), retconsIn(walked))) count++;
      expect(count).toBe(retconsIn(walked).length);
      expect(boundariesIn(walked)).toEqual(boundariesIn(codex(files)));
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 40) },
  );
});

const COUNT = 130;
const revised = (pageOf: (i: number) => string): Canon =>
  codex({
    'codex.yaml': `revisions: [${Array.from({ length: COUNT }, (_, i) => `s${i}`).join(', ')}]\n`,
    ...Object.fromEntries(
      Array.from({ length: COUNT }, (_, i) => [
        `p${i}`,
        `canon: s${i}\ndate: ${i + 1} CE\nfacts: {house: {ruler: bob ${i}}}\n${pageOf(i)}`,
      ]),
    ),
  });

/** How many retcons are told of each page that makes them, and of how many it is told why not. */
function toldBy(canon: Canon): Record<string, { told: number; untold: number }> {
  const counts: Record<string, { told: number; untold: number }> = {};
  for (const retcon of retconsIn(canon)) {
    const { untold, before, after, pairsLeft } = boundaryOf(knownAt(canon, LATEST), retcon);
    const count = (counts[retcon.by.path] ??= { told: 0, untold: 0 });
    if (untold) {
      expect([untold, before, after, pairsLeft]).toEqual(['retcons', [], [], 1]);
      count.untold++;
    } else count.told++;
  }
  return counts;
}

it('are not told of an old page that supersedes more than a hundred which come later', () => {
  const naming = (count: number): string =>
    `supersedes: [${Array.from({ length: count }, (_, i) => `p${i + 1}`).join(', ')}]`;
  expect(toldBy(revised((i) => (i === 0 ? naming(101) : '')))).toEqual({ 'p0.md': { told: 0, untold: 101 } });
  expect(toldBy(revised((i) => (i === 0 ? naming(100) : '')))).toEqual({ 'p0.md': { told: 100, untold: 0 } });
});

it('are not told where an old page, upon which more than a hundred are built, supersedes a new one', () => {
  // A chain, the foot of which supersedes the last page.
  const chain = (length: number) => (i: number) =>
    i === 0 ? `supersedes: p${COUNT - 1}` : i < length ? `supersedes: p${i - 1}` : '';
  const [long, short] = [toldBy(revised(chain(101))), toldBy(revised(chain(100)))];
  expect([long['p0.md'], long['p100.md']]).toEqual([
    { told: 0, untold: 1 },
    { told: 1, untold: 0 },
  ]);
  expect(short['p0.md']).toEqual({ told: 1, untold: 0 });
});

it('are told of a chain however long', () => {
  expect(Object.values(toldBy(revised((i) => (i === 0 ? '' : `supersedes: p${i - 1}`)))).flat()).toEqual(
    Array.from({ length: COUNT - 1 }, () => ({ told: 1, untold: 0 })),
  );
});

it('are not told of an attribute of which hundreds of values have no date, but of the others of the page', () => {
  const values = (count: number, attribute: string): string =>
    `  ${attribute}: [${Array.from({ length: count }, (_, i) => `v${i}`).join(', ')}]\n`;
  const sidesWith = (count: number, attribute = 'allies') => {
    const canon = codex({
      'codex.yaml': 'attributes: {members: set}\n',
      a: `facts:\n house:\n  seat: hold\n${values(count, attribute)}`,
      b: 'date: 10 CE\nsupersedes: a\nfacts: {house: {seat: keep}}',
    });
    const [sides] = boundariesIn(canon);
    return [sides?.before.length, sides?.after.map(({ value }) => value), sides?.pairsLeft, sides?.untold];
  };
  expect(sidesWith(MOST_VALUES)).toEqual([MOST_VALUES + 1, ['keep'], 0, undefined]);
  expect(sidesWith(MOST_VALUES + 1)).toEqual([1, ['keep'], 1, undefined]);
  expect(sidesWith(MOST_VALUES + 1, 'members')).toEqual([MOST_VALUES + 2, ['keep'], 0, undefined]);
});
