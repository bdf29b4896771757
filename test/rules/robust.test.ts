/** Whatever an author writes, the rules answer: every problem at a place in its file, in two lines at most. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allEntries, knownAt, LATEST } from '../../server/src/core/canon';
import { checkCodex } from '../../server/src/core/rules/check';
import { RULES, SEVERITIES } from '../../server/src/core/rules';
import { codexOf, drawn, type Files } from '../support/codex';

const folder = path.join(__dirname, '../../docs/rules');

/** About as much as two lines of an editor's hover hold. */
const LONGEST = 260;

/** The lines of every file that the pages of the rules show. */
const lines = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .flatMap((file) => [...readFileSync(path.join(folder, file), 'utf8').matchAll(/^```codex\n([^]*?)^```$/gm)])
  .flatMap(([, text = '']) => Object.values(drawn(text).files))
  .flatMap((text) => text.split('\n'))
  .filter((line) => line !== '---');

const line = fc.constantFrom(...new Set(lines));
const frontmatter = fc.array(line, { maxLength: 12 }).map((some) => `---\n${some.join('\n')}\n---\n`);
const names = ['maric', 'founding-of-house-vyr', 'refounding-of-house-vyr', 'chronicle', 'ballad'].map(
  (id) => `${id}.md`,
);
const yaml = fc.array(line, { maxLength: 6 }).map((some) => some.join('\n'));
const codex = fc.tuple(yaml, fc.array(frontmatter, { minLength: names.length, maxLength: names.length })).map(
  ([config, texts]): Files => ({
    'codex.yaml': config,
    ...Object.fromEntries(names.map((name, i) => [name, texts[i] ?? ''])),
  }),
);

/** What is wrong with how problems are told; nothing, if all is well. */
function faults(files: Files): string[] {
  return checkCodex(codexOf(files)).flatMap(({ file, problem }) => {
    const { code, message, related = [], fixes = [] } = problem;
    const places = [{ file, span: problem.span }, ...related, ...fixes.flatMap((fix) => fix.edits)];
    const isPlaced = places.every(
      ({ file: where, span }) => span.start >= 0 && span.start <= span.end && span.end <= (files[where]?.length ?? -1),
    );
    const isTold = message.length < LONGEST && !/undefined|null|NaN|Infinity|\[object|\n/.test(message);
    return isPlaced && isTold && SEVERITIES.has(code) ? [] : [`${file} ${code}: ${message}`];
  });
}

it('tells every problem of any codex at a place in it', () => {
  fc.assert(
    fc.property(codex, (files) => {
      expect(faults(files)).toEqual([]);
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 50) },
  );
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

it('finds nothing by a rule in an entry that has none of what it looks at', () => {
  fc.assert(
    fc.property(codex, (files) => {
      const { canon } = codexOf(files);
      const known = knownAt(canon, LATEST);
      for (const entry of allEntries(canon))
        for (const { of, check } of RULES)
          if (of && entry[of].length === 0) expect([...check({ known, entry, present: null })]).toEqual([]);
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 15) },
  );
});
