/** Viewpoint, hints and fading as an editor meets them; diagnostics are always of now. */
import type { InlayHint, InlayHintLabelPart } from 'vscode-languageserver/node';
import { afterEach, describe, expect, it } from 'vitest';
import type { FadingAnswer } from '../../server/src/lsp/protocol/protocol';
import type { ViewpointState } from '../../server/src/lsp/protocol/protocolViewpoint';
import { vyr } from '../support/caret';
import type { Files } from '../support/codex';
import { type Editor, startEditor } from './editor';

const refounding = 'refounding-of-house-vyr.md';
const founding = 'founding-of-house-vyr.md';
const lazily = { resolveSupport: { properties: ['label.tooltip', 'label.location'] } };
const capabilities = {
  workspace: { workspaceFolders: true, codeLens: { refreshSupport: true }, inlayHint: { refreshSupport: true } },
  textDocument: { inlayHint: lazily },
};

let editor: Editor;
const start = async (files: Files, ...open: readonly string[]): Promise<void> => {
  editor = await startEditor(files, { capabilities });
  for (const file of open) await editor.open(file);
  await editor.ready();
};
afterEach(() => editor.stop());

const ask = <T>(method: string, file: string, params: object = {}): Promise<T> =>
  editor.request(method, { uri: editor.uriOf(file), ...params });
const set = (file: string, chosen: object) => ask<ViewpointState>('retcon/setViewpoint', file, chosen);
const fading = (file: string) => ask<FadingAnswer>('retcon/fading', file);
const hints = (file: string): Promise<InlayHint[]> =>
  editor.request('textDocument/inlayHint', {
    textDocument: { uri: editor.uriOf(file) },
    range: { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } },
  });
const labels = async (file: string): Promise<string[]> =>
  (await hints(file)).map(({ label }) => (label as InlayHintLabelPart[]).map(({ value }) => value).join());

const world: Files = {
  ...vyr,
  [founding]: `${vyr[founding]}Maric raised the first hall.\n`,
  'note.md': '---\nsources: founding-of-house-vyr\n---\nSee [[founding-of-house-vyr]].\n',
};

describe('the viewpoint', () => {
  it('is now until one is chosen, and again after the server was restarted', async () => {
    await start(world, 'note.md');
    const now = { at: null, asOf: null, for: null, forTitle: null, present: '430 TA' };
    expect(await ask('retcon/viewpoint', 'note.md')).toEqual(now);
    const chosen = { ...now, at: '300 TA', asOf: 'session-45' };
    expect(await set('note.md', { at: 'TA 300', asOf: 'session-45' })).toEqual(chosen);
    expect(await ask('retcon/viewpoint', 'note.md')).toEqual(chosen);
    expect(await editor.request('retcon/viewpoint', {})).toEqual(chosen);
    expect(await set('note.md', {})).toEqual(now);
    await set('note.md', { at: '300 TA' });
    await editor.stop();
    await start(world, 'note.md');
    expect(await ask('retcon/viewpoint', 'note.md')).toEqual(now);
  });

  it.each([
    [{ at: 'teatime' }, '"teatime" is not a date: write it like 412 TA'],
    [{ at: '12 XY' }, 'no calendar in codex.yaml declares the era XY'],
    [{ asOf: 'session-99' }, '"session-99" is not a canon point. Accepted: latest, session-45'],
    [{ at: '300 TA', asOf: 'before:nobody' }, 'no entry is called "nobody"'],
    [{ asOf: 'git:HEAD' }, 'is in no git repository'],
  ])('%j is refused, and the one before stays', async (chosen, words) => {
    await start(world, 'note.md');
    await set('note.md', { at: '412 TA' });
    await expect(set('note.md', chosen)).rejects.toThrow(words);
    expect(await ask('retcon/viewpoint', 'note.md')).toMatchObject({ at: '412 TA' });
  });

  it('changes hovers, lenses, hints and fading; diagnostics are of now', async () => {
    await start(world, 'note.md', founding, refounding);
    await editor.until('diagnostics', () => editor.codes('note.md').length > 0);
    const told = editor.codes('note.md');
    expect(await editor.hover('note.md', 'founding-of')).toContain('— superseded');
    expect(await editor.lensTitles(founding)).toHaveLength(1);
    expect(await labels(refounding)).toEqual(['200 TA']);
    expect((await fading(founding)).faded).toHaveLength(1);
    expect((await fading('note.md')).struck).toHaveLength(2);
    editor.refreshes.length = 0;

    await set('note.md', { asOf: 'session-45' });
    await editor.until('all are asked for again', () =>
      ['codeLens', 'fading'].every((what) => editor.refreshes.includes(what)),
    );
    expect(await editor.hover('note.md', 'founding-of')).toMatch(/^\*As of session-45:\*[^]*— current/);
    expect(await editor.lensTitles(founding)).toEqual([]);
    expect(await editor.lensTitles(refounding)).toEqual(['not yet written']);
    expect(await fading(founding)).toMatchObject({ faded: [], struck: [] });
    expect((await fading('note.md')).struck).toEqual([]);
    await editor.quiet();
    expect(editor.codes('note.md')).toEqual(told);
    expect(told).toContain('link/superseded');
  });

  it('is of one codex, and read again when codex.yaml changes', async () => {
    await start(
      {
        'one/codex.yaml': vyr['codex.yaml'] ?? '',
        'one/a.md': '---\n---\n',
        'two/codex.yaml': '',
        'two/b.md': '---\n---\n',
      },
      'one/a.md',
      'two/b.md',
      'one/codex.yaml',
    );
    await set('one/a.md', { asOf: 'session-45' });
    expect(await ask('retcon/viewpoint', 'two/b.md')).toMatchObject({ asOf: null });
    expect(await ask('retcon/viewpoint', 'one/a.md')).toMatchObject({ asOf: 'session-45' });
    await editor.replace('one/codex.yaml', 'session-45', 'evening-45');
    await editor.until('it is told to have changed', () => editor.refreshes.includes('viewpoint'));
    await editor.until('it to be told', async () => {
      const state = await ask<ViewpointState>('retcon/viewpoint', 'one/a.md');
      return state.asOf === null && state.problem?.includes('"session-45" is not a canon point') === true;
    });
    await editor.replace('one/codex.yaml', 'evening-45', 'session-45');
    await editor.until('it to be back', async () => {
      const state = await ask<ViewpointState>('retcon/viewpoint', 'one/a.md');
      return state.asOf === 'session-45' && state.problem === undefined;
    });
  });

  it('is chosen from eras, dates and the date of the open entry', async () => {
    await start(world, refounding);
    expect(await ask('retcon/viewpointChoices', refounding)).toEqual({
      here: '412 TA',
      eras: [
        {
          name: 'Third Age',
          dates: [
            { text: '200 TA', title: 'The Founding of House Vyr' },
            { text: '412 TA', title: 'The Refounding of House Vyr' },
          ],
        },
      ],
    });
  });

  it('is none where no world is set up', async () => {
    await start({ 'a.md': '---\ntags: x\n---\n' }, 'a.md');
    expect(await ask('retcon/viewpoint', 'a.md')).toBeNull();
  });
});

describe('inlay hints', () => {
  it('lead to what they name, and tell of it', async () => {
    await start(world, refounding);
    const [hint] = await hints(refounding);
    expect(hint).toMatchObject({ position: { line: 6, character: 29 }, paddingLeft: true });
    const resolved = await editor.request<InlayHint>('inlayHint/resolve', hint);
    expect(resolved.label).toMatchObject([
      {
        value: '200 TA',
        location: { uri: editor.uriOf(founding), range: { start: { line: 1, character: 7 } } },
        tooltip: { kind: 'markdown', value: expect.stringContaining('— superseded') as string },
      },
    ]);
  });

  it('are whole at once for an editor that looks for nothing later', async () => {
    editor = await startEditor(world);
    await editor.open(refounding);
    await editor.ready();
    expect((await hints(refounding))[0]?.label).toMatchObject([{ location: { uri: editor.uriOf(founding) } }]);
  });

  it('are asked for again when another file changes what they say', async () => {
    await start(world, refounding, founding);
    expect(await labels(refounding)).toEqual(['200 TA']);
    await editor.replace(founding, 'date: 200 TA', 'date: 201 TA');
    await editor.until('a refresh', () => editor.refreshes.includes('inlayHint'));
    expect(await labels(refounding)).toEqual(['201 TA']);
  });
});

describe('fading', () => {
  it('is announced as changed when another file changes it', async () => {
    await start(world, refounding, 'note.md');
    expect((await fading('note.md')).struck).toHaveLength(2);
    await editor.replace(refounding, 'id: founding', 'id: fondling');
    await editor.until('it is told', () => editor.refreshes.includes('fading'));
    expect((await fading('note.md')).struck).toEqual([]);
  });

  it('of a document that is not there is none', async () => {
    await start(world);
    expect(await fading('nowhere.md')).toEqual({ faded: [], struck: [], unknownTo: null });
  });
});

it('the hover of an entry that was retconned more than once ends with the reasons, and does not tell the values twice', async () => {
  const version = (title: string, cause: string, more: string) =>
    `---\ntitle: ${title}\ndate: 300 TA\nfacts: {bridge: {cause: ${cause}}}\n${more}---\n`;
  await start(
    {
      ...vyr,
      'song.md': version('The Song', 'flood', ''),
      'host.md': version('The Host', 'the Host', 'supersedes: {id: song, reason: No flood leaves scorched stone.}\n'),
      'axe.md': version('The Axe', 'Lysa', 'supersedes: {id: host, reason: The Host came later.}\n'),
      'note.md': '---\nsources: song\n---\n',
    },
    'note.md',
  );
  const hover = (await editor.hover('note.md', 'song')) ?? '';
  expect(
    hover
      .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
      .split('\n\n')
      .slice(-3),
  ).toEqual([
    '- **cause** of bridge: *Lysa* from 300 TA (The Axe); once *the Host*, until The Axe put it right; once *flood*, until The Host put it right',
    '---',
    'The Song was stated first. Then it was corrected by The Host, from 300 TA on. “No flood leaves scorched stone.” ' +
      'Then The Host was corrected by The Axe, from 300 TA on. “The Host came later.” What holds now is The Axe.',
  ]);
});
