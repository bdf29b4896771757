/** The texts of one codex as they are now: the editor's where it has a file open, else the disk's. */
import { baseName, joinPath, relativeTo } from '../convert/uris';
import { diskOf, type CodexFiles } from './codexFiles';
import type { Editor } from './editor';
import { UNREAD_LETTER } from '../../core/text/fits';
import { withoutMark } from '../../core/text/lines';

/** Paths are relative to the root, with `/`; a file is absolute, or the URI of what is no file. */
export interface LiveTexts {
  readonly disk: CodexFiles;
  pathOf(file: string): string;
  fileOf(path: string): string;
  /** The text of a file now; null where there is none. */
  current(path: string): string | null;
  /** The disk's text of a file, whatever the editor has; null where there is none. */
  saved(path: string): string | null;
  /** The text that the editor has; null where the disk's counts. */
  open(path: string): string | null;
  /** Whether letters of a file could not be read, so that they are lost when it is saved: it is not written in UTF-8. */
  losesLetters(path: string): boolean;
  /** Whether a path of it is taken, by whatever it be. */
  isThere(path: string): boolean;
  /** The files that the editor has open; of a codex of one, that one. */
  opened(): readonly string[];
}

/** @param isOne whether the root is a file, and the whole codex */
export function liveTexts(root: string, isOne: boolean, editor: Editor): LiveTexts {
  const disk = diskOf(root, editor);
  const own = baseName(root).replace(/^untitled:/i, '');
  const pathOf = (file: string): string => (isOne ? own : relativeTo(root, file));
  const fileOf = (file: string): string => (isOne ? root : joinPath(root, file));
  const open = (file: string): string | null => editor.textOf(fileOf(file)) ?? null;
  // An editor keeps a byte order mark to itself, and counts positions without it.
  const saved = (file: string): string | null => (isOne ? null : withoutMark(disk.textOf(file)));
  const current = (file: string): string | null => open(file) ?? saved(file);
  return {
    disk,
    pathOf,
    fileOf,
    open,
    saved,
    current,
    losesLetters(file) {
      const { files } = editor.platform;
      const hasUnread = !isOne && current(file)?.includes(UNREAD_LETTER) === true;
      return hasUnread && files.exists(root, file) && !files.isUtf8(root, file);
    },
    isThere: (file) => !isOne && editor.platform.files.exists(root, file),
    opened: () => (isOne ? [own] : editor.openFiles(root).map(pathOf)),
  };
}
