/** Renaming, moving and deleting in the real extension host: what VS Code does with what the server answers. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { until } from './until';

const { fs } = vscode.workspace;
const hall = vscode.Uri.joinPath(vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file('/nowhere'), 'hall');
const at = (...path: readonly string[]): vscode.Uri => vscode.Uri.joinPath(hall, ...path);

const OATH = '\uFEFF---\r\ndate: 100 TA # sworn\r\nfacts: {hall: {lord: oath}}\r\n---\r\n# The Oath 🐉\r\n';
const SONG = '---\nsources: oath\n---\n🐉 [[oath|it]], [sworn](oath.md)\n';

const bytesOf = async (uri: vscode.Uri): Promise<string> => Buffer.from(await fs.readFile(uri)).toString('utf8');

const renamed = (document: vscode.TextDocument, word: string, to: string) =>
  vscode.commands.executeCommand<vscode.WorkspaceEdit>(
    'vscode.executeDocumentRenameProvider',
    document.uri,
    document.positionAt(document.getText().indexOf(word)),
    to,
  );

describe('names in VS Code', () => {
  let song: vscode.TextDocument;
  before(async () => {
    await fs.writeFile(at('oath.md'), Buffer.from(OATH));
    await fs.writeFile(at('song.md'), Buffer.from(SONG));
    await vscode.extensions.getExtension('retcon.retcon')?.activate();
    song = await vscode.workspace.openTextDocument(at('song.md'));
    await vscode.window.showTextDocument(song);
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await fs.delete(hall, { recursive: true });
  });

  it('a name that is taken is refused in words', async () => {
    // Until the server has read both files, it knows only the mentions in the open one.
    await until('the first reading', async () =>
      (
        await renamed(song, 'oath', 'vow').then(
          (edit) => edit.entries(),
          () => [],
        )
      ).some(([uri, edits]) => uri.path === at('oath.md').path && edits.length > 0),
    );
    await assert.rejects(async () => renamed(song, 'oath', 'maric'), /"maric" is taken by Maric/);
  });

  it('a rename changes every mention and the file, and keeps every other byte', async () => {
    const answered = await renamed(song, 'oath', 'vow');
    // The command that asks for it loses the order: texts first, then files.
    const edit = new vscode.WorkspaceEdit();
    for (const [uri, edits] of answered.entries()) edit.set(uri, edits);
    edit.renameFile(at('oath.md'), at('vow.md'));
    assert.ok(await vscode.workspace.applyEdit(edit));
    assert.ok(await song.save());
    const vow = await vscode.workspace.openTextDocument(at('vow.md'));
    // VS Code takes a moment to carry over what was not saved yet.
    await until('the edits', () => vow.isDirty);
    assert.ok(await vow.save());
    assert.equal(
      await bytesOf(at('vow.md')),
      OATH.replace('lord: oath', 'lord: vow').replace('date:', 'aliases: [oath]\r\ndate:'),
    );
    assert.equal(await bytesOf(at('song.md')), SONG.replaceAll('oath', 'vow'));
    await assert.rejects(async () => fs.stat(at('oath.md')));
  });

  it('a file that is moved takes its links with it', async () => {
    const move = new vscode.WorkspaceEdit();
    move.renameFile(at('vow.md'), at('far', 'vow.md'));
    assert.ok(await vscode.workspace.applyEdit(move));
    await until('the link', () => song.getText().includes('[sworn](far/vow.md)'));
    assert.ok(await song.save());
  });

  it('an entry that others rest on is kept where nobody says to delete it, byte for byte', async () => {
    const kept = await bytesOf(at('far', 'vow.md'));
    const vow = await vscode.window.showTextDocument(at('far', 'vow.md'));
    await vow.edit((edit) => edit.insert(new vscode.Position(5, 0), 'Not saved. '));
    let wasDeleted = false;
    const heard = vscode.workspace.onDidDeleteFiles(() => (wasDeleted = true));
    const deletion = new vscode.WorkspaceEdit();
    deletion.deleteFile(at('far'), { recursive: true });
    assert.ok(await vscode.workspace.applyEdit(deletion));
    heard.dispose();
    assert.ok(wasDeleted);
    await until('what was typed', () =>
      vscode.window.visibleTextEditors.some(({ document }) => document.getText().includes('\r\nNot saved. # The Oath')),
    );
    await until('the file', async () => (await bytesOf(at('far', 'vow.md')).catch(() => '')) === kept);
  });

  it('an entry that nothing rests on is deleted without a word', async () => {
    const deletion = new vscode.WorkspaceEdit();
    deletion.deleteFile(at('song.md'));
    assert.ok(await vscode.workspace.applyEdit(deletion));
    await assert.rejects(async () => fs.stat(at('song.md')));
  });
});
