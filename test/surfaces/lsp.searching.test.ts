/** "Search Lore…" as the language server answers it: what is typed counts, the viewpoint counts, and questions can be taken back. */
import { afterEach, describe, expect, it } from 'vitest';
import type { LoreFound } from '../../server/src/lsp/protocol/protocol';
import type { BriefCopied } from '../../server/src/lsp/protocol/protocolViewpoint';
import type { Files } from '../support/codex';
import { type Editor, type Start, startEditor } from './editor';
import { gitIn } from './repository';

let editor: Editor;
const start = async (files: Files, open: string, how?: Start): Promise<void> => {
  editor = await startEditor(files, how);
  await editor.open(open);
  await editor.ready();
};
afterEach(() => editor.stop());

const search = (text: string, more: object = {}): Promise<LoreFound> =>
  editor.request('retcon/lore', { text, ...more });
const titles = async (text: string, more?: object): Promise<string[]> =>
  (await search(text, more)).passages.map(({ title }) => title);

const VYR: Files = {
  'codex.yaml': 'revisions: [s1, s2]\n',
  'old.md': '---\ntitle: The Oath\ndate: 200 TA\ncanon: s1\n---\n\n## In the hall\nMaric swore\nthe oath.\n',
  'new.md':
    '---\ntitle: The Truth\ndate: 412 TA\ncanon: s2\nsupersedes: [{id: old, reason: Aldric did.}]\n---\nAldric swore the oath.\n',
};

it('makes a brief of the page at hand as it is typed, and of a topic', async () => {
  await start(
    { ...VYR, 'scene.md': '---\npov: aldric\ndate: 420 TA\n---\nAt the hall.\n', 'aldric.md': '' },
    'scene.md',
  );
  const brief = (asked: object): Promise<BriefCopied> => editor.request('retcon/brief', asked);
  await editor.replace('scene.md', 'At the hall', 'Of [[new]]');
  const { text, tokens } = await brief({ uri: editor.uriOf('scene.md') });
  expect(text).toMatch(/^# Brief: .*, at 420 TA, as aldric may know it \[codex@s2\]\n/);
  expect(text).toContain('> Aldric swore the oath. [codex@s2]');
  expect(tokens).toBeGreaterThan(0);
  expect((await brief({ topic: 'oath', for: 'author' })).text).toContain('the whole truth');
  await expect(brief({ topic: 'nowhere' })).rejects.toThrow('Nothing is stated about "nowhere"');
});

describe('searching', () => {
  it('lists each passage, its place, and the retcons that concern it', async () => {
    await start(VYR, 'new.md');
    const { passages, leftOut } = await search('swore');
    expect(passages.map(({ title, uri }) => [title, uri])).toEqual([['The Truth', editor.uriOf('new.md')]]);
    expect(leftOut).toMatch(/^One passage is left out/);
    expect(await search('maric', { all: true })).toEqual({
      passages: [
        {
          title: 'The Oath',
          heading: 'In the hall',
          snippet: [
            { text: 'Maric', isMarked: true },
            { text: ' swore the oath.', isMarked: false },
          ],
          fate: 'superseded by The Truth from 412 TA, in s2',
          isSuperseded: true,
          file: 'old.md',
          uri: editor.uriOf('old.md'),
          range: { start: { line: 7, character: 0 }, end: { line: 8, character: 9 } },
        },
      ],
      leftOut: '',
    });
    expect(await search('?!')).toEqual({ passages: [], leftOut: '' });
  });

  it('finds what is typed and not saved, what comes on the disk, and what goes no more', async () => {
    await start(VYR, 'new.md');
    expect(await titles('pledge')).toEqual([]);
    await editor.replace('new.md', 'the oath', 'a pledge');
    await editor.write('third.md', 'A pledge too.\n');
    expect((await titles('pledge')).sort()).toEqual(['The Truth', 'third']);
    expect(await titles('oath')).toEqual([]);
    await editor.remove('third.md');
    await editor.close('new.md');
    expect([await titles('pledge'), await titles('oath')]).toEqual([[], ['The Truth']]);
  });

  it('looks from the viewpoint', async () => {
    await start(VYR, 'new.md');
    await editor.request('retcon/setViewpoint', { asOf: 's1' });
    expect(await titles('swore')).toEqual(['The Oath']);
    await editor.request('retcon/setViewpoint', { at: '300 TA' });
    expect((await titles('swore')).sort()).toEqual(['The Oath', 'The Truth']);
  });

  it('looks through what was committed, from a viewpoint at a commit', async () => {
    const opensCommitted = { initializationOptions: { opensCommitted: true } };
    await start({ ...VYR, '.gitignore': '' }, 'new.md', opensCommitted);
    const git = gitIn(editor.root);
    git('init', '--quiet');
    git('add', '--all');
    git('commit', '--quiet', '--message', 'Write');
    await editor.replace('new.md', 'the oath', 'a pledge');
    await editor.request('retcon/setViewpoint', { asOf: 'git:HEAD' });
    const { passages } = await search('aldric oath');
    expect(passages.map(({ title }) => title)).toEqual(['The Truth']);
    expect(passages[0]?.uri).toMatch(/^retcon-committed:.*new\.md\?[0-9a-f]{40}$/);
    expect(await titles('pledge')).toEqual([]);
    await editor.request('retcon/setViewpoint', {});
    expect([await titles('pledge'), await titles('oath')]).toEqual([['The Truth'], []]);
  });

  it('answers the last of many questions, and lets go of those that are taken back', async () => {
    await start(VYR, 'new.md');
    const asked = ['s', 'sw', 'swo', 'swor'].map((text) => editor.ask<LoreFound>('retcon/lore', { text }));
    for (const { cancel } of asked) cancel();
    const settled = Promise.allSettled(asked.map(({ answer }) => answer));
    expect(await titles('swore')).toEqual(['The Truth']);
    await settled;
    expect(editor.complaints).toEqual([]);
  });
});
