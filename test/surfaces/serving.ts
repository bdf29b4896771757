/** How a server is started for a test: as a process, as most editors do it. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type MessageReader,
  type MessageWriter,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';

export interface Serving {
  /** The URI of a file of the folder that is served. */
  uriOf(root: string, file: string): string;
  start(asked: Asked): Server;
}

interface Asked {
  readonly root: string;
  /** What is said to it beside that it is to serve. */
  readonly more: readonly string[];
  readonly cli: string | undefined;
  /** Called with what it writes to stderr. */
  readonly complain: (words: string) => void;
}

export interface Server {
  readonly pid: number | undefined;
  readonly reader: MessageReader;
  readonly writer: MessageWriter;
  /** Its exit status, once it has ended. */
  readonly ended: Promise<number | null>;
  /** Answers what such a server asks its editor. */
  answer?(connection: ProtocolConnection): void;
  /** Ends it, where it can't do so by itself. */
  end?(): void;
}

const built = path.resolve('dist/cli.js');

export const asProcess: Serving = {
  uriOf: (root, file) => pathToFileURL(path.join(root, file)).href,
  start({ more, cli = built, complain }) {
    const server = spawn(process.execPath, [cli, 'lsp', '--stdio', ...more], { stdio: 'pipe' });
    server.stderr.on('data', (data: Buffer) => complain(String(data)));
    return {
      pid: server.pid,
      reader: new StreamMessageReader(server.stdout),
      writer: new StreamMessageWriter(server.stdin),
      ended: new Promise((resolve) => {
        server.once('exit', resolve);
      }),
    };
  },
};
