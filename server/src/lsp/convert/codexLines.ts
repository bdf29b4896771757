/** The lines of the files of a codex, which turn offsets into LSP's positions. */
import { type Canon, entryAt } from '../../core/canon';
import type { Entry } from '../../core/entry/entry';
import { type LineIndex, lineIndex } from '../../core/text/lines';
import type { CodexRoot } from './uris';

/** A codex as far as positions in its files need it. */
export interface CodexTexts extends CodexRoot {
  readonly canon: Canon;
  /** The text of a file now. @param path relative to the root, with `/` */
  currentText(path: string): string | null;
  /** Whether letters of a file could not be read, so that they are lost when it is saved. */
  losesLetters(path: string): boolean;
}

/** An entry is made again whenever its text is read again, so its lines are counted once only. */
const counted = new WeakMap<Entry, LineIndex>();

/** The lines of the files of a codex, as they were when their entries were read. */
export const lineIndexes =
  (codex: CodexTexts) =>
  (path: string): LineIndex => {
    const entry = entryAt(codex.canon, path);
    let index = entry && counted.get(entry);
    if (!index) {
      index = lineIndex(codex.currentText(path) ?? '');
      if (entry) counted.set(entry, index);
    }
    return index;
  };
