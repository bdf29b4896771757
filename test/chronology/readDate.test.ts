/** Every form in which people write dates, and how it is read. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  makeChronology,
  fold,
  formerEras,
  withFormerEras,
  eraMissed,
  monthMissed,
  undeclaredEraMessage,
  withYear,
  readDate,
  readDateOfParts,
  type DateReading,
} from '../../server/src/core/chronology';
import { prefixTable } from '../../server/src/core/chronology/foldedNames';
import { era, reckoning } from './calendars';
import { readsSoundly } from './typedDates';

const ours = makeChronology([]);
const declared = makeChronology([reckoning]);

/** `text [start, end) line`, or the code and message. */
const draw = (reading: DateReading): string => {
  if (!reading.ok) return `${reading.code}: ${reading.message}`;
  if (!reading.date) return 'undated';
  const { start, end, text, approximate } = reading.date;
  const marks = [start.line, reading.unknownEra && `?${reading.unknownEra}`, approximate && 'approximate'];
  return [`${text} [${start.text}, ${end.text})`, ...marks.filter(Boolean)].join(' ');
};

describe('in a declared calendar', () => {
  it.each([
    ['412 TA', '412 TA [412 TA, 413 TA)'],
    ['TA 412', '412 TA [412 TA, 413 TA)'],
    ['412TA', '412 TA [412 TA, 413 TA)'],
    ['412', '412 TA [412 TA, 413 TA)'],
    ['0412', '412 TA [412 TA, 413 TA)'],
    ['412 third age', '412 TA [412 TA, 413 TA)'],
    ['Third Age 412', '412 TA [412 TA, 413 TA)'],
    ['-62', '-62 TA [-62 TA, -61 TA)'],
    ['−62', '-62 TA [-62 TA, -61 TA)'],
    ['–62', '-62 TA [-62 TA, -61 TA)'],
    ['-1 TA', '-1 TA [-1 TA, 1 TA)'],
    ['Harvestmoon 412 TA', 'Harvestmoon 412 TA [Harvestmoon 412 TA, Frostwane 413 TA)'],
    ['harv 412', 'Harvestmoon 412 TA [Harvestmoon 412 TA, Frostwane 413 TA)'],
    ['12 Harvestmoon 412 TA', '12 Harvestmoon 412 TA [12 Harvestmoon 412 TA, 13 Harvestmoon 412 TA)'],
    ['Harvestmoon 12, 412 TA', '12 Harvestmoon 412 TA [12 Harvestmoon 412 TA, 13 Harvestmoon 412 TA)'],
    ['the 15th of Harvestmoon, 412 TA', '15 Harvestmoon 412 TA [15 Harvestmoon 412 TA, 16 Harvestmoon 412 TA)'],
    ['412 Harvestmoon 12', '12 Harvestmoon 412 TA [12 Harvestmoon 412 TA, 13 Harvestmoon 412 TA)'],
    ['TA 412 Harvestmoon 12', '12 Harvestmoon 412 TA [12 Harvestmoon 412 TA, 13 Harvestmoon 412 TA)'],
    ['Moonsday, 12 Harvestmoon 412 TA', '12 Harvestmoon 412 TA [12 Harvestmoon 412 TA, 13 Harvestmoon 412 TA)'],
    ['12 Harvestmoon 412 TA 13:06', '12 Harvestmoon 412 TA [12 Harvestmoon 412 TA, 13 Harvestmoon 412 TA)'],
    ['412-4-12', '12 Harvestmoon 412 TA [12 Harvestmoon 412 TA, 13 Harvestmoon 412 TA)'],
    ['412-4-12 FA', '12 Harvestmoon 412 FA [12 Harvestmoon 412 FA, 13 Harvestmoon 412 FA)'],
    ['412-3', 'Midfeast 412 TA [Midfeast 412 TA, Harvestmoon 412 TA)'],
    ['412/3', 'Midfeast 412 TA [Midfeast 412 TA, Harvestmoon 412 TA)'],
    ['-327-04-15', '15 Harvestmoon -327 TA [15 Harvestmoon -327 TA, 16 Harvestmoon -327 TA)'],
    ['32 Thaw 412 TA', '32 Thaw 412 TA [32 Thaw 412 TA, 1 Midfeast 412 TA)'],
    ['c. 412 TA', 'c. 412 TA [c. 412 TA, c. 413 TA) approximate'],
    ['circa 412', 'c. 412 TA [c. 412 TA, c. 413 TA) approximate'],
    ['c.412 TA', 'c. 412 TA [c. 412 TA, c. 413 TA) approximate'],
    ['~412 TA', 'c. 412 TA [c. 412 TA, c. 413 TA) approximate'],
    ['412? TA', 'c. 412 TA [c. 412 TA, c. 413 TA) approximate'],
    ['412 TA?', 'c. 412 TA [c. 412 TA, c. 413 TA) approximate'],
    ['410s TA', '410s TA [410 TA, 420 TA)'],
    ["410's", '410s TA [410 TA, 420 TA)'],
    ['50s BF', '50s BF [59 BF, 49 BF)'],
    ['3rd century TA', '3rd century TA [201 TA, 301 TA)'],
    ['3rd century BF', '3rd century BF [300 BF, 200 BF)'],
    ['12th century FA', '12th century FA [1101 FA, 1 TA)'],
    ['before 200 TA', 'before 200 TA [the beginning of time, 200 TA)'],
    ['after 200 TA', 'after 200 TA [201 TA, the end of time)'],
    ['>200 TA', 'after 200 TA [201 TA, the end of time)'],
    ['before c. 200 TA', 'before c. 200 TA [the beginning of time, c. 200 TA) approximate'],
    ['200 TA .. 205 TA', '200 TA .. 205 TA [200 TA, 206 TA)'],
    ['200..205', '200 TA .. 205 TA [200 TA, 206 TA)'],
    ['200–205 TA', '200 TA .. 205 TA [200 TA, 206 TA)'],
    ['200-205', '200 TA .. 205 TA [200 TA, 206 TA)'],
    ['200 TA - 205 TA', '200 TA .. 205 TA [200 TA, 206 TA)'],
    ['200 TA-205 TA', '200 TA .. 205 TA [200 TA, 206 TA)'],
    ['200 TA to 205 TA', '200 TA .. 205 TA [200 TA, 206 TA)'],
    ['412–13 TA', '412 TA .. 413 TA [412 TA, 414 TA)'],
    ['1195 FA .. 5', '1195 FA .. 5 TA [1195 FA, 6 TA)'],
    ['200 FA .. 205', '200 FA .. 205 FA [200 FA, 206 FA)'],
    ['5 BF .. 3 TA', '5 BF .. 3 TA [5 BF, 4 TA)'],
    [
      '14-15 Harvestmoon 412 TA',
      '14 Harvestmoon 412 TA .. 15 Harvestmoon 412 TA [14 Harvestmoon 412 TA, 16 Harvestmoon 412 TA)',
    ],
    [
      'Harvestmoon 14–15, 412 TA',
      '14 Harvestmoon 412 TA .. 15 Harvestmoon 412 TA [14 Harvestmoon 412 TA, 16 Harvestmoon 412 TA)',
    ],
    [
      '14 .. 15 Harvestmoon 412 TA',
      '14 Harvestmoon 412 TA .. 15 Harvestmoon 412 TA [14 Harvestmoon 412 TA, 16 Harvestmoon 412 TA)',
    ],
    ['31 Thaw - 2 Harvestmoon 412 TA', '31 Thaw 412 TA .. 2 Harvestmoon 412 TA [31 Thaw 412 TA, 3 Harvestmoon 412 TA)'],
    ['Thaw – Harvestmoon 412 TA', 'Thaw 412 TA .. Harvestmoon 412 TA [Thaw 412 TA, Frostwane 413 TA)'],
    ['c. 30 TA .. 25 TA', '25 TA .. c. 30 TA [25 TA, c. 31 TA) approximate'],
    ['1200 FA', '1200 FA [1200 FA, 1 TA)'],
    ['30 Harvestmoon 1200 FA', '30 Harvestmoon 1200 FA [30 Harvestmoon 1200 FA, 1 Frostwane 1 TA)'],
    ['1 BF', '1 BF [1 BF, 1 FA)'],
    ['5 Before Flame', '5 BF [5 BF, 4 BF)'],
    ['300 PR', '300 PR [300 PR, 301 PR) era:pr ?PR'],
    ['-1 PR', '-1 PR [-1 PR, 1 PR) era:pr ?PR'],
    ['12 Foo 412 XX', '12 Foo 412 XX [12 Foo 412 XX, 413 XX) era:xx ?XX'],
    ['"[[412 TA|the founding]]"', '412 TA [412 TA, 413 TA)'],
    ['412 TA Thaw 5', '5 Thaw 412 TA [5 Thaw 412 TA, 6 Thaw 412 TA)'],
    ['7 TA 5 Thaw', '5 Thaw 7 TA [5 Thaw 7 TA, 6 Thaw 7 TA)'],
    ['TA 7 5 Thaw', '5 Thaw 7 TA [5 Thaw 7 TA, 6 Thaw 7 TA)'],
    ['Thaw TA 7 5', '5 Thaw 7 TA [5 Thaw 7 TA, 6 Thaw 7 TA)'],
    ['Thaw 5 TA 7', '7 Thaw 5 TA [7 Thaw 5 TA, 8 Thaw 5 TA)'],
    ['5 7 TA Thaw', '5 Thaw 7 TA [5 Thaw 7 TA, 6 Thaw 7 TA)'],
    ['12 Thaw 3', '12 Thaw 3 TA [12 Thaw 3 TA, 13 Thaw 3 TA)'],
    ['412 Thaw 12', '12 Thaw 412 TA [12 Thaw 412 TA, 13 Thaw 412 TA)'],
    ['-41 Thaw 12', '12 Thaw -41 TA [12 Thaw -41 TA, 13 Thaw -41 TA)'],
    ['12 Thaw -41', '12 Thaw -41 TA [12 Thaw -41 TA, 13 Thaw -41 TA)'],
    ['12 Thaw 3rd', '3 Thaw 12 TA [3 Thaw 12 TA, 4 Thaw 12 TA)'],
    ['412 Thaw', 'Thaw 412 TA [Thaw 412 TA, Midfeast 412 TA)'],
    ['TA 412-4-12', '12 Harvestmoon 412 TA [12 Harvestmoon 412 TA, 13 Harvestmoon 412 TA)'],
    ['412.4.12', '12 Harvestmoon 412 TA [12 Harvestmoon 412 TA, 13 Harvestmoon 412 TA)'],
    ['412-03', 'Midfeast 412 TA [Midfeast 412 TA, Harvestmoon 412 TA)'],
    ['412-4 BF', 'Harvestmoon 412 BF [Harvestmoon 412 BF, Frostwane 411 BF)'],
    ['Moonsday Thaw 412 TA', 'Thaw 412 TA [Thaw 412 TA, Midfeast 412 TA)'],
    ['Moo 3 Thaw 412', '3 Thaw 412 TA [3 Thaw 412 TA, 4 Thaw 412 TA)'],
    ['Mo 3 Thaw 412', 'Mo 3 Thaw 412 [Mo 3 Thaw 412, 4 Mo) era:mo ?Mo'],
    ['3rd century Foo', '3rd century Foo [201 Foo, 301 Foo) era:foo ?Foo'],
    ['1st century', '1st century TA [1 TA, 101 TA)'],
    ['11th century', '11th century TA [1001 TA, 1101 TA)'],
    ['22nd century', '22nd century TA [2101 TA, 2201 TA)'],
    ['111th century', '111th century TA [11001 TA, 11101 TA)'],
    ['0s', '0s TA [1 TA, 10 TA)'],
    ['0s BF', '0s BF [9 BF, 1 FA)'],
    ['1200s FA', '1200s FA [1200 FA, 1 TA)'],
    ['412ST', '412 ST [412 ST, 413 ST) era:st ?ST'],
    ['1ST Thaw 412', '1 Thaw 412 TA [1 Thaw 412 TA, 2 Thaw 412 TA)'],
    ['410S', '410 S [410 S, 411 S) era:s ?S'],
    ['C 412', '412 C [412 C, 413 C) era:c ?C'],
    ['C. 412', 'c. 412 TA [c. 412 TA, c. 413 TA) approximate'],
    ['c 412', 'c. 412 TA [c. 412 TA, c. 413 TA) approximate'],
    ['ca. 412', 'c. 412 TA [c. 412 TA, c. 413 TA) approximate'],
    ['412 ?? TA', 'c. 412 TA [c. 412 TA, c. 413 TA) approximate'],
    ['?412', 'c. 412 TA [c. 412 TA, c. 413 TA) approximate'],
    ['<412', 'before 412 TA [the beginning of time, 412 TA)'],
    ['412 f', 'Frostwane 412 TA [Frostwane 412 TA, Thaw 412 TA)'],
    ['412 harvestmoon.', 'Harvestmoon 412 TA [Harvestmoon 412 TA, Frostwane 413 TA)'],
    ['12,000 TA', '12000 TA [12000 TA, 12001 TA)'],
    ['12 Foo Bar 412', '12 Foo Bar 412 [12 Foo Bar 412, 413 Bar) era:bar ?Bar'],
    ['Foo 412 Bar', 'Foo 412 Bar [Foo 412 Bar, 413 Bar) era:bar ?Bar'],
    ['Foo 412 Thaw', 'Foo 412 Thaw [Foo 412 Thaw, after Foo 412 Thaw) era:foo ?Foo'],
    ['Thaw 412 Foo', 'Thaw 412 Foo [Thaw 412 Foo, after Thaw 412 Foo) era:foo ?Foo'],
    ['4E 201', '201 4E [201 4E, 202 4E) era:4e ?4E'],
    ['4ER 201', '201 4ER [201 4ER, 202 4ER) era:4er ?4ER'],
    ['412 TA at 10:00 .. 413 TA 11:00', '412 TA .. 413 TA [412 TA, 414 TA)'],
    ['[[412 TA|x]] .. 413', '412 TA .. 413 TA [412 TA, 414 TA)'],
    ['412- 413', '412 TA .. 413 TA [412 TA, 414 TA)'],
    ['412-5', '412 TA .. 415 TA [412 TA, 416 TA)'],
    ['412-13', '412 TA .. 413 TA [412 TA, 414 TA)'],
    ['3-412', '3 TA .. 412 TA [3 TA, 413 TA)'],
    ['-412–5', '-412 TA .. -405 TA [-412 TA, -404 TA)'],
    ['412–3', '412 TA .. 413 TA [412 TA, 414 TA)'],
    ['199–200 TA', '199 TA .. 200 TA [199 TA, 201 TA)'],
    ['412–10 BF', '412 BF .. 410 BF [412 BF, 409 BF)'],
    ['199–98 BF', '199 BF .. 198 BF [199 BF, 197 BF)'],
    ['5-412 Foo', '5 Foo .. 412 Foo [5 Foo, 413 Foo) era:foo ?Foo'],
    ['412-5 Foo', '412-5 Foo [412-5 Foo, after 412-5 Foo) era:foo ?Foo'],
    ['412 TA-413', '412 TA .. 413 TA [412 TA, 414 TA)'],
    ['1199 FA–3', '1199 FA .. 3 TA [1199 FA, 4 TA)'],
    ['5 BF .. 3', '5 BF .. 3 BF [5 BF, 2 BF)'],
    ['3rd–5th Thaw 412', '3 Thaw 412 TA .. 5 Thaw 412 TA [3 Thaw 412 TA, 6 Thaw 412 TA)'],
    ['410s .. 5 Thaw 412', '410s TA .. 5 Thaw 412 TA [410 TA, 6 Thaw 412 TA)'],
    ['3 TA .. 5 Thaw 412 TA', '3 TA .. 5 Thaw 412 TA [3 TA, 6 Thaw 412 TA)'],
    ['3 .. Thaw 412', '3 TA .. Thaw 412 TA [3 TA, Midfeast 412 TA)'],
    ['Thaw 410 .. 412', 'Thaw 410 TA .. 412 TA [Thaw 410 TA, 413 TA)'],
    ['Thaw .. Midfeast 412', 'Thaw 412 TA .. Midfeast 412 TA [Thaw 412 TA, Harvestmoon 412 TA)'],
    ['c. 410–412', 'c. 410 TA .. c. 412 TA [c. 410 TA, c. 413 TA) approximate'],
    ['410–412?', 'c. 410 TA .. c. 412 TA [c. 410 TA, c. 413 TA) approximate'],
    ['c. 410 .. 412', 'c. 410 TA .. 412 TA [c. 410 TA, 413 TA) approximate'],
  ])('%s', (text, expected) => {
    expect(draw(readDate(declared, text))).toBe(expected);
  });
});

describe('what is wrong with a date, and how to fix it', () => {
  it.each([
    [
      '31 Harvestmoon 412 TA',
      'date/impossible: Harvestmoon has 30 days: there is no 31 Harvestmoon 412 TA; write 1 to 30',
    ],
    ['33 Thaw 412 TA', 'date/impossible: Thaw has 32 days in 412 TA: there is no 33 Thaw 412 TA; write 1 to 32'],
    ['0 Thaw 412 TA', 'date/impossible: Thaw has 32 days in 412 TA: there is no 0 Thaw 412 TA; write 1 to 32'],
    ['412-13-1', 'date/impossible: reckoning has 4 months: there is no month 13; write 1 to 4'],
    ['0 TA', 'date/impossible: TA has no year 0: write 1 TA or 1200 FA'],
    ['0 FA', 'date/impossible: FA has no year 0: write 1 FA or 1 BF'],
    ['0 BF', 'date/impossible: BF has no year 0: write 1 BF'],
    ['1201 FA', 'date/impossible: FA ends with 1200 FA: there is no 1201 FA; write 1 TA'],
    ['30 TA .. 20 TA', 'date/inverted: ends at 20 TA, before it begins at 30 TA'],
    [
      '410X412HarvestmoonHarvestmoonHarvestmoon-62',
      'date/inverted: ends at 62 X412HarvestmoonHarvestmoonHarvestm…, before it begins at 410 X412HarvestmoonHarvestmoonHarvest…; if X412HarvestmoonHarvestmoonHarvestmoon counts down, declare it under `eras` in codex.yaml',
    ],
    ['200 TA .. 205 XX', "date/unreadable: 200 TA and 205 XX can't be compared: write both in the same era"],
    [
      '12 Foo 412 TA',
      'date/unreadable: "Foo" is not a month of reckoning: its months are Frostwane, Thaw, Midfeast, Harvestmoon',
    ],
    ['412 TA 25:00', 'date/unreadable: "412 TA 25:00": 25:00 is not a time of day; correct it, or leave it out'],
    ['2026-04-01Tnoon', 'date/unreadable: "2026-04-01Tnoon": Tnoon is not a time of day; correct it, or leave it out'],
    ['12 Harvestmoon', 'date/unreadable: "12 Harvestmoon" has no year: write it like 12 Harvestmoon 412 TA'],
    ['412-11', 'date/impossible: reckoning has 4 months: there is no month 11; write 1 to 4'],
    ['2 Midfeast 412', 'date/impossible: Midfeast has 1 day: there is no 2 Midfeast 412 TA; write 1'],
    ['100–101 Thaw 412', 'date/impossible: Thaw has 32 days in 412 TA: there is no 100 Thaw 412 TA; write 1 to 32'],
    [
      '0 .. 5 Thaw 412',
      'date/unreadable: There is no year 0: years count from 1, and -1 is the year before; write one of these, or leave the date empty',
    ],
    [
      '0',
      'date/unreadable: There is no year 0: years count from 1, and -1 is the year before; write one of these, or leave the date empty',
    ],
    ['13th century FA', 'date/impossible: FA ends with 1200 FA: there is no 1201 FA; write 1 TA'],
    ['3 Thaw–412', 'date/unreadable: "3 Thaw" has no year: write it like 3 Thaw 412 TA'],
    ['412th Thaw', 'date/unreadable: "412th Thaw" has no year: write it like 412th Thaw 412 TA'],
    [
      '12 Foo 412',
      'date/unreadable: "Foo" is not a month of reckoning: its months are Frostwane, Thaw, Midfeast, Harvestmoon',
    ],
    [
      '9999999999999999 TA',
      'date/unreadable: "9999999999999999 TA" is too far away for its days to be counted: write a year up to 96,851,604,888,486 TA',
    ],
    [
      'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
      'date/unreadable: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" is not a date: write it like 412 TA, 12 Frostwane 412 TA or c. 412 TA',
    ],
    [
      'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
      'date/unreadable: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…" is not a date: write it like 412 TA, 12 Frostwane 412 TA or c. 412 TA',
    ],
    [
      'the day before',
      'date/unreadable: "the day before" is not a date: write it like 412 TA, 12 Frostwane 412 TA or c. 412 TA',
    ],
  ])('%s', (text, expected) => {
    expect(draw(readDate(declared, text))).toBe(expected);
  });

  it.each(['2026-13-45', '2026-02-29', '2026-13', '29 Feb 1900'])('impossible: %s', (text) => {
    expect(draw(readDate(ours, text))).toMatch(/^date\/impossible/);
  });

  it.each([
    '0',
    '0000-00-00',
    '202604011200',
    'session-47',
    'the day before',
    '01/02/2026',
    '412 TA (maybe)',
    '412.5',
    '412 TA ..',
    '.. 412 TA',
    '1 .. 2 .. 3',
    '410s April',
    'April 2026-04-01',
    '412 after',
    '3rd century-412-3',
    'Harvestmoon',
    '412 TA 25:00',
    '412 TA 23:60',
    '412 TA 13:06:99',
    '2026-04-01T25:00:00Z',
    '412 TA 13:06 pm',
    '412 TA 10:00+25:00',
    '13:06',
    '415s TA',
    '9'.repeat(100_000),
    '1-'.repeat(99),
    'Apr-28-2005',
    '28–Apr–2005',
    '28/Apr/2005',
    'Foo-47',
    'session-47-3',
    '412-99-100 XX',
    '412-2-12345 XX',
  ])('unreadable: %.30s', (text) => {
    expect(draw(readDate(ours, text))).toMatch(/^date\/unreadable/);
  });
});

describe('what no calendar reads as a date', () => {
  it.each([
    '3rd 4th century',
    'century 3rd',
    '3 century',
    '3rd century Thaw',
    '0th century',
    '410s 420s',
    '410s TA FA',
    '410s Thaw',
    '412s',
    '5 Thaw 410s',
    '5 410s Thaw',
    '12th Thaw 3rd',
    'Thaw -5 412',
    'Thaw 4 5 6',
    '412 1 2 3',
    'Foo Bar Baz 412',
    'Thaw',
    'Thaw TA',
    '412 TA before',
    'before after 412',
    '412 ~',
    '412 3-4-5',
    '412-4-12-3',
    '412-4th-12',
    'Foo Bar 412',
    '12-4-412',
    'FA TA 412-3',
    'century 412-3',
    '412-3rd',
    '412.4',
    '412 -413',
    '412–Thaw 413',
    'Thaw 412–TA',
    '3rd .. 5 Thaw 412',
    'before 410 .. 412',
    '410 .. after 412',
    '412st',
    '5 before flames',
    '1234567890 Thaw 412',
    '20260401120059',
    '%><%',
    '{{',
  ])('%s', (text) => {
    expect(draw(readDate(declared, text))).toMatch(/ is not a date: write it like 412 TA/);
  });
});

describe('any text at all', () => {
  it('reads as a stretch that ends after it starts, or as a message of two lines at most', () => {
    fc.assert(readsSoundly, { numRuns: Number(process.env.FUZZ_RUNS ?? 1000) });
  });

  it.each(['a.', '1-', '1.', '[[', ']]', ',', '"', '{{', '12:30 ', 'c. ', '? ', 'TA ', '..', '- ', "s'", 'é-'])(
    'terminates over %s again and again',
    (unit) => {
      // If it tried every way of splitting these, the test would time out.
      expect(readDate(declared, unit.repeat(20_000 / unit.length)).ok).toBe(false);
    },
  );
});

describe('without any calendar', () => {
  it.each([
    ['2026-04-01', '2026-04-01 [2026-04-01, 2026-04-02)'],
    ['2026-12-31', '2026-12-31 [2026-12-31, 2027-01-01)'],
    ['2026-04', '2026-04 [2026-04, 2026-05)'],
    ['2026.04.01', '2026-04-01 [2026-04-01, 2026-04-02)'],
    ['1463/2/12', '1463-02-12 [1463-02-12, 1463-02-13)'],
    ['1 April 2026', '1 April 2026 [1 April 2026, 2 April 2026)'],
    ['Monday, May 1st 2024', '1 May 2024 [1 May 2024, 2 May 2024)'],
    ['28-Apr-2005', '28 April 2005 [28 April 2005, 29 April 2005)'],
    ['Sept. 2020', 'September 2020 [September 2020, October 2020)'],
    ['2026-05-01T10:00:00Z', '2026-05-01 [2026-05-01, 2026-05-02)'],
    ['476 CE 24:00', '476 CE [476 CE, 477 CE)'],
    ['476 CE 23:59:59.5+02:00', '476 CE [476 CE, 477 CE)'],
    ['2026-05-01 10:00 pm', '2026-05-01 [2026-05-01, 2026-05-02)'],
    ['2026-05-01T10:00 .. 2026-05-02T11:00', '2026-05-01 .. 2026-05-02 [2026-05-01, 2026-05-03)'],
    ['476 CE', '476 CE [476 CE, 477 CE)'],
    ['AD 79', '79 AD [79 AD, 80 AD)'],
    ['79 A.D.', '79 A.D. [79 A.D., 80 A.D.)'],
    ['412', '412 CE [412 CE, 413 CE)'],
    ['44 BC', '44 BC [44 BC, 43 BC)'],
    ['44 bc', '44 BC [44 BC, 43 BC)'],
    ['15 March 44 B.C.', '15 March 44 B.C. [15 March 44 B.C., 16 March 44 B.C.)'],
    ['1 May 2026 AD', '1 May 2026 AD [1 May 2026 AD, 2 May 2026 AD)'],
    ['1 BC', '1 BC [1 BC, 1 CE)'],
    ['15 March 44 BCE', '15 March 44 BCE [15 March 44 BCE, 16 March 44 BCE)'],
    ['-0044-03-15', '15 March 44 BCE [15 March 44 BCE, 16 March 44 BCE)'],
    ['31 December 1 BCE', '31 December 1 BCE [31 December 1 BCE, 1 January 1 CE)'],
    ['480–79 BC', '480 BC .. 479 BC [480 BC, 478 BC)'],
    ['44-31 BC', '44 BC .. 31 BC [44 BC, 30 BC)'],
    ['44/31 BC', '44 BC .. 31 BC [44 BC, 30 BC)'],
    ['44-10 BC', 'October 44 BC [October 44 BC, November 44 BC)'],
    ['1245–295 BC', '1245 BC .. 295 BC [1245 BC, 294 BC)'],
    ['2 BCE .. 3', '2 BCE .. 3 CE [2 BCE, 4 CE)'],
    ['2 BC–3', '2 BC .. 3 CE [2 BC, 4 CE)'],
    ['2 BCE – 3 CE', '2 BCE .. 3 CE [2 BCE, 4 CE)'],
    ['44 BCE .. 14', '44 BCE .. 14 BCE [44 BCE, 13 BCE)'],
    ['1990s', '1990s CE [1990 CE, 2000 CE)'],
    ['1914–18', '1914 CE .. 1918 CE [1914 CE, 1919 CE)'],
    ['1 April 2026 – 3 May 2026', '1 April 2026 .. 3 May 2026 [1 April 2026, 4 May 2026)'],
    ['3052 AS', '3052 AS [3052 AS, 3053 AS) era:as ?AS'],
    ['15th hammer, 5421 AS', '15th hammer, 5421 AS [15th hammer, 5421 AS, 5422 AS) era:as ?AS'],
    ['14th of hammer, 5421 AS', '14th of hammer, 5421 AS [14th of hammer, 5421 AS, 5422 AS) era:as ?AS'],
    ['1st Alturiak, 5421', '1st Alturiak, 5421 [1st Alturiak, 5421, 5422 CE)'],
    ['\\>4980 AS', 'after 4980 AS [4981 AS, the end of time) era:as ?AS'],
    ['07 Emberwake 131 PR', '07 Emberwake 131 PR [07 Emberwake 131 PR, 132 PR) era:pr ?PR'],
    ['17 Stardrift -0285  PR', '17 Stardrift -0285 PR [17 Stardrift -0285 PR, -284 PR) era:pr ?PR'],
    ['-0128.07.08 PR', '-0128.07.08 PR [-0128.07.08 PR, after -0128.07.08 PR) era:pr ?PR'],
    ['07 Dawnmarch 212PR 13:06', '07 Dawnmarch 212PR [07 Dawnmarch 212PR, 213 PR) era:pr ?PR'],
    ['"[[-62]]"', '62 BCE [62 BCE, 61 BCE)'],
    ['-327-6-15', '15 June 327 BCE [15 June 327 BCE, 16 June 327 BCE)'],
    ['14-15 Dualahei 845 PD', '14 Dualahei 845 PD .. 15 Dualahei 845 PD [14 Dualahei 845 PD, 846 PD) era:pd ?PD'],
    ['14 - 15 Dualahei 845 PD', '14 Dualahei 845 PD .. 15 Dualahei 845 PD [14 Dualahei 845 PD, 846 PD) era:pd ?PD'],
    [
      '14 Dualahei - 2 Emberwake 845 PD',
      '14 Dualahei 845 PD .. 2 Emberwake 845 PD [14 Dualahei 845 PD, 846 PD) era:pd ?PD',
    ],
    ['200–205 PR', '200 PR .. 205 PR [200 PR, 206 PR) era:pr ?PR'],
    ['412-3 PR', '412-3 PR [412-3 PR, after 412-3 PR) era:pr ?PR'],
    ['4E 201', '201 4E [201 4E, 202 4E) era:4e ?4E'],
    ['0 AE', '0 AE [0 AE, 1 AE) era:ae ?AE'],
    ['1200 C.', '1200 C [1200 C, 1201 C) era:c ?C'],
    ['3rd-Apr-2005', '3 April 2005 [3 April 2005, 4 April 2005)'],
    ['Apr-2005', 'April 2005 [April 2005, May 2005)'],
    ['1999-Apr-28', '28 April 1999 [28 April 1999, 29 April 1999)'],
    ['5 Jun 2020', '5 June 2020 [5 June 2020, 6 June 2020)'],
    ['5 Ma 2020', '5 Ma 2020 [5 Ma 2020, 2021 CE)'],
    ['5 J 2020', '5 J 2020 [5 J 2020, 2021 CE)'],
    ['-44 BC', '44 BC [44 BC, 43 BC)'],
    ['412-1-0 XX', '412-1-0 XX [412-1-0 XX, 413 XX) era:xx ?XX'],
    ['412-0-1 XX', '412-0-1 XX [412-0-1 XX, 413 XX) era:xx ?XX'],
    ['412-99-99 XX', '412-99-99 XX [412-99-99 XX, after 412-99-99 XX) era:xx ?XX'],
    ['412-100-1 XX', '412-100-1 XX [412-100-1 XX, 413 XX) era:xx ?XX'],
    ['3rd century BS', '3rd century BS [3rd century BS, after 3rd century BS) era:bs:3rd century ?BS'],
    [
      'c. 3rd century BS',
      'c. 3rd century BS [c. 3rd century BS, after 3rd century BS) era:bs:3rd century ?BS approximate',
    ],
  ])('%s', (text, expected) => {
    expect(draw(readDate(ours, text))).toBe(expected);
  });

  it.each([
    '',
    '  ',
    'unknown',
    'Never',
    '?',
    '???',
    'unclear',
    'UNCLEAR',
    'Unknown',
    '-',
    '–',
    'N/A',
    'tbd',
    'NONE',
    'none',
    'n/a',
    'TBD',
    '~',
    'null',
    '""',
    '{{date}}',
    '<% tp.date.now() %>',
  ])('undated on purpose: %s', (text) => {
    expect(draw(readDate(ours, text))).toBe('undated');
  });
});

describe('the mapping form', () => {
  it.each([
    [{ year: '412', month: '4', day: '12' }, '12 Harvestmoon 412 TA'],
    [{ year: '412', month: 'Harv', day: '12', era: 'First Age' }, '12 Harvestmoon 412 FA'],
    [{ year: '-6388', month: '3' }, 'Midfeast -6388 TA'],
    [{ year: '2', month: '3', era: 'PR' }, '2/3 PR'],
    [{ year: '412', month: '', day: 'null' }, '412 TA'],
  ])('%o', (parts, text) => {
    expect(readDateOfParts(declared, parts)).toMatchObject({ ok: true, date: { text } });
  });

  it('reads the numbers of our own calendar', () => {
    expect(readDateOfParts(ours, { year: '-6388', month: '6', day: '6' })).toMatchObject({
      date: { text: '6 June 6388 BCE' },
    });
  });

  it.each([
    [{ year: '' }, 'undated'],
    [{ year: '', month: '3' }, 'date/unreadable: this date has no year: add `year`'],
    [{ year: '412', day: '3' }, 'date/unreadable: this date has a day but no month: add `month`'],
    [{ year: '412 .. 414' }, 'date/unreadable: "412 .. 414" is not a year: write a number'],
    [{ year: '412', month: '3', day: 'x' }, 'date/unreadable: "x" is not a day of a month: write a number'],
    [
      { year: '412', month: '9', day: '1' },
      'date/impossible: reckoning has 4 months: there is no month 9; write 1 to 4',
    ],
  ])('%o', (parts, expected) => {
    expect(draw(readDateOfParts(declared, parts))).toBe(expected);
  });
});

describe('calendars of other shapes', () => {
  it('takes the calendar from the era', () => {
    const elves = { ...reckoning, id: 'elves', months: [{ name: 'Bloom', days: 90 }], leap: [], eras: [era('EL', 0)] };
    const both = makeChronology([reckoning, elves]);
    expect(draw(readDate(both, '90 Bloom 3 EL'))).toBe('90 Bloom 3 EL [90 Bloom 3 EL, 1 Bloom 4 EL)');
    expect(draw(readDate(both, '3-1-90 EL'))).toBe('90 Bloom 3 EL [90 Bloom 3 EL, 1 Bloom 4 EL)');
    expect(draw(readDate(both, '3'))).toBe('3 TA [3 TA, 4 TA)');
  });

  it('supports only years where no months are declared', () => {
    const bare = { ...reckoning, id: 'annals', months: [], leap: [], eras: [era('AN', 0)] };
    expect(draw(readDate(makeChronology([bare]), '412'))).toBe('412 AN [412 AN, 413 AN) calendar:annals');
    expect(draw(readDate(makeChronology([bare]), '7 Bloom 412'))).toBe(
      '7 Bloom 412 [7 Bloom 412, 413 AN) calendar:annals',
    );
    expect(readDate(makeChronology([{ ...bare, yearDays: 300 }]), '3 AN')).toMatchObject({
      date: { start: { line: '', day: 600 }, end: { day: 900 } },
    });
  });

  it('has a year 0 where the era says so, and reads a calendar without eras', () => {
    const zero = makeChronology([{ ...reckoning, defaultEra: 'Z', eras: [era('Z', 10, { yearZero: true })] }]);
    expect(draw(readDate(zero, '0'))).toBe('0 Z [0 Z, 1 Z)');
    expect(draw(readDate(zero, '-1'))).toBe('-1 Z [-1 Z, 0 Z)');
    expect(draw(readDate(makeChronology([{ ...reckoning, defaultEra: 'none', eras: [] }]), '12 Thaw 412'))).toBe(
      '12 Thaw 412 [12 Thaw 412, 13 Thaw 412)',
    );
  });

  it('has feasts that exist only in leap years', () => {
    const feast = makeChronology([
      {
        ...reckoning,
        months: [
          { name: 'Work', days: 30 },
          { name: 'Shieldmeet', days: 0 },
          { name: 'Rest', days: 30 },
        ],
        leap: [{ month: 'Shieldmeet', every: 4 }],
      },
    ]);
    expect(draw(readDate(feast, 'Shieldmeet 4 TA'))).toBe('Shieldmeet 4 TA [Shieldmeet 4 TA, Rest 4 TA)');
    expect(draw(readDate(feast, '30 Work 4 TA'))).toBe('30 Work 4 TA [30 Work 4 TA, 1 Shieldmeet 4 TA)');
    expect(draw(readDate(feast, '30 Work 5 TA'))).toBe('30 Work 5 TA [30 Work 5 TA, 1 Rest 5 TA)');
    expect(draw(readDate(feast, 'Shieldmeet 5 TA'))).toBe(
      'date/impossible: Shieldmeet is not in every year: there is none in 5 TA',
    );
  });

  it('accepts names of several words, and names that begin with a digit', () => {
    const tamriel = makeChronology([
      {
        ...reckoning,
        defaultEra: '4E',
        months: [
          { name: "Sun's Dusk", days: 30 },
          { name: "Sun's Dawn", days: 28 },
          { name: 'The Long Night', days: 3 },
        ],
        leap: [],
        eras: [era('3E', 0, { last: 433 }), era('4E', 433, { names: ['Age of the Wolf', 'Post-Fall'] })],
      },
    ]);
    for (const text of [
      "2 Sun's Dusk 4E 201",
      '2nd of sun’s dusk, 201 4E',
      "Sun's Dusk 2, 201 Age of the Wolf",
      '201-1-2 Post-Fall',
    ]) {
      expect(draw(readDate(tamriel, text))).toBe("2 Sun's Dusk 201 4E [2 Sun's Dusk 201 4E, 3 Sun's Dusk 201 4E)");
    }
    expect(draw(readDate(tamriel, 'the 1st of the long night, 433 3E'))).toMatch(/^1 The Long Night 433 3E/);
    expect(draw(readDate(tamriel, '4E 200–4E 201'))).toBe('200 4E .. 201 4E [200 4E, 202 4E)');
  });
});

describe('names', () => {
  it.each([
    ['Thaw', 'thaw'],
    ['A.D.', 'a.d'],
    ['Sun\u2019s  Dusk', "sun's dusk"],
    ['\u00c9re ', 'ere'],
  ])('%s folds to %s', (name, folded) => {
    expect(fold(name)).toBe(folded);
  });

  it('are found by any prefix that no other name has', () => {
    const long = 'a'.repeat(200);
    const table = prefixTable(['Thaw', 'Thorn', 'Th', 'May', 'May', long], 1);
    const found = ['t', 'th', 'tha', 'thaw', 'tho', 'may', long.slice(0, 100), long.slice(0, 101), long];
    expect(found.map((name) => table.get(name))).toEqual([-1, 2, 0, 0, 1, 3, 5, undefined, 5]);
    expect(prefixTable(['April'], 3).get('ap')).toBeUndefined();
  });

  it('of renamed eras still mean their years, where these and the days are the same', () => {
    const before = era('BF', 1, { names: ['Before Flame'], direction: 'backward' });
    const eras = [era('FA', 0, { last: 1200 }), era('AS', 1200), before, era('XA', 5)];
    const now = makeChronology([{ ...reckoning, defaultEra: 'AS', eras }]);
    const both = withFormerEras(now, declared);
    expect([...formerEras(now, declared).keys()]).toEqual(['First Age', 'TA', 'Third Age']);
    expect(draw(readDate(both, '412 Third Age'))).toBe('412 AS [412 AS, 413 AS)');
    expect(draw(readDate(both, '12 Thaw 412 TA'))).toBe('12 Thaw 412 AS [12 Thaw 412 AS, 13 Thaw 412 AS)');
    expect(draw(readDate(both, '5 before flame'))).toBe('5 BF [5 BF, 4 BF)');
    expect(withFormerEras(declared, now).eraNames.has('as')).toBe(true);
    for (const other of [{ offsetDays: 1 }, { leap: [] }, { eras: [era('AS', 1201), before] }])
      expect(formerEras(makeChronology([{ ...reckoning, defaultEra: 'AS', eras, ...other }]), declared).has('TA')).toBe(
        false,
      );
    expect(withFormerEras(declared, declared)).toBe(declared);
  });
});

describe('messages', () => {
  const message = (text: string, chronology = ours): string => {
    const reading = readDate(chronology, text);
    return reading.ok ? '' : reading.message;
  };

  it('take the years of a codex that has its own eras as examples', () => {
    expect(withYear(message('x y z'), '300 PR')).toBe(
      '"x y z" is not a date: write it like 300 PR, c. 300 PR or before 300 PR',
    );
    expect(withYear(message('12 April'), '300 PR')).toBe('"12 April" has no year: write it like 12 April 300 PR');
  });

  it('quote the month and the era that they miss', () => {
    expect(monthMissed(message('12 Foo 412 TA', declared))).toEqual({ month: 'Foo', calendar: 'reckoning' });
    expect(monthMissed(message('x y z'))).toBeNull();
    expect(eraMissed(undeclaredEraMessage('XX'))).toBe('XX');
    expect(eraMissed(message('x y z'))).toBeUndefined();
  });

  it('name fourteen months at most, and show no feast without a day as an example', () => {
    const months = Array.from({ length: 15 }, (_, i) => ({ name: `M${i}th`, days: i }));
    const short = makeChronology([
      { ...reckoning, leap: [], months: months.slice(0, 14), eras: [era('TA', 0, { last: 300 })] },
    ]);
    expect(message('x y z', short)).toContain('write it like 300 TA, 1 M1th 300 TA or c. 300 TA');
    expect(message('1 Foo 3 TA', short)).toMatch(/ M12th, M13th$/);
    expect(message('1 Foo 3 TA', makeChronology([{ ...reckoning, leap: [], months }]))).toMatch(/ M13th, \u2026$/);
  });
});
