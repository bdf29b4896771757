/** Whatever an author writes, the rules answer: every problem at a place in its file, in two lines at most. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allEntries, knownAt, LATEST } from '../../server/src/core/canon';
import { checkCodex } from '../../server/src/core/rules/check';
import { hasSomeOf } from '../../server/src/core/rules/rule';
import { RULES } from '../../server/src/core/rules';
import { codexOf } from '../support/codex';
import { anyCodex, faults, toldInPlace } from './anyCodex';

it('gives every problem of any codex a place in it', () => {
  fc.assert(toldInPlace, { numRuns: Number(process.env.FUZZ_RUNS ?? 50) });
});

it('quotes text of several lines on one line', () => {
  const pages = {
    'a.md': '---\ncanon: session-2\n<<<<<<< HEAD\n  more\n---\n',
    'b.md': '---\ncanon: "one\n\n  two"\n---\n',
  };
  for (const codexYaml of ['', 'revisions: [s1]']) expect(faults({ 'codex.yaml': codexYaml, ...pages })).toEqual([]);
});

it('is brief about what a thousand entries have in common', () => {
  const copies = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [
      `copy-${i}.md`,
      `---\nid: the-same\nfacts: {vyr: {seat: s${i}}}\nsources: [the-same]\nsupersedes: {id: old, reason: so}\n---\n`,
    ]),
  );
  const files = { 'codex.yaml': '', 'old.md': '---\nid: old\nfacts: {vyr: {seat: x}}\n---\n', ...copies };
  expect(faults(files)).toEqual([]);
  const found = checkCodex(codexOf(files)).filter(({ file }) => file === 'copy-3.md');
  expect(new Set(found.map(({ problem }) => problem.code))).toEqual(
    new Set(['entry/duplicate-id', 'fact/disputed', 'supersedes/fork', 'reference/ambiguous']),
  );
  for (const { problem } of found) {
    expect(problem.related).toHaveLength(8);
    expect(problem.related?.at(-1)?.message).toMatch(/, and 2[12] more$/);
  }
});

it('finds nothing in an entry that lacks what a rule looks at', () => {
  fc.assert(
    fc.property(anyCodex, (files) => {
      const { canon } = codexOf(files);
      const known = knownAt(canon, LATEST);
      for (const entry of allEntries(canon))
        for (const { of, check } of RULES)
          if (!hasSomeOf(entry, of)) expect([...check({ known, entry, present: null })]).toEqual([]);
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 15) },
  );
});
