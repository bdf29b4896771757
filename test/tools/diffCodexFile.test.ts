/**
 * What diff says when only codex.yaml has changed: dates that name other days, and attributes that take another number of
 * values.
 */
import { expect, it } from 'vitest';
import type { Commits } from '../../server/src/core/canon';
import { plainText } from '../../server/src/core/tools/words/richText';
import { codexOf, type Files } from '../support/codex';
import { askDiff } from '../support/ask';

const CODEX = `calendars:
  ours:
    default_era: TA
    months: [{name: Greenwake, days: 45}, {name: Highsun, days: 45}]
    eras: [{id: FA, epoch: 0, last: 200}, {id: TA, epoch: 200}]
attributes: {grave: constant}
`;
const PAGES: Files = {
  'reign.md':
    '---\ntitle: Reign\nfacts: [{entity: vyr, attribute: ruler, value: maric, from: 10 TA, until: 20 TA}]\n---\n',
  'older.md':
    '---\ntitle: Older\nfacts: [{entity: vyr, attribute: seat, value: ford, from: 10 FA, until: 20 FA}]\n---\n',
  'ballad.md': '---\ntitle: Ballad\ndisputes: tale\nfacts: {maric: {grave: the hill}}\n---\n',
  'tale.md': '---\ntitle: Tale\nfacts: {maric: {grave: the river}}\n---\n',
};

function diffAfter(codexNow: string, pagesNow: Files = PAGES): string {
  const commits: Commits = new Map([
    [
      'v1',
      {
        ok: true,
        canon: codexOf({ ...PAGES, 'codex.yaml': CODEX }).canon,
        textOf: (file) => PAGES[file] ?? (file === 'codex.yaml' ? CODEX : null),
        commit: 'v1',
        leftOut: new Map(),
      },
    ],
  ]);
  const answered = askDiff(codexOf({ ...pagesNow, 'codex.yaml': codexNow }).canon, { from: 'git:v1' }, commits);
  return answered.ok ? plainText(answered.prose) : answered.failure.message;
}

it.each([
  ['an era that begins later', CODEX.replace('epoch: 200', 'epoch: 210'), 'ruler of vyr'],
  ['a longer month', CODEX.replace('Highsun, days: 45', 'Highsun, days: 46'), 'seat of vyr'],
  ['one value where there were two', CODEX.replace('grave: constant', 'grave: set'), 'grave of maric'],
])('names the answers that %s moves', (_, codexNow, named) => {
  const told = diffAfter(codexNow);
  expect(told).toContain('Changed by codex.yaml');
  expect(told).toContain(named);
});

it.each([
  ['nothing has changed', CODEX],
  ['codex.yaml has one more comment', `# Ours.\n${CODEX}`],
])('does not mention codex.yaml where %s', (_, codexNow) => {
  expect(diffAfter(codexNow)).toContain('Nothing: every answer is the same.');
});

it('attributes to the pages what they have changed themselves', () => {
  const told = diffAfter(CODEX, { ...PAGES, 'reign.md': PAGES['reign.md']?.replace('maric', 'aldric') ?? '' });
  expect(told).not.toContain('codex.yaml');
  expect(told).toContain('aldric');
});
