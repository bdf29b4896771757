/** The language server as a process of its own: on an author's computer, or where their folder lies. */
import type * as vscode from 'vscode';
import type { LanguageClientOptions } from 'vscode-languageclient';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';

export function serverProcess(context: vscode.ExtensionContext, options: LanguageClientOptions): LanguageClient {
  const server = { module: context.asAbsolutePath('dist/server.js'), transport: TransportKind.stdio };
  return new LanguageClient('retcon', 'Retcon', { run: server, debug: server }, options);
}
