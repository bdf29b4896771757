/** The VS Code side of Retcon: starts the server, and puts its answers where an author looks for them. */
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { STATUS, type WasTrueAt } from '../../server/src/lsp/protocol';
import { showAnswers } from './answers';
import { compare, open } from './places';
import { lookUp, showLog, whatWasTrue } from './questions';
import { makeClient } from './server';
import { setUpWorld } from './setUp';
import { showStatus } from './status';

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const server = makeClient(context);
  client = server;
  const answers = showAnswers(context);
  const status = showStatus();
  const command = (name: string, run: (...args: never[]) => unknown) =>
    vscode.commands.registerCommand(`retcon.${name}`, run);
  context.subscriptions.push(
    answers,
    status,
    command('wasTrueAt', (question?: WasTrueAt) => whatWasTrue(server, answers, question)),
    command('lookup', (name?: string) => lookUp(server, answers, name)),
    command('log', () => showLog(server, answers)),
    command('init', () => setUpWorld(server)),
    command('restart', () => server.restart()),
    command('compare', compare),
    command('open', open),
    server.onNotification(STATUS, status.show),
    server.onDidChangeState(({ newState }) => status.serverIs(newState)),
  );
  try {
    await server.start();
  } catch (error) {
    status.show({ state: 'failed', entries: 0, retcons: 0, message: String(error) });
  }
}

export async function deactivate(): Promise<void> {
  if (client?.isRunning()) await client.stop();
}
