/** Finding one's way in the example codex, by what VS Code itself asks of the extension. */
import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { until } from './until';

const root = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file('/nowhere');
const uriOf = (file: string): vscode.Uri => vscode.Uri.joinPath(root, file);
const refounding = uriOf('events/refounding-of-house-vyr.md');
const FOUNDING = 'The Founding of House Vyr';

/** Asks until there is an answer: the codex may still be read. */
async function ask<T extends { readonly length: number }>(command: string, ...given: readonly unknown[]): Promise<T> {
  return until(`an answer to ${command}`, async () => {
    const answer = await vscode.commands.executeCommand<T | undefined>(command, ...given);
    return answer && answer.length > 0 ? answer : undefined;
  });
}

/** The place of a word in a file that is then open. */
async function placeOf(uri: vscode.Uri, word: string): Promise<vscode.Position> {
  const { document } = await vscode.window.showTextDocument(uri);
  return document.positionAt(document.getText().indexOf(word));
}

describe('finding', () => {
  it('has an outline of retcons and facts, and no heading twice', async () => {
    await placeOf(refounding, '---');
    const [entry] = await ask<vscode.DocumentSymbol[]>('vscode.executeDocumentSymbolProvider', refounding);
    assert.deepEqual(
      entry?.children.map(({ name }) => name),
      [`Supersedes ${FOUNDING}`, 'House Vyr · founder: Aldric'],
    );
    const heads = uriOf('heads.md');
    await vscode.workspace.fs.writeFile(heads, Buffer.from('---\ntitle: Heads\n---\n# Heads\n\n## Two\n'));
    await placeOf(heads, 'Two');
    const symbols = await ask<vscode.DocumentSymbol[]>('vscode.executeDocumentSymbolProvider', heads);
    const names = (all: readonly vscode.DocumentSymbol[]): string[] =>
      all.flatMap(({ name, children }) => [name, ...names(children)]);
    await vscode.workspace.fs.delete(heads);
    assert.deepEqual(names(symbols), ['Heads', '# Heads', '## Two']);
  });

  it('finds entries by a part of any name', async () => {
    const named = await ask<vscode.SymbolInformation[]>('vscode.executeWorkspaceSymbolProvider', 'fire-keep');
    assert.deepEqual(
      named.map(({ name, containerName }) => [name, containerName]),
      [['the Fire-Keepers', 'House Vyr · house']],
    );
    const old = (await ask<vscode.SymbolInformation[]>('vscode.executeWorkspaceSymbolProvider', FOUNDING))[0];
    assert.deepEqual(old?.tags, [vscode.SymbolTag.Deprecated]);
  });

  it('puts no hierarchy into the menu of a note: Retcon has commands of its own for that', async () => {
    const place = await placeOf(refounding, 'session-47-recap');
    for (const prepare of ['vscode.prepareTypeHierarchy', 'vscode.prepareCallHierarchy'])
      assert.deepEqual((await vscode.commands.executeCommand<readonly object[]>(prepare, refounding, place)) ?? [], []);
  });

  it('follows links to the place that they name', async () => {
    await placeOf(refounding, '---');
    const [link] = await ask<vscode.DocumentLink[]>('vscode.executeLinkProvider', refounding, 9);
    assert.equal(link?.tooltip, 'Aldric · current');
    assert.match(String(link?.target), /aldric\.md#L10(?:,|%2C)3$/);
  });
});
