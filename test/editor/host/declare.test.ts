/** Declaring, retracting and extracting in the real extension host: files are made, opened, and none is written over. */
import assert from 'node:assert/strict';
import { afterEach, before, beforeEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { RetconAnswers } from '../../../server/src/lsp/protocol/protocolRetcons';

const root = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file('/nowhere');
const at = (path: string): vscode.Uri => vscode.Uri.joinPath(root, path);
const refounding = at('events/refounding-of-house-vyr.md');
const house = at('houses/house-vyr.md');
const recap = at('sessions/session-48-plan.md');

const answers: RetconAnswers = {
  manner: 'always',
  title: 'The Purchase of the Name',
  date: '412 TA',
  canon: 'session-48',
  reason: 'He bought it from the clerk.',
  into: null,
  bringsBack: false,
};

const show = async (uri: vscode.Uri, word?: string): Promise<vscode.TextEditor> => {
  const editor = await vscode.window.showTextDocument(uri);
  if (word !== undefined) {
    const place = editor.document.positionAt(editor.document.getText().indexOf(word));
    editor.selection = new vscode.Selection(place, place);
  }
  return editor;
};

/** The file that is open, and what is selected in it. */
const here = (): readonly [string, string] => {
  const editor = vscode.window.activeTextEditor;
  assert.ok(editor, 'no editor is open');
  return [vscode.workspace.asRelativePath(editor.document.uri), editor.document.getText(editor.selection)];
};

describe('declaring retcons', () => {
  const made: string[] = [];
  let written: ReadonlyMap<vscode.Uri, string>;
  const run = async (command: string, ...given: unknown[]): Promise<vscode.TextDocument> => {
    const uri = await vscode.commands.executeCommand<string | undefined>(command, ...given);
    assert.ok(uri !== undefined, `${command} made nothing`);
    made.push(uri);
    return vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  };
  before(async () => {
    await vscode.extensions.getExtension('retcon.retcon')?.activate();
  });
  beforeEach(async () => {
    const texts = [refounding, house, recap].map(async (uri) => {
      const document = await vscode.workspace.openTextDocument(uri);
      return [uri, document.getText()] as const;
    });
    written = new Map(await Promise.all(texts));
  });
  afterEach(async () => {
    for (const [uri, text] of written) {
      const document = await vscode.workspace.openTextDocument(uri);
      const edit = new vscode.WorkspaceEdit();
      edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), text);
      await vscode.workspace.applyEdit(edit);
      await document.save();
    }
    const old = new Set([...written.keys()].map(String));
    for (const uri of made.splice(0)) if (!old.has(uri)) await vscode.workspace.fs.delete(vscode.Uri.parse(uri));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('makes the new file from the old one, and leaves the author at the first value', async () => {
    await show(refounding);
    const document = await run('retcon.declare', undefined, answers);
    assert.deepEqual(here(), ['events/the-purchase-of-the-name.md', 'aldric']);
    const text = document.getText();
    assert.match(text, /^title: The Purchase of the Name$/m);
    assert.match(text, /^ {2}- id: refounding-of-house-vyr$/m);
    assert.match(text, /^ {4}reason: He bought it from the clerk\.$/m);
    const old = await vscode.workspace.openTextDocument(refounding);
    assert.equal(old.getText(), written.get(refounding));
  });

  it('never takes the name of a file that is there', async () => {
    const first = await run('retcon.declare', refounding, answers);
    const cutting = at('events/cutting-of-the-long-bridge.md').toString();
    const second = await run('retcon.declare', cutting, answers);
    const names = [first, second].map(({ uri }) => vscode.workspace.asRelativePath(uri));
    assert.deepEqual(names, ['events/the-purchase-of-the-name.md', 'events/the-purchase-of-the-name-2.md']);
  });

  it('retracts in an entry that is there, at the reason', async () => {
    const into = recap.toString();
    const document = await run('retcon.retract', refounding, { ...answers, date: '', into, bringsBack: true });
    assert.deepEqual(here(), ['sessions/session-48-plan.md', 'He bought it from the clerk.']);
    assert.match(document.getText(), /^retracts:\n {2}- id: refounding-of-house-vyr$/m);
    assert.match(document.getText(), /^restores:\n {2}- id: founding-of-house-vyr$/m);
  });

  it('extracts the fact at the caret, and the old file says it no longer', async () => {
    await show(house, 'Corwin the Sleepless');
    const document = await run('retcon.extractFact');
    assert.equal(here()[0], 'houses/ruler-of-house-vyr-corwin-the-sleepless.md');
    const line =
      '  - {entity: house-vyr, attribute: ruler, value: Corwin the Sleepless, from: 360 TA, through: 390 TA}\n';
    assert.ok(document.getText().includes(line));
    const old = await vscode.workspace.openTextDocument(house);
    assert.equal(old.getText(), written.get(house)?.replace(line, ''));
  });

  it('are code actions too, which run the dialogs', async () => {
    await show(house, 'Corwin the Sleepless');
    const caret = vscode.window.activeTextEditor?.selection;
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      house,
      caret,
      'refactor',
    );
    const commands = actions.map(({ command }) => command?.command).filter((name) => name?.startsWith('retcon.'));
    assert.deepEqual(commands, [
      'retcon.retconValue',
      'retcon.extractFact',
      'retcon.rewrite',
      'retcon.declare',
      'retcon.retract',
      'retcon.makeSecret',
    ]);
  });
});
