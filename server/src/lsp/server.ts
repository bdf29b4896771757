/** The language server: what it can do, and how the editor's messages reach the codices. */
import {
  CodeLensRefreshRequest,
  type Connection,
  type ConnectionOptions,
  LSPErrorCodes,
  type InitializeParams,
  type Message,
  type MessageReader,
  type MessageWriter,
  type ResponseMessage,
  type ServerCapabilities,
  TextDocuments,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Platform } from '../platform/platform';
import { actionOffered, answerActions } from './handlers/actions';
import { answerCommands } from './handlers/commands';
import { offered, type Area, type Desk, orLog } from './session/desk';
import { answerComparing, answerReviews } from './handlers/reviewRequests';
import { answerCompletion } from './handlers/completionRequests';
import { type Door, keepDoor } from './messageGate';
import { keepOrder } from './messageQueue';
import {
  answerFading,
  answerHints,
  answerTokens,
  type Lenses,
  makeLenses,
  answerHovers,
} from './handlers/hintRequests';
import { answerNavigation, answerHierarchies, answerWorkspaceSymbols } from './handlers/navigationRequests';
import { followCodexFiles, followGit } from './session/followGit';
import { answerEditions, answerSecrets } from './handlers/editionRequests';
import { answerHooks, answerSettingUp, answerWorld } from './handlers/setUpRequests';
import { uriOf } from './convert/uris';
import {
  fileOf,
  followOpenFiles,
  type OpenFiles,
  followFolders,
  listenToFiles,
  watchFiles,
} from './session/watchFiles';
import { type Options, TRUSTED } from './protocol/protocol';
import { type DiagnosticsNotifier, canPull, notifyDiagnostics } from './diagnostics/pullDiagnostics';
import { answerQuestions } from './handlers/questionRequests';
import { answerMoves, answerNames } from './handlers/renameRequests';
import { answerRefactorings } from './handlers/retconRequests';
import { answerValueRetcons } from './handlers/retconValueRequests';
import { answerRewriting } from './handlers/rewriteRequests';
import { answerKin, answerTimelines } from './handlers/pictureRequests';
import { answerViewpoints, renewsViewpoint } from './handlers/viewpoints';
import { answerOrganising } from './handlers/refactorActions';
import { answerReading } from './handlers/readingRequests';
import { answerRipples } from './handlers/rippleRequests';
import { answerViews, notifyWaiting } from './handlers/viewRequests';
import { type OpenDesk, openDesk } from './openDesk';

/** What the server answers, beside diagnostics. */
const AREAS: readonly Area[] = [
  answerQuestions,
  answerSettingUp,
  answerWorld,
  answerComparing,
  answerCompletion,
  answerActions,
  answerNames,
  answerMoves,
  answerViews,
  answerReviews,
  answerRipples,
  answerTimelines,
  answerKin,
  answerHints,
  answerTokens,
  answerFading,
  answerNavigation,
  answerHierarchies,
  answerWorkspaceSymbols,
  answerRefactorings,
  answerSecrets,
  answerRewriting,
  answerValueRetcons,
  answerOrganising,
  answerHooks,
  answerEditions,
  answerReading,
];

const DIAGNOSTICS = { identifier: 'retcon', interFileDependencies: true, workspaceDiagnostics: true };

/** A question that is cancelled before its turn is not worked on: typing leaves many of them behind. */
const cancelUndispatched = ({ id }: Message & { readonly id?: ResponseMessage['id'] }): ResponseMessage => ({
  jsonrpc: '2.0',
  id: id ?? null,
  error: { code: LSPErrorCodes.RequestCancelled, message: 'cancelled' },
});

/** How messages come and go. */
export interface Transport {
  readonly reader: MessageReader;
  readonly writer: MessageWriter;
  connect(options: ConnectionOptions): Connection;
}

/** The program that serves. */
export interface Program {
  readonly version: string;
  /** Keeps what has been run of it for the next start, the first time. */
  keepCode(): Promise<void>;
}

/**
 * Serves until the editor sends `exit`, or has gone. The parts of the server are made in order: each rests on those above it.
 * @param root the folder to serve where the editor opens none
 * @returns whether the editor has sent `shutdown`
 */
export function startServer(
  platform: Platform,
  { reader, writer, connect }: Transport,
  { version, keepCode }: Program,
  root?: string,
): Door['isShut'] {
  const log = (message: string): void => connection.console.error(message);
  const door = keepDoor(reader, writer, log);
  const order = keepOrder(door.strategy);
  const connection = connect({ connectionStrategy: { cancelUndispatched }, messageStrategy: order.strategy });
  const documents = new TextDocuments(TextDocument);
  const openFiles = followOpenFiles(connection, documents, log);
  const opened = openDesk(platform, connection, documents, openFiles, log);
  const { desk, reports, sweep, viewpoints, debouncer } = opened;
  const lenses = makeLenses(desk);
  debouncer.whenResting(() => refreshLenses(desk, lenses));
  debouncer.whenResting(() => void sweep.run());
  const fileListener = listenToFiles(platform.files, desk.codices, order.hold, debouncer.soon);
  // Not every editor reports a file that the server itself has made.
  const reportMade = (file: string): void => fileListener([{ path: file, change: 'created' }]);
  const capabilities = AREAS.map((area) => area(desk)).concat(
    answerHovers(desk, lenses),
    answerCommands(actionOffered, reportMade)(desk),
    answerViewpoints(desk, viewpoints),
    watchFiles(connection, fileListener, openFiles.forget),
  );
  const countWaiting = notifyWaiting(desk, reports, sweep);
  followGit(desk, renewsViewpoint(desk, viewpoints), debouncer.soon);
  followCodexFiles(desk, debouncer.soon);
  connection.onNotification(TRUSTED, () => {
    desk.options = { ...desk.options, isTrusted: true };
    debouncer.soon();
  });
  const diagnostics = notifyDiagnostics(desk, reports, sweep);
  debouncer.whenSettled(diagnostics.changed);
  // Near-duplicates are found last.
  sweep.whenDone(diagnostics.changed);
  opened.reader.whenRead(diagnostics.read);
  opened.reader.whenRead(debouncer.soon);
  followDocuments(opened, openFiles, lenses, diagnostics);
  // After the listeners above, which report what was found: nobody waits for the cache.
  sweep.whenDone(() => {
    void countWaiting()
      .then(() => Promise.all(sweep.isDone ? desk.codices.all().map((codex) => codex.keep()) : []))
      // Code is kept under the flags of a start, before memory is kept as for keys: V8 takes over no other.
      .then(keepCode)
      .then(() => platform.memory.giveBackLater(() => sweep.isDone))
      .catch((error: unknown) => log(`at rest: ${String(error)}`));
  });
  connection.onShutdown(() => {
    diagnostics.ended();
    return keepCode();
  });
  connection.onInitialize((params) => {
    const folders = initialize(opened, params, root);
    connection.onInitialized(() =>
      followFolders(desk, order.hold, params.capabilities, folders, debouncer.soon, fileListener),
    );
    return { capabilities: capabilitiesFor(desk, capabilities), serverInfo: { name: 'Retcon', version } };
  });
  documents.listen(connection);
  connection.listen();
  return door.isShut;
}

/** Lenses of other documents than the one that was typed in are asked for again only when we say so. */
function refreshLenses(desk: Desk, lenses: Lenses): void {
  const isStale = desk.documents.keys().some((uri) => {
    const codex = desk.codices.of(uri);
    return codex !== null && lenses.isStale(codex, uri, fileOf(uri));
  });
  if (isStale && desk.editor.workspace?.codeLens?.refreshSupport === true)
    orLog(desk.connection.sendRequest(CodeLensRefreshRequest.type), 'refreshing lenses', desk.log);
}

/** Takes note of what an editor can do; the folders that it has opened. @param root what is served where it opens none */
function initialize(
  { desk, reader }: OpenDesk,
  { capabilities, workspaceFolders, rootUri, initializationOptions }: InitializeParams,
  root: string | undefined,
): readonly string[] {
  reader.showsProgress(capabilities.window?.workDoneProgress === true);
  desk.editor = capabilities;
  desk.options = (initializationOptions as Options | null | undefined) ?? {};
  const opened = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);
  return opened.length > 0 || root === undefined ? opened : [uriOf(root)];
}

/** Many capabilities as one. */
const combined = (all: readonly ServerCapabilities[]): ServerCapabilities => ({
  ...Object.assign({}, ...all),
  workspace: {
    ...Object.assign({}, ...all.map(({ workspace }) => workspace)),
    fileOperations: Object.assign({}, ...all.map(({ workspace }) => workspace?.fileOperations)),
  },
});

/** The capabilities that are announced to this editor. */
const capabilitiesFor = (desk: Desk, all: readonly ServerCapabilities[]): ServerCapabilities =>
  offered(
    desk,
    combined([
      {
        textDocumentSync: TextDocumentSyncKind.Incremental,
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
      ...(canPull(desk) ? [{ diagnosticProvider: DIAGNOSTICS }] : []),
      ...all,
    ]),
  );

function followDocuments(
  { desk, debouncer }: OpenDesk,
  openFiles: OpenFiles,
  lenses: Lenses,
  diagnostics: DiagnosticsNotifier,
): void {
  openFiles.whenChanged((uri, file) => {
    const codex = desk.codices.of(uri);
    codex?.touch(file);
    desk.lastCodex = codex ?? desk.lastCodex;
    debouncer.soon();
  });
  openFiles.whenClosed((uri) => {
    desk.codices.closed(uri);
    lenses.forget(uri);
    diagnostics.closed(uri);
    debouncer.soon();
  });
}
