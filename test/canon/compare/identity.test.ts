/**
 * Which entry of one codex is which of another, and what names and values of one are in the other: files move, ids
 * change.
 */
import { describe, expect, it } from 'vitest';
import {
  counterpart,
  entityInOther,
  nameAt,
  unknownAt,
  valueInOther,
} from '../../../server/src/core/canon/compare/identity';
import { allEntries, entryAt } from '../../../server/src/core/canon/model/canon';
import { knownAt, LATEST, readCanonPoint } from '../../../server/src/core/canon/model/canonPoint';
import { entryNamed } from '../../../server/src/core/canon/model/known';
import type { Known } from '../../../server/src/core/canon/model/canonValue';
import { retconsOf } from '../../../server/src/core/canon/retcons/inForce';
import { codex, type Files } from '../model/answers';

function knownIn(files: Files, asOf = 'latest'): Known {
  const canon = codex(files);
  const reading = readCanonPoint(canon, asOf);
  return knownAt(canon, reading.ok ? reading.point : LATEST);
}

describe('the same entry', () => {
  const same = (from: Known, to: Known, path: string): string | undefined => {
    const entry = entryAt(from.canon, `${path}.md`);
    return entry && counterpart(from, to, entry)?.path.replace('.md', '');
  };

  it.each<[string, Files, Files, string, string | undefined]>([
    ['has the same path', { a: 'id: k' }, { a: 'id: k\ntitle: Keep' }, 'a', 'a'],
    ['has been moved', { a: 'id: k' }, { 'far/b': 'id: k' }, 'a', 'far/b'],
    ['has gone', { a: 'id: k' }, { a: 'id: l' }, 'a', undefined],
    ['has the same path, though a second has its id', { b: 'id: k' }, { a: 'id: k', b: 'id: k' }, 'b', 'b'],
    [
      'goes by its file without an id, though another has its name',
      { 'near/k': '' },
      { 'near/k': '', 'far/k': '' },
      'near/k',
      'near/k',
    ],
    ['goes by its id where it had one', { a: 'id: k' }, { a: '' }, 'a', undefined],
    ['goes by its id where it has got one', { a: '' }, { a: 'id: k' }, 'a', undefined],
    ['has another id, and the old one for an alias', { a: 'id: k' }, { a: 'id: l\naliases: [k]' }, 'a', 'a'],
    [
      'has another id, and the old one for an alias elsewhere',
      { a: 'id: k' },
      { b: 'id: l\naliases: [j, k]' },
      'a',
      'b',
    ],
    ['is not what only has its id for a title', { a: 'id: k' }, { b: 'id: l\ntitle: k' }, 'a', undefined],
    ['is not what has its id in other letters', { a: 'id: k' }, { b: 'id: K' }, 'a', undefined],
    [
      'is not what was a different entry at the same time',
      { a: 'id: k', b: 'id: l' },
      { b: 'id: l\naliases: [k]' },
      'a',
      undefined,
    ],
    [
      'is what had another name at the same time',
      { a: 'id: k', b: 'id: j\naliases: [l]' },
      { b: 'id: l\naliases: [k]' },
      'a',
      'b',
    ],
    ['had another id, by which it is called still', { a: 'id: l\naliases: [j, k]' }, { b: 'id: k' }, 'a', 'b'],
    ['is not what only had that name', { a: 'id: l\naliases: [k]' }, { b: 'id: j\ntitle: k' }, 'a', undefined],
  ])('%s', (_, before, after, path, expected) => expect(same(knownIn(before), knownIn(after), path)).toBe(expected));

  it('is itself in one codex, where it is known', () => {
    const files = { 'codex.yaml': 'revisions: [s1, s2]', a: 'canon: s2', b: 'canon: s1' };
    expect(same(knownIn(files), knownIn(files, 's1'), 'b')).toBe('b');
    expect(same(knownIn(files), knownIn(files, 's1'), 'a')).toBeUndefined();
  });

  it('does not exist before it is written', () => {
    const later = { 'codex.yaml': 'revisions: [s1, s2]', a: 'canon: s2' };
    expect(same(knownIn({ a: '' }), knownIn(later, 's1'), 'a')).toBeUndefined();
    expect(same(knownIn({ a: '' }), knownIn(later, 's2'), 'a')).toBe('a');
    expect(same(knownIn({ a: 'id: k' }), knownIn({ ...later, a: 'id: k\ncanon: s2' }, 's1'), 'a')).toBeUndefined();
  });
});

describe('a value', () => {
  const before = { maric: 'id: maric', orm: 'aliases: [Orm the Old]', gone: '', left: '', keep: 'title: The Keep' };
  const after = {
    maric: 'id: marik\naliases: [maric]',
    orm: 'aliases: [Orm the Old]',
    ysa: '',
    hold: 'title: The Keep',
    j: 'aliases: [left]',
  };
  const [then, now] = [knownIn(before), knownIn(after)];
  const value = (text: string, linked = false) => ({ text, linked });

  it.each<[string, boolean, string]>([
    ['maric', false, '[[marik]]'],
    ['maric', true, '[[marik]]'],
    ['orm', false, '[[orm]]'],
    ['Orm the Old', true, '[[orm]]'],
    ['Orm the Old', false, 'Orm the Old'],
    ['gone', false, '[[gone]]'],
    ['left', false, '[[j]]'],
    ['endure', false, 'endure'],
    ['by [[maric]], [[ maric |him]] and [[gone]]', false, 'by [[marik]], [[marik|him]] and [[gone]]'],
    ['by [[Orm the Old#Youth]] or [[nobody]]', false, 'by [[orm#Youth]] or [[nobody]]'],
  ])('that was %s (a link: %s) is %s', (text, linked, expected) =>
    expect(valueInOther(then, now, now, value(text, linked))).toBe(expected),
  );

  it.each<[string, boolean, string]>([
    ['marik', false, '[[marik]]'],
    // It stood for the page, by its old id.
    ['maric', false, '[[marik]]'],
    ['Orm the Old', false, 'Orm the Old'],
    // A value without a page keeps its text.
    ['ysa', false, 'ysa'],
    ['ysa', true, 'ysa'],
    ['by [[ysa]]', false, 'by [[ysa]]'],
    // It led somewhere else.
    ['The Keep', true, '[[hold]]'],
    ['gone', false, 'gone'],
    ['left', false, '[[j]]'],
  ])('that is %s (a link: %s) is %s', (text, linked, expected) =>
    expect(valueInOther(now, then, now, value(text, linked))).toBe(expected),
  );

  it('that only has the old name in one codex keeps its text', () => {
    expect(valueInOther(now, now, now, value('maric'))).toBe('maric');
  });
});

describe('a name at another point', () => {
  const [then, now] = [
    knownIn({ maric: 'id: maric', vyr: 'entity: house', orm: '' }),
    knownIn({ maric: 'id: marik\naliases: [maric]', vyr: 'entity: home', house: 'aliases: [hall]' }),
  ];
  it('of an entity is that of the page after which it is named, else what the name means there', () => {
    expect(['maric', 'vyr', 'hall', 'nobody'].map((entity) => entityInOther(now, then, entity))).toEqual([
      'marik',
      'home',
      'house',
      'nobody',
    ]);
    expect(['marik', 'hall'].map((entity) => entityInOther(now, now, entity))).toEqual(['marik', 'house']);
  });

  it('of a page is its id there, or here where it does not exist there', () => {
    const names = allEntries(then.canon).map((entry) => nameAt(now, then, entry));
    expect(names.sort()).toEqual(['marik', 'orm', 'vyr']);
  });
});

describe('a retcon that another point does not know', () => {
  const retcon = (keys: string): Files => ({
    'codex.yaml': 'revisions: [s1, s2]',
    a: 'canon: s1\ndate: 10 TA\nfacts: {x: {lord: maric}}',
    b: `canon: s2\ndate: 20 TA\n${keys}\nfacts: {x: {lord: lysa}}`,
  });
  const change = retcon('supersedes: {id: a, reason: so}');
  const unknown = (other: Known, known: Known): string[] => {
    const old = entryNamed(known, 'a');
    return old ? unknownAt(other, known, retconsOf(known, old)).map(({ kind }) => kind) : [];
  };

  it.each<[string, Files, Files, string[]]>([
    ['does not exist where both have it', change, change, []],
    ['is one declared since', retcon(''), change, ['supersedes']],
    ['is one whose page is new', { a: change.a ?? '' }, change, ['supersedes']],
    ['is one of a page that is new', { b: change.b ?? '' }, change, ['supersedes']],
    ['is one that is of another kind now', retcon('retracts: {id: a, reason: so}'), change, ['supersedes']],
    ['is one of another page', { ...change, b: 'supersedes: c', c: '' }, change, ['supersedes']],
    ['does not arise from another reason', retcon('supersedes: {id: a, reason: thus}'), change, []],
  ])('%s', (_, before, after, kinds) => expect(unknown(knownIn(before), knownIn(after))).toEqual(kinds));

  it('is, within one codex, what was decided later', () => {
    expect(unknown(knownIn(change, 's1'), knownIn(change))).toEqual(['supersedes']);
    expect(unknown(knownIn(change, 's2'), knownIn(change))).toEqual([]);
  });
});
