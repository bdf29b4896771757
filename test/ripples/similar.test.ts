/** Which pages tell nearly the same. */
import { expect, it } from 'vitest';
import { askSimilar } from './similarPairs';
import type { Files } from '../support/codex';

const WORDS = Array.from({ length: 120 }, (_, i) => `word${i}`);
const page = (keys: string, words: readonly string[] = WORDS): string => `---\n${keys}---\n${words.join(' ')}\n`;
const pairs = (files: Files): unknown =>
  askSimilar({ 'codex.yaml': 'revisions: [s1, s2]\nattributes: {seat: state}\n', ...files });

it('names two pages with four fifths in common, what they state otherwise, and the fuller one', () => {
  const other = [...WORDS.slice(0, 110), 'and', 'so', 'on'];
  expect(
    pairs({ 'a.md': page('seat: keep\n'), 'b.md': page('seat: hall\nfacts: {x: {y: z}}\n', other) }),
  ).toMatchObject([
    {
      entries: ['a', 'b'],
      fuller: 'b',
      score: 0.871,
      shared_facts: 0,
      differing_facts: [
        { entity: 'b', attribute: 'seat', values: [['keep'], ['hall']] },
        { entity: 'x', attribute: 'y', values: [[], ['z']] },
      ],
    },
  ]);
  expect(
    pairs({ 'a.md': page(''), 'b.md': page('', [...WORDS.slice(0, 90), ...other.slice(90).toReversed()]) }),
  ).toEqual([]);
});

it('takes the later one for the fuller where both hold as much', () => {
  expect(pairs({ 'a.md': page('canon: s2\n'), 'b.md': page('canon: s1\n') })).toMatchObject([
    { fuller: 'a', score: 1 },
  ]);
});

/** Three pages of one form, two of which state the same of what they are. */
const formsFilledIn = Object.fromEntries(
  ['keep', 'keep', 'hall'].map((seat, i) => [`${i}.md`, page(`seat: ${seat}\n`, [...WORDS, `${i}`])]),
);

it.each([
  ['supersede each other', { 'a.md': page(''), 'b.md': page('supersedes: a\n') }],
  ['are soft beside each other', { 'a.md': page(''), 'b.md': page('supersedes: {id: a, soft: true}\n') }],
  ['dispute each other', { 'a.md': page('disputes: b\n'), 'b.md': page('') }],
  ['are short', { 'a.md': page('', WORDS.slice(0, 29)), 'b.md': page('', WORDS.slice(0, 29)) }],
  ['are templates', { 'a.md': page('', [...WORDS, '{{title}}']), 'b.md': page('', [...WORDS, '{{title}}']) }],
  [
    'are forms that nobody has filled in',
    Object.fromEntries(
      ['a.md', 'b.md'].map((path) => [
        path,
        `---\n---\n${WORDS.map((word) => `> [!info] ${word}\n>\n>> ${word} | \`INPUT[${word}]\`\n\n# ${word}\n\n`).join('')}`,
      ]),
    ),
  ],
  ['lie among templates', { 'Templates/a.md': page(''), 'Templates/b.md': page('') }],
  ['are one template, filled in hardly at all', formsFilledIn],
  ['are three', Object.fromEntries(['a', 'b', 'c'].map((id) => [`${id}.md`, page('')]))],
])('leaves out pages that %s', (_, files) => {
  expect(pairs(files)).toEqual([]);
});

it('finds what comparing all pages finds', () => {
  let state = 7;
  const draw = (below: number): number => (state = (state * 48271) % 2147483647) % below;
  const texts: string[][] = [];
  for (let i = 0; i < 60; i++) {
    const words = i % 2 === 0 ? Array.from({ length: 40 + draw(80) }, () => `w${draw(90)}`) : [...(texts[i - 1] ?? [])];
    for (let change = draw(4); change > 0; change--)
      words[draw(words.length)] = draw(2) ? `é${draw(40)}` : `v${draw(40)}`;
    texts.push(words);
  }
  const parts = texts.map((words) => new Set(words.slice(2).map((_, at) => words.slice(at, at + 3).join(' '))));
  const counts = new Map<string, number>();
  for (const part of parts.flatMap((all) => [...all])) counts.set(part, (counts.get(part) ?? 0) + 1);
  const rows = parts.map((all) => new Set([...all].filter((part) => (counts.get(part) ?? 0) <= 2)));
  const expected = rows.flatMap((row, i) =>
    rows.slice(0, i).flatMap((other, j) => {
      const both = [...row].filter((part) => other.has(part)).length;
      return Math.min(row.size, other.size) >= 10 && both / (row.size + other.size - both) >= 0.8
        ? [[`p${i}`, `p${j}`].sort().join(' ')]
        : [];
    }),
  );
  const files = Object.fromEntries(texts.map((words, i) => [`p${i}.md`, page('', words)]));
  const found = pairs(files) as { entries: string[] }[];
  expect(expected.length).toBeGreaterThan(20);
  expect(found.map(({ entries }) => entries.join(' ')).sort()).toEqual(expected.sort());
});
