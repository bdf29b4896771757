/** Answers where something is named, and what becomes of the names when it is called otherwise. */
import type { Location } from 'vscode-languageserver/node';
import { pointedAt, referencesTo } from '../core/features/references';
import { nameSpan } from '../core/rules/places';
import type { Entry } from '../core/entry/entry';
import type { Span } from '../core/text/span';
import { type Area, guarded, lookAt } from './desk';
import { lineIndexes } from './diagnostics';
import { rangeOf, uriIn } from './places';

export const answerNames: Area = (desk) => {
  desk.connection.onReferences(
    guarded(desk, 'references', ({ textDocument, position, context }): Location[] | null => {
      const looked = lookAt(desk, textDocument.uri);
      const { codex, entry, lines } = looked ?? {};
      const pointed = looked && pointedAt(looked.codex.known, looked.entry, looked.lines.offsetAt(position));
      if (!codex || !entry || !lines || !pointed) return null;
      const linesOf = lineIndexes(codex);
      const locationOf = ({ path }: Entry, span: Span): Location => ({
        uri: uriIn(codex, path),
        range: rangeOf(linesOf(path), span),
      });
      const { subject } = pointed;
      const named = referencesTo(codex.known, subject).map((one) => locationOf(one.entry, one.naming.span));
      if (subject.kind !== 'entry' || !context.includeDeclaration) return named;
      return [locationOf(subject.entry, nameSpan(subject.entry)), ...named];
    }),
  );
  return { referencesProvider: true };
};
