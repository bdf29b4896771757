/**
 * `diff` of codices that a generator or an attacker may write: output that would be repeated thousands of times appears
 * once, or is cut.
 */
import { expect, it, vi } from 'vitest';
import { askDiff } from '../../server/src/core/tools/facts/diff';
import { plainText } from '../../server/src/core/tools/words/richText';
import { manyPages } from '../support/manyPages';

// Quadratic time takes many minutes; a busy machine does not fail this test.
vi.setConfig({ testTimeout: 150_000 });

it('diff names for each change in a chain of 1,500 the newest pages that state it, and the number of others', () => {
  const pageOf = (i: number) =>
    `canon: ${i === 0 ? 's1' : 's2'}\ndate: ${i} CE\nfacts: {house: {ruler: bob ${i}}}\n${i > 0 ? `supersedes: p${i - 1}` : ''}`;
  const answered = askDiff(manyPages(1500, pageOf, 'revisions: [s1, s2]'), { from: 's1' });
  if (!answered.ok) throw new Error(answered.failure.message);
  const last = answered.json.changes.at(-1);
  expect([last?.by.length, last?.by.at(-1), last?.by_left]).toEqual([100, 'p1499', 1399]);
  expect(plainText(answered.prose).split('\n').at(-1)).toMatch(
    /is bob 1499 \(p1492, s2; .*; p1499, s2; and 1491 more\)$/,
  );
  expect(
    plainText(answered.note ?? [])
      .split('\n')
      .at(-1),
  ).toContain('and 1491 more');
});

it('diff shows each of 3,000 additions to a set of 6,000 separately, with its retcon', () => {
  const pageOf = (i: number) =>
    `canon: ${i % 2 === 0 ? 's1' : 's2'}\ndate: ${i} CE\nfacts: {house: {member: bob ${i}}}\n${i === 5999 ? 'supersedes: p5998' : ''}`;
  const answered = askDiff(manyPages(6000, pageOf, 'revisions: [s1, s2]\nattributes: {member: set}'), { from: 's1' });
  if (!answered.ok) throw new Error(answered.failure.message);
  const { changes } = answered.json;
  expect(changes).toHaveLength(3001);
  expect(changes.filter(({ declared }) => declared)).toMatchObject([
    {
      at: { from: '5999 CE', until: null },
      before: [{ value: 'bob 5998' }],
      after: [],
      by: ['p5999'],
      among_others: true,
    },
    { at: { from: '5999 CE', until: null }, before: [], after: [{ value: 'bob 5999' }], by: ['p5999'] },
  ]);
  expect(plainText(answered.prose)).toContain('member of house: also bob 5997 from 5997 CE (p5997, s2)');
});

const disputed = (count: number) => {
  const pageOf = (i: number) => `canon: ${i % 2 === 0 ? 's1' : 's2'}\ndate: ${i + 1} CE\nfacts: {house: {seat: v${i}}}`;
  const canon = manyPages(count, pageOf, 'revisions: [s1, s2]\nattributes: {seat: constant}');
  const answered = askDiff(canon, { from: 's1' });
  if (!answered.ok) throw new Error(answered.failure.message);
  return { changes: answered.json.changes, lines: plainText(answered.prose).split('\n') };
};

it('diff shows a hundred values of a dispute of 400 at each stretch, new ones first, and the number of others', () => {
  const { changes, lines } = disputed(400);
  const last = changes.at(-1);
  expect([last?.before.length, last?.before_left, last?.after.length, last?.after_left]).toEqual([100, 100, 100, 300]);
  expect(last?.after.every(({ value }) => Number(value.slice(1)) % 2 === 1)).toBe(true);
  expect(lines.at(-1)).toMatch(/: was disputed: .* or 100 more, is disputed: v1, v3, .* or 300 more \(.*\)$/);
});

it('diff shows each new value of a dispute of 1,500 separately, and says so', () => {
  const { changes, lines } = disputed(1500);
  expect(changes).toHaveLength(750);
  expect(changes[1]).toMatchObject({ at: { from: '4 CE', until: null }, before: [], after: [{ value: 'v3' }] });
  expect(changes.every((one) => one.by_value && one.among_others && one.by.length === 1)).toBe(true);
  expect(lines[1]).toBe(
    'Of seat of house so many values hold at once that each is told by itself, and what fills gaps from the first to the last.',
  );
  expect(lines[4]).toBe('  seat of house, from 4 CE: v3 (p3, s2)');
});

it('diff shows once each undated value that fills hundreds of gaps, and what ends otherwise', () => {
  // The first of them holds from the beginning, and is ended by the last page.
  const pageOf = (i: number) =>
    i === 0
      ? 'canon: s1\ndate: 1 CE\nfacts: {house: {ruler: bob 0}}'
      : i === 999
        ? 'canon: s2\ndate: 2 CE\nuntil: 3 CE\nfacts: {house: {ruler: bob 999}}'
        : `canon: ${i % 4 === 1 ? 's2' : 's1'}\n${i % 2 === 0 ? `date: ${4 * i} CE\nuntil: ${4 * i + 2} CE\n` : ''}facts: {house: {ruler: bob ${i}}}`;
  const answered = askDiff(manyPages(1000, pageOf, 'revisions: [s1, s2]'), { from: 's1' });
  if (!answered.ok) throw new Error(answered.failure.message);
  const { changes } = answered.json;
  expect(changes).toHaveLength(252);
  const [gone, come] = ['bob 0', 'bob 999'].map((value) =>
    changes.filter((one) => [...one.before, ...one.after].some((held) => held.value === value)),
  );
  expect(gone).toMatchObject([{ at: { from: '2 CE', until: '8 CE' }, before: [{ value: 'bob 0' }], after: [] }]);
  expect(come).toMatchObject([{ at: { from: '2 CE', until: '3 CE' }, before: [], after: [{ value: 'bob 999' }] }]);
  expect(changes.filter(({ at }) => at.from === null && at.until === null)).toHaveLength(250);
});

/** 500 seats that all hold at once from a year on, and other pages. */
const seatsAnd = (pages: readonly string[]) => {
  const pageOf = (i: number) =>
    i < 500 ? `canon: s1\ndate: ${i + 1} CE\nfacts: {house: {seat: v${i}}}` : (pages[i - 500] ?? '');
  const canon = manyPages(500 + pages.length, pageOf, 'revisions: [s1, s2, s3]\nattributes: {seat: constant}');
  const answered = askDiff(canon, { from: 's1' });
  if (!answered.ok) throw new Error(answered.failure.message);
  expect(answered.json.changes.every((one) => one.by_value)).toBe(true);
  return plainText(answered.prose).split('\n').slice(2);
};

it.each([
  [
    'a hole in one of them',
    ['canon: s2\nretracts: [{id: p3, effective: 10 CE}]', 'canon: s3\ndate: 20 CE\nrestores: p3'],
    ['Retconned', '  seat of house, from 10 CE until 20 CE: was v3, and is no longer told (p500, s2)'],
  ],
  [
    'who else tells of one now',
    ['canon: s2\ndate: 4 CE\nsupersedes: p3\nfacts: {house: {seat: v3}}'],
    ['As before, but told by others', '  seat of house: v3 (p500, s2)'],
  ],
  [
    'another in the place of one',
    ['canon: s2\ndate: 4 CE\nsupersedes: p3\nfacts: {house: {seat: w3}}'],
    [
      'Retconned',
      '  seat of house, from 4 CE: was v3, and is no longer told (p500, s2)',
      '  seat of house, from 4 CE: w3 (p500, s2)',
    ],
  ],
])('diff shows 500 simultaneous values %s', (_, pages, told) => expect(seatsAnd(pages)).toEqual(told));

it('diff shows hundreds of dated and undated values, one of which a retcon restores', () => {
  const pageOf = (i: number) =>
    i === 800
      ? 'canon: s2\nretracts: p6'
      : `canon: s1\n${i < 400 ? `date: ${4 * i + 1} CE\n${i === 399 ? '' : `until: ${4 * i + (i === 5 ? 8 : 3)} CE\n`}` : ''}facts: {house: {ruler: bob ${i}}}`;
  const answered = askDiff(manyPages(801, pageOf, 'revisions: [s1, s2]'), { from: 's1' });
  if (!answered.ok) throw new Error(answered.failure.message);
  expect(plainText(answered.prose).split('\n').slice(2)).toEqual([
    'Retconned',
    '  ruler of house, from 25 CE until 28 CE: bob 5 (p800, s2)',
    '  ruler of house, from 25 CE until 27 CE: was bob 6, and is no longer told (p800, s2)',
  ]);
});
