/**
 * Story is not a retcon: what continues from the present, or from the latest established date, is let through, and
 * nothing else is.
 */
import { describe, expect, it } from 'vitest';
import { type Pages, page, toldSince } from './gate';

const PAGES: Pages = {
  'maric.md': page(
    'type: person\ndate: 160 TA\nattributes: {hair: red, death: unknown, killer: unknown, spouse: none}',
  ),
  'reign.md': page('date: 200 TA\nfacts: {vyr: {ruler: maric}}'),
  'lysa.md': page('date: 310 TA\nfacts: {vyr: {ruler: lysa}}'),
  'war.md': page('facts:\n  - {entity: vyr, attribute: foe, value: karst, from: 300 TA, until: unknown}'),
  'siege.md': page('type: event'),
};
const PRESENT: Pages = { ...PAGES, 'codex.yaml': 'present: 430 TA\nattributes: {death: constant}\n' };
const OPEN: Pages = { ...PAGES, 'codex.yaml': 'attributes: {death: constant}\n' };
const edit = (file: string, from: string, to: string): Pages => ({ [file]: (PAGES[file] ?? '').replace(from, to) });

/** Edits by name: which file, what is replaced, and by what. */
const STORY: readonly (readonly [string, string, string, string])[] = [
  ['somebody dies', 'maric.md', 'date: 160 TA', 'date: 160 TA\nuntil: 431 TA'],
  ['a reign ends', 'lysa.md', 'date: 310 TA', 'date: 310 TA\nuntil: 431 TA'],
  ['a war ends', 'war.md', 'until: unknown', 'until: 431 TA'],
  ['an unknown date becomes known', 'maric.md', 'death: unknown', 'death: 431 TA'],
  ['an unknown murderer is found out', 'maric.md', 'killer: unknown', 'killer: lysa'],
  ['what nobody dated is dated', 'siege.md', 'type: event', 'type: event\ndate: 431 TA'],
  [
    'something begins',
    'lysa.md',
    'facts: {vyr: {ruler: lysa}}',
    'facts: [{vyr: {ruler: lysa}}, {entity: vyr, attribute: ruler, value: oda, from: 431 TA}]',
  ],
];

describe('story', () => {
  it.each(STORY)('continues from the present: %s', (_, file, from, to) => {
    expect(toldSince(PRESENT, edit(file, from, to))).toEqual([]);
  });

  it.each(STORY)('continues from the latest established date in a codex without a present: %s', (_, file, from, to) => {
    expect(toldSince(OPEN, edit(file, from, to.replace('431', '320')))).toEqual([]);
  });

  it('continues from there though a draft has planned something later', () => {
    const plan = page('draft: true\ndate: 440 TA\nfacts: {vyr: {ruler: tam}}');
    const next = page('date: 431 TA\nfacts: {vyr: {ruler: oda}}');
    expect(toldSince({ ...PRESENT, 'plan.md': plan }, { 'next.md': next })).toEqual([]);
  });

  it('continues from the present of the baseline, not from the current one', () => {
    const changes = {
      ...edit('lysa.md', 'date: 310 TA', 'date: 310 TA\nuntil: 400 TA'),
      'codex.yaml': 'present: 350 TA\nattributes: {death: constant}\n',
    };
    expect(toldSince(PRESENT, changes)).toHaveLength(1);
  });
});

describe('a retcon is', () => {
  it.each([
    [
      'a death before the present',
      'maric.md',
      'date: 160 TA',
      'date: 160 TA\nuntil: 400 TA',
      /^maric\.md: error retcon\/silent: The end of maric was not given as of v1, and is now 400 TA/,
    ],
    [
      'a reign that ended before',
      'lysa.md',
      'date: 310 TA',
      'date: 310 TA\nuntil: 400 TA',
      /^lysa\.md: error retcon\/silent: The end of lysa/,
    ],
    [
      'a war that ended before',
      'war.md',
      'until: unknown',
      'until: 400 TA',
      /^war\.md: error retcon\/silent: foe of vyr was karst/,
    ],
    [
      'an unknown date that lay before',
      'maric.md',
      'death: unknown',
      'death: 400 TA',
      /^maric\.md: error retcon\/silent: death of maric was unknown/,
    ],
    ['what was declared not to be one', 'maric.md', 'spouse: none', 'spouse: lysa', /spouse of maric was none/],
    ['another value', 'lysa.md', 'ruler: lysa', 'ruler: oda', /^lysa\.md: error retcon\/silent: ruler of vyr was lysa/],
    [
      'another beginning',
      'lysa.md',
      '310 TA',
      '431 TA',
      /^lysa\.md: error retcon\/silent: The date of lysa was 310 TA/,
    ],
  ])('%s', (_, file, from, to, message) => {
    expect(toldSince(PRESENT, edit(file, from, to))).toEqual([expect.stringMatching(message)]);
  });

  it('a reign that ends before the next had begun, in a codex without a present', () => {
    expect(toldSince(OPEN, edit('reign.md', 'date: 200 TA', 'date: 200 TA\nuntil: 250 TA'))).toEqual([
      expect.stringMatching(/^reign\.md: error/),
    ]);
    expect(toldSince(OPEN, edit('lysa.md', 'date: 310 TA', 'date: 310 TA\nuntil: 305 TA'))).toHaveLength(1);
  });

  it('an established end that changes', () => {
    const told = { ...PRESENT, ...edit('lysa.md', 'date: 310 TA', 'date: 310 TA\nuntil: 431 TA') };
    expect(toldSince(told, edit('lysa.md', 'date: 310 TA', 'date: 310 TA\nuntil: 440 TA'))).toEqual([
      expect.stringMatching(
        /The end of lysa was 431 TA as of v1, and is now 440 TA without a retcon, which moves one fact/,
      ),
    ]);
    expect(toldSince(told, { 'lysa.md': PAGES['lysa.md'] ?? null })).toEqual([
      expect.stringContaining('is no longer here'),
    ]);
  });
});
