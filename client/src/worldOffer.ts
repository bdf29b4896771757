/** The offer to set up a folder that looks like a world: a status bar item, and one message in the life of a workspace. */
import * as vscode from 'vscode';
import type { Status } from '../../server/src/lsp/protocol/protocol';

const { t } = vscode.l10n;

/** In the state of the workspace: `asked` once the message was shown, `declined` where its author said so. */
const OFFER = 'retcon.setUpOffer';

interface WorldOffer extends vscode.Disposable {
  readonly follow: (status: Status) => void;
}

export function offerSettingUp({ workspaceState }: vscode.ExtensionContext): WorldOffer {
  const item = vscode.window.createStatusBarItem('retcon.setUp', vscode.StatusBarAlignment.Right);
  item.name = t('Retcon: Set Up World');
  item.text = `$(globe) ${t('Set Up World')}`;
  item.tooltip = t('These notes look like a world. Setting it up adds one file; your notes stay as they are.');
  item.accessibilityInformation = { label: `${t('Set Up World')}. ${item.tooltip}` };
  item.command = 'retcon.init';
  const offer = async (): Promise<void> => {
    await workspaceState.update(OFFER, 'asked');
    const [setUp, notHere] = [t('Set Up…'), t('Not Here')];
    const question = t(
      'These notes look like a world: set it up for a timeline, contradictions and what was true when?',
    );
    const chosen = await vscode.window.showInformationMessage(question, setUp, notHere);
    if (chosen === setUp) await vscode.commands.executeCommand('retcon.init');
    if (chosen !== notHere) return;
    await workspaceState.update(OFFER, 'declined');
    item.hide();
  };
  return {
    follow({ state, looksLikeWorld }) {
      const answer = workspaceState.get(OFFER);
      if (state !== 'dormant' || looksLikeWorld !== true || answer === 'declined') return item.hide();
      item.show();
      if (answer === undefined) void offer();
    },
    dispose: () => item.dispose(),
  };
}
