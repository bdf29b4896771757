/**
 * How far a change of some pages reaches: the pages that may be judged differently, and no others where that can be
 * known.
 */
import { describe, expect, it } from 'vitest';
import { affectedFiles } from '../../../server/src/core/canon/compare/affectedFiles';
import { codex, type Files } from '../model/answers';

/** @param changes to some files; null: it was deleted */
function affected(files: Files, changes: Readonly<Record<string, string | null>>): string | null {
  const after = { ...files, ...changes };
  const there = Object.fromEntries(
    Object.entries(after).flatMap(([path, text]) => (text === null ? [] : [[path, text]])),
  );
  const paths = Object.keys(changes).map((path) => `${path}.md`);
  const found = affectedFiles(codex(files), codex(there), paths);
  return (
    found &&
    [...found]
      .map((path) => path.replace('.md', ''))
      .sort()
      .join(' ')
  );
}

/** Pages that are related to `a` in one way each, and one that is unrelated. */
const ABOUT: Files = {
  a: 'aliases: [Al]',
  declares: 'supersedes: a',
  states: 'facts: {a: {lord: maric}}',
  describes: 'entity: a',
  rests: 'sources: a',
  mentions: 'disputes: a',
  alias: 'disputes: Al',
  far: 'facts: {z: {lord: orm}}',
};

const ALL = 'a alias declares describes mentions rests states';

describe('a change reaches', () => {
  it.each<[string, Readonly<Record<string, string | null>>, string]>([
    ['all that names a page which says something else', { a: 'aliases: [Al]\ntitle: A' }, ALL],
    ['all that names a page which has another time', { a: 'aliases: [Al]\ndate: 3 CE' }, ALL],
    ['all that names a page by a name which it gives up', { a: '' }, ALL],
    ['all that names a page which goes', { a: null }, ALL],
    ['all that names a page whose retcon is another', { declares: '' }, ALL],
    ['all that may mean a page which comes', { near: 'aliases: [Al]' }, ALL.replace('rests', 'near rests')],
    ['itself, where it only rests on something', { rests: '' }, 'rests'],
    ['itself, where it only mentions something', { mentions: null }, 'mentions'],
    ['itself, where no other page is about the same', { far: '' }, 'far'],
    ['what states facts about the same', { states: '' }, 'a describes states'],
    ['what describes the same', { describes: '' }, 'a describes states'],
  ])('%s', (_, changes, expected) => expect(affected(ABOUT, changes)).toBe(expected));

  it.each<[string, Files, Readonly<Record<string, string | null>>, string]>([
    [
      'what states facts about the same as a page whose value comes to mean another one',
      { value: 'facts: {y: {lord: Al}}', same: 'facts: {y: {seat: hold}}', other: 'facts: {z: {seat: hold}}' },
      { near: 'aliases: [Al]' },
      'near same value',
    ],
    [
      'what states facts about an entity without a page of its name, by that name, and what describes it too',
      {
        page: 'entity: house',
        other: 'entity: house\ntitle: The Hall',
        same: 'facts: {house: {seat: hold}}',
        far: 'facts: {z: {seat: hold}}',
      },
      { near: 'facts: {page: {seat: hall}}' },
      'near other page same',
    ],
    [
      'not what states facts about the same as a page that only mentions it',
      { mentions: 'disputes: Al\nfacts: {y: {lord: maric}}', same: 'facts: {y: {seat: hold}}' },
      { near: 'aliases: [Al]' },
      'mentions near',
    ],
    [
      'what a retcon takes whose part comes to mean another one',
      {
        declares: 'supersedes: {id: old, only: [Al.lord]}',
        old: 'facts: {y: {lord: maric}}',
        same: 'facts: {y: {seat: hold}}',
      },
      { near: 'aliases: [Al]' },
      'declares near old same',
    ],
    [
      'the whole chain',
      { a: '', b: 'supersedes: a', c: 'retracts: b', d: 'restores: a', e: 'supersedes: f', f: '' },
      { c: '' },
      'a b c d',
    ],
    [
      'the chain from its other end',
      { a: 'superseded_by: b', b: 'facts: {y: {lord: maric}}', c: 'facts: {y: {seat: hold}}' },
      { a: '' },
      'a b c',
    ],
    [
      'facts about an entity under another name',
      {
        y: 'aliases: [Why]',
        a: 'facts: {y: {lord: maric}}',
        b: 'facts: {Why: {seat: hold}}',
        c: 'entity: Why\nattributes: {lord: orm}',
        d: 'facts: {z: {lord: maric}}',
      },
      { a: '' },
      'a b c y',
    ],
    [
      'facts about the entity that it describes',
      { a: 'entity: y\nattributes: {lord: maric}', b: 'facts: {y: {seat: hold}}', c: 'entity: y' },
      { a: 'entity: y' },
      'a b c',
    ],
    [
      'who shares its name',
      { 'near/twin': '', names: 'sources: twin' },
      { 'far/twin': '' },
      'far/twin names near/twin',
    ],
    ['who has its id', { a: 'id: k\naliases: [Kay]', names: 'sources: Kay' }, { b: 'id: k' }, 'a b names'],
    ['a key that one more has got', { a: 'odd: 1', b: '', c: 'other: 1' }, { b: 'odd: 1' }, 'a b'],
    ['a key that one less has got', { a: 'odd: 1', b: 'odd: 1', c: 'other: 1' }, { b: '' }, 'a b'],
    ['no key that it had before', { a: 'odd: 1', b: 'odd: 1' }, { b: 'odd: 2' }, 'b'],
    ['no key that is somebody’s own', { a: 'odd: 1', c: 'odd: 1' }, { b: 'odd: 1' }, 'b'],
    [
      'what somebody knows about whom facts are stated',
      { a: 'facts: {x: {lord: maric}}', k: 'known_by: maric', names: 'sources: k', other: 'known_by: orm' },
      { a: '' },
      'a k names',
    ],
    [
      'what somebody knows whom a page is about',
      { maric: '', k: 'known_by: maric', other: 'known_by: orm' },
      { maric: 'type: person' },
      'k maric',
    ],
    [
      'what sums up what it reaches',
      {
        sums: 'summarises: y',
        y: '',
        a: 'facts: {y: {lord: maric}}',
        mentions: 'disputes: b',
        other: 'summarises: z',
        z: '',
      },
      { a: 'facts: {y: {lord: orm}}' },
      'a sums y',
    ],
    [
      'what sums up what rests on it',
      { a: '', rests: 'sources: a', sums: 'summarises: rests', mentions: 'disputes: rests' },
      { a: 'title: A' },
      'a rests sums',
    ],
  ])('%s', (_, files, changes, expected) => expect(affected(files, changes)).toBe(expected));
});

describe('a change may reach anything', () => {
  const CIRCLE: Files = {
    'codex.yaml': 'membership: {of_circle: [member], of_member: [organization]}',
    m: 'facts: {players: {member: sara}}',
    k: 'known_by: players',
    z: '',
  };
  it.each<[string, Files, Readonly<Record<string, string | null>>, boolean]>([
    ['where the first era comes that no calendar knows', { a: '', b: '' }, { a: 'date: 3 XX' }, true],
    ['where the last one goes', { a: 'date: 3 XX', b: '' }, { a: '' }, true],
    ['not where there are others', { a: 'date: 3 XX', b: '' }, { b: 'date: 3 XX' }, false],
    ['where somebody joins a circle', CIRCLE, { m: 'facts: {players: {member: [sara, tom]}}' }, true],
    ['where a page of members comes', CIRCLE, { n: 'facts: {tom: {organization: players}}' }, true],
    ['not where nobody knows anything', { m: CIRCLE.m ?? '' }, { m: 'facts: {players: {member: tom}}' }, false],
    ['where a page of members is renamed', CIRCLE, { m: `title: M\n${CIRCLE.m}` }, true],
    ['not where a page of members only rests on something', CIRCLE, { m: `${CIRCLE.m}\nsources: z` }, false],
    ['not where it is another page', CIRCLE, { z: 'title: Z' }, false],
    ['not where other facts change', CIRCLE, { z: 'facts: {players: {seat: inn}}' }, false],
    ['where what has members is retconned', CIRCLE, { z: 'retracts: m' }, true],
  ])('%s', (_, files, changes, expected) => expect(affected(files, changes) === null).toBe(expected));
});
