/** Answers where something is named, and what becomes of the names when it is called otherwise. */
import { type Location, LSPErrorCodes, type Position, ResponseError, type WorkspaceEdit } from 'vscode-languageserver';
import type { TextsByFile } from '../../core/edits/rename/keepReferences';
import { type Renameable, renameableAt, renameEdits } from '../../core/edits/rename/rename';
import { subjectUnderCaret, referencesTo, ROLES } from '../../core/reading/references';
import { nameSpan } from '../../core/rules/relatedPlaces';
import type { Entry } from '../../core/entry/entry';
import { memoized } from '../../core/text/memoized';
import type { Span } from '../../core/text/span';
import { type Area, guarded, lookAt, type Looked } from '../session/desk';
import { editOf, lossIn } from '../convert/edits';
import { showsGroups, takesFiles } from '../convert/announced';
import { lineIndexes } from '../convert/codexLines';
import type { LiveCodex } from '../session/liveCodex';
import { rangeOf, uriIn } from '../convert/uris';
import type { Mentions, NamedPlaces, Requests } from '../protocol/protocol';

export const answerNames: Area = (desk) => {
  desk.connection.onReferences(
    guarded(desk, 'references', ({ textDocument, position, context }): Location[] | null => {
      const looked = lookAt(desk, textDocument.uri);
      const pointed = looked && subjectUnderCaret(looked.codex.known, looked.entry, looked.lines.offsetAt(position));
      if (!pointed) return null;
      const { codex } = looked;
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
  desk.connection.onRequest('retcon/mentions', ({ uri, position }: Requests['retcon/mentions'][0]): Mentions | null => {
    const looked = lookAt(desk, uri);
    if (!looked) return null;
    const { codex, entry, lines } = looked;
    const pointed = position ? subjectUnderCaret(codex.known, entry, lines.offsetAt(position)) : null;
    const subject = pointed?.subject ?? { kind: 'entry', entry };
    const linesOf = lineIndexes(codex);
    // A page may name it on each of its lines: they are told apart once.
    const textsOf = memoized((path: string) => linesIn(codex.currentText(path) ?? ''));
    const named = referencesTo(codex.known, subject).map(
      ({ entry: { path, title }, naming: { role, span } }): NamedPlaces => {
        const range = rangeOf(linesOf(path), span);
        const line = textsOf(path)[range.start.line]?.trim() ?? '';
        return { role: ROLES[role], uri: uriIn(codex, path), range, title, line };
      },
    );
    return { title: subject.kind === 'entry' ? subject.entry.title : subject.name, named };
  });
  /** What is under the caret, or why it can't be renamed. */
  const pointedTo = (uri: string, position: Position): (Looked & { found: Renameable }) | Refusal | null => {
    const looked = lookAt(desk, uri);
    if (!looked) return null;
    const { codex, entry, text, lines } = looked;
    if (!codex.isReady) return refusal('The codex is still being read: try again in a moment.');
    const found = renameableAt(codex.known, entry, text, lines.offsetAt(position));
    return found.ok ? { ...looked, found } : refusal(found.message);
  };
  desk.connection.onPrepareRename(
    guarded(desk, 'preparing a rename', ({ textDocument, position }) => {
      const pointed = pointedTo(textDocument.uri, position);
      if (!pointed || pointed instanceof ResponseError) return pointed;
      const { found, lines } = pointed;
      return { range: rangeOf(lines, found.span), placeholder: found.name };
    }),
  );
  desk.connection.onRenameRequest(
    guarded(desk, 'rename', ({ textDocument, position, newName }): WorkspaceEdit | Refusal | null => {
      const pointed = pointedTo(textDocument.uri, position);
      if (!pointed || pointed instanceof ResponseError) return pointed;
      const { codex, found } = pointed;
      const around = { ...namingFiles(codex), takesFiles: takesFiles(desk, 'rename') && !codex.isOne };
      const done = renameEdits(codex.known, found, newName, around);
      if (!done.ok) return refusal(done.message);
      const loss = lossIn(codex, done.change);
      return loss === null ? editOf(codex, done.change, desk, showsGroups(desk)) : refusal(loss);
    }),
  );
  return { referencesProvider: true, renameProvider: { prepareProvider: true } };
};

const linesIn = (text: string): string[] => text.split(/\r\n|\r|\n/);

type Refusal = ResponseError;

/** The author is shown this text. */
const refusal = (message: string): Refusal => new ResponseError(LSPErrorCodes.RequestFailed, message);

/** The files of a codex as they are now, in the editor or on the disk. */
export const namingFiles = (codex: LiveCodex): TextsByFile => ({
  textOf: (file) => codex.currentText(file) ?? '',
  exists: codex.isThere,
});
