/** A question asks only where several answers are possible, so that "(1 of 2)" in its title comes true. */
import { expect, it } from 'vitest';
import { prompted } from '../../client/src/asking/prompted';

it('leaves out when in the world, in a world without dates', () => {
  const asks = ['entity', 'at', 'as_of'] as const;
  expect(prompted(asks, { hasDates: true, hasPoints: true })).toEqual(asks);
  expect(prompted(asks, { hasDates: false, hasPoints: true })).toEqual(['entity', 'as_of']);
});

it('leaves out as of when, where everything was decided at once', () => {
  expect(prompted(['entity', 'at', 'as_of'], { hasDates: true, hasPoints: false })).toEqual(['entity', 'at']);
  expect(prompted(['name', 'as_of'], { hasDates: true, hasPoints: false })).toEqual(['name']);
});
