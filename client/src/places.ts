/** Going to places in files, for the code lenses and links that the server writes. Positions are LSP's. */
import * as vscode from 'vscode';
import type { Range } from 'vscode-languageclient/node';

/** Shows two versions side by side in VS Code's diff. */
export async function compare(before: string, after: string, title: string): Promise<void> {
  await vscode.commands.executeCommand('vscode.diff', vscode.Uri.parse(before), vscode.Uri.parse(after), title);
}

/** Opens a file with the range selected, or at its start. */
export async function open(uri: string, range?: Range): Promise<void> {
  const selection = range && {
    selection: new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character),
  };
  await vscode.window.showTextDocument(vscode.Uri.parse(uri), { preview: true, ...selection });
}
