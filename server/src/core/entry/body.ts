/** Reads the prose after the frontmatter: its headings, its links and its tags, in one pass over the lines. */
import type { Span } from '../text/span';
import { type InlineScan, type Link, inlineScan, scanInline } from './inline';

export type { Link } from './inline';

export interface Heading {
  /** 1 to 6. */
  readonly level: number;
  /** As written, without the heading marks. */
  readonly text: string;
  readonly span: Span;
}

export interface Body {
  /** The first level-1 heading with words of its own, for a title; a heading that only runs template code has none. */
  readonly heading: { readonly text: string; readonly span: Span } | null;
  /** Whether no other level-1 heading has words of its own. */
  readonly isSole: boolean;
  readonly headings: readonly Heading[];
  readonly links: readonly Link[];
  /** From each `[` to after its `]`, except those of wikilinks, in the order in which they end. */
  readonly brackets: readonly Span[];
  /** As written, without the `#`. */
  readonly tags: readonly string[];
}

const LF = 10;
const CR = 13;
const TAB = 9;
const SPACE = 32;
const HASH = 35;
const PERCENT = 37;
const STAR = 42;
const DASH = 45;
const LESS = 60;
const EQUALS = 61;
const QUOTE = 62;
const UNDERSCORE = 95;
const BACKTICK = 96;
const BAR = 124;
const TILDE = 126;

/** No paragraph is open; none can open before a blank line, since the text that follows belongs to a list or a quote. */
const NONE = -1;
const CLOSED = -2;

export interface Fence {
  readonly mark: number;
  readonly length: number;
  /** How many `>` precede it. */
  readonly quotes: number;
}

/** A line in progress; `at` is its first character after blanks, quote marks and list marks. */
export interface Line {
  readonly start: number;
  readonly end: number;
  readonly at: number;
  readonly quotes: number;
  /** Whether a list mark precedes `at`. */
  readonly inList: boolean;
}

/** The body of a file, read from an offset to the end of the text. */
export function readBody(text: string, from: number): Body {
  const headings: Heading[] = [];
  const scan = inlineScan(text);
  let fence: Fence | null = null;
  /** The start of the paragraph above, for an underlined heading. */
  let paragraph = NONE;

  for (let start = from; start < text.length; ) {
    let feed = feedFrom(text, start);
    const line = readLine(text, start, feed);
    if (fence !== null && line.quotes < fence.quotes) fence = null;
    if (fence !== null) {
      if (closes(text, line, fence)) fence = null;
    } else if (line.at === line.end) {
      paragraph = NONE;
      scan.opened.length = 0;
    } else {
      fence = fenceAt(text, line);
      const heading = fence === null ? headingAt(text, line, paragraph) : null;
      if (heading) headings.push(heading);
      if (line.quotes > 0 || line.inList) paragraph = CLOSED;
      else if (fence !== null || heading !== null || isNoProse(text, line)) paragraph = NONE;
      else if (paragraph === NONE && line.at - line.start < 4) paragraph = line.at;
      if (fence === null) {
        const reached = scanProse(text, scan, line.at, line.end);
        if (reached > feed) {
          feed = feedFrom(text, reached);
          paragraph = NONE;
        }
      }
    }
    start = feed + 1;
  }
  const [first, second] = headings.filter(({ level, text: words }) => level === 1 && hasWords(words));
  const heading = first ? { text: first.text, span: first.span } : null;
  return { heading, isSole: !second, headings, links: scan.links, brackets: scan.brackets, tags: scan.tags };
}

/** Scans from within a line; returns where the scan ended, which is on a later line after a multi-line comment. */
function scanProse(text: string, scan: InlineScan, from: number, end: number): number {
  let lineEnd = end;
  let at = scanInline(scan, from, lineEnd);
  while (at > lineEnd && at < text.length) {
    lineEnd = feedFrom(text, at);
    at = scanInline(scan, at, lineEnd);
  }
  return at;
}

export function feedFrom(text: string, from: number): number {
  const feed = text.indexOf('\n', from);
  return feed === -1 ? text.length : feed;
}

const isBlank = (unit: number): boolean => unit === SPACE || unit === TAB;

export function readLine(text: string, start: number, feed: number): Line {
  let end = feed;
  while (end > start && (isBlank(text.charCodeAt(end - 1)) || text.charCodeAt(end - 1) === CR)) end--;
  let at = start;
  let quotes = 0;
  for (; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) quotes++;
    else if (!isBlank(unit)) break;
  }
  const mark = listMark(text, at, end);
  return { start, end, at: at + mark, quotes, inList: mark > 0 };
}

/** The length of the list mark at an offset (`- `, `* `, `12. `) with the blanks after it, or 0. */
function listMark(text: string, at: number, end: number): number {
  let mark = at;
  const unit = text.charCodeAt(at);
  if (unit === DASH || unit === STAR || unit === 43) mark++;
  else {
    while (mark < end && mark - at < 9 && text.charCodeAt(mark) >= 48 && text.charCodeAt(mark) <= 57) mark++;
    if (mark === at || (text.charCodeAt(mark) !== 46 && text.charCodeAt(mark) !== 41)) return 0;
    mark++;
  }
  if (mark >= end || !isBlank(text.charCodeAt(mark))) return 0;
  while (mark < end && isBlank(text.charCodeAt(mark))) mark++;
  return mark - at;
}

/** How many times the unit at an offset is repeated. */
function runLength(text: string, at: number, end: number): number {
  const unit = text.charCodeAt(at);
  let run = at;
  while (run < end && text.charCodeAt(run) === unit) run++;
  return run - at;
}

/** The code block that a line opens. */
export function fenceAt(text: string, { at, end, quotes }: Line): Fence | null {
  const mark = text.charCodeAt(at);
  if (mark !== BACKTICK && mark !== TILDE) return null;
  const length = runLength(text, at, end);
  if (length < 3) return null;
  if (mark === BACKTICK && text.slice(at + length, end).includes('`')) return null;
  return { mark, length, quotes };
}

export function closes(text: string, line: Line, fence: Fence): boolean {
  if (text.charCodeAt(line.at) !== fence.mark || line.quotes !== fence.quotes || line.inList) return false;
  const length = runLength(text, line.at, line.end);
  return length >= fence.length && line.at + length === line.end;
}

/**
 * The heading on a line, or the one that the line's underline makes of the paragraph above. Headings in quotes are not the entry's
 * own.
 */
export function headingAt(text: string, line: Line, paragraph: number): Heading | null {
  const { at, end, quotes, inList } = line;
  if (quotes > 0 || inList || at - line.start > 3) return null;
  const unit = text.charCodeAt(at);
  if (unit === HASH) {
    const level = runLength(text, at, end);
    if (level > 6 || (at + level < end && !isBlank(text.charCodeAt(at + level)))) return null;
    return { level, ...trimmed(text, at + level, withoutClosingMarks(text, at + level, end)) };
  }
  if (paragraph < 0 || (unit !== EQUALS && unit !== DASH) || at + runLength(text, at, end) !== end) return null;
  const { text: words, span } = trimmed(text, paragraph, line.start);
  return {
    level: unit === EQUALS ? 1 : 2,
    text: words
      .split('\n')
      .map((part) => part.trim())
      .join(' '),
    span,
  };
}

/** A thematic break, a table, a comment or a tag: an underline does not turn such a line into a heading. */
function isNoProse(text: string, { at, end }: Line): boolean {
  const unit = text.charCodeAt(at);
  if (unit === BAR || unit === PERCENT || unit === LESS) return true;
  return (unit === DASH || unit === STAR || unit === UNDERSCORE) && at + runLength(text, at, end) === end;
}

function withoutClosingMarks(text: string, from: number, end: number): number {
  let marks = end;
  while (marks > from && text.charCodeAt(marks - 1) === HASH) marks--;
  return marks === from || isBlank(text.charCodeAt(marks - 1)) ? marks : end;
}

function trimmed(text: string, from: number, to: number): { text: string; span: Span } {
  let start = from;
  let end = to;
  while (end > start && isWhite(text.charCodeAt(end - 1))) end--;
  while (start < end && isWhite(text.charCodeAt(start))) start++;
  return { text: text.slice(start, end), span: { start, end } };
}

const isWhite = (unit: number): boolean => isBlank(unit) || unit === LF || unit === CR;

/** Whether a heading has any text beside inline code, template code and tags. */
function hasWords(heading: string): boolean {
  if (!/[`<{]/.test(heading)) return heading !== '';
  return /[\p{L}\p{N}]/u.test(heading.slice(0, 500).replace(/`[^`]*`|<[^<>]*>|\{\{[^{}]*\}\}/g, ''));
}
