/** What is left to revisit after a retcon, as the language server lists and settles it. */
import { afterEach, expect, it } from 'vitest';
import type { CodeLens } from 'vscode-languageserver';
import type { FileEdits, ViewAnswer } from '../../server/src/lsp/protocol/protocol';
import type { RipplePassage } from '../../server/src/lsp/protocol/protocolRipples';
import { type Editor, startEditor } from './editor';
import { CAN_PULL } from './pulling';

let editor: Editor;
afterEach(() => editor.stop());

const files = {
  'codex.yaml':
    'revisions: [s1, s2]\nattributes: {founder: constant, warden: state}\ncalendars: {r: {eras: [{id: TA, epoch: 0}]}}\n',
  'house.md': '---\nid: house\ntitle: House Vyr\ncanon: s1\n---\n',
  'maric.md': '---\ntitle: Maric\ncanon: s1\n---\n',
  'aldric.md': '---\ntitle: Aldric\ncanon: s1\n---\n',
  'old.md': '---\ntitle: Old\ncanon: s1\ndate: 200 TA\nfacts: {house: {founder: maric}}\n---\n',
  'new.md':
    '---\nid: new\ntitle: New\ncanon: s2\ndate: 300 TA\nfacts: {house: {founder: aldric}}\nsupersedes: {id: old}\n---\n',
  'song.md': '---\ntitle: A Song\ncanon: s1\n---\nOf snow.\n\nOf House Vyr, and of Maric.\n',
  'tale.md': '---\ntitle: A Tale\ncanon: s1\n---\nMaric held House Vyr.\n',
};

const left = (uri?: string): Promise<readonly RipplePassage[]> =>
  editor.request('retcon/ripples', uri === undefined ? {} : { uri });

it('is listed with what holds instead, counted on a lens, and settled by one edit', async () => {
  editor = await startEditor(files);
  await editor.open('new.md');
  await editor.ready();
  const song = {
    uri: editor.uriOf('song.md'),
    range: { start: { line: 6, character: 0 }, end: { line: 6, character: 27 } },
    title: 'A Song',
    says: 'founder of House Vyr: Maric',
    holds: 'Aldric',
  };
  expect(await left(editor.uriOf('new.md'))).toMatchObject([song, { title: 'A Tale' }]);
  expect(await left(editor.uriOf('old.md'))).toEqual([]);
  await expect
    .poll(async () =>
      (
        await editor.request<CodeLens[]>('textDocument/codeLens', { textDocument: { uri: editor.uriOf('new.md') } })
      ).map(({ command }) => command?.title),
    )
    .toContainEqual(expect.stringContaining('2 to revisit'));
  const { rows } = await editor.request<ViewAnswer>('retcon/view', { view: 'decide' });
  expect(rows).toMatchObject([
    { label: 'A Song', detail: 'founder of House Vyr: Maric · now Aldric', canSettle: true },
    { label: 'A Tale' },
  ]);
  const edits = await editor.request<FileEdits>('retcon/settle', { key: rows[0]?.key });
  expect(edits).toMatchObject([{ uri: song.uri, text: expect.stringContaining('reviewed: [new]') as string }]);
});

it('goes when the passage is changed, or speaks of a date at which the old value held', async () => {
  editor = await startEditor(files);
  await editor.open('song.md');
  await editor.open('tale.md');
  await editor.ready();
  await editor.replace('song.md', 'of Maric', 'of Aldric');
  const [tale, ...others] = await left();
  expect([tale?.title, others]).toEqual(['A Tale', []]);
  const dated = (date: string) => editor.request<FileEdits | string>('retcon/dateRipple', { key: tale?.key, date });
  expect(await dated('350 TA')).toBe('At 350 TA, the founder of House Vyr was Aldric.');
  expect(await dated('soon')).toContain('soon');
  const edits = await dated('250 TA');
  expect(edits).toMatchObject([{ text: ' (250 TA)', range: { start: { line: 4, character: 20 } } }]);
  await editor.replace('tale.md', 'House Vyr.', 'House Vyr (250 TA).');
  expect(await left()).toEqual([]);
});

it('counts on the icon as in the list from the first look on, down to nought', async () => {
  editor = await startEditor(files, { capabilities: CAN_PULL });
  for (const file of ['song.md', 'tale.md']) await editor.open(file);
  await editor.ready();
  const isCounted = (stale: number) => editor.until(`the count ${stale}`, () => editor.waiting.at(-1)?.stale === stale);
  const { rows } = await editor.request<ViewAnswer>('retcon/view', { view: 'decide' });
  expect(rows).toHaveLength(2);
  await isCounted(2);
  const before = editor.viewsChanged.length;
  await editor.replace('song.md', 'of Maric', 'of Aldric');
  await isCounted(1);
  await editor.until('the list to be drawn again', () => before < editor.viewsChanged.length);
  await editor.replace('tale.md', 'canon: s1', 'canon: s1\nreviewed: new');
  await isCounted(0);
});

it('is listed once where two notes replace the same one, names both, and is settled for both', async () => {
  const other = files['new.md'].replace('id: new\ntitle: New', 'id: third\ntitle: Third');
  editor = await startEditor({
    ...files,
    'third.md': other,
    'tale.md': '---\ntitle: A Tale\ncanon: s1\n---\nSee [[old]] here.\n',
  });
  await editor.ready();
  for (const uri of [undefined, 'new.md', 'third.md'])
    expect(await left(uri && editor.uriOf(uri))).toMatchObject([{ title: 'A Tale', holds: 'New and Third' }]);
  const { rows } = await editor.request<ViewAnswer>('retcon/view', { view: 'decide' });
  const edits = await editor.request<FileEdits>('retcon/settle', { key: rows[0]?.key });
  expect(edits).toMatchObject([{ text: expect.stringContaining('reviewed: [new, third]') as string }]);
});

it('is not a near-duplicate until codex.yaml asks, and is one no longer once its text differs', async () => {
  const words = Array.from({ length: 40 }, (_, i) => `word${i}`).join(' ');
  const near = {
    'codex.yaml': 'rules: {entry/near-duplicate: info}\n',
    'one.md': `---\ntitle: One\n---\n${words}\n`,
    'two.md': `---\ntitle: Two\n---\n${words} and more\n`,
  };
  editor = await startEditor(near);
  await editor.open('one.md');
  await editor.ready();
  await expect
    .poll(() => editor.diagnostics('one.md').map(({ code }) => code), { timeout: 10_000 })
    .toEqual(['entry/near-duplicate']);
  await editor.replace('one.md', words, 'Something else.');
  await expect.poll(() => editor.diagnostics('one.md'), { timeout: 10_000 }).toEqual([]);
});
