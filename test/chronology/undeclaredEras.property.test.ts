/** Eras of any kind, declared or not, are compared without a contradiction. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeChronology, type Instant, type WorldDate } from '../../server/src/core/chronology';
import { reckoning } from './calendars';
import { dateIn } from './dateIn';
import { compareInstants } from './compareInstants';

const ours = makeChronology([]);
const declared = makeChronology([reckoning]);

const date = (text: string, chronology = ours): WorldDate => dateIn(chronology, text);

describe('comparing', () => {
  const year = fc.integer({ min: -30, max: 30 }).filter((n) => n !== 0);
  const era = fc.constantFrom('TA', 'FA', 'XR', 'AS', 'BS', 'BFA', '');
  const form = fc.constantFrom(
    (n: number, e: string) => `${n} ${e}`,
    (n: number, e: string) => `before ${n} ${e}`,
    (n: number, e: string) => `after ${n} ${e}`,
    (n: number, e: string) => `12 Thaw ${n} ${e}`,
    (n: number, e: string) => `c. ${n} ${e}`,
    (n: number, e: string) => `${Math.abs(n) * 10}s ${e}`,
  );
  const instant = fc
    .tuple(year, era, form, fc.boolean())
    .map(([n, e, write, isEnd]): Instant => date(write(n, e).trim(), declared)[isEnd ? 'end' : 'start']);

  it('is a partial order', () => {
    fc.assert(
      fc.property(instant, instant, instant, (a, b, c) => {
        expect(compareInstants(a, a)).toBe(0);
        const [ab, ba] = [compareInstants(a, b), compareInstants(b, a)];
        expect(ba).toBe(ab === undefined ? undefined : 0 - ab);
        const [bc, ac] = [compareInstants(b, c), compareInstants(a, c)];
        if (ab !== undefined && bc !== undefined) expect(ac).toBeDefined();
        if (ab !== undefined && bc !== undefined && ab <= 0 && bc <= 0) expect(ac).toBeLessThanOrEqual(0);
        if (ab !== undefined && bc !== undefined && ab < 0 && bc <= 0) expect(ac).toBe(-1);
      }),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 2000) },
    );
  });

  it('decides, of two years before something, only whether they are equal', () => {
    fc.assert(
      fc.property(year, year, fc.constantFrom('BS', 'BFA'), (a, b, era) => {
        const compared = compareInstants(date(`${a} ${era}`).start, date(`${b} ${era}`).start);
        expect(compared).toBe(a === b ? 0 : undefined);
      }),
    );
  });
});
