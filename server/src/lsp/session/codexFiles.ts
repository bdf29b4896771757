/** The files of one codex as they lie on the disk, with what can't be read of them. */
import type { Texts } from '../../platform/filesPort';
import type { Codex } from '../../core/codex/codex';
import type { Editor } from './editor';
import { joinPath } from '../convert/uris';

export interface CodexFiles {
  /** The text of a file, as it lies there; null where there is none, or none that can be read. */
  textOf: Texts;
  /** The files that a codex wants, a folder at a step. */
  list(codex: Codex): Generator<void | Promise<void>, readonly string[]>;
  /** The files and folders that can't be read, and why. */
  readonly unread: ReadonlyMap<string, string>;
}

/** Reports other codices below to the editor. */
export function diskOf(root: string, editor: Editor): CodexFiles {
  const absolute = (file: string): string => joinPath(root, file);
  const files = new Map<string, string>();
  const folders = new Map<string, string>();
  /** A page that is open and too long is asked for again and again. */
  const logged = new Map<string, string>();
  const skipping =
    (names: Map<string, string>) =>
    (file: string, reason: string): void => {
      names.set(file, reason);
      if (logged.get(file) === reason) return;
      logged.set(file, reason);
      editor.log(`${absolute(file)} is left out: ${reason}.`);
    };
  const { files: there } = editor.platform;
  const read = there.readerOf(root, skipping(files));
  return {
    textOf(file, see) {
      files.delete(file);
      const text = read(file, see);
      if (!files.has(file)) logged.delete(file);
      return text;
    },
    *list(codex) {
      folders.clear();
      const isOpened = (folder: string): boolean => editor.isOpened(absolute(folder));
      const { entries, codices } = yield* there.list(root, codex, skipping(folders), isOpened);
      editor.found(root, codices.map(absolute));
      return entries;
    },
    get unread() {
      return new Map([...files, ...folders]);
    },
  };
}
