/** Makes one list of edits of several that were made one after another, each in the text that those before had left. */
import type { Span } from './span';

/** A change to one text: the span is replaced. */
export interface Edit {
  readonly span: Span;
  readonly text: string;
}

/** The text with an edit made. */
export const applied = (text: string, { span, text: put }: Edit): string =>
  text.slice(0, span.start) + put + text.slice(span.end);

/** A text with some edits made. No two of them overlap. */
export function edited(text: string, edits: readonly Edit[]): string {
  const all = inOrder(edits);
  const kept = all.map(({ span, text: put }, i) => text.slice(all[i - 1]?.span.end ?? 0, span.start) + put);
  return kept.join('') + text.slice(all.at(-1)?.span.end ?? 0);
}

const inOrder = (edits: readonly Edit[]): Edit[] =>
  [...edits].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);

/** What a text is made of after some edits: stretches of the first text that were kept, and what was put between them. */
type Piece = Span | string;

const lengthOf = (piece: Piece): number => (typeof piece === 'string' ? piece.length : piece.end - piece.start);

/** A text on its way through edits, each made in the text that those before had left. */
export interface Draft {
  readonly text: string;
  /** The edits of the first text that do it all at once: sorted, no two of them touching. */
  readonly edits: () => readonly Edit[];
  /** @param edits each of the text as it is now; no two of them overlap */
  readonly with: (edits: readonly Edit[]) => Draft;
}

export const draftOf = (text: string): Draft => drafted(text, text, [{ start: 0, end: text.length }]);

const drafted = (first: string, text: string, pieces: readonly Piece[]): Draft => ({
  text,
  edits: () => editsOf(first, pieces),
  with: (edits) => drafted(first, edited(text, edits), withEdits(pieces, edits)),
});

/** The edits of `text` that do at once what the steps do in turn; a step that answers null does nothing. */
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

/** The edit without what it replaces by the same; null where that is all of it. */
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

/** Whether an offset lies within what editors count as one: a pair of surrogates, a line end of two characters. */
const isWithinOne = (text: string, at: number): boolean =>
  /^(?:[\uD800-\uDBFF][\uDC00-\uDFFF]|\r\n)$/.test(text.slice(Math.max(0, at - 1), at + 1));
