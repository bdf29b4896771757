/** model §11: who knows what, for authors, who see the truth next to it. */
import { expect, it } from 'vitest';
import {
  believedOf,
  type Canon,
  type CanonPoint,
  entryAt,
  secretsKnownBy,
  knowersOfFact,
  knowersOfPage,
  isAmong,
  knownAt,
  mayKeepSecrets,
  readCanonPoint,
} from '../../../server/src/core/canon';
import { knowerNamed } from '../../../server/src/core/canon/knowledge/knowers';
import { readDate } from '../../../server/src/core/chronology';
import type { Entry } from '../../../server/src/core/entry/entry';
import { codex, type Files } from './answers';

const PEOPLE: Files = {
  'codex.yaml': `revisions: [s1, s2]
mortal: [person]
circles: {players: [sara, tom], table: [players, ines]}
audience: {"gm/**": nobody}`,
  lysa: 'title: The Lady',
  young: 'type: person\ndate: 45 TA',
  old: 'type: person\ndate: 1 TA\nuntil: 5 TA',
  guild: 'facts:\n  - {entity: guild, attribute: member, value: lysa, from: 20 TA, until: 30 TA}',
};

function pointIn(canon: Canon, text: string): CanonPoint {
  const read = readCanonPoint(canon, text);
  if (!read.ok) throw new Error(read.message);
  return read.point;
}

function tale(keys: string, path = 'tale'): { readonly canon: Canon; readonly entry: Entry } {
  const canon = codex({ ...PEOPLE, [path]: keys, scene: 'canon: s1' });
  const entry = entryAt(canon, `${path}.md`);
  if (!entry) throw new Error('no tale');
  return { canon, entry };
}

const stating = (keys: string): string => `canon: s1\nfacts:\n  - {entity: keep, attribute: motto, value: ash${keys}}`;

/** The only fact of a page. */
function onlyFactOf({ facts: [fact], ...entry }: Entry) {
  if (!fact) throw new Error('no fact');
  return { fact, begins: (fact.from ?? entry.date)?.date?.start ?? null };
}

/** The secrets that somebody knows: since when, and who else knows them. */
function secretOf(who: string, keys: string, at: string, asOf = 'latest'): string | null {
  const { canon, entry } = tale(keys);
  const reading = readDate(canon.codex.chronology, at);
  const isIn = secretsKnownBy({
    canon,
    point: pointIn(canon, asOf),
    knowerIn: (known) => knowerNamed(known, who) ?? expect.unreachable(),
    until: reading.ok ? reading.date : null,
  });
  const secret = isIn({ entry, ...onlyFactOf(entry) });
  return secret && `${secret.learned ?? 'always'}: ${secret.knownBy.join(', ')}`;
}

it.each<[string, string, string, string, string | null]>([
  ['who is named', 'lysa', ', known_by: [lysa]', '50 TA', 'always: lysa'],
  ['who is named in another way', 'lysa', ', known_by: [the lady, Zed]', '50 TA', 'always: lysa, Zed'],
  ['nobody else', 'sara', ', known_by: [lysa]', '50 TA', null],
  ['nobody in particular', 'everyone', ', known_by: [lysa]', '50 TA', null],
  ['who has learned it by then', 'lysa', ', known_by: {lysa: 30 TA, sara: 40 TA}', '30 TA', '30 TA: lysa, sara'],
  ['nobody who learns it later', 'lysa', ', known_by: {lysa: 30 TA, sara: 40 TA}', '29 TA', null],
  ['nobody before it has begun', 'lysa', ', known_by: [lysa], from: 20 TA', '19 TA', null],
  ['who is named, once it has begun', 'lysa', ', known_by: [lysa], from: 20 TA', '20 TA', '20 TA: lysa'],
  [
    'who learns it before everyone does',
    'lysa',
    ', known_by: {lysa: 3 TA, everyone: 9 TA}',
    '8 TA',
    '3 TA: lysa, everyone',
  ],
  ['nobody, once everyone has', 'lysa', ', known_by: {lysa: 3 TA, everyone: 9 TA}', '9 TA', null],
  ['nobody where everyone may know', 'lysa', ', from: 3 TA', '50 TA', null],
])('a secret is kept by %s', (_, who, keys, at, expected) => expect(secretOf(who, stating(keys), at)).toBe(expected));

it('a secret is kept as of the revision in which it is learned', () => {
  const atTheTable = stating(', known_by: {players: s2}');
  expect(['s1', 'before:scene', 's2', 'latest'].map((asOf) => secretOf('sara', atTheTable, '50 TA', asOf))).toEqual([
    null,
    null,
    'always: players',
    'always: players',
  ]);
});

const drawn = (inOn: ReturnType<typeof knowersOfPage>): string[] | null =>
  inOn &&
  inOn.map(({ name, since, isNever }) => `${name}${since === null ? '' : ` from ${since}`}${isNever ? ', never' : ''}`);

it.each<[string, string, string[] | null]>([
  ['of what everyone may know, nobody in particular', '', null],
  ['everyone named, by id', ', known_by: [The Lady, Players]', ['lysa', 'Players']],
  ['since when', ', known_by: {lysa: 30 TA, sara: 40 TA}', ['lysa from 30 TA', 'sara from 40 TA']],
  ['since which revision', ', known_by: {players: S2}', ['players from s2']],
  ['nothing of when it begins itself', ', known_by: [lysa], from: 20 TA', ['lysa']],
  ['since their life began', ', known_by: [young], from: 20 TA', ['young from 45 TA']],
  ['that some never learn it', ', known_by: [old, zed, lysa], from: 20 TA', ['old, never', 'zed, never', 'lysa']],
  ['that nobody is', ', known_by: nobody', []],
  ['those named next to nobody', ', known_by: [Nobody, lysa]', ['lysa']],
  ['nobody where that is in doubt', ', knwon_by: [lysa]', []],
  ['everyone from when it is known', ', known_from: 40 TA', ['everyone from 40 TA']],
  [
    'everyone from their own date',
    ', known_by: {EVERYONE: 40 TA, lysa: 4 TA}',
    ['everyone from 40 TA', 'lysa from 4 TA'],
  ],
])('the knowers of a fact: %s', (_, keys, expected) => {
  const { canon, entry } = tale(stating(keys));
  const point = pointIn(canon, 'latest');
  expect(drawn(knowersOfFact(knownAt(canon, point), point, { entry, ...onlyFactOf(entry) }))).toEqual(expected);
});

it.each<[string, string, string[] | null, string?]>([
  ['of what everyone may read, nobody in particular', 'date: 20 TA', null],
  ['everyone named', 'known_by: [lysa]\ndate: 20 TA', ['lysa']],
  ['since when', 'known_by: {lysa: 30 TA}\ndate: 20 TA', ['lysa from 30 TA']],
  ['everyone from when it is known', 'known_from: 40 TA\ndate: 20 TA', ['everyone from 40 TA']],
  ['everyone from their own date', 'known_by: {everyone: 40 TA}', ['everyone from 40 TA']],
  ['everyone who may read its folder', 'date: 20 TA', [], 'gm/tale'],
  ['nobody where that is in doubt', 'knwon_by: [lysa]', []],
])('the knowers of a page: %s', (_, keys, expected, path) => {
  const { canon, entry } = tale(keys, path);
  const point = pointIn(canon, 'latest');
  expect(drawn(knowersOfPage(knownAt(canon, point), point, entry))).toEqual(expected);
});

it('a fact says itself when everyone learns it, or else its page does', () => {
  const page = (keys: string) => `known_by: {everyone: 40 TA}\nknown_from: 30 TA\n${stating(keys)}`;
  const inOn = (keys: string) => {
    const { canon, entry } = tale(page(keys));
    const point = pointIn(canon, 'latest');
    return drawn(knowersOfFact(knownAt(canon, point), point, { entry, ...onlyFactOf(entry) }));
  };
  expect(inOn('')).toEqual(['everyone from 40 TA']);
  expect(inOn(', known_by: everyone')).toEqual(['everyone from 30 TA']);
  expect(inOn(', known_by: everyone, known_from: 20 TA')).toEqual(['everyone from 20 TA']);
});

it('a belief is listed with its believers, as far as retcons leave it', () => {
  const canon = codex({
    ...PEOPLE,
    keep: 'facts: {keep: {motto: oak}}',
    song: 'canon: s1\nbelieved_by: [the lady, zed]\nfacts: {keep: {motto: ash}}',
    gossip: 'facts:\n  - {entity: keep, attribute: motto, value: elm, believed_by: everyone}',
    lay: 'canon: s1\nbelieved_by: [tom]\nfacts: {keep: {motto: fir}}',
    end: 'canon: s2\nretracts: lay',
  });
  const point = pointIn(canon, 'latest');
  const known = knownAt(canon, point);
  const believed = believedOf(known, canon, point, 'keep', 'motto');
  expect(believed.map(({ clipped: { fact }, by }) => `${fact.value.text}: ${by.join(', ')}`)).toEqual([
    'elm: everyone',
    'ash: lysa, zed',
  ]);
  expect(believed.map(({ clipped: { entry } }) => entry)).toEqual([
    entryAt(canon, 'gossip.md'),
    entryAt(canon, 'song.md'),
  ]);
});

it.each<[string, readonly string[], boolean]>([
  ['sara', ['tom', 'sara'], true],
  ['sara', ['players'], true],
  ['sara', ['Table'], true],
  ['players', ['table'], true],
  ['players', ['sara'], false],
  ['ines', ['players'], false],
  ['the lady', ['lysa'], true],
  ['lysa', ['guild'], true],
  ['sara', ['nobody'], false],
  ['sara', [], false],
  ['sara', ['lysa', 'Everyone'], true],
  ['zed', ['Everyone'], true],
  ['zed', ['yan', 'Zed'], true],
  ['zed', ['yan'], false],
])('whether %s is among %j at any time: %s', (name, audience, expected) => {
  const canon = codex(PEOPLE);
  expect(isAmong(knownAt(canon, pointIn(canon, 'latest')), name, audience)).toBe(expected);
});

it.each<[string, string, string, boolean]>([
  ['where nothing is said of it', '', '', false],
  ['where a folder is not open to all', 'audience: {"gm/**": nobody}', '', true],
  ['where a page is not', '', 'known_by: [lysa]', true],
])('a codex may keep secrets %s', (_, codexYaml, keys, expected) =>
  expect(mayKeepSecrets(codex({ 'codex.yaml': codexYaml, tale: keys }))).toBe(expected),
);
