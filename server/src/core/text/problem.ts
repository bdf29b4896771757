/** Problems at a place in a file, and edits of files. The surfaces show a problem as a diagnostic. */
import type { Span } from './span';
import { groupBy } from './groups';

/** A minimal change to one file: the span is replaced by the text. */
export interface TextEdit {
  readonly file: string;
  readonly span: Span;
  readonly text: string;
  /** The kind of source that it changes, for a preview of the change: `Sources`. */
  readonly group?: string;
}

/** New files are created first, so that nothing refers to a missing one; then texts are edited, then files renamed. */
export interface Change {
  readonly creates?: readonly { readonly file: string; readonly text: string }[];
  /** No two of one file overlap. */
  readonly edits: readonly TextEdit[];
  readonly renames?: readonly { readonly from: string; readonly to: string }[];
}

/** The edits of each file, in the order given. */
export const editsByFile = (edits: readonly TextEdit[]): ReadonlyMap<string, TextEdit[]> =>
  groupBy(edits, ({ file }) => file);

/** A problem at a place in a file, in the author's own words. The surfaces show it as a diagnostic. */
export type Severity = 'error' | 'warning' | 'info' | 'hint';

/** A mechanical correction, offered as a quick fix. */
export interface Fix extends Change {
  readonly title: string;
}

/** A related place elsewhere. */
export interface RelatedPlace {
  readonly file: string;
  readonly span: Span;
  readonly message: string;
  /** The span is relative to the file in the baseline, rather than the present file. */
  readonly isEstablished?: true;
}

/** The result of a rule; `severity` only if it differs from the rule's own. Spans are relative to the judged file. */
export interface Problem {
  readonly code: string;
  readonly span: Span;
  readonly message: string;
  readonly severity?: Severity;
  readonly related?: readonly RelatedPlace[];
  readonly fixes?: readonly Fix[];
}

/** A change to one text: the span is replaced. */
export interface Edit {
  readonly span: Span;
  readonly text: string;
}

/** The text after an edit. */
export const applied = (text: string, { span, text: put }: Edit): string =>
  text.slice(0, span.start) + put + text.slice(span.end);

/** A text after some edits. No two of them overlap. */
export function edited(text: string, edits: readonly Edit[]): string {
  const all = inOrder(edits);
  const kept = all.map(({ span, text: put }, i) => text.slice(all[i - 1]?.span.end ?? 0, span.start) + put);
  return kept.join('') + text.slice(all.at(-1)?.span.end ?? 0);
}

const inOrder = (edits: readonly Edit[]): Edit[] =>
  [...edits].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);

/** The composition of a text after some edits: stretches of the first text that were kept, and the insertions between them. */
type Piece = Span | string;

const lengthOf = (piece: Piece): number => (typeof piece === 'string' ? piece.length : piece.end - piece.start);

/** A text to which edits are applied, each in terms of the text that the previous ones left. */
export interface Draft {
  readonly text: string;
  /** The edits of the first text that have the same result at once: sorted, no two of them touching. */
  readonly edits: () => readonly Edit[];
  /** @param edits in terms of the present text; no two of them overlap */
  readonly with: (edits: readonly Edit[]) => Draft;
}

export const draftOf = (text: string): Draft => drafted(text, text, [{ start: 0, end: text.length }]);

const drafted = (first: string, text: string, pieces: readonly Piece[]): Draft => ({
  text,
  edits: () => editsOf(first, pieces),
  with: (edits) => drafted(first, edited(text, edits), withEdits(pieces, edits)),
});

/** The edits of `text` that equal the steps in turn; a step that returns null does nothing. */
export function inTurn(text: string, steps: readonly ((text: string) => Edit | null)[]): readonly Edit[] {
  let draft = draftOf(text);
  for (const step of steps) {
    const edit = step(draft.text);
    if (edit !== null) draft = draft.with([edit]);
  }
  return draft.edits();
}

function withEdits(pieces: readonly Piece[], edits: readonly Edit[]): readonly Piece[] {
  const left: Piece[] = [];
  let [at, next, within] = [0, 0, 0];
  const goTo = (until: number, isKept: boolean): void => {
    while (at < until) {
      const piece = pieces[next] as Piece;
      const end = Math.min(lengthOf(piece), within + until - at);
      if (isKept && within < end) left.push(cut(piece, within, end));
      at += end - within;
      within = end;
      if (within === lengthOf(piece)) [next, within] = [next + 1, 0];
    }
  };
  for (const { span, text } of inOrder(edits)) {
    goTo(span.start, true);
    left.push(text);
    goTo(span.end, false);
  }
  goTo(
    pieces.reduce((sum, piece) => sum + lengthOf(piece), 0),
    true,
  );
  return left;
}

const cut = (piece: Piece, from: number, to: number): Piece =>
  typeof piece === 'string' ? piece.slice(from, to) : { start: piece.start + from, end: piece.start + to };

function editsOf(text: string, pieces: readonly Piece[]): Edit[] {
  const edits: Edit[] = [];
  let kept = 0;
  let put = '';
  for (const piece of [...pieces, { start: text.length, end: text.length }]) {
    if (typeof piece === 'string') {
      put += piece;
      continue;
    }
    if (kept < piece.start || put !== '') edits.push({ span: { start: kept, end: piece.start }, text: put });
    kept = piece.end;
    put = '';
  }
  return edits.flatMap((edit) => least(text, edit) ?? []);
}

/** The edit without the parts that it would replace by the same text; null if nothing remains. */
function least(text: string, { span, text: put }: Edit): Edit | null {
  const old = text.slice(span.start, span.end);
  const most = Math.min(old.length, put.length);
  let start = 0;
  while (start < most && old[start] === put[start]) start++;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === put.at(-1 - end)) end++;
  if (start === old.length && start === put.length) return null;
  if (start > 0 && isWithinOne(text, span.start + start)) start--;
  if (end > 0 && isWithinOne(text, span.end - end)) end--;
  return { span: { start: span.start + start, end: span.end - end }, text: put.slice(start, put.length - end) };
}

/** Whether an offset is inside a unit of editors: a surrogate pair, or a line end of two characters. */
const isWithinOne = (text: string, at: number): boolean =>
  /^(?:[\uD800-\uDBFF][\uDC00-\uDFFF]|\r\n)$/.test(text.slice(Math.max(0, at - 1), at + 1));
