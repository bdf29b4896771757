/** Completion as an editor gets it: plain where it can do little, and with everything that it can take. */
import { afterEach, expect, it } from 'vitest';
import type { ClientCapabilities, CompletionItem, CompletionList } from 'vscode-languageserver/node';
import { vyr } from '../support/caret';
import { type Editor, type Start, startEditor } from './editor';

let editor: Editor;
afterEach(() => editor.stop());

const ABLE: ClientCapabilities = {
  textDocument: {
    completion: {
      completionItem: {
        snippetSupport: true,
        labelDetailsSupport: true,
        documentationFormat: ['markdown', 'plaintext'],
        tagSupport: { valueSet: [1] },
        insertTextModeSupport: { valueSet: [1, 2] },
      },
    },
  },
};

/** What is offered at `$0`. */
async function offered(drawn: string, start: Start = {}, trigger?: string): Promise<readonly CompletionItem[]> {
  editor = await startEditor({ ...vyr, 'note.md': drawn.replace('$0', '') }, start);
  await editor.open('note.md');
  await editor.ready();
  const place = drawn.slice(0, drawn.indexOf('$0')).split('\n');
  const list = await editor.request<CompletionList | null>('textDocument/completion', {
    textDocument: { uri: editor.uriOf('note.md') },
    position: { line: place.length - 1, character: place.at(-1)?.length ?? 0 },
    context: trigger === undefined ? { triggerKind: 1 } : { triggerKind: 2, triggerCharacter: trigger },
  });
  return list?.items ?? [];
}

it('a whole retcon is a snippet where the editor knows those', async () => {
  const items = await offered('---\n$0\n---\n', {
    capabilities: ABLE,
    initializationOptions: { suggestCommand: 'suggest' },
  });
  expect(items.find(({ label }) => label === 'Retcon')).toMatchObject({
    kind: 15,
    insertTextFormat: 2,
    insertTextMode: 1,
    textEdit: { newText: 'supersedes:\n  - id: $1\n    as_of: $2\n    effective: $3\n    reason: "$4"' },
    labelDetails: { description: 'this page replaces another' },
    command: { command: 'suggest' },
  });
  expect(items.find(({ label }) => label === 'aliases')).toMatchObject({ textEdit: { newText: 'aliases: [$1]' } });
});

it('and a text where it does not', async () => {
  const items = await offered('---\n$0\n---\n');
  const retcon = items.find(({ label }) => label === 'Retcon');
  expect(retcon).toMatchObject({
    detail: 'this page replaces another',
    textEdit: { newText: 'supersedes:\n  - id: \n    as_of: \n    effective: \n    reason: ""' },
  });
  expect(Object.keys(retcon ?? {})).not.toEqual(expect.arrayContaining(['insertTextFormat', 'command']));
  expect(items.find(({ label }) => label === 'until')?.documentation).toEqual(expect.any(String));
});

it('an id brings its date along, is struck through where it is superseded, and describes itself when it is looked at', async () => {
  const [item] = await offered('---\nsupersedes:\n  - id: "founding$0"\n---\n', { capabilities: ABLE });
  expect(item).toMatchObject({
    label: 'The Founding of House Vyr',
    labelDetails: { description: 'founding-of-house-vyr' },
    detail: 'event · 200 TA · superseded',
    tags: [1],
    textEdit: { newText: 'founding-of-house-vyr' },
    additionalTextEdits: [{ newText: '\n    as_of: 200 TA', range: { start: { line: 2, character: 18 } } }],
  });
  expect(item?.documentation).toBeUndefined();
  const resolved = await editor.request<CompletionItem>('completionItem/resolve', item ?? {});
  expect(resolved.documentation).toMatchObject({ kind: 'markdown' });
  expect(JSON.stringify(resolved.documentation)).toContain('Superseded by [The Refounding of House Vyr]');
});

it('its card is plain for an editor without markdown, and an item of nothing stays as it is', async () => {
  const completionItem = { documentationFormat: ['plaintext' as const] };
  const capabilities = { textDocument: { completion: { completionItem } } };
  const [item] = await offered('---\nsources: mari$0\n---\n', { capabilities });
  const resolved = await editor.request<CompletionItem>('completionItem/resolve', item ?? {});
  expect(resolved.documentation).toMatchObject({ kind: 'plaintext', value: expect.stringContaining('Maric · person') });
  expect(await editor.request('completionItem/resolve', { label: 'x' })).toEqual({ label: 'x' });
});

it('nothing comes by itself in prose', async () => {
  expect(await offered('---\nreason: because $0\n---\n', {}, ' ')).toEqual([]);
});

it('headings come from the file as it is now', async () => {
  await offered('---\n---\n[[house-vyr#$0');
  await editor.open('house-vyr.md', '---\ntitle: House Vyr\n---\n## The Hall\n');
  const list = await editor.complete('note.md', '---\n---\n[[house-vyr#'.length);
  expect(list?.items).toMatchObject([{ label: 'The Hall', textEdit: { newText: 'The Hall]]' } }]);
});

it('codex.yaml has its own keys and words, as it is being written', async () => {
  editor = await startEditor({ 'codex.yaml': 'rules:\n  fact/disputed: \n', 'note.md': 'A note.\n' });
  await editor.open('codex.yaml');
  await editor.ready();
  const list = await editor.request<CompletionList | null>('textDocument/completion', {
    textDocument: { uri: editor.uriOf('codex.yaml') },
    position: { line: 1, character: 17 },
  });
  expect(list?.items.map(({ label }) => label)).toEqual(['off', 'error', 'warning', 'info', 'hint']);
});
