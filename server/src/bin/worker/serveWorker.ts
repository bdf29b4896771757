/** The language server in a worker of a browser: it talks by messages, and asks the editor for what is in files. */
import {
  BrowserMessageReader,
  BrowserMessageWriter,
  type Connection,
  createConnection,
} from 'vscode-languageserver/browser';
import { FILES, type FilesAnswer, type FilesParams } from '../../lsp/protocol/protocolFiles';
import { startServer, type Transport } from '../../lsp/server';
import { provideImmediate } from './immediate';
import { workerPlatform } from './workerPlatform';

/** @param scope the worker's own @param home the folder of the package, as a URI */
export function serveWorker(scope: Port, version: string, home: string): void {
  provideImmediate();
  const reader = new BrowserMessageReader(scope);
  const writer = new BrowserMessageWriter(scope);
  let connection: Connection | undefined;
  const connect: Transport['connect'] = (options) => (connection = createConnection(reader, writer, options));
  const ask = async (asked: FilesParams): Promise<FilesAnswer> => {
    try {
      if (!connection) throw new Error('the editor is not there yet');
      return await connection.sendRequest<FilesAnswer>(FILES, asked);
    } catch (error) {
      // Whoever waits for a file is told why there is none.
      const why = error instanceof Error ? error.message : String(error);
      return { folders: asked.folders.map(() => why), files: asked.files.map(() => why) };
    }
  };
  // What is compiled for the next start is the browser's own business.
  const program = { version, keepCode: () => Promise.resolve() };
  startServer(workerPlatform(ask, home), { reader, writer, connect }, program);
}

/** What messages are sent and heard by. */
export type Port = ConstructorParameters<typeof BrowserMessageReader>[0];
