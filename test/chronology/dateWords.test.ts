/** The words that dates are written with: thirds, seasons, guesses and ranges, in the languages of the dictionary. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  makeChronology,
  readDate,
  saysPresent,
  type Chronology,
  type WorldDate,
} from '../../server/src/core/chronology';
import { anyCalendar, era, reckoning } from './calendars';
import { dateIn } from './dateIn';

const ours = makeChronology([]);
const declared = makeChronology([
  {
    ...reckoning,
    seasons: [
      { name: 'winter', months: ['Harvestmoon', 'Frostwane'] },
      { name: 'Long Dark', months: ['Thaw'] },
      { name: 'Autumn', months: ['Midfeast', 'Harvestmoon'] },
    ],
  },
]);

/** `text [start, end)`, and a tilde for what is approximate; the message of what can't be read. */
const draw = (chronology: Chronology, text: string): string => {
  const reading = readDate(chronology, text);
  if (!reading.ok) return reading.message;
  if (!reading.date) return 'undated';
  const { date, unknownEra } = reading;
  const marks = [date.approximate && '~', unknownEra && `?${unknownEra}`].filter(Boolean);
  return [`${date.text} [${date.start.text}, ${date.end.text})`, ...marks].join(' ');
};

describe('without a calendar', () => {
  it.each([
    ['11. Jahrhundert', '11th century CE [1001 CE, 1101 CE)'],
    ['Ende 15. Jh.', 'late 15th century CE [late 15th century CE, c. 1501 CE) ~'],
    ['siglo 15', '15th century CE [1401 CE, 1501 CE)'],
    ['May-June 1850', 'May 1850 .. June 1850 [May 1850, July 1850)'],
    ['Mai-Juni 1850', 'May 1850 .. June 1850 [May 1850, July 1850)'],
    ['Summer-Autumn 1850', 'summer 1850 .. autumn 1850 [summer 1850, c. 1851 CE) ~'],
    ['1º maggio 1850', '1 May 1850 [1 May 1850, 2 May 1850)'],
    ['44 v. Chr.', '44 v. Chr. [44 v. Chr., 43 v. Chr.)'],
    ['1850--1860', '1850 CE .. 1860 CE [1850 CE, 1861 CE)'],
    ['1850-05-12/1850-06-13', '1850-05-12 .. 1850-06-13 [1850-05-12, 1850-06-14)'],
    ['1850-05-12 or 13', '1850-05-12 or 1850-05-13 [c. 1850-05-12, c. 1850-05-14) ~'],
    ['late 1920s', 'late 1920s CE [late 1920s CE, c. 1930 CE) ~'],
    ['mid-5th century', 'mid 5th century CE [mid 5th century CE, late 5th century CE) ~'],
    ['early 412 AD', 'early 412 AD [early 412 AD, mid 412 AD) ~'],
    ['c. early 412', 'early 412 CE [early 412 CE, mid 412 CE) ~'],
    ['before early 412', 'before early 412 CE [the beginning of time, early 412 CE) ~'],
    ['mid-August 1850', 'mid August 1850 [mid August 1850, late August 1850) ~'],
    ['early 2026-04', 'early 2026-04 [early 2026-04, mid 2026-04) ~'],
    ['mid 5 May 1850', 'mid 5 May 1850 [mid 5 May 1850, c. 6 May 1850) ~'],
    ['early 412 PR', 'early 412 PR [early 412 PR, c. 413 PR) ~ ?PR'],
    ['mid-to-late 1920s', 'mid 1920s CE .. late 1920s CE [mid 1920s CE, c. 1930 CE) ~'],
    [
      'between early and mid 12th century',
      'between early 12th century CE and mid 12th century CE [early 12th century CE, late 12th century CE) ~',
    ],
    ['Winter 1658', 'winter 1658 [winter 1658, c. 1659 CE) ~'],
    ['the spring of 1850', 'spring 1850 [spring 1850, c. 1851 CE) ~'],
    ['1850, fall', 'fall 1850 [fall 1850, c. 1851 CE) ~'],
    ['winter 44 BC', 'winter 44 BC [winter 44 BC, c. 43 BC) ~'],
    ['winter 44', 'winter 44 CE [winter 44 CE, c. 45 CE) ~'],
    ['winter 412 PR', 'winter 412 PR [winter 412 PR, c. 413 PR) ~ ?PR'],
    ['winter of 1850/51', 'winter 1850 .. 1851 CE [winter 1850, 1852 CE) ~'],
    ['summer–autumn 1850', 'summer 1850 .. autumn 1850 [summer 1850, c. 1851 CE) ~'],
    ['spring or summer 412', 'spring 412 or summer 412 [spring 412, c. 413 CE) ~'],
    ['late winter 1850', 'late winter 1850 [late winter 1850, c. 1851 CE) ~'],
    ['from 1850 to 1860', '1850 CE .. 1860 CE [1850 CE, 1861 CE)'],
    ['1850 until 1860', '1850 CE .. 1860 CE [1850 CE, 1861 CE)'],
    ['between 1850 and 1860', 'between 1850 CE and 1860 CE [c. 1850 CE, c. 1861 CE) ~'],
    ['between 1850–1860', 'between 1850 CE and 1860 CE [c. 1850 CE, c. 1861 CE) ~'],
    ['between 1860 and 1855', 'between 1855 CE and 1860 CE [c. 1855 CE, c. 1861 CE) ~'],
    ['between c. 1850 and 1860', 'between c. 1850 CE and 1860 CE [c. 1850 CE, c. 1861 CE) ~'],
    ['between 2026-04-01 and 2026-05-01', 'between 2026-04-01 and 2026-05-01 [c. 2026-04-01, c. 2026-05-02) ~'],
    ['1850 or 1851', '1850 CE or 1851 CE [c. 1850 CE, c. 1852 CE) ~'],
    ['BET 1850 AND 1860', 'between 1850 CE and 1860 CE [c. 1850 CE, c. 1861 CE) ~'],
    ['ABT 1850', 'c. 1850 CE [c. 1850 CE, c. 1851 CE) ~'],
    ['approx. 1850 CE', 'c. 1850 CE [c. 1850 CE, c. 1851 CE) ~'],
    ['pre-1850', 'before 1850 CE [the beginning of time, 1850 CE)'],
    ['since c. 1850', 'c. 1850 CE [c. 1850 CE, c. 1851 CE) ~'],
    ['In 212 PR', '212 PR [212 PR, 213 PR) ?PR'],
    ['Year 1204', '1204 CE [1204 CE, 1205 CE)'],
    ['1850 - present', '1850 CE .. present [1850 CE, the end of time)'],
    ['since 1 May 1850 until today', '1 May 1850 .. present [1 May 1850, the end of time)'],
    ['412 BS – present', '412 BS .. present [412 BS, the end of time) ?BS'],
    ['1914/1918', '1914 CE .. 1918 CE [1914 CE, 1919 CE)'],
    ['1850/51', '1850 CE .. 1851 CE [1850 CE, 1852 CE)'],
    ['5/6 May 1850', '5 May 1850 .. 6 May 1850 [5 May 1850, 7 May 1850)'],
    ['20260401', '2026-04-01 [2026-04-01, 2026-04-02)'],
    ['20260401-20260403', '2026-04-01 .. 2026-04-03 [2026-04-01, 2026-04-04)'],
    ['20261301', '20261301 CE [20261301 CE, 20261302 CE)'],
    ['20260431', '20260431 CE [20260431 CE, 20260432 CE)'],
    ['April 45', 'April 45 CE [April 45 CE, May 45 CE)'],
    // Capitals are an era of somebody's.
    ['412 AB', '412 AB [412 AB, 413 AB) ?AB'],
    ['412 IN', '412 IN [412 IN, 413 IN) ?IN'],
    ['412 A', '412 A [412 A, 413 A) ?A'],
  ])('%s', (text, expected) => {
    expect(draw(ours, text)).toBe(expected);
  });

  it.each([
    'Q3 1850',
    'night of 5 May 1850',
    'Night of 5 May 1850',
    'Sometime 1850',
    'two days after the wedding, 412',
    'the wedding 412',
    'mostly 1850 CE',
    '1850 mostly',
    'Hammer 1850 CE',
    '5 hammer 1850',
    '412 late',
    '412 Winter Spring',
    'winter May 412',
    'winter 1920s',
    'late early 412',
    'May in 1850',
    'before present',
    'present - 1850',
    'before 1840 - present',
    'between 1850',
    '1850 and 1860',
    '412 or',
    '07 PR',
    '012',
    '1234567890',
    '20260401120059',
  ])('unreadable: %s', (text) => {
    expect(draw(ours, text)).toMatch(/ is not a date: write it like /);
  });

  it.each([
    ['12-31', '"12-31" has no year: write it like 2026-12-31'],
    ['12/31', '"12/31" has no year: write it like 2026/12/31'],
    ['04-80', '"04-80" has no year: write it like 2026-04-80'],
    ['Winter', '"Winter" has no year: write it like Winter 2026'],
    ['between 1860 and 1840', 'ends at 1840 CE, before it begins at 1860 CE'],
  ])('%s', (text, message) => {
    expect(draw(ours, text)).toBe(message);
  });
});

describe('with a calendar', () => {
  it.each([
    ['winter 412', 'winter 412 TA [winter 412 TA, c. Thaw 413 TA) ~'],
    ['winter 1200 FA', 'winter 1200 FA [winter 1200 FA, c. Thaw 1 TA) ~'],
    ['Long Dark 412 TA', 'Long Dark 412 TA [Long Dark 412 TA, c. Midfeast 412 TA) ~'],
    ['fall 412', 'fall 412 TA [fall 412 TA, c. Frostwane 413 TA) ~'],
    ['spring 412', 'spring 412 TA [spring 412 TA, c. 413 TA) ~'],
    ['early winter 412 TA', 'early winter 412 TA [early winter 412 TA, mid winter 412 TA) ~'],
    ['Midfeast 45', 'Midfeast 45 TA [Midfeast 45 TA, Harvestmoon 45 TA)'],
    ['9-Midfeast-1', '1 Midfeast 9 TA [1 Midfeast 9 TA, 1 Harvestmoon 9 TA)'],
    ['1 Mid 412', '1 Midfeast 412 TA [1 Midfeast 412 TA, 1 Harvestmoon 412 TA)'],
    ['mid 412', 'mid 412 TA [mid 412 TA, late 412 TA) ~'],
    ['44-31 BF', '44 BF .. 31 BF [44 BF, 30 BF)'],
    ['12-3', 'Midfeast 12 TA [Midfeast 12 TA, Harvestmoon 12 TA)'],
    ['3-25', '3 TA .. 25 TA [3 TA, 26 TA)'],
    ['2-25', '"2-25" has no year: write it like 412-2-25 TA'],
    ['02-35', '"02-35" has no year: write it like 412-02-35 TA'],
    ['20260401', '20260401 TA [20260401 TA, 20260402 TA)'],
    ['12 foo 412 TA', '"foo" is not a month of reckoning: its months are Frostwane, Thaw, Midfeast, Harvestmoon'],
    ['mostly 412 TA', '"mostly 412 TA" is not a date: write it like 412 TA, 12 Frostwane 412 TA or c. 412 TA'],
  ])('%s', (text, expected) => {
    expect(draw(declared, text)).toBe(expected);
  });

  it('yields words to what codex.yaml declares', () => {
    const own = makeChronology([
      {
        ...reckoning,
        months: [
          { name: 'Winter', days: 90 },
          { name: 'Late', days: 30 },
        ],
        leap: [],
        eras: [era('Since', 0), era('Now', 100)],
        defaultEra: 'Since',
      },
    ]);
    expect(draw(own, '5 Winter 412')).toBe('5 Winter 412 Since [5 Winter 412 Since, 6 Winter 412 Since)');
    expect(draw(own, 'late 412')).toBe('Late 412 Since [Late 412 Since, Winter 413 Since)');
    expect(draw(own, 'Since 412')).toBe('412 Since [412 Since, 413 Since)');
    expect(draw(own, '412 now')).toBe('412 Now [412 Now, 413 Now)');
    expect(draw(own, 'early 412')).toBe('early 412 Since [early 412 Since, mid 412 Since) ~');
  });

  it('takes a season whose months have no days in a year as that year', () => {
    const rare = makeChronology([
      {
        ...reckoning,
        months: [
          { name: 'Work', days: 30 },
          { name: 'Shieldmeet', days: 0 },
        ],
        leap: [{ month: 'Shieldmeet', every: 4 }],
        seasons: [{ name: 'Shields', months: ['Shieldmeet'] }],
      },
    ]);
    const days = (text: string): number => {
      const { start, end } = dateIn(rare, text);
      return end.day - start.day;
    };
    expect([days('Shields 4 TA'), days('Shields 5 TA')]).toEqual([1, 30]);
  });
});

describe('in other languages', () => {
  it.each([
    ['Anfang Mai 1850', 'early May 1850'],
    ['Ende 1920', 'late 1920 CE'],
    ['im Jahre 1850', '1850 CE'],
    ['zwischen 1850 und 1860', 'between 1850 CE and 1860 CE'],
    ['von 1850 bis 1860', '1850 CE .. 1860 CE'],
    ['5. März 1850', '5 March 1850'],
    ['Frühjahr 1850', 'spring 1850'],
    ['vor 1850', 'before 1850 CE'],
    ['seit 1850 bis heute', '1850 CE .. present'],
    ['début 1850', 'early 1850 CE'],
    ["l'an 1850", '1850 CE'],
    ["l'hiver 1850", 'winter 1850'],
    ['vers 1850', 'c. 1850 CE'],
    ['de 1850 à 1860', '1850 CE .. 1860 CE'],
    ['entre 1850 et 1860', 'between 1850 CE and 1860 CE'],
    ['5 août 1850', '5 August 1850'],
    ['mediados de 1850', 'mid 1850 CE'],
    ['desde 1850 hasta 1860', '1850 CE .. 1860 CE'],
    ['5 de mayo de 1850', '5 May 1850'],
    ['otoño de 1850', 'autumn 1850'],
    ['1850 o 1851', '1850 CE or 1851 CE'],
    ['inizio 1850', 'early 1850 CE'],
    ['dal 1850 al 1860', '1850 CE .. 1860 CE'],
    ["nell'anno 1850", '1850 CE'],
    ['5 maggio 1850', '5 May 1850'],
    ['estate 1850', 'summer 1850'],
    ['meados de 1850', 'mid 1850 CE'],
    ['de 1850 até 1860', '1850 CE .. 1860 CE'],
    ['5 de maio de 1850', '5 May 1850'],
    ['verão de 1850', 'summer 1850'],
    ['początek 1850', 'early 1850 CE'],
    ['od 1850 do 1860', '1850 CE .. 1860 CE'],
    ['5 maja 1850 r.', '5 May 1850'],
    ['około 1850 roku', 'c. 1850 CE'],
    ['zima 1850', 'winter 1850'],
  ])('%s', (text, expected) => {
    expect(draw(ours, text)).toMatch(new RegExp(`^${expected.replaceAll('.', '\\.')} \\[`));
  });

  it.each(['unbekannt', 'inconnu', 'desconocido', 'sconosciuta', 'nenhum', 'nieznana', 'Unbekannt'])(
    'undated on purpose: %s',
    (text) => {
      expect(draw(ours, text)).toBe('undated');
    },
  );

  it('knows the words for now', () => {
    for (const text of ['present', 'Today', ' heute ', "aujourd'hui", 'hoy', 'oggi', 'hoje', 'dziś'])
      expect(saysPresent(text)).toBe(true);
    for (const text of ['1850', 'winter', '', 'the present day']) expect(saysPresent(text)).toBe(false);
  });
});

describe('any date with such words', () => {
  const unit = fc.constantFrom('412 AA', '3rd century AA', '410s AA', 'Moath 77 AA', '3 ZZ', 'Moath 3 Age of Wolves');

  /** A date of a random calendar, in which some of these may not exist. */
  const ifRead = (chronology: Chronology, text: string): WorldDate | null => {
    const reading = readDate(chronology, text);
    return reading.ok ? reading.date : null;
  };

  it('has three thirds without a gap, inside of it and none of them empty', () => {
    fc.assert(
      fc.property(anyCalendar, unit, (calendar, text) => {
        const chronology = makeChronology([calendar]);
        const whole = ifRead(chronology, text);
        if (!whole) return;
        const [early, mid, late] = ['early', 'mid', 'late'].map((third) => dateIn(chronology, `${third} ${text}`));
        expect([early?.start.day, late?.end.day]).toEqual([whole.start.day, whole.end.day]);
        for (const third of [early, mid, late]) expect(third?.start.day).toBeLessThan(third?.end.day ?? 0);
        if (whole.end.day - whole.start.day < 3) return;
        expect([early?.end.day, mid?.end.day]).toEqual([mid?.start.day, late?.start.day]);
      }),
    );
  });

  it('is printed so that it reads back, and so are its ends', () => {
    const lead = fc.constantFrom('early', 'mid', 'late', 'winter', 'early winter', 'c. mid', 'spring or summer');
    fc.assert(
      fc.property(anyCalendar, lead, unit, (calendar, words, text) => {
        const chronology = makeChronology([{ ...calendar, seasons: [{ name: 'winter', months: ['Moath'] }] }]);
        const date = ifRead(chronology, `${words} ${text}`);
        if (!date) return;
        expect(dateIn(chronology, date.text)).toEqual(date);
        expect(dateIn(chronology, date.start.text).start).toEqual(date.start);
        expect(date.approximate).toBe(true);
      }),
    );
  });

  it('of two dates runs from the start of the first to the end of the last', () => {
    const year = fc.integer({ min: 1, max: 3000 });
    const joined = fc.constantFrom<[string, string]>(
      ['', ' to '],
      ['from ', ' to '],
      ['between ', ' and '],
      ['', ' or '],
    );
    fc.assert(
      fc.property(year, year, joined, (a, b, [before, between]) => {
        const [first, last] = [Math.min(a, b), Math.max(a, b)];
        const date = dateIn(ours, `${before}${first} CE${between}${last} CE`);
        expect([date.start.day, date.end.day]).toEqual([
          dateIn(ours, `${first} CE`).start.day,
          dateIn(ours, `${last} CE`).end.day,
        ]);
        expect(dateIn(ours, date.text)).toEqual(date);
      }),
    );
  });
});
