/** `diff` at the limits of model §16: lists of values and of retcons are cut, and the answer comes in seconds. */
import { expect, it, vi } from 'vitest';
import { plainText } from '../../server/src/core/tools/words/richText';
import { manyPages } from '../support/manyPages';
import { askDiff } from '../support/ask';

// On a quiet machine each takes a second or two.
vi.setConfig({ testTimeout: 150_000 });

it('diff names for each change in a chain of 1,000 versions the newest that declare it, and counts the others', () => {
  const pageOf = (i: number) =>
    `canon: ${i === 0 ? 's1' : 's2'}\ndate: ${i} CE\nfacts: {house: {ruler: bob ${i}}}\n${i > 0 ? `supersedes: p${i - 1}` : ''}`;
  const answered = askDiff(manyPages(1000, pageOf, 'revisions: [s1, s2]'), { from: 's1' });
  if (!answered.ok) throw new Error(answered.failure.message);
  const last = answered.json.changes.at(-1);
  expect([last?.by.length, last?.by.at(-1), last?.by_left]).toEqual([100, 'p999', 899]);
  expect(plainText(answered.prose).split('\n').at(-1)).toMatch(/is bob 999 \(p992, s2; .*; p999, s2; and 991 more\)$/);
  expect(
    plainText(answered.note ?? [])
      .split('\n')
      .at(-1),
  ).toContain('and 991 more');
});

it('diff reports each of 2,000 values that come into a set of 4,000 by itself, with its retcon', () => {
  const pageOf = (i: number) =>
    `canon: ${i % 2 === 0 ? 's1' : 's2'}\ndate: ${i} CE\nfacts: {house: {member: bob ${i}}}\n${i === 3999 ? 'supersedes: p3998' : ''}`;
  const answered = askDiff(manyPages(4000, pageOf, 'revisions: [s1, s2]\nattributes: {member: set}'), { from: 's1' });
  if (!answered.ok) throw new Error(answered.failure.message);
  const { changes } = answered.json;
  expect(changes).toHaveLength(2001);
  expect(changes.filter(({ declared }) => declared)).toMatchObject([
    {
      at: { from: '3999 CE', until: null },
      before: [{ value: 'bob 3998' }],
      after: [],
      by: ['p3999'],
    },
    { at: { from: '3999 CE', until: null }, before: [], after: [{ value: 'bob 3999' }], by: ['p3999'] },
  ]);
  expect(plainText(answered.prose)).toContain('member of house: also bob 3997 from 3997 CE (p3997, s2)');
});

const disputed = (count: number) => {
  const pageOf = (i: number) => `canon: ${i % 2 === 0 ? 's1' : 's2'}\ndate: ${i + 1} CE\nfacts: {house: {seat: v${i}}}`;
  const canon = manyPages(count, pageOf, 'revisions: [s1, s2]\nattributes: {seat: constant}');
  const answered = askDiff(canon, { from: 's1' });
  if (!answered.ok) throw new Error(answered.failure.message);
  return { changes: answered.json.changes, lines: plainText(answered.prose).split('\n') };
};

it('diff lists a hundred values of a dispute of 400 for each stretch, those that came first, and counts the others', () => {
  const { changes, lines } = disputed(400);
  const last = changes.at(-1);
  expect([last?.before.length, last?.before_left, last?.after.length, last?.after_left]).toEqual([100, 100, 100, 300]);
  expect(last?.after.every(({ value }) => Number(value.slice(1)) % 2 === 1)).toBe(true);
  expect(lines.at(-1)).toMatch(/: was disputed: .* or 100 more, is disputed: v1, v3, .* or 300 more \(.*\)$/);
});

it('diff has all stretches of a dispute of 1,000', () => {
  const { changes } = disputed(1000);
  expect(changes).toHaveLength(999);
  expect(changes.at(-1)).toMatchObject({ at: { from: '1000 CE', until: null }, before_left: 400, after_left: 900 });
});
