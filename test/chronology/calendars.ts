/** Calendars for the tests: the one of the model's own example, and random ones. */
import * as fc from 'fast-check';
import type { CalendarDeclaration, EraDeclaration } from '../../server/src/core/chronology';

export const era = (id: string, epoch: number, more: Partial<EraDeclaration> = {}): EraDeclaration => ({
  id,
  names: [],
  epoch,
  direction: 'forward',
  yearZero: false,
  ...more,
});

export const reckoning: CalendarDeclaration = {
  id: 'reckoning',
  defaultEra: 'TA',
  months: [
    { name: 'Frostwane', days: 30 },
    { name: 'Thaw', days: 31 },
    { name: 'Midfeast', days: 1 },
    { name: 'Harvestmoon', days: 30 },
  ],
  leap: [{ month: 'Thaw', every: 4, except: 100, unless: 400 }],
  weekdays: ['Sunsday', 'Moonsday', 'Ashday'],
  eras: [
    era('FA', 0, { names: ['First Age'], last: 1200 }),
    era('TA', 1200, { names: ['Third Age'] }),
    era('BF', 1, { names: ['Before Flame'], direction: 'backward' }),
  ],
  offsetDays: 0,
};

const leapRules = (months: number) =>
  fc.array(
    fc.record(
      {
        month: fc.integer({ min: 0, max: months - 1 }).map((index) => `Mo${'abcdefgh'[index]}th`),
        every: fc.integer({ min: 1, max: 40 }),
        except: fc.integer({ min: 2, max: 200 }),
        unless: fc.integer({ min: 2, max: 400 }),
        offset: fc.integer({ min: -50, max: 50 }),
      },
      { requiredKeys: ['month', 'every'] },
    ),
    { maxLength: 3 },
  );

/** Any number of months, some of them feasts of a day or of none; leap rules; eras forward, backward and ended. */
export const anyCalendar: fc.Arbitrary<CalendarDeclaration> = fc
  .array(fc.constantFrom(0, 1, 5, 28, 29, 30, 31, 45), { minLength: 1, maxLength: 8 })
  .filter((lengths) => lengths.some((days) => days > 0))
  .chain((lengths) =>
    fc.record({
      leap: leapRules(lengths.length),
      second: fc.integer({ min: -500, max: 3000 }),
      hasLast: fc.boolean(),
      yearZero: fc.boolean(),
      offsetDays: fc.integer({ min: -100_000, max: 100_000 }),
      lengths: fc.constant(lengths),
    }),
  )
  .map(({ leap, second, hasLast, yearZero, offsetDays, lengths }) => ({
    id: 'any',
    months: lengths.map((days, index) => ({ name: `Mo${'abcdefgh'[index]}th`, days })),
    leap,
    weekdays: ['Oneday', 'Twoday', 'Threeday'],
    eras: [
      era('AA', -500, hasLast ? { last: second + 500 } : {}),
      era('Age of Wolves', second, { yearZero: yearZero && !hasLast }),
      era('ZZ', -499, { direction: 'backward' }),
    ].filter(({ id }) => !hasLast || second > -500 || id !== 'AA'),
    offsetDays,
  }));
