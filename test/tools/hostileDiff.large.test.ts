/** `diff` of codices that a generator or an enemy may write: what would be told thousands of times is told once, or cut. */
import { expect, it, vi } from 'vitest';
import { askDiff } from '../../server/src/core/tools/facts/diff';
import { plainText } from '../../server/src/core/tools/words/richText';
import { manyPages } from '../support/manyPages';

// What grows with the square takes many minutes; a machine that is busy with other things is no failure.
vi.setConfig({ testTimeout: 150_000 });

it('diff names of each change in a chain of 1,500 the newest that say so, and how many more do', () => {
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

it('diff tells of each of 3,000 who come into a set of 6,000 by itself, and of its retcon', () => {
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

it('diff tells of a dispute of 1,500 a hundred values at each stretch, first what came, and how many more there are', () => {
  const pageOf = (i: number) => `canon: ${i % 2 === 0 ? 's1' : 's2'}\ndate: ${i + 1} CE\nfacts: {house: {seat: v${i}}}`;
  const canon = manyPages(1500, pageOf, 'revisions: [s1, s2]\nattributes: {seat: constant}');
  const answered = askDiff(canon, { from: 's1' });
  if (!answered.ok) throw new Error(answered.failure.message);
  const last = answered.json.changes.at(-1);
  expect([last?.before.length, last?.before_left, last?.after.length, last?.after_left]).toEqual([100, 650, 100, 1400]);
  expect(last?.after.every(({ value }) => Number(value.slice(1)) % 2 === 1)).toBe(true);
  expect(plainText(answered.prose).split('\n').at(-1)).toMatch(
    /: was disputed: .* or 650 more, is disputed: v1, v3, .* or 1400 more \(.*\)$/,
  );
});
