/** One line of YAML, up to the caret or whole: its keys, and what is being typed at its end. Half-typed lines are lines too. */
import { type Bracket, readFlow } from './flow';
import { behindQuote, blanks, type Quote, type Typing, unquoted } from './scalar';

export interface YamlLine {
  /** The columns of its `-` marks. */
  readonly dashes: readonly number[];
  /** Where its content begins behind the marks; a key, if it has one. */
  readonly column: number;
  /** Its key outside brackets. */
  readonly key: string | null;
  /** What stands after the key, or after the marks where there is none; anchors and tags do not count. */
  readonly value: 'none' | 'text' | 'flow' | 'block' | 'other';
  /** Where that begins, from the start of the line. */
  readonly valueAt: number;
  /** A quote or a bracket has not been closed: the next line goes on. */
  readonly isOpen: boolean;
  /** The brackets that are still open, outermost first. */
  readonly brackets: readonly Bracket[];
  readonly typing: Typing | null;
}

/** A key in front of its colon. */
const KEY = /^("[^"]*"|'[^']*'|[^\s"'[\]{}#,&*!|>?%@`-][^:#]*?|[-?][^\s:#][^:#]*?)[ \t]*:(?=[ \t\r]|$)/;

/** Null for a comment. @param line without its line end; of a value in brackets or quotes that goes on below, all of its lines */
export function readLine(line: string): YamlLine | null {
  let column = blanks(line, line.startsWith('\uFEFF') ? 1 : 0);
  const dashes: number[] = [];
  while (line[column] === '-' && (column + 1 === line.length || line[column + 1] === ' ')) {
    dashes.push(column);
    column = blanks(line, column + 1);
  }
  if (line[column] === '#') return null;
  const match = KEY.exec(line.slice(column));
  const colon = match ? column + match[0].length : null;
  const valueAt = blanks(line, colon ?? column);
  const read = readValue(line, valueAt);
  const lastDash = dashes.at(-1);
  const isTight = colon === line.length || (lastDash !== undefined && lastDash === line.length - 1);
  const typing = read.typing && {
    ...read.typing,
    isKey: read.typing.isKey || (colon === null && dashes.length === 0 && read.brackets.length === 0),
    wantsSpace: read.typing.wantsSpace || isTight,
  };
  return { dashes, column, key: match ? unquoted(match[1] ?? '') : null, valueAt, ...read, typing };
}

const typingOf = (text: string, quote: Quote = ''): Typing => ({ text, quote, isKey: false, wantsSpace: false });

function readValue(line: string, from: number): Pick<YamlLine, 'value' | 'isOpen' | 'brackets' | 'typing'> {
  const first = line[from] ?? '';
  const closed = { isOpen: false, brackets: [], typing: null };
  if (first === '[' || first === '{') {
    const { brackets, typing } = readFlow(line, from);
    return { value: 'flow', isOpen: brackets.length > 0, brackets, typing };
  }
  if (first === '"' || first === "'") {
    if (behindQuote(line, from) >= 0) return { value: 'text', ...closed };
    return { value: 'text', isOpen: true, brackets: [], typing: typingOf(line.slice(from + 1), first) };
  }
  const text = line.slice(from);
  if (/^[|>]/.test(text)) return { value: 'block', ...closed };
  if (/^[&*!%@`]/.test(text)) return { value: 'other', ...closed };
  const comment = /(?:^|[ \t])#/.exec(text);
  const value = text.slice(0, comment?.index).trim() === '' ? 'none' : 'text';
  return { value, ...closed, typing: comment ? null : typingOf(text) };
}
