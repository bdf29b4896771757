/** An editor without a window: starts `retcon lsp --stdio` on a folder of its own, and speaks the protocol to it. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  CancellationTokenSource,
  type ClientCapabilities,
  type CodeAction,
  type CodeLens,
  type CompletionList,
  createProtocolConnection,
  type Diagnostic,
  FileChangeType,
  type Hover,
  type Location,
  type Position,
  ProgressType,
  type PublishDiagnosticsParams,
  type Range,
} from 'vscode-languageserver/node';
import { lineIndex } from '../../server/src/core/text/span';
import { TYPICAL, withMore } from './typical';
import { asProcess, type Serving } from './serving';
import type { Files } from '../support/codex';
import type { Options, Status, ViewNamed, Waiting } from '../../server/src/lsp/protocol/protocol';

export interface Start {
  /** The folders that are opened, below the root; the root itself by default. */
  readonly folders?: readonly string[];
  /** What is given as `--root`, below the root. */
  readonly served?: string;
  readonly capabilities?: ClientCapabilities;
  readonly initializationOptions?: Options;
  /** The command line that is started; the one that is built here by default. */
  readonly cli?: string;
  /** How the server is started; as a process by default. */
  readonly serving?: Serving;
}

export type Editor = Awaited<ReturnType<typeof startEditor>>;

/** @param files what is on the disk, by path below a folder made for this test */
export async function startEditor(
  files: Files,
  { folders = [''], served, capabilities = {}, initializationOptions, cli, serving = asProcess }: Start = {},
) {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'retcon-')));
  const fileOf = (file: string): string => path.join(root, file);
  const uriOf = (file: string): string => (/^[\w-]+:/.test(file) ? file : serving.uriOf(root, file));
  const put = (file: string, text: string): void => {
    fs.mkdirSync(path.dirname(fileOf(file)), { recursive: true });
    fs.writeFileSync(fileOf(file), text);
  };
  for (const [file, text] of Object.entries(files)) put(file, text);

  const more = served === undefined ? [] : ['--root', fileOf(served)];
  const complaints: string[] = [];
  const shown: string[] = [];
  const server = serving.start({ more, cli, root, complain: (words) => void complaints.push(words) });
  const connection = createProtocolConnection(server.reader, server.writer);
  server.answer?.(connection);
  const published = new Map<string, PublishDiagnosticsParams>();
  const statuses: Status[] = [];
  const refreshes: string[] = [];
  const viewsChanged: string[] = [];
  const waiting: Waiting[] = [];
  const everPublished = new Map<string, boolean>();
  connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
    published.set(params.uri, params);
    for (const { code } of params.diagnostics)
      if (!everPublished.has(String(code)))
        everPublished.set(
          String(code),
          statuses.some(({ state }) => state === 'ready'),
        );
  });
  connection.onNotification('retcon/status', (status: Status) => void statuses.push(status));
  connection.onNotification('retcon/viewChanged', ({ view }: ViewNamed) => void viewsChanged.push(view));
  connection.onNotification('retcon/waiting', (now: Waiting) => void waiting.push(now));
  connection.onNotification('window/logMessage', ({ message }: { message: string }) => void complaints.push(message));
  connection.onNotification('window/showMessage', ({ message }: { message: string }) => void shown.push(message));
  connection.onRequest('workspace/inlayHint/refresh', () => void refreshes.push('inlayHint'));
  connection.onNotification('retcon/viewpointChanged', () => void refreshes.push('viewpoint'));
  connection.onNotification('retcon/fadingChanged', () => void refreshes.push('fading'));
  connection.onRequest('workspace/codeLens/refresh', () => void refreshes.push('codeLens'));
  connection.onRequest('workspace/diagnostic/refresh', () => void refreshes.push('diagnostics'));
  connection.onRequest('client/registerCapability', () => null);
  connection.onRequest('window/workDoneProgress/create', () => null);
  connection.listen();

  const ended = server.ended.then((code) => {
    throw new Error(`the server ended at once, with ${String(code)}: ${complaints.join('\n')}`);
  });
  ended.catch(() => undefined);
  const initialized = connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: null,
    initializationOptions: { hearsStatus: true, ...initializationOptions },
    capabilities: withMore(TYPICAL, capabilities),
    workspaceFolders: folders.map((folder) => ({ uri: uriOf(folder), name: folder })),
  });
  await Promise.race([initialized, ended]);
  await connection.sendNotification('initialized', {});

  const texts = new Map<string, { text: string; version: number }>();
  const at = (file: string, offset: number): Position => lineIndex(texts.get(file)?.text ?? '').placeAt(offset);
  /** The place of a word in an open document. */
  const placeOf = (file: string, word: string): Position => {
    const text = texts.get(file)?.text ?? '';
    const offset = text.indexOf(word);
    if (offset < 0) throw new Error(`${word} is not in ${file}`);
    return at(file, offset);
  };
  const ask = <T>(method: string, file: string, params: object = {}): Promise<T> =>
    connection.sendRequest(method, { textDocument: { uri: uriOf(file) }, ...params });
  const events = (type: FileChangeType, ...changed: readonly string[]) =>
    connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: changed.map((file) => ({ uri: uriOf(file), type })),
    });

  const self = {
    root,
    pid: server.pid,
    connection,
    uriOf,
    statuses,
    refreshes,
    viewsChanged,
    /** The notices about disputes and stale sources that wait for the author. */
    waiting,
    published,
    /** Every code that was ever published, and whether all files had been read when it first was. */
    everPublished,
    /** What the server wrote to its log and to stderr. */
    complaints,
    /** What the server had shown to the author unasked. */
    shown,
    textOf: (file: string): string => texts.get(file)?.text ?? '',
    async open(file: string, text = fs.readFileSync(fileOf(file), 'utf8')): Promise<void> {
      texts.set(file, { text, version: 1 });
      const textDocument = { uri: uriOf(file), languageId: 'markdown', version: 1, text };
      await connection.sendNotification('textDocument/didOpen', { textDocument });
    },
    /** Types text in place of a part of a document, as an editor sends it. */
    async edit(file: string, start: number, end: number, text: string): Promise<void> {
      const before = texts.get(file);
      if (!before) throw new Error(`${file} is not open`);
      const range: Range = { start: at(file, start), end: at(file, end) };
      const version = before.version + 1;
      texts.set(file, { text: before.text.slice(0, start) + text + before.text.slice(end), version });
      await connection.sendNotification('textDocument/didChange', {
        textDocument: { uri: uriOf(file), version },
        contentChanges: [{ range, text }],
      });
    },
    async replace(file: string, word: string, text: string): Promise<void> {
      const start = self.textOf(file).indexOf(word);
      if (start < 0) throw new Error(`${word} is not in ${file}`);
      await self.edit(file, start, start + word.length, text);
    },
    async close(file: string): Promise<void> {
      texts.delete(file);
      await connection.sendNotification('textDocument/didClose', { textDocument: { uri: uriOf(file) } });
    },
    /** Writes a file outside the editor. */
    async write(file: string, text: string): Promise<void> {
      const isNew = !fs.existsSync(fileOf(file));
      put(file, text);
      await events(isNew ? FileChangeType.Created : FileChangeType.Changed, file);
    },
    async remove(file: string): Promise<void> {
      fs.rmSync(fileOf(file), { recursive: true });
      await events(FileChangeType.Deleted, file);
    },
    async rename(from: string, to: string): Promise<void> {
      fs.renameSync(fileOf(from), fileOf(to));
      await connection.sendNotification('workspace/didChangeWatchedFiles', {
        changes: [
          { uri: uriOf(from), type: FileChangeType.Deleted },
          { uri: uriOf(to), type: FileChangeType.Created },
        ],
      });
    },
    diagnostics: (file: string): readonly Diagnostic[] => published.get(uriOf(file))?.diagnostics ?? [],
    codes: (file: string): string[] => self.diagnostics(file).map(({ code }) => String(code)),
    async hover(file: string, word: string): Promise<string | null> {
      const found = await ask<Hover | null>('textDocument/hover', file, { position: placeOf(file, word) });
      return found && (found.contents as { value: string }).value.replaceAll(uriOf(''), '…');
    },
    lenses: (file: string) => ask<CodeLens[] | null>('textDocument/codeLens', file),
    lensTitles: async (file: string) => (await self.lenses(file))?.map(({ command }) => command?.title),
    complete: async (file: string, offset: number) =>
      ask<CompletionList | null>('textDocument/completion', file, { position: at(file, offset) }),
    definition: (file: string, word: string) =>
      ask<Location[] | null>('textDocument/definition', file, { position: placeOf(file, word) }),
    actions: (file: string, range: Range) =>
      ask<CodeAction[] | null>('textDocument/codeAction', file, {
        range,
        context: { diagnostics: self.diagnostics(file) },
      }),
    request: <T>(method: string, params: object = {}): Promise<T> => connection.sendRequest(method, params),
    onProgress: (token: string, told: (value: unknown) => void) =>
      connection.onProgress(new ProgressType<unknown>(), token, told),
    /** Asks what may be taken back. */
    ask<T>(method: string, params: object): { readonly answer: Promise<T>; readonly cancel: () => void } {
      const source = new CancellationTokenSource();
      return { answer: connection.sendRequest<T>(method, params, source.token), cancel: () => source.cancel() };
    },
    notify: (method: string, params: object): Promise<void> => connection.sendNotification(method, params),
    /** Waits for something that the server does by itself, however busy the machine is. */
    async until(what: string, is: () => boolean | Promise<boolean>): Promise<void> {
      for (const end = Date.now() + 180_000; Date.now() < end; ) {
        if (await is()) return;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      throw new Error(`timed out waiting for ${what}\n${complaints.join('\n')}`);
    },
    ready: () => self.until('the first reading', () => ['ready', 'dormant'].includes(statuses.at(-1)?.state ?? '')),
    /** Until nothing more is published. */
    async quiet(): Promise<void> {
      for (let before = ''; ; ) {
        await new Promise((resolve) => setTimeout(resolve, 60));
        const now = JSON.stringify([...published]);
        if (now === before) return;
        before = now;
      }
    },
    /** Ends the server, which must have had nothing to complain of. */
    async stop(): Promise<void> {
      await connection.sendRequest('shutdown');
      await connection.sendNotification('exit');
      server.end?.();
      const code = await server.ended;
      connection.dispose();
      fs.rmSync(root, { recursive: true });
      if (code !== 0 || complaints.length > 0)
        throw new Error(`the server ended with ${String(code)}: ${complaints.join('\n')}`);
    },
  };
  return self;
}
