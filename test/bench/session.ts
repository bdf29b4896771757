/** A language server over stdio, ours or a peer, as an editor uses it: starting it, typing, and sending requests. */
import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import {
  createMessageConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { lineIndex } from '../../server/src/core/text/span';

/** How to talk to a server. */
export interface Dialect {
  /** The arguments of node. */
  readonly command: readonly string[];
  readonly language: string;
  /** Whether diagnostics are requested; otherwise the server publishes them. */
  readonly isPulled: boolean;
  readonly initializationOptions?: object;
  /** The notifications that it gets once it runs. */
  readonly settings?: object;
  /** Answers to its requests, beyond those of every server. @param root the folder that is open */
  readonly answers?: (root: string) => Readonly<Record<string, (params: never) => unknown>>;
}

const CAPABILITIES = {
  textDocument: { diagnostic: {}, publishDiagnostics: { versionSupport: true }, definition: {}, hover: {} },
  workspace: {
    workspaceFolders: true,
    configuration: true,
    diagnostics: { refreshSupport: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
  },
};

export type Session = Awaited<ReturnType<typeof startSession>>;

/** Starts a server on a folder; it has answered `initialize` then. */
export async function startSession(dialect: Dialect, root: string) {
  const { command, language, isPulled, initializationOptions, settings, answers } = dialect;
  const server = spawn(process.execPath, command, { stdio: ['pipe', 'pipe', 'inherit'], cwd: root });
  const connection = createMessageConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  const ended = new Promise((resolve) => server.once('exit', resolve));
  const published = new Set<(params: PublishDiagnosticsParams) => void>();
  connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
    for (const hear of published) hear(params);
  });
  /** The states that our own server has reported. */
  const states: string[] = [];
  const waiting = new Map<string, () => void>();
  connection.onNotification('retcon/status', ({ state }: { readonly state: string }) => {
    states.push(state);
    waiting.get(state)?.();
  });
  connection.onRequest('workspace/configuration', ({ items }: { items: { section?: string }[] }) =>
    items.map(({ section = '' }) => (settings as Record<string, unknown> | undefined)?.[section] ?? null),
  );
  for (const [method, answer] of Object.entries(answers?.(root) ?? {}))
    connection.onRequest(method, answer as () => unknown);
  connection.onRequest((_method) => null);
  connection.listen();
  const rootUri = pathToFileURL(root).href;
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri,
    capabilities: CAPABILITIES,
    initializationOptions,
    workspaceFolders: [{ uri: rootUri, name: 'bench' }],
  });
  await connection.sendNotification('initialized', {});
  if (settings) await connection.sendNotification('workspace/didChangeConfiguration', { settings });

  let [uri, text, version, resultId] = ['', '', 0, undefined as string | undefined];
  const ask = <T>(method: string, params: object = {}): Promise<T> =>
    connection.sendRequest<T>(method, { textDocument: { uri }, ...params });
  /** The diagnostics of the open document: requested, or the next that are published. @param change what they follow */
  const diagnosed = async (change: () => Promise<void>): Promise<void> => {
    if (isPulled) {
      await change();
      const report = await ask<{ resultId?: string }>('textDocument/diagnostic', { previousResultId: resultId });
      ({ resultId } = report);
      return;
    }
    const come = new Promise<void>((resolve) => {
      const hear = (params: PublishDiagnosticsParams): void => {
        if (params.uri !== uri || (params.version ?? version) < version) return;
        published.delete(hear);
        resolve();
      };
      published.add(hear);
    });
    await change();
    await come;
  };
  const type = (at: number, words: string): Promise<void> => {
    const place = lineIndex(text).placeAt(at);
    text = text.slice(0, at) + words + text.slice(at);
    version++;
    return connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ range: { start: place, end: place }, text: words }],
    });
  };
  return {
    pid: server.pid,
    get text() {
      return text;
    },
    /** Until the diagnostics of an opened document have arrived. @param file absolute */
    open: (file: string, content: string): Promise<void> =>
      diagnosed(() => {
        [uri, text, version] = [pathToFileURL(file).href, content, 1];
        return connection.sendNotification('textDocument/didOpen', {
          textDocument: { uri, languageId: language, version, text },
        });
      }),
    type,
    /** From a key to the diagnostics. */
    key: (at: number, words: string): Promise<void> => diagnosed(() => type(at, words)),
    ask: <T>(method: string, at?: number): Promise<T> =>
      ask(method, at === undefined ? {} : { position: lineIndex(text).placeAt(at) }),
    request: <T>(method: string, params: object): Promise<T> => connection.sendRequest<T>(method, params),
    /** Until our own server reports that state. */
    status: (state: string): Promise<void> =>
      new Promise((resolve) => {
        waiting.set(state, resolve);
        if (states.includes(state)) resolve();
      }),
    async stop(): Promise<void> {
      await connection.sendRequest('shutdown');
      await connection.sendNotification('exit');
      await ended;
      connection.dispose();
    },
  };
}
