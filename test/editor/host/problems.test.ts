/** Problems in the real editor: of all files, each shown once, and never of a text that is no more. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { until } from './until';

const found = async (name: string): Promise<vscode.Uri> => {
  const [file] = await vscode.workspace.findFiles(`**/${name}.md`);
  assert.ok(file, `the example has no ${name}.md`);
  return file;
};
const codesOf = (file: vscode.Uri): string[] =>
  vscode.languages.getDiagnostics(file).map(({ code }) => String(typeof code === 'object' ? code.value : code));
const changed = async (document: vscode.TextDocument, word: string, text: string): Promise<void> => {
  const start = document.getText().indexOf(word);
  assert.ok(start >= 0, `${word} is not in ${document.uri.path}`);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(
    document.uri,
    new vscode.Range(document.positionAt(start), document.positionAt(start + word.length)),
    text,
  );
  assert.ok(await vscode.workspace.applyEdit(edit));
};
const close = (command = 'workbench.action.revertAndCloseActiveEditor') => vscode.commands.executeCommand(command);

describe('problems in VS Code', () => {
  let letter: vscode.Uri;
  let refounding: vscode.Uri;
  let founding: vscode.Uri;
  before(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    letter = await found('letter-in-the-wall');
    refounding = await found('refounding-of-house-vyr');
    founding = await found('founding-of-house-vyr');
    await vscode.extensions.getExtension('retcon.retcon')?.activate();
  });

  it('of files that nobody has opened are shown, with a page to read', async () => {
    await until('a dispute in a closed file', () => codesOf(letter).includes('fact/disputed'));
    const [problem] = vscode.languages.getDiagnostics(letter);
    assert.ok(typeof problem?.code === 'object');
    assert.match((await vscode.workspace.openTextDocument(problem.code.target)).getText(), /^# fact\/disputed$/m);
  });

  it('are shown once when the file is opened, and stay when it is closed', async () => {
    const closed = codesOf(letter);
    await vscode.window.showTextDocument(letter);
    // Twice it would be a moment later; meanwhile it may be shown by neither of the two ways.
    const isAsBefore = () => isDeepStrictEqual(codesOf(letter), closed);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await until('what was shown', isAsBefore);
    await close();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await until('what was shown', isAsBefore);
  });

  it('follow an edit into other files, and go back with it when it is not saved', async () => {
    const document = (await vscode.window.showTextDocument(refounding)).document;
    assert.deepEqual(codesOf(founding), []);
    await changed(document, 'id: founding-of-house-vyr', 'id: founding-of-house-vry');
    await until('the slip', () => codesOf(refounding).includes('supersedes/unknown-id'));
    await until('what it does elsewhere', () => codesOf(founding).includes('fact/disputed'));
    assert.equal(codesOf(refounding).filter((code) => code === 'supersedes/unknown-id').length, 1);
    await close();
    await until('the disk counts', () => codesOf(refounding).length === 0 && codesOf(founding).length === 0);
  });

  it('are reported for every open document, though only one is typed in', async () => {
    await vscode.window.showTextDocument(founding, { viewColumn: vscode.ViewColumn.Two });
    const document = (await vscode.window.showTextDocument(refounding, { viewColumn: vscode.ViewColumn.One })).document;
    await changed(document, 'id: founding-of-house-vyr', 'id: founding-of-house-vry');
    await until('the other document', () => codesOf(founding).includes('fact/disputed'));
    await close();
    await until('nothing', () => codesOf(founding).length === 0);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('of the sides of a diff are not shown', async () => {
    const text = '---\nsupersedes: {id: nobody-knows, reason: so}\n---\n';
    const side = vscode.Uri.from({ scheme: 'git-side', path: refounding.path });
    const provider = vscode.workspace.registerTextDocumentContentProvider('git-side', {
      provideTextDocumentContent: () => text,
    });
    await vscode.commands.executeCommand('vscode.diff', side, refounding, 'Then and now');
    await new Promise((resolve) => setTimeout(resolve, 1000));
    assert.deepEqual(codesOf(side), []);
    await close('workbench.action.closeActiveEditor');
    provider.dispose();
  });
});
