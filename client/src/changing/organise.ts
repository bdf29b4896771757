/** "Organise Frontmatter": the keys of the open note in the documented order, or why they stay as they are. */
import * as vscode from 'vscode';
import type { BaseLanguageClient as LanguageClient, WorkspaceEdit } from 'vscode-languageclient';
import { command } from '../openPlace';
import { sendRequest, isSetUp } from '../server/languageServer';

const { t } = vscode.l10n;

export const offerOrganising = (client: LanguageClient): vscode.Disposable =>
  command('organiseFrontmatter', () => organise(client));

async function organise(client: LanguageClient): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (!(await isSetUp(client, document?.uri.toString()))) return;
  if (document === undefined) return showMessage(t('Open the note whose frontmatter is to be put in order.'));
  const answer = await sendRequest(client, 'retcon/organiseFrontmatter', { uri: document.uri.toString() });
  if (answer === undefined) return;
  if (answer === null) return showMessage(t('This note is in no codex, so there is nothing to put in order.'));
  if (answer === 'in order') return showMessage(t('The frontmatter is in order already.'));
  if (answer === 'unreadable')
    return showMessage(
      t("The frontmatter can't be put in order as it is written: mend what is underlined in it first."),
    );
  await vscode.workspace.applyEdit(await client.protocol2CodeConverter.asWorkspaceEdit(answer as WorkspaceEdit));
}

const showMessage = (message: string): void => void vscode.window.showInformationMessage(message);
