/** Answers the editor's requests about a place in a document. */
import type { Connection, Hover, LocationLink, TextDocuments } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Entry } from '../core/entry/entry';
import { definitionAt } from '../core/features/definition';
import { hoverAt } from '../core/features/hover';
import { nameSpan } from '../core/rules/places';
import { lineIndex, type Place } from '../core/text/lines';
import type { Codices } from './codices';
import { lineIndexes } from './diagnostics';
import type { Lenses } from './lenses';
import type { LiveCodex } from './liveCodex';
import { pathOf, rangeOf, uriIn } from './places';

/** A document, its codex and its entry, as they are now. */
export interface Looked {
  readonly codex: LiveCodex;
  readonly entry: Entry;
  readonly text: string;
  readonly offsetAt: (place: Place) => number;
}

export interface Desk {
  readonly connection: Connection;
  readonly documents: TextDocuments<TextDocument>;
  readonly codices: Codices;
  /** Takes in what has been typed. */
  readonly settle: () => void;
  readonly log: (message: string) => void;
}

/** What an answer is about; null where there is nothing to be said. */
export function lookAt({ documents, codices, settle }: Desk, uri: string): Looked | null {
  settle();
  const document = documents.get(uri);
  const codex = codices.of(uri);
  const entry = codex?.entryAt(pathOf(uri) ?? uri);
  if (!document || !codex || !entry) return null;
  const text = document.getText();
  return { codex, entry, text, offsetAt: lineIndex(text).offsetAt };
}

export function answerFeatures(desk: Desk, lenses: Lenses): void {
  const { connection, codices, settle } = desk;
  const guarded =
    <P, R>(what: string, answer: (params: P) => R | null) =>
    (params: P): R | null => {
      try {
        return answer(params);
      } catch (error) {
        desk.log(`${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
        return null;
      }
    };

  connection.onHover(
    guarded('hover', ({ textDocument, position }): Hover | null => {
      const looked = lookAt(desk, textDocument.uri);
      if (!looked) return null;
      const { codex, entry, text, offsetAt } = looked;
      const hover = hoverAt(codex.canon, entry, text, offsetAt(position), ({ path }) => uriIn(codex, path));
      if (!hover) return null;
      const value = codex.isReady ? hover.markdown : `${hover.markdown}\n\n*Still reading the codex …*`;
      return { contents: { kind: 'markdown', value }, range: rangeOf(lineIndex(text), hover.span) };
    }),
  );
  connection.onDefinition(
    guarded('definition', ({ textDocument, position }): LocationLink[] | null => {
      const looked = lookAt(desk, textDocument.uri);
      if (!looked) return null;
      const { codex, entry, text, offsetAt } = looked;
      const definition = definitionAt(codex.known, entry, text, offsetAt(position));
      const linesOf = lineIndexes(codex);
      return (definition?.entries ?? []).map((target) => {
        const range = rangeOf(linesOf(target.path), nameSpan(target));
        return {
          targetUri: uriIn(codex, target.path),
          targetRange: range,
          targetSelectionRange: range,
          ...(definition && { originSelectionRange: rangeOf(lineIndex(text), definition.span) }),
        };
      });
    }),
  );
  connection.onCodeLens(
    guarded('code lens', ({ textDocument: { uri } }) => {
      settle();
      const codex = codices.of(uri);
      return codex && lenses.of(codex, uri, pathOf(uri) ?? uri);
    }),
  );
}
