/** Problems as diagnostics, pushed for every open document that a change affects, and only where they differ. */
import type { Connection, Diagnostic, TextDocuments } from 'vscode-languageserver/node';
import { DiagnosticSeverity } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { type LineIndex, lineIndex } from '../core/text/lines';
import type { Problem, Severity } from '../core/text/problem';
import type { Codices } from './codices';
import { problemsOf } from './judge';
import type { LiveCodex } from './liveCodex';
import { pathOf, rangeOf, uriIn } from './places';

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

export interface Publisher {
  /** Judges all open documents again, and publishes what has changed since it was last published. */
  publish(): void;
  /** Takes back the diagnostics of a document that was closed. */
  closed(uri: string): void;
}

/** @param pageOf the URI of the page that explains a code */
export function makePublisher(
  connection: Connection,
  documents: TextDocuments<TextDocument>,
  codices: Codices,
  pageOf: (code: string) => string,
): Publisher {
  const published = new Map<string, string>();
  const send = (uri: string, version: number | undefined, diagnostics: Diagnostic[]): void => {
    const told = JSON.stringify(diagnostics);
    if ((published.get(uri) ?? '[]') === told) return;
    published.set(uri, told);
    void connection.sendDiagnostics({ uri, diagnostics, ...(version !== undefined && { version }) });
  };
  return {
    publish() {
      for (const document of documents.all()) {
        const codex = codices.of(document.uri);
        if (!codex) continue;
        const linesOf = lineIndexes(codex);
        const lines = lineIndex(document.getText());
        const problems = problemsOf(codex, pathOf(document.uri) ?? document.uri);
        send(
          document.uri,
          document.version,
          problems.map((problem) => toDiagnostic(problem, lines, linesOf, codex, pageOf)),
        );
      }
    },
    closed(uri) {
      send(uri, undefined, []);
      published.delete(uri);
    },
  };
}

/** The lines of the files of a codex, each counted once. */
export function lineIndexes(codex: LiveCodex): (path: string) => LineIndex {
  const indexes = new Map<string, LineIndex>();
  return (path) => {
    let index = indexes.get(path);
    if (!index) indexes.set(path, (index = lineIndex(codex.currentText(path) ?? '')));
    return index;
  };
}

function toDiagnostic(
  problem: Problem,
  lines: LineIndex,
  linesOf: (path: string) => LineIndex,
  codex: LiveCodex,
  pageOf: (code: string) => string,
): Diagnostic {
  return {
    range: rangeOf(lines, problem.span),
    severity: SEVERITIES[problem.severity ?? 'error'],
    code: problem.code,
    codeDescription: { href: pageOf(problem.code) },
    source: 'retcon',
    message: problem.message,
    ...(problem.related &&
      problem.related.length > 0 && {
        relatedInformation: problem.related.map(({ file, span, message }) => ({
          location: { uri: uriIn(codex, file), range: rangeOf(linesOf(file), span) },
          message,
        })),
      }),
  };
}
