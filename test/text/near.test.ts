/** The name that was meant. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nearest, slipsBetween } from '../../server/src/core/text/nearNames';

it.each([
  ['superseeds', ['supersedes', 'sources'], 'supersedes'],
  ['Founidng-of-house-vyr', ['founding-of-house-vyr', 'refounding-of-house-vyr'], 'founding-of-house-vyr'],
  ['warn', ['off', 'error', 'warning', 'info', 'hint'], 'warning'],
  ['har', ['Harvestmoon', 'Hartfall'], null],
  ['TB', ['TA', 'FA'], 'TA'],
  ['x', ['y'], null],
  ['sunshine', ['thaw', 'frost'], null],
])('%s among %j is %s', (word, candidates, meant) => {
  expect(nearest(word, candidates)).toBe(meant);
});

it('counts a swap of neighbours as one slip', () => {
  expect(slipsBetween('thwa', 'thaw')).toBe(1);
  expect(slipsBetween('thaw', 'thaw')).toBe(0);
  expect(slipsBetween('', 'thaw')).toBe(4);
});

it('counts as many with a limit as without, up to it', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 });
  fc.assert(
    fc.property(word, word, fc.nat({ max: 6 }), (one, other, most) => {
      const slips = slipsBetween(one, other);
      const within = slipsBetween(one, other, most);
      if (slips <= most) expect(within).toBe(slips);
      else expect(within).toBeGreaterThan(most);
    }),
    { numRuns: 2000 },
  );
});
