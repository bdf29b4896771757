/** `log` at the limits of model §16: what each of hundreds of retcons changes is worked out in seconds. */
import { expect, it, vi } from 'vitest';
import type { Canon } from '../../server/src/core/canon';
import { plainText } from '../../server/src/core/tools/words/richText';
import { manyPages, STATED, revisionsOf } from '../support/manyPages';
import { askLog } from '../support/ask';

// On a quiet machine each takes a second or two.
vi.setConfig({ testTimeout: 150_000 });

function logOf(canon: Canon) {
  const answered = askLog(canon, {});
  if (!answered.ok) throw new Error(answered.failure.message);
  const { retcons } = answered.json;
  return { retcons, lines: plainText(answered.prose).split('\n').slice(1) };
}

const house = (i: number): string => `facts: {house: {ruler: bob ${i}}}`;

it('answers 500 pages that retract one: only one of them changes anything', () => {
  const { lines } = logOf(manyPages(501, (i) => (i > 0 ? `retracts: {id: p0, effective: ${10 + i} CE}` : STATED)));
  expect(lines).toHaveLength(500);
  expect(lines.filter((line) => line.includes('ruler of house was bob, and is not stated from 11 CE'))).toHaveLength(1);
});

it('answers a page that supersedes 500', () => {
  const all = Array.from({ length: 500 }, (_, i) => `p${i}`).join(', ');
  const pageOf = (i: number): string =>
    i < 500
      ? `date: ${i + 1} CE\nfacts: {house: {ruler: y${i}}}`
      : `supersedes: [${all}]\nfacts: {house: {ruler: zed}}`;
  const { lines } = logOf(manyPages(501, pageOf));
  const told = /: ruler of house was stated as y\d+, and is zed from \d+ CE(?: until \d+ CE)?\.$/;
  expect(lines.filter((line) => told.test(line))).toHaveLength(500);
});

it('answers a chain of 1,000 versions, each of another attribute', () => {
  const pageOf = (i: number): string =>
    `canon: s${i}\ndate: ${i + 1} CE\nfacts: {house: {a${i}: v${i}}}\n${i > 0 ? `supersedes: p${i - 1}` : ''}`;
  const { retcons } = logOf(manyPages(1000, pageOf, revisionsOf(1000)));
  expect(retcons).toHaveLength(999);
  expect(retcons[500]).toMatchObject({ before: [{ attribute: 'a500', value: 'v500' }], after: [] });
});

it('answers two chains of 250 versions of one canon point, the retcons of which come by turns', () => {
  const id = (letter: string, i: number): string => `${letter}${String(i).padStart(4, '0')}`;
  const pageOf = (i: number): string =>
    `id: ${id('c', i)}\ndate: ${i + 1} CE\n${house(i)}\n${i > 1 ? `supersedes: ${id('c', i - 2)}` : ''}`;
  const { retcons } = logOf(manyPages(500, pageOf));
  expect(retcons).toHaveLength(498);
  expect(retcons.find(({ by }) => by === 'c0400')).toMatchObject({
    before: [{ value: 'bob 399' }],
    after: [{ value: 'bob 400' }],
  });
});

it('answers 500 retcons of a set with every value that holds beside what they change', () => {
  const pageOf = (i: number): string =>
    i % 2 === 0
      ? `date: ${i + 1} CE\nfacts: {house: {member: y${i}}}`
      : `date: ${i} CE\nsupersedes: p${i - 1}\nfacts: {house: {member: z${i}}}`;
  const { retcons } = logOf(manyPages(1000, pageOf, 'attributes: {member: set}'));
  const last = retcons.find(({ by }) => by === 'p999');
  expect([last?.before.length, last?.after.length]).toEqual([500, 500]);
  expect(last?.after.at(-1)).toMatchObject({ entity: 'house', attribute: 'member', value: 'z999' });
});

it('answers 500 soft retcons of a constant', () => {
  const pageOf = (i: number): string =>
    `facts: {house: {founder: bob ${i}}}\n${i > 0 ? 'supersedes: {id: p0, soft: true, effective: always}' : ''}`;
  const { retcons } = logOf(manyPages(501, pageOf, 'attributes: {founder: constant}'));
  expect(retcons).toHaveLength(500);
  expect(Math.max(...retcons.map(({ after }) => after.length))).toBe(501);
});

it('answers 200 pages that retract and restore one by turns', () => {
  const pageOf = (i: number): string =>
    `canon: s${i}\n${i === 0 ? STATED : `${i % 2 === 1 ? 'retracts' : 'restores'}: {id: p0, effective: ${i + 3} CE}`}`;
  const { retcons } = logOf(manyPages(201, pageOf, revisionsOf(201)));
  expect(retcons.map(({ before, after }) => [before.length, after.length].join())).toEqual(
    Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? '1,0' : '0,1')),
  );
});

it('answers a hundred retcons of one page, and those of another that restores what it superseded', () => {
  const olds = Array.from({ length: 100 }, (_, i) => `p${i}`).join(', ');
  const pageOf = (i: number): string =>
    i < 100
      ? `canon: r1\nfacts: {e${i}: {lord: bob}}`
      : i === 100
        ? `canon: r2\nsupersedes: [${olds}]\nfacts: {${Array.from({ length: 100 }, (_, k) => `e${k}: {lord: oda}`).join(', ')}}`
        : `canon: r3\nrestores: [${olds}]`;
  const { retcons } = logOf(manyPages(102, pageOf, 'revisions: [r1, r2, r3]'));
  expect(retcons.map(({ before, after }) => `${before[0]?.value} ${after[0]?.value}`)).toEqual([
    ...Array.from({ length: 100 }, () => 'bob oda'),
    ...Array.from({ length: 100 }, () => 'oda bob'),
  ]);
});

it('answers 500 retcons of a pair that has 3,000 dated facts', () => {
  const pageOf = (i: number): string =>
    i < 500
      ? `date: ${10 * i + 1} CE\n${house(i)}\nsupersedes: q${i}`
      : `date: ${i + 6000} CE\nfacts: [${Array.from({ length: 2000 }, (_, k) => `{entity: house, attribute: ruler, value: v${k}, from: ${5 * k + 7000} CE}`).join(', ')}]`;
  const { retcons } = logOf(
    manyPages(501, pageOf, '', (i) =>
      i < 500 ? `date: ${10 * i + 2} CE\nfacts: {house: {ruler: carl ${i}}}` : 'type: note',
    ),
  );
  expect(retcons).toHaveLength(500);
});
