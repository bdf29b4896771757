/**
 * Established facts can't be changed indirectly either: by an end, a draft, the name of another page, or a stretch in the
 * middle.
 */
import { describe, expect, it } from 'vitest';
import { foundSince, inWords, type Pages, page, toldSince } from './gate';

const CODEX = 'present: 430 TA\nrevisions: [s1, s2, {id: s3, open: true}]\nattributes: {ruler: state}\n';
const found = (told: Pages, changes: Pages): string[] => toldSince({ 'codex.yaml': CODEX, ...told }, changes);
const FOUNDING = page('id: founding\ndate: 200 TA\ncanon: s1\nfacts: {vyr: {founder: maric}}');

it('reports a fact of the same value whose end cuts off what continued', () => {
  const reign = (more: string, canon = 's3'): string =>
    page(`canon: ${canon}\nfacts:\n  - {entity: vyr, attribute: ruler, value: lysa, from: ${more}}`);
  const changes = { 'again.md': reign('410 TA, until: 415 TA') };
  expect(found({ 'reign.md': reign('400 TA', 's1') }, changes)).toEqual([
    expect.stringMatching(/^again\.md: warning retcon\/insertion: ruler of vyr was lysa as of v1, and not from 415 TA/),
  ]);
  expect(found({ 'reign.md': reign('400 TA', 's1') }, { 'again.md': reign('410 TA') })).toEqual([]);
});

it('notices a restoration that brings back more than before', () => {
  const restoring = page('canon: s2\nrestores: [{id: old, reason: x, effective: 350 TA, only: [k.size]}]');
  const told = {
    'old.md': page('id: old\ndate: 300 TA\ncanon: s1\nfacts: {k: {colour: red, size: big}}'),
    'new.md': page(
      'id: new\ndate: 350 TA\ncanon: s1\nsupersedes: [{id: old, reason: x}]\nfacts: {k: {colour: blue, size: small}}',
    ),
    'back.md': restoring,
  };
  expect(found(told, { 'back.md': restoring.replace(', only: [k.size]', '') })).toEqual([
    'back.md: error retcon/silent: back restores old as of v1, and this retcon brings back colour of k as well. Put it back; another restoration can bring back the rest.',
  ]);
});

it('reports no restoration without a date of its own that takes effect later, since it has more to undo', () => {
  const told = {
    'old.md': page('id: old\ndate: 300 TA\ncanon: s1\nfacts: {k: {colour: red}}'),
    'back.md': page('canon: s2\nrestores: [{id: old, reason: x}]'),
  };
  const added = page('canon: s2\nsupersedes: [{id: old, reason: x, effective: 350 TA}]');
  expect(found(told, { 'added.md': added })).toEqual([]);
});

describe('a draft', () => {
  it('cannot declare a retcon', () => {
    const draft = page(
      'id: draft\ndraft: true\nsupersedes: [{id: founding, effective: always, reason: x}]\nfacts: {vyr: {founder: aldric}}',
    );
    const changes = { 'founding.md': FOUNDING.replace('maric', 'aldric'), 'draft.md': draft };
    expect(found({ 'founding.md': FOUNDING }, changes)).toEqual([
      'founding.md: error retcon/silent: founder of vyr was maric as of v1, and this has been changed to aldric without a retcon. Put it back: what the draft draft says of it counts once it is no longer a draft.',
    ]);
    expect(
      found({ 'founding.md': FOUNDING }, { ...changes, 'draft.md': draft.replace('draft: true', 'canon: s3') }),
    ).toEqual([]);
  });

  it('cannot replace a page as the source of a fact', () => {
    const moved = page('canon: s1\ndate: 200 TA\nfacts: {vyr: {founder: maric}}');
    const emptied = { 'founding.md': page('id: founding\ndate: 200 TA\ncanon: s1') };
    expect(found({ 'founding.md': FOUNDING }, { ...emptied, 'other.md': moved })).toEqual([]);
    expect(
      found({ 'founding.md': FOUNDING }, { ...emptied, 'other.md': moved.replace('date', 'draft: true\ndate') }),
    ).toEqual([expect.stringContaining('founding.md: error retcon/silent: founder of vyr was maric')]);
  });
});

describe('a name', () => {
  const heir = page('canon: s1\nfacts: {k: {heir: "[[tomas]]", lord: tomas}}');

  it('that passes from a deleted page to another established page is reported at both', () => {
    const told = {
      'tomas.md': page('date: 300 TA\nattributes: {eyes: blue}'),
      'ilsa.md': page('date: 310 TA'),
      'k.md': heir,
    };
    expect(found(told, { 'tomas.md': null, 'ilsa.md': page('date: 310 TA\naliases: [tomas]') })).toEqual([
      'ilsa.md: error retcon/silent: tomas was a page of its own as of v1: established facts about it are now about ilsa. Choose another name.',
      expect.stringContaining('tomas.md: error retcon/deleted-entry: tomas has been deleted since v1'),
    ]);
  });

  it('that a second file takes is reported at that file only', () => {
    const told = {
      'codex.yaml': CODEX,
      'people/tomas.md': page('date: 300 TA\nattributes: {eyes: blue}'),
      'k.md': heir,
    };
    const all = (text: string): string[] =>
      foundSince(told, { 'newer/tomas.md': text }).flatMap((one) =>
        one.problem.severity === 'error' ? inWords(one) : [],
      );
    expect(all('Prose.\n')).toEqual([
      'newer/tomas.md: error retcon/silent: tomas meant people/tomas.md as of v1, and could be newer/tomas.md as well now: established facts that name it find neither page. Give this file another name, or write `id: tomas` in people/tomas.md.',
    ]);
    expect(all(page('id: tomas-2'))).toEqual([]);
  });

  it('that a page gives up is reported at that page', () => {
    const told = {
      'tomas.md': page('date: 300 TA\naliases: [Tomas the Old]'),
      'k.md': page('facts: {k: {heir: "[[Tomas the Old]]"}}'),
    };
    expect(found(told, { 'tomas.md': page('date: 300 TA\naliases: [Tomas]') })).toEqual([
      'tomas.md: error retcon/silent: Tomas the Old meant tomas as of v1, and no page answers to it now. Put the name back.',
    ]);
    // Free text that happens to be a name does not refer to a page.
    const free = { ...told, 'k.md': page('facts: {k: {heir: Tomas the Old}}') };
    expect(found(free, { 'tomas.md': page('date: 300 TA\naliases: [Tomas]') })).toEqual([]);
  });
});

describe('the date of a page', () => {
  const life = (keys: string): Pages => ({
    'm.md': page(`id: m\ntype: person\ncanon: s1\n${keys}\nattributes: {hair: red}`),
  });
  it.each([
    [
      'a stretch in the middle',
      'date: [100 TA, 200 TA]\nuntil: [150 TA, 250 TA]',
      'date: [100 TA, 180 TA]\nuntil: [150 TA, 250 TA]',
      'The time of m was',
    ],
    ['the end of a range', 'date: 200 TA .. 205 TA', 'date: 200 TA .. 215 TA', 'The date of m was'],
    [
      'a resurrection before the present',
      'date: 150 TA\nuntil: 240 TA',
      'date: [150 TA, 332 TA]\nuntil: [240 TA]',
      'The time of m was',
    ],
  ])('is reported once: %s', (_, from, to, message) => {
    expect(found(life(from), life(to))).toEqual([expect.stringContaining(`m.md: error retcon/silent: ${message}`)]);
  });

  it('may continue where somebody rises from the dead at the present or later', () => {
    expect(found(life('date: 150 TA\nuntil: 240 TA'), life('date: [150 TA, 432 TA]\nuntil: [240 TA]'))).toEqual([]);
  });
});

it('reports the date of a revision that is moved past that of a page, in codex.yaml', () => {
  const dated = (date: string): string => `revisions: [{id: s1, date: 2026-04-01}, {id: s2, date: ${date}}]\n`;
  const told = { 'codex.yaml': dated('2026-05-30'), 'a.md': page('created: 2026-05-12\nfacts: {k: {colour: red}}') };
  expect(found(told, { 'codex.yaml': dated('2026-05-20') })).toEqual([]);
  expect(found(told, { 'codex.yaml': dated('2026-05-10') })).toEqual([
    expect.stringMatching(/^codex\.yaml: error retcon\/silent: .*has changed the place of one entry in the canon/),
  ]);
});

it('says what to write for a page that has another id and another fact', () => {
  const told = { 'old.md': page('id: old\nfacts: {k: {colour: red}}'), 'b.md': page('sources: [old]') };
  expect(found(told, { 'old.md': page('id: new\nfacts: {k: {colour: blue}}') })).toEqual([
    'old.md: error retcon/silent: old has gone since v1, and with it what was established: that colour of k is red. old.md is new now: write `aliases: [old]` there and put back what it said, or put old in a file of its own.',
  ]);
  const bare = { ...told, 'old.md': page('id: old') };
  expect(found(bare, { 'old.md': page('id: new\nfacts: {k: {colour: blue}}') })).toEqual([
    'old.md: error retcon/deleted-entry: old has become new since v1, and others rest on it: b. Write `aliases: [old]` in old.md, or put old in a file of its own.',
  ]);
});

it('compares a link in a text by its target, whatever the target is called', () => {
  const motto = (words: string): string => page(`canon: s1\nattributes: {motto: "${words}"}`);
  const told = { 'maric.md': page('id: maric\ndate: 160 TA'), 'k.md': motto('By [[maric]] alone') };
  const renamed = page('id: marik\naliases: [maric]\ndate: 160 TA');
  expect(found(told, { 'maric.md': renamed, 'k.md': motto('By [[marik]] alone') })).toEqual([]);
  expect(found(told, { 'maric.md': renamed, 'k.md': motto('By [[marik|him]] alone') })).toHaveLength(1);
  expect(found(told, { 'orm.md': page(''), 'k.md': motto('By [[orm]] alone') })).toHaveLength(1);
  // A reference to a missing page keeps its meaning once the page exists.
  expect(found({ 'k.md': motto('By [[orm]] alone') }, { 'orm.md': page('type: person') })).toEqual([]);
});

it('reports a retcon added to a page of a closed session, since it changes what was known then', () => {
  const told = {
    'a.md': page('id: a\ncanon: s1\nfacts: {k: {colour: red}}'),
    'b.md': page('id: b\ncanon: s2\ndate: 300 TA\nfacts: {k: {colour: blue}}'),
  };
  const declared = told['b.md'].replace('date', 'supersedes: [{id: a, effective: always, reason: x}]\ndate');
  expect(found(told, { 'b.md': declared })).toEqual([
    'b.md: warning retcon/backdated: b was established as of v1, and this retcon is new: that changes colour of k as of s2. Declare it on a page of its own, in the revision you are writing now.',
  ]);
});
