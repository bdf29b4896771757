/**
 * "Show Mentions by What They Are For": whatever names the thing under the caret, or else the open entry, in a pick, sorted by
 * role.
 */
import * as vscode from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { NamedPlaces } from '../../../server/src/lsp/protocol/protocol';
import { open } from '../openPlace';
import { sendRequest, isSetUp } from '../server/languageServer';

const { t } = vscode.l10n;

interface Row extends vscode.QuickPickItem {
  readonly named?: NamedPlaces;
}

export async function showMentions(client: LanguageClient): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const found =
    editor &&
    (await sendRequest(client, 'retcon/mentions', {
      uri: editor.document.uri.toString(),
      position: client.code2ProtocolConverter.asPosition(editor.selection.active),
    }));
  if (!found) {
    if (await isSetUp(client, editor?.document.uri.toString()))
      void vscode.window.showInformationMessage(t('Open an entry first, and put the caret on what you ask for.'));
    return;
  }
  const { title, named } = found;
  if (named.length === 0) {
    void vscode.window.showInformationMessage(t('Nothing mentions {0}.', title));
    return;
  }
  const placeHolder =
    named.length === 1 ? t('1 place mentions {0}', title) : t('{0} places mention {1}', named.length, title);
  const chosen = await vscode.window.showQuickPick(rowsOf(named), { placeHolder, matchOnDetail: true });
  if (chosen?.named) await open(chosen.named.uri, chosen.named.range);
}

/** A line between what names it for one thing and what names it for another. */
const rowsOf = (named: readonly NamedPlaces[]): Row[] =>
  named.flatMap((one, i) => {
    const row = { label: one.title, detail: one.line, named: one };
    if (one.role === named[i - 1]?.role) return [row];
    return [{ label: one.role, kind: vscode.QuickPickItemKind.Separator }, row];
  });
