/** Shows which keys fit as soon as one is begun: in markdown VS Code suggests nothing unasked, and must not in prose. */
import * as vscode from 'vscode';

/** Frontmatter that goes on for longer is none. */
const MOST_LINES = 500;

export const suggestKeys = (): vscode.Disposable =>
  vscode.workspace.onDidChangeTextDocument(({ document, contentChanges: [change, ...others], reason }) => {
    if (document !== vscode.window.activeTextEditor?.document || document.languageId !== 'markdown') return;
    if (!change || others.length > 0 || reason !== undefined) return;
    if (!change.range.isEmpty || !/^\p{L}$/u.test(change.text)) return;
    const { line, character } = change.range.start;
    const written = document.lineAt(line).text;
    if (!/^ *$/.test(written.slice(0, character)) || !/^\s*(?:#|$)/.test(written.slice(character + 1))) return;
    const isWanted = vscode.workspace.getConfiguration('editor', document).get('suggestOnTriggerCharacters') !== false;
    if (isWanted && isInFrontmatter(document, line))
      void vscode.commands.executeCommand('editor.action.triggerSuggest', { auto: true });
  });

function isInFrontmatter(document: vscode.TextDocument, line: number): boolean {
  if (line === 0 || line > MOST_LINES || !/^\uFEFF?---\s*$/.test(document.lineAt(0).text)) return false;
  for (let above = 1; above < line; above++) if (/^(?:---|\.\.\.)\s*$/.test(document.lineAt(above).text)) return false;
  return true;
}
