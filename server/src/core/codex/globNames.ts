/** Patterns of one name: `*`, `?`, `[a-z]` and `\*`, matched from left to right without ever beginning again at the start. */

/** Any one character. */
const ANY = null;
/** A character, or what says which ones. */
type Mark = string | typeof ANY | CharacterSet;

interface CharacterSet {
  readonly isNot: boolean;
  readonly ranges: readonly (readonly [string, string])[];
}

/** What stands between two stars. */
interface Piece {
  readonly marks: readonly Mark[];
  /** Where all of them are characters: these. */
  readonly text: string | null;
}

/** A name as it is, or the pieces around its stars. */
export type NamePattern = string | readonly Piece[];

/** A name that begins with a dot is meant by what begins with a dot. */
export const isHidden = (name: string): boolean => name.startsWith('.');

export function fitsName(pattern: NamePattern, name: string, meansHidden: boolean): boolean {
  if (typeof pattern === 'string') return name === pattern;
  const [first, last] = [pattern[0], pattern.at(-1)];
  if (!first || !last) return false;
  const isOpen = first.marks.length === 0 || first.marks[0] === ANY;
  if (isOpen && !meansHidden && isHidden(name)) return false;
  if (pattern.length === 1) return name.length === first.marks.length && isAt(first, name, 0);
  const end = name.length - last.marks.length;
  if (end < first.marks.length || !isAt(first, name, 0) || !isAt(last, name, end)) return false;
  let from = first.marks.length;
  for (let i = 1; i < pattern.length - 1; i++) {
    const piece = pattern[i] ?? first;
    const found = foundIn(piece, name, from);
    if (found < 0) return false;
    from = found + piece.marks.length;
  }
  return from <= end;
}

function isAt({ marks, text }: Piece, name: string, at: number): boolean {
  if (text !== null) return name.startsWith(text, at);
  if (at + marks.length > name.length) return false;
  return marks.every((mark, i) => fitsMark(mark, name.charAt(at + i)));
}

function foundIn(piece: Piece, name: string, from: number): number {
  if (piece.text !== null) return name.indexOf(piece.text, from);
  for (let at = from; at + piece.marks.length <= name.length; at++) if (isAt(piece, name, at)) return at;
  return -1;
}

function fitsMark(mark: Mark, char: string): boolean {
  if (mark === ANY || typeof mark === 'string') return mark === ANY || mark === char;
  return mark.ranges.some(([from, to]) => from <= char && char <= to) !== mark.isNot;
}

/** What is written of a name as a pattern, lower case; and, where its brackets can be those of a name like `Part [old]`, as that. */
export function namePatterns(name: string): readonly [pattern: NamePattern, asWritten?: NamePattern] {
  const asWritten = read(name, true);
  const pattern = read(name, false);
  return asWritten.hasPlainSet ? [pattern.pattern, asWritten.pattern] : [pattern.pattern];
}

/** Letters alone between brackets may be a name. */
const PLAIN_SET = /^[^-*+?.^${}(|)[\]!\\]+$/;

function read(
  name: string,
  arePlainSetsNames: boolean,
): { readonly pattern: NamePattern; readonly hasPlainSet: boolean } {
  const pieces: Mark[][] = [[]];
  let hasPlainSet = false;
  const put = (...marks: readonly Mark[]): void => void pieces.at(-1)?.push(...marks);
  for (let at = 0; at < name.length; at++) {
    const char = name.charAt(at);
    const set = char === '[' ? setAt(name, at) : null;
    if (char === '*') {
      if (name.charAt(at - 1) !== '*' || at === 0) pieces.push([]);
    } else if (char === '?') put(ANY);
    else if (set) {
      const inside = name.slice(at + 1, set.end);
      const isPlain = PLAIN_SET.test(inside);
      hasPlainSet ||= isPlain;
      if (isPlain && arePlainSetsNames) put('[', ...inside, ']');
      else put(set.meaning);
      at = set.end;
    } else if (char === '\\' && at + 1 < name.length) put(name.charAt(++at));
    else put(char);
  }
  const all = pieces.map((marks): Piece => ({ marks, text: marks.every(isChar) ? marks.join('') : null }));
  const [only] = all;
  return { pattern: all.length === 1 && only && only.text !== null ? only.text : all, hasPlainSet };
}

const isChar = (mark: Mark): mark is string => typeof mark === 'string';

/** `[a-z]`, `[!a]`, `[^a]`; null where no bracket closes it, and it is a character like others. @param at that of the bracket that opens */
function setAt(name: string, at: number): { readonly meaning: CharacterSet; readonly end: number } | null {
  const isNot = /[!^]/.test(name.charAt(at + 1));
  const start = at + (isNot ? 2 : 1);
  // A bracket that closes right behind the one that opens is one of the characters.
  const end = name.indexOf(']', start + 1);
  if (end < 0) return null;
  const ranges: [string, string][] = [];
  for (let i = start; i < end; i++) {
    if (name.charAt(i) === '\\' && i + 1 < end) i++;
    const from = name.charAt(i);
    const isRange = name.charAt(i + 1) === '-' && i + 2 < end;
    ranges.push([from, isRange ? name.charAt(i + 2) : from]);
    if (isRange) i += 2;
  }
  return { meaning: { isNot, ranges }, end };
}
