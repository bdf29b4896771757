/** The language server: what it can do, and how the editor's messages reach the codices. */
import {
  CodeLensRefreshRequest,
  type Connection,
  type ConnectionOptions,
  LSPErrorCodes,
  type InitializeParams,
  type Message,
  type MessageReader,
  MessageType,
  type MessageWriter,
  type ResponseMessage,
  type ServerCapabilities,
  ShowMessageNotification,
  TextDocuments,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { LONGEST, UNFIT } from '../core/text/fits';
import type { Platform } from '../platform/platform';
import { actionOffered, answerActions } from './handlers/actions';
import { answerCommands } from './handlers/commands';
import { offered } from './session/offered';
import { answerComparing } from './handlers/compareRequests';
import { answerCompletion } from './handlers/completionRequests';
import { type Area, type Desk, orLog } from './session/desk';
import { type Door, keepDoor } from './messageGate';
import { keepOrder } from './messageQueue';
import { answerFading } from './handlers/fadingRequests';
import { answerNavigation } from './handlers/navigationRequests';
import { answerHierarchies } from './handlers/hierarchyRequests';
import { followCodexFiles } from './session/codexFileAgainstBaseline';
import { followGit } from './session/followGit';
import { answerHints } from './handlers/hintRequests';
import { answerTokens } from './handlers/tokenRequests';
import { answerEditions } from './handlers/editionRequests';
import { answerHooks } from './handlers/hookRequests';
import { type Lenses, makeLenses } from './handlers/lensRequests';
import { baseName, isInFolderPath, pathOfUri, uriOf } from './convert/uris';
import { type Options, TRUSTED } from './protocol/protocol';
import { pushDiagnostics, type DiagnosticsNotifier } from './diagnostics/pushDiagnostics';
import { answerDiagnosticPulls } from './diagnostics/pullDiagnostics';
import { answerQuestions } from './handlers/questions';
import { answerSettingUp } from './handlers/setUpRequests';
import { answerMoves } from './handlers/moveRequests';
import { answerNames } from './handlers/renameRequests';
import { answerHovers } from './handlers/hoverRequests';
import { answerRefactorings } from './handlers/retconRequests';
import { answerRewriting } from './handlers/rewriteRequests';
import { answerReviews } from './handlers/reviewRequests';
import { answerKin } from './handlers/kinRequests';
import { answerSecrets } from './handlers/secretRequests';
import { answerTimelines } from './handlers/timelineRequests';
import { answerViewpoints, renewsViewpoint } from './handlers/viewpoints';
import { answerOrganising } from './handlers/organiseRequests';
import { answerViews } from './handlers/viewRequests';
import { notifyWaiting } from './handlers/waitingCount';
import { type OpenDesk, openDesk } from './openDesk';
import { followFolders, listenToFiles, watchFiles } from './session/watchFiles';
import { answerWorkspaceSymbols } from './handlers/workspaceSymbols';

/** What the server answers, beside diagnostics. */
const AREAS: readonly Area[] = [
  answerQuestions,
  answerSettingUp,
  answerComparing,
  answerCompletion,
  answerActions,
  answerNames,
  answerMoves,
  answerViews,
  answerReviews,
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
  answerOrganising,
  answerHooks,
  answerEditions,
];

const DIAGNOSTICS = { identifier: 'retcon', interFileDependencies: true, workspaceDiagnostics: true };

/** A question that is cancelled before its turn is not worked on: typing leaves many of them behind. */
const cancelUndispatched = ({ id }: Message & { readonly id?: ResponseMessage['id'] }): ResponseMessage => ({
  jsonrpc: '2.0',
  id: id ?? null,
  error: { code: LSPErrorCodes.RequestCancelled, message: 'cancelled' },
});

/** All abilities in one. */
const together = (able: readonly ServerCapabilities[]): ServerCapabilities => ({
  ...Object.assign({}, ...able),
  workspace: {
    ...Object.assign({}, ...able.map(({ workspace }) => workspace)),
    fileOperations: Object.assign({}, ...able.map(({ workspace }) => workspace?.fileOperations)),
  },
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
 * Serves until the editor sends `exit`, or has gone.
 * @param root what is served where the editor opens no folder
 * @returns whether the editor has sent `shutdown`
 */
export function startServer(
  platform: Platform,
  { reader, writer, connect }: Transport,
  { version, keepCode }: Program,
  root?: string,
): Door['isShut'] {
  const door = keepDoor(reader, writer, (message) => log(message));
  const order = keepOrder(door.strategy);
  const connection = connect({ connectionStrategy: { cancelUndispatched }, messageStrategy: order.strategy });
  const { memory } = platform;
  const documents = new TextDocuments(TextDocument);
  const log = (message: string): void => connection.console.error(message);
  const opened = openDesk(platform, connection, documents, {
    problems: () => teller(),
    refreshLenses: () => refreshLenses(desk, lenses),
  });
  const { desk, reports, sweep, viewpoints, settler, open } = opened;
  const { codices } = desk;

  const lenses = makeLenses(desk);
  const hear = listenToFiles(platform.files, codices, order.hold, settler.soon);
  const able = AREAS.map((area) => area(desk)).concat(
    answerHovers(desk, lenses),
    answerCommands(actionOffered, made)(desk),
    answerViewpoints(desk, viewpoints),
    watchFiles(connection, hear, (path) => forget(open, path)),
  );
  /** A file that the server itself has made: not every editor reports it. */
  function made(file: string): void {
    if (codices.changedOnDisk(file, 'created', false)) settler.soon();
  }
  const waiting = notifyWaiting(desk, reports, sweep);
  followGit(desk, renewsViewpoint(desk, viewpoints), settler.soon);
  followCodexFiles(desk, settler.soon);
  connection.onNotification(TRUSTED, () => {
    desk.options = { ...desk.options, isTrusted: true };
    settler.soon();
  });
  const [published, pulled] = [pushDiagnostics(desk, reports), answerDiagnosticPulls(desk, reports, sweep)];
  // After the handlers above, which report what was found: nobody waits for the cache.
  sweep.whenDone(() => {
    void waiting()
      .then(() => Promise.all(sweep.isDone ? codices.all().map((codex) => codex.keep()) : []))
      // Code is kept under the flags of a start, before memory is kept as for keys: V8 takes over no other.
      .then(keepCode)
      .then(() => memory.giveBackLater(() => sweep.isDone))
      .catch((error: unknown) => log(`at rest: ${String(error)}`));
  });
  const teller = (): DiagnosticsNotifier => (canPull(desk) ? pulled : published);

  connection.onShutdown(() => {
    teller().ended();
    return keepCode();
  });
  connection.onInitialize((params) => {
    const folders = initialize(opened, params, root);
    connection.onInitialized(() => followFolders(desk, order.hold, params.capabilities, folders, settler.soon, hear));
    return { capabilities: abilities(desk, able), serverInfo: { name: 'Retcon', version } };
  });
  followDocuments(opened, lenses, (uri) => teller().closed(uri));
  documents.listen(connection);
  connection.listen();
  return door.isShut;
}

const fileOf = (uri: string): string => pathOfUri(uri) ?? uri;

/** An editor may keep the document of a file that it has moved or deleted itself: that is no file any more. */
function forget(open: Map<string, TextDocument>, path: string): void {
  for (const file of open.keys()) if (isInFolderPath(path, file)) open.delete(file);
}

/** An editor gets problems one way only: it would show twice what it gets twice. */
function canPull(desk: Desk): boolean {
  const { textDocument, workspace } = desk.editor;
  // An edit of one document may change what is wrong in another: an editor that pulls is told to ask again, any other gets it
  // pushed.
  const isRefreshed = workspace?.diagnostics?.refreshSupport === true || textDocument?.publishDiagnostics === undefined;
  return textDocument?.diagnostic !== undefined && isRefreshed;
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
  { desk, reading }: OpenDesk,
  { capabilities, workspaceFolders, rootUri, initializationOptions }: InitializeParams,
  root: string | undefined,
): readonly string[] {
  reading.showsProgress(capabilities.window?.workDoneProgress === true);
  desk.editor = capabilities;
  desk.options = (initializationOptions as Options | null | undefined) ?? {};
  const opened = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);
  return opened.length > 0 || root === undefined ? opened : [uriOf(root)];
}

/** What the server says that it can do, for this editor. */
const abilities = (desk: Desk, able: readonly ServerCapabilities[]): ServerCapabilities =>
  offered(
    desk,
    together([
      {
        textDocumentSync: TextDocumentSyncKind.Incremental,
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
      ...(canPull(desk) ? [{ diagnosticProvider: DIAGNOSTICS }] : []),
      ...able,
    ]),
  );

/** Whether a text is too long for a page: the disk's are measured in bytes, of which there are at least as many. */
const isTooLong = (document: TextDocument): boolean => document.getText().length > LONGEST;

function followDocuments({ desk, settler, open }: OpenDesk, lenses: Lenses, closed: (uri: string) => void): void {
  const { documents, codices } = desk;
  const leftOut = new Set<string>();
  /** What grows too long counts as it was saved, as if it were closed; its author is told once. */
  const leaveOut = (file: string): void => {
    leftOut.add(file);
    open.delete(file);
    const message = `${baseName(file)} is left out: ${UNFIT.long}.`;
    orLog(
      desk.connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Warning, message }),
      'telling what is too long',
      desk.log,
    );
  };
  // Opening a document is reported as a change too. One that was forgotten counts again once somebody types in it.
  documents.onDidChangeContent(({ document }) => {
    const file = fileOf(document.uri);
    const codex = codices.of(document.uri);
    if (isTooLong(document)) {
      if (leftOut.has(file)) return;
      leaveOut(file);
    } else {
      leftOut.delete(file);
      open.set(file, document);
    }
    codex?.touch(file);
    desk.lastCodex = codex ?? desk.lastCodex;
    settler.soon();
  });
  documents.onDidClose(({ document: { uri } }) => {
    open.delete(fileOf(uri));
    leftOut.delete(fileOf(uri));
    codices.closed(uri);
    lenses.forget(uri);
    closed(uri);
    settler.soon();
  });
}
