/** "Verify Claims…": holds the claims that are selected, or that a file of them holds, against the canon. */
import * as vscode from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { AnswerPages } from './answers';
import { command } from '../openPlace';
import { show } from './questions';

const { t } = vscode.l10n;

export const offerVerifying = (client: LanguageClient, answers: AnswerPages): vscode.Disposable =>
  command('verifyClaims', async () => {
    const editor = vscode.window.activeTextEditor;
    const isPage = editor?.document.languageId === 'markdown';
    const range = editor?.selection.isEmpty === true && !isPage ? undefined : editor?.selection;
    const claims = editor?.document.getText(range) ?? '';
    if (claims.trim() !== '') return show(client, answers, { name: 'verify' }, { claims });
    void vscode.window.showInformationMessage(
      t('Select the claims first: a block of JSON or YAML, each with its entity, attribute and value.'),
    );
    return undefined;
  });
