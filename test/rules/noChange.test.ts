/**
 * Edits that change no baseline answer are accepted: an end where the next value begins anyway, and edits of drafts and
 * open revisions.
 */
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
  it('that is written or removed where the next value begins anyway is not reported', () => {
    expect(toldSince(told, { 'reign.md': reign(', until: 400 TA') })).toEqual([]);
    expect(toldSince({ ...told, 'reign.md': reign(', until: 400 TA') }, { 'reign.md': reign('') })).toEqual([]);
  });

  it('that comes sooner is reported', () => {
    expect(toldSince(told, { 'reign.md': reign(', until: 399 TA') })).toEqual([
      expect.stringContaining('reign.md: error retcon/silent: captain of vyr was tom as of v1'),
    ]);
  });
});

it('reports an end added to a superseded page, which still answers for the past', () => {
  const before = {
    ...told,
    'again.md': page('canon: s1\nsupersedes: {id: reign, reason: so}\nfacts: {vyr: {captain: oda}}'),
  };
  expect(toldSince(before, { 'reign.md': reign(', until: 390 TA') })).toHaveLength(1);
});

it('leaves drafts and the open revision out of the baseline', () => {
  const more = { 'new.md': page('canon: s2\nfacts: {bridge: {built_by: tom}, vyr: {motto: We rise}}') };
  expect(toldSince(told, more)).toEqual([]);
  // Nor does a draft of now change the past.
  const idea = page('draft: true\nfacts: [{entity: vyr, attribute: captain, value: ulf, from: 410 TA}]');
  expect(toldSince(told, { 'other.md': idea })).toEqual([]);
});

it('lets authors write below frontmatter that was unreadable before', () => {
  const broken = '---\nlinks: [[A]], [[B]]\n---\nProse.\n';
  const found = (now: string): string[] =>
    foundSince({ ...told, 'broken.md': broken }, { 'broken.md': now }).map(
      ({ problem: { severity, code } }) => `${severity} ${code}`,
    );
  expect(found(`${broken}More prose.\n`)).toEqual(['warning frontmatter/invalid-yaml']);
  expect(found(broken.replace('[[B]]', '[[C]]'))).toEqual(['error frontmatter/invalid-yaml']);
});

describe('an existing error', () => {
  const fork = (value: string): string =>
    page(`canon: s1\nsupersedes: {id: reign, reason: so}\nfacts: {vyr: {captain: ${value}}}`);
  const forked = { ...told, 'a.md': fork('oda'), 'b.md': fork('ulf') };
  const found = (changes: Pages): string[] =>
    foundSince(forked, changes).flatMap(({ file, problem: { severity, code } }) =>
      code === 'supersedes/fork' ? `${file} ${severity}` : [],
    );

  it('does not stop an author who writes elsewhere in the page', () => {
    expect(found({ 'a.md': `${forked['a.md']}Prose.\n` })).toEqual(['a.md warning']);
    expect(found({ 'a.md': forked['a.md'].replace('canon', 'color: red\ncanon') })).toEqual(['a.md warning']);
    expect(found({ 'c.md': fork('tam') })).toContain('c.md error');
  });

  it('moves with its file, and is not new', () => {
    expect(found({ 'a.md': null, 'histories/a.md': forked['a.md'] })).toEqual([]);
  });
});
