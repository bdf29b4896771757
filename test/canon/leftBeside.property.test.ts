/** What somebody holds beside stronger values equals the result of looking at each day, and at each value held on it. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Entry } from '../../server/src/core/entry/entry';
import type { Clipped } from '../../server/src/core/canon';
import { type Contender, leftBeside } from '../../server/src/core/canon/truth/stretchesAmong';
import { endDay, startDay } from '../../server/src/core/canon/model/segments';

const BOB = {} as Entry;
const ANN = {} as Entry;
const SAID: readonly Pick<Contender, 'text' | 'ref'>[] = [
  { text: 'bob', ref: BOB },
  { text: 'Bobby', ref: BOB },
  { text: 'Rob', ref: BOB },
  { text: 'Bobby', ref: undefined },
  { text: 'ann', ref: ANN },
  ...Array.from({ length: 8 }, (_, i) => ({ text: `nobody ${i}`, ref: undefined })),
];
const LAST = 20;

const anyContender = fc
  .record({
    said: fc.constantFrom(...SAID),
    isBelief: fc.boolean(),
    day: fc.nat(5),
    from: fc.option(fc.nat(LAST), { freq: 6 }),
    length: fc.option(fc.integer({ min: 1, max: 8 }), { freq: 6 }),
  })
  .map(({ said, isBelief, day, from, length }): Contender => {
    const at = (one: number) => ({ line: '', day: one, text: String(one), approximate: false });
    const until = length === null ? null : at((from ?? 0) + length);
    const segment = { from: from === null ? null : at(from), until };
    const line = from === null && length === null ? null : '';
    const stretch = { clipped: {} as Clipped, segment, line, except: [] };
    return { stretch, learned: { line: '', day, text: null }, isBelief, ...said };
  });

const isStronger = (a: Contender, b: Contender): boolean =>
  (a.isBelief || b.isBelief) &&
  (b.learned.day < a.learned.day || (a.learned.day === b.learned.day && !a.isBelief && b.isBelief));

it('what is left is what no stronger contradicting value covers', () => {
  fc.assert(
    fc.property(fc.array(anyContender, { maxLength: 30 }), (all) => {
      const sorted = all.sort((a, b) => b.learned.day - a.learned.day || Number(a.isBelief) - Number(b.isBelief));
      const taken: Contender[] = [];
      const held = Array.from({ length: LAST + 2 }, (): Contender[] => []);
      for (const one of sorted) {
        const left = leftBeside(one, taken);
        taken.push(...left.map((stretch) => ({ ...one, stretch })));
        for (const [i, others] of held.entries()) {
          const isOn = ({ stretch: { segment } }: Pick<Contender, 'stretch'>): boolean =>
            startDay(segment) <= i - 1 && i - 1 < endDay(segment);
          const isTaken = others.some(
            (other) =>
              isStronger(other, one) && other.text !== one.text && (one.ref === undefined || one.ref !== other.ref),
          );
          const isLeft = left.some(
            (stretch) => isOn({ stretch }) && (stretch.line !== null || !stretch.except.includes('')),
          );
          expect(isLeft).toBe(isOn(one) && !isTaken);
          if (isLeft) others.push(one);
        }
      }
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 300) },
  );
});
