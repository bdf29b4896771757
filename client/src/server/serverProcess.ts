/** The language server as a process of its own: on an author's computer, or where their folder lies. */
import * as vscode from 'vscode';
import type { LanguageClientOptions } from 'vscode-languageclient';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';

export function serverProcess(context: vscode.ExtensionContext, options: LanguageClientOptions): LanguageClient {
  const server = {
    module: context.asAbsolutePath('dist/server.js'),
    transport: TransportKind.stdio,
    options: { env: environment() },
  };
  return new LanguageClient('retcon', 'Retcon', { run: server, debug: server }, options);
}

/** What the server inherits. VS Code takes this setting from no folder, but from its user; where they have not set it, the server looks on. */
function environment(): NodeJS.ProcessEnv {
  const { globalValue } = vscode.workspace.getConfiguration('retcon').inspect<boolean>('followLinks') ?? {};
  return globalValue === undefined ? process.env : { ...process.env, RETCON_FOLLOW_LINKS: globalValue ? '1' : '0' };
}
