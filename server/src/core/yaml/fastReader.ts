/**
 * Reads the plain YAML of most frontmatter, many times faster than the `yaml` package: block mappings and lists, scalars of one
 * line (plain or quoted), comments, and flow collections of one line. For anything else it gives up and returns `undefined`. Its
 * result equals that of `readYamlFully`, text for text and span for span, and without problems; a property test compares the two.
 */
import type { YamlScalar, YamlMapping, YamlNode, YamlPair, YamlSequence } from './tree';
import type { Span } from '../text/span';

/** The position of the fast reader. `at` only moves forward. */
interface Cursor {
  readonly text: string;
  readonly end: number;
  at: number;
  /** The column of the line's content (after `- ` marks, once they are read); -1 after the last line. */
  indent: number;
}

const LF = 10;
const CR = 13;
const SPACE = 32;
const DOUBLE = 34;
const HASH = 35;
const SINGLE = 39;
const COMMA = 44;
const DASH = 45;
const COLON = 58;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_MAP = 123;
const CLOSE_MAP = 125;
const BACKSLASH = 92;

/** The meaning of a unit below 128 inside a plain scalar; 0 for none. */
const ENDS_LINE = 1;
const MAY_END = 2;
const FLOW_MARK = 3;
const UNSURE = 4;
const MEANING = new Uint8Array(128);
for (let unit = 0; unit < 32; unit++) MEANING[unit] = UNSURE;
MEANING[127] = UNSURE;
for (const unit of [LF, CR]) MEANING[unit] = ENDS_LINE;
for (const unit of [COLON, HASH]) MEANING[unit] = MAY_END;
for (const character of ',[]{}') MEANING[character.charCodeAt(0)] = FLOW_MARK;

/** Units that can only begin a plain scalar; a dash needs a closer look. */
const BEGINS_PLAIN = new Uint8Array(128);
for (let unit = 33; unit < 127; unit++) BEGINS_PLAIN[unit] = 1;
for (const character of '"\'#,[]{}&*!|>%@`?:-') BEGINS_PLAIN[character.charCodeAt(0)] = 0;

const BYTE_ORDER_MARK = 0xfeff;

/** Whether a blank, a line end or the end of the text is at an offset. A tab does not count: it makes the reader give up. */
function endsWord({ text, end }: Cursor, at: number): boolean {
  if (at >= end) return true;
  const unit = text.charCodeAt(at);
  return unit === SPACE || unit === LF || unit === CR;
}

function skipSpaces(cursor: Cursor): void {
  const { text, end } = cursor;
  let at = cursor.at;
  while (at < end && text.charCodeAt(at) === SPACE) at++;
  cursor.at = at;
}

/**
 * The offset where the plain scalar at the cursor ends, without trailing blanks, or -1; the cursor moves to the character that
 * ended it.
 */
function plainEnd(cursor: Cursor, flow: boolean): number {
  const { text, end } = cursor;
  const start = cursor.at;
  const first = start < end ? text.charCodeAt(start) : SPACE;
  if (first < 128 ? BEGINS_PLAIN[first] === 0 : first === BYTE_ORDER_MARK) {
    if (first !== DASH || !continuesDash(cursor, flow)) return -1;
  }
  let at = start + 1;
  for (; at < end; at++) {
    const unit = text.charCodeAt(at);
    const meaning = unit < 128 ? MEANING[unit] : 0;
    if (meaning === 0) continue;
    if (meaning === ENDS_LINE) {
      if (unit === CR && text.charCodeAt(at + 1) !== LF) return -1;
      break;
    }
    if (meaning === UNSURE) return -1;
    if (meaning === FLOW_MARK) {
      if (flow) break;
    } else if (unit === HASH) {
      if (text.charCodeAt(at - 1) === SPACE) break;
    } else if (endsWord(cursor, at + 1)) break;
    else {
      const next = text.charCodeAt(at + 1);
      // Before a tab, or in flow before a mark, a colon may or may not end the key.
      if (next === 9 || (flow && next < 128 && MEANING[next] === FLOW_MARK)) return -1;
    }
  }
  cursor.at = at;
  while (text.charCodeAt(at - 1) === SPACE) at--;
  return at;
}

/** Whether a dash begins a word, as in `-62`, rather than a list item. */
function continuesDash(cursor: Cursor, flow: boolean): boolean {
  if (endsWord(cursor, cursor.at + 1)) return false;
  const next = cursor.text.charCodeAt(cursor.at + 1);
  return next >= 128 || MEANING[next] === 0 || (!flow && MEANING[next] === FLOW_MARK);
}

function plainScalar(text: string, start: number, end: number): YamlScalar {
  const span = { start, end };
  return { kind: 'scalar', text: text.slice(start, end), style: 'plain', span, content: span };
}

/** The quoted scalar at the cursor, if it ends on its line and has no escapes. */
function quotedScalar(cursor: Cursor): YamlScalar | undefined {
  const { text, end } = cursor;
  const start = cursor.at;
  const quote = text.charCodeAt(start);
  let escaped = false;
  for (let at = start + 1; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit < SPACE) return undefined;
    if (unit === quote) {
      if (quote === SINGLE && at + 1 < end && text.charCodeAt(at + 1) === SINGLE) {
        escaped = true;
        at++;
        continue;
      }
      cursor.at = at + 1;
      const inner = text.slice(start + 1, at);
      return {
        kind: 'scalar',
        text: !escaped ? inner : quote === SINGLE ? inner.replaceAll("''", "'") : inner.replace(/\\(.)/g, '$1'),
        style: quote === SINGLE ? 'single' : 'double',
        span: { start, end: at + 1 },
        content: { start: start + 1, end: at },
      };
    }
    if (unit === BACKSLASH && quote === DOUBLE) {
      const next = text.charCodeAt(at + 1);
      if (next !== DOUBLE && next !== BACKSLASH) return undefined;
      escaped = true;
      at++;
    }
  }
  return undefined;
}

/** The tree of the YAML in a span of a file (null: only blanks and comments), or undefined if the reader gives up. */
export function readYamlFast(text: string, span: Span): YamlNode | null | undefined {
  const cursor: Cursor = { text, end: span.end, at: span.start, indent: 0 };
  if (!toContent(cursor)) return undefined;
  if (isAtEnd(cursor)) return null;
  if (cursor.indent !== 0) return undefined;
  const root = block(cursor, 0);
  return isAtEnd(cursor) ? root : undefined;
}

const isAtEnd = (cursor: Cursor): boolean => cursor.indent === -1;

/** Deeper than frontmatter goes; beyond it the other reader decides. */
const DEEPEST = 20;

/** Moves from the start of a line to the next content, over blank lines and comments; false if the reader gives up. */
function toContent(cursor: Cursor): boolean {
  const { text, end } = cursor;
  let line = cursor.at;
  while (line < end) {
    let at = line;
    while (at < end && text.charCodeAt(at) === SPACE) at++;
    if (at >= end) break;
    const unit = text.charCodeAt(at);
    if (unit === LF) line = at + 1;
    else if (unit === CR && text.charCodeAt(at + 1) === LF) line = at + 2;
    else if (unit === HASH) {
      const feed = text.indexOf('\n', at);
      line = feed === -1 ? end : feed + 1;
    } else {
      // `---` and `...` at the margin end a document.
      if (at === line && (text.startsWith('---', at) || text.startsWith('...', at))) return false;
      cursor.at = at;
      cursor.indent = at - line;
      return true;
    }
  }
  cursor.at = end;
  cursor.indent = -1;
  return true;
}

/** Moves from the end of a value to the next content; false if more than blanks and a comment is left on its line. */
function endLine(cursor: Cursor): boolean {
  const { text, end } = cursor;
  const from = cursor.at;
  skipSpaces(cursor);
  const at = cursor.at;
  if (at < end) {
    const unit = text.charCodeAt(at);
    if (unit === HASH && (at > from || text.charCodeAt(at - 1) === SPACE)) {
      const feed = text.indexOf('\n', at);
      cursor.at = feed === -1 ? end : feed + 1;
    } else if (unit === LF) cursor.at = at + 1;
    else if (unit === CR && text.charCodeAt(at + 1) === LF) cursor.at = at + 2;
    else return false;
  }
  return toContent(cursor);
}

const isDash = (cursor: Cursor): boolean =>
  cursor.text.charCodeAt(cursor.at) === DASH && cursor.at < cursor.end && endsWord(cursor, cursor.at + 1);

/** Whether only blanks and a comment are left on the line; the cursor moves past the blanks. */
function isLineEmpty(cursor: Cursor): boolean {
  skipSpaces(cursor);
  if (cursor.at >= cursor.end) return true;
  const unit = cursor.text.charCodeAt(cursor.at);
  return unit === LF || unit === CR || unit === HASH;
}

/** The block collection whose first line is at the cursor. */
function block(cursor: Cursor, depth: number): YamlNode | undefined {
  if (depth > DEEPEST) return undefined;
  return isDash(cursor) ? sequence(cursor, depth) : mapping(cursor, depth);
}

function sequence(cursor: Cursor, depth: number): YamlSequence | undefined {
  const column = cursor.indent;
  const start = cursor.at;
  let end = start;
  const items: YamlNode[] = [];
  while (cursor.indent === column && isDash(cursor)) {
    const dash = cursor.at++;
    let item: YamlNode | undefined;
    if (isLineEmpty(cursor)) {
      const empty = cursor.at;
      const isBare = cursor.text.charCodeAt(empty) !== HASH;
      if (!endLine(cursor)) return undefined;
      if (cursor.indent > column) item = block(cursor, depth + 1);
      else if (isBare) item = plainScalar(cursor.text, empty, empty);
    } else {
      cursor.indent = column + cursor.at - dash;
      item = listItem(cursor, depth);
    }
    if (item === undefined || cursor.indent > column) return undefined;
    items.push(item);
    end = item.span.end;
  }
  return { kind: 'sequence', items, span: { start, end }, flow: false };
}

/** The node after a dash on its line: another list, a mapping's first key, or a value. */
function listItem(cursor: Cursor, depth: number): YamlNode | undefined {
  const { text, at, indent } = cursor;
  if (isDash(cursor)) return depth < DEEPEST ? sequence(cursor, depth + 1) : undefined;
  const unit = text.charCodeAt(at);
  if (unit === OPEN_LIST || unit === OPEN_MAP) return inlineValue(cursor, depth);
  const scalar = word(cursor);
  if (scalar === undefined) return undefined;
  skipSpaces(cursor);
  if (text.charCodeAt(cursor.at) === COLON && cursor.at < cursor.end) {
    cursor.at = at;
    cursor.indent = indent;
    return depth < DEEPEST ? mapping(cursor, depth + 1) : undefined;
  }
  return endLine(cursor) ? scalar : undefined;
}

/** A plain or quoted scalar; the cursor moves past it. */
function word(cursor: Cursor, flow = false): YamlScalar | undefined {
  const { text, at } = cursor;
  const unit = text.charCodeAt(at);
  if (unit === DOUBLE || unit === SINGLE) return quotedScalar(cursor);
  const end = plainEnd(cursor, flow);
  return end === -1 ? undefined : plainScalar(text, at, end);
}

/** Longer keys are an error in YAML, which counts them in its own way. */
const LONGEST_KEY = 1000;

/** A scalar and the colon after it; the cursor moves past the colon. */
function keyBefore(cursor: Cursor, flow: boolean): YamlScalar | undefined {
  const key = word(cursor, flow);
  if (key === undefined) return undefined;
  skipSpaces(cursor);
  if (cursor.text.charCodeAt(cursor.at) !== COLON || cursor.at >= cursor.end) return undefined;
  cursor.at++;
  return endsWord(cursor, cursor.at) && cursor.at - key.span.start < LONGEST_KEY ? key : undefined;
}

function mapping(cursor: Cursor, depth: number): YamlMapping | undefined {
  const column = cursor.indent;
  const start = cursor.at;
  let end = start;
  const pairs: YamlPair[] = [];
  do {
    const key = keyBefore(cursor, false);
    if (key === undefined) return undefined;
    const value = valueOf(cursor, column, depth);
    if (value === undefined || cursor.indent > column) return undefined;
    pairs.push({ key, value });
    end = value === null ? key.span.end : value.span.end;
  } while (cursor.indent === column);
  return hasTwice(pairs) ? undefined : { kind: 'mapping', pairs, span: { start, end }, flow: false };
}

/** Few keys are compared faster than they are put into a set. */
const FEW = 24;

function hasTwice(pairs: readonly YamlPair[]): boolean {
  if (pairs.length > FEW) return new Set(pairs.map(({ key }) => key.text)).size < pairs.length;
  return pairs.some(({ key }, index) => {
    for (let other = 0; other < index; other++) if (pairs[other]?.key.text === key.text) return true;
    return false;
  });
}

/** The node after a key's colon: on its line, or as a block below; null for none. */
function valueOf(cursor: Cursor, column: number, depth: number): YamlNode | null | undefined {
  if (!isLineEmpty(cursor)) return inlineValue(cursor, depth);
  if (!endLine(cursor)) return undefined;
  if (cursor.indent > column) return block(cursor, depth + 1);
  if (cursor.indent === column && isDash(cursor)) return sequence(cursor, depth + 1);
  return null;
}

/** A value that ends on its line. */
function inlineValue(cursor: Cursor, depth: number): YamlNode | undefined {
  const unit = cursor.text.charCodeAt(cursor.at);
  const value = unit === OPEN_LIST || unit === OPEN_MAP ? flow(cursor, depth + 1) : word(cursor);
  return value !== undefined && endLine(cursor) ? value : undefined;
}

/** A value inside a flow collection. */
function flowValue(cursor: Cursor, depth: number): YamlNode | undefined {
  const unit = cursor.text.charCodeAt(cursor.at);
  return unit === OPEN_LIST || unit === OPEN_MAP ? flow(cursor, depth + 1) : word(cursor, true);
}

function flow(cursor: Cursor, depth: number): YamlNode | undefined {
  if (depth > DEEPEST) return undefined;
  const { text, at: start } = cursor;
  const isMap = text.charCodeAt(start) === OPEN_MAP;
  const close = isMap ? CLOSE_MAP : CLOSE_LIST;
  const pairs: YamlPair[] = [];
  const items: YamlNode[] = [];
  cursor.at++;
  skipSpaces(cursor);
  while (text.charCodeAt(cursor.at) !== close) {
    if (isMap) {
      const key = keyBefore(cursor, true);
      if (key === undefined) return undefined;
      skipSpaces(cursor);
      const value = flowValue(cursor, depth);
      if (value === undefined) return undefined;
      pairs.push({ key, value });
    } else {
      const item = flowValue(cursor, depth);
      if (item === undefined) return undefined;
      items.push(item);
    }
    skipSpaces(cursor);
    if (cursor.at >= cursor.end) return undefined;
    const next = text.charCodeAt(cursor.at);
    if (next === COMMA) {
      cursor.at++;
      skipSpaces(cursor);
      if (text.charCodeAt(cursor.at) === close) return undefined;
    } else if (next !== close) return undefined;
  }
  if (cursor.at >= cursor.end) return undefined;
  cursor.at++;
  const span = { start, end: cursor.at };
  if (hasTwice(pairs)) return undefined;
  return isMap ? { kind: 'mapping', pairs, span, flow: true } : { kind: 'sequence', items, span, flow: true };
}
