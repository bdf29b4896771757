/** Places in a row of numbers are the same as those found by looking at each, and few are looked at. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lowInRow } from '../../server/src/core/text/sorted';

const number = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constantFrom(-Infinity, Infinity));

it('finds the next and the last that is low enough', () => {
  fc.assert(
    fc.property(fc.array(number, { maxLength: 40 }), fc.nat(42), number, (row, place, limit) => {
      const isLow = (one: number): boolean => one < limit;
      const places = row.flatMap((one, i) => (isLow(one) ? i : []));
      const found = lowInRow(row);
      expect(found.next(place, isLow)).toBe(places.find((i) => i >= place) ?? Infinity);
      expect(found.last(place, isLow)).toBe(places.findLast((i) => i < place) ?? -1);
    }),
  );
});

it('looks at few of 100,000', () => {
  let looks = 0;
  const isLow = (one: number): boolean => {
    looks++;
    return one === 0;
  };
  const row = lowInRow(Array.from({ length: 100_000 }, (_, i) => (i === 50_000 ? 0 : 1)));
  expect([row.next(1, isLow), row.last(99_999, isLow)]).toEqual([50_000, 50_000]);
  expect(looks).toBeLessThan(200);
});
