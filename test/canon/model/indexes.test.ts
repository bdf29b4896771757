/** Under which names a page is indexed, so that everything that may concern a thing is found by its names. */
import { expect, it } from 'vitest';
import { entryAt } from '../../../server/src/core/canon';
import { INDEX_KEYS, INDEXES, isPath, mentionKeys, pathKey } from '../../../server/src/core/canon/model/indexKeys';
import { possibleStaters } from '../../../server/src/core/canon/model/statedFacts';
import { codex } from './answers';

it.each<[string, string[]]>([
  ['House Vyr', ['house vyr']],
  ['north/Ford', ['north/ford', 'ford']],
  ['ford.md', ['ford.md', 'ford']],
  ['north/ford.md', ['north/ford.md', 'north/ford', 'ford']],
  ['./ford', ['./ford', 'ford']],
  ['../../north/ford', ['../../north/ford', 'north/ford', 'ford']],
  ['/north/ford/', ['/north/ford/', 'north/ford', 'ford']],
  ['a.b.md', ['a.b.md', 'a.b']],
  ['ford.mdx', ['ford.mdx']],
])('a mention of %s is indexed under %j', (text, expected) => expect(mentionKeys(text)).toEqual(expected));

it.each<[string, boolean]>([
  ['north/ford', true],
  ['ford.md', true],
  ['ford.md of old', false],
  ['house vyr', false],
])('%s can be the path of a file: %s', (key, expected) => expect(isPath(key)).toBe(expected));

it.each<[string, string]>([
  ['../north/ford.md', 'north/ford'],
  ['.hidden/ford', '.hidden/ford'],
  ['north//', 'north'],
  ['a.../b', 'a.../b'],
])('the path %s is %s, without its leading part', (key, expected) => expect(pathKey(key)).toBe(expected));

const filed = (keys: string, codexYaml = ''): Record<string, string[]> => {
  const entry = entryAt(codex({ 'codex.yaml': codexYaml, page: keys }), 'page.md');
  if (!entry) throw new Error('no page');
  const all = INDEXES.map((index): [string, string[]] => {
    const found = new Set<string>();
    INDEX_KEYS[index](entry, (key) => found.add(key));
    return [index, [...found]];
  });
  return Object.fromEntries(all.filter(([index, found]) => index !== 'names' && found.length > 0));
};

it.each<[string, string, Record<string, string[]>]>([
  ['what it is called', 'title: The Page', {}],
  ['what it supersedes', 'supersedes: Old/Tale', { declaredOn: ['old/tale', 'tale'], traits: ['says-something'] }],
  [
    'what a belief of it supersedes',
    'believed_by: lysa\nsupersedes: Tale',
    { declaredOn: ['tale'], alsoNaming: ['lysa'], knownBy: ['lysa'], traits: ['believed'] },
  ],
  [
    'what it states facts of, and with which values',
    'facts: {Keep: {motto: Ash}}',
    { statedOn: ['keep'], valued: ['ash'], alsoNaming: ['ash'], traits: ['says-something'] },
  ],
  [
    'its values alone where a fact is its own',
    'facts:\n  - {attribute: motto, value: ash}',
    { valued: ['ash'], alsoNaming: ['ash'], traits: ['says-something'] },
  ],
  [
    'what it states beliefs of',
    'facts:\n  - {entity: Keep, attribute: motto, value: Ash, believed_by: [Lysa]}',
    { statedOn: ['keep'], valued: ['ash'], alsoNaming: ['ash', 'lysa'], knownBy: ['lysa'], traits: ['believed'] },
  ],
  ['what it describes', 'entity: The Keep', { describing: ['the keep'] }],
  ['what it rests on', 'sources: [Old/Tale]', { restingOn: ['old/tale', 'tale'], alsoNaming: ['old/tale', 'tale'] }],
  ['what it names in another way', 'disputes: Tale\nreviewed: Lay', { alsoNaming: ['tale', 'lay'] }],
  ['what it sums up', 'summarises: Tale', { alsoNaming: ['tale'], traits: ['summary'] }],
  ['keys that nobody declared', 'Mood: dark', { unknownKeys: ['Mood'] }],
  ['its knowers', 'known_by: Lysa', { alsoNaming: ['lysa'], knownBy: ['lysa'], traits: ['keeps-secret'] }],
  ['since when it is known, which names nobody', 'known_from: 20 TA', {}],
  [
    'the knowers of a fact, which do not make the page a secret',
    'facts:\n  - {attribute: motto, value: ash, known_by: Lysa}',
    { valued: ['ash'], alsoNaming: ['ash', 'lysa'], knownBy: ['lysa'], traits: ['says-something'] },
  ],
  ['what it restores', 'restores: tale', { declaredOn: ['tale'], traits: ['says-something', 'restores'] }],
  [
    'what it restores for those who believe it',
    'believed_by: lysa\nrestores: tale',
    { declaredOn: ['tale'], alsoNaming: ['lysa'], knownBy: ['lysa'], traits: ['believed', 'restores'] },
  ],
  ['an invalid date', 'date: long ago', { traits: ['unreadable-date'] }],
  ['another problem, which does not concern a date', 'aliases: {a: b}', {}],
  ['its date in an era of its own', 'date: 5421 AS', { traits: ['own-era'] }],
  ['its end in an era of its own', 'until: 5421 AS', { traits: ['own-era'] }],
  ['its date in an era that all know', 'date: 1200 BCE', {}],
  [
    'the date of a fact in an era of its own',
    'facts:\n  - {attribute: motto, value: ash, from: 5421 AS}',
    { valued: ['ash'], alsoNaming: ['ash'], traits: ['says-something', 'own-era'] },
  ],
  [
    'the end of a fact in an era of its own',
    'facts:\n  - {attribute: motto, value: ash, until: 5421 AS}',
    { valued: ['ash'], alsoNaming: ['ash'], traits: ['says-something', 'own-era'] },
  ],
])('a page is indexed under %s', (_, keys, expected) => expect(filed(keys)).toEqual(expected));

it.each<[string, string, string[], string[]]>([
  [
    'its own page',
    'keep',
    ['keep', 'lay', 'sub', 'tale', 'ward'],
    ['keep', './keep', 'the keep', 'ward', './ward', 'sub', './sub'],
  ],
  ['its title', 'The Keep', ['keep', 'lay', 'tale'], ['the keep', 'keep', './keep']],
  [
    'the id of what is described elsewhere',
    'mill',
    ['old/mill', 'rent', 'wheel'],
    ['mill', './wheel', 'wheel', 'old/mill'],
  ],
  ['a path', 'old/mill', ['old/mill', 'rent', 'wheel'], ['old/mill', 'mill', './wheel', 'wheel']],
  ['the name of nothing', 'nowhere', [], ['nowhere']],
  ['the name of nothing else', 'gate', ['toll'], ['gate']],
])('what may state something is found by %s', (_, entity, entries, names) => {
  const canon = codex({
    keep: 'title: The Keep',
    ward: 'entity: Keep',
    sub: 'entity: ward\nfacts:\n  - {attribute: motto, value: ash}',
    tale: 'facts: {The Keep: {motto: ash}}',
    lay: 'facts: {Keep: {motto: ash}, the keep: {motto: oak}}',
    'old/mill': 'type: place',
    wheel: 'entity: mill',
    rent: 'facts: {mill: {owner: lysa}}',
    toll: 'facts: {gate: {owner: lysa}}',
    other: 'facts: {bridge: {owner: lysa}}',
  });
  const found = possibleStaters(canon, entity);
  expect(found.entries.map(({ path }) => path.replace('.md', ''))).toEqual(entries);
  expect([...found.names].sort()).toEqual([...names].sort());
});
