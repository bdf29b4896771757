/** A language client that shows every byte: it sends exactly what a test gives it, and keeps all that the server sends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Files } from '../support/codex';
import { CLI, type Json } from './process';

/** What came from the server: an answer, a request or a notification. */
export interface Sent {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: Json;
  readonly result?: Json;
  readonly error?: { readonly code: number; readonly message: string };
}

export type PlainClient = ReturnType<typeof startPlainClient>;

/** @param answer what a request of the server is answered with; an error by default, as by a client that knows no requests */
export function startPlainClient(
  files: Files,
  answer: (request: Sent) => Pick<Sent, 'result' | 'error'> = () => ({ error: { code: -32601, message: 'unknown' } }),
) {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'retcon-client-')));
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
  }
  const server: ChildProcess = spawn(process.execPath, [CLI, 'lsp', '--stdio'], { stdio: 'pipe' });
  const sent: Sent[] = [];
  const arrivals = new EventEmitter().setMaxListeners(0);
  const write = (body: string): void => {
    server.stdin?.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  let rest = Buffer.alloc(0);
  server.stdout?.on('data', (data: Buffer) => {
    rest = Buffer.concat([rest, data]);
    for (;;) {
      const head = rest.indexOf('\r\n\r\n');
      const length = Number(/Content-Length: (\d+)/.exec(rest.subarray(0, Math.max(head, 0)).toString())?.[1]);
      if (head < 0 || rest.length < head + 4 + length) return;
      const message = JSON.parse(rest.subarray(head + 4, head + 4 + length).toString()) as Sent;
      rest = rest.subarray(head + 4 + length);
      sent.push(message);
      arrivals.emit('message');
      if (message.method !== undefined && message.id !== undefined)
        write(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...answer(message) }));
    }
  });
  let status: number | null | undefined;
  const ended = new Promise<number | null>((resolve) => {
    server.once('exit', (code: number | null) => {
      resolve((status = code));
      arrivals.emit('message');
    });
  });
  let ids = 0;
  const self = {
    root,
    /** All that has come, in its order. */
    sent,
    /** The exit status, once it has ended. */
    ended,
    uriOf: (file: string): string => pathToFileURL(path.join(root, file)).href,
    /** Sends a body as it is. */
    write,
    notify: (method: string, params?: object): void => write(JSON.stringify({ jsonrpc: '2.0', method, params })),
    async request(method: string, params?: object): Promise<Sent> {
      const id = ++ids;
      write(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
      return self.next(`the answer to ${method}`, (one) => one.id === id && one.method === undefined);
    },
    /** The first message of a kind, now or later. */
    async next(what: string, is: (message: Sent) => boolean): Promise<Sent> {
      const late = AbortSignal.timeout(180_000);
      for (;;) {
        const found = sent.find(is);
        if (found) return found;
        if (status !== undefined) throw new Error(`the server ended with ${status} before ${what}`);
        await once(arrivals, 'message', { signal: late }).catch(() => {
          throw new Error(`timed out waiting for ${what}`);
        });
      }
    },
    open(file: string, text = fs.readFileSync(path.join(root, file), 'utf8')): void {
      const textDocument = { uri: self.uriOf(file), languageId: 'markdown', version: 1, text };
      self.notify('textDocument/didOpen', { textDocument });
    },
    /** Ends the server as the protocol lays down: its exit status. */
    async stop(): Promise<number | null> {
      if (status === undefined) {
        await self.request('shutdown');
        self.notify('exit');
      }
      const code = await ended;
      fs.rmSync(root, { recursive: true });
      return code;
    },
  };
  return self;
}
