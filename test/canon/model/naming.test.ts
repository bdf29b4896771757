/** model §2: which page a name refers to, what its id is, and which entity is meant. */
import { expect, it } from 'vitest';
import { allEntries, entryAt, knownAt, LATEST, readCanonPoint } from '../../../server/src/core/canon';
import { describersOf } from '../../../server/src/core/canon/model/statedFacts';
import { entityNamed, entityOf, entryToCome, idOf, resolve } from '../../../server/src/core/canon/model/known';
import { codex, type Files } from './answers';

const PAGES: Files = {
  'codex.yaml': 'revisions: [s1, s2, s3]',
  keep: 'id: Keep\ntitle: The Keep',
  lay: 'canon: s1\naliases: [Keep, Song]',
  tale: 'canon: s1\ntitle: Song\nfacts: {Nobody Yet: {a: b}, old MILL: {a: b}, SONG: {a: b}, Old FORD: {a: b}}',
  'a-first': 'canon: s1\nentity: Old Mill',
  ward: 'canon: s1\nentity: The Keep',
  round: 'canon: s1\nentity: about',
  about: 'canon: s1\nentity: round',
  'north/ford': 'canon: s1',
  'south/ford': 'canon: s1',
  'north/hill': 'canon: s1',
  other: 'id: hill\ncanon: s2',
  first: 'canon: s1\nid: pond',
  'far/pond': 'canon: s1',
  heir: 'title: Nobody Yet\naliases: [The Heir]\ncanon: s2',
  'twin/one': 'canon: s1\ntitle: Twins\nentity: ward',
  'twin/two': 'canon: s1\ntitle: Twins\nentity: Keep',
  'z-crossing': 'canon: s1\nentity: OLD ford',
  'z-lake': 'canon: s1\nentity: west/Tarn',
  'far/east/isle': 'canon: s1',
  'tree/one': 'canon: s1\nid: Ash',
  'tree/two': 'canon: s1\nid: ash',
  'a-claim': 'canon: s3\naliases: [The Heir]',
};

/** From a canon with nothing memoized. */
function known(asOf = 'latest') {
  const canon = codex({ ...PAGES });
  const read = readCanonPoint(canon, asOf);
  if (!read.ok) throw new Error(read.message);
  return knownAt(canon, read.point);
}

function referred(name: string, asOf?: string): string {
  const found = resolve(known(asOf), name);
  if (found.kind === 'none') return 'none';
  const entries = found.kind === 'one' ? [found.entry] : found.entries;
  return entries.map(({ path }) => path.replace('.md', '')).join(', ');
}

it.each<[string, string, string?]>([
  ['Keep', 'keep'],
  ['  Keep ', 'keep'],
  ['KEEP', 'keep'],
  ['the keep', 'keep'],
  ['song', 'lay, tale'],
  ['north/ford', 'north/ford'],
  ['North/Ford.md', 'north/ford'],
  ['./south/ford', 'south/ford'],
  ['ford', 'north/ford, south/ford'],
  ['orth/ford', 'none'],
  ['west/ford', 'none'],
  ['east/isle', 'far/east/isle'],
  [' Ash ', 'tree/one'],
  ['ash', 'tree/two'],
  ['ASH', 'tree/one, tree/two'],
  ['hill', 'other'],
  ['hill', 'north/hill', 's1'],
  ['pond', 'first'],
  ['far/pond', 'far/pond'],
  ['Nobody Yet', 'heir'],
  ['Nobody Yet', 'none', 's1'],
  ['', 'none'],
  ['nothing', 'none'],
])('%j refers to %s', (name, expected, asOf) => expect(referred(name, asOf)).toBe(expected));

it.each<[string, string, string?]>([
  ['keep', 'Keep'],
  ['lay', 'lay'],
  ['north/ford', 'north/ford'],
  ['south/ford', 'south/ford'],
  ['north/hill', 'north/hill'],
  ['north/hill', 'hill', 's1'],
  ['far/pond', 'far/pond'],
])('the id of %s is %s', (name, expected, asOf) => {
  const view = known(asOf);
  const entry = allEntries(view.canon).find(({ path }) => path === `${name}.md`);
  expect(entry && idOf(view, entry)).toBe(expected);
});

it.each<[string, string, string?]>([
  ['keep', 'Keep'],
  ['ward', 'Keep'],
  ['a-first', 'Old Mill'],
  ['OLD mill', 'Old Mill'],
  ['old ford', 'Old FORD'],
  ['TARN', 'TARN'],
  ['nothing at all', 'nothing at all'],
  ['twins', 'Keep'],
  ['song', 'song'],
  // Each page of a circle describes itself: so an entity's name means that entity.
  ['round', 'round'],
  ['the heir', 'heir', 's1'],
  ['nobody yet', 'heir', 's1'],
  ['heir', 'heir', 's2'],
])('by %s the entity %s is meant', (name, expected, asOf) => expect(entityNamed(known(asOf), name)).toBe(expected));

it('an entity is described by its pages, in the order of their paths', () => {
  const describing = (entity: string) => describersOf(known(), entity).map(({ path }) => path.replace('.md', ''));
  expect(describing('Keep')).toEqual(['keep', 'twin/one', 'twin/two', 'ward']);
  expect([describing('Old Mill'), describing('nothing')]).toEqual([['a-first'], []]);
});

it('each of many pages that share a name describes its own entity, with those that say so', () => {
  const twenty = Array.from({ length: 20 }, (_, i) => i);
  const pages = twenty.flatMap((i) => [
    [`keep ${i}`, 'title: Keep\naliases: [Fort, Ford]'],
    [`ward ${i}`, `entity: keep ${i}\naliases: [Fort]`],
  ]);
  const many = knownAt(codex({ 'codex.yaml': '', ...(Object.fromEntries(pages) as Files) }), LATEST);
  for (const i of twenty)
    expect(describersOf(many, `keep-${i}`).map(({ path }) => path)).toEqual([`keep ${i}.md`, `ward ${i}.md`]);
  expect(describersOf(many, 'Fort')).toEqual([]);
});

it.each<[string, string, string | undefined]>([
  ['the heir', 's1', 'heir.md'],
  ['the heir', 's2', undefined],
  ['hill', 's1', undefined],
  ['nothing', 's1', undefined],
])('the page that %s, as of %s, is to have is %s', (name, asOf, expected) =>
  expect(entryToCome(known(asOf), name)?.path).toBe(expected),
);

it.each<[string, Files, string]>([
  ['versions of one page share', { old: 'title: Fall', newer: 'title: Fall\nentity: old' }, 'old'],
  ['several pages of one id share', { a: 'id: b\ntitle: Fall', b: 'id: b\ntitle: Fall' }, 'b'],
  ['it has itself, like the page that it describes', { old: 'title: Fall', own: 'title: Fall\nentity: Fall' }, 'old'],
  ['pages of different entities share', { old: 'title: Fall', other: 'title: Fall' }, 'Fall'],
  [
    'a page shares that describes by another shared name',
    { old: 'title: Fall', own: 'title: Fall\nentity: Spring', s1: 'title: Spring', s2: 'title: Spring' },
    'Fall',
  ],
  [
    'a page shares that describes by another name, which means one',
    {
      own: 'title: Fall\nentity: Spring',
      old: 'title: Fall\nentity: s1',
      s1: 'title: Spring',
      s2: 'title: Spring\nentity: Spring',
    },
    's1',
  ],
  ['all say of each other', { own: 'title: Fall\nentity: Fall', other: 'title: Fall\nentity: Fall' }, 'Fall'],
])('a page describes by a name that %s what others mean by it', (_, pages, expected) => {
  const canon = codex({ 'codex.yaml': '', ...pages, page: 'entity: Fall' });
  const known = knownAt(canon, LATEST);
  const page = entryAt(canon, 'page.md');
  expect(page && [entityOf(known, page), entityNamed(known, 'Fall')]).toEqual([expected, expected]);
  expect(describersOf(known, expected)).toContain(page);
});
