/** `check` of codices that a generator or an attacker may write: it looks once at each of thousands of things. */
import { expect, it, vi } from 'vitest';
import { checkCodex } from '../../server/src/core/rules/check';
import { codexOf } from '../support/codex';
import { oneEach, STATED, WIDE_FORK, wideFork } from '../support/manyPages';
import { askWasTrueAt } from '../support/ask';

// Quadratic time takes many minutes; a busy machine does not fail this test.
vi.setConfig({ testTimeout: 150_000 });

it('check looks at each of 50,000 facts of a page, each of another entity, that another page repeats', () => {
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

it('check names a hundred of 499 facts that each of 500 pages drops, and counts the others', () => {
  const files = Object.fromEntries(WIDE_FORK.map((i) => [`p${i}.md`, `---\n${wideFork(i)}\n---\n`]));
  const dropped = checkCodex(codexOf({ 'codex.yaml': '', ...files })).filter(
    ({ file, problem }) => file === 'p7.md' && problem.code === 'supersedes/drops-fact',
  );
  expect(dropped).toHaveLength(100);
  expect(dropped.at(-1)?.problem.message).toMatch(
    /^p0 says that house\.\S+ is y\d+, and p7 says nothing of it, nor of 399 more: /,
  );
});

it('check names who reads each of 900 links of a page, and that only one of its 900 knowers may', () => {
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
  expect(found[1]?.problem.message).toMatch(/^k0, k2, k3 and 896 more can read this, and only k1 knows s1: /);
});

it('check compares once what 1,000 pages state for one answer, which another page sums up', () => {
  const pages = Array.from({ length: 1000 }, (_, i) => {
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
  const messages = found.flatMap(({ problem: { code, related } }) =>
    code === 'summary/stale' ? [related?.map(({ message }) => message)] : [],
  );
  expect(messages).toHaveLength(1000);
  expect(new Set(messages.flat())).toEqual(new Set(['ruler of house was b999, is kit from 5000 CE']));
});

it('check compares 2,500 facts of a life once with its 2,500 stretches', () => {
  const dates = (first: number): string => Array.from({ length: 2500 }, (_, i) => `${2 * i + first} CE`).join(', ');
  const facts = Array.from({ length: 2500 }, (_, i) => `  - {attribute: a${i}, value: x}\n`).join('');
  const page = `type: person\ndate: [${dates(1)}]\nuntil: [${dates(2)}]\nfacts:\n${facts}`;
  expect(checkCodex(codexOf({ 'codex.yaml': '', 'bob.md': `---\n${page}---\n` }))).toEqual([]);
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

it('check looks once at each of 15,000 stretches of a page', () => {
  const dates = (first: number): string => Array.from({ length: 15_000 }, (_, i) => `${2 * i + first} CE`).join(', ');
  const page = `date: [${dates(1)}]\nuntil: [${dates(2)}]\nfacts: {house: {ruler: bob}}`;
  const bob = '---\ntype: person\ndate: 1 CE\n---\n';
  expect(checkCodex(codexOf({ 'codex.yaml': '', 'bob.md': bob, 'p.md': `---\n${page}\n---\n` }))).toEqual([]);
});

it('check judges a page that 200 others retract and restore in turn', () => {
  const codexYaml = `revisions: [${Array.from({ length: 201 }, (_, i) => `s${i}`).join(', ')}]`;
  const pageOf = (i: number) =>
    `canon: s${i}\n${i === 0 ? STATED : `${i % 2 === 1 ? 'retracts' : 'restores'}: {id: p0, effective: ${i + 3} CE}`}`;
  const pages = Array.from({ length: 201 }, (_, i) => [`p${i}.md`, `---\n${pageOf(i)}\n---\n`] as const);
  const found = checkCodex(codexOf({ 'codex.yaml': codexYaml, ...Object.fromEntries(pages) }));
  expect(new Set(found.map(({ problem }) => problem.code))).toEqual(new Set(['retracts/missing-reason']));
});

it.each([
  ['take and give back one', 100, (i: number) => `${i % 2 === 1 ? 'retracts' : 'restores'}: p0`],
  ['bring back one and what superseded it', 1, (i: number) => (i === 1 ? 'supersedes: p0' : `restores: p${i % 2}`)],
])('check judges 200 pages that %s in turn, none of which says when it entered the canon', (_, found, pageOf) => {
  const pages = Array.from({ length: 201 }, (_, i) => [`p${i}.md`, `---\n${i > 0 ? pageOf(i) : STATED}\n---\n`]);
  const codes = checkCodex(codexOf({ 'codex.yaml': '', ...Object.fromEntries(pages) })).map(
    ({ problem }) => problem.code,
  );
  expect(codes.filter((code) => code.endsWith('/missing-reason'))).toHaveLength(found);
});

it('check judges 632 pages of which half fill the gaps of the others, and was-true-at finds the one gap in question', () => {
  const pageOf = (i: number): string =>
    `${i % 2 === 1 ? `date: ${2 * i} CE\nuntil: ${2 * i + 1} CE\n` : ''}facts: {house: {ruler: bob ${i}}}`;
  const files = Array.from({ length: 632 }, (_, i) => [`p${i}.md`, `---\n${pageOf(i)}\n---\n`]);
  const codex = codexOf({ 'codex.yaml': '', ...Object.fromEntries(files) });
  // Each undated value differs from the last dated one, and is contradicted by all others without a date.
  const found = checkCodex(codex).map(({ problem }) => problem.code);
  expect([found.length, new Set(found)]).toEqual([632, new Set(['fact/undated-differs', 'fact/disputed'])]);
  const answered = askWasTrueAt(codex.canon, { entity: 'house', at: '700 CE' });
  expect(answered.ok && answered.json.facts[0]?.values.map(({ from, until }) => `${from} to ${until}`)).toEqual(
    Array.from({ length: 316 }, () => '699 CE to 702 CE'),
  );
});

it('check looks once whether each of 60,000 circles that is a member of another is a circle', () => {
  const circles = Array.from({ length: 60_000 }, (_, i) => `  c${i}: [c${i + 1}]\n`).join('');
  const found = checkCodex(codexOf({ 'codex.yaml': `circles:\n${circles}  c60000: [ada]\n`, 'p.md': '' }));
  expect(found).toEqual([]);
});

it('check compares each of 1,000 pages that supersede one fact each of a page of 1,000 with that fact', () => {
  expect(checkCodex({ canon: oneEach(1000), codexProblems: [] })).toEqual([]);
});

it('check names twelve of 2,000 pages that are to be reviewed for a summary', () => {
  const found = checkCodex(
    codexOf({
      'codex.yaml': 'revisions: [s1, s2]\n',
      'sum.md': '---\ncanon: s1\nsummarises: house\n---\n',
      'house.md': '---\ncanon: s1\n---\n',
      ...Object.fromEntries(
        Array.from({ length: 2000 }, (_, i) => [
          `p${i}.md`,
          `---\ncanon: s2\ndate: ${i + 1} CE\nfacts: {house: {ruler: bob ${i}}}\n---\n`,
        ]),
      ),
    }),
  );
  expect(found.map(({ problem }) => problem.message)).toEqual([
    'house has changed since this was written (ruler of house): update it here, or write `reviewed: [p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, …]` if nothing changes.',
  ]);
});
