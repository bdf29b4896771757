/** Stretches of time: which turn is the first of a line, what meets, and what is cut. */
import { expect, it } from 'vitest';
import {
  before,
  firstTurn,
  haveSameDays,
  joinSegments,
  onwards,
  type Segment,
} from '../../../server/src/core/canon/model/segments';
import type { Moment } from '../../../server/src/core/chronology';

/** `A 10`: a day of a line. */
function moment(text: string): Moment {
  const [line = '', day] = text.split(' ');
  return { line, day: Number(day), text, approximate: false };
}

/** `A 10 .. A 20`; `..` has no end on either side. */
function segment(text: string): Segment {
  const [from = null, until = null] = text.split('..').map((end) => (end.trim() === '' ? null : moment(end.trim())));
  return { from, until };
}

const drawn = ({ from, until }: Segment): string => `${from?.text ?? ''} .. ${until?.text ?? ''}`.trim();

const TURNS = ['A 10', 'A 20', 'B 5', 'B 30'].map(moment);

it.each<[string | null, string | undefined]>([
  ['A', 'A 10'],
  ['B', 'B 5'],
  ['AB', undefined],
  ['0', undefined],
  ['C', undefined],
  [null, undefined],
])('the first turn on the line %s is %s', (line, expected) => expect(firstTurn(line, TURNS)?.text).toBe(expected));

it.each<[string[], string[]]>([
  [['A 10 .. A 20', 'A 20 .. A 30'], ['A 10 .. A 30']],
  [['A 20 .. A 30', 'A 10 .. A 50'], ['A 10 .. A 50']],
  [
    ['A 10 .. A 20', 'A 21 .. A 30'],
    ['A 10 .. A 20', 'A 21 .. A 30'],
  ],
  [
    ['A 10 .. A 20', 'B 15 .. B 30'],
    ['A 10 .. A 20', 'B 15 .. B 30'],
  ],
  [['..', '.. A 20', '..'], ['..']],
  [['B 15 .. B 30', '.. A 20', 'A 10 ..', 'B 40 ..'], ['..']],
])('%j are together %j', (apart, together) => expect(joinSegments(apart.map(segment)).map(drawn)).toEqual(together));

it.each<[string[], string[], boolean]>([
  [['A 1 .. A 2', 'A 3 .. A 4'], ['A 1 .. A 2', 'A 3 .. A 4'], true],
  [['A 1 .. A 2', 'A 3 .. A 4'], ['A 1 .. A 2', 'A 3 .. A 5'], false],
  [['A 1 .. A 2', 'A 3 .. A 4'], ['A 1 .. A 2'], false],
])('%j and %j hold on the same days: %s', (a, b, expected) =>
  expect(haveSameDays(a.map(segment), b.map(segment))).toBe(expected),
);

it('what is cut where it ends or begins stays as it is', () => {
  const whole = segment('A 10 .. A 20');
  expect(before(whole, moment('A 20'))[0]).toBe(whole);
  expect(onwards(whole, moment('A 10'))[0]).toBe(whole);
});
