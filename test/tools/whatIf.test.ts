/** What drafted pages would change: problems and answers, as they would be if the pages were saved. */
import { describe, expect, it } from 'vitest';
import { differencesOf, knownAt, LATEST } from '../../server/src/core/canon';
import { answerSteps, questionNamed } from '../../server/src/core/tools';
import { plainText } from '../../server/src/core/tools/words/richText';
import { whatIfSaved } from '../../server/src/core/tools/claims/whatIf';
import { vyr } from '../support/caret';
import { codexOf, type Files } from '../support/codex';
import { ended } from '../support/lore';

// oxlint-disable-next-line typescript/no-explicit-any -- the JSON of answers is looked into freely
type Json = any;

function whatIf(pages: unknown, files: Files = vyr): Json {
  const question = questionNamed('what_if');
  if (!question) throw new Error('what_if');
  const given = { pages: typeof pages === 'string' ? pages : JSON.stringify(pages) };
  const around = { commits: new Map(), textOf: (file: string) => files[file] ?? null };
  const steps = answerSteps(question, codexOf(files).canon, given, around) as Generator<void>;
  const answered: Json = ended(steps);
  return answered.ok ? { ...answered.json, text: plainText(answered.prose) } : answered.failure;
}

const REFOUNDING = 'refounding-of-house-vyr.md';
const LYSA = `---
title: Lysa at the Ford
date: 420 TA
canon: session-47
supersedes: refounding-of-house-vyr
facts:
  house-vyr: {founder: lysa}
---
`;

describe('a drafted page', () => {
  it('gets its problems, and the answers that would change', () => {
    const { pages, diagnostics, summary, changes, text } = whatIf([{ path: 'events/lysa.md', text: LYSA }]);
    expect(pages).toEqual([{ path: 'events/lysa.md', entry: 'lysa', title: 'Lysa at the Ford', is_new: true }]);
    expect(diagnostics).toMatchObject([
      { file: 'events/lysa.md', code: 'supersedes/missing-reason', range: { start: { line: 4, character: 12 } } },
    ]);
    expect(summary).toEqual({ files: 1, entries: 1, errors: 0, warnings: 0, infos: 1 });
    expect(changes).toMatchObject([
      {
        entity: 'house-vyr',
        attribute: 'founder',
        at: { from: '420 TA', until: null },
        before: [{ value: 'aldric' }],
        after: [{ value: 'lysa', entry: 'lysa' }],
        by: ['lysa'],
        declared: true,
      },
    ]);
    expect(text).toContain('events/lysa.md would be a new page. Nothing has been written.');
    expect(text).toContain('events/lysa.md:5: info: ');
  });

  it('replaces the page of its path', () => {
    const text = vyr[REFOUNDING]?.replace('aldric', 'maric') ?? '';
    const told = whatIf([{ path: REFOUNDING, text }]);
    expect(told.pages).toMatchObject([{ is_new: false }]);
    expect(told.changes).toMatchObject([
      { before: [{ value: 'aldric' }], after: [{ value: 'maric' }], declared: false },
    ]);
    expect(told.text).toContain('Changed without a retcon');
  });

  it('changes nothing where it equals the saved page', () => {
    const told = whatIf([{ path: REFOUNDING, text: vyr[REFOUNDING] }]);
    expect(told).toMatchObject({ diagnostics: [], settled: [], changes: [] });
    expect(told.text).toContain('is saved like this already');
    expect(told.text).toContain('Every answer would be the same.');
  });

  it('causes problems in other pages, and settles theirs', () => {
    const files = { ...vyr, 'song.md': '---\nsources: [founding-of-house-vyr]\ndisputes: [no-such]\n---\n' };
    const told = whatIf(
      [
        { path: 'no-such.md', text: 'Words.\n' },
        { path: 'lysa.md', text: LYSA.replace('refounding-of', 'founding-of') },
      ],
      files,
    );
    const codesOf = (all: readonly Json[], file: string) =>
      all.filter((one) => one.file === file).map(({ code }) => code);
    expect(codesOf(told.diagnostics, REFOUNDING)).toEqual(['supersedes/fork', 'fact/disputed']);
    expect(codesOf(told.settled, 'song.md')).toEqual(['reference/unknown']);
    expect(told.text).toContain('To be mended elsewhere, because of this');
    expect(told.text).toContain('Mended by this');
  });

  it.each([
    ['frontmatter that does not parse', '---\ntitle: [\n---\n', 'frontmatter/invalid-yaml'],
    ['what a merge has left', '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n', 'entry/conflict'],
    ['JavaScript', '---js\nprocess.exit()\n---\n', 'frontmatter/not-yaml'],
  ])('may be broken: %s', (_, text, code) => {
    expect(whatIf([{ path: 'x.md', text }]).diagnostics).toMatchObject([{ file: 'x.md', code }]);
  });

  it('leaves the canon unchanged, and predicts what diff reports once it is saved', () => {
    const before = knownAt(codexOf(vyr).canon, LATEST);
    const after = knownAt(codexOf({ ...vyr, 'lysa.md': LYSA }).canon, LATEST);
    const { changes } = whatIf({ path: 'lysa.md', text: LYSA });
    const differences = differencesOf(before, after, 'house-vyr', 'founder');
    expect(changes).toHaveLength(differences.length);
    expect(changes[0].at.from).toBe(differences[0]?.from?.text);
  });
});

it.each([
  ['no JSON', 'maric', 'The pages are not JSON'],
  ['no page', [], 'No page was given'],
  ['no text', [{ path: 'x.md' }], 'Each page needs a "path" and a "text"'],
  ['null', null, 'Each page needs'],
  ['codex.yaml', [{ path: 'codex.yaml', text: '' }], 'only pages can'],
  ['a path that leads out', [{ path: '../x.md', text: '' }], 'it is not a path inside the codex'],
  ['a full path', [{ path: '/x.md', text: '' }], 'it is not a path inside the codex'],
  ['a drive', [{ path: 'C:\\x.md', text: '' }], 'it is not a path inside the codex'],
  ['no markdown', [{ path: 'x.txt', text: '' }], 'a page is a file that ends with .md'],
  ['a folder of tools', [{ path: '.obsidian/x.md', text: '' }], 'leaves it out'],
  ['one page twice', ['x.md', './x.md'].map((path) => ({ path, text: '' })), 'it is given twice'],
])('refuses %s', (_, pages, message) => {
  expect(whatIf(pages)).toMatchObject({ code: 'bad-page', message: expect.stringContaining(message) as string });
});

it('compares an open page with its saved version', () => {
  const text = vyr[REFOUNDING]?.replace('aldric', 'maric') ?? '';
  const { canon } = codexOf({ ...vyr, [REFOUNDING]: text });
  const page = { path: REFOUNDING, text, saved: vyr[REFOUNDING] ?? null };
  const answered = ended(whatIfSaved(canon, page, () => null));
  expect(answered).toMatchObject({ ok: true, json: { changes: [{ before: [{ value: 'aldric' }] }] } });
});
