/** Properties become facts in the middle of a dialog: the author is asked, codex.yaml is changed, and the dialog waits for it. */
import * as vscode from 'vscode';
import type { BaseLanguageClient as LanguageClient, WorkspaceEdit } from 'vscode-languageclient';
import type { RetconQuestions, RetconRefused } from '../../../server/src/lsp/protocol/protocolRetcons';
import { sayWithCodexFile } from '../openPlace';
import { sendRequest } from '../server/languageServer';

const { t } = vscode.l10n;

/** Whether keys that are not facts become facts; undefined when the author cancels. */
export async function asksForFacts(keys: readonly string[]): Promise<boolean | undefined> {
  const named = keys.join(', ');
  const rows = [
    {
      label: t('Count them as facts: {0}', named),
      detail: t('Then they are facts on every note, and the new version carries them over.'),
      isMeant: true,
    },
    {
      label: t('Go on without them'),
      detail: t('They are copied as they are, and no answer changes.'),
      isMeant: false,
    },
  ];
  const placeHolder = t('{0} are not facts yet, and a retcon carries over only facts.', named);
  const chosen = await vscode.window.showQuickPick(rows, {
    title: t('Retcon This Page'),
    placeHolder,
    ignoreFocusOut: true,
  });
  return chosen?.isMeant;
}

/** Whether the property that is retconned becomes a fact: without that nothing of it can be remembered. */
export async function asksForFact(key: string): Promise<boolean> {
  const rows = [
    {
      label: t('Count “{0}” as a fact', key),
      detail: t('Then it is a fact on every note, and notes can remember what it was.'),
      isMeant: true,
    },
    { label: t('Cancel'), detail: t('Nothing changes.'), isMeant: false },
  ];
  const chosen = await vscode.window.showQuickPick(rows, {
    title: t('Retcon a Value'),
    placeHolder: t('“{0}” is not a fact yet, and only facts can be retconned.', key),
    ignoreFocusOut: true,
  });
  return chosen?.isMeant === true;
}

/** How often, and at what interval in milliseconds, the server is asked whether it has read codex.yaml again. */
const [TIMES, APART] = [40, 250];

/** Writes into codex.yaml, and saves, that properties are facts; false where that can't be written. @param edit null: there is none */
export async function areFactsNow(client: LanguageClient, edit: object | null): Promise<boolean> {
  const change = edit && (await client.protocol2CodeConverter.asWorkspaceEdit(edit as WorkspaceEdit));
  if (!change || !(await vscode.workspace.applyEdit(change))) {
    void sayWithCodexFile(t('The properties could not be made facts.'));
    return false;
  }
  for (const [file] of change.entries()) await (await vscode.workspace.openTextDocument(file)).save();
  return true;
}

/** Declares the keys, and asks again once they are facts. */
export async function withFacts<Q extends Pick<RetconQuestions, 'undeclared'>>(
  client: LanguageClient,
  uri: string,
  keys: readonly string[],
  ask: () => Promise<Q | RetconRefused | undefined>,
): Promise<Q | RetconRefused | undefined> {
  const edit = await sendRequest(client, 'retcon/declareKeys', { uri, keys });
  if (edit === undefined) return undefined;
  if (!(await areFactsNow(client, edit))) return undefined;
  for (let i = 1; ; i++) {
    const questions = await ask();
    if (!questions || 'refusal' in questions || questions.undeclared.length === 0 || i === TIMES) return questions;
    await new Promise((resolve) => setTimeout(resolve, APART));
  }
}
