/**
 * Differences between answers where codex.yaml has moved the days that dates mean: answers for the same date count as the
 * same.
 */
import { expect, it } from 'vitest';
import { differencesBetween } from '../differencesBetween';
import { knownAt, LATEST } from '../../../server/src/core/canon/model/canonPoint';
import { codex, type Files } from '../model/answers';

const DAYS = 'months: [{name: Frost, days: 30}, {name: Thaw, days: 20}]';
const ERAS = 'eras: [{id: FA, epoch: 0, last: 1200}, {id: TA, epoch: 1200}]';
const OURS = `calendars:\n  ours: {${DAYS}, ${ERAS}}\n`;
const YEARS = `calendars:\n  ours: {${ERAS}}\n`;
const OTHER_CALENDAR = '  theirs: {months: [{name: Ash, days: 50}], eras: [{id: XA, epoch: 0}], offset_days: 5}\n';

const BASELINE: Files = {
  a: 'date: 1190 FA\nfacts: {x: {lord: maric}}',
  b: 'date: 12 Thaw 20 TA\nfacts: {x: {lord: lysa}}',
  c: 'date: 20 Frost 20 TA\nfacts: {x: {seat: keep}}',
};
const REIGN: Files = {
  a: 'facts: {x: {lord: maric}}',
  b: 'date: 20 TA\nuntil: 30 TA\nfacts: {x: {lord: lysa}}',
};
const LIVES: Files = {
  a: 'date: 1190 FA\nuntil: 1195 FA\nfacts: {x: {lord: maric}}',
  b: 'date: 12 Thaw 20 TA\nuntil: 30 TA\nfacts: {x: {lord: lysa}}',
};

/** `attribute [from, until): what held > what holds`. */
function changes(pages: Files, before: string, after: string): string[] {
  const [a, b] = [before, after].map((text) => knownAt(codex({ ...pages, 'codex.yaml': text }), LATEST));
  if (!a || !b) return [];
  return differencesBetween(a, b).map((one) => {
    const [was, is] = [one.before, one.after].map((held) =>
      held.map(({ clipped }) => clipped.fact.value.text).join('+'),
    );
    return `${one.attribute} [${one.from?.text ?? ''}, ${one.until?.text ?? ''}): ${was} > ${is}`;
  });
}

it.each<[string, Files, string, string, string[]]>([
  [
    'an era that is moved over another',
    BASELINE,
    OURS,
    OURS.replace('epoch: 1200', 'epoch: 1100'),
    [
      'lord [1 TA, 12 Thaw 20 TA): maric > ',
      'lord [12 Thaw 20 TA, 1190 FA):  > lysa',
      'lord [1190 FA, ): lysa > maric',
      'seat [20 Frost 20 TA, 101 TA):  > keep',
    ],
  ],
  ['an era that is moved away from others', BASELINE, OURS, OURS.replace('epoch: 1200', 'epoch: 1300'), []],
  [
    'an era with an end that is moved over another',
    LIVES,
    OURS,
    OURS.replace('epoch: 1200', 'epoch: 1100'),
    ['lord [12 Thaw 20 TA, 30 TA):  > lysa', 'lord [1190 FA, 1195 FA):  > maric'],
  ],
  [
    'an era that counts the other way',
    BASELINE,
    OURS,
    OURS.replace('epoch: 1200}', 'epoch: 1200, direction: backward}'),
    [
      'lord [, 1180 FA): lysa > ',
      'lord [1180 FA, 12 Thaw 20 TA): maric > ',
      'lord [12 Thaw 20 TA, 1190 FA):  > lysa',
      'seat [, 1180 FA): keep > ',
      'seat [20 Frost 20 TA, after 20 Thaw 1200 FA):  > keep',
    ],
  ],
  [
    'months that change places',
    BASELINE,
    OURS,
    OURS.replace(DAYS, 'months: [{name: Thaw, days: 20}, {name: Frost, days: 30}]'),
    ['lord [Frost 20 TA, 21 TA): maric > lysa', 'seat [20 TA, Frost 20 TA): keep > '],
  ],
  ['a longer month', BASELINE, OURS, OURS.replace('20}', '21}'), []],
  [
    'years that lose their months',
    BASELINE,
    OURS,
    YEARS,
    ['lord [12 Thaw 20 TA, 21 TA): maric+lysa > lysa', 'seat [20 Frost 20 TA, 21 TA):  > keep'],
  ],
  [
    'an era less',
    BASELINE,
    OURS,
    OURS.replace('{id: FA, epoch: 0, last: 1200}, ', ''),
    ['lord [, 12 Thaw 20 TA): maric > '],
  ],
  [
    'years of an era that is moved over another',
    REIGN,
    YEARS,
    YEARS.replace('epoch: 1200', 'epoch: 1100'),
    ['lord [20 TA, 30 TA): maric > lysa'],
  ],
  [
    'a calendar next to it that is moved',
    { ...REIGN, b: 'date: 20 XA\nuntil: 30 XA\nfacts: {x: {lord: lysa}}' },
    OURS + OTHER_CALENDAR,
    OURS + OTHER_CALENDAR.replace('5}', '105}'),
    ['lord [6 Frost 20 FA, 20 XA): lysa > maric', 'lord [6 Frost 30 FA, 30 XA): maric > lysa'],
  ],
])('%s', (_, pages, before, after, expected) => expect(changes(pages, before, after)).toEqual(expected));
