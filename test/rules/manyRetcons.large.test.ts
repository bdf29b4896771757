/** Forks and cycles of very many entries: found as in small ones, and shown in part. */
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import {
  allEntries,
  edgesBy,
  edgesOf,
  entryAt,
  isInCycle,
  knownAt,
  LATEST,
  retconsOf,
} from '../../server/src/core/canon';
import { checkCodex, checkCodexInSteps } from '../../server/src/core/rules/check';
import { atOnce } from '../../server/src/core/text/groups';
import { codexOf, type Files } from '../support/codex';

// Quadratic time takes many minutes; a busy machine does not fail this test.
vi.setConfig({ testTimeout: 150_000 });

it('counts an edge as part of a cycle where its old entry leads back to the superseding one', () => {
  const olds = fc.array(fc.array(fc.nat(7), { maxLength: 3 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(olds, (graph) => {
      const pages = graph.map((named, i) => [
        `p${i}.md`,
        `---\nsupersedes: [${named.map((old) => `p${old}`).join(', ')}]\n---\n`,
      ]);
      const known = knownAt(codexOf({ 'codex.yaml': '', ...(Object.fromEntries(pages) as Files) }).canon, LATEST);
      const edges = allEntries(known.canon).flatMap((entry) => edgesBy(known, entry));
      for (const edge of edges) {
        const led = new Set([edge.old]);
        for (const entry of led) for (const { by, old } of edges) if (by === entry) led.add(old);
        expect(isInCycle(known, edge)).toBe(led.has(edge.by));
      }
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 40) },
  );
});

const many = (count: number, page: (i: number) => string): Files => ({
  'codex.yaml': '',
  ...Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}.md`, `---\n${page(i)}\n---\n`])),
});

it('reports a large fork at each prong, with some of the others and their number', () => {
  const prong = (i: number): string => `date: ${i} TA\nsupersedes: {id: old, reason: so}`;
  const files = { ...many(120, prong), 'old.md': '---\ndate: 1 TA\nfacts: {x: {lord: v}}\n---\n' };
  const found = checkCodex(codexOf(files)).filter(({ problem }) => problem.code === 'supersedes/fork');
  expect(found).toHaveLength(120);
  for (const { problem } of found) {
    expect(problem.message).toContain(' and many more: let one of them supersede the other');
    expect(problem.related?.at(-1)?.message).toMatch(/, and many more$/);
  }
});

it('shows the beginning and the end of a very long cycle', () => {
  const host = codexOf(many(1200, (i) => `supersedes: {id: p${(i + 1) % 1200}, reason: so}`));
  const found = atOnce(checkCodexInSteps(host, new Set(['p7.md'])));
  expect(found.map(({ problem }) => problem.message)).toContain(
    'These supersede each other in a circle: p7 → p8 → … → p7. Take out the one that is wrong.',
  );
});

it('treats thousands of equal retcons declared by another page as one', () => {
  const declared = (i: number): string => `  - {id: old, effective: ${i + 1} CE}\n`;
  const twice = Array.from({ length: 10_000 }, (_, i) => declared(i) + declared(i)).join('');
  const { canon } = codexOf({ 'old.md': '---\n---\n', 'new.md': `---\nsupersedes:\n${twice}---\n` });
  const known = knownAt(canon, LATEST);
  const [old, made] = [entryAt(canon, 'old.md'), entryAt(canon, 'new.md')];
  if (!old || !made) throw new Error('the pages are not read');
  const retcons = retconsOf(known, old);
  expect(retcons).toHaveLength(10_000);
  expect(retcons.every(({ declared: ends }) => ends.length === 2)).toBe(true);
  expect(edgesBy(known, made)).toEqual(edgesOf(known, old));
});

it('puts a page that supersedes thousands in force for each of them', () => {
  const names = Array.from({ length: 10_000 }, (_, i) => `p${i}`).join(', ');
  const { canon } = codexOf({
    ...many(10_000, (i) => `title: Page ${i}`),
    'new.md': `---\nsupersedes: [${names}]\n---\n`,
  });
  const known = knownAt(canon, LATEST);
  const entries = allEntries(canon).filter(({ path }) => path !== 'new.md');
  expect(entries.every((entry) => retconsOf(known, entry)[0]?.by.path === 'new.md')).toBe(true);
});

it('keeps each of the thousands of retcons that two pages declare of each other from both ends', () => {
  const declared = (key: string, id: string, by: string): string =>
    `---\n${key}:\n${Array.from({ length: 2000 }, (_, i) => `  - {id: ${id}, reason: ${by}${i}}\n`).join('')}---\n`;
  const { canon } = codexOf({
    'old.md': declared('superseded_by', 'new', 'o'),
    'new.md': declared('supersedes', 'old', 'n'),
  });
  const old = entryAt(canon, 'old.md');
  expect(old && edgesOf(knownAt(canon, LATEST), old)).toHaveLength(4000);
});
