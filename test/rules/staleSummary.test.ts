/**
 * A page that sums others up: when it is stale, what settles that, and that every edit with an effect on it has it
 * judged.
 */
import { describe, expect, it } from 'vitest';
import { affectedFiles, allOf, entryAt, staleSummariesOf } from '../../server/src/core/canon';
import { nowOf } from '../../server/src/core/reading/viewpoint';
import { checkCodex } from '../../server/src/core/rules/check';
import { plainText } from '../../server/src/core/tools/words/richText';
import { markReviewed, staleRows } from '../../server/src/core/views/disputesView';
import { fixedBy, titlesFor } from '../edits/fixing';
import { changedBy, codexOf, type Files } from '../support/codex';
import { ended } from '../support/lore';
import { askLookup } from '../support/ask';

const CODEX = 'revisions: [s1, s2, s3]\npresent: 430 TA\n';
const page = (frontmatter: string): string => `---\n${frontmatter}\n---\n`;
const FOUNDING = page('date: 200 TA\ncanon: s1\nfacts: {house-vyr: {founder: maric, seat: ford}}');
const WHO = page('canon: s1\nsummarises: [founding]');
const files = (more: Files, who = WHO): Files => ({
  'codex.yaml': CODEX,
  'founding.md': FOUNDING,
  'who.md': who,
  ...more,
});

const staleIn = (all: Files): string[] =>
  checkCodex(codexOf(all)).flatMap(({ file, problem }) =>
    problem.code === 'summary/stale' ? [`${file}: ${problem.related?.map(({ message }) => message).join('; ')}`] : [],
  );

describe('a stale summary', () => {
  it.each<[string, Files, string]>([
    [
      'where a retcon has changed an answer',
      {
        'again.md': page(
          'date: 412 TA\ncanon: s2\nfacts: {house-vyr: {founder: aldric, seat: ford}}\nsupersedes: founding',
        ),
      },
      'founder of house-vyr was maric, is aldric from 412 TA',
    ],
    [
      'where a later page says something else, without a retcon',
      { 'later.md': page('date: 300 TA\ncanon: s2\nfacts: {house-vyr: {seat: hill}}') },
      'seat of house-vyr was ford, is hill from 300 TA',
    ],
    [
      'where something was taken back',
      { 'no.md': page('canon: s3\nretracts: {id: founding, effective: always}') },
      'founder of house-vyr was maric, is no longer stated from 200 TA',
    ],
    [
      'where a page without facts was superseded',
      {
        'who.md': page('canon: s1\nsummarises: tale'),
        'tale.md': page('canon: s1'),
        'told-anew.md': page('canon: s2\nsupersedes: tale'),
      },
      'supersedes tale',
    ],
    [
      'where there are new facts about what it describes',
      {
        'who.md': page('canon: s1\nsummarises: "[[House Vyr]]"'),
        'House Vyr.md': page('canon: s1'),
        'new.md': page('canon: s2\nfacts: {House Vyr: {motto: burn}}'),
      },
      'motto of house-vyr is burn',
    ],
  ])('%s', (_, more, message) => {
    expect(staleIn(files(more)).join()).toContain(message);
  });

  it.each<[string, Files]>([
    ['nothing has changed', {}],
    [
      'what changed was decided in the same session',
      { 'later.md': page('date: 300 TA\ncanon: s1\nfacts: {house-vyr: {seat: hill}}') },
    ],
    ['something else has changed', { 'later.md': page('date: 300 TA\ncanon: s2\nfacts: {house-orm: {seat: hill}}') }],
    [
      'it has been reviewed',
      {
        'later.md': page('date: 300 TA\ncanon: s2\nfacts: {house-vyr: {seat: hill}}'),
        'who.md': page('canon: s1\nsummarises: founding\nreviewed: later'),
      },
    ],
    [
      'it says that itself',
      { 'who.md': page('date: 300 TA\ncanon: s2\nsummarises: founding\nfacts: {house-vyr: {seat: hill}}') },
    ],
    ['it names nothing, itself, or the same twice', { 'who.md': page('summarises: [none, who, who]') }],
  ])('but not where %s', (_, more) => {
    expect(staleIn(files(more))).toEqual([]);
  });
});

const LATER = { 'later.md': page('date: 300 TA\ncanon: s2\nfacts: {house-vyr: {seat: hill}}') };

it('is settled by its quick fix, and from the view', () => {
  const all = files({ ...LATER, 'no.md': page('canon: s3\nretracts: founding') });
  const title = 'Mark reviewed as of now: no and later';
  expect(titlesFor(all, 'summary/stale')).toEqual([title]);
  const fixed = fixedBy(all, 'summary/stale', title);
  expect(fixed['who.md']).toContain('reviewed: [no, later]');
  expect(staleIn({ ...all, ...fixed })).toEqual([]);

  const view = { ...nowOf(codexOf(all).canon), href: () => null };
  const rows = ended(staleRows(view));
  expect(rows).toMatchObject([{ label: 'who', detail: expect.stringContaining('sums up') as string, canSettle: true }]);
  expect(rows[0]?.tooltip).toContain('seat of house-vyr');
  const settled = markReviewed(view, rows[0]?.key ?? '', (path) => all[path] ?? null);
  expect(changedBy(all, settled ?? { edits: [] })).toEqual(fixed);
});

it('is not reported where too many pages sum up too much, unless it was superseded', () => {
  const many = (count: number, each: (i: number) => [string, string]): Files =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => each(i)));
  const all = (more: Files): Files => ({
    'codex.yaml': CODEX,
    'house.md': page('canon: s1'),
    ...many(800, (i) => [`t${i}.md`, page(`date: ${i} TA\ncanon: s2\nfacts: {house: {ruler: bob ${i}}}`)]),
    'who.md': page('canon: s1\nsummarises: house'),
    ...more,
  });
  const problemsIn = (files: Files): string[] =>
    checkCodex(codexOf(files)).flatMap(({ file, problem }) =>
      problem.code === 'summary/stale' && file === 'who.md' ? [problem.message] : [],
    );
  // Pages that name it without summing it up do not count.
  const links = many(800, (i) => [`l${i}.md`, page('sources: house')]);
  expect(problemsIn(all(links))).toEqual([
    expect.stringContaining('house has changed since this was written (ruler of house)'),
  ]);
  const summaries = many(700, (i) => [`s${i}.md`, page('canon: s1\nsummarises: house')]);
  const tooMany = all(summaries);
  expect(problemsIn(tooMany)).toEqual([
    expect.stringContaining('Retcon has not worked out whether house has changed since this was written'),
  ]);
  expect(titlesFor(tooMany, 'summary/stale')).toEqual([]);
  const lookedUp = (
    files: Files,
  ): { readonly stale: readonly string[]; readonly open?: readonly string[] | undefined; readonly words: string } => {
    const answered = askLookup(codexOf(files).canon, { name: 'who' });
    if (!answered.ok) throw new Error(answered.failure.message);
    return { stale: answered.json.stale, open: answered.json.not_worked_out, words: plainText(answered.prose) };
  };
  expect(lookedUp(tooMany)).toMatchObject({
    stale: [],
    open: ['house'],
    words: expect.stringContaining('has not worked out') as string,
  });
  expect(lookedUp(all(links))).toMatchObject({
    open: undefined,
    stale: ['house'],
    words: expect.stringMatching(/which t0, (t\d+, ){10}t\d+ and 788 more changed since: to be reviewed/) as string,
  });
  expect(ended(staleRows({ ...nowOf(codexOf(tooMany).canon), href: () => null }))).toEqual([]);
  // Pages that state or describe it count together.
  const each = (front: string): Files => ({
    'codex.yaml': CODEX,
    ...many(750, (i) => [`t${i}.md`, page(`date: ${i} TA\ncanon: s2\n${front.replace('N', `${i}`)}`)]),
    ...many(750, (i) => [`s${i}.md`, page(`canon: s1\nsummarises: t${i}`)]),
    'who.md': page('canon: s1\nsummarises: t0'),
  });
  for (const front of ['entity: house\nfacts: [{attribute: ruler, value: bob N}]', 'facts: {house: {ruler: bob N}}'])
    expect(problemsIn(each(front))).toEqual([expect.stringContaining('has not worked out whether')]);
  const gone = all({ ...summaries, 'new.md': page('canon: s3\nsupersedes: house') });
  expect(problemsIn(gone)).toEqual([expect.stringContaining('it is superseded by new')]);
});

it('is judged again when a page that sums it up is added or removed', () => {
  const hosted = codexOf(files({ 'other.md': page('canon: s1\nsummarises: refounding') }));
  const before = hosted.canon;
  const judged = (text: string) => {
    const after = hosted.apply(new Map([['more.md', text]]));
    return affectedFiles(before, after, ['more.md']);
  };
  expect(judged(page('canon: s1\nsummarises: house-vyr'))).toEqual(new Set(['more.md', 'who.md', 'other.md']));
  expect(judged(page('canon: s1'))?.has('other.md')).toBe(false);
});

it('is judged again after every change that may affect it', () => {
  const hosted = codexOf(files({ 'house.md': page('id: house-vyr\naliases: [The Fire]') }));
  const before = hosted.canon;
  for (const text of [
    LATER['later.md'],
    page('canon: s2\nfacts: {The Fire: {seat: x}}'),
    page('canon: s2\nretracts: founding'),
  ]) {
    const after = hosted.apply(new Map([['later.md', text]]));
    const who = entryAt(after, 'who.md');
    expect(who && staleSummariesOf(allOf(after), who, null)).toHaveLength(1);
    expect(affectedFiles(before, after, ['later.md'])?.has('who.md')).toBe(true);
    hosted.apply(new Map([['later.md', null]]));
  }
});
