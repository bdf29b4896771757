/** An editor that asks for diagnostics as VS Code does: each document by itself, and everything over and over. */
import {
  type ClientCapabilities,
  type Diagnostic,
  type DocumentDiagnosticReport,
  ProgressType,
  type WorkspaceDiagnosticReport,
  type WorkspaceDiagnosticReportPartialResult,
  type WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver/node';
import type { Editor } from './editor';

export const CAN_PULL: ClientCapabilities = {
  textDocument: { diagnostic: { relatedInformation: true, codeDescriptionSupport: true } },
  workspace: { workspaceFolders: true, diagnostics: { refreshSupport: true }, codeLens: { refreshSupport: true } },
};

/** The results that an editor says it has, by URI. */
export type Claims = Readonly<Record<string, string>>;

export const pull = (editor: Editor, file: string, previousResultId?: string): Promise<DocumentDiagnosticReport> =>
  editor.request('textDocument/diagnostic', {
    identifier: 'retcon',
    textDocument: { uri: editor.uriOf(file) },
    previousResultId,
  });

export interface Asked {
  readonly answer: Promise<WorkspaceDiagnosticReport>;
  /** What came before the answer, message by message. */
  readonly parts: readonly (readonly WorkspaceDocumentDiagnosticReport[])[];
  readonly cancel: () => void;
}

let tokens = 0;

/** Asks for everything that is other than what was claimed. */
export function pullAll(editor: Editor, claims: Claims = {}, inParts = false): Asked {
  const parts: (readonly WorkspaceDocumentDiagnosticReport[])[] = [];
  const token = `part-${++tokens}`;
  const progress = editor.connection.onProgress(
    new ProgressType<WorkspaceDiagnosticReportPartialResult>(),
    token,
    ({ items }) => void parts.push(items),
  );
  const { answer, cancel } = editor.ask<WorkspaceDiagnosticReport>('workspace/diagnostic', {
    identifier: 'retcon',
    previousResultIds: Object.entries(claims).map(([uri, value]) => ({ uri, value })),
    ...(inParts && { partialResultToken: token }),
  });
  return { answer: answer.finally(() => progress.dispose()), parts, cancel };
}

/** An editor that keeps asking, and what it shows. */
export function keepAsking(editor: Editor) {
  const shown = new Map<string, readonly Diagnostic[]>();
  /** Documents that are asked about by themselves; what is said of them in answer to other questions is not shown. */
  const documents = new Map<string, string | undefined>();
  const workspace = new Map<string, string | undefined>();
  const over = new AbortController();
  let asked: Asked | undefined;

  /** A question about a document waits for the one before, whose result it names. */
  const last = new Map<string, Promise<void>>();
  const document = (file: string): Promise<void> => {
    const next = (last.get(file) ?? Promise.resolve()).then(() => askNow(file));
    last.set(file, next);
    return next;
  };
  const askNow = async (file: string): Promise<void> => {
    const uri = editor.uriOf(file);
    if (!documents.has(uri)) return;
    const report = await pull(editor, file, documents.get(uri));
    if (!documents.has(uri)) return;
    documents.set(uri, report.resultId);
    if (report.kind === 'full') shown.set(uri, report.items);
  };
  const take = (items: readonly WorkspaceDocumentDiagnosticReport[]): void => {
    for (const item of items) {
      if (item.kind === 'full' && !documents.has(item.uri)) shown.set(item.uri, item.items);
      workspace.set(item.uri, item.resultId);
    }
  };
  const everything = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const claims: Record<string, string> = {};
      for (const [uri, id] of workspace) {
        const claim = documents.has(uri) ? documents.get(uri) : id;
        if (claim !== undefined) claims[uri] = claim;
      }
      asked = pullAll(editor, claims, true);
      const { items } = await asked.answer;
      for (const part of asked.parts) take(part);
      take(items);
    }
  };
  const context = everything().catch((error: unknown) => {
    if (!over.signal.aborted) throw error;
  });
  let refreshed = 0;
  return {
    /** What is shown for a file, however it was reported. */
    shown: (file: string): readonly Diagnostic[] => shown.get(editor.uriOf(file)) ?? [],
    files: (): string[] => [...shown].flatMap(([uri, items]) => (items.length > 0 ? uri : [])),
    async opened(file: string): Promise<void> {
      documents.set(editor.uriOf(file), undefined);
      await document(file);
    },
    changed: document,
    /** Before the document is closed: VS Code asks once more, and does not listen to the answer. */
    async closing(file: string): Promise<void> {
      const uri = editor.uriOf(file);
      workspace.delete(uri);
      const answer = pull(editor, file, documents.get(uri));
      documents.delete(uri);
      await answer;
    },
    /** Asks about the open documents again, where the server wants it. */
    async refresh(): Promise<void> {
      const wanted = editor.refreshes.filter((what) => what === 'diagnostics').length;
      if (wanted === refreshed) return;
      refreshed = wanted;
      for (const uri of documents.keys()) await document(uri);
    },
    async stop(): Promise<void> {
      over.abort();
      asked?.cancel();
      await context;
    },
  };
}
