/** The pages of rules at addresses of their own, which reports outside the editor link to: vscode://retcon.retcon/rules/date/inverted. */
import * as vscode from 'vscode';

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
