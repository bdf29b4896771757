/** Spans of a text, and the lines they lie on. Offsets are UTF-16 units, half-open; never LSP positions. */
import { firstPast } from './sorted';

/** A span of a text: half-open UTF-16 offsets, never LSP positions. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The span that covers both spans and the text between them. */
export const cover = (a: Span, b: Span): Span => ({ start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) });

/** Whether all of a span lies in another. */
export const spanContains = (outer: Span, inner: Span): boolean => outer.start <= inner.start && inner.end <= outer.end;

/** Whether an offset lies in the span or at its very end, where a caret after the last character is. */
export const spanTouches = (span: Span, offset: number): boolean => span.start <= offset && offset <= span.end;

/** In the order of their places; of several that overlap the first, and of those that begin at one place the longest. */
export function apart<S extends Span>(spans: readonly S[]): S[] {
  const found: S[] = [];
  for (const one of [...spans].sort((a, b) => a.start - b.start || b.end - a.end))
    if ((found.at(-1)?.end ?? 0) <= one.start) found.push(one);
  return found;
}

/** A place as editors count it: 0-based line, 0-based character in UTF-16 units. */
interface LinePlace {
  readonly line: number;
  readonly character: number;
}

export interface LineIndex {
  /** The number of lines; an empty text has one. */
  count(): number;
  /** The place of an offset; one outside the text is moved to its nearer end. */
  placeAt(offset: number): LinePlace;
  /** The offset of a place; a character after the line's end means that end, a line after the last means the text's end. */
  offsetAt(place: LinePlace): number;
}

const LF = 10;
const CR = 13;

/** A text without a byte order mark; null stays null. */
export function withoutMark(text: string): string;
export function withoutMark(text: string | null): string | null;
export function withoutMark(text: string | null): string | null {
  return text === null ? null : text.replace(/^\uFEFF/, '');
}

/** Whether two texts are equal but for line ends: git may store and check out a file with different ones. */
export const isSameText = (a: string | null, b: string | null): boolean =>
  a === b || (a !== null && b !== null && a.length !== b.length && unixed(a) === unixed(b));

const unixed = (text: string): string => text.replaceAll('\r\n', '\n');

/** The data of a line index. */
export interface LineStarts {
  readonly length: number;
  /** The offset of each line. Lines end at `\n`, `\r\n` or a lone `\r`, as in LSP. */
  readonly starts: readonly number[];
}

/** The line index without its text, since the index is kept for longer. */
interface Lines extends LineStarts {
  /** The lines that end with two units. */
  readonly long: ReadonlySet<number>;
}

const NONE: ReadonlySet<number> = new Set();

function linesIn(text: string): Lines {
  const { length } = text;
  const starts = [0];
  // Most texts hold no `\r` at all, and then indexOf is several times faster than a loop over the units.
  if (!text.includes('\r')) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    return { length, starts, long: NONE };
  }
  const long = new Set<number>();
  for (let at = 0; at < length; at++) {
    const unit = text.charCodeAt(at);
    if (unit !== LF && (unit !== CR || text.charCodeAt(at + 1) === LF)) continue;
    if (unit === LF && text.charCodeAt(at - 1) === CR) long.add(starts.length - 1);
    starts.push(at + 1);
  }
  return { length, starts, long };
}

export function lineStarts(text: string): LineStarts {
  const { length, starts } = linesIn(text);
  return { length, starts };
}

/** The last line that begins at or before the offset: the first one begins at 0. */
const lineOf = (starts: readonly number[], offset: number): number => firstPast(starts, (start) => start > offset) - 1;

/** As `placeAt` of a text's index. */
export function placeInLines({ length, starts }: LineStarts, offset: number): LinePlace {
  const inside = Math.min(Math.max(offset, 0), length);
  const line = lineOf(starts, inside);
  return { line, character: inside - (starts[line] ?? length) };
}

/** The index of a text. Nothing is counted before the first question. */
export function lineIndex(text: string): LineIndex {
  let counted: Lines | string = text;
  const lines = (): Lines => {
    if (typeof counted === 'string') counted = linesIn(counted);
    return counted;
  };
  const startOf = (line: number): number => lines().starts[line] ?? lines().length;

  /** The end of the line's own text, before its line end. */
  const endOf = (line: number): number => {
    const { length, starts, long } = lines();
    if (line + 1 >= starts.length) return length;
    return startOf(line + 1) - (long.has(line) ? 2 : 1);
  };

  return {
    count: () => lines().starts.length,
    placeAt: (offset) => placeInLines(lines(), offset),
    offsetAt({ line, character }) {
      if (line < 0) return 0;
      if (line >= lines().starts.length) return lines().length;
      return Math.min(startOf(line) + Math.max(character, 0), Math.max(endOf(line), startOf(line)));
    },
  };
}
