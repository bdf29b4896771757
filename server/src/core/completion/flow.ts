/** Brackets of YAML as they are being typed: which are open at the caret, and what stands in them on both sides of it. */

/** Pieces of YAML as they are written: quotes, blanks, and what stands at the end of a text that is being typed. */
export type Quote = '"' | "'" | '';

/** What stands at the end of a line. */
export interface Typing {
  /** As it is written, without the quote that it stands in. */
  readonly text: string;
  readonly quote: Quote;
  /** It can only be the beginning of a key, in a mapping. */
  readonly isKey: boolean;
  /** It stands right behind a colon or a `-`, which YAML wants a space after. */
  readonly wantsSpace: boolean;
}

function blanks(line: string, from: number): number {
  let at = from;
  while (line[at] === ' ' || line[at] === '\t') at++;
  return at;
}

/** A scalar without its quotes. What is escaped in it stays so. */
export const unquoted = (text: string): string => (/^(["']).*\1$/s.test(text) ? text.slice(1, -1) : text.trim());

/** The offset behind the quote that closes the one at `from`; -1 where it is still open. */
export function behindQuote(text: string, from: number): number {
  const mark = text[from];
  for (let at = from + 1; at < text.length; at++) {
    if (mark === '"' && text[at] === '\\') at++;
    else if (text[at] !== mark) continue;
    else if (mark === "'" && text[at + 1] === "'") at++;
    else return at + 1;
  }
  return -1;
}

/** A key with its value, as the author wrote it. */
export interface FlowPair {
  readonly key: string;
  /** Without quotes; empty where nothing has been written. */
  readonly value: string;
  /** Right behind the colon, and where the value ends, from the start of the text. */
  readonly start: number;
  readonly end: number;
}

/** A bracket that is still open. */
interface Bracket {
  readonly isMapping: boolean;
  /** The key whose value has begun and not ended. */
  readonly key: string | null;
  /** What is finished. */
  readonly pairs: readonly FlowPair[];
}

interface Scan {
  readonly isMapping: boolean;
  key: string | null;
  readonly pairs: FlowPair[];
  /** Where the key or value begins that is being read. */
  start: number;
  /** A colon has parted the two. */
  colon: number;
}

const opened = (isMapping: boolean, start: number): Scan => ({ isMapping, key: null, pairs: [], start, colon: -1 });

/** Reads from an opening bracket to the end of a text, which may be several lines. */
function readFlow(text: string, from: number): { brackets: readonly Bracket[]; typing: Typing | null } {
  const open: Scan[] = [];
  const end = scan(text, from, open);
  const inner = open.at(-1);
  if (!inner) return { brackets: [], typing: null };
  const typing = end === null ? null : typingAt(text, inner, end);
  return { brackets: open, typing };
}

/** The pairs that follow in a mapping, from a place in it to its end. */
export function pairsBehind(text: string, from: number): readonly FlowPair[] {
  const mapping = opened(true, from);
  if (scan(text, from, [mapping], 1)) finish(text, mapping, text.length);
  return mapping.pairs;
}

/**
 * Reads on with some brackets open, until fewer than `least` are. Answers what stands open at the end: a quote, nothing,
 * or (null) a comment or something finished that nothing can be added to.
 */
function scan(text: string, from: number, open: Scan[], least = 0): { quote: Quote; at: number } | null {
  for (let at = from; at < text.length; at++) {
    const mark = text.charAt(at);
    const inner = open.at(-1);
    const isStart = (): boolean => inner !== undefined && text.slice(startOf(inner), at).trim() === '';
    if (mark === '[' || mark === '{') open.push(opened(mark === '{', at + 1));
    else if (mark === ']' || mark === '}') {
      finish(text, inner, at);
      if (open.length <= least) return null;
      open.pop();
      if (open.length === 0) return null;
    } else if (mark === ',') finish(text, inner, at);
    else if ((mark === '"' || mark === "'") && isStart()) {
      const behind = behindQuote(text, at);
      if (behind === -1) return { quote: mark, at: at + 1 };
      at = behind - 1;
    } else if (mark === ':' && inner?.isMapping && inner.key === null && isColon(text, at)) {
      inner.key = unquoted(text.slice(inner.start, at).trim());
      inner.colon = at + 1;
    } else if (mark === '#' && /\s/.test(text.charAt(at - 1))) {
      const feed = text.indexOf('\n', at);
      if (feed === -1) return null;
      if (inner && isStart()) skipTo(inner, feed + 1);
      at = feed;
    }
  }
  const inner = open.at(-1);
  return inner ? { quote: '', at: startOf(inner) } : null;
}

/** A colon parts key and value before a blank, and behind a quoted key before anything. */
const isColon = (text: string, at: number): boolean =>
  at + 1 === text.length || /[\s,[\]{}]/.test(text.charAt(at + 1)) || /["']/.test(text.charAt(at - 1));

const startOf = ({ start, colon, key }: Scan): number => (key === null ? start : colon);

function skipTo(inner: Scan, at: number): void {
  if (inner.key === null) inner.start = at;
  else inner.colon = at;
}

function finish(text: string, inner: Scan | undefined, at: number): void {
  if (!inner) return;
  if (inner.key !== null) {
    const written = text.slice(inner.colon, at);
    const value = unquoted(written.trim());
    inner.pairs.push({ key: inner.key, value, start: inner.colon, end: inner.colon + written.trimEnd().length });
  }
  inner.key = null;
  inner.start = at + 1;
}

/** What is being typed; null behind a value that is finished, like a quoted one or a closed bracket. */
function typingAt(text: string, inner: Scan, { quote, at }: { quote: Quote; at: number }): Typing | null {
  const isKey = inner.isMapping && inner.key === null;
  if (quote !== '') return { text: text.slice(at), quote, isKey, wantsSpace: false };
  const written = text.slice(at);
  const typed = written.trimStart();
  if (/^["'[{&*!|>%@`]/.test(typed) || /[\r\n]/.test(typed)) return null;
  return { text: typed, quote, isKey, wantsSpace: written === '' && text.charAt(at - 1) === ':' };
}

/** One line of YAML, up to the caret or whole: its keys, and what is being typed at its end. Half-typed lines are lines too. */
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
