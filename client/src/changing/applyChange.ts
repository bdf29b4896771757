/** Applies what the server has made of an author's answers, and opens the entry where the author goes on. */
import * as vscode from 'vscode';
import type { BaseLanguageClient as LanguageClient, WorkspaceEdit } from 'vscode-languageclient';
import type { RetconMade } from '../../../server/src/lsp/protocol/protocolRetcons';
import { open } from '../openPlace';

const { t } = vscode.l10n;

/** Answers with the URI of the file in which the author goes on; undefined where nothing could be changed. */
export async function apply(client: LanguageClient, { edit, uri, range }: RetconMade): Promise<string | undefined> {
  const change = await client.protocol2CodeConverter.asWorkspaceEdit(edit as WorkspaceEdit);
  const files = [...change.entries().map(([file]) => file), vscode.Uri.parse(uri)];
  const were = await Promise.all(files.map(fileExists));
  if (!(await vscode.workspace.applyEdit(change))) {
    void vscode.window.showErrorMessage(t('Nothing was changed: the files could not be written.'));
    return undefined;
  }
  await open(uri, range);
  // New entries are on the disk, with their texts, before anything points at them.
  for (const file of files.filter((_, i) => were[i] === false))
    await (await vscode.workspace.openTextDocument(file)).save();
  return uri;
}

const fileExists = (file: vscode.Uri): Thenable<boolean> =>
  vscode.workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
