/**
 * The facts of an entity and an attribute, line by line: where a step changes what holds, and which other facts decide
 * that.
 */
import { describe, expect, it } from 'vitest';
import { ALWAYS, type Lanes, openLanes, type Window } from '../../../server/src/core/canon/incremental/lanes';
import { isSameClipped } from '../../../server/src/core/canon/incremental/ledger';
import { allEntries } from '../../../server/src/core/canon/model/canon';
import { knownAt, LATEST } from '../../../server/src/core/canon/model/canonPoint';
import { type Clipped, clippedFactsOf } from '../../../server/src/core/canon/retcons/clips';
import { tierRank } from '../../../server/src/core/canon/truth/dovetail';
import { codex, type Files } from '../model/answers';

const fact = (value: string, from: string, more = ''): string =>
  `{entity: x, attribute: lord, value: ${value}, from: ${from}${more}}`;

const FILES: Files = {
  'codex.yaml': 'tiers: [book, rumour]\n',
  a: `facts: [${[10, 20, 30, 40, 50].map((year) => fact(`v${year}`, `${year} TA`)).join(', ')}]`,
  b: `facts: [${fact('same', '30 TA')}, ${fact('short', '12 TA', ', until: 14 TA')}, ${fact('far', '10 XX')}, ${fact('farther', '20 XX')}, ${fact('to', '8 TA', ', until: 3 XX')}]`,
  c: 'facts: {x: {lord: undated}}',
  d: 'tier: book\nfacts: [{entity: x, attribute: lord, value: book25, from: 25 TA}, {entity: x, attribute: lord, value: book45, from: 45 TA}]',
  e: 'tier: rumour\nfacts: [{entity: x, attribute: lord, value: rumour35, from: 35 TA}]',
  f: 'until: 60 TA\nfacts: {x: {lord: ending}}',
  old: 'date: 70 TA\nfacts: {x: {lord: restored}}',
  new: 'date: 80 TA\nsupersedes: {id: old, reason: so}\nfacts: {x: {lord: newer}}',
  back: 'restores: {id: old, effective: 90 TA, reason: so}',
};

const known = knownAt(codex(FILES), LATEST);
const all = new Map(
  allEntries(known.canon)
    .flatMap((entry) => clippedFactsOf(known, entry))
    .map((clipped) => [clipped.fact.value.text, clipped]),
);
const called = (value: string): Clipped => all.get(value) ?? expect.fail(value);
const values = (facts: readonly Clipped[]): string[] => facts.map((one) => one.fact.value.text);

/** Lanes with some facts in them, as after a step. */
function lanesOf(put: readonly string[], isState = true): Lanes {
  const lanes = openLanes(isState, (entry) => tierRank(known, entry));
  for (const value of put) lanes.put(called(value));
  lanes.begin();
  return lanes;
}

const between = (from: number, until: number, line = 'era:ta'): Window => ({ line, from, until });
const YEARS = ['v10', 'v20', 'v30', 'v40', 'v50'];

describe('a step changes what holds', () => {
  const changed = (put: readonly string[], come: readonly string[], gone: readonly string[] = [], isState = true) => {
    const lanes = lanesOf(put, isState);
    for (const value of gone) lanes.take(called(value));
    for (const value of come) lanes.put(called(value));
    return lanes.changed();
  };
  it.each<[string, string[], string[], string[], Window[]]>([
    ['nowhere, where nothing comes or goes', YEARS, [], [], []],
    ['up to where the next begins', ['v10', 'v30'], ['v20'], [], [between(20, 30)]],
    ['up to where the next begins that was there', ['v50'], ['v20', 'v30'], [], [between(20, 50)]],
    ['for ever, after all others', ['v10'], ['v50'], [], [between(50, Infinity)]],
    ['where something goes', YEARS, [], ['v20'], [between(20, 30)]],
    ['from the first of several to after the last', YEARS, ['same'], ['v10'], [between(10, 40)]],
    ['on each line', ['v10', 'farther'], ['v20', 'far'], [], [between(20, Infinity), between(10, 20, 'era:xx')]],
    ['up to what begins in the highest tier', ['rumour35', 'book45'], ['v20'], [], [between(20, 45)]],
    ['up to what begins without a tier, in any', ['v30', 'book45'], ['book25'], [], [between(25, 30)]],
    ['up to what begins without a tier, if that is the next', ['rumour35', 'v40'], ['v20'], [], [between(20, 40)]],
    ['everywhere, where it is undated', YEARS, ['undated'], [], [ALWAYS]],
    ['everywhere, where only its end is known', YEARS, ['ending'], [], [ALWAYS]],
    ['everywhere, where a restoration parts it', YEARS, ['restored'], [], [ALWAYS]],
    ['for ever, where its end is on another line', ['far'], ['to'], [], [between(8, Infinity)]],
  ])('%s', (_, put, come, gone, windows) => expect(changed(put, come, gone)).toEqual(windows));

  it('as long as it is stated, where others do not end it', () => {
    expect(changed(YEARS, ['short'], [], false)).toEqual([between(12, 14)]);
    expect(changed(YEARS, ['short', 'same'], ['v10'], false)).toEqual([between(10, Infinity)]);
  });
});

describe('what affects some time', () => {
  const bearing = (put: readonly string[], windows: readonly Window[], isState = true) => {
    const { before, after } = lanesOf(put, isState).factsIn(windows);
    expect(values(after)).toEqual(values(before));
    return values(before);
  };
  it.each<[string, string[], Window[], string[]]>([
    [
      'begins in it, or was the last to begin before; and the first of its line',
      YEARS,
      [between(35, 45)],
      ['v10', 'v30', 'v40'],
    ],
    ['begins where it begins, or where it ends', YEARS, [between(30, 40)], ['v10', 'v30', 'v40']],
    ['of several that began at once is all of them', ['v20', 'v30', 'same'], [between(32, 33)], ['v20', 'v30', 'same']],
    ['is of each tier', ['v10', 'v20', 'book25', 'rumour35'], [between(50, 60)], ['v10', 'v20', 'book25', 'rumour35']],
    ['is in any of several stretches of it', YEARS, [between(11, 12), between(52, 53)], ['v10', 'v50']],
    ['on another line is the first alone', ['v10', 'v20', 'far', 'farther'], [between(11, 12)], ['v10', 'far']],
    ['on all lines is all', ['v10', 'v20', 'far', 'farther'], [ALWAYS], ['v10', 'v20', 'far', 'farther']],
    [
      'is whatever is not on a line',
      ['v10', 'undated', 'ending', 'restored'],
      [between(1, 2)],
      ['v10', 'undated', 'ending', 'restored'],
    ],
    ['is the first of a line, where nobody asks', YEARS, [], ['v10']],
  ])('%s', (_, put, windows, told) => expect(bearing(put, windows)).toEqual(told));

  it('where others do not end it, is what has not ended by then', () => {
    expect(bearing(['v10', 'short', 'v20', 'v40'], [between(16, 30)], false)).toEqual(['v10', 'v20']);
    expect(bearing(['v10', 'short', 'v20'], [between(14, 15)], false)).toEqual(['v10', 'short']);
    expect(bearing(['v10', 'short', 'v20'], [between(13, 20)], false)).toEqual(['v10', 'v20', 'short']);
  });

  it('is shown as before a step, and after it, by path and as written', () => {
    const lanes = lanesOf(['undated', 'v50', 'v30', 'same', 'v20', 'v10']);
    lanes.take(called('v30'));
    lanes.put(called('rumour35'));
    lanes.put(called('book25'));
    const { before, after } = lanes.factsIn([between(25, 35)]);
    expect(values(before)).toEqual(['v10', 'v20', 'v30', 'same', 'undated']);
    expect(values(after)).toEqual(['v10', 'v20', 'same', 'undated', 'book25', 'rumour35']);
    lanes.begin();
    expect(lanes.changed()).toEqual([]);
    const next = lanes.factsIn([between(25, 35)]);
    expect(values(next.before)).toEqual(values(after));
  });

  it('excludes what has come in the step, however often the first of a line is removed and added', () => {
    const lanes = lanesOf(['v20', 'undated', 'restored']);
    lanes.put(called('v10'));
    expect(values(lanes.factsIn([between(15, 16)]).before)).toEqual(['v20', 'undated', 'restored']);
    lanes.begin();
    for (const value of ['v10', 'undated', 'restored']) lanes.take(called(value));
    expect(values(lanes.factsIn([between(15, 16)]).after)).toEqual(['v20']);
    lanes.begin();
    expect(values(lanes.factsIn([ALWAYS]).before)).toEqual(['v20']);
  });
});

describe('a stated fact has the same result as before', () => {
  const [one, restored, newer] = ['short', 'restored', 'newer'].map(called);
  if (!one || !restored || !newer) throw new Error('no facts');
  const [segment] = one.segments;
  const [period] = restored.periods ?? [];
  if (!segment?.from || !segment.until || !period) throw new Error('no segments');
  const { from, until } = segment;
  const copyOf = (clipped: Clipped): Clipped => ({
    ...clipped,
    begins: clipped.begins && { ...clipped.begins },
    stated: clipped.stated.map((stretch) => ({ ...stretch })),
    segments: [...clipped.segments],
    clippedBy: clipped.clippedBy.map((retcon) => ({ ...retcon })),
    periods: clipped.periods?.map((other) => ({ ...other })) ?? null,
  });
  it.each([one, restored, newer])('where nothing has changed', (clipped) =>
    expect(isSameClipped(clipped, copyOf(clipped))).toBe(true),
  );

  it.each<[string, Clipped, Partial<Clipped>]>([
    ['is another fact of the page', one, { fact: { ...one.fact, index: 3 } }],
    ['begins on another day', one, { begins: { ...from, day: 11 } }],
    ['begins on another line', one, { begins: { ...from, line: 'era:xx' } }],
    ['begins in other words', one, { begins: { ...from, text: 'TA 12' } }],
    ['begins about then', one, { begins: { ...from, approximate: true } }],
    ['has no beginning', one, { begins: null }],
    ['was stated differently', one, { stated: [{ from, until: null }] }],
    ['holds from another day on', one, { segments: [{ from: { ...from, day: 11 }, until }] }],
    ['holds up to another day', one, { segments: [{ from, until: { ...until, day: 15 } }] }],
    ['ends elsewhere', one, { segments: [{ from, until, endsElsewhere: until }] }],
    ['holds once more', one, { segments: [segment, segment] }],
    ['holds nowhere', one, { segments: [] }],
    ['has a second stretch that is another', one, { segments: [segment, { from, until: null }] }],
    ['is parted by a restoration', one, { periods: restored.periods }],
    ['is parted no more', restored, { periods: null }],
    ['is parted once more', restored, { periods: [...(restored.periods ?? []), period] }],
    [
      'is parted at another time',
      restored,
      { periods: (restored.periods ?? []).map((other) => ({ ...other, from: other.from ? null : from })) },
    ],
    [
      'is another in a period',
      restored,
      { periods: (restored.periods ?? []).map((other) => ({ ...other, segments: [segment, ...other.segments] })) },
    ],
    ['is clipped by one more', one, { clippedBy: newer.clippedBy.length > 0 ? newer.clippedBy : restored.clippedBy }],
    ['is clipped by nobody', restored, { clippedBy: [] }],
    [
      'is clipped by another',
      restored,
      { clippedBy: restored.clippedBy.map((retcon) => ({ ...retcon, by: retcon.old })) },
    ],
  ])('but not where it %s', (_, was, change) => {
    expect(isSameClipped(was, { ...was, ...change })).toBe(false);
    expect(isSameClipped({ ...was, ...change }, was)).toBe(false);
  });
});
