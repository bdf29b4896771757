/**
 * Many summaries of the same things: each is as stale as it would be alone, and as the changes since it was written say.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allOf, type Difference, differencesOf, entryAt, staleSummariesOf, upTo } from '../../server/src/core/canon';
import type { Canon } from '../../server/src/core/canon/model/canonValue';
import { positionOf } from '../../server/src/core/canon/model/canon';
import { laterPosition } from '../../server/src/core/codex/canonTime';
import { canonOf, world } from '../canon/world';

const RUNS = Number(process.env.FUZZ_RUNS ?? 60);
const REVISIONS = ['r1', 'r2', '2026-02-01', 'r3', 'r4'];

const summaryOf = (canon: string, of: readonly string[]): string =>
  `---\ncanon: ${canon}\nsummarises: [${of.join(', ')}]\nreviewed: [a, e]\n---\n`;

const summaries = fc.array(
  fc.tuple(fc.constantFrom(...REVISIONS), fc.subarray(['a', 'b', 'c', 'd'], { minLength: 1 })),
  { minLength: 3, maxLength: 8 },
);

const shown = ({ entity, attribute, from, until, before, after }: Difference) => ({
  answer: [entity, attribute, from, until],
  values: [before, after].map((held) => held.map(({ clipped: { entry, fact } }) => [entry.path, fact.index])),
});

const staleIn = (canon: Canon, file: string) => {
  const [entry, known] = [entryAt(canon, file), allOf(canon)];
  if (!entry) throw new Error(`${file} is not there`);
  return staleSummariesOf(known, entry, null).map(({ summarised, changes, taken, by }) => {
    const then = upTo(canon, laterPosition(positionOf(canon, entry), positionOf(canon, summarised)));
    for (const change of changes)
      expect(differencesOf(then, known, change.entity, change.attribute).map(shown)).toContainEqual(shown(change));
    return {
      of: summarised.path,
      taken: taken?.by.path,
      by: by.map(({ path }) => path),
      changes: changes.map((one) => ({ ...shown(one), by: one.by().map(({ path }) => path) })),
    };
  });
};

it('whichever was queried first', () => {
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
