/**
 * The inverse of facts: pairs whose value is an entity, by a name that means it, each pair once, in the order of paths,
 * and limited to a readable number.
 */
import { expect, it } from 'vitest';
import { type Canon, knownAt, readCanonPoint } from '../../server/src/core/canon';
import { firstPairsNaming, inverseAt, pairsNaming, valueEntity } from '../../server/src/core/canon/truth/inverse';
import { codex, type Files } from './model/answers';

function known(canon: Canon, asOf = 'latest') {
  const read = readCanonPoint(canon, asOf);
  if (!read.ok) throw new Error(read.message);
  return knownAt(canon, read.point);
}

const KEEP: Files = { 'codex.yaml': 'revisions: [r1, r2]', keep: 'title: The Keep\naliases: [hold]\ncanon: r1' };

it.each<[string, Files, string[], string?]>([
  [
    'by the paths of those who state them, then as written, however they name it',
    { z: 'facts: {x: {seat: keep}}', a: 'facts: {y: {seat: "[[The Keep]]", home: "[[keep]]"}}' },
    ['y seat', 'y home', 'x seat'],
  ],
  ['each once', { a: 'facts: {x: {seat: keep}}', b: 'facts: {x: {seat: "[[The Keep]]"}}' }, ['x seat']],
  ['none of its own', { a: 'facts: {keep: {motto: keep}, x: {seat: keep}}' }, ['x seat']],
  [
    'none that is not known yet',
    { a: 'canon: r2\nfacts: {x: {seat: keep}}', b: 'canon: r1\nfacts: {y: {seat: keep}}' },
    ['y seat'],
    'r1',
  ],
  ['none by a name that several have', { a: 'facts: {x: {seat: hold}}', b: 'aliases: [hold]' }, []],
  [
    'none by words that another page is meant by',
    { a: 'facts: {x: {seat: hill, home: keep}}', hill: 'aliases: [keep]' },
    ['x home'],
  ],
  ['none by other words', { a: 'facts: {x: {seat: the keep of old, home: mill}}' }, []],
])('pairs that name an entity: %s', (_, files, expected, asOf) => {
  const found = pairsNaming(known(codex({ ...KEEP, ...files }), asOf), 'keep');
  expect(found.map(({ entity, attribute }) => `${entity} ${attribute}`)).toEqual(expected);
});

it('a value means the entity of its page, one that nobody describes, or none', () => {
  const files = {
    ...KEEP,
    tower: 'entity: Old Mill',
    one: 'aliases: [Twin]',
    two: 'aliases: [Twin]',
    a: 'facts: {Nobody: {c: d}}',
  };
  const means = (text: string) => valueEntity(known(codex(files)), { text, linked: true }) ?? null;
  expect(['keep', 'The Keep', 'tower', 'Twin', 'Nobody', 'nothing'].map(means)).toEqual([
    'keep',
    'keep',
    'Old Mill',
    null,
    'Nobody',
    'nothing',
  ]);
});

it('of very many the first are found, and the number of the others', () => {
  const facts = (count: number) => Array.from({ length: count }, (_, i) => `  e${i}: {seat: keep}`).join('\n');
  const of = (count: number) => known(codex({ ...KEEP, a: `facts:\n${facts(count)}` }));
  const first = (count: number) => {
    const { pairs, isCut } = firstPairsNaming(of(count), 'keep');
    return [pairs.length, isCut];
  };
  expect([first(199), first(200), first(201)]).toEqual([
    [199, false],
    [200, false],
    [200, true],
  ]);
  const { answers, leftOut } = inverseAt(of(1002), 'keep', { at: null });
  expect([answers.length, leftOut]).toEqual([1000, 2]);
});

it('answers are sorted by attribute, then by beginning, then by entity, and limited to the attributes in question', () => {
  const fact = (entity: string, attribute: string, more = '') =>
    `  - {entity: ${entity}, attribute: ${attribute}, value: keep${more}}`;
  const facts = [
    fact('b', 'seat', ', from: 20 TA'),
    fact('c', 'seat'),
    fact('a', 'seat', ', from: 20 TA'),
    fact('d', 'seat', ', from: 10 TA'),
    fact('z', 'home'),
  ];
  const { answers } = inverseAt(known(codex({ ...KEEP, p: `facts:\n${facts.join('\n')}` })), 'keep', { at: null });
  expect(answers.map(({ entity, attribute }) => `${attribute} ${entity}`)).toEqual([
    'home z',
    'seat c',
    'seat d',
    'seat a',
    'seat b',
  ]);
  const some = inverseAt(known(codex({ ...KEEP, p: `facts:\n${facts.join('\n')}` })), 'keep', {
    at: null,
    attributes: ['home'],
  });
  expect(some.answers.map(({ entity }) => entity)).toEqual(['z']);
});
