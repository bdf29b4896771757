/**
 * Reads the plain YAML that most frontmatter is made of, many times faster than the `yaml` package.
 *
 * It knows block mappings and lists, scalars of one line (plain or quoted), comments, and flow collections of one line.
 * Of anything else it is not certain, and gives up with `undefined`. What it does read is, text for text and span for
 * span, what `readYamlFully` reads, and without problems; a property test holds the two together.
 */
import type { Span } from '../text/span';
import {
  CLOSE_LIST,
  CLOSE_MAP,
  COLON,
  COMMA,
  CR,
  type Cursor,
  DASH,
  DOUBLE,
  endsWord,
  HASH,
  LF,
  OPEN_LIST,
  OPEN_MAP,
  plainEnd,
  plainScalar,
  quotedScalar,
  SINGLE,
  SPACE,
  skipSpaces,
} from './fastScalar';
import type { YamlMapping, YamlNode, YamlPair, YamlScalar, YamlSequence } from './tree';

/** The tree of the YAML in a span of a file (null: nothing but blanks and comments), or undefined where it is unsure. */
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

/** Moves from the start of a line to the next content, over blank lines and comments; false where that is unsure. */
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

/** Moves from behind a value to the next content; false where more than blanks and a comment is left on its line. */
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

/** Whether nothing but blanks and a comment is left on the line; the cursor stands behind the blanks. */
function isLineEmpty(cursor: Cursor): boolean {
  skipSpaces(cursor);
  if (cursor.at >= cursor.end) return true;
  const unit = cursor.text.charCodeAt(cursor.at);
  return unit === LF || unit === CR || unit === HASH;
}

/** The block collection whose first line the cursor stands on. */
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

/** What stands behind a dash on its line: another list, a mapping's first key, or a value. */
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

/** A plain or quoted scalar; the cursor stands behind it. */
function word(cursor: Cursor, flow = false): YamlScalar | undefined {
  const { text, at } = cursor;
  const unit = text.charCodeAt(at);
  if (unit === DOUBLE || unit === SINGLE) return quotedScalar(cursor);
  const end = plainEnd(cursor, flow);
  return end === -1 ? undefined : plainScalar(text, at, end);
}

/** Longer keys are an error in YAML, counted in a way of its own. */
const LONGEST_KEY = 1000;

/** A scalar and the colon behind it; the cursor stands behind the colon. */
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

/** What stands behind a key's colon: on its line, or as a block below; null for nothing. */
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
