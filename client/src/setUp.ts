/** "Set Up This World…": shows the codex.yaml that would fit the notes, and writes it when the author says so. */
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { ask } from './server';

const { t } = vscode.l10n;

export async function setUpWorld(client: LanguageClient): Promise<void> {
  const folder = await pickFolder();
  if (folder === undefined) return;
  const file = vscode.Uri.joinPath(folder, 'codex.yaml');
  const preview = await ask(client, 'retcon/initPreview', { folder: folder.toString() });
  if (preview === undefined) return;
  if (preview.exists) {
    void vscode.window.showInformationMessage(t('This world is set up already: its codex.yaml is open.'));
    await vscode.window.showTextDocument(file);
    return;
  }
  await show(preview.codexYaml);
  const create = { label: t('Create codex.yaml'), description: t('in this folder, as shown; you can change it later') };
  const cancel = { label: t('Cancel'), description: t('nothing is written') };
  const chosen = await vscode.window.showQuickPick([create, cancel], {
    title: t('Set Up This World…'),
    placeHolder: preview.summary,
    ignoreFocusOut: true,
  });
  if (chosen === create) await write(file, preview.codexYaml);
}

async function pickFolder(): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) {
    const openFolder = t('Open Folder…');
    const chosen = await vscode.window.showInformationMessage(
      t('Open the folder that holds your notes first.'),
      openFolder,
    );
    if (chosen === openFolder) await vscode.commands.executeCommand('vscode.openFolder');
    return undefined;
  }
  if (folders.length === 1) return folders[0]?.uri;
  return (await vscode.window.showWorkspaceFolderPick({ placeHolder: t('Which folder holds the world?') }))?.uri;
}

/** Shows the text under the name that it would have. It is no file yet, so it cannot be edited. */
async function show(text: string): Promise<void> {
  const uri = vscode.Uri.from({ scheme: 'retcon', path: '/codex.yaml' });
  const provider = vscode.workspace.registerTextDocumentContentProvider('retcon', {
    provideTextDocumentContent: () => text,
  });
  await vscode.window.showTextDocument(uri, { preview: true });
  provider.dispose();
}

async function write(file: vscode.Uri, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(file, { contents: new TextEncoder().encode(text) });
  if (!(await vscode.workspace.applyEdit(edit))) {
    void vscode.window.showErrorMessage(
      t('codex.yaml could not be written to {0}.', vscode.workspace.asRelativePath(file)),
    );
    return;
  }
  await vscode.window.showTextDocument(file);
}
