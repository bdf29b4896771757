/** One slip gives one finding, at its place, with its fix; the consequences of the slip are not reported as well. */
import { describe, expect, it } from 'vitest';
import { foundSince, inWords, page, type Pages, placesSince, toldSince } from './gate';

const CODEX = 'revisions: [s1, s2]\nattributes: {worship: set, founder: constant, seat: state}\n';
const god = (name: string): string => page(`id: ${name}\ncanon: s1`);
const creed = (facts: string): string => page(`canon: s1\n${facts}`);

describe('an attribute key with a typo', () => {
  const told: Pages = {
    'codex.yaml': CODEX,
    'house.md': creed('seat: vyrhold'),
    ...Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`creed-${n}.md`, creed(`worship: god-${n}`)])),
  };

  it('is reported as a misspelled key, at the key, whatever its value is', () => {
    for (const value of ['vyrhold', 'oldmere'])
      expect(toldSince(told, { 'house.md': creed(`seats: ${value}`) })).toEqual([
        'house.md: error retcon/silent: seat of house was vyrhold as of v1, and its key is `seats` now, which is another key: questions about seat do not find it. Write `seat` again.',
      ]);
    expect(placesSince(told, { 'house.md': creed('seats: oldmere') })).toEqual(['house.md: seats']);
    const facts = (key: string): string => creed(`facts: [{entity: vyr, attribute: ${key}, value: ysa}]`);
    expect(toldSince({ ...told, 'm.md': facts('mother') }, { 'm.md': facts('mothers') })).toEqual([
      expect.stringContaining('its key is `mothers` now'),
    ]);
    // Another word is another fact.
    expect(toldSince(told, { 'house.md': creed('gods: oldmere') })).toEqual([
      expect.stringContaining('seat of house was vyrhold as of v1, and that is no longer here.'),
    ]);
  });

  it('is reported once, however many pages have it', () => {
    const changes = Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`creed-${n}.md`, creed(`worships: god-${n}`)]));
    expect(toldSince(told, changes)).toEqual([
      expect.stringMatching(
        /^creed-1\.md: .* Write `worship` again\. The same goes for 4 other pages: creed-2\.md, creed-3\.md, creed-4\.md and 1 more\.$/,
      ),
    ]);
    const [first] = foundSince(told, changes);
    expect(first?.problem.related?.slice(1).map(({ file }) => file)).toEqual([2, 3, 4, 5].map((n) => `creed-${n}.md`));
  });
});

it('reports pages that become drafts once, from the fourth on', () => {
  const names = ['a', 'b', 'c', 'd'];
  const told = Object.fromEntries(names.map((name) => [`${name}.md`, page('canon: s1\nfacts: {x: {y: z}}')]));
  const drafts = (some: readonly string[]): Pages =>
    Object.fromEntries(some.map((name) => [`${name}.md`, page('draft: true\ncanon: s1\nfacts: {x: {y: z}}')]));
  const all = { 'codex.yaml': CODEX, ...told };
  expect(toldSince(all, drafts(names.slice(0, 3)))).toHaveLength(3);
  expect(toldSince(all, drafts(names))).toEqual([
    expect.stringContaining('The same goes for 3 other pages: b.md, c.md and d'),
  ]);
});

it('says what to write again when a page was about another entity and is now about itself', () => {
  const fall = (entity: string): string => page(`${entity}canon: s1\nattributes: {cause: the host, date-of: spring}`);
  const told = { 'codex.yaml': CODEX, 'fall.md': page('canon: s1'), 'burning.md': fall('entity: fall\n') };
  expect(toldSince(told, { 'burning.md': fall('') })).toEqual([
    'burning.md: error retcon/silent: burning was about fall as of v1, and is about itself now: fall has lost its cause, date-of. Write `entity: fall` again.',
  ]);
});

describe('a deleted page', () => {
  const told = {
    'codex.yaml': CODEX,
    'aurion.md': god('aurion'),
    'alariel.md': god('alariel'),
    'creed.md': creed('worship: [aurion, alariel]'),
    'cult.md': creed('worship: aurion'),
    'again.md': page('canon: s2\nsupersedes: {id: creed, reason: so}\nfacts: {creed: {worship: alariel}}'),
  };

  it('is reported once, with the facts that name it, and not at the pages that name it', () => {
    expect(foundSince(told, { 'aurion.md': null }).map(inWords)).toEqual([
      'aurion.md: error retcon/deleted-entry: aurion has been deleted since v1, and 2 established facts name it: worship of creed and worship of cult. Put the file back: to say that it was never true, retract it.',
    ]);
  });

  it('gets the fix to continue under another name only where there is a new page', () => {
    const renamed = { 'aurion.md': null, 'sun.md': page('id: sun\ncanon: s2') };
    expect(toldSince(told, renamed)).toEqual([
      expect.stringContaining('Put the file back, or write `aliases: [aurion]` in the new page that it has become:'),
    ]);
  });

  it('gets no advice about the page that superseded it', () => {
    expect(foundSince(told, { 'creed.md': null }).map(({ file, problem }) => `${file} ${problem.code}`)).toEqual([
      'creed.md retcon/deleted-entry',
    ]);
    // An author who edits that page too gets both findings.
    const changes = { 'creed.md': null, 'again.md': `${told['again.md']}More.\n` };
    expect(foundSince(told, changes).map(({ file, problem }) => `${file} ${problem.code}`)).toEqual([
      'again.md supersedes/unknown-id',
      'creed.md retcon/deleted-entry',
    ]);
  });
});

describe('a changed date', () => {
  const hall = page('id: hall\ndate: 100 TA\ncanon: s1\nfacts: {vyr: {seat: tarn}}\nsuperseded_by: keep');
  const keep = (date: string): string => page(`id: keep\ndate: ${date}\ncanon: s2\nfacts: {vyr: {seat: crag}}`);
  const told = { 'codex.yaml': CODEX, 'hall.md': hall, 'keep.md': keep('200 TA') };

  it('is not reported again for the retcons that take effect with it', () => {
    expect(toldSince(told, { 'keep.md': keep('210 TA') })).toEqual([
      expect.stringContaining('keep.md: error retcon/silent: The date of keep was 200 TA as of v1, and is now 210 TA'),
    ]);
  });

  it('is reported with its old and its new value', () => {
    const reign = (stretch: string): string =>
      page(`date: 100 TA\nfacts: [{entity: vyr, attribute: ruler, value: orm, ${stretch}}]`);
    const changed = (was: string, is: string): string[] =>
      toldSince({ 'reign.md': reign(was) }, { 'reign.md': reign(is) });
    expect(changed('from: 120 TA, until: 130 TA', 'from: 120 TA, until: 125 TA')).toEqual([
      expect.stringContaining('this has been changed to end at 125 TA instead of 130 TA without a retcon'),
    ]);
    expect(changed('from: 120 TA', 'source: x')).toEqual([
      expect.stringContaining('this has been changed to begin at 100 TA instead of 120 TA without a retcon'),
    ]);
    expect(placesSince({ 'reign.md': reign('from: 120 TA') }, { 'reign.md': reign('source: x') })).toEqual([
      'reign.md: orm',
    ]);
    const life = (end: string): Pages => ({ 'orm.md': page(`type: person\ndate: 100 TA\n${end}: 131 TA`) });
    expect(toldSince(life('through'), life('until'))).toEqual([
      expect.stringContaining('The end of orm was `through: 131 TA` as of v1, and is now `until: 131 TA`'),
    ]);
  });
});

it('does not report a renamed page as new, nor the places that use the old name', () => {
  const told = {
    'codex.yaml': CODEX,
    'orm.md': page('canon: s1\ndate: 100 TA\nfacts: {vyr: {member: orm}}'),
    'hall.md': `${page('canon: s1\ndate: 90 TA\nsuperseded_by: orm')}As [[orm]] has it.\n`,
  };
  const found = foundSince(told, { 'orm.md': null, 'orme.md': told['orm.md'] }).map(inWords);
  expect(found).toEqual([expect.stringContaining('orme.md: error retcon/silent: orm has become orme since v1')]);
});

it('reports a page that becomes a belief once, at that key', () => {
  const told = { 'song.md': page('date: 100 TA\nfacts: {vyr: {seat: tarn, ruler: orm}}') };
  const changes = { 'song.md': page('date: 100 TA\nbelieved_by: [tam]\nfacts: {vyr: {seat: tarn, ruler: orm}}') };
  expect(toldSince(told, changes)).toEqual([
    'song.md: error retcon/silent: song stated facts as of v1, and states beliefs now. With that goes what was established: 2 facts, first that seat of vyr is tarn. Take `believed_by` out, or retract the page if it was never true.',
  ]);
  expect(placesSince(told, changes)).toEqual(['song.md: believed_by']);
});
