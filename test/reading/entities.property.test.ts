/** The entities of a codex, found in one pass over the pages, agree with the pages that describe them. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describerOf, describersOf, knownAt, LATEST, readCanonPoint } from '../../server/src/core/canon';
import { lookUpEntities } from '../../server/src/core/reading/entities';
import { atOnce } from '../../server/src/core/text/groups';
import { canonOf, WIDE, wideWorld } from '../canon/world';

const RUNS = Number(process.env.FUZZ_RUNS ?? 60);

it('has the entry that describes it, and the names from all such entries', () => {
  let several = 0;
  fc.assert(
    fc.property(wideWorld, fc.constantFrom('r1', 'r3', null), (files, asOf) => {
      const canon = canonOf(files, WIDE);
      const reading = asOf === null ? null : readCanonPoint(canon, asOf);
      const known = knownAt(canon, reading?.ok === true ? reading.point : LATEST);
      const { present } = canon.codex;
      for (const { id, title, entry, aliases } of atOnce(lookUpEntities({ known, present }))) {
        const describers = describersOf(known, id);
        if (describers.length > 1) several++;
        expect(entry).toBe(describerOf(known, id, present) ?? null);
        const names = new Set(describers.flatMap((one) => [one.title, ...one.aliases.map(({ text }) => text)]));
        names.delete(title);
        expect(aliases).toEqual([...names]);
      }
    }),
    { numRuns: RUNS },
  );
  expect(several).toBeGreaterThan(RUNS / 6);
});
