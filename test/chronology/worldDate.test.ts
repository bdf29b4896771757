/** Order, agreement, and other properties of a date. */
import { describe as suite, expect, it } from 'vitest';
import {
  knownEras,
  makeChronology,
  agrees,
  withinTenYears,
  describe,
  elapsed,
  printInstant,
  type WorldDate,
} from '../../server/src/core/chronology';
import { normaliseEraName } from '../../server/src/core/chronology/chronology';
import { era, reckoning } from './calendars';
import { dateIn } from './dateIn';
import { compareInstants } from './compareInstants';

const ours = makeChronology([]);
const declared = makeChronology([reckoning]);

const date = (text: string, chronology = declared): WorldDate => dateIn(chronology, text);

suite('comparing instants', () => {
  it.each([
    ['411 TA', '412 TA', -1],
    ['1200 FA', '1 TA', -1],
    ['1 BF', '1 FA', -1],
    ['1 TA', '5 BF', 1],
    ['412', 'Third Age 412', 0],
    ['Frostwane 412 TA', '412 TA', 0],
    ['-1 PR', '1 PR', -1],
    ['-2 PR', '-1 PR', -1],
    ['300 PR', '300 TA', undefined],
    ['300 PR', '300 AS', undefined],
  ])('%s and %s', (a, b, expected) => {
    expect(compareInstants(date(a).start, date(b).start)).toBe(expected);
  });

  it('compares the ends of time on one line only', () => {
    expect(compareInstants({ line: '', day: Infinity }, date('412 TA').start)).toBe(1);
    expect(compareInstants({ line: '', day: Infinity }, { line: '', day: Infinity })).toBe(0);
    expect(compareInstants({ line: '', day: Infinity }, date('412 PR').start)).toBeUndefined();
  });

  it('compares two calendars by the days they share', () => {
    const late = { ...reckoning, id: 'late', eras: [era('LA', 0)], offsetDays: 93 };
    const both = makeChronology([reckoning, late]);
    expect(compareInstants(date('1 LA', both).start, date('2 FA', both).start)).toBe(1);
    expect(compareInstants(date('1 LA', both).start, date('1 Frostwane 1 FA', both).end)).toBe(1);
  });
});

suite('agreement', () => {
  it.each([
    ['412 TA', '12 Harvestmoon 412 TA', true],
    ['412 TA', '413 TA', false],
    ['410s TA', '419 TA', true],
    ['410s TA', '420 TA', false],
    ['before 200 TA', '199 TA', true],
    ['before 200 TA', '200 TA', false],
    ['c. 412 TA', '422 TA', true],
    ['402 TA', 'c. 412 TA', true],
    ['c. 412 TA', '423 TA', false],
    ['c. 412 PR', '422 PR', true],
    ['c. 412 PR', '423 PR', false],
    ['c. 1 Thaw 412 TA', '1 Thaw 422 TA', true],
    ['c. 1 Thaw 412 TA', '2 Thaw 422 TA', false],
    ['c. 12 Harvestmoon 412 TA', '12 Harvestmoon 422 TA', true],
    ['c. 12 Harvestmoon 412 TA', '13 Harvestmoon 422 TA', false],
    ['c. 31 Thaw 412 TA', '1 Midfeast 422 TA', false],
    ['c. 400s TA', '410s TA', true],
    ['c. 400s TA', '420s TA', false],
    ['c. 1195 FA', '5 TA', true],
    ['c. 412 TA', '412 PR', undefined],
  ])('%s and %s', (a, b, expected) => {
    expect(agrees(declared, date(a), date(b))).toBe(expected);
    expect(agrees(declared, date(b), date(a))).toBe(expected);
  });

  it('measures ten years in the years of the calendar', () => {
    expect(withinTenYears(declared, date('412 TA').start, date('422 TA').start)).toBe(true);
    expect(withinTenYears(declared, date('412 TA').start, date('2 Frostwane 422 TA').start)).toBe(false);
    expect(withinTenYears(declared, date('412 TA').start, date('412 PR').start)).toBe(false);
    expect(withinTenYears(declared, date('423 TA').start, date('412 TA').start)).toBe(false);
    expect(withinTenYears(declared, date('300 PR').start, date('305 QQ').start)).toBe(false);
  });

  it('measures them in whichever calendar of the line has the longer years', () => {
    // A calendar that knows years only, of 1,000 days each.
    const long = { ...reckoning, id: 'long', months: [], leap: [], yearDays: 1000, eras: [era('LA', 0)] };
    const both = makeChronology([reckoning, long]);
    const away = (days: number): boolean =>
      withinTenYears(both, { line: '', day: 1500 }, { line: '', day: 1500 + days });
    expect([away(930), away(10_000), away(10_001)]).toEqual([true, true, false]);
    expect(withinTenYears(declared, { line: '', day: 1500 }, { line: '', day: 2500 })).toBe(false);
  });

  it('takes an end of time to be near itself alone', () => {
    const [before, after] = [-Infinity, Infinity].map((day) => ({ line: '', day }));
    if (!before || !after) throw new Error('two ends');
    const leapless = makeChronology([{ ...reckoning, leap: [] }]);
    for (const chronology of [declared, leapless]) {
      expect(withinTenYears(chronology, after, after)).toBe(true);
      expect(withinTenYears(chronology, before, after)).toBe(false);
      expect(withinTenYears(chronology, before, date('1 FA').start)).toBe(false);
      expect(withinTenYears(chronology, date('412 TA').start, after)).toBe(false);
    }
  });
});

suite('describing a date', () => {
  it('gives its era, calendar, day and weekday', () => {
    expect(describe(declared, date('12 Harvestmoon 412 TA').start)).toEqual({
      era: 'TA',
      calendar: 'reckoning',
      absoluteDay: 148_676,
      weekday: 'Ashday',
    });
    expect(describe(ours, date('2026-04-01', ours).start)).toMatchObject({ era: 'CE', weekday: 'Wednesday' });
    expect(describe(ours, date('31 December 1 BCE', ours).start)).toMatchObject({ era: 'BCE', weekday: 'Sunday' });
  });

  it('leaves out what a date does not contain', () => {
    expect(describe(declared, date('c. 412 TA').start)).toEqual({
      era: 'TA',
      calendar: 'reckoning',
      absoluteDay: 148_602,
    });
    expect(describe(declared, date('412 PR').start)).toEqual({});
    expect(describe(declared, date('before 412 TA').start)).toEqual({});
  });

  it.each([
    ['200 TA', '412 TA', '212 years'],
    ['412 TA', '200 TA', '212 years'],
    ['411 TA', '12 Harvestmoon 412 TA', '1 year'],
    ['12 Harvestmoon 300 TA', '423 TA', '122 years'],
    ['12 Harvestmoon 411 TA', '412 TA', undefined],
    ['1200 FA', '2 TA', '2 years'],
    ['-1 PR', '3 PR', '3 years'],
    ['Thaw 412 TA', 'Harvestmoon 412 TA', '2 months'],
    ['20 Frostwane 412 TA', '19 Thaw 412 TA', '29 days'],
    ['20 Frostwane 412 TA', '20 Thaw 412 TA', '1 month'],
    ['20 Frostwane 412 TA', 'Thaw 412 TA', undefined],
    ['30 Harvestmoon 412 TA', '1 Frostwane 413 TA', '1 day'],
    ['12 Harvestmoon 411 TA', '11 Harvestmoon 412 TA', '3 months'],
    ['12 Harvestmoon 411 TA', '12 Harvestmoon 412 TA', '1 year'],
    ['412 TA', '12 Harvestmoon 412 TA', undefined],
    ['412 TA', '412 PR', undefined],
  ])('from %s to %s', (a, b, expected) => {
    expect(elapsed(declared, date(a).start, date(b).start)).toBe(expected);
  });
});

suite('printing an instant', () => {
  it('renders it as coarsely as possible, or as requested', () => {
    expect(printInstant(declared, date('412 TA').start)).toBe('412 TA');
    expect(printInstant(declared, date('412 TA').start, { precision: 'day' })).toBe('1 Frostwane 412 TA');
    expect(printInstant(declared, date('12 Harvestmoon 412 TA').start)).toBe('12 Harvestmoon 412 TA');
    expect(printInstant(ours, date('1 April 2026', ours).start, { precision: 'day' })).toBe('2026-04-01');
    expect(printInstant(declared, date('300 PR').start)).toBe('300 PR');
    expect(printInstant(declared, { line: '', day: Infinity })).toBe('the end of time');
  });
});

suite('eras', () => {
  it('are listed in order, with their names', () => {
    expect(knownEras(declared).map(({ id, names }) => [id, ...names])).toEqual([
      ['FA', 'First Age'],
      ['TA', 'Third Age'],
      ['BF', 'Before Flame'],
    ]);
    expect(normaliseEraName(' Age  of Wolves. ')).toBe('age of wolves');
  });
});
