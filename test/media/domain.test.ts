/** The days in view, as gestures, keys and the brush move them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brushed, brushOf, type Domain, moved, panned, revealing, widthOf, zoomedAt } from '../../media/timeline/view';

const WHOLE: Domain = [0, 100_000];

describe('a gesture', () => {
  it('keeps the day under the pointer in place while zooming', () => {
    // d3 zooms about pixel 250 of 1000: x goes to 2x − 250.
    const after = moved([1000, 2000], { ratio: 2, shift: -250 }, 1000, WHOLE);
    expect(after).toEqual([1125, 1625]);
  });

  it('moves by as many days as the pixels are', () => {
    expect(moved([1000, 2000], { ratio: 1, shift: 100 }, 1000, WHOLE)).toEqual([900, 1900]);
  });

  it('zooms to a day, at the far end of time too', () => {
    const eons: Domain = [-13_800_000_000 * 365, 40_000 * 365];
    let domain = eons;
    for (let i = 0; i < 100; i++) domain = zoomedAt(domain, 1.5, 0.25, eons);
    expect(widthOf(domain)).toBeCloseTo(1, 2);
    expect(domain[0] + 0.25 * widthOf(domain)).toBeCloseTo(eons[0] + 0.25 * widthOf(eons), -1);
  });

  it('never moves everything out of view', () => {
    const day = fc.double({ min: -1e12, max: 1e12, noNaN: true });
    const motion = fc.record({
      ratio: fc.double({ min: 0.001, max: 1000, noNaN: true }),
      shift: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    });
    fc.assert(
      fc.property(
        day,
        fc.double({ min: 1, max: 1e9, noNaN: true }),
        fc.array(motion, { maxLength: 20 }),
        (first, width, motions) => {
          const whole: Domain = [first, first + width];
          const [from, until] = motions.reduce((domain, motion) => moved(domain, motion, 800, whole), whole);
          expect(from).toBeLessThan(until);
          expect((from + until) / 2).toBeGreaterThanOrEqual(whole[0] - 1);
          expect((from + until) / 2).toBeLessThanOrEqual(whole[1] + 1);
        },
      ),
    );
  });
});

describe('a brush', () => {
  it('can be dragged however little is in view', () => {
    expect(brushOf([50_000, 50_001], WHOLE, 500).map(Math.round)).toEqual([245, 255]);
    expect(brushOf([0, 1], WHOLE, 500)).toEqual([0, 10]);
    expect(brushOf([99_999, 100_000], WHOLE, 500)).toEqual([490, 500]);
  });

  it('is moved, made wider, and jumps to where the strip is clicked', () => {
    expect(brushed([1000, 2000], WHOLE, 'both', 0.01)).toEqual([2000, 3000]);
    expect(brushed([1000, 2000], WHOLE, 'first', -0.005)).toEqual([500, 2000]);
    expect(brushed([1000, 2000], WHOLE, 'last', 0.01)).toEqual([1000, 3000]);
    expect(brushed([1000, 2000], WHOLE, 'elsewhere', 0.5)).toEqual([49_500, 50_500]);
  });

  it('never turns round', () => {
    expect(brushed([1000, 2000], WHOLE, 'first', 0.5)).toEqual([1999, 2000]);
    expect(brushed([1000, 2000], WHOLE, 'last', -0.5)).toEqual([1000, 1001]);
  });
});

it('brings what is out of view into it, and keeps what is in view in place', () => {
  expect(revealing([1000, 2000], [5000, 5100], WHOLE)).toEqual([4550, 5550]);
  expect(revealing([1000, 2000], [500, 1100], WHOLE)).toEqual([1000, 2000]);
  expect(panned([1000, 2000], 0.1, WHOLE)).toEqual([1100, 2100]);
});
