/** The scalars of one line, for the fast reader: plain and quoted, in blocks and in flow collections. */
import type { YamlScalar } from './tree';

/** Where the fast reader stands. It moves `at` forward only. */
export interface Cursor {
  readonly text: string;
  readonly end: number;
  at: number;
  /** The column of the line's content (behind `- ` marks, once they are read); -1 behind the last line. */
  indent: number;
}

export const LF = 10;
export const CR = 13;
export const SPACE = 32;
export const DOUBLE = 34;
export const HASH = 35;
export const SINGLE = 39;
export const COMMA = 44;
export const DASH = 45;
export const COLON = 58;
export const OPEN_LIST = 91;
export const CLOSE_LIST = 93;
export const OPEN_MAP = 123;
export const CLOSE_MAP = 125;
const BACKSLASH = 92;

/** What a unit below 128 may mean inside a plain scalar; 0 for nothing. */
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

/** Units that begin nothing but a plain scalar; the dash is looked at more closely. */
const BEGINS_PLAIN = new Uint8Array(128);
for (let unit = 33; unit < 127; unit++) BEGINS_PLAIN[unit] = 1;
for (const character of '"\'#,[]{}&*!|>%@`?:-') BEGINS_PLAIN[character.charCodeAt(0)] = 0;

const BYTE_ORDER_MARK = 0xfeff;

/** Whether a blank, a line end or the end of the text stands at an offset. A tab is none: it makes the reader unsure. */
export function endsWord({ text, end }: Cursor, at: number): boolean {
  if (at >= end) return true;
  const unit = text.charCodeAt(at);
  return unit === SPACE || unit === LF || unit === CR;
}

/** Steps over spaces. */
export function skipSpaces(cursor: Cursor): void {
  const { text, end } = cursor;
  let at = cursor.at;
  while (at < end && text.charCodeAt(at) === SPACE) at++;
  cursor.at = at;
}

/**
 * The offset where the plain scalar at the cursor ends, trailing blanks aside, or -1; the cursor moves to what ended it.
 */
export function plainEnd(cursor: Cursor, flow: boolean): number {
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

/** Whether a dash begins a word, as in `-62`, and no list item. */
function continuesDash(cursor: Cursor, flow: boolean): boolean {
  if (endsWord(cursor, cursor.at + 1)) return false;
  const next = cursor.text.charCodeAt(cursor.at + 1);
  return next >= 128 || MEANING[next] === 0 || (!flow && MEANING[next] === FLOW_MARK);
}

export function plainScalar(text: string, start: number, end: number): YamlScalar {
  const span = { start, end };
  return { kind: 'scalar', text: text.slice(start, end), style: 'plain', span, content: span };
}

/** The quoted scalar at the cursor, if it ends on its line and holds nothing out of the ordinary. */
export function quotedScalar(cursor: Cursor): YamlScalar | undefined {
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
