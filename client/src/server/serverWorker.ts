/** The language server in a worker of the browser, which cannot start a process or open a file: it asks the client for files. */
import * as vscode from 'vscode';
import { type LanguageClientOptions, type MessageTransports, State } from 'vscode-languageclient';
import { BrowserMessageReader, BrowserMessageWriter, LanguageClient } from 'vscode-languageclient/browser';
import { FILES, type FilesAnswer, type FilesParams } from '../../../server/src/lsp/protocol/protocolFolder';
import { workerScript } from './workerScript';

const { fs } = vscode.workspace;

export function serverWorker(context: vscode.ExtensionContext, options: LanguageClientOptions): LanguageClient {
  let worker: Worker | undefined;
  const start = async (): Promise<MessageTransports> => {
    worker = await startWorker(context.extensionUri);
    return { reader: new BrowserMessageReader(worker), writer: new BrowserMessageWriter(worker) };
  };
  const client = new LanguageClient('retcon', 'Retcon', start, options);
  context.subscriptions.push(
    client.onRequest(FILES, filesFor),
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Stopped) worker?.terminate();
    }),
  );
  return client;
}

/** A worker can't be started from where an extension lies (microsoft/vscode#144235): it is given the text of its script. */
async function startWorker(extension: vscode.Uri): Promise<Worker> {
  const program = await fs.readFile(vscode.Uri.joinPath(extension, 'dist/program.js'));
  const script = new Blob(workerScript(program, extension.toString()), { type: 'text/javascript' });
  const url = URL.createObjectURL(script);
  try {
    return new Worker(url);
  } finally {
    // It is fetched when the worker begins.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }
}

/** Many in one answer: each by itself would take thirty times as long. */
async function filesFor({ folders, files }: FilesParams): Promise<FilesAnswer> {
  const [listed, read] = await Promise.all([
    Promise.all(folders.map((uri) => answered(fs.readDirectory(vscode.Uri.parse(uri))))),
    Promise.all(files.map((uri) => answered(fs.readFile(vscode.Uri.parse(uri))))),
  ]);
  return { folders: listed, files: read };
}

/** Null where there is nothing of the kind; why it can't be read, in words, where there is. */
const answered = <T>(asked: Thenable<T>): Thenable<T | string | null> =>
  asked.then(
    (found) => found,
    (error: unknown) => {
      const isAbsent =
        error instanceof vscode.FileSystemError &&
        ['FileNotFound', 'FileNotADirectory', 'FileIsADirectory'].includes(error.code);
      return isAbsent ? null : error instanceof Error ? error.message : String(error);
    },
  );
