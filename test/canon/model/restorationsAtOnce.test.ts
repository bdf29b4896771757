/** model §5 and §7: restorations at one canon position with what they undo, or that undo each other. */
import { expect, it } from 'vitest';
import { type Files, standing, answerLines } from './answers';

const A = 'date: 10 TA\ncanon: r1\nfacts: {x: {lord: ash, seat: hold}}';
const B = 'date: 20 TA\ncanon: r1\nsupersedes: a\nfacts: {x: {lord: birch, seat: tower}}';
const C = 'date: 30 TA\ncanon: r1\nsupersedes: b\nfacts: {x: {lord: cedar, seat: spire}}';
const TWO: Files = { a: A, b: B };
const THREE: Files = { ...TWO, c: C };

/** The lords of all times, the seats where they differ, and the standing of their entries. */
function all(files: Files): string[] {
  const made = { 'codex.yaml': 'revisions: [r1, r2, r3]', ...files };
  const of = (attribute: string) => answerLines(made, 'x', { at: '1 TA .. 99 TA', attribute }).join(', ');
  const seats = of('seat');
  const alike = seats.replace(/hold/g, 'ash').replace(/tower/g, 'birch').replace(/spire/g, 'cedar');
  const standings = ['a', 'b', 'c'].flatMap((name) => (name in files ? [name, standing(made, name)].join(' ') : []));
  return [of('lord'), ...(alike === of('lord') ? [] : [seats]), standings.join(', ')];
}

it.each<[string, Files, string[]]>([
  [
    'its own page supersedes, later',
    { a: A, b: `${B}\nrestores: {id: a, effective: 40 TA}` },
    ['ash [10 TA, 20 TA), birch [20 TA, )', 'a current, b current'],
  ],
  [
    'its own page supersedes',
    { a: A, b: `${B}\nrestores: {id: a, effective: 20 TA}` },
    ['ash [10 TA, 20 TA), birch [20 TA, )', 'a current, b current'],
  ],
  [
    'its own page supersedes later',
    {
      a: A,
      b: `${B.replace('supersedes: a', 'supersedes: {id: a, effective: 40 TA}')}\nrestores: {id: a, effective: 20 TA}`,
    },
    ['ash [10 TA, 20 TA), birch [20 TA, )', 'a current, b current'],
  ],
  [
    'its own page supersedes and retracts',
    { a: A, b: `${B}\nretracts: {id: a, effective: 15 TA}\nrestores: {id: a, effective: 20 TA}` },
    ['ash [10 TA, 15 TA), birch [20 TA, )', 'a current, b current'],
  ],
  [
    'another page supersedes, whatever its id',
    { a: A, z: B, b: 'date: 30 TA\ncanon: r1\nrestores: {id: a, effective: 30 TA}' },
    ['ash [10 TA, 20 TA), birch [20 TA, 30 TA), ash [30 TA, )', 'a current, b current'],
  ],
  [
    'another page retracts',
    { a: A, z: 'canon: r1\nretracts: a', b: 'date: 30 TA\ncanon: r1\nrestores: {id: a, effective: 30 TA}' },
    ['ash [30 TA, )', 'a current, b current'],
  ],
  [
    'another page retracts in part',
    { a: A, b: 'canon: r1\nretracts: a', d: 'canon: r1\nrestores: {id: a, only: [x.seat], effective: always}' },
    ['', 'hold [10 TA, )', 'a retracted, b current'],
  ],
  [
    'another page supersedes in part',
    {
      a: A,
      b: B.replace('supersedes: a', 'supersedes: {id: a, only: [x.lord]}'),
      d: 'date: 30 TA\ncanon: r1\nrestores: {id: a, effective: 30 TA}',
    },
    [
      'ash [10 TA, 20 TA), birch [20 TA, 30 TA), ash [30 TA, )',
      'hold [10 TA, 20 TA), tower [20 TA, )',
      'a current, b current',
    ],
  ],
  [
    'nobody has superseded yet',
    { a: A, b: B.replace('r1', 'r2'), d: 'date: 30 TA\ncanon: r1\nrestores: {id: a, effective: 30 TA}' },
    ['ash [10 TA, 20 TA), birch [20 TA, )', 'a superseded, b current'],
  ],
  [
    'was superseded before',
    { a: A, b: B, d: 'date: 30 TA\ncanon: r2\nrestores: {id: a, effective: 30 TA}' },
    ['ash [10 TA, 20 TA), birch [20 TA, 30 TA), ash [30 TA, )', 'a current, b superseded'],
  ],
  [
    'has been superseded by a chain',
    { ...THREE, d: 'date: 40 TA\ncanon: r1\nrestores: {id: a, effective: 40 TA}' },
    [
      'ash [10 TA, 20 TA), birch [20 TA, 30 TA), cedar [30 TA, 40 TA), ash [40 TA, )',
      'a current, b superseded, c superseded',
    ],
  ],
  [
    'is in the middle of a chain',
    { ...THREE, d: 'date: 40 TA\ncanon: r1\nrestores: {id: b, effective: 40 TA}' },
    [
      'ash [10 TA, 20 TA), birch [20 TA, 30 TA), cedar [30 TA, 40 TA), birch [40 TA, )',
      'a superseded, b current, c superseded',
    ],
  ],
  [
    'is restored too: both ends of a chain, by one page',
    { ...TWO, d: 'date: 40 TA\ncanon: r1\nrestores: [{id: a, effective: 40 TA}, {id: b, effective: 40 TA}]' },
    ['ash [10 TA, 20 TA), birch [20 TA, )', 'a superseded, b current'],
  ],
  [
    'is restored too: both ends of a chain, by one page, the other way round',
    { ...TWO, d: 'date: 40 TA\ncanon: r1\nrestores: [{id: b, effective: 40 TA}, {id: a, effective: 40 TA}]' },
    ['ash [10 TA, 20 TA), birch [20 TA, )', 'a superseded, b current'],
  ],
  [
    'is restored too: both ends of a chain, by two pages',
    {
      ...TWO,
      d: 'date: 40 TA\ncanon: r1\nrestores: {id: a, effective: 40 TA}',
      e: 'date: 50 TA\ncanon: r1\nrestores: {id: b, effective: 50 TA}',
    },
    ['ash [10 TA, 20 TA), birch [20 TA, 40 TA), ash [40 TA, 50 TA), birch [50 TA, )', 'a superseded, b current'],
  ],
  [
    'is restored too: both ends of a chain, by two pages of other ids',
    {
      ...TWO,
      e: 'date: 40 TA\ncanon: r1\nrestores: {id: a, effective: 40 TA}',
      d: 'date: 50 TA\ncanon: r1\nrestores: {id: b, effective: 50 TA}',
    },
    ['ash [10 TA, 20 TA), birch [20 TA, 40 TA), ash [40 TA, 50 TA), birch [50 TA, )', 'a superseded, b current'],
  ],
  [
    'is restored too: both, one of them later in canon',
    {
      ...TWO,
      d: 'date: 40 TA\ncanon: r2\nrestores: {id: a, effective: 40 TA}',
      e: 'date: 50 TA\ncanon: r1\nrestores: {id: b, effective: 50 TA}',
    },
    ['ash [10 TA, 20 TA), birch [20 TA, 40 TA), ash [40 TA, )', 'a current, b superseded'],
  ],
  [
    'is restored too: both, and one of them again',
    {
      ...TWO,
      d: 'date: 40 TA\ncanon: r1\nrestores: {id: a, effective: 40 TA}',
      e: 'date: 50 TA\ncanon: r1\nrestores: {id: b, effective: 50 TA}',
      f: 'date: 60 TA\ncanon: r2\nrestores: {id: a, effective: 60 TA}',
    },
    [
      'ash [10 TA, 20 TA), birch [20 TA, 40 TA), ash [40 TA, 50 TA), birch [50 TA, 60 TA), ash [60 TA, )',
      'a current, b superseded',
    ],
  ],
  [
    'is restored too: both, and one of them again, before it is due',
    {
      ...TWO,
      d: 'date: 60 TA\ncanon: r1\nrestores: {id: a, effective: 60 TA}',
      e: 'date: 50 TA\ncanon: r2\nrestores: {id: b, effective: 50 TA}',
      f: 'date: 40 TA\ncanon: r3\nrestores: {id: a, effective: 40 TA}',
    },
    ['ash [10 TA, 20 TA), birch [20 TA, 40 TA), ash [40 TA, )', 'a current, b superseded'],
  ],
  [
    'is restored too: all of three',
    {
      ...THREE,
      d: 'date: 40 TA\ncanon: r1\nrestores: {id: a, effective: 40 TA}',
      e: 'date: 50 TA\ncanon: r1\nrestores: {id: b, effective: 50 TA}',
      f: 'date: 60 TA\ncanon: r1\nrestores: {id: c, effective: 60 TA}',
    },
    [
      'ash [10 TA, 20 TA), birch [20 TA, 30 TA), cedar [30 TA, 40 TA), ash [40 TA, 50 TA), birch [50 TA, 60 TA), cedar [60 TA, )',
      'a superseded, b superseded, c current',
    ],
  ],
  [
    'is restored too: all of three, by one page',
    {
      ...THREE,
      d: 'date: 40 TA\ncanon: r2\nrestores: [{id: c, effective: 40 TA}, {id: a, effective: 40 TA}, {id: b, effective: 40 TA}]',
    },
    ['ash [10 TA, 20 TA), birch [20 TA, 30 TA), cedar [30 TA, )', 'a superseded, b superseded, c current'],
  ],
  [
    'is restored too: the ends of three, in part',
    {
      ...THREE,
      d: 'date: 40 TA\ncanon: r2\nrestores: {id: a, only: [x.lord], effective: 40 TA}',
      e: 'date: 50 TA\ncanon: r2\nrestores: {id: c, only: [x.lord], effective: 50 TA}',
    },
    [
      'ash [10 TA, 20 TA), birch [20 TA, 30 TA), cedar [30 TA, 40 TA), ash [40 TA, 50 TA), cedar [50 TA, )',
      'hold [10 TA, 20 TA), tower [20 TA, 30 TA), spire [30 TA, )',
      'a superseded, b superseded, c current',
    ],
  ],
  [
    'its own page superseded, of a chain',
    { a: A, b: B, c: `${C}\nrestores: {id: a, effective: 30 TA}` },
    ['ash [10 TA, 20 TA), birch [20 TA, 30 TA), cedar [30 TA, )', 'a current, b superseded, c current'],
  ],
  [
    'its own page superseded, always',
    { a: A, b: B, c: `${C}\nrestores: {id: a, effective: always}` },
    ['ash [10 TA, 30 TA), cedar [30 TA, )', 'a current, b superseded, c current'],
  ],
  [
    'another retracts and supersedes at once',
    { ...TWO, d: 'canon: r1\nretracts: a', e: 'date: 30 TA\ncanon: r1\nrestores: {id: a, effective: 30 TA}' },
    ['birch [20 TA, 30 TA), ash [30 TA, )', 'a current, b superseded'],
  ],
  [
    'was superseded by then, by a page that was there before',
    {
      a: A.replace('r1', 'r2'),
      b: B.replace('r1', 'r2'),
      d: 'date: 30 TA\ncanon: r1\nrestores: {id: a, effective: 30 TA}',
    },
    ['ash [10 TA, 20 TA), birch [20 TA, 30 TA), ash [30 TA, )', 'a current, b superseded'],
  ],
  [
    'is superseded by then, by a page that was there before what it restores was superseded',
    {
      a: A,
      b: B.replace('r1', 'r2'),
      c: C.replace('r1', 'r1'),
      d: 'date: 40 TA\ncanon: r1\nrestores: [{id: a, effective: 40 TA}, {id: b, effective: 40 TA}]',
    },
    [
      'ash [10 TA, 20 TA), birch [20 TA, 30 TA), cedar [30 TA, 40 TA), birch [40 TA, )',
      'a superseded, b current, c superseded',
    ],
  ],
  [
    'is retracted by a page that was there before',
    {
      a: A.replace('r1', 'r2'),
      b: 'canon: r1\nretracts: a',
      d: 'date: 30 TA\ncanon: r2\nrestores: {id: a, effective: 30 TA}',
    },
    ['ash [30 TA, )', 'a current, b current'],
  ],
  [
    'is retracted by a page that was there before and names it',
    {
      a: A.replace('r1', 'r2'),
      b: 'canon: r1\nretracts: [a, d]',
      d: 'date: 30 TA\ncanon: r2\nrestores: {id: a, effective: 30 TA}',
    },
    ['', 'a retracted, b current'],
  ],
  [
    'is superseded for one fact alone',
    {
      a: A,
      b: B.replace('seat: tower', 'motto: oak').replace('supersedes: a', 'supersedes: {id: a, only: [x.lord]}'),
      c: C.replace('supersedes: b', 'supersedes: a'),
      d: 'date: 40 TA\ncanon: r2\nrestores: {id: a, only: [x.seat], effective: 40 TA}',
    },
    [
      'ash [10 TA, 20 TA), birch [20 TA, 30 TA), cedar [30 TA, )',
      'hold [10 TA, 30 TA), spire [30 TA, 40 TA), hold [40 TA, )',
      'a superseded, b current, c current',
    ],
  ],
])('a restoration at once with others: of what %s', (_, files, expected) => expect(all(files)).toEqual(expected));
