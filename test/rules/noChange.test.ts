/** What changes no answer that was told is honest: an end where the next begins anyhow, and what was a draft or being written. */
import { describe, expect, it } from 'vitest';
import { foundSince, page, type Pages, toldSince } from './gate';

const told: Pages = {
  'codex.yaml':
    'present: 430 TA\nrevisions: [s1, {id: s2, open: true}]\nattributes: {captain: state, built_by: constant}\n',
  'reign.md': page(
    'canon: s1\nfacts:\n  - {entity: vyr, attribute: captain, value: tom, from: 380 TA}\n  - {entity: vyr, attribute: captain, value: ilse, from: 400 TA}',
  ),
  'idea.md': page('draft: true\nfacts: {vyr: {motto: We fall}}'),
  'recap.md': page('canon: s2\nfacts: {bridge: {built_by: orm}}'),
};
const reign = (end: string): string => (told['reign.md'] ?? '').replace('from: 380 TA}', `from: 380 TA${end}}`);

describe('an end', () => {
  it('that is written where the next begins anyhow is nothing to tell, nor is taking it out', () => {
    expect(toldSince(told, { 'reign.md': reign(', until: 400 TA') })).toEqual([]);
    expect(toldSince({ ...told, 'reign.md': reign(', until: 400 TA') }, { 'reign.md': reign('') })).toEqual([]);
  });

  it('that comes sooner is told', () => {
    expect(toldSince(told, { 'reign.md': reign(', until: 399 TA') })).toEqual([
      expect.stringContaining('reign.md: error retcon/silent: captain of vyr was tom as of v1'),
    ]);
  });
});

it('an end that is written on a page which another has superseded is told: it is answered as of before', () => {
  const before = {
    ...told,
    'again.md': page('canon: s1\nsupersedes: {id: reign, reason: so}\nfacts: {vyr: {captain: oda}}'),
  };
  expect(toldSince(before, { 'reign.md': reign(', until: 390 TA') })).toHaveLength(1);
});

it('a draft and the revision that is being written were never told', () => {
  const more = { 'new.md': page('canon: s2\nfacts: {bridge: {built_by: tom}, vyr: {motto: We rise}}') };
  expect(toldSince(told, more)).toEqual([]);
  // Nor does a draft of now change what was.
  const idea = page('draft: true\nfacts: [{entity: vyr, attribute: captain, value: ulf, from: 410 TA}]');
  expect(toldSince(told, { 'other.md': idea })).toEqual([]);
});

it('frontmatter that could not be read before either stops nobody who writes below it', () => {
  const broken = '---\nlinks: [[A]], [[B]]\n---\nProse.\n';
  const found = (now: string): string[] =>
    foundSince({ ...told, 'broken.md': broken }, { 'broken.md': now }).map(
      ({ problem: { severity, code } }) => `${severity} ${code}`,
    );
  expect(found(`${broken}More prose.\n`)).toEqual(['warning frontmatter/invalid-yaml']);
  expect(found(broken.replace('[[B]]', '[[C]]'))).toEqual(['error frontmatter/invalid-yaml']);
});

describe('an error that was there', () => {
  const fork = (value: string): string =>
    page(`canon: s1\nsupersedes: {id: reign, reason: so}\nfacts: {vyr: {captain: ${value}}}`);
  const forked = { ...told, 'a.md': fork('oda'), 'b.md': fork('ulf') };
  const found = (changes: Pages): string[] =>
    foundSince(forked, changes).flatMap(({ file, problem: { severity, code } }) =>
      code === 'supersedes/fork' ? `${file} ${severity}` : [],
    );

  it('stops nobody who writes elsewhere in the page', () => {
    expect(found({ 'a.md': `${forked['a.md']}Prose.\n` })).toEqual(['a.md warning']);
    expect(found({ 'a.md': forked['a.md'].replace('canon', 'color: red\ncanon') })).toEqual(['a.md warning']);
    expect(found({ 'c.md': fork('tam') })).toContain('c.md error');
  });

  it('goes with a file that is moved, and is no new one', () => {
    expect(found({ 'a.md': null, 'histories/a.md': forked['a.md'] })).toEqual([]);
  });
});
