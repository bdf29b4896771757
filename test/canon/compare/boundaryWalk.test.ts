/** Both sides of many retcons: both algorithms agree, and sides that would be too expensive are left out. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Boundary, boundaryOf } from '../../../server/src/core/canon/compare/boundary';
import { boundarySteps } from '../../../server/src/core/canon/compare/boundaryWalk';
import { allEntries, type Canon } from '../../../server/src/core/canon/model/canon';
import { knownAt, LATEST } from '../../../server/src/core/canon/model/canonPoint';
import type { Retcon } from '../../../server/src/core/canon/model/edges';
import { inRetconOrder } from '../../../server/src/core/canon/retcons/canonOrder';
import { retconsOf } from '../../../server/src/core/canon/retcons/inForce';
import { askLog } from '../../../server/src/core/tools/facts/log';
import { plainText } from '../../../server/src/core/tools/words/richText';
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

it('are the same whether computed one by one or along each chain', () => {
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

/** How many retcons have sides for each page that makes them, and how many have a reason for lacking them. */
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

it('are left out for an old page that concerns more than 300 retcons and supersedes later pages', () => {
  const naming = (count: number): string =>
    `supersedes: [${Array.from({ length: count }, (_, i) => (i < 3 ? `p${i + 1}` : `x${i}`)).join(', ')}]`;
  expect(toldBy(revised((i) => (i === 0 ? naming(301) : '')))).toEqual({ 'p0.md': { told: 0, untold: 3 } });
  expect(toldBy(revised((i) => (i === 0 ? naming(300) : '')))).toEqual({ 'p0.md': { told: 3, untold: 0 } });
});

it('are left out for it also where its retcons are written in the pages that it supersedes', () => {
  const naming = (count: number) =>
    codex({
      'codex.yaml': 'revisions: [s0, s1]\n',
      p0: 'canon: s0\ndate: 1 CE\nsupersedes: q\nfacts: {house: {ruler: bob}}',
      q: 'canon: s1\ndate: 2 CE\nfacts: {house: {ruler: lysa}}',
      ...Object.fromEntries(Array.from({ length: count }, (_, i) => [`o${i}`, 'canon: s0\nsuperseded_by: p0'])),
    });
  const untoldIn = (canon: Canon) => boundariesIn(canon).filter(({ untold }) => untold).length;
  expect([untoldIn(naming(299)), untoldIn(naming(300))]).toEqual([0, 1]);
});

it('are left out where an old page, on which more than a hundred rest, supersedes a new one', () => {
  // A chain whose first page supersedes the last one.
  const chain = (length: number) => (i: number) =>
    i === 0 ? `supersedes: p${COUNT - 1}` : i < length ? `supersedes: p${i - 1}` : '';
  const [long, short] = [toldBy(revised(chain(101))), toldBy(revised(chain(100)))];
  expect([long['p0.md'], long['p100.md']]).toEqual([
    { told: 0, untold: 1 },
    { told: 1, untold: 0 },
  ]);
  expect(short['p0.md']).toEqual({ told: 1, untold: 0 });
});

it('are computed for a chain of any length', () => {
  expect(Object.values(toldBy(revised((i) => (i === 0 ? '' : `supersedes: p${i - 1}`)))).flat()).toEqual(
    Array.from({ length: COUNT - 1 }, () => ({ told: 1, untold: 0 })),
  );
});

it('are left out among hundreds of pages of one canon point which name each other and of which dozens restore something else', () => {
  const kindsOf = (count: number, oldOf: (i: number) => number) =>
    new Set(
      boundariesIn(
        codex(
          Object.fromEntries(
            Array.from({ length: count }, (_, i) => {
              const declared = i % 10 === 0 ? `restores: p${i - 5}` : `supersedes: p${oldOf(i)}`;
              return [`p${i}`, `date: ${i + 1} CE\nfacts: {house ${i}: {ruler: bob}}\n${i === 0 ? '' : declared}`];
            }),
          ),
        ),
      ).map(({ untold }) => untold),
    );
  const before = (i: number): number => i - 1;
  expect([kindsOf(440, before), kindsOf(460, before)]).toEqual([new Set([undefined]), new Set(['retcons'])]);
  // Dozens that restore something else are not a reason: none of these pages names another.
  expect(kindsOf(460, (i) => (i % 10 === 1 ? i : i - 1))).toEqual(new Set([undefined]));
});

/** A page with a list, and undated pages that state the same. */
const besideEachOther = (list: number, pages: number, attribute = 'allies') =>
  codex({
    'codex.yaml': 'attributes: {members: set}\n',
    a: `facts:\n  house:\n    seat: hold\n    ${attribute}: [${Array.from({ length: list }, (_, i) => `v${i}`).join(', ')}]`,
    b: `date: 10 CE\nsupersedes: a\nfacts: {house: {seat: keep}}`,
    ...Object.fromEntries(Array.from({ length: pages }, (_, i) => [`q${i}`, `facts: {house: {${attribute}: w${i}}}`])),
  });

it('are computed for a page with a list of hundreds', () => {
  const [sides] = boundariesIn(besideEachOther(600, 3));
  expect([sides?.before.length, sides?.pairsLeft, sides?.untold]).toEqual([601, 0, undefined]);
});

it('are left out for an attribute that hundreds of pages state at once, unless it is a set', () => {
  const sidesWith = (pages: number, attribute?: string) => {
    const [sides] = boundariesIn(besideEachOther(1, pages, attribute));
    return [sides?.after.map(({ value }) => value), sides?.pairsLeft, sides?.untold];
  };
  expect(sidesWith(320)).toEqual([['keep'], 1, undefined]);
  expect(sidesWith(310)[1]).toBe(0);
  expect(sidesWith(320, 'members')[1]).toBe(0);
});

it('are left out for a name that hundreds of pages have', () => {
  const sidesWith = (pages: number, canon = 's0') => {
    const [sides] = boundariesIn(
      codex({
        'codex.yaml': 'revisions: [s0, s1]\n',
        a: 'canon: s0\nfacts: {House: {seat: hold}, tower: {height: low}}',
        b: 'canon: s0\nsupersedes: a\ndate: 10 CE\nfacts: {House: {seat: keep}, tower: {height: high}}',
        ...Object.fromEntries(Array.from({ length: pages }, (_, i) => [`q${i}`, `canon: ${canon}\naliases: [House]`])),
      }),
    );
    return [sides?.after.map(({ value }) => value), sides?.pairsLeft, sides?.untold];
  };
  expect(sidesWith(300)).toEqual([['keep', 'high'], 0, undefined]);
  expect(sidesWith(301)).toEqual([['high'], 1, undefined]);
  // What comes later does not change what it was about.
  expect(sidesWith(301, 's1')).toEqual([['keep', 'high'], 0, undefined]);
});

it('are left out for all attributes where hundreds of pages state them at once, with the reason', () => {
  const files = Object.fromEntries(
    Array.from({ length: 330 }, (_, i) => [
      `p${i}`,
      `facts: {house: {ruler: bob ${i}}}\n${i > 0 ? 'supersedes: p0' : ''}`,
    ]),
  );
  const answered = askLog(codex(files), {});
  if (!answered.ok) throw new Error(answered.failure.message);
  expect(answered.json.retcons).toHaveLength(329);
  expect(
    new Set(
      answered.json.retcons.map(({ without_sides, before, after }) =>
        [without_sides, before.length, after.length].join(),
      ),
    ),
  ).toEqual(new Set(['true,0,0']));
  expect(plainText(answered.prose)).toContain(
    'p1 supersedes p0 (correction, for all time); what it changes is not told, as hundreds of pages tell of this at once here.',
  );
});
