/** Reading in the real extension host: hovers at the date of an entry, hints, and what a viewpoint changes of them. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';

const openFile = async (name: string): Promise<vscode.TextDocument> => {
  const [file] = await vscode.workspace.findFiles(`**/${name}.md`);
  assert.ok(file, `the example has no ${name}`);
  return (await vscode.window.showTextDocument(file)).document;
};

const hover = async (document: vscode.TextDocument, word: string): Promise<string> => {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    document.uri,
    document.positionAt(document.getText().indexOf(word)),
  );
  return hovers
    .flatMap(({ contents }) => contents.map((part) => (typeof part === 'string' ? part : part.value)))
    .join();
};

const hints = async (document: vscode.TextDocument): Promise<string[]> => {
  const found = await vscode.commands.executeCommand<vscode.InlayHint[]>(
    'vscode.executeInlayHintProvider',
    document.uri,
    new vscode.Range(0, 0, document.lineCount, 0),
  );
  return found.map(({ label }) => (typeof label === 'string' ? label : label.map(({ value }) => value).join('')));
};

describe('reading in VS Code', () => {
  let refounding: vscode.TextDocument;
  before(async () => {
    refounding = await openFile('refounding-of-house-vyr');
    await vscode.extensions.getExtension('retcon.retcon')?.activate();
  });
  after(() => vscode.commands.executeCommand('retcon.viewpointNow'));

  it('a hover shows first what held at the date of the entry', async () => {
    assert.match(
      await hover(refounding, 'aldric}'),
      /^\*At this note's date, 412 TA:\* \*\*\[Aldric\][^]*, about 28, .*ruler/,
    );
  });

  it('hints stand behind references and intervals', async () => {
    assert.deepEqual((await hints(refounding)).slice(0, 2), [
      '200 TA',
      'Session 47: The Refounding · 4 Highsun 430 TA',
    ]);
    assert.ok((await hints(await openFile('maric'))).includes('about 71 years'));
  });

  it('a viewpoint changes them, until it is now again', async () => {
    const document = await openFile('house-vyr');
    const founding = '[[The Founding';
    assert.match(await hover(document, founding), /— superseded/);
    const state = await vscode.commands.executeCommand('retcon.viewpoint', { at: 'TA 300', asOf: 'session-46' });
    assert.deepEqual(state, { at: '300 TA', asOf: 'session-46', for: null, forTitle: null, present: '430 TA' });
    assert.match(await hover(document, founding), /^\*At 300 TA, as of session-46:\*[^]*— current/);
    await vscode.commands.executeCommand('retcon.viewpointNow');
    assert.match(await hover(document, founding), /— superseded/);
  });
});
