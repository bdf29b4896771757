/** The language-status item: how many entries are read, or what went wrong and what to do. */
import * as vscode from 'vscode';
import { type BaseLanguageClient as LanguageClient, State } from 'vscode-languageclient';
import { STATUS, type Status } from '../../server/src/lsp/protocol/protocol';
import { documents } from './server/languageServer';

const { t } = vscode.l10n;

const restart: vscode.Command = { command: 'retcon.restart', title: t('Restart Server') };
const setUp: vscode.Command = { command: 'retcon.init', title: t('Set up…') };
const log: vscode.Command = { command: 'retcon.log', title: t('Show All Changes') };

interface StatusItem extends vscode.Disposable {
  /** Shows what the server says of itself. */
  readonly show: (status: Status) => void;
}

/** @param onStatus is given each status that the server reports: of a notification, a client calls the last listener only */
export function showStatus(client: LanguageClient, onStatus: (status: Status) => void): StatusItem {
  const item = vscode.languages.createLanguageStatusItem('retcon.status', documents);
  item.name = 'Retcon';

  const set = (
    text: string,
    detail: string,
    command?: vscode.Command,
    severity = vscode.LanguageStatusSeverity.Information,
  ) => {
    item.text = `Retcon: ${text}`;
    item.detail = detail;
    item.command = command;
    item.severity = severity;
    item.busy = false;
    item.accessibilityInformation = { label: `${item.text}${detail === '' ? '' : `, ${detail}`}` };
  };
  const busy = (text: string) => {
    set(text, '');
    item.busy = true;
  };
  const failed = (text: string, detail: string) => set(text, detail, restart, vscode.LanguageStatusSeverity.Error);

  busy(t('starting …'));
  const show = ({ state, entries, retcons, message, lacksSetUp = false }: Status): void => {
    setState(state, lacksSetUp);
    switch (state) {
      case 'reading':
        return busy(
          entries === 0
            ? t('reading your world …')
            : t('reading your world, {0} notes so far …', entriesCounted(entries)),
        );
      case 'ready':
        return set(entriesCounted(entries), message ?? (retcons === null ? '' : retconsCounted(retcons)), log);
      case 'dormant':
        return set(t('No world is set up in this folder'), '', setUp);
      case 'failed':
        return failed(t('failed'), message ?? t('See the Retcon output'));
    }
  };
  const listeners = vscode.Disposable.from(
    client.onNotification(STATUS, (status) => {
      show(status);
      onStatus(status);
    }),
    // The server cannot report its own starting and stopping.
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Starting) busy(t('starting …'));
      if (newState !== State.Stopped && newState !== State.StartFailed) return;
      setState('failed', false);
      failed(t('not running'), t('See the Retcon output'));
    }),
  );
  return { show, dispose: () => vscode.Disposable.from(listeners, item).dispose() };
}

const entriesCounted = (n: number): string => (n === 1 ? t('1 note') : t('{0} notes', number(n)));
const retconsCounted = (n: number): string => (n === 1 ? t('1 change') : t('{0} changes', number(n)));
const number = (n: number): string => n.toLocaleString(vscode.env.language);

/** For the conditions in package.json. */
function setState(state: Status['state'], lacksSetUp: boolean): void {
  void vscode.commands.executeCommand('setContext', 'retcon.state', state);
  void vscode.commands.executeCommand('setContext', 'retcon.isSetUp', state === 'ready' && !lacksSetUp);
}
