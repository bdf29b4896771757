/** Codices that a generator or an enemy may write: questions about thousands of retcons of one page or one chain come to an end. */
import { expect, it, vi } from 'vitest';
import { secretCallouts } from '../../server/src/core/entry/veil';
import { checkCodex } from '../../server/src/core/rules/check';
import { askChain } from '../../server/src/core/tools/facts/chain';
import { answerSteps, type Given, questionNamed } from '../../server/src/core/tools';
import { askDiff } from '../../server/src/core/tools/facts/diff';
import { askLog } from '../../server/src/core/tools/facts/log';
import { askWasTrueAt } from '../../server/src/core/tools/facts/wasTrueAt';
import type { Canon } from '../../server/src/core/canon';
import { askFamily } from '../../server/src/core/tools/pictures/family';
import { successionSteps } from '../../server/src/core/tools/pictures/succession';
import { askTimeline } from '../../server/src/core/tools/pictures/timeline';
import { plainText } from '../../server/src/core/tools/words/richText';
import { atOnce } from '../../server/src/core/text/steps';
import { codexOf } from '../support/codex';

// What grows with the square takes many minutes; a machine that is busy with other things is no failure.
vi.setConfig({ testTimeout: 150_000 });

/** @param besideOf other pages, one for each */
const canonOf = (
  count: number,
  pageOf: (i: number) => string,
  codexYaml = '',
  besideOf: ((i: number) => string) | null = null,
) =>
  codexOf({
    'codex.yaml': codexYaml,
    ...(besideOf &&
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`q${i}.md`, `---\n${besideOf(i)}\n---\n`]))),
    ...Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}.md`, `---\n${pageOf(i)}\n---\n`])),
  }).canon;

interface HeldValue extends Record<'value' | 'from' | 'until', string | null> {
  readonly sources: readonly string[];
}

interface Held {
  readonly facts: readonly { readonly values: readonly HeldValue[] }[];
}

/** The JSON of an answer for somebody. */
function askedFor(canon: Canon, name: string, given: Given): unknown {
  const question = questionNamed(name);
  if (!question) throw new Error(name);
  const steps = answerSteps(question, canon, given, { commits: new Map(), textOf: () => null });
  for (let step = steps.next(); ; step = steps.next([]))
    if (step.done === true) return step.value.ok ? step.value.json : step.value.failure;
}

const STATED = 'date: 3 CE\nfacts: {house: {ruler: bob}}';

it('check looks at each of 50,000 facts of a page, each of another entity, that another page states anew', () => {
  const factsOf = (value: string): string =>
    Array.from({ length: 50_000 }, (_, i) => `  - {entity: house ${i}, attribute: seat, value: ${value}}`).join('\n');
  const pages = ['facts:', 'date: 5 CE\nsupersedes: {id: p0, reason: so}\nfacts:'];
  const found = checkCodex(
    codexOf({
      'codex.yaml': '',
      ...Object.fromEntries(pages.map((top, i) => [`p${i}.md`, `---\n${top}\n${factsOf(`v${i}`)}\n---\n`])),
    }),
  );
  expect(found).toEqual([]);
});

it('timeline tells of each of 15,000 pages of a circle that each supersede the next', () => {
  const answered = askTimeline(
    canonOf(15_000, (i) => `date: 3 CE\nsupersedes: p${(i + 1) % 15_000}\nfacts: {house: {ruler: y${i}}}`),
    { entities: ['house'] },
  );
  expect(answered.ok && answered.json.lanes[0]?.spans).toHaveLength(15_000);
});

it('log tells of each of 2,000 pages that take back one', () => {
  const answered = askLog(
    canonOf(2001, (i) => (i > 0 ? 'retracts: p0' : STATED)),
    {},
  );
  const lines = answered.ok ? plainText(answered.prose).split('\n') : [];
  expect(lines).toHaveLength(2001);
  expect(lines.at(-1)).toMatch(/p999 retracts p0 \(retraction, for all time\)\.$/);
});

it('log tells of each of 1,500 pages that one supersedes', () => {
  const all = Array.from({ length: 1500 }, (_, i) => `p${i}`).join(', ');
  const pageOf = (i: number): string =>
    i < 1500
      ? `date: ${i + 1} CE\nfacts: {house: {ruler: y${i}}}`
      : `supersedes: [${all}]\nfacts: {house: {ruler: zed}}`;
  const answered = askLog(canonOf(1501, pageOf), {});
  const lines = answered.ok ? plainText(answered.prose).split('\n') : [];
  expect(lines.filter((line) => line.endsWith(': ruler of house is zed.'))).toHaveLength(1500);
});

it('log tells of 1,000 attributes of one entity, each superseded by a page of its own', () => {
  const pageOf = (i: number): string =>
    i % 2 === 0
      ? `canon: r0\nfacts: {house: {a${i}: x}}`
      : `canon: r1\nsupersedes: p${i - 1}\nfacts: {house: {a${i - 1}: y}}`;
  const answered = askLog(canonOf(2000, pageOf, 'revisions: [r0, r1]'), {});
  const lines = answered.ok ? plainText(answered.prose).split('\n') : [];
  expect(lines.filter((line) => /of house was told as x, and is y/.test(line))).toHaveLength(1000);
});

it('log tells what each of 2,000 retcons of a set brings and takes, and not what 2,000 others hold', () => {
  const pageOf = (i: number): string =>
    i % 2 === 0
      ? `date: ${i + 1} CE\nfacts: {house: {member: y${i}}}`
      : `date: ${i} CE\nsupersedes: p${i - 1}\nfacts: {house: {member: z${i}}}`;
  const answered = askLog(canonOf(4000, pageOf, 'attributes: {member: set}'), {});
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

const WIDE_FORK = Array.from({ length: 1500 }, (_, i) => i);

const wideFork = (i: number): string =>
  i === 0
    ? `facts: {house: {${WIDE_FORK.map((j) => `a${j}: y${j}`).join(', ')}}}`
    : `date: ${i} CE\nsupersedes: p0\nfacts: {house: {a${i}: z${i}}}`;

it('log tells of each of 1,500 pages that supersede one of 1,500 facts what it says, and how much more it ends', () => {
  const answered = askLog(canonOf(1500, wideFork), {});
  if (!answered.ok) throw new Error(answered.failure.message);
  const last = answered.json.retcons.find(({ by }) => by === 'p1499');
  expect(last?.after).toContainEqual({ entity: 'house', attribute: 'a1499', value: 'z1499' });
  expect(last?.after.length).toBeLessThan(101);
  expect(last?.pairs_left).toBe(1400);
  expect(plainText(answered.prose)).toMatch(/: a1499 of house is z1499 from 1499 CE; .*; and 1400 more\.$/m);
});

it('check names a hundred of 1,499 facts that each of 1,500 pages drops, and counts the others', () => {
  const files = Object.fromEntries(WIDE_FORK.map((i) => [`p${i}.md`, `---\n${wideFork(i)}\n---\n`]));
  const dropped = checkCodex(codexOf({ 'codex.yaml': '', ...files })).filter(
    ({ file, problem }) => file === 'p7.md' && problem.code === 'supersedes/drops-fact',
  );
  expect(dropped).toHaveLength(100);
  expect(dropped.at(-1)?.problem.message).toMatch(
    /^p0 says that house\.\S+ is y\d+, and p7 says nothing of it, nor of 1399 more: /,
  );
});

it('log tells of 500 soft retcons of a constant, and not each time of all who say something else', () => {
  const pageOf = (i: number): string =>
    `facts: {house: {founder: bob ${i}}}\n${i > 0 ? 'supersedes: {id: p0, soft: true, effective: always}' : ''}`;
  const answered = askLog(canonOf(500, pageOf, 'attributes: {founder: constant}'), {});
  if (!answered.ok) throw new Error(answered.failure.message);
  expect(answered.json.retcons).toHaveLength(499);
  expect(Math.max(...answered.json.retcons.map(({ after }) => after.length))).toBeLessThan(101);
});

it('log tells what the only page that takes back another changes, and what it does not beside others', () => {
  const toldOf = (count: number): string => {
    const answered = askLog(
      canonOf(count, (i) => (i > 0 ? `retracts: {id: p0, effective: ${10 + i} CE}` : STATED)),
      {},
    );
    return answered.ok ? plainText(answered.prose) : '';
  };
  expect(toldOf(2)).toContain('ruler of house was bob, and is no more from 11 CE.');
  expect(toldOf(3).match(/ruler of house was bob/g)).toHaveLength(1);
});

it('chain tells of 6,000 pages that supersede each other in circles', () => {
  const pages = 6000;
  const pageOf = (i: number) => `supersedes: [${[i + 1, i * 7 + 3, i * 31 + 11].map((to) => `p${to % pages}`).join()}]`;
  const answered = askChain(canonOf(pages, pageOf), { name: 'p1' });
  expect(answered.ok && answered.json.supersedes).toHaveLength(pages - 1);
});

it('diff names of each change in a chain of 1,500 the newest that say so, and how many more do', () => {
  const pageOf = (i: number) =>
    `canon: ${i === 0 ? 's1' : 's2'}\ndate: ${i} CE\nfacts: {house: {ruler: bob ${i}}}\n${i > 0 ? `supersedes: p${i - 1}` : ''}`;
  const answered = askDiff(canonOf(1500, pageOf, 'revisions: [s1, s2]'), { from: 's1' });
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
  const answered = askDiff(canonOf(6000, pageOf, 'revisions: [s1, s2]\nattributes: {member: set}'), { from: 's1' });
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

it('was-true-at tells of each of 60,000 equal facts', () => {
  const facts = '  - {entity: house, attribute: ruler, value: bob}\n'.repeat(60_000);
  const answered = askWasTrueAt(
    canonOf(1, () => `facts:\n${facts}`),
    { entity: 'house' },
  );
  expect(answered.ok && plainText(answered.prose).match(/bob/g)).toHaveLength(60_000);
});

it('was-true-at tells what somebody holds who believes 10,000 pages, the latest of them', () => {
  const pageOf = (i: number) => `date: ${i + 1} CE\nbelieved_by: lysa\nfacts: {house: {ruler: bob ${i}}}`;
  const given = { entity: 'house', for: 'lysa', at: '9000 CE .. 9100 CE', known_at: '9050 CE' };
  const { facts } = askedFor(canonOf(10_000, pageOf, 'circles: {court: [lysa]}'), 'was_true_at', given) as Held;
  const values = facts[0]?.values.map(({ value, from, until }) => `${value}, ${from} to ${until}`);
  expect([values?.length, values?.[0], values?.at(-1)]).toEqual([
    51,
    'bob 8999, 9000 CE to 9001 CE',
    'bob 9049, 9050 CE to null',
  ]);
});

it('check tells what each of 400 undated facts contradicts, in the gaps of 400 dated ones', () => {
  const pageOf = (i: number) =>
    `${i % 2 === 1 ? `date: ${2 * i + 1} CE\nuntil: ${2 * i + 2} CE\n` : ''}facts: {house: {ruler: bob ${i}}}`;
  const files = Array.from({ length: 800 }, (_, i) => [`p${i}.md`, `---\n${pageOf(i)}\n---\n`] as const);
  const codes = checkCodex(codexOf({ 'codex.yaml': '', ...Object.fromEntries(files) })).map(
    ({ problem }) => problem.code,
  );
  expect(codes.filter((code) => code === 'fact/disputed')).toHaveLength(400);
  expect(codes.filter((code) => code === 'fact/undated-differs')).toHaveLength(400);
});

it('was-true-at tells of 4,000 pages, each of a lower tier than the one before: none of them ends another', () => {
  const tiers = Array.from({ length: 4000 }, (_, i) => `t${i}`).join(', ');
  const canon = canonOf(
    4000,
    (i) => `date: ${i + 1} CE\ntier: t${i}\nfacts: {house: {ruler: bob ${i}}}`,
    `tiers: [${tiers}]`,
  );
  const answered = askWasTrueAt(canon, { entity: 'house' });
  expect(answered.ok && answered.json.facts[0]?.values).toHaveLength(4000);
});

it('check tells who reads each of 900 links of a page, and that only one of its 900 knowers may', () => {
  const knowers = Array.from({ length: 900 }, (_, i) => `k${i}`);
  const secrets = knowers.map((name, i) => [`s${i}.md`, `---\nknown_by: ${name}\n---\n`] as const);
  const found = checkCodex(
    codexOf({
      'codex.yaml': `circles: {court: [${knowers.join(', ')}]}`,
      'p.md': `---\nknown_by: [${knowers.join(', ')}]\n---\n${knowers.map((_, i) => `[[s${i}]]\n`).join('')}`,
      ...Object.fromEntries(secrets),
    }),
  );
  expect(found).toHaveLength(900);
  expect(found[1]?.problem.message).toMatch(/^k0, k2, k3 and 896 more can read this, and only k1 is in on s1: /);
});

it('was-true-at for everyone looks once at each file of 1,200 sources', () => {
  const registry = Array.from({ length: 1200 }, (_, i) => `r${i}: {version: 1, paths: [d${i}/**]}`).join(', ');
  const pageOf = (i: number) =>
    `known_by: ${i === 0 ? 'nobody' : 'everyone'}\nsources: r${i % 2}@1\nfacts: {house: {ruler: bob ${i}}}`;
  const files = Array.from({ length: 1200 }, (_, i) => [`d${i}/p${i}.md`, `---\n${pageOf(i)}\n---\n`] as const);
  const { canon } = codexOf({ 'codex.yaml': `registry: {${registry}}`, ...Object.fromEntries(files) });
  const { facts } = askedFor(canon, 'was_true_at', { entity: 'house', for: 'everyone' }) as Held;
  const sources = facts[0]?.values.map((one) => one.sources);
  expect([sources?.length, sources?.flat().length]).toEqual([1199, 600]);
});

it('check compares once what 2,000 pages say of one answer, which another sums up', () => {
  const pages = Array.from({ length: 2000 }, (_, i) => {
    const supersedes = i % 2 === 1 ? `supersedes: {id: p${i - 1}, reason: r}` : '';
    return [`p${i}.md`, `---\ndate: ${i + 1} CE\nfacts: {house: {ruler: b${i}}}\n${supersedes}\n---\n`] as const;
  });
  const found = checkCodex(
    codexOf({
      'codex.yaml': '',
      ...Object.fromEntries(pages),
      'later.md': '---\ncanon: 2021-01-01\ndate: 5000 CE\nfacts: {house: {ruler: kit}}\n---\n',
      'z.md': `---\ncanon: 2020-01-01\nsummarises: [${pages.map((_, i) => `p${i}`).join(', ')}]\n---\n`,
    }),
  );
  const told = found.flatMap(({ problem: { code, related } }) =>
    code === 'summary/stale' ? [related?.map(({ message }) => message)] : [],
  );
  expect(told).toHaveLength(2000);
  expect(new Set(told.flat())).toEqual(new Set(['ruler of house was b1999, is kit from 5000 CE']));
});

it('check holds 2,500 facts of a life once against its 2,500 stretches', () => {
  const dates = (first: number): string => Array.from({ length: 2500 }, (_, i) => `${2 * i + first} CE`).join(', ');
  const facts = Array.from({ length: 2500 }, (_, i) => `  - {attribute: a${i}, value: x}\n`).join('');
  const page = `type: person\ndate: [${dates(1)}]\nuntil: [${dates(2)}]\nfacts:\n${facts}`;
  expect(checkCodex(codexOf({ 'codex.yaml': '', 'bob.md': `---\n${page}---\n` }))).toEqual([]);
});

it('family reads once whom each of 2,000 values of one who married means', () => {
  const numbers = Array.from({ length: 2000 }, (_, i) => i);
  const children = numbers.map(
    (i) => [`p${i}.md`, `---\ntype: person\ndate: ${i + 1} CE\nfather: bob\nmother: w${i}\n---\n`] as const,
  );
  const { canon } = codexOf({
    'codex.yaml':
      'attributes: {mother: constant, father: constant, spouse: set}\nkin: {parent: [mother, father], spouse: spouse}\n',
    'bob.md': `---\ntype: person\nspouse: [${numbers.map((i) => `w${i}`).join(', ')}]\n---\n`,
    ...Object.fromEntries(children),
  });
  const answered = askFamily(canon, { entity: 'bob' });
  if (!answered.ok) throw new Error(answered.failure.message);
  const { people, relations, cut } = answered.json;
  expect([people.length, cut]).toEqual([2001, { generations: 0 }]);
  expect(new Set(relations.map(({ role, of, to }) => `${role} ${of} ${to}`))).toEqual(
    new Set(numbers.map((i) => `spouse bob w${i}`)),
  );
});

it.each([
  ['that all differ', (i: number) => `v${i}`],
  ['of three values', (i: number) => `v${i % 3}`],
])('timeline tells when each of 16,000 facts of a constant is disputed, %s and hold at once', (_, valueOf) => {
  const facts = Array.from(
    { length: 16_000 },
    (__, i) =>
      `  - {entity: house, attribute: seat, value: ${valueOf(i)}, from: ${i + 1} CE, until: ${i + 16_000} CE}\n`,
  ).join('');
  const answered = askTimeline(
    canonOf(1, () => `facts:\n${facts}`, 'attributes: {seat: constant}'),
    { entities: ['house'] },
  );
  const spans = answered.ok ? (answered.json.lanes[0]?.spans ?? []) : [];
  expect(spans).toHaveLength(16_000);
  expect(spans.every(({ is_disputed }) => is_disputed)).toBe(true);
  // The first is alone for a year, and so is the last.
  expect(spans.flatMap(({ disputed_days: days }, i) => (days ? i : []))).toEqual([0, 15_999]);
});

it('timeline tells of each of 6,000 facts of a constant a hundred of the 6,000 times at which it is disputed', () => {
  const facts = Array.from({ length: 12_000 }, (_, i) => {
    const [value, until] = i % 2 === 0 ? ['v', ''] : ['w', `, until: ${12_001 + i} CE`];
    return `  - {entity: house, attribute: seat, value: ${value}, from: ${i % 2 === 0 ? i + 1 : 12_000 + i} CE${until}}\n`;
  }).join('');
  const answered = askTimeline(
    canonOf(1, () => `facts:\n${facts}`, 'attributes: {seat: constant}'),
    { entities: ['house'] },
  );
  const spans = answered.ok ? (answered.json.lanes[0]?.spans ?? []) : [];
  const of = spans.filter(({ value }) => value === 'v');
  expect(of).toHaveLength(6000);
  expect(new Set(of.map((one) => `${one.disputed_days?.length} ${one.disputed_days_joined}`))).toEqual(
    new Set(['100 5901']),
  );
});

it('succession tells who sits beside each of 60,000 in a council, some by name', () => {
  const facts = Array.from(
    { length: 60_000 },
    (_, i) => `  - {entity: house, attribute: member, value: v${i}, from: ${i + 1} CE, until: ${i + 60_001} CE}\n`,
  ).join('');
  const canon = canonOf(1, () => `facts:\n${facts}`, 'attributes: {member: set}');
  const answered = atOnce(successionSteps(canon, { entity: 'house.member' }));
  const lines = answered.ok ? plainText(answered.prose).split('\n') : [];
  expect(lines).toHaveLength(60_001);
  expect(lines.at(-1)).toContain('at the same time as v0, v1, v2, v3, v4 and 59994 others');
});

it('check finds what each of 10,000 pages of one name may mean, and names a few', () => {
  const pages = Array.from(
    { length: 10_000 },
    (_, i) => [`d${i}/same.md`, '---\nsources: [same]\n---\n[[same]]'] as const,
  );
  const found = checkCodex(codexOf({ 'codex.yaml': '', ...Object.fromEntries(pages) }));
  expect(found).toHaveLength(20_000);
  expect(found[0]?.problem.message).toBe(
    '"same" could be d0/same, d1/same, d10/same, d100/same, d1000/same or 9995 more: write the id of the one you mean.',
  );
  expect(found[0]?.problem.related?.at(-1)?.message).toBe('answers to "same", and many more');
});

it('secrets in secrets, 3,000 deep, all end with the page', () => {
  const text = Array.from({ length: 3000 }, (_, i) => `${'> '.repeat(i + 1)}[!secret] oath\n`).join('');
  const found = secretCallouts(text, 0, new Set(['secret']));
  expect(new Set(found.map(({ span }) => span.end))).toEqual(new Set([text.length]));
  expect(found).toHaveLength(3000);
});

it('check looks once at each of 15,000 stretches of a page', () => {
  const dates = (first: number): string => Array.from({ length: 15_000 }, (_, i) => `${2 * i + first} CE`).join(', ');
  const page = `date: [${dates(1)}]\nuntil: [${dates(2)}]\nfacts: {house: {ruler: bob}}`;
  const bob = '---\ntype: person\ndate: 1 CE\n---\n';
  expect(checkCodex(codexOf({ 'codex.yaml': '', 'bob.md': bob, 'p.md': `---\n${page}\n---\n` }))).toEqual([]);
});

it('check judges a page that 1,000 others take and give back by turns', () => {
  const codexYaml = `revisions: [${Array.from({ length: 1001 }, (_, i) => `s${i}`).join(', ')}]`;
  const pageOf = (i: number) =>
    `canon: s${i}\n${i === 0 ? STATED : `${i % 2 === 1 ? 'retracts' : 'restores'}: {id: p0, effective: ${i + 3} CE}`}`;
  const pages = Array.from({ length: 1001 }, (_, i) => [`p${i}.md`, `---\n${pageOf(i)}\n---\n`] as const);
  const found = checkCodex(codexOf({ 'codex.yaml': codexYaml, ...Object.fromEntries(pages) }));
  expect(new Set(found.map(({ problem }) => problem.code))).toEqual(new Set(['retracts/missing-reason']));
});

it.each([
  ['take and give back one', 1000, (i: number) => `${i % 2 === 1 ? 'retracts' : 'restores'}: p0`],
  ['bring back one and what superseded it', 1, (i: number) => (i === 1 ? 'supersedes: p0' : `restores: p${i % 2}`)],
])(
  'check judges 2,000 pages that %s by turns, and of which none says when it entered the canon',
  (_, found, pageOf) => {
    const pages = Array.from({ length: 2001 }, (_, i) => [`p${i}.md`, `---\n${i > 0 ? pageOf(i) : STATED}\n---\n`]);
    const codes = checkCodex(codexOf({ 'codex.yaml': '', ...Object.fromEntries(pages) })).map(
      ({ problem }) => problem.code,
    );
    expect(codes.filter((code) => code.endsWith('/missing-reason'))).toHaveLength(found);
  },
);

const byTurns = (i: number): string => `${i % 2 === 1 ? 'retracts' : 'restores'}: {id: p0, effective: ${i + 3} CE}`;
const revisionsOf = (count: number): string =>
  `revisions: [${Array.from({ length: count }, (_, i) => `s${i}`).join(', ')}]`;

it('log tells of 2,000 pages that take and give back one by turns, and that it is too much to tell what each of them changes', () => {
  const answered = askLog(
    canonOf(2001, (i) => (i > 0 ? byTurns(i) : STATED)),
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

it('log tells what each of the first hundred pages that take and give back one changes, whatever comes later', () => {
  const answered = askLog(
    canonOf(201, (i) => `canon: s${i}\n${i > 0 ? byTurns(i) : STATED}`, revisionsOf(201)),
    {},
  );
  if (!answered.ok) throw new Error(answered.failure.message);
  expect(answered.json.retcons.map(({ pairs_left }) => pairs_left)).toEqual([
    ...Array.from({ length: 100 }, () => undefined),
    ...Array.from({ length: 100 }, () => 1),
  ]);
});

it('log tells what each of a hundred retcons changes that one page makes, and another undoes', () => {
  const olds = Array.from({ length: 100 }, (_, i) => `p${i}`).join(', ');
  const pageOf = (i: number): string =>
    i < 100
      ? `canon: r1\nfacts: {e${i}: {lord: bob}}`
      : i === 100
        ? `canon: r2\nsupersedes: [${olds}]\nfacts: {${Array.from({ length: 100 }, (_, k) => `e${k}: {lord: oda}`).join(', ')}}`
        : `canon: r3\nrestores: [${olds}]`;
  const answered = askLog(canonOf(102, pageOf, 'revisions: [r1, r2, r3]'), {});
  const sides = answered.ok
    ? answered.json.retcons.map(({ before, after }) => `${before[0]?.value} ${after[0]?.value}`)
    : [];
  expect(sides).toEqual([
    ...Array.from({ length: 100 }, () => 'bob oda'),
    ...Array.from({ length: 100 }, () => 'oda bob'),
  ]);
});

it('log tells what each of 3,000 prongs of a fork changes, where something else is restored', () => {
  const more = ['facts: {x: {y: z}}', 'supersedes: p3000', 'restores: p3000'];
  const pageOf = (i: number): string =>
    more[i - 3000] ?? `date: ${i + 10} CE\nfacts: {house: {ruler: bob ${i}}}${i > 0 ? '\nsupersedes: p0' : ''}`;
  const answered = askLog(canonOf(3003, pageOf), {});
  const lines = answered.ok ? plainText(answered.prose).split('\n') : [];
  expect(lines.filter((line) => /ruler of house .*is bob \d+/.test(line))).toHaveLength(2999);
});

it('timeline tells of 450 pages that supersede, take and give back one what it was at the first revisions, and is at the last', () => {
  const kinds = ['supersedes', 'retracts', 'restores'];
  const pageOf = (i: number): string =>
    `canon: s${i}\ndate: ${i + 1} CE\nfacts: {house: {ruler: bob ${i}}}${i > 0 ? `\n${kinds[i % 3]}: p0` : ''}`;
  const canon = canonOf(450, pageOf, revisionsOf(450));
  const answered = askTimeline(canon, { entities: ['house'] });
  if (!answered.ok) throw new Error(answered.failure.message);
  const { points, lanes } = answered.json;
  const first = points.findIndex(({ is_joined }) => is_joined);
  expect(first).toBeGreaterThan(100);
  expect(points.map(({ is_joined }) => is_joined)).toEqual(
    points.map((_, i) => (first <= i && i < points.length - 1 ? true : undefined)),
  );
  expect(plainText(answered.prose)).toContain(
    `From ${points[first]?.at} on, some of this is shown as it is in the end`,
  );
  const placeOf = (at: string | null, other: number): number =>
    at === null ? other : points.findIndex((one) => one.at === at);
  const wordsOf = ({ value, from, until }: HeldValue): string => `${value}, ${from} to ${until}`;
  for (const i of [1, 50, first - 1, points.length - 1]) {
    const told = (lanes[0]?.spans ?? []).filter(
      (one) => placeOf(one.canon_from, 0) <= i && i < placeOf(one.canon_until, Infinity),
    );
    const given = { entity: 'house', at: '1 CE .. 1600 CE', as_of: points[i]?.at ?? '' };
    const { facts } = askedFor(canon, 'was_true_at', given) as Held;
    expect(told.map(wordsOf).sort()).toEqual(facts.flatMap(({ values }) => values.map(wordsOf)).sort());
  }
});

it('check looks at 6,000 pages of which half fill the gaps of the others, and was-true-at finds the one gap that is asked for', () => {
  const pageOf = (i: number): string =>
    `${i % 2 === 1 ? `date: ${2 * i} CE\nuntil: ${2 * i + 1} CE\n` : ''}facts: {house: {ruler: bob ${i}}}`;
  const files = Array.from({ length: 6000 }, (_, i) => [`p${i}.md`, `---\n${pageOf(i)}\n---\n`]);
  const codex = codexOf({ 'codex.yaml': '', ...Object.fromEntries(files) });
  // Each undated one is other than the last dated one, and contradicted by all others without a date.
  const found = checkCodex(codex).map(({ problem }) => problem.code);
  expect([found.length, new Set(found)]).toEqual([6000, new Set(['fact/undated-differs', 'fact/disputed'])]);
  const answered = askWasTrueAt(codex.canon, { entity: 'house', at: '7000 CE' });
  expect(answered.ok && answered.json.facts[0]?.values.map(({ from, until }) => `${from} to ${until}`)).toEqual(
    Array.from({ length: 3000 }, () => '6999 CE to 7002 CE'),
  );
});

it('log tells of each of 3,000 pages of a chain, between which others are superseded, and of as many that stand beside each other', () => {
  const turnOf = (i: number): string =>
    i % 2 === 0
      ? `id: c${String(i).padStart(5, '0')}\n${i > 0 ? `supersedes: c${String(i - 2).padStart(5, '0')}` : ''}`
      : `id: c${String(i).padStart(5, '0')}\nsupersedes: b${i}`;
  const chain = canonOf(
    3000,
    (i) => `${turnOf(i)}\ndate: ${i + 1} CE\nfacts: {house: {ruler: bob ${i}}}`,
    '',
    (i) => `id: b${i}\n${STATED}`,
  );
  const beside = canonOf(3000, (i) => `facts: {house: {ruler: bob ${i}}}${i > 0 ? '\nsupersedes: p0' : ''}`);
  for (const [canon, count] of [
    [chain, 2999],
    [beside, 2999],
  ] as const) {
    const answered = askLog(canon, {});
    expect(answered.ok && answered.json.retcons.length).toBe(count);
  }
});

it('log tells of an old page that supersedes each of 1,500 new ones, and of those that were built upon it', () => {
  const pageOf = (i: number): string => {
    const olds =
      i === 0 ? Array.from({ length: 1500 }, (_, j) => `p${j + 1500}`).join(', ') : i === 1500 ? '' : `p${i - 1}`;
    return `canon: s${i}\ndate: ${i + 1} CE\nfacts: {house: {ruler: bob ${i}}}\nsupersedes: [${olds}]`;
  };
  const answered = askLog(canonOf(3000, pageOf, revisionsOf(3000)), {});
  if (!answered.ok) throw new Error(answered.failure.message);
  const untold = answered.json.retcons.filter(({ without_sides }) => without_sides);
  expect([answered.json.retcons.length, untold.length]).toEqual([4498, 2999]);
});

it('chain tells of each of 10,000 pages that supersede one another', () => {
  const answered = askChain(
    canonOf(10_000, (i) => (i > 0 ? `supersedes: p${i - 1}` : STATED)),
    { name: 'p7' },
  );
  expect(answered.ok && [answered.json.supersedes.length, answered.json.superseded_by.length]).toEqual([7, 9992]);
});

it('check looks once whether each of 60,000 circles that is a member of another is one', () => {
  const circles = Array.from({ length: 60_000 }, (_, i) => `  c${i}: [c${i + 1}]\n`).join('');
  const found = checkCodex(codexOf({ 'codex.yaml': `circles:\n${circles}  c60000: [ada]\n`, 'p.md': '' }));
  expect(found).toEqual([]);
});
