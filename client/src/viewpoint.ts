/** The viewpoint in the status bar: from when, and through whose eyes, hovers, lenses, hints and fading tell, and the way back to now. */
import * as vscode from 'vscode';
import { type BaseLanguageClient as LanguageClient, State } from 'vscode-languageclient';
import { type Chosen, VIEWPOINT_CHANGED, type ViewpointState } from '../../server/src/lsp/protocol/protocolViewpoint';
import { command } from './openPlace';
import { sendRequest, documents, whileReading } from './server/languageServer';
import { pickEyes } from './asking/knowerPick';
import { pickViewpoint } from './viewpointPick';

const WARNING = new vscode.ThemeColor('statusBarItem.warningBackground');

/** @param shown called with whether it is now, and with what is shown */
export function offerViewpoint(
  client: LanguageClient,
  shown: (isNow: boolean, state: ViewpointState | null) => void,
): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('retcon.viewpoint', vscode.StatusBarAlignment.Right, 100);
  item.name = vscode.l10n.t('Retcon Viewpoint');
  item.command = 'retcon.viewpoint';
  // Beside it, and only where there is something to go back from.
  const back = vscode.window.createStatusBarItem('retcon.viewpointNow', vscode.StatusBarAlignment.Right, 99.9);
  back.name = vscode.l10n.t('Retcon: Back to Now');
  back.text = '$(discard)';
  back.tooltip = vscode.l10n.t('Back to Now');
  back.accessibilityInformation = { label: back.tooltip };
  back.backgroundColor = WARNING;
  back.command = 'retcon.viewpointNow';
  const show = (state: ViewpointState | null): void => {
    const isNow = showState(item, state);
    void vscode.commands.executeCommand('setContext', 'retcon.isNotNow', !isNow);
    shown(isNow, state);
    if (isNow) back.hide();
    else back.show();
  };

  let asked = 0;
  const refresh = async (): Promise<void> => {
    const mine = ++asked;
    const state = client.state === State.Running ? await sendRequest(client, 'retcon/viewpoint', here()) : null;
    if (mine === asked) show(state ?? null);
  };
  const choose = async (chosen: Chosen | undefined): Promise<ViewpointState | undefined> => {
    const state = chosen && (await whileReading(sendRequest(client, 'retcon/setViewpoint', { ...here(), ...chosen })));
    if (state) {
      asked++;
      show(state);
    }
    return state;
  };
  return vscode.Disposable.from(
    item,
    back,
    command('viewpoint', async (chosen?: Chosen) => choose(chosen ?? (await pickViewpoint(client, here())))),
    command('asSeenBy', async (given?: { readonly for?: string }) => {
      const picked = given ?? (await pickEyes(client, here()));
      // The dates stay where they are.
      const state = picked && (await sendRequest(client, 'retcon/viewpoint', here()));
      return picked && state ? choose({ ...chosenIn(state), ...picked }) : undefined;
    }),
    command('viewpointNow', () => choose({})),
    client.onNotification(VIEWPOINT_CHANGED, refresh),
    client.onDidChangeState(refresh),
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      // A page of answers or a view takes nothing away: it is still the same codex.
      if (editor) void refresh();
    }),
  );
}

/** The document that is open, if it is one of ours. */
function here(): { readonly uri?: string } {
  const document = vscode.window.activeTextEditor?.document;
  return document && vscode.languages.match(documents, document) > 0 ? { uri: document.uri.toString() } : {};
}

/** Whether it is now. @param state null: there is no world here */
function showState(item: vscode.StatusBarItem, state: ViewpointState | null): boolean {
  const words = state && wordsOf(state);
  const problem = state?.problem;
  const isNow = words === null && problem === undefined;
  if (state === null) {
    item.hide();
    return true;
  }
  const what = vscode.l10n.t(
    'Hovers, lenses, hints and fading tell of this point. Problems and views are always of now.',
  );
  item.backgroundColor = isNow ? undefined : WARNING;
  if (words !== null) {
    item.text = `$(${state.for === null ? 'history' : 'eye'}) ${words}`;
    item.tooltip = vscode.l10n.t(
      'Viewpoint: {0}. {1} Click to choose another point, or to go back to now.',
      words,
      what,
    );
  } else if (problem !== undefined) {
    item.text = `$(warning) ${vscode.l10n.t('Now')}`;
    item.tooltip = vscode.l10n.t('The viewpoint that was chosen can no longer be read, so it is now. {0}', problem);
  } else {
    item.text = `$(clock) ${vscode.l10n.t('Now')}`;
    item.tooltip = vscode.l10n.t('Viewpoint: now. {0} Click to look from another point.', what);
  }
  item.accessibilityInformation = { label: item.tooltip };
  item.show();
  return isNow;
}

/** The two dates of a viewpoint, as they are chosen. */
const chosenIn = ({ at, asOf }: ViewpointState): Chosen => ({
  ...(at !== null && { at }),
  ...(asOf !== null && { asOf }),
});

/** `Lysa · 412 TA · as of session-46`; null for now. */
function wordsOf({ at, asOf, forTitle }: ViewpointState): string | null {
  const parts = [forTitle, at, asOf === null ? null : asOfWords(asOf)].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' · ');
}

const asOfWords = (asOf: string): string =>
  asOf.startsWith('before:')
    ? vscode.l10n.t('before {0}', asOf.slice('before:'.length))
    : vscode.l10n.t('as of {0}', asOf);
