/** model §2: the entity that a name means. */
import { describe, expect, it } from 'vitest';
import { knownAt, LATEST } from '../../../server/src/core/canon';
import { differencesBetween } from '../differencesBetween';
import { codex, type Files, json, answerLines } from './answers';
import { askLookup, askWasTrueAt } from '../../support/ask';

describe('names (model §2)', () => {
  const shown = (files: Files, entity: string, asOf = 'latest'): string[] =>
    answerLines(files, entity, { asOf, at: '15 TA' });
  const revisions = { 'codex.yaml': 'revisions: [s1, s2]' };

  it.each([
    ['a title', 'title: The Queen'],
    ['a title in another case', 'title: the queen'],
    ['an alias', 'aliases: [The Queen]'],
    ['an id', 'id: The Queen'],
  ])('keep what was stated under them before a page had them as %s', (_what, frontmatter) => {
    const files = {
      ...revisions,
      a: 'canon: s1\ndate: 10 TA\nfacts: {The Queen: {crown: iron}}',
      q: `canon: s2\n${frontmatter}`,
    };
    for (const asOf of ['s1', 's2']) expect(shown(files, 'The Queen', asOf)).toEqual(['iron [10 TA, )']);
    expect(shown(files, frontmatter.startsWith('id') ? 'The Queen' : 'q', 's1')).toEqual(['iron [10 TA, )']);
  });

  it('keep it where several pages have them later, and are ambiguous only from then on', () => {
    const files = {
      ...revisions,
      a: 'canon: s1\ndate: 10 TA\nfacts: {Old Fox: {lair: hill}}',
      b: 'canon: s2\naliases: [Old Fox]',
      c: 'canon: s2\naliases: [Old Fox]',
    };
    expect(shown(files, 'Old Fox', 's1')).toEqual(['hill [10 TA, )']);
    expect(() => shown(files, 'Old Fox')).toThrow('"Old Fox" could be b or c: say which.');
  });

  it('belong to the first page that answers to them, whatever is written after that', () => {
    const files = {
      'codex.yaml': 'revisions: [s1, s2, s3]',
      a: 'canon: s1\ndate: 10 TA\nfacts: {Old Fox: {lair: hill}}',
      b: 'canon: s2\naliases: [Old Fox]',
      c: 'canon: s3\nid: Old Fox',
    };
    for (const name of ['Old Fox', 'b']) expect(shown(files, name, 's1')).toEqual(['hill [10 TA, )']);
    expect(shown(files, 'b', 's2')).toEqual(['hill [10 TA, )']);
    expect(shown(files, 'b')).toEqual([]);
  });

  it('lead to what a page says that it describes, though nobody has that name yet', () => {
    const files = {
      ...revisions,
      f: 'canon: s1\naliases: [gus]\nentity: bob\nfacts: {gus: {king: ash}}',
      'folder/bob': 'canon: s2\nid: eve',
    };
    for (const asOf of ['s1', 's2']) expect(shown(files, 'gus', asOf)).toEqual(['ash [, )']);
  });

  it('of pages that name each other as what they describe mean those pages themselves', () => {
    const files = {
      a: 'entity: b\nfacts: {a: {king: ash}}',
      b: 'entity: a\nfacts: {b: {king: birch}}',
      c: 'entity: a\nattributes: {seat: hill}',
    };
    for (const name of ['a', 'c']) expect(answerLines(files, name)).toEqual(['ash [, )', 'hill [, )']);
    expect(answerLines(files, 'b')).toEqual(['birch [, )']);
    for (const id of ['a', 'b'])
      expect(json(askWasTrueAt(codex(files), { entity: id }))).toMatchObject({ entity: { id } });
    const [once, again] = [files, { ...files }].map((all) => knownAt(codex(all), LATEST));
    if (!once || !again) throw new Error('no canon');
    expect(differencesBetween(once, again)).toEqual([]);
  });

  it('mean one entity in whatever case, though no page has them', () => {
    const files = { a: 'facts: {Gus: {king: ash}}', b: 'facts: {gus: {seat: hill}}' };
    for (const name of ['Gus', 'gus', 'GUS']) expect(answerLines(files, name)).toEqual(['ash [, )', 'hill [, )']);
  });

  it('give an entity described later no facts of another one that nobody knew to be the same', () => {
    const files = {
      ...revisions,
      a: 'canon: s1\ndate: 10 TA\nfacts: {The Queen: {crown: iron}, foo: {seat: hill}}',
      foo: 'canon: s1',
      q: 'canon: s2\ntitle: The Queen\nentity: foo',
    };
    expect(shown(files, 'foo', 's1')).toEqual(['hill [10 TA, )']);
    expect(shown(files, 'foo', 's2')).toEqual(['iron [10 TA, )', 'hill [10 TA, )']);
  });

  it('ask for the folder where two files derive one id, and make the bare name ambiguous', () => {
    const files = { 'people/Maric': 'title: The Man', 'places/Maric': 'title: The Hill', Other: '' };
    expect((json(askLookup(codex(files), { name: 'people/maric' })).entry as { id: string }).id).toBe('people/maric');
    const answered = askLookup(codex(files), { name: 'maric' });
    expect(answered).toMatchObject({
      ok: false,
      failure: { code: 'ambiguous', candidates: ['people/maric', 'places/maric'] },
    });
  });

  it('take a name with # or | literally', () => {
    const files = { a: 'title: Unit', b: 'title: "Unit #7"' };
    expect(json(askLookup(codex(files), { name: 'Unit #7' }))).toMatchObject({ entry: { id: 'b' } });
    expect(json(askLookup(codex(files), { name: '[[Unit#Past|the unit]]' }))).toMatchObject({ entry: { id: 'a' } });
  });

  it('take the last current version in canon order for the describing entry', () => {
    const files = {
      'codex.yaml': 'revisions: [r1, r2]',
      'house-vyr': 'title: House Vyr\ncanon: r1\nattributes: {seat: a}',
      'house-vyr-2':
        'title: House Vyr, again\ncanon: r2\nentity: house-vyr\nsupersedes: house-vyr\nattributes: {seat: b}',
    };
    const answer = json(askWasTrueAt(codex(files), { entity: 'house-vyr' }));
    expect(answer).toMatchObject({
      entity: { id: 'house-vyr', file: 'house-vyr-2.md' },
      facts: [{ values: [{ value: 'b' }] }],
    });
    expect(json(askWasTrueAt(codex(files), { entity: 'house-vyr', asOf: 'r1' }))).toMatchObject({
      entity: { file: 'house-vyr.md' },
    });
  });
});
