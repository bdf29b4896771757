/** Shows pale what no longer counts, and strikes through what names it: the server says what, and when to ask again. */
import * as vscode from 'vscode';
import { type BaseLanguageClient as LanguageClient, State } from 'vscode-languageclient';
import { FADING_CHANGED, type FadingAnswer } from '../../server/src/lsp/protocol/protocol';
import { documents } from './server/languageServer';

export function showFading(client: LanguageClient): vscode.Disposable {
  const faded = vscode.window.createTextEditorDecorationType({ opacity: '0.6' });
  const struck = vscode.window.createTextEditorDecorationType({ textDecoration: 'line-through' });

  const show = async (editor: vscode.TextEditor): Promise<void> => {
    const { document } = editor;
    if (client.state !== State.Running || vscode.languages.match(documents, document) === 0) return;
    const { version } = document;
    const answer = await client
      .sendRequest<FadingAnswer>('retcon/fading', { uri: document.uri.toString() })
      // A server that ends before it answers is asked again when it is back; what is shown stays till then.
      .catch(() => null);
    if (answer === null) return;
    if (document.version !== version) return show(editor);
    editor.setDecorations(faded, answer.faded.map(rangeOf));
    editor.setDecorations(struck, answer.struck.map(rangeOf));
  };
  const showAll = (): void => {
    for (const editor of vscode.window.visibleTextEditors) void show(editor);
  };
  return vscode.Disposable.from(
    faded,
    struck,
    vscode.window.onDidChangeVisibleTextEditors(showAll),
    client.onDidChangeState(showAll),
    client.onNotification(FADING_CHANGED, (uris: readonly string[]) => {
      for (const editor of vscode.window.visibleTextEditors)
        if (uris.includes(editor.document.uri.toString())) void show(editor);
    }),
  );
}

const rangeOf = ({ start, end }: FadingAnswer['faded'][number]): vscode.Range =>
  new vscode.Range(start.line, start.character, end.line, end.character);
