/** The entries above an entry, kept from one to the next: compared with a fresh walk, along with the cost of a step. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allEntries } from '../../server/src/core/canon/model/canon';
import { aboveOf, knownAt, LATEST } from '../../server/src/core/canon/model/canonPoint';
import { openAbove } from '../../server/src/core/canon/incremental/openAbove';
import { codexOf } from '../support/codex';

const KINDS = ['supersedes', 'retracts', 'restores'] as const;

/** @param olds by page, which others it names, and in what way */
const knownOf = (olds: readonly (readonly (readonly [kind: number, old: number])[])[]) =>
  knownAt(
    codexOf({
      'codex.yaml': '',
      ...Object.fromEntries(
        olds.map((named, i) => [
          `p${i}.md`,
          `---\n${KINDS.map((key, kind) => `${key}: [${named.flatMap(([own, old]) => (own === kind ? `p${old}` : [])).join(', ')}]\n`).join('')}---\n`,
        ]),
      ),
    }).canon,
    LATEST,
  );

it('equals a fresh walk from that entry, from whichever it comes, through circles too', () => {
  const olds = fc.array(fc.array(fc.tuple(fc.nat(2), fc.nat(7)), { maxLength: 3 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(olds, fc.array(fc.nat(7), { minLength: 1, maxLength: 12 }), (graph, way) => {
      const known = knownOf(graph);
      const entries = allEntries(known.canon);
      const above = openAbove(known);
      let before: ReadonlySet<unknown> = new Set();
      for (const place of way) {
        const entry = entries[place % entries.length] ?? expect.fail();
        const changed = above.to(entry);
        const expected = aboveOf(known, entry);
        expect(above.all).toEqual(expected);
        for (const one of entries)
          expect(changed.filter((other) => other === one)).toHaveLength(before.has(one) === expected.has(one) ? 0 : 1);
        before = expected;
      }
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 40) },
  );
});

it('follows a chain, which ends in a circle, one entry at a step', () => {
  const known = knownOf(
    Array.from({ length: 60 }, (_, i) => [[0, i === 0 ? 2 : i - 1], ...(i === 57 ? [[1, 59] as const] : [])]),
  );
  const above = openAbove(known);
  const chain = Array.from(
    { length: 55 },
    (_, i) => allEntries(known.canon).find(({ path }) => path === `p${i + 3}.md`) ?? expect.fail(),
  );
  const [first = expect.fail()] = chain;
  expect(above.to(first)).toHaveLength(57);
  for (const entry of [...chain.slice(1, 54), ...chain.slice(0, 53).reverse()]) expect(above.to(entry)).toHaveLength(1);
});
