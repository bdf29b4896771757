/** The suggestions for an unknown name, compared with a comparison of every name. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { knownAt, LATEST } from '../../server/src/core/canon';
import { nearEntries } from '../../server/src/core/canon/model/nearEntries';
import { createHost } from '../../server/src/core/host';
import { slipsBetween, sortNames, tellNear } from '../../server/src/core/text/nearNames';

const wordsIn = (name: string): string[] => name.match(/[a-z]+/g) ?? [];

/** How far a name is from what was written; Infinity: too far. */
function farFrom(wanted: string, name: string): number {
  const [whole, own] = [wordsIn(wanted), wordsIn(name)];
  const long = whole.filter((word) => word.length > 2);
  const hasWhole = long.length > 0 && whole.every((word) => own.includes(word));
  const slips = slipsBetween(wanted, name);
  const isSlip = slips <= Math.min(Math.max(1, Math.floor(wanted.length / 4)), 6) && slips < name.length;
  const holds = long.length > 0 && long.every((word) => name.includes(word));
  return Math.min(
    hasWhole && whole.every((word, i) => own[i] === word) ? 0.25 : Infinity,
    hasWhole ? 0.5 : Infinity,
    isSlip && slips > 0 ? slips : Infinity,
    wanted.length > 2 && name.startsWith(wanted) ? 100 : Infinity,
    holds ? 200 : Infinity,
  );
}

const aName = (most: number) =>
  fc
    .array(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 5 }), {
      minLength: 1,
      maxLength: most,
    })
    .map((words) => words.join(' '));

it('are the three nearest, then by path', () =>
  fc.assert(
    fc.property(fc.uniqueArray(aName(5), { maxLength: 60 }), aName(6), fc.nat({ max: 8 }), (all, wanted, later) => {
      const names = all.filter((name) => name !== wanted);
      const host = createHost(() => null);
      // Later writes are layered over the first read; some of them are deleted.
      host.grow(names.slice(later).map((name) => [`${name}.md`, '']));
      host.apply(new Map(names.slice(0, later + 2).map((name, i) => [`${name}.md`, i < later ? '' : null])));
      const there = names
        .filter((_, i) => i < later || later + 2 <= i)
        .map((name) => ({ name, far: farFrom(wanted, name) }));
      const nearest = there
        .filter(({ far }) => far < Infinity)
        .sort((a, b) => a.far - b.far || (a.name + '.md' < b.name + '.md' ? -1 : 1));
      expect(nearEntries(knownAt(host.canon, LATEST), wanted).map(({ path }) => path)).toEqual(
        nearest.slice(0, 3).map(({ name }) => `${name}.md`),
      );
    }),
    { numRuns: 1000 },
  ));

it('have their slips, as many as if each were compared', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 14 });
  const limits = fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 40 }), word, limits, (names, wanted, [most = 0, ...rest]) => {
      let limit = most;
      const expected: [string, number][] = [];
      const fewer = [...rest];
      for (const name of names.toSorted()) {
        const slips = slipsBetween(wanted, name);
        if (limit < slips) continue;
        expected.push([name, slips]);
        limit = Math.min(limit, fewer.shift() ?? limit);
      }
      const reported: [string, number][] = [];
      const next = [...rest];
      limit = most;
      tellNear(sortNames(names), wanted, most, (name, slips) => {
        reported.push([name, slips]);
        return (limit = Math.min(limit, next.shift() ?? limit));
      });
      expect(reported).toEqual(expected);
    }),
    { numRuns: 2000 },
  );
});
