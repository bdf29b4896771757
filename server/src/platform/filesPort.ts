/** The files of a codex where they lie: on a disk, or wherever an editor has them. What is open in the editor is not known here. */
import type { Codex } from '../core/codex/codex';
import type { Survey } from '../core/codex/survey';
import type { Watch } from './gitPort';

export interface FilesPort {
  /** Whether files of the kind can be read here: a path as `lsp/convert/uris` makes it of a URI. */
  has(path: string): boolean;
  /** The nearest folder, from here upwards, that holds a codex.yaml; null where there is none. */
  rootOf(folder: string): string | null;
  /** Whether a path is that of a folder that is there. */
  isFolder(path: string): boolean;
  /** Whether a path of the codex is taken, by whatever it be. @param file relative to the root, with `/` */
  exists(root: string, file: string): boolean;
  /** Whether a file is written in UTF-8: of what is not, letters are lost when its text is written again. */
  isUtf8(root: string, file: string): boolean;
  /** The text of a file; null, and reported, where it can't be read. Files are relative to the root, with `/`. */
  readerOf(root: string, skipped: Skipped): Texts;
  /**
   * What a folder holds, a folder at a step. A promise in place of a step is waited for before the next.
   * @param isRoot whether a folder is to be left out, as the root of another codex, though it has no codex.yaml
   */
  list(root: string, codex: Codex, skipped: Skipped, isRoot: IsRoot): Generator<void | Promise<void>, Listed>;
  /** Finishes, or undoes, what a command was stopped in while it wrote: a sentence for its author for each. */
  finishWriting(root: string): readonly string[];
  /** Makes a file. Why it can't be made, as the end of a sentence that begins with its name; null where it was. */
  create(path: string, text: string): string | null;
  /**
   * Hears of all that comes, changes and goes in some folders, for an editor that does not watch them. Null where only the
   * editor can.
   * @param failed told why something can't be watched; the rest is
   */
  watch(
    folders: readonly string[],
    listener: (path: string, happened: Happened) => void,
    failed: (why: string) => void,
  ): Watch | null;
  /** What the notes of a folder would be set up with. */
  survey(root: string, skipped: Skipped): Promise<FolderSurvey>;
  /** Looks at the folders that are opened, before any question about them. Null where nobody need wait for that. */
  open(folders: readonly string[]): Promise<void> | null;
  /** Looks again at what has come, changed or gone. Null where nobody need wait for that. */
  renew(paths: readonly string[]): Promise<void> | null;
}

/** What has become of a file or a folder. */
export type Happened = 'created' | 'changed' | 'deleted';

export interface FolderSurvey {
  /** Whether the folder has a codex.yaml already. */
  readonly exists: boolean;
  readonly survey: Survey;
}

/** Hears what can't be read and is therefore left out, and why. */
export type Skipped = (path: string, reason: string) => void;

/** What a folder holds: paths relative to it, with `/`. */
export interface Listed {
  /** Sorted. */
  readonly entries: readonly string[];
  /** Folders with a codex.yaml of their own: other codices, that this one ends at. */
  readonly codices: readonly string[];
}

export type IsRoot = (folder: string) => boolean;

/** What a file was when it was about to be read. Times are in milliseconds. */
export interface FileStats {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
  isFile(): boolean;
}

/** Hears of a file that is about to be read, in its present state. */
export type See = (stats: FileStats) => void;
/** The text of a file. */
export type Texts = (file: string, see?: See) => string | null;
