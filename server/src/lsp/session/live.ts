/** What the server can ask of a codex that it keeps, and tell it. */
import type { Canon, Known } from '../../core/canon';
import type { Entry } from '../../core/entry/entry';
import type { Dating } from '../../core/host';
import type { Compared } from '../../core/rules/retcon/baselineComparison';
import type { Problem } from '../../core/text/problem';
import type { FilesToCheck } from './checkQueue';
import type { Progress } from './editor';
import type { Baseline } from './baseline';

export interface LiveCodex {
  /** The folder; of a codex of one, the file. */
  readonly root: string;
  readonly isOne: boolean;
  /** Whether every file has been read at least once. */
  readonly isReady: boolean;
  /** Whether it is being read, for the first time or again. */
  readonly isReading: boolean;
  /** No codex.yaml, and no file that uses Retcon's keys: nothing is said of it. */
  readonly isDormant: boolean;
  /** Why it could not be read. */
  readonly failure: string | null;
  readonly canon: Canon;
  readonly known: Known;
  /** What is wrong in codex.yaml. */
  readonly codexProblems: readonly Problem[];
  /** Another object whenever untouched files may have other problems. */
  readonly state: object;
  /** What was told, and the present state to compare with it; null where either is unknown or not read yet. */
  readonly baseline: Baseline | null;
  readonly compared: Compared | null;
  /** Has everything judged again against the baseline. */
  compareWith(given: Baseline | null): void;
  /** Why the disk's text of a file can't be read; undefined where it can, as far as that is known. */
  unreadable(path: string): string | undefined;
  /** Has codex.yaml judged again. */
  judgeCodexFile(): void;
  /** Takes git's record of when entries entered the canon; false where nothing in it is new. */
  date(given: Dating): boolean;
  /** What has to be judged since this was last asked. Files are absolute, or the URI of what is no file. */
  takeDue(): FilesToCheck;
  /** The path of one of its files, relative to the root, with `/`. @param file absolute, or the URI of what is no file */
  pathOf(file: string): string;
  /** The entry of a file; undefined while it is dormant, and where the codex does not want the file. */
  entryAt(file: string): Entry | undefined;
  /** The text of one of its files now: the editor's, else the disk's. */
  currentText(path: string): string | null;
  /** The disk's text of one of its files, whatever the editor has. */
  savedText(path: string): string | null;
  /** The editor's text of one of its files; null where the disk's counts. */
  openText(path: string): string | null;
  /** Whether letters of a file could not be read, so that they are lost when it is saved: it is not written in UTF-8. */
  losesLetters(path: string): boolean;
  /** Whether a path of it is taken, by whatever it be. */
  isThere(path: string): boolean;
  /** Takes note that a file may read differently now; `settle` looks. */
  touch(file: string): void;
  /** The same for a file that was written, which is looked at even where the editor has it open: it may be spoilt there. */
  touchOnDisk(file: string): void;
  /** Takes note that a file or a whole folder has come or gone. @param mayHaveFiles whether there may be files in it now */
  touchFolder(folder: string, mayHaveFiles: boolean): void;
  /** Reads what was touched. */
  settle(): void;
  /** Reads everything again, in slices; a reading under way is given up. False where a later one took its place. */
  read(progress: Progress): Promise<boolean>;
  /** Forgets what was worked out of the canon, which most of it is made of when all of it has been judged. */
  forget(): void;
  /** Keeps what was read for the next start. */
  keep(): Promise<void>;
  /** Gives up a reading under way. */
  close(): void;
}
