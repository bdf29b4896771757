/** What is done to the files of a codex in one step. Files are relative to the root, with `/`. */
import type { Span } from './span';
import { groupBy } from './groups';

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
export const editsByFile = (edits: readonly TextEdit[]): ReadonlyMap<string, TextEdit[]> =>
  groupBy(edits, ({ file }) => file);
