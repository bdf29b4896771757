/** The language server as the client sees it: how it is started, and how it is asked. */
import * as vscode from 'vscode';
import {
  LanguageClient,
  State,
  TransportKind,
  type LanguageClientOptions,
  type RequestType,
} from 'vscode-languageclient/node';

/** Where Retcon works: notes, also unsaved ones, and the codex's own file. */
export const documents = [
  { scheme: 'file', language: 'markdown' },
  { scheme: 'untitled', language: 'markdown' },
  { scheme: 'file', pattern: '**/codex.yaml' },
];

/** Makes the client of dist/server.js; `start` starts it. */
export function makeClient(context: vscode.ExtensionContext): LanguageClient {
  const server = { module: context.asAbsolutePath('dist/server.js'), transport: TransportKind.stdio };
  const options: LanguageClientOptions = {
    documentSelector: documents,
    // Deleting or moving a folder is told as one event of the folder, so everything is watched, and the rest left out below.
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher('**/*') },
    middleware: {
      workspace: {
        didChangeWatchedFile: (event, next) => (mayMatter(event.uri) ? next(event) : Promise.resolve()),
      },
    },
  };
  return new LanguageClient('retcon', 'Retcon', { run: server, debug: server }, options);
}

/** Asks the server; what goes wrong is told to the author, and answered as undefined. */
export async function ask<P, R>(
  client: LanguageClient,
  request: RequestType<P, R, void>,
  params: P,
): Promise<R | undefined> {
  if (client.state === State.Running || client.state === State.Starting) {
    try {
      return await client.sendRequest<R>(request.method, params);
    } catch (error) {
      tell(client, error instanceof Error ? error.message : String(error));
    }
  } else tell(client, 'it is not running.');
  return undefined;
}

function tell(client: LanguageClient, message: string): void {
  const isRunning = client.state === State.Running;
  const restart = 'Restart Server';
  void vscode.window.showErrorMessage(`Retcon: ${message}`, ...(isRunning ? [] : [restart])).then((chosen) => {
    if (chosen === restart) void vscode.commands.executeCommand('retcon.restart');
  });
}

/** Notes, codex.yaml, and what may be a folder. */
function mayMatter(uri: string): boolean {
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  return /\.md$/i.test(name) || name === 'codex.yaml' || !name.includes('.');
}
