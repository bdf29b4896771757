/** Retcons since a canon point, as the language server answers them, and when it says that there are others now. */
import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import type {
  ReviewAnswer,
  ReviewParams,
  ReviewSent,
  UndeclaredAnswer,
  Phrase,
} from '../../server/src/lsp/protocol/protocolPictures';
import type { Files } from '../support/codex';
import { type Editor, type Start, startEditor } from './editor';

let editor: Editor;
const start = async (files: Files, how?: Start): Promise<void> => {
  editor = await startEditor(files, how);
  await editor.open('old.md');
  await editor.ready();
};
afterEach(() => editor.stop());

const FILES: Files = {
  'codex.yaml': 'revisions: [r1, {id: r2, title: The Second Night}]\nattributes: {founder: constant}\n',
  'vyr.md': '---\ntitle: House Vyr\n---\n',
  'maric.md': '---\ntitle: Maric\n---\n',
  'recap.md': '---\ntitle: Recap\ndate: 15 TA\ncanon: r2\nfacts: {vyr: {seat: hold}}\n---\n',
  'old.md': `---
title: Founding
date: 10 TA
canon: r1
facts: {vyr: {founder: maric, seat: ford}}
---
# Founding

In 10 TA [[maric|Maric]] founded the house by the ford.
`,
  'new.md': `---
title: Refounding
date: 20 TA
canon: r2
supersedes: {id: old, only: [vyr.founder], reason: It was not him., sources: [recap, a dream]}
facts: {vyr: {founder: aldric}}
---
In 10 TA Aldric founded the house by the ford.
`,
};

const review = (asked: Partial<ReviewParams> = {}): Promise<ReviewAnswer> =>
  editor.request('retcon/review', { since: 'r1', skip: 0, take: 20, ...asked });
const undeclared = (since: string): Promise<UndeclaredAnswer> => editor.request('retcon/undeclared', { since });
const textOf = (phrase: Phrase): string => (typeof phrase === 'string' ? phrase : phrase.text);
/** What is marked, in brackets. */
const drawn = ({ prose, facts }: ReviewSent['old']): string[] => [
  ...facts.map(({ about, value, when, isChanged }) => {
    const said = isChanged ? `[${textOf(value)}]` : textOf(value);
    return `${about.map(textOf).join('')}: ${said}, ${when}`;
  }),
  ...prose.map(({ runs }) => runs.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('')),
];

describe('a review', () => {
  it('shows both pages, the answer, the reason and the source', async () => {
    await start(FILES);
    const { since, total, codex, retcons } = await review();
    expect([since, total, codex]).toEqual(['r1', 1, editor.root]);
    const [retcon] = retcons;
    const link = (text: string, file: string) => ({ text, uri: editor.uriOf(file) });
    expect(retcon).toMatchObject({
      told: [link('Refounding', 'new.md'), ' supersedes ', link('Founding', 'old.md')],
      does: 'supersedes',
      kind: 'change',
      details: ['r2, The Second Night', 'from 20 TA on', 'only founder'],
      reason: 'It was not him.',
      sources: [link('Recap', 'recap.md'), 'a dream'],
      changes: [
        {
          about: ['founder of ', link('House Vyr', 'vyr.md')],
          was: [link('Maric', 'maric.md')],
          is: [{ text: 'aldric', isStrong: true }],
        },
      ],
      isRewritten: false,
    });
    expect(retcon && drawn(retcon.old)).toEqual([
      'founder of House Vyr: [Maric], from 10 TA',
      'seat of House Vyr: ford, from 10 TA',
      'In 10 TA [Maric] founded the house by the ford.',
    ]);
    expect(retcon && drawn(retcon.by)).toEqual([
      'founder of House Vyr: [aldric], from 20 TA',
      'In 10 TA [Aldric] founded the house by the ford.',
    ]);
  });

  it('lists no answer that stays the same', async () => {
    const page = (founder: string) => `facts: {vyr: {founder: ${founder}, seat: ford}}\n---\n`;
    await start({
      'codex.yaml': 'revisions: [r1, r2]\n',
      'old.md': `---\ncanon: r1\ndate: 10 TA\n${page('maric')}`,
      'new.md': `---\ncanon: r2\ndate: 20 TA\nsupersedes: {id: old}\n${page('aldric')}`,
    });
    const [retcon] = (await review()).retcons;
    expect(retcon?.changes.map(({ about, was, is }) => [about, was, is].flat().map(textOf).join(' '))).toEqual([
      'founder of  vyr maric aldric',
    ]);
  });

  it('ends with what changed though nothing says so', async () => {
    await start(FILES);
    const { changes, ...counts } = await undeclared('r1');
    expect(counts).toEqual({ total: 1, added: 0 });
    expect(changes).toMatchObject([
      {
        about: ['seat of ', { text: 'House Vyr' }],
        when: 'from 15 TA',
        told: ['was ', { text: 'ford' }, ', is ', { text: 'hold', isStrong: true }],
        by: [{ text: 'Recap' }],
      },
    ]);
    expect(await undeclared('')).toEqual({ changes: [], total: 0, added: 0 });
  });

  it('is of what is typed, and is said to be another one when that rests', async () => {
    await start(FILES);
    const told: string[] = [];
    editor.connection.onNotification('retcon/reviewChanged', (root: string) => void told.push(root));
    await review();
    await editor.replace('old.md', 'by the ford', 'by the sea');
    await editor.until('the news', () => told.length > 0);
    expect(told).toEqual([editor.root]);
    const [retcon] = (await review()).retcons;
    expect(retcon && drawn(retcon.old).at(-1)).toBe('In 10 TA [Maric] founded the house by the [sea].');
    await expect(review({ since: 'soon' })).rejects.toThrow('"soon" is not a canon point');
  });

  it('begins at the beginning, and comes in parts', async () => {
    const many = Array.from({ length: 30 }, (_, i) => [`v${i}.md`, version(i)] as const);
    await start({ ...FILES, ...Object.fromEntries(many) });
    const [all, part] = await Promise.all([
      review({ since: '', take: 100 }),
      review({ since: '', skip: 25, take: 10 }),
    ]);
    expect([all.since, all.total, all.retcons.length, part.retcons.length]).toEqual([null, 30, 30, 5]);
    expect(part.retcons).toEqual(all.retcons.slice(25));
  });
});

const version = (i: number): string =>
  `---\ntitle: "Version ${i}"\ncanon: r2\n${i === 0 ? '' : `supersedes: {id: v${i - 1}}\n`}---\n`;

it('a commit is asked for only where the folder is trusted', async () => {
  await start(FILES, { initializationOptions: { isTrusted: false } });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], { cwd: editor.root });
  git('init', '--quiet');
  git('add', 'codex.yaml', 'old.md', 'vyr.md', 'maric.md');
  git('commit', '--quiet', '--message', 'Write');
  await expect(review({ since: 'git:HEAD' })).rejects.toThrow('only in folders that you trust');
  await editor.notify('retcon/trusted', {});
  expect(await review({ since: 'git:HEAD' })).toMatchObject({ since: 'HEAD', total: 1 });
  expect(await undeclared('git:HEAD')).toMatchObject({ total: 1 });
});

it('the retcons between two files are those that join them, in either order', async () => {
  await start(FILES);
  const pair = (before: string, after: string): Promise<ReviewAnswer> =>
    editor.request('retcon/reviewPair', { before: editor.uriOf(before), after: editor.uriOf(after) });
  const all = await review();
  expect(await pair('old.md', 'new.md')).toEqual({ ...all, since: null });
  expect((await pair('new.md', 'old.md')).retcons).toEqual(all.retcons);
  for (const [before, after] of [
    ['old.md', 'vyr.md'],
    ['old.md', 'old.md'],
    ['old.md', 'gone.md'],
  ] as const)
    expect(await pair(before, after)).toMatchObject({ total: 0, retcons: [] });
});
