/** The server as a browser runs it: the script that the extension makes, in a worker where nothing of node can be reached. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { PortMessageReader, PortMessageWriter } from 'vscode-languageserver/node';
import { workerScript } from '../../client/src/server/workerScript';
import type { FilesAnswer, FilesParams } from '../../server/src/lsp/protocol/protocolFolder';
import type { Serving } from './serving';

/** Where the world of an author lies that github.dev has open. */
const WORLD = 'vscode-vfs://github/author/world';

/** A realm with what workers of browsers have, and with nothing that only node has. */
const REALM = `
const { parentPort, workerData } = require('node:worker_threads');
const scope = Object.assign(new EventTarget(), { postMessage: (message) => parentPort.postMessage(message) });
const heard = (data) => scope.dispatchEvent(Object.assign(new Event('message'), { data }));
parentPort.on('message', (data) => (scope.onmessage ? scope.onmessage({ data }) : heard(data)));
const { MessageChannel, TextDecoder, TextEncoder, URL, crypto, performance, console } = globalThis;
const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis;
const web = {
  MessageChannel, TextDecoder, TextEncoder, URL, crypto, performance, console,
  setTimeout, clearTimeout, setInterval, clearInterval, self: scope,
};
require('node:vm').runInNewContext(workerData, web);
`;

export interface Counted {
  /** How many requests for files have come so far. */
  readonly requests: readonly FilesParams[];
}

/** @param asked takes note of what the worker asks of the editor */
export const inWorker = (asked: FilesParams[] = []): Serving => ({
  uriOf: (_root, file) => (file === '' ? WORLD : `${WORLD}/${file.split('/').map(encodeURIComponent).join('/')}`),
  start({ root, complain }) {
    const home = pathToFileURL(path.resolve('.')).href;
    const program = fs.readFileSync('dist/program.js', 'utf8');
    const worker = new Worker(REALM, { eval: true, workerData: workerScript(program, home).join('') });
    worker.on('error', (error) => complain(String(error)));
    const pathOf = (uri: string): string => {
      if (uri.startsWith('file:')) return fileURLToPath(uri);
      // Above the repository there is nothing.
      return uri.startsWith(WORLD) ? path.join(root, decodeURIComponent(uri.slice(WORLD.length))) : '';
    };
    return {
      pid: undefined,
      reader: new PortMessageReader(worker),
      writer: new PortMessageWriter(worker),
      ended: new Promise((resolve) => {
        worker.once('exit', () => resolve(0));
      }),
      answer(connection) {
        connection.onRequest('retcon/files', ({ folders, files }: FilesParams): FilesAnswer => {
          asked.push({ folders, files });
          return { folders: folders.map((uri) => listed(pathOf(uri))), files: files.map((uri) => read(pathOf(uri))) };
        });
      },
      end: () => void worker.terminate(),
    };
  },
});

/** As in `vscode.workspace.fs`: 1 is a file, 2 a folder. */
function listed(folder: string): FilesAnswer['folders'][number] {
  if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return null;
  return fs.readdirSync(folder, { withFileTypes: true }).map((one) => [one.name, one.isDirectory() ? 2 : 1]);
}

const read = (file: string): Uint8Array | null =>
  fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true ? fs.readFileSync(file) : null;
