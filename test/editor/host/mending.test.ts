/** Quick fixes in the real editor: made, filled in and taken back, one by one and all at once. */
import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { until } from './until';

const root = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file('/nowhere');
const folder = vscode.Uri.joinPath(root, 'mending');
const file = (name: string): vscode.Uri => vscode.Uri.joinPath(folder, name);

const TEXTS: Readonly<Record<string, string>> = {
  'mill.md': '---\ndate: 200 TA\nfacts:\n  the-mill: {miller: Otto, wheel: oak}\n---\n',
  'mill-burnt.md':
    '---\r\nsources: [mill] # 🐉 kept\r\ncanon: session-47\r\ndate: 412 TA\r\nsupersedes:\r\n  - id: mill # which\r\nfacts:\r\n  the-mill: {state: burnt}\r\n---\r\nAsh.\r\n',
};

const codesOf = (uri: vscode.Uri): string[] =>
  vscode.languages.getDiagnostics(uri).map(({ code }) => String(typeof code === 'object' ? code.value : code));

describe('mending in VS Code', () => {
  let document: vscode.TextDocument;

  before(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.extensions.getExtension('retcon.retcon')?.activate();
    await mkdir(folder.fsPath, { recursive: true });
    for (const [name, text] of Object.entries(TEXTS)) await writeFile(path.join(folder.fsPath, name), text);
    ({ document } = await vscode.window.showTextDocument(file('mill-burnt.md')));
    await until(
      'the dropped facts',
      () => codesOf(document.uri).filter((code) => code === 'supersedes/drops-fact').length === 2,
    );
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await rm(folder.fsPath, { recursive: true });
  });

  const actionsAt = (word: string): Thenable<vscode.CodeAction[]> => {
    const place = document.positionAt(document.getText().indexOf(word));
    const range = new vscode.Range(place, place);
    return vscode.commands.executeCommand('vscode.executeCodeActionProvider', document.uri, range, undefined, 50);
  };
  const take = async (title: string): Promise<void> => {
    const action = (await actionsAt('mill # which')).find((one) => one.title === title);
    assert.ok(
      action?.edit,
      `${title} is not offered, but ${(await actionsAt('mill # which')).map((one) => one.title).join(' | ')}`,
    );
    assert.ok(await vscode.workspace.applyEdit(action.edit));
    if (action.command)
      await vscode.commands.executeCommand(action.command.command, ...(action.command.arguments ?? []));
  };
  const undo = async (): Promise<void> => {
    await vscode.window.showTextDocument(document);
    // What was typed is taken back word by word.
    for (let i = 0; i < 9 && document.getText() !== TEXTS['mill-burnt.md']; i++)
      await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), TEXTS['mill-burnt.md']);
  };

  it('a reason is asked for where the caret is, and undo gives back every character', async () => {
    await take('Add a reason');
    await vscode.commands.executeCommand('type', { text: 'Nobody had looked.' });
    assert.match(document.getText(), / {2}- id: mill # which\r\n {4}reason: "Nobody had looked\."\r\n/);
    await until('no missing reason', () => !codesOf(document.uri).includes('supersedes/missing-reason'));
    await undo();
  });

  it('all dropped facts are carried forward at once', async () => {
    await take('Carry all 2 dropped facts forward in the codex');
    assert.match(document.getText(), /the-mill: \{state: burnt, miller: Otto, wheel: oak\}\r\n/);
    await until('no dropped fact', () => !codesOf(document.uri).includes('supersedes/drops-fact'));
    await undo();
  });

  it('frontmatter is organised from the palette', async () => {
    await vscode.commands.executeCommand('retcon.organiseFrontmatter');
    assert.deepEqual(
      document
        .getText()
        .split('\r\n')
        .filter((line) => /^\w/.test(line)),
      ['date: 412 TA', 'canon: session-47', 'facts:', 'supersedes:', 'sources: [mill] # 🐉 kept', 'Ash.'],
    );
    await undo();
  });
});
