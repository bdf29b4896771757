/** Many summaries of the same things: each is as stale as it would be alone. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allOf, entryAt, staleSummariesOf } from '../../server/src/core/canon';
import type { Canon } from '../../server/src/core/canon/model/canon';
import { canonOf, world } from '../canon/world';

const RUNS = Number(process.env.FUZZ_RUNS ?? 60);
const REVISIONS = ['r1', 'r2', '2026-02-01', 'r3', 'r4'];

const summaryOf = (canon: string, of: readonly string[]): string =>
  `---\ncanon: ${canon}\nsummarises: [${of.join(', ')}]\nreviewed: [a, e]\n---\n`;

const summaries = fc.array(
  fc.tuple(fc.constantFrom(...REVISIONS), fc.subarray(['a', 'b', 'c', 'd'], { minLength: 1 })),
  { minLength: 3, maxLength: 8 },
);

const staleIn = (canon: Canon, file: string) => {
  const entry = entryAt(canon, file);
  return (entry ? staleSummariesOf(allOf(canon), entry, null) : []).map(({ summarised, changes, taken, by }) => ({
    of: summarised.path,
    taken: taken?.by.path,
    by: by.map(({ path }) => path),
    changes: changes.map(({ entity, attribute, from, until, ...sides }) => ({
      answer: [entity, attribute, from, until],
      by: sides.by().map(({ path }) => path),
      values: [sides.before, sides.after].map((held) =>
        held.map(({ clipped: { entry: stater, fact } }) => [stater.path, fact.index]),
      ),
    })),
  }));
};

it('whichever was asked about before', () => {
  let stale = 0;
  fc.assert(
    fc.property(world, summaries, (files, all) => {
      const pages = all.map(([canon, of], i) => [`summary${i}.md`, summaryOf(canon, of)] as const);
      const together = canonOf(new Map([...files, ...pages]));
      for (const [file] of pages) {
        const found = staleIn(together, file);
        expect(found).toEqual(staleIn(canonOf(new Map([...files, ...pages])), file));
        stale += found.length;
      }
    }),
    { numRuns: RUNS },
  );
  expect(stale).toBeGreaterThan(RUNS);
});
