/**
 * Established facts can't be taken back by a detour: a date, a draft, a deleted page, an old revision, or switching the
 * guard off.
 */
import { describe, expect, it } from 'vitest';
import { problemsSince } from '../../server/src/core/rules/compareWithBaseline';
import { inWords, type Pages, page, placesSince, stateOf, toldSince } from './gate';

const CODEX = 'revisions: [s44, s45, {id: s48, open: true}]\npresent: 430 TA\nattributes: {founder: constant}\n';
const TOLD: Pages = {
  'codex.yaml': CODEX,
  'feud.md': page('date: 300 TA\ncanon: s45'),
  'note.md': page('type: note'),
  'maric.md': page(
    'type: person\ndate: 160 TA\ncanon: s44\nattributes: {hair: red, eyes: grey}\nfacts: {vyr: {founder: maric}}',
  ),
};
const found = (changes: Pages): string[] => toldSince(TOLD, changes);
const codex = (from: string, to: string): Pages => ({ 'codex.yaml': CODEX.replace(from, to) });

describe('a page that has been superseded', () => {
  const codex = 'fields: {through: [died]}\nattributes: {home: state}\nrevisions: [s1, s2]\npresent: 61 CE\n';
  const told = 'type: person\ncanon: s1\ndate: 10 CE\ndied: 31 CE\nfacts: {rolf: {home: dale}}';
  const since = (home: string): Pages => ({
    'new.md': page(
      `canon: s2\ndate: 12 CE\ndied: 33 CE\nsupersedes: {id: rolf, reason: x, effective: 10 CE}\nfacts: {rolf: {home: ${home}}}`,
    ),
  });
  const changed = (from: string, to: string, home = 'hill'): string[] =>
    toldSince(
      { 'codex.yaml': codex, 'rolf.md': page(told) },
      { ...since(home), 'rolf.md': page(told.replace(from, to)) },
    );

  it('keeps what it stated, unless a retcon says otherwise', () => {
    expect(changed('dale', 'moor')).toEqual([
      'rolf.md: error retcon/silent: home of rolf was dale as of v1, and this has been changed to moor without a retcon. Put it back: new already says what is true from 10 CE on, and what was established before that stays as it was.',
    ]);
    expect(changed('date: 10', 'date: 11', 'dale')).toEqual([expect.stringContaining('The date of rolf was 10 CE')]);
    expect(changed('31', '36', 'dale')).toEqual([
      expect.stringContaining('The end of rolf was 31 CE as of v1, and is'),
    ]);
    expect(changed('died: 31 CE\n', '')).toEqual([
      expect.stringContaining('The end of rolf was 31 CE as of v1, and is'),
    ]);
  });

  it('keeps its date and its end', () => {
    expect(changed('date: 10 CE\n', '')).toEqual([
      'rolf.md: error retcon/silent: The date of rolf was 10 CE as of v1, and is no longer here without a retcon, which moves one fact. Put it back: new already says what is true from 10 CE on, and what was established before that stays as it was.',
    ]);
    expect(changed('31', '33', 'dale')).toEqual([]);
    expect(changed('31', '32', 'dale')).toHaveLength(1);
  });

  it('may end sooner, and be dated less precisely', () => {
    expect(changed('31', '20')).toEqual([]);
    expect(changed('10 CE', 'c. 10 CE', 'dale')).toEqual([]);
  });

  it('may state what the retcon states', () => {
    expect(changed('dale', 'hill')).toEqual([]);
    expect(changed('date: 10 CE\ndied: 31', 'date: 12 CE\ndied: 33')).toEqual([]);
  });
});

describe('a date', () => {
  it('of a page without facts is reported', () => {
    const changes = { 'feud.md': page('date: 310 TA\ncanon: s45') };
    expect(found(changes)).toEqual([
      'feud.md: error retcon/silent: The date of feud was 300 TA as of v1, and is now 310 TA without a retcon. Put it back; a page that supersedes feud can say otherwise.',
    ]);
    expect(placesSince(TOLD, changes)).toEqual(['feud.md: 310 TA']);
    expect(found({ 'feud.md': page('canon: s45') })).toEqual([expect.stringContaining('is no longer here')]);
    expect(found({ 'feud.md': page('date: TA 300\ncanon: s45') })).toEqual([]);
  });

  it('that had an end and has lost it is reported', () => {
    const told = { ...TOLD, 'war.md': page('date: 200 TA .. 390 TA') };
    expect(toldSince(told, { 'war.md': page('date: 200 TA') })).toEqual([
      expect.stringContaining('The date of war was 200 TA .. 390 TA as of v1, and is now 200 TA without a retcon.'),
    ]);
    // Nobody had said how long it was, and the future has not come.
    expect(toldSince(told, { 'feud.md': page('date: 300 TA .. 302 TA\ncanon: s45') })).toEqual([]);
    const ahead = { ...TOLD, 'war.md': page('date: 429 TA .. 440 TA') };
    expect(toldSince(ahead, { 'war.md': page('date: 429 TA') })).toEqual([]);
  });

  it('that moves facts is reported once, for all of them', () => {
    const changes = { 'maric.md': (TOLD['maric.md'] ?? '').replace('160 TA', '170 TA') };
    expect(found(changes)).toEqual([
      'maric.md: error retcon/silent: The date of maric was 160 TA as of v1, and is now 170 TA without a retcon, which moves 3 facts. Put it back, and declare a retcon of maric.',
    ]);
    expect(placesSince(TOLD, changes)).toEqual(['maric.md: 170 TA']);
  });

  it('is reported along with what else has changed', () => {
    const text = (TOLD['maric.md'] ?? '').replace('160 TA', '170 TA').replace('red', 'black');
    expect(found({ 'maric.md': text })).toEqual([
      expect.stringContaining('170 TA without a retcon, which moves 2 facts'),
      expect.stringContaining('hair of maric was red as of v1, and this has been changed to black'),
    ]);
  });
});

describe('a page', () => {
  it('is reported when deleted, though nobody rests on it', () => {
    expect(found({ 'feud.md': null })).toEqual([
      'feud.md: error retcon/silent: feud has gone since v1, and with it what was established: that it was at 300 TA. Put the file back, and retract it or supersede it by another entry.',
    ]);
    expect(found({ 'note.md': null })).toEqual([]);
  });

  it('with a changed id is reported at the id, with what to write', () => {
    const changes = { 'feud.md': page('id: old-feud\ndate: 300 TA\ncanon: s45') };
    expect(found(changes)).toEqual([
      'feud.md: error retcon/silent: feud has become old-feud since v1, and what names feud no longer finds it. Write `aliases: [feud]` in feud.md.',
    ]);
    const otherwise = { 'feud.md': page('id: old-feud\ndate: 310 TA\ncanon: s45') };
    expect(found(otherwise)).toEqual([
      'feud.md: error retcon/silent: feud has gone since v1, and with it what was established: that it was at 300 TA. feud.md is old-feud now: write `aliases: [feud]` there and put back what it said, or put feud in a file of its own.',
    ]);
  });

  it.each(['', '---json\n', '---toml\n'])(
    'that has lost its frontmatter, begun with "%s", is reported once',
    (begin) => {
      expect(found({ 'maric.md': (TOLD['maric.md'] ?? '').replace('---\n', begin) })).toEqual([
        'maric.md: error retcon/silent: maric has lost its frontmatter since v1, and with it what was established: 3 facts, first that hair of maric is red. Put it back at the top, between two lines of `---`.',
      ]);
    },
  );

  it('may stop being a draft', () => {
    const changes = { 'feud.md': page('date: 300 TA\ncanon: s45\ndraft: true') };
    expect(found(changes)).toEqual([
      expect.stringMatching(
        /^feud\.md: error retcon\/silent: feud was established as of v1, and is marked as a draft now/,
      ),
    ]);
    expect(placesSince(TOLD, changes)).toEqual(['feud.md: draft']);
  });
});

describe('a new page', () => {
  const late = (canon: string, facts = 'facts: {vyr: {founder: orm}}'): Pages => ({
    'orm.md': page(`canon: ${canon}\ndate: 431 TA\ndisputes: [maric]\n${facts}`),
  });

  it('that was known all along is reported where it changes what was known', () => {
    expect(found(late('s44'))).toEqual([
      'orm.md: warning retcon/backdated: orm enters the canon at s44, and that changes founder of vyr as of s44, which was established as of v1. Give it the revision you are writing now.',
    ]);
    expect(placesSince(TOLD, late('s44'))).toEqual(['orm.md: s44']);
    expect(found(late('s45', 'facts: {vyr: {crest: wolf}}'))).toEqual([
      expect.stringContaining('changes crest of vyr as of s45'),
    ]);
  });

  it('is not reported in an open revision, nor if it states nothing', () => {
    expect(found(late('s48'))).toEqual([]);
    expect(found(late('s44', ''))).toEqual([]);
  });

  it('is not reported if it only repeats what another page states', () => {
    const [, facts = ''] = /(facts: .*)\n/.exec(TOLD['maric.md'] ?? '') ?? [];
    const maric = (TOLD['maric.md'] ?? '').replace(`${facts}\n`, '');
    expect(found({ 'maric.md': maric, 'vyr.md': page(`date: 160 TA\ncanon: s44\n${facts}`) })).toEqual([]);
    // At another place in canon time it is another answer as of then.
    expect(found({ 'maric.md': maric, 'vyr.md': page(`date: 160 TA\ncanon: s48\n${facts}`) })).toHaveLength(1);
  });
});

describe('the guard', () => {
  it.each([
    [
      'retcon/silent',
      'rules: {retcon/silent: off}\n',
      /error retcon\/silent: codex\.yaml now makes retcon\/silent off, and was stricter as of v1/,
    ],
    [
      'several',
      'rules: {retcon/silent: info, retcon/insertion: off}\n',
      /now makes retcon\/silent info and retcon\/insertion off/,
    ],
    ['the established point', 'established: git:HEAD\n', null],
  ])('cannot be switched off silently: %s', (_, more, message) => {
    expect(found(codex('present', `${more}present`))).toEqual(message ? [expect.stringMatching(message)] : []);
  });

  it('reports another established point than the written one, and a reopened revision', () => {
    const moved = problemsSince(stateOf({ ...TOLD, ...codex('present', 'established: git:HEAD\npresent') }), {
      snapshot: stateOf(TOLD),
      ref: 'v1',
      isCertain: true,
      isMoved: true,
    });
    expect(moved.map(inWords)).toEqual([
      'codex.yaml: warning retcon/silent: What counts as established is v1, and codex.yaml now says git:HEAD. Put it back, unless you mean it: then it counts from the next commit on.',
    ]);
    expect(found(codex('s45,', '{id: s45, open: true},'))).toEqual([
      'codex.yaml: error retcon/silent: s45 was established as of v1, and is marked as open again. Take `open` out, and continue in a new revision.',
    ]);
    // The open revision is closed, and another one begun.
    expect(found(codex('{id: s48, open: true}', 's48, {id: s49, open: true}'))).toEqual([]);
  });
});

describe('is not reported', () => {
  it.each([
    ['letters, blanks and a closing mark', 'hair: red', 'hair: " RED. "'],
    ['the order of keys', 'hair: red, eyes: grey', 'eyes: grey, hair: red'],
    ['another way to write a date', 'date: 160 TA', 'date: TA 160'],
    ['a date that is more precise, from the same day on', 'date: 160 TA', 'date: 160 TA .. 161 TA'],
  ])('%s', (_, from, to) => {
    expect(found({ 'maric.md': (TOLD['maric.md'] ?? '').replace(from, to) })).toEqual([]);
  });
});

it('reports an alias moved to another page at both pages, and not where it is used', () => {
  const person = (aliases: string, hair: string): string => page(`type: person\n${aliases}attributes: {hair: ${hair}}`);
  const told = {
    'maric.md': person('aliases: [the old man]\n', 'red'),
    'orm.md': person('', 'grey'),
    'k.md': page('facts: {the old man: {eyes: blue}, vyr: {founder: "[[the old man]]"}}'),
    'l.md': page('facts: {the old man: {seat: tarn}}'),
  };
  const changes = { 'maric.md': person('', 'red'), 'orm.md': person('aliases: [the old man]\n', 'grey') };
  expect(toldSince(told, changes)).toEqual([
    'maric.md: error retcon/silent: the old man meant maric as of v1, and means orm now: established facts about one are now about the other. Put the name back.',
    'orm.md: error retcon/silent: the old man meant maric as of v1: established facts about it are now about orm. Choose another name.',
  ]);
  // Where nobody uses it, nothing has changed.
  const { 'maric.md': maric, 'orm.md': orm } = told;
  expect(toldSince({ 'maric.md': maric, 'orm.md': orm }, changes)).toEqual([]);
});
