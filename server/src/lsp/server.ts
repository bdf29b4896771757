/** The language server: what it can do, and how the editor's messages reach the codices. */
import path from 'node:path';
import {
  CodeLensRefreshRequest,
  createConnection,
  type ServerCapabilities,
  TextDocuments,
  TextDocumentSyncKind,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { answerActions } from './actions';
import { openCodices } from './codices';
import { answerCompletion } from './completing';
import { makePublisher } from './diagnostics';
import type { Area, Desk } from './desk';
import { answerFinders } from './finding';
import { answerHierarchies } from './hierarchies';
import { makeLenses } from './lenses';
import { pathOf, uriOf } from './places';
import { answerQuestions } from './questions';
import { answerNames } from './renaming';
import { makeReader } from './reader';
import { answerReaders } from './reading';
import { makeSettler } from './settle';
import { makeStatus } from './status';
import { answerViewpoints, keepViewpoints } from './viewpoints';
import { answerViews } from './viewing';
import { followFolders, watchFiles } from './watch';
import { answerWorkspaceSymbols } from './workspaceSymbols';

/** Where the page that explains a code lies in the package. */
const pageOf = (code: string): string => uriOf(path.resolve(__dirname, '..', 'docs', 'rules', `${code}.md`));

/** What the server answers, beside diagnostics. */
const AREAS: readonly Area[] = [
  answerQuestions,
  answerCompletion,
  answerActions,
  answerNames,
  answerViews,
  answerFinders,
  answerHierarchies,
  answerWorkspaceSymbols,
];

/** All abilities in one. */
const together = (able: readonly ServerCapabilities[]): ServerCapabilities => ({
  ...Object.assign({}, ...able),
  workspace: Object.assign({}, ...able.map(({ workspace }) => workspace)),
});

/** Serves on stdin and stdout until the editor says `exit`, or has gone. */
export function startServer(): void {
  const connection = createConnection(process.stdin, process.stdout);
  const documents = new TextDocuments(TextDocument);
  const log = (message: string): void => connection.console.error(message);
  const open = new Map<string, TextDocument>();
  const fileOf = (uri: string): string => pathOf(uri) ?? uri;

  const reader = makeReader(connection, {
    underWay: () => tellStatus(),
    done() {
      tellStatus();
      settler.soon();
    },
    log,
  });
  const editor = { textOf: (file: string) => open.get(file)?.getText(), log };
  const codices = openCodices(editor, () => documents.keys(), reader.read);
  const publisher = makePublisher(connection, documents, codices, pageOf);
  const viewpoints = keepViewpoints();
  const lenses = makeLenses(viewpoints.of);
  const tellStatus = makeStatus(connection, codices);
  const settler = makeSettler(codices, {
    publish: publisher.publish,
    later: () => resting.forEach((run) => run()),
    log,
  });
  const resting: (() => void)[] = [tellStatus, refreshLenses];
  /** Lenses of other documents than the one that was typed in are asked for again only when we say so. */
  function refreshLenses(): void {
    const isStale = documents.keys().some((uri) => {
      const codex = codices.of(uri);
      return codex !== null && lenses.isStale(codex, uri, fileOf(uri));
    });
    if (isStale && desk.editor.workspace?.codeLens?.refreshSupport === true)
      void connection.sendRequest(CodeLensRefreshRequest.type);
  }
  const desk: Desk = {
    connection,
    editor: {},
    documents,
    codices,
    viewOf: viewpoints.of,
    settle: settler.now,
    whenResting: (run) => void resting.push(run),
    log,
    lastCodex: null,
  };
  const able = AREAS.map((area) => area(desk)).concat(answerReaders(desk, lenses), answerViewpoints(desk, viewpoints));
  watchFiles(connection, codices, settler.soon);

  connection.onInitialize(({ capabilities, workspaceFolders, rootUri }) => {
    reader.showsProgress(capabilities.window?.workDoneProgress === true);
    desk.editor = capabilities;
    const folders = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);
    connection.onInitialized(() => followFolders(connection, codices, capabilities, folders, settler.soon));
    return {
      capabilities: together([
        {
          textDocumentSync: TextDocumentSyncKind.Incremental,
          workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
        },
        ...able,
      ]),
      serverInfo: { name: 'Retcon' },
    };
  });

  documents.onDidOpen(({ document }) => open.set(fileOf(document.uri), document));
  documents.onDidChangeContent(({ document }) => {
    const codex = codices.of(document.uri);
    codex?.touch(fileOf(document.uri));
    desk.lastCodex = codex ?? desk.lastCodex;
    settler.soon();
  });
  documents.onDidClose(({ document: { uri } }) => {
    open.delete(fileOf(uri));
    codices.closed(uri);
    lenses.forget(uri);
    publisher.closed(uri);
    settler.soon();
  });
  documents.listen(connection);
  connection.listen();
}
