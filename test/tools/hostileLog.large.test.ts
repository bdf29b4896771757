/**
 * `log` of codices that a generator or an attacker may write: it terminates on thousands of retcons of one page or one
 * chain.
 */
import { expect, it, vi } from 'vitest';
import { askLog } from '../../server/src/core/tools/facts/log';
import { plainText } from '../../server/src/core/tools/words/richText';
import { manyPages, oneEach, STATED, wideFork, revisionsOf } from '../support/manyPages';

// Quadratic time takes many minutes; a busy machine does not fail this test.
vi.setConfig({ testTimeout: 150_000 });

it('log shows each of 2,000 pages that retract one', () => {
  const answered = askLog(
    manyPages(2001, (i) => (i > 0 ? 'retracts: p0' : STATED)),
    {},
  );
  const lines = answered.ok ? plainText(answered.prose).split('\n') : [];
  expect(lines).toHaveLength(2001);
  expect(lines.at(-1)).toMatch(/p999 retracts p0 \(retraction, for all time\)\.$/);
});

it('log shows each of 1,500 pages that one supersedes', () => {
  const all = Array.from({ length: 1500 }, (_, i) => `p${i}`).join(', ');
  const pageOf = (i: number): string =>
    i < 1500
      ? `date: ${i + 1} CE\nfacts: {house: {ruler: y${i}}}`
      : `supersedes: [${all}]\nfacts: {house: {ruler: zed}}`;
  const answered = askLog(manyPages(1501, pageOf), {});
  const lines = answered.ok ? plainText(answered.prose).split('\n') : [];
  expect(
    lines.filter((line) => /: ruler of house was told as y\d+ from \d+ CE, and is zed\.$/.test(line)),
  ).toHaveLength(1500);
});

it('log shows 1,000 attributes of one entity, each superseded by a page of its own', () => {
  const pageOf = (i: number): string =>
    i % 2 === 0
      ? `canon: r0\nfacts: {house: {a${i}: x}}`
      : `canon: r1\nsupersedes: p${i - 1}\nfacts: {house: {a${i - 1}: y}}`;
  const answered = askLog(manyPages(2000, pageOf, 'revisions: [r0, r1]'), {});
  const lines = answered.ok ? plainText(answered.prose).split('\n') : [];
  expect(lines.filter((line) => /of house was told as x, and is y/.test(line))).toHaveLength(1000);
});

it('log shows what each of 2,000 retcons of a set adds and removes, and not the values of 2,000 others', () => {
  const pageOf = (i: number): string =>
    i % 2 === 0
      ? `date: ${i + 1} CE\nfacts: {house: {member: y${i}}}`
      : `date: ${i} CE\nsupersedes: p${i - 1}\nfacts: {house: {member: z${i}}}`;
  const answered = askLog(manyPages(4000, pageOf, 'attributes: {member: set}'), {});
  if (!answered.ok) throw new Error(answered.failure.message);
  expect(answered.json.retcons.find(({ by }) => by === 'p3999')).toMatchObject({
    before: [{ entity: 'house', attribute: 'member', value: 'y3998' }],
    after: [{ entity: 'house', attribute: 'member', value: 'z3999' }],
    among_others: true,
  });
  expect(plainText(answered.prose)).toContain(
    'member of house was told as y3998 among others, and is z3999 among others from 3999 CE.',
  );
});

it('log shows for each of 1,500 pages that supersede one of 1,500 facts what it states, and how much more it ends', () => {
  const answered = askLog(manyPages(1500, wideFork), {});
  if (!answered.ok) throw new Error(answered.failure.message);
  const last = answered.json.retcons.find(({ by }) => by === 'p1499');
  expect(last?.after).toContainEqual({ entity: 'house', attribute: 'a1499', value: 'z1499' });
  expect(last?.after.length).toBeLessThan(101);
  expect(last?.pairs_left).toBe(1400);
  expect(plainText(answered.prose)).toMatch(/: a1499 of house is z1499 from 1499 CE; .*; and 1400 more\.$/m);
});

it('log shows 500 soft retcons of a constant, without repeating all that state something else', () => {
  const pageOf = (i: number): string =>
    `facts: {house: {founder: bob ${i}}}\n${i > 0 ? 'supersedes: {id: p0, soft: true, effective: always}' : ''}`;
  const answered = askLog(manyPages(500, pageOf, 'attributes: {founder: constant}'), {});
  if (!answered.ok) throw new Error(answered.failure.message);
  expect(answered.json.retcons).toHaveLength(499);
  expect(Math.max(...answered.json.retcons.map(({ after }) => after.length))).toBeLessThan(101);
});

it('log shows what the only page that retracts another changes, and what it leaves to others', () => {
  const toldOf = (count: number): string => {
    const answered = askLog(
      manyPages(count, (i) => (i > 0 ? `retracts: {id: p0, effective: ${10 + i} CE}` : STATED)),
      {},
    );
    return answered.ok ? plainText(answered.prose) : '';
  };
  expect(toldOf(2)).toContain('ruler of house was bob, and is no more from 11 CE.');
  expect(toldOf(3).match(/ruler of house was bob/g)).toHaveLength(1);
});

const byTurns = (i: number): string => `${i % 2 === 1 ? 'retracts' : 'restores'}: {id: p0, effective: ${i + 3} CE}`;

it('log shows 2,000 pages that retract and restore one in turn, and says that listing all their changes would be too much', () => {
  const answered = askLog(
    manyPages(2001, (i) => (i > 0 ? byTurns(i) : STATED)),
    {},
  );
  if (!answered.ok) throw new Error(answered.failure.message);
  expect(answered.json.retcons).toHaveLength(2000);
  expect(
    answered.json.retcons.every(
      (one) => one.before.length + one.after.length === 0 && one.pairs_left === 1 && one.without_sides,
    ),
  ).toBe(true);
  expect(plainText(answered.prose)).toContain(
    'p1 retracts p0 (retraction, effective 4 CE); what it changes is not told, as more than 100 retcons bear on each other here.',
  );
});

it('log shows what each of the first hundred pages that retract and restore one changes, whatever comes later', () => {
  const answered = askLog(
    manyPages(201, (i) => `canon: s${i}\n${i > 0 ? byTurns(i) : STATED}`, revisionsOf(201)),
    {},
  );
  if (!answered.ok) throw new Error(answered.failure.message);
  expect(answered.json.retcons.map(({ pairs_left }) => pairs_left)).toEqual([
    ...Array.from({ length: 100 }, () => undefined),
    ...Array.from({ length: 100 }, () => 1),
  ]);
});

it('log shows what each of a hundred retcons changes that one page makes, and another undoes', () => {
  const olds = Array.from({ length: 100 }, (_, i) => `p${i}`).join(', ');
  const pageOf = (i: number): string =>
    i < 100
      ? `canon: r1\nfacts: {e${i}: {lord: bob}}`
      : i === 100
        ? `canon: r2\nsupersedes: [${olds}]\nfacts: {${Array.from({ length: 100 }, (_, k) => `e${k}: {lord: oda}`).join(', ')}}`
        : `canon: r3\nrestores: [${olds}]`;
  const answered = askLog(manyPages(102, pageOf, 'revisions: [r1, r2, r3]'), {});
  const sides = answered.ok
    ? answered.json.retcons.map(({ before, after }) => `${before[0]?.value} ${after[0]?.value}`)
    : [];
  expect(sides).toEqual([
    ...Array.from({ length: 100 }, () => 'bob oda'),
    ...Array.from({ length: 100 }, () => 'oda bob'),
  ]);
});

it('log shows what each of 3,000 prongs of a fork changes, where something else is restored', () => {
  const more = ['facts: {x: {y: z}}', 'supersedes: p3000', 'restores: p3000'];
  const pageOf = (i: number): string =>
    more[i - 3000] ?? `date: ${i + 10} CE\nfacts: {house: {ruler: bob ${i}}}${i > 0 ? '\nsupersedes: p0' : ''}`;
  const answered = askLog(manyPages(3003, pageOf), {});
  const lines = answered.ok ? plainText(answered.prose).split('\n') : [];
  expect(lines.filter((line) => /ruler of house .*is bob \d+/.test(line))).toHaveLength(2999);
});

it('log shows each of 3,000 pages of a chain, between which others are superseded, and the same number of independent pages', () => {
  const turnOf = (i: number): string =>
    i % 2 === 0
      ? `id: c${String(i).padStart(5, '0')}\n${i > 0 ? `supersedes: c${String(i - 2).padStart(5, '0')}` : ''}`
      : `id: c${String(i).padStart(5, '0')}\nsupersedes: b${i}`;
  const chain = manyPages(
    3000,
    (i) => `${turnOf(i)}\ndate: ${i + 1} CE\nfacts: {house: {ruler: bob ${i}}}`,
    '',
    (i) => `id: b${i}\n${STATED}`,
  );
  const beside = manyPages(3000, (i) => `facts: {house: {ruler: bob ${i}}}${i > 0 ? '\nsupersedes: p0' : ''}`);
  for (const [canon, count] of [
    [chain, 2999],
    [beside, 2999],
  ] as const) {
    const answered = askLog(canon, {});
    expect(answered.ok && answered.json.retcons.length).toBe(count);
  }
});

it('log shows an old page that supersedes each of 1,500 new ones, and those that rest on it', () => {
  const pageOf = (i: number): string => {
    const olds =
      i === 0 ? Array.from({ length: 1500 }, (_, j) => `p${j + 1500}`).join(', ') : i === 1500 ? '' : `p${i - 1}`;
    return `canon: s${i}\ndate: ${i + 1} CE\nfacts: {house: {ruler: bob ${i}}}\nsupersedes: [${olds}]`;
  };
  const answered = askLog(manyPages(3000, pageOf, revisionsOf(3000)), {});
  if (!answered.ok) throw new Error(answered.failure.message);
  const untold = answered.json.retcons.filter(({ without_sides }) => without_sides);
  expect([answered.json.retcons.length, untold.length]).toEqual([4498, 2999]);
});

it('log shows what each of 8,000 pages changes that supersede one fact each of a page of 8,000', () => {
  const answered = askLog(oneEach(8000), {});
  if (!answered.ok) throw new Error(answered.failure.message);
  expect(answered.json.retcons).toHaveLength(7999);
  for (const [i, { before, after }] of answered.json.retcons.entries())
    expect([before, after]).toEqual([
      [{ entity: 'house', attribute: `a${i + 1}`, value: `y${i + 1}` }],
      [{ entity: 'house', attribute: `a${i + 1}`, value: `z${i + 1}` }],
    ]);
});

it.each([
  [
    'several things: nothing is told of what one changes',
    '',
    /what it changes is not told, as hundreds of pages have the name of what this is about\.$/,
  ],
  [
    'one thing that all describe: what one changes is told',
    'entity: house\n',
    /: seat of p\d+ was told as v400 from 401 CE, and is w\.$/,
  ],
])('log of pages of which 400 have a name that means %s', (_, described, told) => {
  const pageOf = (i: number): string => {
    const canon = `canon: s${i === 401 ? 1 : 0}\n`;
    if (i < 400) return `${canon}${described}aliases: [Same]`;
    return i === 400
      ? `${canon}date: 401 CE\nfacts: {Same: {seat: v400}}`
      : `${canon}supersedes: p400\nfacts: {Same: {seat: w}}`;
  };
  const answered = askLog(manyPages(402, pageOf, revisionsOf(2)), {});
  const lines = answered.ok ? plainText(answered.prose).split('\n') : [];
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(told);
});
