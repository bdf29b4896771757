/** The suggestions for an unknown name: the nearest first, of what is known and still exists. */
import { expect, it } from 'vitest';
import { knownAt, LATEST, readCanonPoint } from '../../server/src/core/canon';
import { nearEntries } from '../../server/src/core/canon/model/nearEntries';
import { createHost } from '../../server/src/core/host';

/** Pages of these names, with only the given content. */
const pages = (names: readonly string[], text = '') => new Map(names.map((name) => [`${name}.md`, text]));

function near(files: ReadonlyMap<string, string>, wanted: string, asOf = 'latest'): string[] {
  const host = createHost(() => null);
  host.apply(new Map([['codex.yaml', 'revisions: [r1, r2]'], ...files]));
  const point = readCanonPoint(host.canon, asOf);
  if (!point.ok) throw new Error(point.message);
  return nearEntries(knownAt(host.canon, point.point), wanted).map(({ path }) => path.replace('.md', ''));
}

it.each<[string, string, string[], string[]]>([
  ['that begins with all its words', 'Session 3', ['Session 4', 'Session 3 Recap'], ['Session 3 Recap', 'Session 4']],
  [
    'that contains all its words, after one that begins with them',
    'Session 3',
    ['The Session 3', 'Session 3 b'],
    ['Session 3 b', 'The Session 3'],
  ],
  [
    'after one that begins with it, whatever its name',
    'Session 3',
    ['A Session 3', 'Session 3 b'],
    ['Session 3 b', 'A Session 3'],
  ],
  ['that begins with one of its words', 'Session 3', ['A Session 3', 'Session of 3'], ['A Session 3', 'Session of 3']],
  [
    'that holds all its words, before a slip',
    'Session 3',
    ['Session 4', 'The Session 3'],
    ['The Session 3', 'Session 4'],
  ],
  ['that holds one of them in a longer word', 'Session 3', ['Session 2', 'Session 31'], ['Session 2', 'Session 31']],
  ['of its words in another order', 'Vyr House', ['Vyr Houses', 'House (Vyr)'], ['House (Vyr)', 'Vyr Houses']],
  ['of the same length', 'Vyr House', ['Vyr Mouse', 'House Vyr'], ['House Vyr', 'Vyr Mouse']],
  ['that holds them in another order', 'Vyr House', ['House of Vyr', 'Lord Vyr'], ['House of Vyr']],
  [
    'with one slip, and at most one in four letters',
    'Maric',
    ['Marik', 'Marok', 'Mari', 'Marica'],
    ['Mari', 'Marica', 'Marik'],
  ],
  ['with the fewest slips', 'Berengar', ['Berangor', 'Berangar', 'Borongor'], ['Berangar', 'Berangor']],
  [
    'that begins with it, after every slip',
    'foundin',
    ['foundings of a house', 'founden'],
    ['founden', 'foundings of a house'],
  ],
  [
    'that contains a part of a word, after one that begins with it',
    'oun',
    ['founding', 'ounce'],
    ['ounce', 'founding'],
  ],
  ['that holds words of two letters alone', 'of it', ['The part of it all'], []],
  ['that shares but two letters', 'fo', ['founding'], []],
  ['of one letter for another', 'a', ['b'], []],
  ['that lacks one of its words', 'House Vyr', ['House Aldric', 'Vyrhold'], []],
  ['that lacks one of its words, but none of its letters', 'House Vyr', ['House of very old'], []],
])('a name %s', (_, wanted, names, expected) => expect(near(pages(names), wanted)).toEqual(expected));

it('are three at most, by path where they are equally near', () =>
  expect(near(pages(['Mark', 'Marc', 'Mara', 'Marf']), 'Mart')).toEqual(['Mara', 'Marc', 'Marf']));

it('are known at the canon point, however many unknown ones are nearer', () => {
  const later = pages(
    Array.from({ length: 40 }, (_, i) => `Guard ${i + 10}`),
    '---\ncanon: r2\n---\n',
  );
  const files = new Map([...later, ...pages(['Guarding 9'])]);
  expect(near(files, 'Guard 1', 'r1')).toEqual(['Guarding 9']);
  expect(near(files, 'Guard 1')).toEqual(['Guard 10', 'Guard 11', 'Guard 12']);
});

it('are the nearest, however many are near, and whichever was written first', () => {
  const numbered = (name: string) => Array.from({ length: 30 }, (_, i) => `${name} ${i + 10}`).toReversed();
  expect(near(pages([...numbered('Gard'), ...numbered('Guard')]), 'Guard 1')).toEqual([
    'Guard 10',
    'Guard 11',
    'Guard 12',
  ]);
});

it('are current, for names that have changed since most were read', () => {
  const host = createHost(() => null);
  const found = (wanted: string) => nearEntries(knownAt(host.canon, LATEST), wanted).map(({ path }) => path);
  const many = Array.from({ length: 100 }, (_, i) => `Hamlet ${i + 100}`);
  host.grow(pages([...many, 'Berengar', 'Aldric']));
  expect(found('Berangar')).toEqual(['Berengar.md']);
  host.apply(
    new Map([
      ['Berengar.md', null],
      ['Aurelia.md', ''],
    ]),
  );
  expect(found('Berangar')).toEqual([]);
  expect(found('Aurelie')).toEqual(['Aurelia.md']);
  expect(found('Aldrik')).toEqual(['Aldric.md']);
  host.apply(new Map([['x.md', '---\naliases: [Aldrin]\n---\n']]));
  expect(found('Aldrik')).toEqual(['Aldric.md', 'x.md']);
});
