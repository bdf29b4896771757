/** Commands, and the places in files that they go to. Positions are LSP's. */
import * as vscode from 'vscode';
import type { Range } from 'vscode-languageclient';

/** Registers `retcon.name`. */
export const command = (name: string, run: (...args: never[]) => unknown): vscode.Disposable =>
  vscode.commands.registerCommand(`retcon.${name}`, run);

/** Shows two versions side by side in VS Code's diff. */
export async function compare(before: string, after: string, title: string): Promise<void> {
  await vscode.commands.executeCommand('vscode.diff', vscode.Uri.parse(before), vscode.Uri.parse(after), title);
}

/** Shows what a page has become in each of several others, below each other in one editor. */
export async function lookAtFork(old: string, by: readonly string[], title: string): Promise<void> {
  const before = vscode.Uri.parse(old);
  const sides = by.map((one) => vscode.Uri.parse(one)).map((after) => [after, before, after]);
  await vscode.commands.executeCommand('vscode.changes', title, sides);
}

/**
 * Opens a file at the range, at the line that the URI names as `#L7`, or at its start. The caret stands before what is
 * selected: completion asked for there offers all that can take its place, and not what begins like it.
 */
export async function open(uri: string, range?: Range): Promise<void> {
  const file = vscode.Uri.parse(uri);
  const line = Number(/^L(\d+)/.exec(file.fragment)?.[1] ?? 1) - 1;
  const { start, end } = range ?? { start: { line, character: 0 }, end: { line, character: 0 } };
  const selection = new vscode.Selection(end.line, end.character, start.line, start.character);
  const editor = await vscode.window.showTextDocument(file.with({ fragment: '' }), { selection });
  // Shown, it has the caret at the end.
  editor.selection = selection;
}

/** Says something, with the one button that goes on from there. */
export async function sayWith(words: string, button: string, goOn: () => unknown): Promise<void> {
  if ((await vscode.window.showInformationMessage(words, button)) === button) await goOn();
}

/** The same about what codex.yaml would have to say. */
export const sayWithCodexFile = (words: string): Promise<void> =>
  sayWith(words, vscode.l10n.t('Open codex.yaml'), async () => {
    const [file] = await vscode.workspace.findFiles('**/codex.yaml', undefined, 1);
    if (file) await open(file.toString());
  });

/** The pages of rules at addresses of their own, which reports outside the editor link to: vscode://retcon.retcon/rules/date/inverted. */
export const openRulePages = ({ extensionUri }: vscode.ExtensionContext): vscode.Disposable =>
  vscode.window.registerUriHandler({
    async handleUri({ path }) {
      const code = /^\/rules\/([a-z]+\/[a-z-]+)$/.exec(path)?.[1];
      if (code === undefined) return;
      const page = vscode.Uri.joinPath(extensionUri, 'docs/rules', `${code}.md`);
      try {
        await vscode.workspace.fs.stat(page);
      } catch {
        await vscode.window.showWarningMessage(vscode.l10n.t('This version of Retcon has no rule {0}.', code));
        return;
      }
      await vscode.commands.executeCommand('markdown.showPreview', page);
    },
  });
