/** Answers where something is named, and what becomes of the names when it is called otherwise. */
import { isPageFile } from '../../core/text/pageFile';
import {
  type Location,
  LSPErrorCodes,
  type Position,
  ResponseError,
  type WorkspaceEdit,
  type FileRename,
  MessageType,
  ShowMessageNotification,
} from 'vscode-languageserver';
import type { TextsByFile } from '../../core/edits/rename/keepReferences';
import { type Renameable, renameableAt, renameEdits } from '../../core/edits/rename/rename';
import { subjectUnderCaret, ROLES } from '../../core/reading/mentions';
import { nameSpan } from '../../core/rules/rule';
import type { Entry } from '../../core/entry/entry';
import { memoized } from '../../core/text/groups';
import { type Area, guarded, guardedAt, lookAt, type Looked, type Desk } from '../session/desk';
import { editOf, lossIn } from '../convert/diagnostics';
import { showsGroups, takesFiles } from '../convert/announced';
import {
  lineIndexes,
  locationIn,
  rangeOf,
  uriIn,
  isInFolderPath,
  isInOneOf,
  joinPath,
  pathOfUri,
  relativeTo,
} from '../convert/uris';
import type { LiveCodex } from '../session/liveCodex';
import type { Mentions, NamedPlaces, DeletionLoss } from '../protocol/protocol';
import type { Requests } from '../protocol/requests';
import { allEntries } from '../../core/canon';
import { entryFilter } from '../../core/codex/pathRules';
import { followElsewhere } from '../../core/edits/rename/otherSettings';
import type { Change } from '../../core/text/problem';
import { followMoves, lossesOf } from '../../core/edits/rename/moves';
import { type Move, movedBy } from '../../core/edits/rename/respell';
import { SETTINGS_FILE } from '../../core/codex/settings';
import { followFolders } from '../session/settings';
import { namedThing } from './placesNaming';
import type { Codices } from '../session/codices';
import { FILTERS } from '../session/watchFiles';

export const answerNames: Area = (desk) => {
  desk.connection.onReferences(
    guardedAt(desk, 'references', ({ codex, entry, lines }, { position, context }): Location[] | null => {
      const pointed = subjectUnderCaret(codex.known, entry, lines.offsetAt(position));
      if (!pointed) return null;
      const { home, subject, places } = namedThing(desk, codex, pointed.subject);
      const named = places.map((one) => locationIn(one.codex, one.entry, one.naming.span));
      if (subject.kind !== 'entry' || !context.includeDeclaration) return named;
      return [locationIn(home, subject.entry, nameSpan(subject.entry)), ...named];
    }),
  );
  desk.connection.onRequest('retcon/mentions', ({ uri, position }: Requests['retcon/mentions'][0]): Mentions | null => {
    const looked = lookAt(desk, uri);
    if (!looked) return null;
    const { entry, lines } = looked;
    const pointed = position ? subjectUnderCaret(looked.codex.known, entry, lines.offsetAt(position)) : null;
    const { subject, places } = namedThing(desk, looked.codex, pointed?.subject ?? { kind: 'entry', entry });
    // A page may name it on each of its lines: the lines are found once.
    const textsIn = memoized((codex: LiveCodex) => ({
      linesOf: lineIndexes(codex),
      textsOf: memoized((path: string) => linesIn(codex.currentText(path) ?? '')),
    }));
    const named = places.map(({ codex, setting, entry: { path, title }, naming: { role, span } }): NamedPlaces => {
      const { linesOf, textsOf } = textsIn(codex);
      const range = rangeOf(linesOf(path), span);
      const line = textsOf(path)[range.start.line]?.trim() ?? '';
      const [what, whose] = setting === null ? ['', ''] : [` in ${setting}`, ` · ${setting}`];
      return { role: `${ROLES[role]}${what}`, uri: uriIn(codex, path), range, title: `${title}${whose}`, line };
    });
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
      if (loss !== null) return refusal(loss);
      const edit = editOf(codex, done.change, desk, showsGroups(desk));
      return edit && together([...editsElsewhere(desk, codex, done.change), edit]);
    }),
  );
  return { referencesProvider: true, renameProvider: { prepareProvider: true } };
};

const linesIn = (text: string): string[] => text.split(/\r\n|\r|\n/);

type Refusal = ResponseError;

/** The author is shown this text. */
const refusal = (message: string): Refusal => new ResponseError(LSPErrorCodes.RequestFailed, message);

/** The files of a codex as they are now, in the editor or on the disk. */
const namingFiles = (codex: LiveCodex): TextsByFile => ({
  textOf: (file) => codex.currentText(file) ?? '',
  exists: codex.isThere,
});

/** Answers what has to be written otherwise when files are moved in the editor, and what would be lost when they are deleted. */
export const answerMoves: Area = (desk) => {
  desk.connection.workspace.onWillRenameFiles(
    guarded(desk, 'moving files', ({ files }): WorkspaceEdit | null => {
      desk.settle();
      const edits = [...movesByCodex(desk.codices, files)].flatMap(([codex, moves]) => {
        const all = followMoves(codex.known, moves, namingFiles(codex));
        const followed = all.filter(({ file }) => !codex.losesLetters(file));
        const loss = lossIn(codex, { edits: all });
        if (loss !== null) warn(desk, `${loss} Until then its links to what is moved stay as they are.`);
        const own = followed.length > 0 ? editOf(codex, { edits: followed }, desk, showsGroups(desk)) : null;
        return [...editsElsewhere(desk, codex, { edits: followed, renames: moves }), ...(own ? [own] : [])];
      });
      const all = [...edits, ...settingsMoved(desk, files)];
      return all.length > 0 ? together(all) : null;
    }),
  );
  desk.connection.onRequest('retcon/restsOn', ({ uris }: Requests['retcon/restsOn'][0]): DeletionLoss[] => {
    desk.settle();
    const files = new Set(uris.flatMap((uri) => pathOfUri(uri) ?? []));
    const codices = new Set([...files].flatMap((file) => codexAround(desk.codices, file) ?? []));
    return [...codices]
      .filter(({ isDormant }) => !isDormant)
      .flatMap((codex) => {
        const isGoing = ({ path: file }: Entry): boolean => isInOneOf(files, joinPath(codex.root, file));
        return lossesOf(codex.known, allEntries(codex.canon).filter(isGoing)).map(
          ({ entry, sentences, canRetract }) => ({
            uri: uriIn(codex, entry.path),
            title: entry.title,
            sentences,
            canRetract,
          }),
        );
      });
  });
  return { workspace: { fileOperations: { willRename: FILTERS } } };
};

const warn = ({ connection }: Desk, message: string): void =>
  void connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Warning, message });

/** What is moved within each codex; what leaves it can't be followed. */
function movesByCodex(codices: Codices, files: readonly FileRename[]): Map<LiveCodex, Move[]> {
  const found = new Map<LiveCodex, Move[]>();
  for (const { oldUri, newUri } of files) {
    const [from, to] = [pathOfUri(oldUri), pathOfUri(newUri)];
    const codex = from === null ? undefined : codexAround(codices, from);
    if (from === null || to === null || !codex?.isReady || codex.isDormant) continue;
    const move = { from: relativeTo(codex.root, from), to: relativeTo(codex.root, to) };
    const isEntry = isPageFile(move.from);
    const stays = codexAround(codices, to) === codex && (!isEntry || entryFilter(codex.canon.codex)(move.to));
    if (stays)
      found
        .set(codex, found.get(codex) ?? [])
        .get(codex)
        ?.push(move);
  }
  return found;
}

/** The innermost of the open codices that a file or a folder lies in. */
const codexAround = (codices: Codices, file: string): LiveCodex | undefined =>
  codices
    .all()
    .filter(({ root, isOne }) => !isOne && root !== file && isInFolderPath(root, file))
    .sort((a, b) => b.root.length - a.root.length)[0];

/** What names of a codex in the other settings become by a change of it. */
function editsElsewhere(desk: Desk, codex: LiveCodex, change: Change): WorkspaceEdit[] {
  const { codices } = desk;
  const textThere = (path: string): string => codex.currentText(path) ?? '';
  return codices.all().flatMap((other) => {
    const setting = other.canon.others?.names.find((name) => codices.inSetting(other, name) === codex);
    if (setting === undefined || !other.isReady) return [];
    const textOf = (path: string): string => other.currentText(path) ?? '';
    const edits = followElsewhere(other.known, setting, change, textOf, textThere).filter(
      ({ file }) => !other.losesLetters(file),
    );
    return edits.length > 0 ? (editOf(other, { edits }, desk, showsGroups(desk)) ?? []) : [];
  });
}

/** The edits of each settings.yaml whose folders are moved. */
function settingsMoved(desk: Desk, files: readonly FileRename[]): WorkspaceEdit[] {
  const moves = files.flatMap(({ oldUri, newUri }) => {
    const [from, to] = [pathOfUri(oldUri), pathOfUri(newUri)];
    return from === null || to === null ? [] : { from, to };
  });
  const all = desk.codices.all().map((codex) => ({ codex, file: desk.codices.settingsFile(codex) }));
  const byFolder = new Map(all.flatMap(({ codex, file }) => (file ? [[file.folder, { codex, file }] as const] : [])));
  return [...byFolder.values()].flatMap(({ codex, file }) => {
    const edits = followFolders(file, (path) => movedBy(moves, path));
    const texts = {
      ...codex,
      root: file.folder,
      isOne: false,
      currentText: () => file.text,
      losesLetters: () => false,
    };
    const change = { edits: edits.map((edit) => ({ file: SETTINGS_FILE, ...edit })) };
    return edits.length > 0 ? (editOf(texts, change, desk) ?? []) : [];
  });
}

/** The edits of several codices as one: of an editor that takes those of files, all are. */
function together(edits: readonly WorkspaceEdit[]): WorkspaceEdit {
  const changes: NonNullable<WorkspaceEdit['changes']> = Object.assign({}, ...edits.map((edit) => edit.changes));
  if (!edits.some(({ documentChanges }) => documentChanges)) return { changes };
  const plain = Object.entries(changes).map(([uri, own]) => ({ textDocument: { uri, version: null }, edits: own }));
  const changeAnnotations = Object.assign({}, ...edits.map((edit) => edit.changeAnnotations));
  return {
    documentChanges: [...plain, ...edits.flatMap(({ documentChanges = [] }) => documentChanges)],
    ...(Object.keys(changeAnnotations).length > 0 && { changeAnnotations }),
  };
}
