/**
 * What another codex.yaml makes of the names of days: whether they mean the same days, the same years, or days in the
 * same order.
 */
import { expect, it } from 'vitest';
import { dayNames } from '../../server/src/core/chronology';
import { readCodex } from '../../server/src/core/codex/readCodex';

const DAYS = 'months: [{name: Frost, days: 30}, {name: Thaw, days: 20}]';
const ERAS = 'eras: [{id: FA, epoch: 0, last: 1200}, {id: TA, epoch: 1200}]';
const OURS = `calendars:\n  ours: {${DAYS}, ${ERAS}}\n`;
const THEIRS = '  theirs: {months: [{name: Ash, days: 9}], eras: [{id: XA, epoch: 0}], offset_days: 5}\n';
const YEARS = `calendars:\n  ours: {${ERAS}}\n`;
/** Only two eras, one of which has an end. */
const eras = (...declared: string[]): string =>
  `calendars:\n  ours: {${DAYS}, default_era: Z, eras: [{id: Z, epoch: 9000}, ${declared.map((one) => `{${one}}`).join(', ')}]}\n`;

type Kept = 'the same' | 'years' | 'order' | 'order and years' | 'nothing';

function kept(before: string, after: string): Kept {
  const [a, b] = [before, after].map((text) => readCodex(text).codex.chronology);
  if (!a || !b) throw new Error('no codex');
  const { isSame, keepsYears, keepsOrder } = dayNames(a, b);
  if (isSame) return keepsYears && keepsOrder ? 'the same' : 'nothing';
  if (keepsYears) return keepsOrder ? 'order and years' : 'years';
  return keepsOrder ? 'order' : 'nothing';
}

it.each<[string, string, string, Kept]>([
  ['no calendar, as before', '', 'present: 3 CE\n', 'the same'],
  ['calendars where there were none', '', OURS, 'nothing'],
  ['none where there were some', OURS, '', 'nothing'],
  ['the same calendar', OURS, `# Ours.\n${OURS}`, 'the same'],
  ['days of the week', OURS, OURS.replace('eras', 'weekdays: [Sun, Moon], eras'), 'the same'],
  ['another id of the calendar', OURS, OURS.replace('ours', 'other'), 'nothing'],
  ['another era of bare years', OURS, OURS.replace('eras', 'default_era: FA, eras'), 'nothing'],
  ['a calendar more', OURS, OURS + THEIRS, 'order'],
  ['a calendar less', OURS + THEIRS, OURS, 'nothing'],
  ['a calendar counted from another day', OURS, OURS.replace('eras', 'offset_days: 7, eras'), 'order'],
  ['one of two counted from another day', OURS + THEIRS, OURS + THEIRS.replace('5}', '7}'), 'nothing'],
  ['one of two with a longer month', OURS + THEIRS, OURS.replace('20', '21') + THEIRS, 'nothing'],
  [
    'one of two with a leap rule',
    OURS + THEIRS,
    OURS.replace('eras', 'leap: [{month: Thaw, every: 4}], eras') + THEIRS,
    'nothing',
  ],
  [
    'one of two with an era more',
    OURS + THEIRS,
    OURS.replace('[{id: FA', '[{id: SA, epoch: -300, last: 300}, {id: FA') + THEIRS,
    'order',
  ],
  [
    'one of two with longer years',
    (OURS + THEIRS).replace(DAYS, 'year_days: 50'),
    (OURS + THEIRS).replace(DAYS, 'year_days: 51'),
    'nothing',
  ],
  ['a longer month', OURS, OURS.replace('20', '21'), 'order'],
  ['a month more', OURS, OURS.replace('{name: Thaw', '{name: Feast, days: 1}, {name: Thaw'), 'order'],
  ['a month less', OURS, OURS.replace(', {name: Thaw, days: 20}', ''), 'nothing'],
  [
    'months that are swapped',
    OURS,
    OURS.replace(DAYS, 'months: [{name: Thaw, days: 30}, {name: Frost, days: 20}]'),
    'nothing',
  ],
  ['a month in other letters', OURS, OURS.replace('Thaw', 'THAW'), 'order'],
  ['a leap rule', OURS, OURS.replace('eras', 'leap: [{month: Thaw, every: 4}], eras'), 'order'],
  [
    'an era more',
    OURS,
    OURS.replace('}]}', '}, {id: SA, epoch: 3000, last: 3100}, {id: TA2, epoch: 3100}]}').replace(
      'eras',
      'default_era: TA, eras',
    ),
    'order',
  ],
  ['an era less', OURS, OURS.replace('{id: FA, epoch: 0, last: 1200}, ', ''), 'nothing'],
  ['another name of an era', OURS, OURS.replace('epoch: 1200', 'epoch: 1200, names: [Third Age]'), 'order'],
  ['an era in other letters', OURS, OURS.replace('id: FA', 'id: fa'), 'order'],
])('of days: %s', (_, before, after, expected) => expect(kept(before, after)).toBe(expected));

it.each<[string, string, string, Kept]>([
  ['is given months', YEARS, OURS, 'order and years'],
  ['is given days of a year', YEARS, YEARS.replace('eras', 'year_days: 300, eras'), 'order and years'],
  ['loses them', OURS, YEARS, 'nothing'],
  [
    'stays without',
    YEARS,
    YEARS.replace('}]}', '}, {id: SA, epoch: 3000}]}').replace('eras', 'default_era: TA, eras'),
    'order',
  ],
  ['is given months and another era', YEARS, OURS.replace('epoch: 1200', 'epoch: 1300'), 'nothing'],
  ['is given months and another era of bare years', YEARS, OURS.replace('eras', 'default_era: FA, eras'), 'nothing'],
  ['is given months next to another that has some', YEARS + THEIRS, OURS + THEIRS, 'nothing'],
  [
    'stays unchanged next to another that is given months',
    `${YEARS}  more: {eras: [{id: MA, epoch: 0}]}\n`,
    `${YEARS}  more: {${DAYS}, eras: [{id: MA, epoch: 0}]}\n`,
    'order and years',
  ],
])('of years alone: a calendar that %s', (_, before, after, expected) => expect(kept(before, after)).toBe(expected));

it.each<[string, string, string, Kept]>([
  [
    'moved together',
    eras('id: A, epoch: 0, last: 10', 'id: B, epoch: 10'),
    eras('id: A, epoch: 5, last: 10', 'id: B, epoch: 15').replace('9000', '9005'),
    'order',
  ],
  [
    'moved apart',
    eras('id: A, epoch: 0, last: 10', 'id: B, epoch: 10, last: 20'),
    eras('id: A, epoch: 0, last: 10', 'id: B, epoch: 12, last: 20'),
    'order',
  ],
  [
    'moved apart, the later first',
    eras('id: B, epoch: 10, last: 20', 'id: A, epoch: 0, last: 10'),
    eras('id: B, epoch: 12, last: 20', 'id: A, epoch: 0, last: 10'),
    'order',
  ],
  [
    'moved over each other by a year',
    eras('id: A, epoch: 0, last: 10', 'id: B, epoch: 10, last: 20'),
    eras('id: A, epoch: 0, last: 10', 'id: B, epoch: 9, last: 20'),
    'nothing',
  ],
  [
    'moved over each other by a year, the later first',
    eras('id: B, epoch: 10, last: 20', 'id: A, epoch: 0, last: 10'),
    eras('id: B, epoch: 9, last: 20', 'id: A, epoch: 0, last: 10'),
    'nothing',
  ],
  [
    'that change places',
    eras('id: A, epoch: 0, last: 10', 'id: B, epoch: 10, last: 20'),
    eras('id: A, epoch: 40, last: 10', 'id: B, epoch: 10, last: 20'),
    'nothing',
  ],
  [
    'that overlapped, moved apart',
    eras('id: A, epoch: 0, last: 15', 'id: B, epoch: 10, last: 20'),
    eras('id: A, epoch: 0, last: 15', 'id: B, epoch: 15, last: 20'),
    'nothing',
  ],
  [
    'that overlap, moved',
    eras('id: A, epoch: 0, last: 15', 'id: B, epoch: 10, last: 20'),
    eras('id: A, epoch: 0, last: 15', 'id: B, epoch: 11, last: 20'),
    'nothing',
  ],
  [
    'without an end, moved',
    eras('id: A, epoch: 0', 'id: B, epoch: 10, last: 20'),
    eras('id: A, epoch: 1', 'id: B, epoch: 10, last: 20'),
    'nothing',
  ],
  [
    'with a year 0, moved up to another',
    eras('id: A, epoch: 0, last: 10', 'id: B, epoch: 12, last: 20, year_zero: true'),
    eras('id: A, epoch: 0, last: 10', 'id: B, epoch: 11, last: 20, year_zero: true'),
    'order',
  ],
  [
    'with a year 0, moved onto another',
    eras('id: A, epoch: 0, last: 10', 'id: B, epoch: 12, last: 20, year_zero: true'),
    eras('id: A, epoch: 0, last: 10', 'id: B, epoch: 10, last: 20, year_zero: true'),
    'nothing',
  ],
  [
    'that get a year 0',
    eras('id: A, epoch: 0, last: 10'),
    eras('id: A, epoch: 0, last: 10, year_zero: true'),
    'nothing',
  ],
  [
    'that count the other way',
    eras('id: A, epoch: 0, last: 10'),
    eras('id: A, epoch: 0, last: 10, direction: backward'),
    'nothing',
  ],
  [
    'before all others, counted back, moved',
    eras('id: A, epoch: 0, direction: backward', 'id: B, epoch: 0, last: 9'),
    eras('id: A, epoch: -3, direction: backward', 'id: B, epoch: 0, last: 9'),
    'order',
  ],
  [
    'counted back, moved onto another',
    eras('id: A, epoch: 0, direction: backward', 'id: B, epoch: 0, last: 9'),
    eras('id: A, epoch: 3, direction: backward', 'id: B, epoch: 0, last: 9'),
    'nothing',
  ],
  [
    'counted back to an end, moved onto another',
    eras('id: A, epoch: 20, direction: backward, last: 5', 'id: B, epoch: 0, last: 14'),
    eras('id: A, epoch: 19, direction: backward, last: 5', 'id: B, epoch: 0, last: 14'),
    'nothing',
  ],
  [
    'counted back to an end, moved away from another',
    eras('id: A, epoch: 20, direction: backward, last: 5', 'id: B, epoch: 0, last: 14'),
    eras('id: A, epoch: 21, direction: backward, last: 5', 'id: B, epoch: 0, last: 14'),
    'order',
  ],
  [
    'one of which is gone, and the others moved',
    eras('id: A, epoch: 0, last: 10', 'id: B, epoch: 10, last: 20'),
    eras('id: B, epoch: 12, last: 20'),
    'nothing',
  ],
])('eras %s', (_, before, after, expected) => expect(kept(before, after)).toBe(expected));
