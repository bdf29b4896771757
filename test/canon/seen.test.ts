/** A canon as a knower sees it: its pages and indexes, and placeholders for hidden pages. */
import { expect, it } from 'vitest';
import {
  allEntries,
  type Canon,
  entryAt,
  knownAt,
  LATEST,
  readCanonPoint,
  seenBy,
  type SeenCanon,
} from '../../server/src/core/canon';
import { factLearnedLate, pageLearnedLate } from '../../server/src/core/canon/knowledge/audiences';
import { isKnower, knowerNamed } from '../../server/src/core/canon/knowledge/knowers';
import { wholeCanon } from '../../server/src/core/canon/knowledge/view';
import { at, has, sizeOf, tableKeys } from '../../server/src/core/canon/model/table';
import { END } from '../../server/src/core/codex/canonTime';
import { readDate } from '../../server/src/core/chronology';
import { codex } from './model/answers';

const WORLD = {
  'codex.yaml': `revisions: [s1, s2]
circles: {players: [sara, tom], LYSA: [sara]}
membership: {of_circle: [member], of_member: []}
registry:
  plans: {version: 1.0.0, paths: ["gm/**"]}
  songs: {version: 1.0.0, paths: ["*.md"]}`,
  keep: 'title: The Keep\ncanon: s1',
  lysa: 'sources: [plans, songs@1.0.0, plans@1.0.0, deed, elsewhere]\ncanon: s1',
  deed: 'title: The Deed\naliases: [The Oath]\nentity: keep\ncanon: s2\nknown_by: nobody\nfacts:\n  - {attribute: motto, value: ash, known_by: everyone}\n  - {entity: lysa, attribute: seat, value: mill, known_by: tom}',
  'gm/plan': 'known_by: nobody\ncanon: s2\nfacts: {keep: {oath: hid}}',
  later: 'canon: s2',
  twin: 'canon: s2\nknown_by: nobody',
  'north/ford': 'canon: s2',
  'south/ford': 'canon: s2\nfacts: {ford: {seat: mill}}',
  nobody: 'canon: s2',
  lodge:
    'canon: s2\nfacts:\n  - {entity: lodge, attribute: member, value: ines}\n  - {entity: lodge, attribute: rival, value: orm}\n  - {entity: lodge, attribute: member, value: north/yan}',
};

function seen(who: string, asOf = 'latest', canon: Canon = codex(WORLD)): SeenCanon {
  const read = readCanonPoint(canon, asOf);
  if (!read.ok) throw new Error(read.message);
  const knowerIn = (known: Parameters<typeof knowerNamed>[0]) => knowerNamed(known, who) ?? expect.unreachable();
  return seenBy({ canon, point: read.point, knowerIn, until: null });
}

const OPEN = ['keep', 'later', 'lodge', 'lysa', 'nobody', 'north/ford', 'south/ford'].map((name) => `${name}.md`);

it('has the pages that are shown, whichever way they are requested', () => {
  const { entries } = seen('tom');
  expect([...tableKeys(entries)].sort()).toEqual(OPEN);
  expect(sizeOf(entries)).toBe(OPEN.length);
  expect(['keep.md', 'deed.md', 'nowhere.md'].map((path) => has(entries, path))).toEqual([true, false, false]);
  expect(['keep.md', 'deed.md'].map((path) => at(entries, path)?.title)).toEqual(['The Keep', undefined]);
});

it('indexes what was learned about others separately, by paths that no file has', () => {
  const { statedOn, declaredOn, valued, eyes, entries } = seen('tom');
  const [veiled] = eyes.veiled();
  const path = veiled?.path ?? '';
  expect(path.startsWith('\u0000')).toBe(true);
  expect(at(statedOn, 'keep')).toEqual(['gm/plan.md', path]);
  expect(at(statedOn, 'the oath')).toEqual([path]);
  expect(at(statedOn, 'lysa')).toEqual(['deed.md', path]);
  expect(at(statedOn, 'nothing')).toBeUndefined();
  expect(at(valued, 'ash')).toEqual(['deed.md', path]);
  expect(at(valued, 'the oath')).toBeUndefined();
  expect([at(declaredOn, 'keep'), has(declaredOn, 'keep')]).toEqual([undefined, false]);
  expect([has(statedOn, 'keep'), has(statedOn, 'nothing')]).toEqual([true, false]);
  expect([...tableKeys(statedOn)].sort()).toEqual(['ford', 'keep', 'lodge', 'lysa']);
  expect(sizeOf(statedOn)).toBe(4);
  expect(entryAt({ entries } as Canon, path)).toBe(veiled);
});

it('says where learned facts are, and whose page it is', () => {
  const { eyes } = seen('tom');
  const veiled = eyes.veiled();
  expect(veiled.map((entry) => [eyes.isVeiled(entry), eyes.pathOf(entry)])).toEqual([[true, 'deed.md']]);
  expect(veiled[0]?.facts.map(({ entity, value }) => `${entity?.text}: ${value.text}`)).toEqual([
    'keep: ash',
    'lysa: mill',
  ]);
  expect(eyes.placed().map(eyes.pathOf).sort()).toEqual(['deed.md', ...OPEN]);
  expect(seen('sara').eyes.veiled()[0]?.facts).toHaveLength(1);
});

it('treats unlearned facts as always true', () => {
  const { eyes } = seen('tom');
  const deed = entryAt(codex(WORLD), 'deed.md');
  const [fact] = deed?.facts ?? [];
  if (!deed || !fact) throw new Error('no fact');
  expect(eyes.heldFact(fact)).toEqual({ learned: { line: null, day: -Infinity, text: null }, isBelief: false });
  expect(eyes.writtenValue(fact)).toBe(fact.value);
  expect(eyes.beginningOf(deed, fact, [])).toBeNull();
});

it('sources are shown if their page is shown, or if they have no page', () => {
  const sources = entryAt(seen('tom'), 'lysa.md')?.sources.map(({ text }) => text);
  expect(sources).toEqual(['songs@1.0.0', 'elsewhere']);
});

it.each<[string, readonly string[]]>([
  ['s1', ['keep.md', 'lysa.md']],
  ['before:later', OPEN.filter((path) => path !== 'later.md')],
  ['s2', OPEN],
])('as of %s it has the pages of then', (asOf, expected) => {
  const view = seen('tom', asOf);
  expect(
    allEntries(view)
      .map(({ path }) => path)
      .sort(),
  ).toEqual(expected);
  expect(view.eyes.points.get(asOf)).toEqual({ kind: 'position', text: asOf, position: END });
});

it('as of today it has the latest pages', () => expect(seen('tom').eyes.points.get('latest')).toBe(LATEST));

it.each<[string, string, boolean]>([
  ['Lysa', 'latest', true],
  ['players', 'latest', true],
  ['sara', 'latest', true],
  ['keep', 'latest', true],
  ['lodge', 'latest', true],
  ['lodge', 's1', false],
  ['ines', 'latest', true],
  ['ines', 's1', false],
  ['orm', 'latest', false],
  ['yan', 'latest', false],
  ['north/yan', 'latest', true],
  ['ford', 'latest', false],
  ['north/ford', 'latest', true],
  ['nobody', 'latest', false],
  ['Everyone', 'latest', false],
  ['author', 'latest', false],
  ['', 'latest', false],
])('whether %j can know something, as of %s: %s', (name, asOf, expected) => {
  const read = readCanonPoint(codex(WORLD), asOf);
  if (!read.ok) throw new Error(read.message);
  expect(isKnower(knownAt(codex(WORLD), read.point), name)).toBe(expected);
});

it.each([
  ['Lysa', 'lysa'],
  ['The Keep', 'keep'],
  ['PLAYERS', 'players'],
  ['Sara', 'sara'],
  ['Everyone', 'everyone'],
])('the knower %s is called %s', (name, expected) =>
  expect(knowerNamed(knownAt(codex(WORLD), LATEST), name)?.name).toBe(expected),
);

it('beliefs are listed among the truths, in the order of the page; other pages stay what they are', () => {
  const canon = codex({
    song: 'facts:\n  - {entity: keep, attribute: a, value: b}\n  - {entity: keep, attribute: c, value: d, believed_by: tom}\n  - {entity: keep, attribute: e, value: f}',
    lay: 'believed_by: tom\nsupersedes: song',
    plain: 'known_by: tom\nfacts: {keep: {a: b}}',
  });
  const { entries } = wholeCanon(canon);
  expect(at(entries, 'song.md')?.facts.map(({ value, index }) => `${index} ${value.text}`)).toEqual([
    '0 b',
    '1 d',
    '2 f',
  ]);
  expect(at(entries, 'lay.md')?.declarations).toHaveLength(1);
  expect(at(entries, 'plain.md')).toBe(entryAt(canon, 'plain.md'));
  expect([has(entries, 'song.md'), has(entries, 'nowhere.md'), sizeOf(entries)]).toEqual([true, false, 3]);
  expect([...tableKeys(entries)].sort()).toEqual(['lay.md', 'plain.md', 'song.md']);
  expect(wholeCanon(canon)).toBe(wholeCanon(canon));
});

it.each<[string, string, string, string | null | undefined]>([
  ['before a date of theirs', 'known_by: {sara: 40 TA}', '39 TA', '40 TA'],
  ['at it', 'known_by: {sara: 40 TA}', '40 TA', undefined],
  ['before the first of two', 'known_by: {players: 40 TA, sara: 30 TA}', '20 TA', '30 TA'],
  ['before the first of two, as written', 'known_by: {players: 30 TA, sara: 40 TA}', '20 TA', '30 TA'],
  ['about a date of theirs', 'known_by: {sara: c. 40 TA}', '35 TA', undefined],
  ['ten years and a day before about a date', 'known_by: {sara: c. 40 TA}', '29 TA', '40 TA'],
  ['on another line', 'known_by: {sara: 40 TA}', '20 XX', undefined],
  ['of what they never learn', 'known_by: tom', '20 TA', null],
  ['of what they always knew', 'known_by: sara', '20 TA', undefined],
])('something comes too early %s', (_, keys, by, expected) => {
  const canon = codex({ ...WORLD, tale: `${keys}\nfacts: {keep: {motto: elm}}` });
  const known = knownAt(canon, LATEST);
  const [sara, page] = [knowerNamed(known, 'sara'), entryAt(canon, 'tale.md')];
  const reading = readDate(canon.codex.chronology, by);
  const [fact] = page?.facts ?? [];
  if (!sara || !page || !fact || !reading.ok || !reading.date) throw new Error('nothing to ask');
  const clipped = { entry: page, fact, begins: null };
  const late = [pageLearnedLate(known, sara, page, reading.date), factLearnedLate(known, sara, clipped, reading.date)];
  const drawn = late.map((one) => one && (one.when?.text.replace('c. ', '') ?? null));
  expect(drawn).toEqual([expected, expected]);
});

it('a page is read where it is shown', () => {
  const canon = codex({
    plain: 'tier: high',
    hidden: 'known_by: nobody',
    'codex.yaml': 'tiers: [high]\ncircles: {players: [tom]}',
  });
  const { eyes } = seen('tom', 'latest', canon);
  expect(eyes.glanceAt('plain.md')).toMatchObject({ path: 'plain.md', tier: { text: 'high' }, hidesProse: false });
  expect(eyes.glanceAt('plain.md')).toBe(eyes.glanceAt('plain.md'));
  expect([eyes.glanceAt('hidden.md'), eyes.glanceAt('nowhere.md')]).toEqual([undefined, undefined]);
});
