/** What is done to the files of a codex in one step. Files are relative to the root, with `/`. */
import type { Span } from './span';

/** A minimal change to one file: the span is replaced by the text. */
export interface TextEdit {
  readonly file: string;
  readonly span: Span;
  readonly text: string;
  /** What it is one of, for whoever looks at a change before it is made: `Sources`. */
  readonly group?: string;
}

/** New files are made first, so that nothing points at what is not there; then texts are edited, then files renamed. */
export interface Change {
  readonly creates?: readonly { readonly file: string; readonly text: string }[];
  /** No two of one file overlap. */
  readonly edits: readonly TextEdit[];
  readonly renames?: readonly { readonly from: string; readonly to: string }[];
}

/** The edits of each file that some edits concern, in the order given. */
export function editsByFile(edits: readonly TextEdit[]): ReadonlyMap<string, TextEdit[]> {
  const files = new Map<string, TextEdit[]>();
  for (const edit of edits) {
    const own = files.get(edit.file);
    if (own) own.push(edit);
    else files.set(edit.file, [edit]);
  }
  return files;
}
