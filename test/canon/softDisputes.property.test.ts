/** A value stands beside another on purpose where a soft retcon ties their entries, and the two contradict each other. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { knownAt, LATEST } from '../../server/src/core/canon';
import { isSoft } from '../../server/src/core/canon/retcons/standing';
import { contradict } from '../../server/src/core/canon/truth/rivals';
import { softAmong } from '../../server/src/core/canon/truth/softDisputes';
import { attributesOf, heldOf, pairOf } from '../../server/src/core/canon/truth/truth';
import { canonOf, WIDE, wideWorld } from './world';

it('of values that are disputed, those that a soft retcon ties to one that contradicts them', () => {
  fc.assert(
    fc.property(wideWorld, (files) => {
      const known = knownAt(canonOf(files, WIDE), LATEST);
      for (const entity of ['x', 'y', 'a'])
        for (const attribute of attributesOf(known, entity)) {
          const held = heldOf(known, pairOf(entity, attribute));
          const disputed = held.filter((one) => held.some((other) => contradict(one, other)));
          const soft = softAmong(known, disputed);
          expect(disputed.filter((one) => soft.has(one))).toEqual(
            disputed.filter((one) =>
              held.some((other) => contradict(one, other) && isSoft(known, one.clipped.entry, other.clipped.entry)),
            ),
          );
        }
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 15) },
  );
});
