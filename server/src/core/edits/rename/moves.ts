/** What has to be written otherwise when files and folders are moved, or are called otherwise. */
import type { Known } from '../../canon';
import { slug } from '../../entry/slug';
import { referencesToEach } from '../../reading/references';
import type { TextEdit } from '../../text/change';
import { once } from '../../text/steps';
import { type TextsByFile, follow } from './keepReferences';
import { keepsOldNames } from './oldNames';
import { fileNameOf, type Move, movedBy, movedEntries } from './linkPaths';

/** Edits of the files as they are now, before they are moved. */
export function followMoves(known: Known, moves: readonly Move[], files: TextsByFile): readonly TextEdit[] {
  const moved = movedEntries(known.canon, moves);
  const references = once(() => referencesToEach(known, moved));
  const edits = moved.flatMap((entry): TextEdit[] => {
    const fileName = fileNameOf(movedBy(moves, entry.path));
    if (fileName === entry.fileName) return [];
    const title = entry.title === entry.fileName ? fileName : entry.title;
    const edit = keepsOldNames(
      known,
      entry,
      files.textOf(entry.path),
      { id: entry.writtenId?.text ?? slug(fileName), title, fileName },
      (one) => references().get(one) ?? [],
    );
    return edit ? [{ file: entry.path, ...edit, group: 'Its own names' }] : [];
  });
  return follow(known, { moves, edits }, files).edits;
}
