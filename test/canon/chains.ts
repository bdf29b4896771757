/** Random chains of retcons as texts, for the properties of what a retcon changes. */
import fc from 'fast-check';
import { textOf, world } from './world';

/** Many retcons about one entity: chains, forks and restorations, in any order of world time and canon time. */
export const chain = fc
  .array(
    fc.record({
      date: anyOf('10 TA', '20 TA', '30 TA', '40 TA', '15 XX', 'before 25 TA'),
      until: anyOf('45 TA', undefined, undefined),
      canon: anyOf('r1', 'r2', 'r3', 'r4', '2026-03-01'),
      tier: anyOf('core', 'rumour', undefined),
      title: anyOf('X', undefined),
      entity: anyOf('x', undefined),
      about: fc.constantFrom('x', 'x', 'X', 'e00'),
      attribute: fc.constantFrom('ruler', 'ruler', 'founder', 'member'),
      value: fc.constantFrom('v', 'w', 'e01'),
      from: anyOf('10 TA', '50 TA', undefined, undefined, undefined),
      edges: fc.array(
        fc.record({
          kind: fc.constantFrom('supersedes', 'supersedes', 'supersedes', 'retracts', 'restores', 'superseded_by'),
          back: fc.nat(3),
          effective: anyOf('10 TA', '20 TA', '30 TA', '15 XX', 'always'),
          soft: anyOf(true, undefined, undefined, undefined),
          only: anyOf('x.ruler', undefined, undefined, undefined),
        }),
        { maxLength: 2 },
      ),
    }),
    { minLength: 4, maxLength: 14 },
  )
  .map(
    (specs) =>
      new Map(
        specs.map(({ about, attribute, value, from, edges, ...spec }, i): [string, string] => {
          const facts = [
            { entity: about, attribute, value, from },
            { entity: 'x', attribute: 'ruler', value: `r${i}` },
          ];
          const named = edges.map(({ back, ...edge }) => ({ ...edge, id: nthId(Math.max(0, i - 1 - back)) }));
          return [`${nthId(i)}.md`, textOf({ ...spec, id: nthId(i), facts, edges: named })];
        }),
      ),
  );

const nthId = (i: number): string => `e${String(i).padStart(2, '0')}`;

function anyOf<T>(...values: readonly T[]): fc.Arbitrary<T | undefined> {
  return fc.constantFrom(...values, undefined);
}

/** The same worlds, of pages that do not remember: what these say of themselves has no page that a plain reading could leave out. */
export const plainWorld = world.map(
  (files) => new Map([...files].map(([path, text]) => [path, text.replace(/^formerly:\n(?: {2}- .*\n)+/m, '')])),
);
