/** Opens the desk: the codices and all that is kept of them, each part made after those it rests on. */
import {
  type ClientCapabilities,
  type Connection,
  MessageType,
  ShowMessageNotification,
  type TextDocuments,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Platform } from '../platform/platform';
import { openCodices } from './session/codices';
import { readCommitted, type Desk } from './session/desk';
import { partsTaken } from './convert/diagnostics';
import { type Options, STATUS } from './protocol/protocol';
import { makeReader, type Reader, type Debouncer, makeDebouncer, makeStatusNotifier } from './session/status';
import { makeReports, type Reports } from './diagnostics/reports';
import type { OpenFiles } from './session/watchFiles';
import { type Sweep, sweepCodices } from './diagnostics/sweep';
import { keepViewpoints, type Viewpoints } from './handlers/viewpoints';
import { baselineUri } from './handlers/renderContext';

export interface OpenDesk {
  readonly desk: Desk;
  readonly reader: Reader;
  readonly reports: Reports;
  readonly sweep: Sweep;
  readonly viewpoints: Viewpoints;
  readonly debouncer: Debouncer;
}

export function openDesk(
  platform: Platform,
  connection: Connection,
  documents: TextDocuments<TextDocument>,
  openFiles: OpenFiles,
  log: (message: string) => void,
): OpenDesk {
  const announced: { editor: ClientCapabilities; options: Options } = { editor: {}, options: {} };
  const storage = (): string | null => announced.options.storage ?? null;
  const say = (message: string): void =>
    void connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Info, message });
  const reader = makeReader(connection, log);
  const codices = openCodices(
    { platform, textOf: openFiles.textOf, log, say, storage },
    () => documents.keys(),
    reader.read,
  );
  const reports = makeReports(
    openFiles.has,
    (code) => `${platform.home}/docs/rules/${code}.md`,
    (codex, file) => baselineUri(announced, codex, file),
    () => partsTaken(announced),
  );
  const sweep = sweepCodices(codices, reports, platform.memory, log);
  const committed = readCommitted(platform.git, () => announced.options.isTrusted !== false, storage);
  const viewpoints = keepViewpoints(committed);
  const status = makeStatusNotifier((now) => {
    if (announced.options.hearsStatus === true) void connection.sendNotification(STATUS, now);
  }, codices);
  const debouncer = makeDebouncer(codices, log);
  const desk: Desk = Object.assign(announced, {
    connection,
    platform,
    documents,
    codices,
    viewOf: viewpoints.of,
    committed,
    filesWith: (codex, code) => reports.filesOf(codex, code).map(codex.pathOf),
    settle: debouncer.now,
    whenResting: debouncer.whenResting,
    rest: debouncer.rest,
    log,
    lastCodex: null,
  } satisfies Omit<Desk, 'editor' | 'options'>);
  reader.whenUnderWay(status.notify);
  reader.whenRead(status.notify);
  debouncer.whenChanged(sweep.interrupt);
  debouncer.whenResting(codices.rediscoverIfMoved);
  debouncer.whenResting(() => void status.count());
  return { desk, reader, reports, sweep, viewpoints, debouncer };
}
