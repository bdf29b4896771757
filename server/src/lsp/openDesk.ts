/** Opens the desk: the codices with all that is kept of them, before anybody has asked anything. */
import { type Connection, MessageType, ShowMessageNotification, type TextDocuments } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Platform } from '../platform/platform';
import { openCodices } from './session/codices';
import { readCommitted } from './session/commitAccess';
import type { Desk } from './session/desk';
import { partsTaken } from './convert/diagnostics';
import { STATUS } from './protocol/protocol';
import type { DiagnosticsNotifier } from './diagnostics/pushDiagnostics';
import { makeReader } from './session/reader';
import { makeReports, type Reports } from './diagnostics/reports';
import { makeDebouncer } from './session/debounce';
import { makeStatusNotifier } from './session/status';
import { type Sweep, sweepCodices } from './diagnostics/sweep';
import { keepViewpoints } from './handlers/viewpoints';
import { baselineUri } from './handlers/renderContext';

/** Who is told when something has changed. */
export interface Listeners {
  readonly problems: () => DiagnosticsNotifier;
  readonly refreshLenses: () => void;
}

export interface OpenDesk {
  readonly desk: Desk;
  readonly reports: Reports;
  readonly sweep: Sweep;
  readonly reading: ReturnType<typeof makeReader>;
  readonly viewpoints: ReturnType<typeof keepViewpoints>;
  readonly settler: ReturnType<typeof makeDebouncer>;
  /** The documents that count, by file. */
  readonly open: Map<string, TextDocument>;
}

export function openDesk(
  platform: Platform,
  connection: Connection,
  documents: TextDocuments<TextDocument>,
  listeners: Listeners,
): OpenDesk {
  const log = (message: string): void => connection.console.error(message);
  const open = new Map<string, TextDocument>();
  const reading = makeReader(connection, {
    underWay: () => status.notify(),
    done() {
      status.notify();
      listeners.problems().read();
      settler.soon();
    },
    log,
  });
  const storage = (): string | null => desk.options.storage ?? null;
  const say = (message: string): void =>
    void connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Info, message });
  const editor = { platform, textOf: (file: string) => open.get(file)?.getText(), log, say, storage };
  const codices = openCodices(editor, () => documents.keys(), reading.read);
  const reports = makeReports(
    (file) => open.has(file),
    (code) => `${platform.home}/docs/rules/${code}.md`,
    (codex, file) => baselineUri(desk, codex, file),
    () => partsTaken(desk),
  );
  const sweep = sweepCodices(codices, reports, platform.memory, log);
  const committed = readCommitted(platform.git, () => desk.options.isTrusted !== false, storage);
  const viewpoints = keepViewpoints(committed);
  const status = makeStatusNotifier((now) => {
    if (desk.options.hearsStatus === true) void connection.sendNotification(STATUS, now);
  }, codices);
  const settler = makeDebouncer(codices, {
    changed: sweep.interrupt,
    settled: () => listeners.problems().changed(),
    rested: () => desk.rest(),
    log,
  });
  const resting: (() => void)[] = [
    codices.rediscoverIfMoved,
    () => void status.count(),
    listeners.refreshLenses,
    () => void sweep.run(),
  ];
  const desk: Desk = {
    connection,
    platform,
    editor: {},
    options: {},
    documents,
    codices,
    viewOf: viewpoints.of,
    committed,
    filesWith: (codex, code) => reports.filesOf(codex, code).map(codex.pathOf),
    settle: settler.now,
    whenResting: (run) => void resting.push(run),
    rest: () => resting.forEach((run) => guardedRun(run, log)),
    log,
    lastCodex: null,
  };
  return { desk, reports, sweep, reading, viewpoints, settler, open };
}

/** What fails for one view must not keep the others from being renewed. */
function guardedRun(run: () => void, log: (message: string) => void): void {
  try {
    run();
  } catch (error) {
    log(`at rest: ${String(error)}`);
  }
}
