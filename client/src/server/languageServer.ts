/** The language server as the client sees it: how it is started, and how it is asked. */
import * as vscode from 'vscode';
import { type BaseLanguageClient as LanguageClient, State } from 'vscode-languageclient';
import { type Options, TRUSTED } from '../../../server/src/lsp/protocol/protocol';
import type { Requests } from '../../../server/src/lsp/protocol/requests';
import { NOT_SET_UP } from '../../../server/src/lsp/protocol/protocolFolder';
import { sayWith } from '../openPlace';

const { t } = vscode.l10n;

/** Whether the extension runs in a browser, where there are neither processes nor files. */
export const isInBrowser = 'WorkerGlobalScope' in globalThis;

/** Where notes lie: in a browser, wherever the folder lies that is open. */
const schemes = new Set([
  'file',
  ...(isInBrowser ? (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme) : []),
]);

/** Where Retcon works: notes, also unsaved ones, and the codex's own files. */
export const documents = [
  ...[...schemes, 'untitled'].map((scheme) => ({ scheme, language: 'markdown' })),
  ...[...schemes].map((scheme) => ({ scheme, pattern: '**/{codex,errata,settings}.yaml' })),
];

/** Makes the client of the server; `start` starts it. */
export async function makeClient(context: vscode.ExtensionContext): Promise<LanguageClient> {
  const initializationOptions: Options = {
    hasDialogs: true,
    hearsStatus: true,
    hasOwnChains: true,
    opensCommitted: true,
    opensPlaces: true,
    outlinesHeadings: vscode.extensions.getExtension('vscode.markdown-language-features') !== undefined,
    suggestCommand: 'editor.action.triggerSuggest',
    isTrusted: vscode.workspace.isTrusted,
    storage: (context.storageUri ?? context.globalStorageUri).fsPath,
  };
  const markdown = { isTrusted: { enabledCommands: ['retcon.retconValue'] } };
  const options = { documentSelector: documents, initializationOptions, markdown };
  const client = isInBrowser
    ? (await import('./serverWorker')).serverWorker(context, options)
    : (await import('./serverProcess')).serverProcess(context, options);
  context.subscriptions.push(vscode.workspace.onDidGrantWorkspaceTrust(() => client.sendNotification(TRUSTED)));
  return client;
}

/** Asks the server. What goes wrong is shown to the author and answered as undefined, and so is a cancelled request. */
export async function sendRequest<Name extends keyof Requests>(
  client: LanguageClient,
  name: Name,
  params: Requests[Name][0],
  token?: vscode.CancellationToken,
): Promise<Requests[Name][1] | undefined> {
  if (client.state === State.Running || client.state === State.Starting) {
    try {
      // In place of no token, null would be sent as one more parameter.
      const orNever = token ?? new vscode.CancellationTokenSource().token;
      return await client.sendRequest<Requests[Name][1]>(name, params, orNever);
    } catch (error) {
      if (token?.isCancellationRequested === true) return undefined;
      if (error instanceof Error && 'code' in error && error.code === NOT_SET_UP) void offerSetUp();
      else showMessage(client, error instanceof Error ? error.message : String(error));
    }
  } else showMessage(client, t('it is not running.'));
  return undefined;
}

/** Whether there is a world to ask of; where there is none, it is offered to set one up. @param uri a document of it */
export const isSetUp = async (client: LanguageClient, uri?: string): Promise<boolean> =>
  (await sendRequest(client, 'retcon/isSetUp', { ...(uri !== undefined && { uri }) })) === true;

/** Says what is to be done first; where no world is set up, that comes before. */
export async function adviseWhereSetUp(client: LanguageClient, advice: string): Promise<undefined> {
  if (await isSetUp(client)) void vscode.window.showInformationMessage(advice);
}

async function offerSetUp(): Promise<void> {
  const hasFolder = (vscode.workspace.workspaceFolders ?? []).length > 0;
  const message = hasFolder
    ? t('This folder is not set up as a world yet. Setting it up adds one file; your notes stay as they are.')
    : t('Open the folder that holds your notes first.');
  const offer = hasFolder ? t('Set Up World…') : t('Open Folder…');
  await sayWith(message, offer, () => vscode.commands.executeCommand(hasFolder ? 'retcon.init' : 'vscode.openFolder'));
}

/** Calls whenever the server has started: a restarted one does not know what is shown already. */
export const whenStarted = (client: LanguageClient, run: () => void): vscode.Disposable =>
  client.onDidChangeState(({ newState }) => {
    if (newState === State.Running) run();
  });

/**
 * Says at the edge of the window that something goes on.
 * @param title left out: what was committed is read, which may take seconds the first time
 */
export const whileReading = <T>(answer: Promise<T>, title = t('Reading earlier versions…')): Thenable<T> =>
  vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, () => answer);

function showMessage(client: LanguageClient, message: string): void {
  const isRunning = client.state === State.Running;
  const restart = t('Restart Server');
  void vscode.window.showErrorMessage(`Retcon: ${message}`, ...(isRunning ? [] : [restart])).then((chosen) => {
    if (chosen === restart) void vscode.commands.executeCommand('retcon.restart');
  });
}
