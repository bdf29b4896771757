/** Finding one's way, as an editor meets it: outline, names, links, mentions, folds and the two hierarchies. */
import { afterEach, describe, expect, it } from 'vitest';
import type {
  CallHierarchyIncomingCall,
  CallHierarchyItem,
  CallHierarchyOutgoingCall,
  DocumentHighlight,
  DocumentLink,
  DocumentSymbol,
  FoldingRange,
  Range,
  SelectionRange,
  SymbolInformation,
  TypeHierarchyItem,
  WorkspaceSymbol,
} from 'vscode-languageserver/node';
import { lineIndex } from '../../server/src/core/text/span';
import { vyr } from '../support/caret';
import type { Files } from '../support/codex';
import { type Editor, type Start, startEditor } from './editor';

let editor: Editor;
const start = async (files: Files, how?: Start): Promise<Editor> => {
  editor = await startEditor(files, how);
  return editor;
};
afterEach(() => editor.stop());

const founding = 'founding-of-house-vyr.md';
const refounding = 'refounding-of-house-vyr.md';
const hierarchical = { textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } } };

/** As other tools write files: a byte-order mark, lines that end in CRLF, characters of two units. */
const foreign = `\uFEFF${[
  '---',
  'id: song-😀',
  'title: "The 𐎀 Song"',
  'sources: [founding-of-house-vyr, "[[maric]]"]',
  'facts:',
  '  "𐎀": {seat: y, founder: maric}',
  '---',
  '# 😀 Verse',
  '',
  '😀 [[maric#Youth|him]], [[song-😀]]',
].join('\r\n')}`;

/** What a range covers in a file that was given to the editor. */
const words = (text: string, { start: from, end }: Range): string => {
  const lines = lineIndex(text);
  return text.slice(lines.offsetAt(from), lines.offsetAt(end));
};
const ask = <T>(method: string, file: string, params: object = {}): Promise<T> =>
  editor.request(`textDocument/${method}`, { textDocument: { uri: editor.uriOf(file) }, ...params });
const at = (file: string, word: string) => ({
  position: lineIndex(editor.textOf(file)).placeAt(editor.textOf(file).indexOf(word)),
});

describe('the outline', () => {
  it('is a tree, once all names are known', async () => {
    await start(vyr, { capabilities: hierarchical });
    await editor.open(refounding);
    const [root] = await ask<DocumentSymbol[]>('documentSymbol', refounding);
    expect(root).toMatchObject({ name: 'The Refounding of House Vyr', detail: '412 TA · current', kind: 24 });
    expect(root?.children?.map(({ name, detail }) => [name, detail])).toEqual([
      ['Supersedes The Founding of House Vyr', 'from 412 TA'],
      ['House Vyr · founder: Aldric', ''],
    ]);
    await editor.open(founding);
    expect(await ask('documentSymbol', founding)).toMatchObject([{ tags: [1] }]);
  });

  it('is a list for editors without trees', async () => {
    await start({ ...vyr, 'song.md': foreign });
    await editor.open('song.md');
    const symbols = await ask<SymbolInformation[]>('documentSymbol', 'song.md');
    expect(
      symbols.map(({ name, containerName, location }) => [name, containerName, words(foreign, location.range)]),
    ).toEqual([
      ['The 𐎀 Song', undefined, 'song-😀'],
      ['𐎀 · seat: y', 'The 𐎀 Song', 'y'],
      ['𐎀 · founder: Maric', 'The 𐎀 Song', 'maric'],
      ['😀 Verse', 'The 𐎀 Song', '😀 Verse'],
    ]);
  });

  it('leaves headings to an editor that outlines them', async () => {
    const files = { ...vyr, 'song.md': foreign, 'plain.md': '# Plain\n' };
    await start(files, { capabilities: hierarchical, initializationOptions: { outlinesHeadings: true } });
    await editor.open('song.md');
    await editor.open('plain.md');
    const [root] = await ask<DocumentSymbol[]>('documentSymbol', 'song.md');
    expect(root?.range.end).toEqual({ line: 6, character: 3 });
    expect(root?.children?.map(({ name }) => name)).toEqual(['𐎀 · seat: y', '𐎀 · founder: Maric']);
    expect(await ask('documentSymbol', 'plain.md')).toBeNull();
  });

  it('is none outside a codex', async () => {
    await start({ 'notes.md': '# Notes\n' });
    await editor.open('notes.md');
    expect(await ask('documentSymbol', 'notes.md')).toBeNull();
    expect(await ask('foldingRange', 'notes.md')).toBeNull();
    expect(await editor.request('workspace/symbol', { query: '' })).toEqual([]);
  });
});

describe('entries by name', () => {
  const two = {
    ...Object.fromEntries(Object.entries(vyr).map(([file, text]) => [`a/${file}`, text])),
    'b/codex.yaml': '',
    'b/tower.md': '---\ntitle: The Tower of Vyr\n---\n',
  };

  it('come from every codex, and older versions are marked as such', async () => {
    await start(two, { folders: ['a', 'b'] });
    await editor.ready();
    const found = await editor.request<SymbolInformation[]>('workspace/symbol', { query: 'of' });
    expect(found.map(({ name, tags = [] }) => [name, tags])).toEqual([
      ['The Founding of House Vyr', [1]],
      ['The Refounding of House Vyr', []],
      ['The Tower of Vyr', []],
    ]);
    expect(found[0]).toMatchObject({
      containerName: 'event · 200 TA',
      location: { uri: editor.uriOf(`a/${founding}`), range: { start: { line: 1, character: 7 } } },
    });
  });

  it('come from the folder that the call names, where the editor opens none', async () => {
    await start(two, { folders: [], served: 'b' });
    await editor.until('the first reading', async () => {
      const found = await editor.request<SymbolInformation[]>('workspace/symbol', { query: 'of' });
      return found.map(({ name }) => name).join() === 'The Tower of Vyr';
    });
  });

  it('are given bit by bit, and their places only when asked for', async () => {
    const symbol = { resolveSupport: { properties: ['location.range'] } };
    await start(two, { folders: ['a', 'b'], capabilities: { workspace: { workspaceFolders: true, symbol } } });
    await editor.ready();
    const parts: WorkspaceSymbol[][] = [];
    editor.onProgress('names', (value) => void parts.push(value as WorkspaceSymbol[]));
    expect(await editor.request('workspace/symbol', { query: 'the', partialResultToken: 'names' })).toEqual([]);
    expect(parts.map((part) => part.map(({ name }) => name))).toEqual([
      ['The Fire-Keepers', 'The Founding of House Vyr', 'The Refounding of House Vyr'],
      ['The Tower of Vyr'],
    ]);
    const tower = parts[1]?.[0];
    expect(tower?.location).toEqual({ uri: editor.uriOf('b/tower.md') });
    expect(await editor.request('workspaceSymbol/resolve', tower)).toMatchObject({
      name: 'The Tower of Vyr',
      location: { range: { start: { line: 1, character: 7 }, end: { line: 1, character: 23 } } },
    });
  });
});

describe('within a file', () => {
  it('wikilinks lead to the heading that they name', async () => {
    const maric = '---\r\ntitle: Maric\r\n---\r\n## Old age\r\n\r\n## 😀 Youth\r\n\r\n## Youth\r\n';
    await start({ ...vyr, 'maric.md': maric, 'song.md': foreign });
    await editor.open('song.md');
    const links = await ask<DocumentLink[]>('documentLink', 'song.md');
    expect(links.map(({ range, tooltip, target }) => [words(foreign, range), tooltip, target])).toEqual([
      ['maric', 'Maric · current', undefined],
      ['maric#Youth|him', 'Maric · current', undefined],
      ['song-😀', 'The 𐎀 Song · current', undefined],
    ]);
    const targets = await Promise.all(links.map((link) => editor.request<DocumentLink>('documentLink/resolve', link)));
    expect(targets.map(({ target }) => target)).toEqual([
      `${editor.uriOf('maric.md')}#L2,8`,
      `${editor.uriOf('maric.md')}#L8,4`,
      `${editor.uriOf('song.md')}#L2,5`,
    ]);
    const [defined] = (await editor.definition('song.md', 'Youth')) ?? [];
    expect(defined).toMatchObject({ uri: editor.uriOf('maric.md'), range: { start: { line: 7, character: 3 } } });
  });

  it('mentions of one thing are shown together, its own id apart', async () => {
    await start({ ...vyr, 'song.md': foreign });
    await editor.open('song.md');
    await editor.ready();
    const mentions = async (word: string) =>
      (await ask<DocumentHighlight[] | null>('documentHighlight', 'song.md', at('song.md', word)))?.map(
        ({ range, kind }) => [words(foreign, range), kind],
      );
    expect(await mentions('song-😀')).toEqual([
      ['song-😀', 3],
      ['The 𐎀 Song', 3],
      ['song-😀', 2],
    ]);
    expect(await mentions('maric#')).toEqual([
      ['maric', 2],
      ['maric', 2],
      ['maric', 2],
    ]);
    expect(await mentions('Verse')).toBeUndefined();
  });

  it('the frontmatter and its blocks can be folded', async () => {
    await start({ ...vyr, 'song.md': foreign });
    await editor.open('song.md');
    expect(await ask<FoldingRange[]>('foldingRange', 'song.md')).toEqual([
      { startLine: 0, endLine: 6, kind: 'region' },
      { startLine: 4, endLine: 5 },
    ]);
  });
});

it('a selection grows from a value to the whole file', async () => {
  await start({ ...vyr, 'song.md': foreign });
  await editor.open('song.md');
  const { position } = at('song.md', 'aric]]');
  const [chain] = await ask<SelectionRange[]>('selectionRange', 'song.md', { positions: [position] });
  const grown: string[] = [];
  for (let one = chain; one; one = one.parent) grown.push(words(foreign, one.range));
  expect(grown.slice(0, 2)).toEqual(['[[maric]]', '"[[maric]]"']);
  expect(grown.at(-1)).toBe(foreign);
});

describe('hierarchies', () => {
  it('of versions lead both ways', async () => {
    await start(vyr);
    await editor.open(refounding);
    await editor.ready();
    const [old] = await ask<TypeHierarchyItem[]>(
      'prepareTypeHierarchy',
      refounding,
      at(refounding, founding.slice(0, -3)),
    );
    expect(old).toMatchObject({
      name: 'The Founding of House Vyr',
      detail: '200 TA · superseded',
      tags: [1],
      uri: editor.uriOf(founding),
      selectionRange: { start: { line: 1, character: 7 }, end: { line: 1, character: 32 } },
    });
    const [by] = await editor.request<TypeHierarchyItem[]>('typeHierarchy/subtypes', { item: old });
    expect(by).toMatchObject({
      name: 'The Refounding of House Vyr',
      detail: '412 TA · supersedes it from 412 TA · current',
    });
    expect(await editor.request('typeHierarchy/supertypes', { item: by })).toMatchObject([
      { uri: editor.uriOf(founding) },
    ]);
    expect(await editor.request('typeHierarchy/supertypes', { item: old })).toEqual([]);
  });

  it('of what rests on what lead both ways, and to where it says so', async () => {
    await start({ ...vyr, 'song.md': foreign });
    await editor.open('song.md');
    await editor.ready();
    const [song] = await ask<CallHierarchyItem[]>('prepareCallHierarchy', 'song.md', at('song.md', 'Verse'));
    expect(song).toMatchObject({ name: 'The 𐎀 Song', detail: 'current' });
    const down = await editor.request<CallHierarchyOutgoingCall[]>('callHierarchy/outgoingCalls', { item: song });
    expect(
      down.map(({ to, fromRanges }) => [to.name, to.detail, fromRanges.map((range) => words(foreign, range))]),
    ).toEqual([
      ['The Founding of House Vyr', '200 TA · superseded', ['founding-of-house-vyr']],
      ['Maric', 'current', ['maric']],
    ]);
    const up = await editor.request<CallHierarchyIncomingCall[]>('callHierarchy/incomingCalls', { item: down[0]?.to });
    expect(
      up.map(({ from, fromRanges }) => [from.name, from.detail, fromRanges.map((range) => words(foreign, range))]),
    ).toEqual([['The 𐎀 Song', 'current · to be reviewed', ['founding-of-house-vyr']]]);
  });

  it('of an entry that has gone meanwhile are empty', async () => {
    await start(vyr);
    await editor.open(refounding);
    await editor.ready();
    const [old] = await ask<TypeHierarchyItem[]>(
      'prepareTypeHierarchy',
      refounding,
      at(refounding, founding.slice(0, -3)),
    );
    await editor.remove(founding);
    await editor.until(
      'it has gone',
      async () => (await editor.request('typeHierarchy/subtypes', { item: old })) === null,
    );
    expect(await editor.request('callHierarchy/incomingCalls', { item: old })).toBeNull();
  });
});
