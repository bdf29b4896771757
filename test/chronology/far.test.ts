/** Years as far away as the stars are old: read and printed exactly, or refused. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  makeChronology,
  elapsed,
  printPoint,
  readDate,
  readDateOfParts,
  type CalendarDeclaration,
  type WorldDate,
} from '../../server/src/core/chronology';
import { makeCalendar } from '../../server/src/core/chronology/calendar';
import { pointAt } from '../../server/src/core/chronology/printDate';
import { anyCalendar, era, reckoning } from './calendars';

const ours = makeChronology([]);
const declared = makeChronology([reckoning]);

const date = (chronology: typeof ours, text: string): WorldDate => {
  const reading = readDate(chronology, text);
  if (!reading.ok || !reading.date) throw new Error(`${text}: ${reading.ok ? 'undated' : reading.message}`);
  return reading.date;
};

describe('years of ten digits and more', () => {
  it.each([
    ['-13,800,000,000', '13800000000 BCE', '13799999999 BCE'],
    ['−13800000000', '13800000000 BCE', '13799999999 BCE'],
    ['13,800,000,000 BCE', '13800000000 BCE', '13799999999 BCE'],
    ['c. 13800000000 BCE', 'c. 13800000000 BCE', 'c. 13799999999 BCE'],
    ['1000000000 CE', '1000000000 CE', '1000000001 CE'],
    ['1000000000-04-01', '1000000000-04-01', '1000000000-04-02'],
    ['13,800,000,000 XX', '13800000000 XX', '13800000001 XX'],
    ['-13,800,000,000 .. 40,000', '13800000000 BCE .. 40000 CE', '40001 CE'],
  ])('%s', (text, expected, end) => {
    expect(date(ours, text)).toMatchObject({ text: expected, end: { text: end } });
  });

  it('have the correct number of days', () => {
    // 400 years of ours are 146,097 days.
    const [from, to] = [date(ours, '13800000000 BCE'), date(ours, '40000 CE')];
    expect(to.start.day - from.start.day).toBe(((13_800_000_000 + 40_000 - 400) / 400) * 146_097 + 146_097 - 366);
    expect(elapsed(ours, from.start, to.start)).toBe('13800039999 years');
  });

  it('are read from a mapping', () => {
    expect(readDateOfParts(ours, { year: '-13800000000', month: '2', day: '29' })).toMatchObject({
      code: 'date/impossible',
    });
    expect(readDateOfParts(ours, { year: '-13800000000' })).toMatchObject({ date: { text: '13800000000 BCE' } });
  });

  it('are distinguished by month and day where nobody declared their era, as far as that goes', () => {
    expect(date(ours, '2 April 13800000000 XX').start.day).toBeLessThan(date(ours, '3 April 13800000000 XX').start.day);
    expect(date(ours, '2 April 9007199254740000 XX')).toMatchObject({ isCoarse: true });
  });

  it.each(['99999999999999999 CE', '99999999999999999 BCE', `${'9'.repeat(150)} XX`, '-99999999999999999 TA'])(
    '%.30s is too far away, and the message gives the limit',
    (text) => {
      for (const chronology of [ours, declared]) {
        const reading = readDate(chronology, text);
        expect(reading).toMatchObject({ code: 'date/unreadable' });
        const { message } = reading as Extract<typeof reading, { ok: false }>;
        expect(message).toMatch(
          /^"-?[29].*" is too far away for its days to be counted: write a year up to [\d,]{15,} \w+$/,
        );
        // The year in the message can be read.
        const named = /up to (.*)$/.exec(message)?.[1] ?? '';
        expect(readDate(chronology, named)).toMatchObject({ ok: true });
      }
    },
  );

  it.each(['202604011200', '20260401120059'])('%s is the moment of a note, and not a year', (text) => {
    expect(readDate(ours, text)).toMatchObject({ code: 'date/unreadable' });
    expect(readDate(ours, `${text} XX`).ok).toBe(true);
  });
});

/** Leap rules of any size. */
const farCalendar: fc.Arbitrary<CalendarDeclaration> = fc
  .tuple(
    anyCalendar,
    fc.array(fc.record({ every: fc.integer({ min: 1, max: 1e13 }), offset: fc.integer({ min: -1e13, max: 1e13 }) }), {
      maxLength: 3,
    }),
  )
  .map(([calendar, rules]) => ({
    ...calendar,
    leap: [...calendar.leap, ...rules.map((rule) => ({ ...rule, month: calendar.months[0]?.name ?? '' }))],
  }));

describe('any calendar, as far as its days can be counted', () => {
  const place = fc.tuple(farCalendar, fc.double({ min: -1, max: 1, noNaN: true }));
  const dayIn = (declaration: CalendarDeclaration, part: number): number => {
    const calendar = makeCalendar(declaration);
    return Math.round(part * (calendar.mostYears - 4000) * calendar.meanYear) + 0;
  };

  it('has one date for each day', () => {
    fc.assert(
      fc.property(place, ([declaration, part]) => {
        const calendar = makeCalendar(declaration);
        const day = dayIn(declaration, part);
        const found = calendar.dayOf(day);
        expect(found.day).toBeGreaterThanOrEqual(1);
        expect(found.day).toBeLessThanOrEqual(calendar.daysInMonth(found.year, found.month));
        expect(calendar.startOfMonth(found.year, found.month) + found.day - 1).toBe(day);
      }),
    );
  });

  it('reads what it prints, and its dates dovetail', () => {
    fc.assert(
      fc.property(
        place,
        fc.constantFrom('year' as const, 'month' as const, 'day' as const),
        ([declaration, part], precision) => {
          const chronology = makeChronology([declaration]);
          const [calendar] = chronology.calendars;
          const day = dayIn(declaration, part);
          const point = calendar && pointAt(calendar, day, precision);
          if (!point) return;
          const read = date(chronology, printPoint(point, 'named'));
          expect(read.text).toBe(printPoint(point, 'named'));
          expect(read.start.day).toBeLessThanOrEqual(day);
          expect(read.end.day).toBeGreaterThan(day);
          expect(date(chronology, read.end.text).start.day).toBe(read.end.day);
        },
      ),
    );
  });

  it('writes a year in the era begun last, however long ago that was', () => {
    const chronology = makeChronology([{ ...reckoning, eras: [era('FA', 0), era('TA', 1200)] }]);
    const [calendar] = chronology.calendars;
    const point = calendar && pointAt(calendar, date(chronology, '13800000000 FA').start.day, 'year');
    expect(point && printPoint(point, 'named')).toBe('13799998800 TA');
  });
});
