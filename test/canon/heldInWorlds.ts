/** Random worlds, and what holds for each attribute of their entities, at any time. */
import fc from 'fast-check';
import { type Known, knownAt, LATEST } from '../../server/src/core/canon';
import { attributesOf, type Held, heldOf } from '../../server/src/core/canon/truth/truth';
import { pairOf } from '../../server/src/core/canon/model/statedFacts';
import { canonOf, WIDE, wideWorld } from './world';

export const heldInWorlds = (look: (held: readonly Held[], known: Known) => void): void =>
  fc.assert(
    fc.property(wideWorld, (files) => {
      const known = knownAt(canonOf(files, WIDE), LATEST);
      for (const entity of ['x', 'y', 'a'])
        for (const attribute of attributesOf(known, entity)) look(heldOf(known, pairOf(entity, attribute)), known);
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 15) },
  );
