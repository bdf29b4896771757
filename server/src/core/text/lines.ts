/** Where the lines of a text begin: turns offsets into line and character, and back. */

/** A place as editors count it: 0-based line, 0-based character in UTF-16 units. */
export interface Place {
  readonly line: number;
  readonly character: number;
}

export interface LineIndex {
  /** How many lines there are; an empty text has one. */
  count(): number;
  /** The place of an offset; one outside the text is moved to its nearer end. */
  placeAt(offset: number): Place;
  /** The offset of a place; a character behind the line's end means that end, a line behind the last means the text's end. */
  offsetAt(place: Place): number;
}

const LF = 10;
const CR = 13;

/** Whether two texts are the same, however their lines end: git may keep and lay out a file with other ends. */
export const isSameText = (a: string | null, b: string | null): boolean =>
  a === b || (a !== null && b !== null && a.length !== b.length && unixed(a) === unixed(b));

const unixed = (text: string): string => text.replaceAll('\r\n', '\n');

/** The offset at which each line begins. Lines end at `\n`, `\r\n` or a lone `\r`, as in LSP. */
function lineStarts(text: string): readonly number[] {
  const starts = [0];
  // Most texts hold no `\r` at all, and then indexOf is several times faster than looking at each unit.
  if (!text.includes('\r')) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    return starts;
  }
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === LF || (unit === CR && text.charCodeAt(at + 1) !== LF)) starts.push(at + 1);
  }
  return starts;
}

/** The index of a text. Nothing is counted before the first question. */
export function lineIndex(text: string): LineIndex {
  let counted: readonly number[] | undefined;
  const starts = (): readonly number[] => {
    counted ??= lineStarts(text);
    return counted;
  };
  const startOf = (line: number): number => starts()[line] ?? text.length;

  /** The last line that begins at or before the offset. */
  const lineOf = (offset: number): number => {
    let low = 0;
    let high = starts().length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (startOf(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };

  /** Where the line's own text ends, before what ends the line. */
  const endOf = (line: number): number => {
    if (line + 1 >= starts().length) return text.length;
    const end = startOf(line + 1) - 1;
    return text.charCodeAt(end) === LF && text.charCodeAt(end - 1) === CR ? end - 1 : end;
  };

  return {
    count: () => starts().length,
    placeAt(offset) {
      const inside = Math.min(Math.max(offset, 0), text.length);
      const line = lineOf(inside);
      return { line, character: inside - startOf(line) };
    },
    offsetAt({ line, character }) {
      if (line < 0) return 0;
      if (line >= starts().length) return text.length;
      return Math.min(startOf(line) + Math.max(character, 0), Math.max(endOf(line), startOf(line)));
    },
  };
}
