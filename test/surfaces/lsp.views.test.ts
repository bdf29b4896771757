/** The views as the language server answers them, and when it says that they have changed. */
import { afterEach, describe, expect, it } from 'vitest';
import type { FileEdits, PlaceRange, ViewAnswer, ViewParams, ViewRow } from '../../server/src/lsp/protocol/protocol';
import { vyr } from '../support/caret';
import type { Files } from '../support/codex';
import { type Editor, type Start, startEditor } from './editor';
import { CAN_PULL } from './pulling';

let editor: Editor;
const start = async (files: Files, open: string, how?: Start): Promise<void> => {
  editor = await startEditor(files, how);
  await editor.open(open);
  await editor.ready();
};
afterEach(() => editor.stop());

const founding = 'founding-of-house-vyr.md';
const refounding = 'refounding-of-house-vyr.md';
const disputed = { 'a.md': '---\nfacts: {x: {seat: "1"}}\n---\n', 'b.md': '---\nfacts: {x: {seat: "2"}}\n---\n' };

const view = (asked: ViewParams): Promise<ViewAnswer> => editor.request('retcon/view', asked);
const viewOf = (file: string, asked: ViewParams): Promise<ViewAnswer> => view({ ...asked, uri: editor.uriOf(file) });
const labels = (rows: ViewAnswer | readonly ViewRow[]) => ('rows' in rows ? rows.rows : rows).map(({ label }) => label);

describe('views', () => {
  it('follow the entry that is open, and lead to where it says who it is', async () => {
    await start(vyr, founding);
    const answer = await viewOf(founding, { view: 'versions' });
    expect(answer).toMatchObject({ about: 'The Founding of House Vyr' });
    const [newer, older, ...groups] = answer.rows;
    expect(labels([newer, older].flatMap((row) => row ?? []))).toEqual([
      'The Refounding of House Vyr',
      'The Founding of House Vyr',
    ]);
    expect(
      groups.map(({ label, rows }) => [label, ...(rows === undefined || rows === 'later' ? [] : labels(rows))]),
    ).toEqual([
      ['Facts', 'founder: maric'],
      ['Mentioned by', 'The Refounding of House Vyr'],
      ['Mentions', 'House Vyr', 'Maric'],
    ]);
    const [first, second] = answer.rows;
    expect(second).toMatchObject({ isHere: true, opens: { uri: editor.uriOf(founding) } });
    expect(first?.compares).toEqual({
      before: editor.uriOf(founding),
      after: editor.uriOf(refounding),
      title: 'The Founding of House Vyr → The Refounding of House Vyr',
    });
    const range = await editor.request<PlaceRange>('retcon/rangeOf', first?.opens ?? {});
    expect(range).toEqual({ start: { line: 1, character: 7 }, end: { line: 1, character: 34 } });
    expect(await view({ view: 'versions' })).toEqual({ about: null, rows: [] });
  });

  it('tell of retcons revision by revision', async () => {
    await start(vyr, founding);
    const { rows } = await view({ view: 'retcons' });
    expect(rows).toMatchObject([{ label: 'session-47', rows: 'later' }]);
    const [retcon] = (await view({ view: 'retcons', under: rows[0]?.key ?? '' })).rows;
    expect(retcon).toMatchObject({ detail: 'Aldric was the true founder.', sort: 'change' });
    expect(retcon?.rows === 'later' ? [] : labels(retcon?.rows ?? [])).toEqual([
      'The Founding of House Vyr',
      'The Refounding of House Vyr',
    ]);
  });

  it('are settled by an edit of the text as it is in the editor', async () => {
    await start({ ...vyr, ...disputed }, 'b.md');
    await editor.replace('b.md', '---\n', '---\ntitle: 𐌰 B\n');
    const { rows } = await view({ view: 'decide' });
    expect(labels(rows)).toEqual(['seat of x']);
    const named = { key: rows[0]?.key };
    expect(await editor.request<FileEdits>('retcon/settle', named)).toEqual([
      {
        uri: editor.uriOf('b.md'),
        range: { start: { line: 2, character: 23 }, end: { line: 2, character: 23 } },
        text: '\ndisputes: [a]',
      },
    ]);
    expect(await editor.request('retcon/settle', { ...named, key: JSON.stringify([editor.root, 'gone']) })).toBeNull();
  });

  it('are said to have changed when they have, once, and only those that somebody looks at', async () => {
    await start({ ...vyr, ...disputed }, 'b.md');
    await view({ view: 'decide' });
    await view({ view: 'retcons' });
    await viewOf('b.md', { view: 'versions' });
    await editor.edit('b.md', 0, 0, '---\nsources: founding-of-house-vyr\n---\n');
    await editor.until('the news', () => editor.viewsChanged.length === 2);
    expect(editor.viewsChanged.toSorted()).toEqual(['decide', 'versions']);
    await view({ view: 'decide' });
    await viewOf('b.md', { view: 'versions' });
    await editor.notify('retcon/viewHidden', { view: 'versions' });
    await editor.edit('b.md', 0, editor.textOf('b.md').length, disputed['b.md']);
    await editor.until('the news', () => editor.viewsChanged.length === 3);
    expect(editor.viewsChanged.at(-1)).toBe('decide');
  });

  it('are of every codex that is open', async () => {
    const files = (folder: string): Files =>
      Object.fromEntries(Object.entries(disputed).map(([file, text]) => [`${folder}/${file}`, text]));
    const codices = {
      ...files('one'),
      ...files('two'),
      'one/codex.yaml': '',
      'two/codex.yaml': '',
      'three/codex.yaml': '',
    };
    editor = await startEditor(codices, { folders: ['two', 'one', 'three'] });
    await editor.open('two/a.md');
    await editor.ready();
    const { rows } = await view({ view: 'decide' });
    expect(labels(rows)).toEqual(['one', 'two']);
    const [dispute] = rows[1]?.rows === 'later' ? [] : (rows[1]?.rows ?? []);
    expect(dispute?.label).toBe('seat of x');
    const edits = await editor.request<FileEdits>('retcon/settle', { key: dispute?.key });
    expect(edits.map(({ uri }) => uri)).toEqual([editor.uriOf('two/b.md')]);
  });

  it('have how much waits for the author counted, whether they are looked at or not', async () => {
    const files = { ...vyr, ...disputed, 'c.md': '---\nsources: founding-of-house-vyr\n---\n' };
    // Only for an editor that asks for diagnostics are all files judged.
    await start(files, 'b.md', { capabilities: CAN_PULL });
    await editor.until('the count', () => editor.waiting.length === 1);
    expect(editor.waiting).toEqual([{ disputes: 1, stale: 1 }]);
    await editor.replace('b.md', '"2"', '"1"');
    await editor.until('the next count', () => editor.waiting.length === 2);
    expect(editor.waiting[1]).toEqual({ disputes: 0, stale: 1 });
  });

  it('are empty while there is no codex', async () => {
    await start({ 'note.md': '# A note\n' }, 'note.md');
    for (const name of ['versions', 'retcons', 'secrets'] as const)
      expect(await viewOf('note.md', { view: name })).toEqual({ about: null, rows: [] });
    expect(await viewOf('note.md', { view: 'decide' })).toEqual({ about: null, facts: 0, rows: [] });
  });
});
