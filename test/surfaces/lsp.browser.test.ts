/** The language server as vscode.dev runs it: in a worker without anything of node, with the files that the editor reads for it. */
import type { WorkspaceEdit } from 'vscode-languageserver';
import { afterEach, expect, it } from 'vitest';
import type { FilesParams } from '../../server/src/lsp/protocol/protocolFolder';
import type { AnswerPage, CanonPointChoice, LoreFound, ViewAnswer } from '../../server/src/lsp/protocol/protocol';
import { type Editor, startEditor } from './editor';
import { inWorker } from './servingInWorker';

const WORLD = {
  'codex.yaml': 'revisions: [r1, r2]\n',
  'people/maric.md': '---\nid: maric\ntitle: Maric\n---\n\nHe held the ford with four hundred spears.\n',
  'people/aldric.md': '---\nid: aldric\ntitle: Aldric\n---\n',
  'events/founding.md':
    '---\nid: founding\ndate: 2026-01-01\ncanon: r1\nfacts:\n  vyr: {founder: maric}\n---\n\nSee [him](../people/maric.md).\n',
  'events/refounding.md':
    '---\nid: refounding\ndate: 2026-02-01\ncanon: r2\nsupersedes: {id: foundng, reason: A slip.}\nfacts:\n  vyr: {founder: aldric}\n---\n',
  '.obsidian/notes.md': '---\nid: maric\n---\n',
};

let editor: Editor;
const start = async (files: Readonly<Record<string, string>> = WORLD): Promise<FilesParams[]> => {
  const asked: FilesParams[] = [];
  editor = await startEditor(files, { serving: inWorker(asked), initializationOptions: { hasDialogs: true } });
  await editor.ready();
  return asked;
};
afterEach(() => editor.stop());

it('problems are reported, mended by a quick fix, and gone', async () => {
  await start();
  const file = 'events/refounding.md';
  await editor.open(file);
  await editor.until('the problem', () => editor.codes(file).includes('supersedes/unknown-id'));
  const [problem] = editor.diagnostics(file);
  const fixes = await editor.actions(file, problem?.range ?? expect.fail());
  expect(fixes?.map(({ title }) => title)).toContain('Change to founding');
  await editor.replace(file, 'foundng', 'founding');
  await editor.until('that it is gone', () => editor.codes(file).length === 0);
  expect(await editor.lensTitles(file)).toContainEqual(expect.stringContaining('supersedes'));
});

it('a page is explained, completed and renamed as anywhere', async () => {
  await start();
  await editor.open('events/founding.md');
  expect(await editor.hover('events/founding.md', 'maric')).toContain('Maric');
  const at = editor.textOf('events/founding.md').indexOf('maric}');
  const choices = await editor.complete('events/founding.md', at);
  expect(choices?.items.map(({ label }) => label)).toContain('Aldric');
  const edit = await editor.request<WorkspaceEdit>('textDocument/rename', {
    textDocument: { uri: editor.uriOf('events/founding.md') },
    position: { line: 5, character: 18 },
    newName: 'maric-ashhand',
  });
  expect(Object.keys(edit.changes ?? {})).toContain(editor.uriOf('people/maric.md'));
});

it('questions, views and reviews are answered', async () => {
  const right = WORLD['events/refounding.md'].replace('foundng', 'founding');
  await start({ ...WORLD, 'events/refounding.md': right });
  const ask = { question: 'was_true_at', given: { entity: 'vyr', as_of: 'r1' } };
  expect((await editor.request<AnswerPage>('retcon/ask', ask)).markdown).toMatch(/maric/i);
  const { rows } = await editor.request<ViewAnswer>('retcon/view', { view: 'retcons' });
  expect(rows.length).toBeGreaterThan(0);
  expect(await editor.request('retcon/review', { since: 'r1' })).toMatchObject({ since: 'r1', total: 1 });
});

it('prose is found by SQLite, which is given its bytes by the editor', async () => {
  const asked = await start();
  const { passages } = await editor.request<LoreFound>('retcon/lore', { text: '"four hundred spears"' });
  expect(passages.map(({ title }) => title)).toEqual(['Maric']);
  expect(asked.flatMap(({ files }) => files)).toContainEqual(expect.stringMatching(/\/dist\/sql-wasm\.wasm$/));
});

it('many files are asked for at once, and none of a folder that holds no canon', async () => {
  const many = Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`n/${i}.md`, `---\nid: n${i}\n---\n`]));
  const asked = await start({ ...WORLD, ...many });
  expect(asked.length).toBeLessThan(10);
  expect(asked.flatMap(({ files }) => files).filter((uri) => /\/n\/\d+\.md$/.test(uri))).toHaveLength(600);
  expect(asked.flatMap(({ files }) => files).filter((uri) => uri.includes('.obsidian'))).toEqual([]);
});

it('added, changed and deleted files are known before the next request', async () => {
  await start();
  const titles = async (text: string): Promise<string[]> =>
    (await editor.request<LoreFound>('retcon/lore', { text })).passages.map(({ title }) => title);
  await editor.write('far/away/oath.md', '---\ntitle: The Oath\n---\n\nThey swore by the eel.\n');
  expect(await titles('eel')).toEqual(['The Oath']);
  await editor.write('far/away/oath.md', '---\ntitle: The Oath\n---\n\nThey swore by the heron.\n');
  expect([await titles('eel'), await titles('heron')]).toEqual([[], ['The Oath']]);
  await editor.rename('far', 'near');
  await editor.until('that it has moved', async () => {
    const found = await editor.request<LoreFound>('retcon/lore', { text: 'heron' });
    return found.passages[0]?.file === 'near/away/oath.md';
  });
  await editor.remove('near');
  expect(await titles('heron')).toEqual([]);
});

it('what a browser has not is said to be not available in a browser', async () => {
  await start();
  const refused = expect.stringContaining('not available in a browser');
  expect(await editor.request('retcon/checkCanonPoint', { text: 'git:HEAD' })).toMatchObject({
    ok: false,
    message: refused,
  });
  await expect(editor.request('retcon/hook', { does: 'install' })).rejects.toThrow('not available in a browser');
  await expect(editor.request('retcon/setViewpoint', { asOf: 'git:v1' })).rejects.toThrow('not available in a browser');
  const points = await editor.request<CanonPointChoice[]>('retcon/canonPoints');
  expect(points.map(({ value }) => value)).toContain('r1');
});

it('a codex that git would date says that it can’t be dated here', async () => {
  await start({ ...WORLD, 'codex.yaml': 'canon: {from: git}\n' });
  await editor.open('codex.yaml');
  const isTold = (): boolean =>
    editor.diagnostics('codex.yaml').some((one) => JSON.stringify(one).includes('not available in a browser'));
  await editor.until('what is said of it', isTold);
});
