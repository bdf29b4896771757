/** One line of YAML, up to the caret or whole: its keys, and what is being typed at its end. Half-typed lines are lines too. */

export interface YamlLine {
  /** The columns of its `-` marks. */
  readonly dashes: readonly number[];
  /** Where its content begins behind the marks; a key, if it has one. */
  readonly column: number;
  /** Its key outside brackets. */
  readonly key: string | null;
  /** The keys whose values have begun and not ended, outermost first; `key` among them. */
  readonly keys: readonly string[];
  readonly typing: Typing | null;
}

/** What stands at the end of a line. */
export interface Typing {
  readonly text: string;
  readonly quote: '"' | "'" | '';
  /** Inside `[…]` or `{…}`. */
  readonly isFlow: boolean;
  /** No value: the beginning of a key, in a mapping. */
  readonly isKey: boolean;
  /** It stands right behind a colon or a `-`, which YAML wants a space after. */
  readonly wantsSpace: boolean;
}

const KEY = /^("[^"]*"|'[^']*'|[^\s"'[\]{}#,&*!|>-][^:#]*?|-[^\s:#][^:#]*?)[ \t]*:(?=[ \t]|$)/;

/** Null for a comment. */
export function readLine(line: string): YamlLine | null {
  let column = blanks(line, 0);
  const dashes: number[] = [];
  while (line[column] === '-' && (column + 1 === line.length || line[column + 1] === ' ')) {
    dashes.push(column);
    column = blanks(line, column + 1);
  }
  if (line[column] === '#') return null;
  const match = KEY.exec(line.slice(column));
  if (!match) {
    const value = readValue(line, column);
    const isKey = dashes.length === 0;
    const typing = value.typing && {
      ...value.typing,
      isKey: value.typing.isKey || (isKey && !value.typing.isFlow),
      wantsSpace: value.typing.wantsSpace || (line[line.length - 1] === '-' && dashes.at(-1) === line.length - 1),
    };
    return { dashes, column, key: null, keys: value.keys, typing };
  }
  const key = unquoted(match[1] ?? '');
  const colon = column + match[0].length;
  const value = readValue(line, blanks(line, colon));
  const typing = value.typing && { ...value.typing, wantsSpace: value.typing.wantsSpace || colon === line.length };
  return { dashes, column, key, keys: [key, ...value.keys], typing };
}

function blanks(line: string, from: number): number {
  let at = from;
  while (line[at] === ' ' || line[at] === '\t') at++;
  return at;
}

const unquoted = (key: string): string => (/^["']/.test(key) ? key.slice(1, -1) : key.trim());

interface Value {
  readonly keys: readonly string[];
  readonly typing: Typing | null;
}

const ENDED: Value = { keys: [], typing: null };
const typingOf = (text: string, more: Partial<Typing> = {}): Typing => ({
  text,
  quote: '',
  isFlow: false,
  isKey: false,
  wantsSpace: false,
  ...more,
});

function readValue(line: string, from: number): Value {
  const first = line[from] ?? '';
  if (first === '[' || first === '{') return readFlow(line, from);
  if (first === '"' || first === "'") {
    const text = line.slice(from + 1);
    return text.includes(first) ? ENDED : { keys: [], typing: typingOf(text, { quote: first }) };
  }
  const text = line.slice(from);
  return /^[|>&*!%@`]|[ \t]#/.test(text) ? ENDED : { keys: [], typing: typingOf(text) };
}

/** The innermost bracket that is still open at the end of the line. */
function readFlow(line: string, from: number): Value {
  const open: { readonly isMapping: boolean; key: string | null }[] = [];
  let start = from;
  for (let at = from; at < line.length; at++) {
    const mark = line[at] ?? '';
    const inner = open.at(-1);
    if (mark === '[' || mark === '{') {
      open.push({ isMapping: mark === '{', key: null });
      start = at + 1;
    } else if (mark === ']' || mark === '}') {
      open.pop();
      if (open.length === 0) return ENDED;
      start = line.length;
    } else if (mark === ',') {
      if (inner) inner.key = null;
      start = at + 1;
    } else if ((mark === '"' || mark === "'") && line.slice(start, at).trim() === '') {
      const close = line.indexOf(mark, at + 1);
      if (close === -1)
        return {
          keys: keysOf(open),
          typing: typingOf(line.slice(at + 1), { quote: mark, isFlow: true, isKey: isKey(open) }),
        };
      at = close;
    } else if (
      mark === ':' &&
      inner?.isMapping &&
      inner.key === null &&
      (at + 1 === line.length || line[at + 1] === ' ')
    ) {
      inner.key = unquoted(line.slice(start, at).trim());
      start = at + 1;
    } else if (mark === '#' && line[at - 1] === ' ') return ENDED;
  }
  const text = line.slice(blanks(line, start));
  const wantsSpace = line[start - 1] === ':' && start === line.length;
  return { keys: keysOf(open), typing: typingOf(text, { isFlow: true, isKey: isKey(open), wantsSpace }) };
}

const keysOf = (open: readonly { readonly key: string | null }[]): string[] => open.flatMap(({ key }) => key ?? []);
const isKey = (open: readonly { readonly isMapping: boolean; readonly key: string | null }[]): boolean => {
  const inner = open.at(-1);
  return inner !== undefined && inner.isMapping && inner.key === null;
};
