/** Answers what has to be written otherwise when files are moved in the editor, and what would be lost when they are deleted. */
import { type FileRename, MessageType, ShowMessageNotification, type WorkspaceEdit } from 'vscode-languageserver';
import { allEntries } from '../../core/canon';
import { entryFilter } from '../../core/codex/pathRules';
import { followMoves } from '../../core/edits/rename/moves';
import { lossesOf } from '../../core/edits/rename/losses';
import type { Move } from '../../core/edits/rename/linkPaths';
import type { Entry } from '../../core/entry/entry';
import { type Area, type Desk, guarded } from '../session/desk';
import { editOf, lossIn } from '../convert/edits';
import { showsGroups } from '../convert/announced';
import type { Codices } from '../session/codices';
import type { LiveCodex } from '../session/liveCodex';
import { isInFolderPath, isInOneOf, joinPath, pathOfUri, relativeTo, uriIn } from '../convert/uris';
import type { DeletionLoss, Requests } from '../protocol/protocol';
import { namingFiles } from './renameRequests';
import { FILTERS } from '../session/watchFiles';

export const answerMoves: Area = (desk) => {
  desk.connection.workspace.onWillRenameFiles(
    guarded(desk, 'moving files', ({ files }): WorkspaceEdit | null => {
      desk.settle();
      const edits = [...movesByCodex(desk.codices, files)].flatMap(([codex, moves]) => {
        const all = followMoves(codex.known, moves, namingFiles(codex));
        const followed = all.filter(({ file }) => !codex.losesLetters(file));
        const loss = lossIn(codex, { edits: all });
        if (loss !== null) warn(desk, `${loss} Until then its links to what is moved stay as they are.`);
        return followed.length > 0 ? (editOf(codex, { edits: followed }, desk, showsGroups(desk)) ?? []) : [];
      });
      return edits.length > 0 ? together(edits) : null;
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
    const isEntry = /\.md$/i.test(move.from);
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

/** The edits of several codices, all of one kind. */
const together = (edits: readonly WorkspaceEdit[]): WorkspaceEdit => ({
  ...(edits.some(({ changes }) => changes) && { changes: Object.assign({}, ...edits.map(({ changes }) => changes)) }),
  ...(edits.some(({ documentChanges }) => documentChanges) && {
    documentChanges: edits.flatMap(({ documentChanges = [] }) => documentChanges),
    changeAnnotations: Object.assign({}, ...edits.map(({ changeAnnotations }) => changeAnnotations)),
  }),
});
