/** A question asks for a date only where something has one. */
import { expect, it } from 'vitest';
import { prompted } from '../../client/src/asking/prompted';

it('leaves out when in the world, in a world without dates', () => {
  expect(prompted(['entity', 'at', 'as_of'], true)).toEqual(['entity', 'at', 'as_of']);
  expect(prompted(['entity', 'at', 'as_of'], false)).toEqual(['entity', 'as_of']);
});
