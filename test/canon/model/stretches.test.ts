/** When a page holds, and its facts: from its beginning to its end, or in each of several stretches. */
import { expect, it } from 'vitest';
import { entryAt, type Known, knownAt, LATEST } from '../../../server/src/core/canon';
import { exampleIn, ownEras, renderEras } from '../../../server/src/core/canon/model/nearEntries';
import { lastBegun, ownSegments, statedSegments, type Segment } from '../../../server/src/core/canon/model/segments';
import { type Moment, readDate } from '../../../server/src/core/chronology';
import type { Entry } from '../../../server/src/core/entry/entry';
import { codex, type Files } from './answers';

const drawn = ({ from, until, endsElsewhere }: Segment): string =>
  `${from?.text ?? ''} .. ${endsElsewhere ? `? ${endsElsewhere.text}` : (until?.text ?? '')}`.trim();

const canon = codex({});

const moment = (text: string | null): Moment | null => {
  const reading = text === null ? null : readDate(canon.codex.chronology, text);
  return reading?.ok ? (reading.date?.start ?? null) : null;
};

function pageOf(keys: string): Entry {
  const entry = entryAt(codex({ page: keys }), 'page.md');
  if (!entry) throw new Error('no page');
  return entry;
}

const ONE = 'date: 10 TA\nuntil: 20 TA\n';
const TWO = 'date: [10 TA, 30 TA]\nuntil: [15 TA, 35 TA]\n';
const THREE = 'date: [10 TA, 30 TA, 50 TA]\nuntil: [15 TA, 35 TA]\n';
const APART = 'date: 10 TA\nuntil: 20 XX\n';

it.each<[string, string, string[]]>([
  ['at all times', '', ['..']],
  ['from its beginning on', 'date: 10 TA', ['10 TA ..']],
  ['to its end', 'until: 20 TA', ['.. 20 TA']],
  ['from its beginning to its end', ONE, ['10 TA .. 20 TA']],
  ['never where it ends before that', 'date: 20 TA\nuntil: 10 TA', []],
  ['until nobody knows when where that is on another line', APART, ['10 TA .. ? 20 XX']],
  ['in each of its stretches', THREE, ['10 TA .. 15 TA', '30 TA .. 35 TA', '50 TA ..']],
  ['in one where they meet', 'date: [30 TA, 10 TA]\nuntil: [35 TA, 30 TA]', ['10 TA .. 35 TA']],
])('a page holds %s', (_, keys, expected) => expect(ownSegments(pageOf(keys)).map(drawn)).toEqual(expected));

it.each<[string, string, string, string[]]>([
  ['its page does', ONE, '', ['10 TA .. 20 TA']],
  ['it begins, to the end of its page', ONE, ', from: 12 TA', ['12 TA .. 20 TA']],
  ['its page begins, to its own end', ONE, ', until: 25 TA', ['10 TA .. 25 TA']],
  ['it says', ONE, ', from: 5 TA, until: 25 TA', ['5 TA .. 25 TA']],
  ['its page does, each time', THREE, '', ['10 TA .. 15 TA', '30 TA .. 35 TA', '50 TA ..']],
  ['its page does, each time to the last end', TWO, '', ['10 TA .. 15 TA', '30 TA .. 35 TA']],
  ['its page does, from its beginning on', THREE, ', from: 12 TA', ['12 TA .. 15 TA', '30 TA .. 35 TA', '50 TA ..']],
  ['its page does, from a beginning between two', THREE, ', from: 20 TA', ['30 TA .. 35 TA', '50 TA ..']],
  ['its page does, from a beginning within one', THREE, ', from: 32 TA', ['32 TA .. 35 TA', '50 TA ..']],
  ['it begins before its page does', TWO, ', from: 5 TA', ['5 TA .. 15 TA', '30 TA .. 35 TA']],
  ['its page does, to its own end', THREE, ', until: 32 TA', ['10 TA .. 15 TA', '30 TA .. 32 TA']],
  [
    'its page does, to an end in the last',
    THREE,
    ', until: 60 TA',
    ['10 TA .. 15 TA', '30 TA .. 35 TA', '50 TA .. 60 TA'],
  ],
  ['it says, whatever stretches its page has', THREE, ', from: 12 TA, until: 52 TA', ['12 TA .. 52 TA']],
  [
    'its page does, where its beginning can’t be read',
    TWO,
    ', from: x y, until: 32 TA',
    ['10 TA .. 15 TA', '30 TA .. 32 TA'],
  ],
  ['it begins on a line of its own', THREE, ', from: 12 XX', ['12 XX ..']],
  ['it begins on a line of its own, to an end elsewhere', TWO, ', from: 12 XX', ['12 XX .. ? 35 TA']],
])('a fact is stated to hold when %s', (_, keys, more, expected) => {
  const entry = pageOf(`${keys}facts:\n  - {entity: keep, attribute: motto, value: ash${more}}`);
  const [fact] = entry.facts;
  if (!fact) throw new Error('no fact');
  const begins = (fact.from?.date ?? entry.date?.date)?.start ?? null;
  expect(statedSegments(entry, fact, begins).map(drawn)).toEqual(expected);
});

it('a fact with an unknown beginning holds in the stretches of its page to their ends', () => {
  const entry = pageOf(`${TWO}facts: {keep: {motto: ash}}`);
  expect(entry.facts.flatMap((fact) => statedSegments(entry, fact, null)).map(drawn)).toEqual([
    '.. 15 TA',
    '30 TA .. 35 TA',
  ]);
});

it.each<[string, string, string | null, string | null]>([
  ['by the end of time the last one', THREE, null, '50 TA ..'],
  ['later the last one', THREE, '60 TA', '50 TA ..'],
  ['when it begins the one before', THREE, '50 TA', '30 TA .. 35 TA'],
  ['between two the one before', THREE, '20 TA', '10 TA .. 15 TA'],
  ['before all of them none', THREE, '10 TA', null],
  ['on another line none', THREE, '60 XX', null],
  ['on the line of its end the one that ends there', APART, '1 XX', '10 TA .. ? 20 XX'],
  ['on its own line the one that ends elsewhere', APART, '12 TA', '10 TA .. ? 20 XX'],
  ['on a third line none that ends elsewhere', APART, '12 YY', null],
  ['of one that always is that one', '', '12 YY', '..'],
])('of stretches has begun %s', (_, keys, before, expected) => {
  const last = lastBegun(pageOf(keys), moment(before));
  expect(last ? drawn(last) : null).toBe(expected);
});

const known = (files: Files): Known => knownAt(codex(files), LATEST);
const eras = (files: Files): string[] => ownEras(known(files)).map(({ name, year }) => `${name}: ${year}`);

it.each<[string, Files, string[], string | null]>([
  ['none', { a: 'date: 1200 BCE' }, [], null],
  ['that of a date', { a: 'date: 5421 AS' }, ['AS: 5421 AS'], '5421 AS'],
  ['that of an end', { a: 'until: 12 May 5421 AS' }, ['AS: 5421 AS'], '5421 AS'],
  [
    'that of a fact',
    { a: 'facts:\n  - {attribute: b, value: c, from: 12 AS, until: 14 CS}' },
    ['AS: 12 AS', 'CS: 14 CS'],
    '12 AS',
  ],
  ['that of what has no beginning', { a: 'date: before 5421 AS' }, ['AS: 5421 AS'], '5421 AS'],
  [
    'the most used first',
    { a: 'date: 12 AS', b: 'date: 13 CS', c: 'date: 14 CS' },
    ['CS: 13 CS', 'AS: 12 AS'],
    '13 CS',
  ],
  ['one, however it is written', { a: 'date: 12 As', b: 'date: 13 AS' }, ['As: 12 As'], '12 As'],
  ['none where calendars are declared', { a: 'date: 12 AS', 'codex.yaml': 'eras: [{id: QQ, epoch: 0}]' }, [], '412 QQ'],
])('of its own eras a codex shows %s', (_, files, expected, example) => {
  expect(eras(files)).toEqual(expected);
  expect(exampleIn(known(files))).toBe(example);
});

it('eras are listed in words, three at most', () => {
  const named = ['AS', 'BS', 'CS', 'DS'].map((name) => ({ name, year: `1 ${name}` }));
  expect([0, 1, 2, 3, 4].map((many) => renderEras(named.slice(0, many)))).toEqual([
    '',
    'AS',
    'AS and BS',
    'AS, BS and CS',
    'AS, BS and CS',
  ]);
});
