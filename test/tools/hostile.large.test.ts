/**
 * Codices that a generator or an attacker may write: questions about what is at the limits of model §16, or has none, take
 * seconds.
 */
import { expect, it, vi } from 'vitest';
import { secretCallouts } from '../../server/src/core/entry/veil';
import { answerSteps, type Given, questionNamed } from '../../server/src/core/tools';
import type { Canon } from '../../server/src/core/canon';
import { plainText } from '../../server/src/core/tools/words/richText';
import { codexOf } from '../support/codex';
import { manyPages, STATED } from '../support/manyPages';
import { askChain, askFamily, askSuccession, askTimeline, askWasTrueAt } from '../support/ask';

// Quadratic time takes many minutes; a busy machine does not fail this test.
vi.setConfig({ testTimeout: 150_000 });

interface HeldValue extends Record<'value' | 'from' | 'until', string | null> {
  readonly sources: readonly string[];
}

interface Held {
  readonly facts: readonly { readonly values: readonly HeldValue[] }[];
}

/** The JSON of an answer for a knower. */
function askedFor(canon: Canon, name: string, given: Given): unknown {
  const question = questionNamed(name);
  if (!question) throw new Error(name);
  const steps = answerSteps(question, canon, given, { commits: new Map(), textOf: () => null });
  for (let step = steps.next(); ; step = steps.next([]))
    if (step.done === true) return step.value.ok ? step.value.json : step.value.failure;
}

it('timeline shows each of 1,000 pages of a cycle that each supersede the next', () => {
  const answered = askTimeline(
    manyPages(1000, (i) => `date: 3 CE\nsupersedes: p${(i + 1) % 1000}\nfacts: {house: {ruler: y${i}}}`),
    { entities: ['house'] },
  );
  expect(answered.ok && answered.json.lanes[0]?.spans).toHaveLength(1000);
});

it('chain shows 1,000 pages that supersede each other in cycles', () => {
  const pages = 1000;
  const pageOf = (i: number) => `supersedes: [${[i + 1, i * 7 + 3, i * 31 + 11].map((to) => `p${to % pages}`).join()}]`;
  const answered = askChain(manyPages(pages, pageOf), { name: 'p1' });
  expect(answered.ok && answered.json.supersedes).toHaveLength(pages - 1);
});

it('was-true-at shows each of 1,000 equal facts', () => {
  const facts = '  - {entity: house, attribute: ruler, value: bob}\n'.repeat(1000);
  const answered = askWasTrueAt(
    manyPages(1, () => `facts:\n${facts}`),
    { entity: 'house' },
  );
  expect(answered.ok && plainText(answered.prose).match(/bob/g)).toHaveLength(1000);
});

it('was-true-at shows what somebody holds who believes 1,000 pages, the latest of them', () => {
  const pageOf = (i: number) => `date: ${i + 1} CE\nbelieved_by: lysa\nfacts: {house: {ruler: bob ${i}}}`;
  const given = { entity: 'house', for: 'lysa', at: '900 CE .. 1000 CE', known_at: '950 CE' };
  const { facts } = askedFor(manyPages(1000, pageOf, 'circles: {court: [lysa]}'), 'was_true_at', given) as Held;
  const values = facts[0]?.values.map(({ value, from, until }) => `${value}, ${from} to ${until}`);
  expect([values?.length, values?.[0], values?.at(-1)]).toEqual([
    51,
    'bob 899, 900 CE to 901 CE',
    'bob 949, 950 CE to null',
  ]);
});

it('was-true-at shows 1,000 pages, each of a lower tier than the one before: none of them ends another', () => {
  const tiers = Array.from({ length: 1000 }, (_, i) => `t${i}`).join(', ');
  const canon = manyPages(
    1000,
    (i) => `date: ${i + 1} CE\ntier: t${i}\nfacts: {house: {ruler: bob ${i}}}`,
    `tiers: [${tiers}]`,
  );
  const answered = askWasTrueAt(canon, { entity: 'house' });
  expect(answered.ok && answered.json.facts[0]?.values).toHaveLength(1000);
});

it('was-true-at for everyone reads each file of 1,000 sources once', () => {
  const registry = Array.from({ length: 1000 }, (_, i) => `r${i}: {version: 1, paths: [d${i}/**]}`).join(', ');
  const pageOf = (i: number) =>
    `known_by: ${i === 0 ? 'nobody' : 'everyone'}\nsources: r${i % 2}@1\nfacts: {house: {ruler: bob ${i}}}`;
  const files = Array.from({ length: 1000 }, (_, i) => [`d${i}/p${i}.md`, `---\n${pageOf(i)}\n---\n`] as const);
  const { canon } = codexOf({ 'codex.yaml': `registry: {${registry}}`, ...Object.fromEntries(files) });
  const { facts } = askedFor(canon, 'was_true_at', { entity: 'house', for: 'everyone' }) as Held;
  const sources = facts[0]?.values.map((one) => one.sources);
  expect([sources?.length, sources?.flat().length]).toEqual([999, 500]);
});

it('family resolves each of the 2,000 spouses of one person once', () => {
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
])('timeline shows when each of 1,000 facts of a constant is disputed, %s and hold at once', (_, valueOf) => {
  const facts = Array.from(
    { length: 1000 },
    (__, i) => `  - {entity: house, attribute: seat, value: ${valueOf(i)}, from: ${i + 1} CE, until: ${i + 1000} CE}\n`,
  ).join('');
  const answered = askTimeline(
    manyPages(1, () => `facts:\n${facts}`, 'attributes: {seat: constant}'),
    { entities: ['house'] },
  );
  const spans = answered.ok ? (answered.json.lanes[0]?.spans ?? []) : [];
  expect(spans).toHaveLength(1000);
  expect(spans.every(({ is_disputed }) => is_disputed)).toBe(true);
  // The first is alone for a year, and so is the last.
  expect(spans.flatMap(({ disputed_days: days }, i) => (days ? i : []))).toEqual([0, 999]);
});

it('succession says who sits beside each of 5,000 in a council, some by name', () => {
  const facts = Array.from(
    { length: 5000 },
    (_, i) => `  - {entity: house, attribute: member, value: v${i}, from: ${i + 1} CE, until: ${i + 5001} CE}\n`,
  ).join('');
  const canon = manyPages(1, () => `facts:\n${facts}`, 'attributes: {member: set}');
  const answered = askSuccession(canon, { entity: 'house.member' });
  const lines = answered.ok ? plainText(answered.prose).split('\n') : [];
  expect(lines).toHaveLength(502);
  expect(lines.at(-2)).toContain('at the same time as v0, v1, v2, v3, v4 and 4994 others');
  expect(lines.at(-1)).toBe('And 4500 more: --format json has all of them.');
});

it('secrets in secrets, 3,000 deep, all end with the page', () => {
  const text = Array.from({ length: 3000 }, (_, i) => `${'> '.repeat(i + 1)}[!secret] oath\n`).join('');
  const found = secretCallouts(text, 0, new Set(['secret']));
  expect(new Set(found.map(({ span }) => span.end))).toEqual(new Set([text.length]));
  expect(found).toHaveLength(3000);
});

it('chain shows each of 1,000 pages that supersede one another', () => {
  const answered = askChain(
    manyPages(1000, (i) => (i > 0 ? `supersedes: p${i - 1}` : STATED)),
    { name: 'p7' },
  );
  expect(answered.ok && [answered.json.supersedes.length, answered.json.superseded_by.length]).toEqual([7, 992]);
});
