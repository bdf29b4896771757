/** A key is renamed in codex.yaml and on every page: other changes made to a page at the same time are still reported. */
import { describe, expect, it } from 'vitest';
import { type Pages, page, toldSince } from './gate';

const CODEX = 'present: 430 TA\nrevisions: [s1, s2]\nfields: {}\n';
const TOLD: Pages = {
  'codex.yaml': CODEX,
  'battle.md': page('type: event\ncanon: s1\ndate: 301 TA'),
  'maric.md': page('type: person\ndate: 150 TA\nuntil: 240 TA'),
  'fort.md': page('canon: s1\ndate: 210 TA\nfacts: {fort: {seat: hill}}'),
  'refort.md': page(
    'canon: s2\ndate: 300 TA\nsupersedes: [{id: fort, effective: 300 TA, reason: So.}]\nfacts: {fort: {seat: river}}',
  ),
  'curse.md': page('canon: s1\nfacts: {fort: {curse: old}}'),
  'no-curse.md': page('canon: s2\nretracts: [{id: curse, reason: A tale.}]'),
};

/** All files with the key renamed. */
const renamed = (key: string, name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(TOLD).map(([file, text]) => [
      file,
      file === 'codex.yaml'
        ? CODEX.replace('{}', `{${key}: [${name}]}`)
        : (text ?? '').replace(new RegExp(`^${key}:`, 'm'), `${name}:`),
    ]),
  );

const SLIPS: readonly (readonly [key: string, name: string, file: string, from: string, to: string, told: string])[] = [
  ['date', 'datum', 'battle.md', '301', '302', 'The date of battle was 301 TA as of v1, and is now 302 TA'],
  ['date', 'datum', 'maric.md', '150', '120', 'The date of maric was 150 TA as of v1, and is now 120 TA'],
  ['until', 'died', 'maric.md', '240', '230', 'The end of maric was 240 TA as of v1, and is now 230 TA'],
  ['canon', 'told_in', 'battle.md', 's1', 's2', 'battle entered the canon at s1 as of v1, and now at s2'],
  ['retracts', 'undoes', 'no-curse.md', 'undoes: [{id: curse, reason: A tale.}]\n', '', 'this retcon has been removed'],
  [
    'supersedes',
    'replaces',
    'refort.md',
    'effective: 300',
    'effective: 310',
    'takes effect at 310 TA, no longer at 300',
  ],
  [
    'facts',
    'lore',
    'fort.md',
    'seat: hill',
    'seat: dale',
    'seat of fort was hill as of v1, and this has been changed to dale',
  ],
];

describe('a key renamed everywhere', () => {
  it.each(['date', 'until', 'canon', 'retracts', 'supersedes', 'facts'])('changes nothing: %s', (key) => {
    expect(toldSince(TOLD, renamed(key, 'other'))).toEqual([]);
  });

  it.each(SLIPS)('does not hide another change: %s, now %s, in %s', (key, name, file, from, to, told) => {
    const changes = renamed(key, name);
    changes[file] = (changes[file] ?? '').replace(from, to);
    const all = toldSince(TOLD, changes);
    const found = all.filter((one) => !one.startsWith('codex.yaml'));
    expect(all.filter((one) => one.includes('no page was changed'))).toEqual([]);
    expect(found).toEqual([expect.stringContaining(told)]);
    expect(found[0]).toMatch(new RegExp(`^${file}: error retcon/silent: `));
  });

  it('that only codex.yaml drops is reported there only, whatever else changes on the pages', () => {
    const codex = { 'codex.yaml': CODEX.replace('{}', '{date: [datum]}') };
    const touched = { 'battle.md': (TOLD['battle.md'] ?? '').replace('type: event', 'type: event\naliases: [Fight]') };
    expect(toldSince(TOLD, { ...codex, ...touched })).toEqual([
      expect.stringMatching(/^codex\.yaml: error retcon\/silent: This change to codex\.yaml has changed/),
    ]);
  });

  it('does not hide a missing page', () => {
    const { 'fort.md': _, ...rest } = renamed('facts', 'lore');
    expect(
      toldSince(
        { ...TOLD, 'fort.md': page('date: 210 TA\nfacts: {tower: {height: "30"}}'), 'refort.md': '' },
        { ...rest, 'fort.md': null, 'refort.md': '' },
      ),
    ).toEqual(
      expect.arrayContaining([expect.stringContaining('fort.md: error retcon/silent: fort has gone since v1')]),
    );
  });
});
