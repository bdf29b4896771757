/** What an assistant in VS Code is offered: tools that see what is not saved, and a server for the codex. No model is asked. */
import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';

const root = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file('/nowhere');

async function invoked(name: string, input: object): Promise<string> {
  const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
}

describe('an assistant', () => {
  it('sees the open page as it stands on the screen, and asks the canon of it', async () => {
    const { document } = await vscode.window.showTextDocument(vscode.Uri.joinPath(root, 'houses/house-vyr.md'));
    const edit = new vscode.WorkspaceEdit();
    const end = document.getText().indexOf('\n---', 4);
    edit.insert(document.uri, document.positionAt(end), '\nattributes: {banner: a grey heron}');
    await vscode.workspace.applyEdit(edit);
    try {
      const page = await invoked('retcon_open_page', {});
      assert.match(page, /^Data from the codex\./);
      assert.match(page, /houses\/house-vyr\.md, not saved yet/);
      assert.match(page, /for author\./);
      assert.match(page, /banner: a grey heron/);
      const asked = await invoked('retcon_was_true_at', { entity: 'House Vyr', attribute: 'banner' });
      assert.match(asked, /banner: a grey heron/);
      assert.match(await invoked('retcon_was_true_at', { entity: 'House Vir' }), /Did you mean house-vyr/);
    } finally {
      await vscode.commands.executeCommand('workbench.action.files.revert');
    }
  });

  it('has a server for the codex, which the editor starts with its own node', async () => {
    await vscode.workspace.getConfiguration('chat').update('mcp.access', 'all', vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand('workbench.mcp.startServer', '*', { waitForLiveTools: true });
    const served = vscode.lm.tools.filter(({ name }) => /mcp.*(?:what_if|propose_retcon|was_true_at)$/.test(name));
    assert.ok(served.length >= 2, vscode.lm.tools.map(({ name }) => name).join(', '));
  });
});
