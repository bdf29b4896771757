/** The language server in a worker of a browser: it talks by messages, and asks the editor for what is in files. */
import { NO_FILE_STAMP, openLore, loadSql } from '../../index/proseIndex';
import { serveIndex } from '../../index/indexThread';
import { renderMarkdown } from '../../otherTools/markdown';
import type { FilesPort, Platform, StartSearcher, OpenStartupCache } from '../../platform/platform';
import { type AskFiles, editorFiles } from './editorFiles';
import {
  BrowserMessageReader,
  BrowserMessageWriter,
  type Connection,
  createConnection,
} from 'vscode-languageserver/browser';
import { FILES, type FilesAnswer, type FilesParams } from '../../lsp/protocol/protocolFolder';
import { startServer, type Transport } from '../../lsp/server';

/** What node has and browsers lack, to let others have their turn: `setTimeout` would have everybody wait for milliseconds. */
export function provideImmediate(): void {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.addEventListener('message', () => waiting.shift()?.());
  port1.start();
  const setImmediate = (run: () => void): void => {
    waiting.push(run);
    port2.postMessage(null);
  };
  Object.assign(globalThis, { setImmediate });
}

/** What the language server has of a browser's worker: the files that the editor reads for it. There is no git, and nothing is kept. */
export function workerPlatform(ask: AskFiles, home: string): Platform {
  const files = editorFiles(ask);
  return {
    files,
    git: null,
    editions: null,
    imports: null,
    renderMarkdown,
    openStartupCache,
    startSearcher: searcherIn(files, () => sqlWasm(ask, home)),
    memory: { giveBack: () => Promise.resolve(), giveBackLater: () => undefined },
    home,
  };
}

/** Nothing is kept: what the editor has to read for us it has to read again. */
const openStartupCache: OpenStartupCache = (_root, _storage, onDisk) => ({
  begin: () => undefined,
  read: onDisk,
  touched: () => undefined,
  take: ({ files }) => Promise.resolve(files),
  keep: () => Promise.resolve(),
});

/** Searches in this worker, in slices. @param wasm reads what SQLite is compiled to */
const searcherIn =
  (files: FilesPort, wasm: () => Promise<Uint8Array>): StartSearcher =>
  ({ root, codexText }, { reply, failed }) => {
    const disk = { textOf: files.readerOf(root, () => undefined), stampOf: () => NO_FILE_STAMP, keep: () => undefined };
    const serving = wasm()
      .then(loadSql)
      .then((sql) => serveIndex(openLore(sql, null, codexText ?? ''), disk, reply));
    serving.catch(failed);
    return { tell: (told) => void serving.then((take) => take(told)).catch(() => undefined), close: () => undefined };
  };

/** The bytes of sql.js's WebAssembly, as they lie in the package. */
async function sqlWasm(ask: AskFiles, home: string): Promise<Uint8Array> {
  const { files } = await ask({ folders: [], files: [`${home}/dist/sql-wasm.wasm`] });
  const [bytes = null] = files;
  if (bytes === null || typeof bytes === 'string') throw new Error(bytes ?? 'sql-wasm.wasm is not in the package');
  return bytes;
}

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
      // A request that waits for a file gets the reason why there is none.
      const why = error instanceof Error ? error.message : String(error);
      return { folders: asked.folders.map(() => why), files: asked.files.map(() => why) };
    }
  };
  // What is compiled for the next start is the browser's own business.
  const program = { version, keepCode: () => Promise.resolve() };
  startServer(workerPlatform(ask, home), { reader, writer, connect }, program);
}

/** What sends and receives messages. */
export type Port = ConstructorParameters<typeof BrowserMessageReader>[0];
