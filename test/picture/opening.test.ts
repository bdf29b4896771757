/** The part of a picture that is in view when it opens. */
import { describe, expect, it } from 'vitest';
import { openingDomain } from '../../server/src/core/picture/rulers/axis';

const days = (from: number, until: number, count: number): Float64Array =>
  Float64Array.from({ length: count }, (_, i) => from + ((until - from) * i) / (count - 1));

describe('a picture opens', () => {
  it('on the days in which nearly everything happens', () => {
    const [from, until] = openingDomain(
      [days(70_000, 80_000, 60), Float64Array.of(-5e12, 3, Infinity)],
      [-5.2e12, 1e5],
    );
    expect(from).toBeGreaterThan(69_000);
    expect(from).toBeLessThanOrEqual(71_500);
    expect(until).toBeGreaterThanOrEqual(78_500);
    expect(until).toBeLessThan(82_000);
  });

  it('on all days where these are not much more, or where there are few', () => {
    const whole = [0, 1000] as const;
    expect(openingDomain([days(10, 990, 60)], whole)).toBe(whole);
    expect(openingDomain([days(10, 20, 5), Float64Array.of(900)], whole)).toBe(whole);
    expect(openingDomain([], whole)).toBe(whole);
  });
});
