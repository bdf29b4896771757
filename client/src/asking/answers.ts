/** Answers as pages: rendered by VS Code's own markdown, read-only, with links that open the files. */
import * as vscode from 'vscode';
import type { AnswerPage } from '../../../server/src/lsp/protocol/protocol';
import { webPage } from '../drawn/pages';

export interface AnswerPages extends vscode.Disposable {
  /** Opens an answer, in place of the one before. @param column where, if there was none; else where the author is */
  readonly show: (answer: AnswerPage, column?: vscode.ViewColumn) => Promise<void>;
}

/** VS Code's markdown preview resolves links against a file of the workspace, which an answer is not: so a page of our own. */
export function showAnswers(context: vscode.ExtensionContext): AnswerPages {
  const media = vscode.Uri.joinPath(context.extensionUri, 'media');
  let panel: vscode.WebviewPanel | undefined;

  const open = (title: string, column: vscode.ViewColumn): vscode.WebviewPanel => {
    const opened = vscode.window.createWebviewPanel('retcon.answer', title, column, {
      enableCommandUris: ['retcon.open', 'retcon.showInTimeline'],
      enableFindWidget: true,
      localResourceRoots: [media],
    });
    opened.iconPath = vscode.Uri.joinPath(media, 'icon.png');
    opened.onDidDispose(() => {
      panel = undefined;
    });
    return opened;
  };
  return {
    show: async ({ title, markdown }, column = vscode.ViewColumn.Active) => {
      const body = await vscode.commands.executeCommand<string>('markdown.api.render', linkByCommand(markdown));
      panel ??= open(title, column);
      const { cspSource } = panel.webview;
      const style = panel.webview.asWebviewUri(vscode.Uri.joinPath(media, 'answer.css'));
      panel.title = title;
      panel.webview.html = webPage(`style-src ${cspSource}`, style, `<main>${body}</main>`);
      panel.reveal();
    },
    dispose: () => panel?.dispose(),
  };
}

/** The server links to files, by their URI; a page can open them only by a command. */
const linkByCommand = (markdown: string): string =>
  markdown.replace(/\]\(<?((?!(?:https?|mailto|command):)[a-z][\w+.-]*:[^)>\s]+)>?\)/g, (_, uri: string) => {
    return `](command:retcon.open?${encodeURIComponent(JSON.stringify([uri]))})`;
  });
