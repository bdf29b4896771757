/** Which facts are stated about an entity, under whatever name, and in which order. */
import { expect, it } from 'vitest';
import { knownAt, LATEST } from '../../../server/src/core/canon';
import {
  factsAbout,
  factsOn,
  isAnythingStated,
  type StatedFact,
} from '../../../server/src/core/canon/model/statedFacts';
import { codex, type Files } from './answers';

const PAGES: Files = {
  m: 'title: The Keep\nfacts:\n  - {attribute: lord, value: maric}\n  - {attribute: motto, value: ash}',
  'a-lay': 'facts: {The Keep: {lord: orm, seat: hill}}',
  'b-lay': 'facts:\n  - {attribute: owner, value: gus}\n  - {entity: Old Mill, attribute: owner, value: lysa}',
  'c-lay': 'facts: {old mill: {owner: eve, wheel: oak}, old/tower: {owner: ann}, tower: {owner: bob}}',
  gate: 'title: The Gate',
  'z-tale': 'facts: {m: {lord: lysa}, The Gate: {warden: orm}}',
  empty: 'type: place',
};

const known = () => knownAt(codex({ ...PAGES }), LATEST);

const shown = (facts: readonly StatedFact[]): string[] =>
  facts.map(({ entry, fact }) => `${entry.path.replace('.md', '')} ${fact.value.text}`);

it.each<[string, string[]]>([
  ['m', ['a-lay orm', 'a-lay hill', 'm maric', 'm ash', 'z-tale lysa']],
  ['Old Mill', ['b-lay lysa', 'c-lay eve', 'c-lay oak']],
  ['old/tower', ['c-lay ann']],
  ['tower', ['c-lay bob']],
  ['gate', ['z-tale orm']],
  ['empty', []],
  ['nobody', []],
])('the facts about %s are in the order of their pages', (entity, expected) => {
  expect(shown(factsAbout(known(), entity))).toEqual(expected);
  expect(isAnythingStated(known(), entity)).toBe(expected.length > 0);
});

it.each<[string, string, string[]]>([
  ['m', 'lord', ['a-lay orm', 'm maric', 'z-tale lysa']],
  ['m', 'owner', []],
  ['Old Mill', 'owner', ['b-lay lysa', 'c-lay eve']],
  ['old/tower', 'owner', ['c-lay ann']],
  ['b-lay', 'owner', ['b-lay gus']],
])('the facts of %s include only those for its %s', (entity, attribute, expected) =>
  expect(shown(factsOn(known(), entity, attribute))).toEqual(expected),
);
