/** In the editor: names of entries of other settings lead there, and follow what becomes of these (model §13). */
import { afterEach, describe, expect, it } from 'vitest';
import type { WorkspaceEdit } from 'vscode-languageserver/node';
import { lineIndex } from '../../server/src/core/text/span';
import { type Editor, startEditor } from './editor';

let editor: Editor;
afterEach(() => editor.stop());

const FILES = {
  'settings.yaml': 'settings: {vyr: worlds/vyr, ashen-sea: worlds/ashen-sea}\n',
  'worlds/vyr/codex.yaml': 'calendars: {years: {eras: [{id: TA, epoch: 0}]}}\n',
  'worlds/vyr/people/maric.md': '---\nid: maric\ntitle: Maric Ashhand\ntype: person\nmood: merry\n---\n# Deeds\n',
  'worlds/ashen-sea/codex.yaml': '',
  'worlds/ashen-sea/tale.md': '---\nid: tale\nsources: ["vyr:maric"]\n---\nOf [[vyr:maric#Deeds]], and [[vyr:oona]].\n',
};
const TALE = 'worlds/ashen-sea/tale.md';

const placeIn = (text: string, word: string) => lineIndex(text).placeAt(text.indexOf(word) + 1);

const messages = () => editor.diagnostics(TALE).map(({ message }) => message);

describe('a name of another setting', () => {
  it('leads there, and its hover says of which setting it is', async () => {
    editor = await startEditor(FILES);
    await editor.open(TALE);
    await editor.ready();
    expect(await editor.hover(TALE, 'maric#')).toMatch(/^\*In the setting vyr\*[^]*Maric Ashhand[^]*person/);
    expect(await editor.hover(TALE, 'vyr:maric"]')).toContain('*In the setting vyr*');
    expect(await editor.definition(TALE, 'maric#')).toMatchObject([
      { uri: editor.uriOf('worlds/vyr/people/maric.md'), range: { start: { line: 6 } } },
    ]);
    const links = await editor.request<readonly object[]>('textDocument/documentLink', {
      textDocument: { uri: editor.uriOf(TALE) },
    });
    expect(links).toHaveLength(1);
  });

  it('is known once its page is there', async () => {
    editor = await startEditor(FILES);
    await editor.open(TALE);
    await editor.until('a problem', () => messages().length > 0);
    expect(messages()).toEqual(['No note of vyr is called "oona" yet.']);
    await editor.write('worlds/vyr/oona.md', '---\nid: oona\n---\n');
    await editor.until('no problem', () => messages().length === 0);
  });

  it('is none once settings.yaml names that setting otherwise', async () => {
    editor = await startEditor(FILES);
    await editor.open(TALE);
    await editor.until('a problem', () => messages().length === 1);
    await editor.write('settings.yaml', 'settings: {house: worlds/vyr, ashen-sea: worlds/ashen-sea}\n');
    await editor.until('two problems', () => messages().length === 2);
    expect(messages()[0]).toBe('No note is called "vyr:maric" yet.');
  });

  it('is completed behind the colon, in a link and as a source', async () => {
    editor = await startEditor(FILES);
    await editor.open(TALE);
    await editor.ready();
    await editor.replace(TALE, '[[vyr:oona]]', '[[vyr:ash');
    const names = async (word: string): Promise<readonly unknown[]> => {
      const offset = editor.textOf(TALE).indexOf(word) + word.length;
      const found = await editor.complete(TALE, offset);
      return (found?.items ?? []).map(({ label, textEdit }) => [label, textEdit?.newText]);
    };
    expect(await names('vyr:ash')).toEqual([['Maric Ashhand', 'vyr:maric]]']]);
    await editor.replace(TALE, '[[vyr:ash', '[[vy');
    expect(await names('and [[vy')).toEqual([['vyr:', 'vyr:]]']]);
    await editor.replace(TALE, '"vyr:maric"', '"vyr:mar"');
    expect(await names('"vyr:mar')).toEqual([['Maric Ashhand', 'vyr:maric']]);
  });

  it('is answered for an assistant in the setting that it asks, or in all of them', async () => {
    editor = await startEditor(FILES);
    await editor.open(TALE);
    await editor.ready();
    const ask = (setting: string) =>
      editor.request<string>('retcon/askAsTool', { question: 'lookup', given: { name: 'maric', setting } });
    expect(await ask('vyr')).toContain('Maric Ashhand');
    expect(await ask('all')).toMatch(/ashen-sea\n[^]*called "maric"[^]*vyr\n[^]*Maric Ashhand/);
    expect(await ask('vyrr')).toBe('There is no setting "vyrr". Accepted: ashen-sea, vyr, all.');
  });

  it('is found where it is named, from either side', async () => {
    editor = await startEditor({ ...FILES, 'worlds/vyr/house.md': 'Of [[maric]].\n' });
    await editor.open(TALE);
    await editor.open('worlds/vyr/people/maric.md');
    await editor.ready();
    const places = async (file: string, word: string): Promise<readonly string[]> => {
      const found = await editor.request<readonly { uri: string; range: { start: { line: number } } }[]>(
        'textDocument/references',
        {
          textDocument: { uri: editor.uriOf(file) },
          position: placeIn(editor.textOf(file), word),
          context: { includeDeclaration: true },
        },
      );
      return found.map(({ uri, range }) => `${uri.slice(uri.indexOf('worlds/'))}:${range.start.line}`);
    };
    const all = [
      'worlds/vyr/people/maric.md:1',
      'worlds/vyr/house.md:0',
      'worlds/ashen-sea/tale.md:2',
      'worlds/ashen-sea/tale.md:4',
    ];
    expect(await places(TALE, 'vyr:maric#')).toEqual(all);
    expect(await places('worlds/vyr/people/maric.md', 'maric')).toEqual(all);
    const mentions = await editor.request<{ title: string; named: readonly { role: string; title: string }[] }>(
      'retcon/mentions',
      { uri: editor.uriOf('worlds/vyr/people/maric.md') },
    );
    expect(mentions.named.map(({ role, title }) => `${role}: ${title}`)).toEqual([
      'Links: house',
      'Sources in ashen-sea: tale · ashen-sea',
      'Links in ashen-sea: tale · ashen-sea',
    ]);
  });

  it('follows a rename there, and what is moved there', async () => {
    editor = await startEditor(FILES);
    await editor.open(TALE);
    await editor.open('worlds/vyr/people/maric.md');
    await editor.ready();
    const changed = (edit: WorkspaceEdit | null, file: string): readonly string[] => {
      const uri = editor.uriOf(file);
      const ofFile = (edit?.documentChanges ?? []).flatMap((one) =>
        'textDocument' in one && one.textDocument.uri === uri ? one.edits : [],
      );
      return [...(edit?.changes?.[uri] ?? []), ...ofFile].flatMap((one) => ('newText' in one ? one.newText : []));
    };
    const renamed = await editor.request<WorkspaceEdit | null>('textDocument/rename', {
      textDocument: { uri: editor.uriOf('worlds/vyr/people/maric.md') },
      position: { line: 1, character: 5 },
      newName: 'maric-i',
    });
    expect(changed(renamed, TALE)).toEqual(['vyr:maric-i', 'vyr:maric-i']);
    const moved = await editor.request<WorkspaceEdit | null>('workspace/willRenameFiles', {
      files: [{ oldUri: editor.uriOf('worlds/vyr'), newUri: editor.uriOf('worlds/house of vyr') }],
    });
    expect(changed(moved, 'settings.yaml')).toEqual(['worlds/house of vyr']);
    expect(changed(moved, TALE)).toEqual([]);
    const here = { textDocument: { uri: editor.uriOf(TALE) }, position: { line: 2, character: 14 } };
    await expect(editor.request('textDocument/prepareRename', here)).rejects.toThrow('is an entry of vyr');
  });
});

describe('several settings in the editor', () => {
  it('are offered by their names, the one in use first, and asked one by one or all', async () => {
    editor = await startEditor(FILES);
    await editor.open(TALE);
    await editor.ready();
    expect(await editor.request('retcon/settings')).toEqual(['ashen-sea', 'vyr']);
    await editor.request('retcon/useSetting', { name: 'vyr' });
    expect(await editor.request('retcon/settings')).toEqual(['vyr', 'ashen-sea']);
    expect(await editor.request('retcon/entities', {})).toMatchObject([{ id: 'maric' }]);
    const all = await editor.request('retcon/askAll', { question: 'lookup', given: { name: 'maric' } });
    expect(all).toMatchObject({
      markdown: expect.stringMatching(/^# ashen-sea\n\n.*maric.*\n\n# vyr\n\n[^]*Maric Ashhand/),
    });
  });

  it('are offered in settings.yaml by their folders', async () => {
    editor = await startEditor(FILES);
    await editor.open(TALE);
    await editor.open('settings.yaml');
    await editor.ready();
    const labels = async (): Promise<readonly string[] | undefined> =>
      (await editor.complete('settings.yaml', editor.textOf('settings.yaml').trimEnd().length))?.items.map(
        ({ label }) => label,
      );
    await editor.replace('settings.yaml', editor.textOf('settings.yaml'), 'settings:\n  vyr: wor\n');
    expect(await labels()).toEqual(['worlds/ashen-sea', 'worlds/vyr']);
    await editor.replace('settings.yaml', editor.textOf('settings.yaml'), 'settings:\n  vyr: worlds/vyr\n  as\n');
    expect(await labels()).toEqual(['ashen-sea']);
    await editor.replace('settings.yaml', editor.textOf('settings.yaml'), 'set\n');
    expect(await labels()).toEqual(['settings']);
  });

  it('are what a folder of several is set up with', async () => {
    const { 'settings.yaml': _, ...worlds } = FILES;
    editor = await startEditor(worlds);
    const preview = () =>
      editor.request<{ file: string; text: string; exists: boolean; summary: string }>('retcon/initPreview', {
        folder: editor.uriOf(''),
      });
    expect(await preview()).toMatchObject({
      file: 'settings.yaml',
      exists: false,
      text: expect.stringContaining('settings:\n  ashen-sea: worlds/ashen-sea\n  vyr: worlds/vyr\n'),
      summary: '2 worlds, each with its own codex.yaml',
    });
    await editor.write('settings.yaml', 'settings: {vyr: worlds/vyr}\n');
    expect(await preview()).toMatchObject({ exists: true });
  });

  it('have what is wrong with their settings.yaml reported there', async () => {
    editor = await startEditor({ ...FILES, 'settings.yaml': 'settings: {vyr: worlds/vyr, lost: worlds/lost}\n' });
    await editor.open('settings.yaml');
    await editor.until('a problem', () => editor.diagnostics('settings.yaml').length > 0);
    expect(editor.diagnostics('settings.yaml')).toMatchObject([
      { code: 'config/invalid', range: { start: { line: 0, character: 34 } } },
    ]);
  });
});
