/** Shows which keys fit as soon as one is begun: in markdown VS Code suggests nothing unasked, and must not in prose. */
import * as vscode from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';

/** Frontmatter that goes on for longer is none. */
const MOST_LINES = 500;

export const suggestKeys = (client: LanguageClient): vscode.Disposable =>
  vscode.workspace.onDidChangeTextDocument(async ({ document, contentChanges: [change, ...others], reason }) => {
    if (document !== vscode.window.activeTextEditor?.document || document.languageId !== 'markdown') return;
    if (!change || others.length > 0 || reason !== undefined) return;
    if (!change.range.isEmpty || !/^\p{L}$/u.test(change.text)) return;
    const { line, character } = change.range.start;
    const written = document.lineAt(line).text;
    if (!/^ *$/.test(written.slice(0, character)) || !/^\s*(?:#|$)/.test(written.slice(character + 1))) return;
    const isWanted = vscode.workspace.getConfiguration('editor', document).get('suggestOnTriggerCharacters') !== false;
    if (!isWanted || !isInFrontmatter(document, line) || !client.isRunning()) return;
    // The server hears of the change first.
    await new Promise((resolve) => setTimeout(resolve));
    // Where we have nothing, VS Code would suggest whatever words there are. A server that is being stopped has nothing.
    const asked = client.sendRequest('textDocument/completion', {
      textDocument: { uri: client.code2ProtocolConverter.asUri(document.uri) },
      position: { line, character: character + 1 },
      context: { triggerKind: 1 },
    });
    const found = await asked.catch(() => null);
    if (found !== null) await vscode.commands.executeCommand('editor.action.triggerSuggest', { auto: true });
  });

function isInFrontmatter(document: vscode.TextDocument, line: number): boolean {
  if (line === 0 || line > MOST_LINES || !/^\uFEFF?---\s*$/.test(document.lineAt(0).text)) return false;
  for (let above = 1; above < line; above++) if (/^(?:---|\.\.\.)\s*$/.test(document.lineAt(above).text)) return false;
  return true;
}
