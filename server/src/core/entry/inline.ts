/** Finds the links and the tags in a line of prose, and steps over inline code, comments and template code. */
import type { Span } from '../text/span';

export interface Link {
  readonly kind: 'wiki' | 'markdown';
  /** Written with a `!` before it. */
  readonly embed: boolean;
  /** The target, decoded, without heading and label. */
  readonly target: string;
  /** The heading or block after `#`, if there is one. */
  readonly heading?: string;
  /** The whole link with its brackets. */
  readonly span: Span;
  /** The target as written. */
  readonly targetSpan: Span;
  /** Written in a value of the frontmatter, where quotes and commas have a meaning. */
  readonly inFrontmatter?: true;
}

/** The words that a link shows instead of its target, as written; undefined if none. @param written the whole link */
export const linkLabel = (written: string, kind: Link['kind']): string | undefined =>
  (kind === 'wiki' ? /\|([^|]*)\]\]$/ : /^!?\[(.*)\]\(/s).exec(written)?.[1];

/** What a scan carries from line to line. Each search that led nowhere is remembered, so that the whole stays linear. */
export interface InlineScan {
  readonly text: string;
  readonly links: Link[];
  /** As written, without the `#`. */
  readonly tags: string[];
  /** Offsets of `[` not yet closed in this paragraph. */
  readonly opened: number[];
  readonly brackets: Span[];
  /** The next `]]`; after the end of the text if there is none. */
  wikiEnd: number;
  /** The first mark that no search has passed yet. */
  mark: number;
  /** Ends of comments and template code that do not occur in the rest of the text. */
  readonly missing: Set<string>;
}

export const inlineScan = (text: string): InlineScan => ({
  text,
  links: [],
  tags: [],
  opened: [],
  brackets: [],
  wikiEnd: -1,
  mark: -1,
  missing: new Set(),
});

const BANG = 33;
const HASH = 35;
const PERCENT = 37;
const LESS = 60;
const OPEN = 91;
const BACKSLASH = 92;
const CLOSE = 93;
const BACKTICK = 96;

/** A character that may begin or end something; everything else is skipped. */
const MARK = /[#%<[\\\]`]/g;

/** The next mark from an offset on; after the end of the text if there is none. */
function markFrom(scan: InlineScan, at: number): number {
  if (scan.mark >= at) return scan.mark;
  MARK.lastIndex = at;
  scan.mark = MARK.test(scan.text) ? MARK.lastIndex - 1 : scan.text.length;
  return scan.mark;
}

/** Scans one line from an offset to its end; returns where the scan stopped, which is further on if a comment spans lines. */
export function scanInline(scan: InlineScan, from: number, end: number): number {
  const { text } = scan;
  /** The last run of backticks of each length in this line; counted at the first backtick. */
  let runs: ReadonlyMap<number, number> | null = null;
  let at = from;
  while (at < end) {
    at = markFrom(scan, at);
    if (at >= end) return end;
    switch (text.charCodeAt(at)) {
      case BACKSLASH:
        at += 2;
        break;
      case OPEN:
        at = openBracket(scan, at, end);
        break;
      case CLOSE: {
        const open = scan.opened.pop();
        if (open !== undefined) scan.brackets.push({ start: open, end: at + 1 });
        at = open !== undefined && text[at + 1] === '(' ? markdownLink(scan, open, at + 2, end) : at + 1;
        break;
      }
      case BACKTICK:
        runs ??= lastRuns(text, at, end);
        at = skipCode(text, at, end, runs);
        break;
      case LESS:
        if (text.startsWith('!--', at + 1)) at = skipTo(scan, at, '-->');
        else at = text.charCodeAt(at + 1) === PERCENT ? skipTo(scan, at, '%>') : at + 1;
        break;
      case HASH:
        at = tagAt(scan, at, from, end);
        break;
      case PERCENT:
        at = text.charCodeAt(at + 1) === PERCENT ? skipTo(scan, at, '%%') : at + 1;
        break;
      default:
        at++;
    }
  }
  return at > end + 1 ? at : Math.min(at, end);
}

/** In Obsidian, none of these is part of a tag. */
const TAG = /[^\u2000-\u206F\u2E00-\u2E7F'!"#$%&()*+,.:;<=>?@^`{|}~[\]\\\s]+/y;

/** A `#tag`, which follows a blank and is not a number; returns the offset after it. */
function tagAt({ text, tags }: InlineScan, at: number, from: number, end: number): number {
  if (at > from && !isBlank(text.charCodeAt(at - 1))) return at + 1;
  TAG.lastIndex = at + 1;
  const [tag = ''] = TAG.exec(text) ?? [];
  if (tag === '' || at + 1 + tag.length > end) return at + 1;
  if (!/^\d+$/.test(tag)) tags.push(tag);
  return at + 1 + tag.length;
}

/** The offset after the closing mark; if it is missing, two characters on, as plain text. */
function skipTo(scan: InlineScan, at: number, mark: string): number {
  if (scan.missing.has(mark)) return at + 2;
  const found = scan.text.indexOf(mark, at + 2);
  if (found !== -1) return found + mark.length;
  scan.missing.add(mark);
  return at + 2;
}

function lastRuns(text: string, from: number, end: number): ReadonlyMap<number, number> {
  const runs = new Map<number, number>();
  for (let at = text.indexOf('`', from); at !== -1 && at < end; ) {
    const length = runLength(text, at, end);
    runs.set(length, at);
    at = text.indexOf('`', at + length);
  }
  return runs;
}

function runLength(text: string, at: number, end: number): number {
  let run = at;
  while (run < end && text.charCodeAt(run) === BACKTICK) run++;
  return run - at;
}

/** The offset after inline code, which a run of as many backticks ends; after the run itself if there is none. */
function skipCode(text: string, at: number, end: number, runs: ReadonlyMap<number, number>): number {
  const length = runLength(text, at, end);
  let run = at + length;
  if ((runs.get(length) ?? -1) < run) return run;
  for (;;) {
    run = text.indexOf('`', run);
    const found = runLength(text, run, end);
    run += found;
    if (found === length) return run;
  }
}

const isEmbed = (text: string, at: number): boolean =>
  text.charCodeAt(at - 1) === BANG && text.charCodeAt(at - 2) !== BACKSLASH;

/** A `[[wikilink]]`, or the opening of a possible markdown link; returns the offset after it. */
function openBracket(scan: InlineScan, at: number, end: number): number {
  const { text } = scan;
  if (text.charCodeAt(at + 1) !== OPEN) {
    scan.opened.push(at);
    return at + 1;
  }
  if (scan.wikiEnd < at + 2) {
    const found = text.indexOf(']]', at + 2);
    scan.wikiEnd = found === -1 ? text.length : found;
  }
  const close = scan.wikiEnd;
  // `[[1]](url)` is a markdown link whose text has brackets of its own.
  if (close + 2 > end || text[close + 2] === '(') {
    scan.opened.push(at, at + 1);
    return at + 2;
  }
  const open = text.lastIndexOf('[[', close - 2);
  wikiLink(scan, Math.max(open, at), close);
  return close + 2;
}

/** A template's placeholder is not a name yet; an address is not a page of the codex. */
export const NO_NAME = /\{\{|<%|\$\{|:\/\//;

function wikiLink(scan: InlineScan, open: number, close: number): void {
  const { text } = scan;
  const inner = text.slice(open + 2, close);
  const bar = inner.indexOf('|');
  // In a table the bar is written `\|`.
  const named = bar === -1 ? inner : inner.slice(0, inner.charCodeAt(bar - 1) === BACKSLASH ? bar - 1 : bar);
  const hash = named.indexOf('#');
  const written = hash === -1 ? named : named.slice(0, hash);
  const target = written.trim();
  if (target === '' || NO_NAME.test(target)) return;
  const embed = isEmbed(text, open);
  const start = open + 2 + (written.length - written.trimStart().length);
  const link: Link = {
    kind: 'wiki',
    embed,
    target,
    span: { start: embed ? open - 1 : open, end: close + 2 },
    targetSpan: { start, end: start + target.length },
  };
  scan.links.push(hash === -1 ? link : { ...link, heading: named.slice(hash + 1).trim() });
}

export const SCHEME = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i;

/**
 * A markdown link to a file of the codex, whose target begins at `from`; returns the offset after it, or `from` if there is none.
 */
function markdownLink(scan: InlineScan, open: number, from: number, end: number): number {
  const { text } = scan;
  let start = skipBlanks(text, from, end);
  const isBracketed = text.charCodeAt(start) === LESS;
  if (isBracketed) start++;
  const stop = isBracketed ? endOfBracketed(text, start, end) : endOfPlain(text, start, end);
  const after = stop === -1 ? -1 : endOfLink(text, isBracketed ? stop + 1 : stop, end);
  if (after === -1) return from;
  const raw = text.slice(start, stop);
  const hash = raw.indexOf('#');
  const path = hash === -1 ? raw : raw.slice(0, hash);
  if (path !== '' && !SCHEME.test(path) && !NO_NAME.test(path)) {
    const embed = isEmbed(text, open);
    const target = decoded(path);
    const span = { start: embed ? open - 1 : open, end: after };
    const targetSpan = { start, end: start + path.length };
    // One literal each: a spread costs more than the rest of the link.
    scan.links.push(
      hash === -1
        ? { kind: 'markdown', embed, target, span, targetSpan }
        : { kind: 'markdown', embed, target, heading: decoded(raw.slice(hash + 1)), span, targetSpan },
    );
  }
  return after;
}

const isBlank = (unit: number): boolean => unit === 32 || unit === 9;

function skipBlanks(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** The limit of CommonMark; it also keeps a line of opening brackets from being read over and over. */
const DEEPEST_PARENTHESES = 32;

/** The end of a destination: a blank, or the parenthesis that closes the link; parentheses inside it are balanced. */
function endOfPlain(text: string, from: number, end: number): number {
  let depth = 0;
  for (let at = from; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === BACKSLASH) at++;
    else if (isBlank(unit)) return at;
    else if (unit === 40 && ++depth > DEEPEST_PARENTHESES) return -1;
    else if (unit === 41 && depth-- === 0) return at;
  }
  return -1;
}

/** The end of a destination in `<…>`; -1 if another `<` comes first, or none closes it. */
function endOfBracketed(text: string, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 62) return at;
    if (unit === LESS) return -1;
  }
  return -1;
}

/** Longer than any title: an unclosed quote is not searched to the end of an endless line. */
const LONGEST_TITLE = 500;
const TITLE = /^(?:"[^"]*"|'[^']*'|\([^()]*\))[ \t]*\)/;

/** The offset after the closing parenthesis, past a title; -1 if this is not a link after all. */
function endOfLink(text: string, from: number, end: number): number {
  const at = skipBlanks(text, from, end);
  if (text.charCodeAt(at) === 41 && at < end) return at + 1;
  if (at === from) return -1;
  const title = TITLE.exec(text.slice(at, Math.min(end, at + LONGEST_TITLE)));
  return title ? at + title[0].length : -1;
}

/** Decodes `%20` and backslashes; text that only looks encoded (`100%`) stays unchanged. */
export function decoded(raw: string): string {
  const plain = raw.includes('\\') ? raw.replace(/\\([!-/:-@[-`{-~])/g, '$1') : raw;
  if (!plain.includes('%')) return plain;
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}
