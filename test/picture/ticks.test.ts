/** Ticks in any calendar: their labels match their positions. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeChronology, readDate, type CalendarDeclaration } from '../../server/src/core/chronology';
import { type Axis, makeAxis, xOf } from '../../server/src/core/picture/rulers/axis';
import { rulersOf } from '../../server/src/core/picture/rulers/rulers';
import { ticksOf } from '../../server/src/core/picture/rulers/ticks';
import type { Ticks } from '../../server/src/core/picture/shapes/timelineShape';
import { anyCalendar, era, reckoning } from '../chronology/calendars';

const WIDTH = 900;

const ticksIn = (calendars: readonly CalendarDeclaration[], axis: Axis, line = ''): Ticks[] =>
  rulersOf({ line, calendars }).map((ruler) => ticksOf(ruler, axis));

/** The first day of a written date. */
const dayOf = (calendars: readonly CalendarDeclaration[], text: string): number => {
  const reading = readDate(makeChronology(calendars), text);
  if (!reading.ok || !reading.date) throw new Error(`${text} is no date: ${reading.ok ? 'undated' : reading.message}`);
  return reading.date.start.day;
};

const between = (calendars: readonly CalendarDeclaration[], from: string, until: string): Axis =>
  makeAxis([dayOf(calendars, from), dayOf(calendars, until)], 0, WIDTH);

const labels = (calendars: readonly CalendarDeclaration[], from: string, until: string): string =>
  (ticksIn(calendars, between(calendars, from, until))[0]?.ticks ?? []).map(({ label }) => label).join(' ');

const RUNS = Number(process.env.FUZZ_RUNS ?? 100);

describe('the ticks of a calendar', () => {
  it.each([
    ['100 FA', '1000 FA', '100 FA 200 FA 300 FA 400 FA 500 FA 600 FA 700 FA 800 FA 900 FA 1000 FA'],
    ['1190 FA', '10 TA', '1190 FA 1192 FA 1194 FA 1196 FA 1198 FA 1200 FA 1 TA 2 TA 4 TA 6 TA 8 TA 10 TA'],
    [
      '60 BF',
      '40 FA',
      '60 BF 55 BF 50 BF 45 BF 40 BF 35 BF 30 BF 25 BF 20 BF 15 BF 10 BF 5 BF 1 FA 5 FA 10 FA 15 FA 20 FA 25 FA 30 FA 35 FA 40 FA',
    ],
    ['412 TA', '414 TA', '1 10 20 1 10 20 1 10 20 1 10 20 1 10 20 1 10 20'],
    ['412 TA', '415 TA', 'Frostwane Thaw Harvestmoon Frostwane Thaw Harvestmoon Frostwane Thaw Harvestmoon'],
    ['20 Thaw 412 TA', '8 Harvestmoon 412 TA', '20 21 22 23 24 25 26 27 28 29 30 31 32 1 2 3 4 5 6 7'],
  ])('from %s to %s', (from, until, expected) => {
    expect(labels([reckoning], from, until)).toBe(expected);
  });

  it('name the feasts where a day is wide enough', () => {
    const [ticks] = ticksIn([reckoning], between([reckoning], '20 Thaw 412 TA', '8 Harvestmoon 412 TA'));
    expect(ticks?.feasts.map(({ date }) => date)).toEqual(['Midfeast 412 TA']);
    expect(ticks?.bands.map((band) => band.labels[0])).toEqual([
      'Thaw 412 TA',
      'Midfeast 412 TA',
      'Harvestmoon 412 TA',
    ]);
  });

  it('are those of our own years where no calendar is declared', () => {
    expect(labels([], '300 BCE', '300 CE')).toBe(
      '300 BCE 250 BCE 200 BCE 150 BCE 100 BCE 50 BCE 1 CE 50 CE 100 CE 150 CE 200 CE 250 CE 300 CE',
    );
  });

  it('are years where the era is not declared', () => {
    const [ticks] = ticksIn([reckoning], makeAxis([1, 100], 0, WIDTH), 'era:XX');
    expect(ticks?.ticks.map(({ label }) => label).slice(0, 3)).toEqual(['10 XX', '20 XX', '30 XX']);
  });

  it('have a ruler for each calendar of the line', () => {
    const elvish = {
      ...reckoning,
      id: 'elvish',
      months: [],
      leap: [],
      yearDays: 300,
      eras: [era('LE', 0)],
      offsetDays: 50,
    };
    const uncounted = { ...reckoning, id: 'uncounted', months: [], leap: [], eras: [era('ZZ', 0)] };
    const rulers = rulersOf({ line: '', calendars: [reckoning, elvish, uncounted] });
    expect(rulers.map(({ name }) => name)).toEqual(['reckoning', 'elvish']);
  });
});

/** Between the beginning of the world and its end, as far as 13.8 thousand million years. */
const anyAxis = fc
  .tuple(
    fc.oneof(fc.integer({ min: -300_000, max: 900_000 }), fc.double({ min: -5.1e12, max: 1.5e7, noNaN: true })),
    fc.oneof(fc.double({ min: 1, max: 1e6, noNaN: true }), fc.double({ min: 1, max: 5.1e12, noNaN: true })),
  )
  .map(([from, length]) => makeAxis([from, from + length], 0, WIDTH));

describe('the ticks of any calendar, anywhere', () => {
  it('are read back as the days where they are drawn, in the order of time, and are not too many', () => {
    fc.assert(
      fc.property(fc.oneof(anyCalendar, fc.constant(reckoning)), anyAxis, (calendar, axis) => {
        const chronology = makeChronology([calendar]);
        for (const { ticks, minor, bands, feasts } of ticksIn([calendar], axis)) {
          expect(ticks.length + bands.length).toBeLessThan(WIDTH);
          expect(minor.length).toBeLessThan(WIDTH);
          let last = -Infinity;
          for (const { day, date } of [...ticks, ...feasts.map((feast) => ({ day: feast.from, date: feast.date }))]) {
            const reading = readDate(chronology, date);
            expect(reading.ok && reading.date?.start.day, date).toBe(day);
          }
          for (const { day } of ticks) {
            expect(last <= day).toBe(true);
            last = day;
          }
          for (const day of minor) expect(Number.isFinite(xOf(axis, day))).toBe(true);
        }
      }),
      { numRuns: RUNS },
    );
  });
});
