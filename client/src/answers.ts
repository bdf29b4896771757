/** Answers as pages: read-only documents of the scheme `retcon`, rendered by VS Code's own markdown preview. */
import * as vscode from 'vscode';
import type { Answer } from './protocol';

export interface Answers extends vscode.Disposable {
  /** Opens an answer, rendered. */
  readonly show: (answer: Answer) => Promise<void>;
  /** Opens a text that is not written anywhere yet, under the name it would have. */
  readonly preview: (name: string, text: string) => Promise<void>;
}

export function showAnswers(): Answers {
  const texts = new Map<string, string>();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const registrations = vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider('retcon', {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => texts.get(uri.path) ?? '',
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === 'retcon') texts.delete(uri.path);
    }),
  );

  const keep = (name: string, text: string): vscode.Uri => {
    const uri = vscode.Uri.from({ scheme: 'retcon', path: `/${name.replaceAll('/', '∕')}` });
    texts.set(uri.path, text);
    changed.fire(uri);
    return uri;
  };
  return {
    show: async ({ title, markdown }) => {
      const uri = keep(`${title}.md`, markdown);
      await vscode.commands.executeCommand('vscode.openWith', uri, 'vscode.markdown.preview.editor');
    },
    preview: async (name, text) => {
      await vscode.window.showTextDocument(keep(name, text), { preview: true });
    },
    dispose: () => registrations.dispose(),
  };
}
