/** Diagnostics for editors that ask: of a document, and of everything at once, which is answered when there is news. */
import { type Desk, codexOf, orLog } from '../session/desk';
import { pathOfUri, uriOf } from '../convert/uris';
import { CLEAN, type Reports, type DiagnosticReport } from './reports';
import {
  type CancellationToken,
  DiagnosticRefreshRequest,
  type DiagnosticServerCancellationData,
  type DocumentDiagnosticReport,
  LSPErrorCodes,
  ResponseError,
  type ResultProgressReporter,
  type WorkspaceDiagnosticReport,
  type WorkspaceDiagnosticReportPartialResult,
  type WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver';
import type { Announced } from '../convert/announced';
import { turn } from '../session/slices';
import type { Sweep } from './sweep';

/** What brings diagnostics to the editor. */
export interface DiagnosticsNotifier {
  /** What has changed was read, and typing goes on. */
  readonly changed: () => void;
  /** A codex has been read. */
  readonly read: () => void;
  /** A document was closed. */
  readonly closed: (uri: string) => void;
  /** The editor has ended the request. */
  readonly ended: () => void;
}

function pushDiagnostics(desk: Desk, reports: Reports): DiagnosticsNotifier {
  const { connection, documents, codices } = desk;
  const published = new Map<string, string>();
  return {
    changed() {
      for (const { uri, version } of documents.all()) {
        const codex = codices.of(uri);
        if (!codex) continue;
        const { id, items } = reports.of(codex, pathOfUri(uri) ?? uri);
        if ((published.get(uri) ?? CLEAN.id) === id) continue;
        published.set(uri, id);
        const hasVersion = desk.editor.textDocument?.publishDiagnostics?.versionSupport === true;
        void connection.sendDiagnostics({ uri, ...(hasVersion && { version }), diagnostics: items });
      }
    },
    read: () => undefined,
    closed(uri) {
      if ((published.get(uri) ?? CLEAN.id) !== CLEAN.id) void connection.sendDiagnostics({ uri, diagnostics: [] });
      published.delete(uri);
    },
    ended: () => undefined,
  };
}

/** What the editor says it already has of a file. */
interface Claim {
  readonly uri: string;
  readonly id: string;
}

/** A question about everything, to which there was no news yet. */
interface Waiting {
  /** By file. */
  readonly claims: Map<string, Claim>;
  readonly answer: (news: readonly WorkspaceDocumentDiagnosticReport[]) => void;
  readonly refuse: (why: ResponseError<DiagnosticServerCancellationData> | ResponseError) => void;
}

const cancelled = (): ResponseError => new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');

/** How many files one message holds. */
const BATCH = 200;

function answerDiagnosticPulls(desk: Desk, reports: Reports, sweep: Sweep): DiagnosticsNotifier {
  const { connection, documents, codices } = desk;
  const waiting = new Set<Waiting>();
  /** The report of each open document that the editor asked for last, and the version that it was about. */
  const given = new Map<string, { readonly id: string; readonly version: number }>();
  /** Closed documents: the editor may show problems of text that was typed there, whatever result id it sends. */
  const owed = new Set<string>();
  let hasAnswered = false;
  let lastTold: ReadonlyMap<string, DiagnosticReport> = new Map();

  const refresh = (): void => askToPullAgain(desk);

  const tellNews = (): void => {
    // The first answer is of everything; later ones need not wait for files that the edit hardly concerns.
    if (!hasAnswered && !sweep.isDone) return;
    const all = reports.all();
    let wasTold = false;
    for (const one of waiting) {
      const news = newsFor(desk, all, one.claims, owed);
      // The first question is answered in any case, also with nothing to complain of.
      if (news.length === 0 && hasAnswered) continue;
      one.answer(news);
      wasTold = true;
    }
    hasAnswered ||= wasTold;
    if (wasTold) owed.clear();
    // Nobody waits: an editor that pulls only on request gets a request.
    else if (waiting.size === 0 && hasAnswered && sweep.isDone && areOthers(all, lastTold)) refresh();
    lastTold = all;
  };
  connection.languages.diagnostics.on(async ({ textDocument: { uri }, previousResultId }, token) => {
    const { id, items } = await reportWhenKnown(desk, reports, uri, token);
    const document = documents.get(uri);
    if (document) given.set(uri, { id, version: document.version });
    // It may never show this answer, when the document is hidden meanwhile: then it is not known what it shows.
    const file = pathOfUri(uri) ?? uri;
    for (const { claims } of waiting) if (claims.get(file)?.id !== id) claims.delete(file);
    const report: DocumentDiagnosticReport =
      id === previousResultId ? { kind: 'unchanged', resultId: id } : { kind: 'full', resultId: id, items };
    return report;
  });
  connection.languages.diagnostics.onWorkspace(({ previousResultIds }, token, _workDone, progress) => {
    const claims = new Map<string, Claim>();
    for (const { uri, value } of previousResultIds) claims.set(pathOfUri(uri) ?? uri, { uri, id: value });
    const answer = waitForNews(waiting, claims, token, progress);
    if (sweep.isDone) tellNews();
    return answer;
  });
  sweep.whenBegun(tellNews);
  sweep.whenDone(tellNews);

  return {
    changed() {
      let isStale = false;
      for (const { uri, version } of documents.all()) {
        const last = given.get(uri);
        const codex = codices.of(uri);
        // Where the text has changed, the editor asks on its own.
        if (!codex || last?.version !== version) continue;
        const { id } = reports.of(codex, pathOfUri(uri) ?? uri);
        isStale ||= id !== last.id;
        given.set(uri, { id, version });
      }
      if (isStale) refresh();
    },
    read: refresh,
    closed(uri) {
      given.delete(uri);
      const file = pathOfUri(uri);
      if (file !== null) owed.add(file);
    },
    ended() {
      const why = new ResponseError(LSPErrorCodes.ServerCancelled, 'shutting down', { retriggerRequest: false });
      for (const one of waiting) one.refuse(why);
    },
  };
}

const canRefresh = ({ editor }: Desk): boolean => editor.workspace?.diagnostics?.refreshSupport === true;

function askToPullAgain(desk: Desk): void {
  if (!canRefresh(desk)) return;
  orLog(desk.connection.sendRequest(DiagnosticRefreshRequest.type), 'refreshing problems', desk.log);
}

/** Whether nothing is known of a document yet, or only half of it, where the editor can't be asked to ask again. */
function isTooEarly(desk: Desk, uri: string): boolean {
  const codex = codexOf(desk, uri);
  if (codex?.isReading !== true) return false;
  return !canRefresh(desk) || (!codex.isReady && (codex.isOne || !codex.entryAt(pathOfUri(uri) ?? uri)));
}

/** The problems of a document, as soon as it is not too early to tell them. */
async function reportWhenKnown(
  desk: Desk,
  reports: Reports,
  uri: string,
  token: CancellationToken,
): Promise<DiagnosticReport> {
  desk.settle();
  while (isTooEarly(desk, uri)) {
    await turn();
    if (token.isCancellationRequested) throw cancelled();
    desk.settle();
  }
  const codex = codexOf(desk, uri);
  return codex ? reports.of(codex, pathOfUri(uri) ?? uri) : CLEAN;
}

/** Puts a question to those that wait; resolves when there is news for it. */
const waitForNews = (
  waiting: Set<Waiting>,
  claims: Map<string, Claim>,
  token: CancellationToken,
  progress: ResultProgressReporter<WorkspaceDiagnosticReportPartialResult> | undefined,
): Promise<WorkspaceDiagnosticReport> =>
  new Promise((resolve, reject) => {
    const one: Waiting = {
      claims,
      answer(news) {
        waiting.delete(one);
        sent(news, token, progress).then((items) => resolve({ items }), reject);
      },
      refuse(why) {
        waiting.delete(one);
        reject(why);
      },
    };
    token.onCancellationRequested(() => one.refuse(cancelled()));
    waiting.add(one);
  });

/** Everything that an editor lacks, judged by the result ids it sends. @param owed what is sent whatever it has */
function newsFor(
  desk: Desk,
  all: ReadonlyMap<string, DiagnosticReport>,
  claims: ReadonlyMap<string, Claim>,
  owed: ReadonlySet<string>,
): WorkspaceDocumentDiagnosticReport[] {
  const open = new Map(desk.documents.all().map((document) => [pathOfUri(document.uri) ?? document.uri, document]));
  const files = new Set([...all.keys(), ...claims.keys(), ...open.keys(), ...owed]);
  // An untitled document is not a file: the editor asks about it separately.
  return [...files].filter(desk.platform.files.has).flatMap((file): WorkspaceDocumentDiagnosticReport[] => {
    const report = all.get(file) ?? CLEAN;
    const { id } = report;
    const claim = claims.get(file);
    const document = open.get(file);
    // What a document shows may come from another request's answer, so it is sent in any case.
    const shown = document ? claim?.id : (claim?.id ?? CLEAN.id);
    if (shown === id && !owed.has(file)) return [];
    const uri = document?.uri ?? claim?.uri ?? uriOf(file);
    const fullReport = { kind: 'full', uri, version: document?.version ?? null, resultId: id } as const;
    // Made as each batch is sent, and not all at once.
    const items = { get: () => report.items, enumerable: true };
    return [Object.defineProperty(fullReport, 'items', items) as WorkspaceDocumentDiagnosticReport];
  });
}

const areOthers = (a: ReadonlyMap<string, DiagnosticReport>, b: ReadonlyMap<string, DiagnosticReport>): boolean =>
  a.size !== b.size || [...a].some(([file, { id }]) => b.get(file)?.id !== id);

/** Sends news in batches to an editor that takes batches; answers what is left to send at the end. */
async function sent(
  news: readonly WorkspaceDocumentDiagnosticReport[],
  token: CancellationToken,
  progress: ResultProgressReporter<WorkspaceDiagnosticReportPartialResult> | undefined,
): Promise<WorkspaceDocumentDiagnosticReport[]> {
  if (!progress) return [...news];
  for (let begin = 0; begin < news.length; begin += BATCH) {
    progress.report({ items: news.slice(begin, begin + BATCH) });
    await turn();
    if (token.isCancellationRequested) throw cancelled();
  }
  return [];
}

/** Whether an editor pulls diagnostics; any other has them pushed. It shows twice what it gets twice. */
export function canPull({ editor: { textDocument, workspace } }: Announced): boolean {
  // An edit of one document may change what is wrong in another: an editor that pulls must be asked to pull again.
  const isRefreshed = workspace?.diagnostics?.refreshSupport === true || textDocument?.publishDiagnostics === undefined;
  return textDocument?.diagnostic !== undefined && isRefreshed;
}

/** Brings diagnostics to the editor in the way that it takes, which is known once it has been initialized. */
export function notifyDiagnostics(desk: Desk, reports: Reports, sweep: Sweep): DiagnosticsNotifier {
  const [pushed, pulled] = [pushDiagnostics(desk, reports), answerDiagnosticPulls(desk, reports, sweep)];
  const chosen = (): DiagnosticsNotifier => (canPull(desk) ? pulled : pushed);
  return {
    changed: () => chosen().changed(),
    read: () => chosen().read(),
    closed: (uri) => chosen().closed(uri),
    ended: () => chosen().ended(),
  };
}
