/**
 * A value coexists with another on purpose where a soft retcon connects their entries, and the two contradict each other.
 */
import { expect, it } from 'vitest';
import { isSoft } from '../../server/src/core/canon/retcons/standing';
import { contradict } from '../../server/src/core/canon/truth/truth';
import { softAmong } from '../../server/src/core/canon/truth/disputedDays';
import { heldInWorlds } from './heldInWorlds';

it('among disputed values, those that a soft retcon connects to one that contradicts them', () => {
  heldInWorlds((held, known) => {
    const disputed = held.filter((one) => held.some((other) => contradict(one, other)));
    const soft = softAmong(known, disputed);
    expect(disputed.filter((one) => soft.has(one))).toEqual(
      disputed.filter((one) =>
        held.some((other) => contradict(one, other) && isSoft(known, one.clipped.entry, other.clipped.entry)),
      ),
    );
  });
});
