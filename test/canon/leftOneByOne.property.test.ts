/** What retcons leave of a fact equals the result of applying them one after the other. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { leftInPeriods } from './leftOneByOne';

/** Among a few codices hardly any has restorations that interact. */
const RUNS = Math.max(200, Number(process.env.FUZZ_RUNS ?? 200));

it('in each period, where restorations undo retcons', () => {
  let count = 0;
  fc.assert(
    leftInPeriods(() => count++),
    { numRuns: RUNS },
  );
  expect(count).toBeGreaterThan(RUNS / 2);
});
