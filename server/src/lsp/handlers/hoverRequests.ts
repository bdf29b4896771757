/** Answers to those who read: hover, definition, lenses. */
import type { Hover, Location, LocationLink, ServerCapabilities } from 'vscode-languageserver';
import { definitionAt } from '../../core/reading/definition';
import { hoverAt } from '../../core/reading/hover';
import { landingIn } from '../../core/reading/sections';
import { type Desk, guarded, lookAt } from '../session/desk';
import { lineIndexes } from '../convert/codexLines';
import type { Lenses } from './lensRequests';
import { contentOf } from '../convert/markup';
import { pathOfUri, rangeOf, uriIn } from '../convert/uris';
import { renderContextOf } from './renderContext';

export const answerHovers = (desk: Desk, lenses: Lenses): ServerCapabilities => {
  const { connection } = desk;
  connection.onHover(
    guarded(desk, 'hover', ({ textDocument, position }): Hover | null => {
      const looked = lookAt(desk, textDocument.uri);
      if (!looked) return null;
      const { codex, entry, text, lines } = looked;
      const hover = hoverAt(renderContextOf(desk, codex), entry, text, lines.offsetAt(position));
      if (!hover) return null;
      const value = codex.isReady ? hover.markdown : `${hover.markdown}\n\n*Still reading the codex …*`;
      return {
        contents: contentOf(desk.editor.textDocument?.hover?.contentFormat, value),
        range: rangeOf(lines, hover.span),
      };
    }),
  );
  connection.onDefinition(
    guarded(desk, 'definition', ({ textDocument, position }): LocationLink[] | Location[] | null => {
      const looked = lookAt(desk, textDocument.uri);
      if (!looked) return null;
      const { codex, entry, text, lines } = looked;
      const definition = definitionAt(codex.known, entry, text, lines.offsetAt(position));
      if (!definition) return null;
      const linesOf = lineIndexes(codex);
      const places = definition.entries.map((target) => ({
        uri: uriIn(codex, target.path),
        range: rangeOf(
          linesOf(target.path),
          landingIn(target, codex.currentText(target.path) ?? '', definition.heading),
        ),
      }));
      if (desk.editor.textDocument?.definition?.linkSupport !== true) return places;
      const originSelectionRange = rangeOf(lines, definition.span);
      return places.map(({ uri, range }) => ({
        originSelectionRange,
        targetUri: uri,
        targetRange: range,
        targetSelectionRange: range,
      }));
    }),
  );
  connection.onCodeLens(
    guarded(desk, 'code lens', ({ textDocument: { uri } }) => {
      desk.settle();
      const codex = desk.codices.of(uri);
      return codex && lenses.of(codex, uri, pathOfUri(uri) ?? uri);
    }),
  );
  return { hoverProvider: true, definitionProvider: true, codeLensProvider: {} };
};
