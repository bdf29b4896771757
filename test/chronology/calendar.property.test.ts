/** Dates print and read back, days and dates are one to one, and our calendars agree with those of `Intl`. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  makeChronology,
  gregorian,
  printInstant,
  printPoint,
  readDate,
  type CalendarDeclaration,
  type LeapDeclaration,
  type WorldDate,
} from '../../server/src/core/chronology';
import { makeCalendar } from '../../server/src/core/chronology/calendar';
import { pointAt } from '../../server/src/core/chronology/printDate';
import { anyCalendar, era } from './calendars';

/** Years of ten digits are not read, and a calendar may have a single day a year. */
const anyDay = fc.oneof(fc.integer({ min: -2_000_000, max: 2_000_000 }), fc.integer({ min: -9e8, max: 9e8 }));
const anyPrecision = fc.constantFrom('year' as const, 'month' as const, 'day' as const);

const dateOf = (chronology: ReturnType<typeof makeChronology>, text: string): WorldDate => {
  const reading = readDate(chronology, text);
  if (!reading.ok || !reading.date) throw new Error(`${text}: ${reading.ok ? 'undated' : reading.message}`);
  return reading.date;
};

describe('any calendar', () => {
  it('counts its years, months and days without a gap', () => {
    fc.assert(
      fc.property(anyCalendar, fc.integer({ min: -5000, max: 5000 }), (declaration, year) => {
        const calendar = makeCalendar(declaration);
        let day = calendar.startOfYear(year);
        for (let month = 0; month < calendar.monthCount; month++) {
          expect(calendar.startOfMonth(year, month)).toBe(day);
          day += calendar.daysInMonth(year, month);
        }
        expect(calendar.startOfYear(year + 1)).toBe(day);
      }),
    );
  });

  it('has one date for each day, and one day for each date', () => {
    fc.assert(
      fc.property(anyCalendar, anyDay, (declaration, day) => {
        const calendar = makeCalendar(declaration);
        const found = calendar.dayOf(day);
        expect(found.day).toBeGreaterThanOrEqual(1);
        expect(found.day).toBeLessThanOrEqual(calendar.daysInMonth(found.year, found.month));
        expect(calendar.startOfMonth(found.year, found.month) + found.day - 1).toBe(day);
      }),
    );
  });

  it('finds each day where thousands of leap days fall into one year', () => {
    const rule = { month: 'Thaw', every: 1_000_000_000 };
    const leap = Array.from({ length: 8000 }, () => rule);
    const calendar = makeCalendar({
      id: 'c',
      months: [{ name: 'Thaw', days: 1 }],
      leap,
      weekdays: [],
      eras: [],
      offsetDays: 0,
    });
    for (let day = -4000; day < 12_000; day += 37) {
      const found = calendar.dayOf(day);
      expect(calendar.startOfMonth(found.year, 0) + found.day - 1).toBe(day);
      expect(found.day).toBeLessThanOrEqual(calendar.daysInMonth(found.year, 0));
    }
  });

  it('reads what it prints, and its dates dovetail', () => {
    fc.assert(
      fc.property(anyCalendar, anyDay, anyPrecision, (declaration, day, precision) => {
        const chronology = makeChronology([declaration]);
        const [calendar] = chronology.calendars;
        const point = calendar && pointAt(calendar, day, precision);
        if (!point) return;
        const text = printPoint(point, 'named');
        const date = dateOf(chronology, text);
        expect(date.text).toBe(text);
        expect(date.start.text).toBe(text);
        expect(date.start.day).toBeLessThanOrEqual(day);
        expect(date.end.day).toBeGreaterThan(day);
        expect(dateOf(chronology, date.end.text).start.day).toBe(date.end.day);
        // A date with a word in front is read by the general rules.
        expect(dateOf(chronology, `on ${text}`)).toEqual(date);
        expect(dateOf(chronology, `c. ${text}`)).toMatchObject({ text: `c. ${text}`, approximate: true });
        expect(dateOf(chronology, `${text} .. ${text}`)).toMatchObject({ start: date.start, end: date.end });
        expect(dateOf(chronology, `before ${text}`).end).toEqual(date.start);
        expect(dateOf(chronology, `after ${text}`).start).toEqual(date.end);
      }),
    );
  });

  it('prints an instant as something that begins there', () => {
    fc.assert(
      fc.property(anyCalendar, anyDay, (declaration, day) => {
        const chronology = makeChronology([declaration]);
        const text = printInstant(chronology, { line: '', day });
        expect(dateOf(chronology, text).start.day).toBe(day);
      }),
    );
  });

  it('orders days as their years, months and days are ordered', () => {
    fc.assert(
      fc.property(anyCalendar, anyDay, anyDay, (declaration, a, b) => {
        const calendar = makeCalendar(declaration);
        const rank = (day: number): number => {
          const found = calendar.dayOf(day);
          return (found.year * 8 + found.month) * 64 + found.day;
        };
        expect(Math.sign(rank(a) - rank(b))).toBe(Math.sign(a - b));
      }),
    );
  });
});

describe('the built-in calendar', () => {
  const ours = makeChronology([]);

  it('agrees with Date from 9999 BCE to 9999 CE', () => {
    fc.assert(
      fc.property(fc.integer({ min: -4_371_222 + 719_162, max: 2_932_896 + 719_162 }), (day) => {
        const date = new Date((day - UNIX_EPOCH) * DAY);
        const [year, month, dayOfMonth] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
        const iso = date.toISOString().slice(0, 10);
        const name = gregorian.months[month]?.name;
        const text = year > 0 ? iso : `${dayOfMonth} ${name} ${1 - year} BCE`;
        expect(dateOf(ours, text)).toMatchObject({ text, start: { day }, end: { day: day + 1 } });
      }),
    );
  });
});

const DAY = 86_400_000;
/** 1 January 1970 on the shared line, whose day 0 is 1 January 1 CE. */
const UNIX_EPOCH = 719_162;

interface Known {
  readonly id: string;
  readonly lengths: readonly number[];
  readonly leap: readonly Omit<LeapDeclaration, 'month'>[];
  /** 1 January 1970 in it: year, month, day. */
  readonly epoch: readonly [number, number, number];
  /** The years in which its declared rule is the one of `Intl`. */
  readonly years: readonly [number, number];
}

const islamicLeaps = [2, 5, 7, 10, 13, 16, 18, 21, 24, 26, 29];
/** The 33-year rule of the Persian calendar. */
const persianLeaps = [1, 5, 9, 13, 17, 22, 26, 30];
const copticMonths = [...Array<number>(12).fill(30), 5];

const known: readonly Known[] = [
  { id: 'coptic', lengths: copticMonths, leap: [{ every: 4, offset: 3 }], epoch: [1686, 4, 23], years: [1, 3000] },
  { id: 'ethiopic', lengths: copticMonths, leap: [{ every: 4, offset: 3 }], epoch: [1962, 4, 23], years: [1, 3000] },
  {
    id: 'persian',
    lengths: [31, 31, 31, 31, 31, 31, 30, 30, 30, 30, 30, 29],
    leap: persianLeaps.map((offset) => ({ every: 33, offset })),
    epoch: [1348, 10, 11],
    years: [1244, 1500],
  },
  {
    id: 'islamic-civil',
    lengths: [30, 29, 30, 29, 30, 29, 30, 29, 30, 29, 30, 29],
    leap: islamicLeaps.map((offset) => ({ every: 30, offset })),
    epoch: [1389, 10, 22],
    years: [1, 3000],
  },
  {
    id: 'gregory',
    lengths: gregorian.months.map(({ days }) => days),
    leap: [{ every: 4, except: 100, unless: 400 }],
    epoch: [1970, 1, 1],
    // Intl is Julian before 15 October 1582.
    years: [1583, 5000],
  },
];

const declare = ({ id, lengths, leap, epoch }: Known): CalendarDeclaration => {
  const longMonth = id === 'gregory' ? 1 : lengths.length - 1;
  const months = lengths.map((days, index) => ({ name: `M${'abcdefghijklm'[index]}`, days }));
  const rules = leap.map((rule) => ({ ...rule, month: months[longMonth]?.name ?? '' }));
  const declaration = { id, months, leap: rules, weekdays: [], eras: [era('E', 0)], offsetDays: 0 };
  const [year, month, day] = epoch;
  const offsetDays = UNIX_EPOCH - (makeCalendar(declaration).startOfMonth(year, month - 1) + day - 1);
  return { ...declaration, offsetDays };
};

describe.each(known)('the $id calendar, declared', (one) => {
  const calendar = makeCalendar(declare(one));
  const format = new Intl.DateTimeFormat(`en-u-ca-${one.id}`, {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  });

  it(`agrees with Intl in the years ${one.years.join(' to ')}`, () => {
    const [first, last] = one.years;
    const days = fc.integer({ min: calendar.startOfYear(first), max: calendar.startOfYear(last + 1) - 1 });
    fc.assert(
      fc.property(days, (day) => {
        const parts = format.formatToParts((day - UNIX_EPOCH) * DAY);
        const part = (type: string): number => Number(parts.find((each) => each.type === type)?.value);
        const found = calendar.dayOf(day);
        expect([found.year, found.month + 1, found.day]).toEqual([part('year'), part('month'), part('day')]);
      }),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 1000) },
    );
  });
});
