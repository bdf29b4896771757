/** References, renaming and moving as an editor asks for them, over the protocol. */
import fs from 'node:fs';
import path from 'node:path';
import type { AnnotatedTextEdit, ClientCapabilities, Location, Range, WorkspaceEdit } from 'vscode-languageserver/node';
import { afterEach, describe, expect, it } from 'vitest';
import { lineIndex } from '../../server/src/core/text/span';
import type { Mentions } from '../../server/src/lsp/protocol/protocol';
import type { Files } from '../support/codex';
import { type Editor, startEditor } from './editor';

const able: ClientCapabilities = {
  workspace: {
    workspaceFolders: true,
    workspaceEdit: {
      documentChanges: true,
      resourceOperations: ['create', 'rename', 'delete'],
      changeAnnotationSupport: { groupsOnLabel: true },
    },
  },
};

const files: Files = {
  'codex.yaml': '',
  'people/maric.md': '---\ntitle: Maric\nfacts: {vyr: {lord: maric}}\n---\n',
  'bom.md': '\uFEFF🐉 [[maric]]\r\n[m](people/maric.md)\r\n',
  'a.md': '---\r\nsources: [maric]\r\n---\r\n🐉 [[maric|him]], [[nobody]], [[twin]]\r\n',
  'one/twin.md': '',
  'two/twin.md': '',
};

let editor: Editor;
afterEach(() => editor.stop());

async function started(capabilities = able): Promise<void> {
  editor = await startEditor(files, { capabilities });
  await editor.ready();
  await editor.open('a.md');
}

const at = (word: string) => ({
  textDocument: { uri: editor.uriOf('a.md') },
  position: lineIndex(files['a.md'] ?? '').placeAt((files['a.md'] ?? '').indexOf(word)),
});
const relative = (uri: string): string => uri.slice(editor.uriOf('').length + 1);
/** The text at a range, of what the editor would show. */
const textAt = (file: string, range: Range): string => {
  const text = (files[file] ?? '').replace('\uFEFF', '');
  const lines = lineIndex(text);
  return text.slice(lines.offsetAt(range.start), lines.offsetAt(range.end));
};
const rename = (word: string, newName: string) =>
  editor.request<WorkspaceEdit | null>('textDocument/rename', { ...at(word), newName });

describe('references', () => {
  it('have the declaration only where it is asked for', async () => {
    await started();
    const found = async (includeDeclaration: boolean) =>
      (
        await editor.request<Location[]>('textDocument/references', { ...at('maric'), context: { includeDeclaration } })
      ).map(({ uri, range }) => `${relative(uri)} ${textAt(relative(uri), range)}`);
    const mentions = ['people/maric.md maric', 'a.md maric', 'a.md maric', 'bom.md maric', 'bom.md people/maric.md'];
    expect(await found(false)).toEqual(mentions);
    expect(await found(true)).toEqual(['people/maric.md Maric', ...mentions]);
  });
});

describe('rename', () => {
  it('is prepared, and refused in words', async () => {
    await started();
    const prepare = (word: string) =>
      editor.request<{ range: Range; placeholder: string }>('textDocument/prepareRename', at(word));
    const { range, placeholder } = await prepare('maric|');
    expect([textAt('a.md', range), placeholder]).toEqual(['maric', 'maric']);
    await expect(prepare('sources')).rejects.toThrow('There is no name here to change');
    await expect(prepare('twin')).rejects.toThrow('"twin" may mean');
    await expect(rename('maric', 'tobias')).resolves.not.toBeNull();
    await expect(rename('maric', 'twin')).rejects.toThrow('"twin" is taken by twin (one/twin.md)');
    await expect(rename('maric', '')).rejects.toThrow('at least one letter');
  });

  it('is one edit of all files, in groups, with the file last', async () => {
    await started();
    const { documentChanges = [], changeAnnotations } = (await rename('maric', 'marek')) ?? {};
    const edits = documentChanges.flatMap((change) =>
      'edits' in change
        ? change.edits.map((edit) => {
            const file = relative(change.textDocument.uri);
            const { range, newText, annotationId } = edit as AnnotatedTextEdit;
            return `${file} ${textAt(file, range)} → ${newText.trim()}: ${changeAnnotations?.[annotationId]?.label}`;
          })
        : `${change.kind} ${'newUri' in change ? relative(change.newUri) : ''}`,
    );
    expect(edits).toEqual([
      'people/maric.md  → aliases: [maric]: Its own names',
      'people/maric.md maric → marek: Values of facts',
      'bom.md people/maric.md → people/marek.md: Links',
      'bom.md maric → marek: Links',
      'a.md maric → marek: Sources',
      'a.md maric → marek: Links',
      'rename people/marek.md',
    ]);
  });

  it('writes an id for an editor that renames no files', async () => {
    await started({ workspace: { workspaceFolders: true } });
    const { changes = {}, documentChanges } = (await rename('maric', 'marek')) ?? {};
    expect(documentChanges).toBeUndefined();
    expect(changes[editor.uriOf('people/maric.md')]?.map(({ newText }) => newText.trim())).toEqual([
      'id: marek',
      'marek',
    ]);
  });
});

describe('a note that is not written in UTF-8', () => {
  const WORDS =
    'old.md is not written in UTF-8, so letters in it would be lost. Save it as UTF-8 first: in VS Code, click the encoding in the status bar.';

  async function startedBesideOld(bytes: Buffer): Promise<void> {
    await started();
    fs.writeFileSync(path.join(editor.root, 'old.md'), bytes);
    await editor.rename('old.md', 'old.md');
    await editor.until('the note', async () => {
      const found = await editor.request<Location[]>('textDocument/references', {
        ...at('maric'),
        context: { includeDeclaration: false },
      });
      return found.some(({ uri }) => relative(uri) === 'old.md');
    });
  }

  it('keeps a name from being changed, and its own links from following a page, since letters would be lost', async () => {
    await startedBesideOld(Buffer.from('Ein Café von [[maric]], [m](people/maric.md)\n', 'latin1'));
    await expect(rename('maric', 'marek')).rejects.toThrow(WORDS);
    const moved = { oldUri: editor.uriOf('people'), newUri: editor.uriOf('lords') };
    const { documentChanges = [] } = await editor.request<WorkspaceEdit>('workspace/willRenameFiles', {
      files: [moved],
    });
    const edited = documentChanges.flatMap((change) => ('edits' in change ? relative(change.textDocument.uri) : []));
    expect(edited).toEqual(['bom.md']);
    expect(editor.shown).toEqual([`${WORDS} Until then its links to what is moved stay as they are.`]);
  });

  it('is not one in which such a sign stands for itself', async () => {
    await startedBesideOld(Buffer.from('Ein Caf\uFFFD von [[maric]]\n'));
    await expect(rename('maric', 'marek')).resolves.not.toBeNull();
  });
});

describe('moving', () => {
  it('is followed before, and known right after', async () => {
    await started();
    const moved = { oldUri: editor.uriOf('people'), newUri: editor.uriOf('lords') };
    const edit = await editor.request<WorkspaceEdit>('workspace/willRenameFiles', { files: [moved] });
    const [change] = edit.documentChanges ?? [];
    expect(edit.documentChanges).toHaveLength(1);
    expect(change && 'edits' in change && change.edits.map((one) => (one as AnnotatedTextEdit).newText)).toEqual([
      'lords/maric.md',
    ]);
    const none = { oldUri: editor.uriOf('a.md'), newUri: editor.uriOf('b.md') };
    expect(await editor.request('workspace/willRenameFiles', { files: [none] })).toBeNull();
    await editor.rename('one/twin.md', 'one/other.md');
    await editor.notify('workspace/didRenameFiles', {
      files: [{ oldUri: editor.uriOf('one/twin.md'), newUri: editor.uriOf('one/other.md') }],
    });
    expect(await editor.definition('a.md', 'twin')).toHaveLength(1);
    // The editor keeps the document of what it has moved.
    await editor.open('two/twin.md');
    await editor.rename('two/twin.md', 'two/far.md');
    await editor.notify('workspace/didRenameFiles', {
      files: [{ oldUri: editor.uriOf('two/twin.md'), newUri: editor.uriOf('two/far.md') }],
    });
    expect(await editor.definition('a.md', 'twin')).toBeNull();
    await editor.edit('two/twin.md', 0, 0, 'Written on.');
    expect(await editor.definition('a.md', 'twin')).toHaveLength(1);
  });
});

describe('before deleting', () => {
  it('is shown what rests on the files of a folder', async () => {
    await started();
    const losses = (file: string) => editor.request('retcon/restsOn', { uris: [editor.uriOf(file)] });
    const loss = {
      uri: editor.uriOf('people/maric.md'),
      title: 'Maric',
      sentences: ['a rests on it.'],
      canRetract: true,
    };
    expect(await losses('people')).toEqual([loss]);
    expect(await losses('people/maric.md')).toEqual([loss]);
    expect(await losses('one')).toEqual([]);
    expect(await losses('')).toEqual([]);
  });
});

describe('mentions', () => {
  it('are listed with what they are for, at the caret or of the entry', async () => {
    await started();
    const uri = editor.uriOf('a.md');
    const told = await editor.request<Mentions>('retcon/mentions', { uri, position: at('maric').position });
    const lines = told.named.map(({ role, title, line }) => `${role}: ${title}: ${line}`);
    expect([told.title, ...lines]).toEqual([
      'Maric',
      'Values of facts: Maric: facts: {vyr: {lord: maric}}',
      'Sources: a: sources: [maric]',
      'Links: a: 🐉 [[maric|him]], [[nobody]], [[twin]]',
      'Links: bom: 🐉 [[maric]]',
      'Links: bom: [m](people/maric.md)',
    ]);
    expect(await editor.request('retcon/mentions', { uri })).toEqual({ title: 'a', named: [] });
  });

  it('are listed for a page that has forty thousand, which is parsed once', async () => {
    await started();
    await editor.open('many.md', 'They met [[maric]] at the ford.\n'.repeat(40_000));
    const position = { line: 0, character: 'They met [[m'.length };
    const told = await editor.request<Mentions>('retcon/mentions', { uri: editor.uriOf('many.md'), position });
    const lines = told.named.filter(({ line }) => line === 'They met [[maric]] at the ford.');
    expect(lines.map(({ range }) => range.start.line)).toEqual(Array.from({ length: 40_000 }, (_, i) => i));
    await editor.close('many.md');
  });
});
