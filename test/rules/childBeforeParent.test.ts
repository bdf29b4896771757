/** A child is older than its parent for certain, or nothing is said of it. */
import { expect, it } from 'vitest';
import { problemsIn } from '../support/codex';

const CODEX = 'attributes: {mother: constant, heir: set}\nkin: {parent: mother, child: heir}\n';
const person = (...lines: readonly string[]): string => ['---', 'type: person', ...lines, '---', ''].join('\n');

const reported = (files: Readonly<Record<string, string>>): readonly string[] =>
  problemsIn({ 'codex.yaml': CODEX, ...files }, null)
    .filter(({ problem }) => problem.code === 'fact/child-before-parent')
    .map(({ file }) => file);

it('is reported on the page of the child, of the parent, and of anybody who says so', () => {
  const births = { 'lysa.md': person('date: 340'), 'isolde.md': person('date: 12 March 361') };
  expect(reported({ ...births, 'lysa.md': person('date: 340', 'mother: "[[isolde]]"') })).toEqual(['lysa.md']);
  expect(reported({ ...births, 'isolde.md': person('date: 361', 'heir: ["[[lysa]]"]') })).toEqual(['isolde.md']);
  expect(reported({ ...births, 'tree.md': '---\nfacts: {lysa: {mother: isolde}}\n---\n' })).toEqual(['tree.md']);
});

it.each([
  ['in the same year', 'date: 361'],
  ['about a year', 'date: c. 340'],
  ['before a year', 'date: before 340'],
  ['without a date', 'tier: x'],
  ['in an era that may count backward', 'date: 340 BS'],
  ['of something that is not born', 'date: 340\ntype: sword'],
])('is nothing %s', (_, line) => {
  const lysa = person(line, 'mother: "[[isolde]]"').replace(/type: person\n(?=[^]*type:)/, '');
  expect(reported({ 'lysa.md': lysa, 'isolde.md': person('date: 361') })).toEqual([]);
});
