/** The blocks of prose that are certain: code that every reader of markdown reads as code, and the ends of quotes. */
import type { Span } from '../text/span';
import { nextLine } from '../yaml/writeYaml';

/** A fenced block with its closing line. */
export interface FencedCode {
  readonly span: Span;
  /** The lines between its fences, with their line ends. */
  readonly inner: Span;
}

export interface CertainCode {
  /** In the order of the text. */
  readonly fences: readonly FencedCode[];
  /** The end of certainty: what begins from there on may be code or not. */
  readonly until: number;
  /** The start of a block that is never closed; null if there is none. */
  readonly unclosed: number | null;
}

/** The beginning of a fence for every reader: not indented like code, nor after the mark of a list. */
const OPENS = /^((?: {0,3}>)* {0,4})(`{3,}(?=[^`]*$)|~{3,})/;
/** Marks after which some readers see a fence. */
const MAY_LEAD = /^(?:[ \t>*+-]|\d{1,9}[.)]|\[\^[^[\]]*\]:)*/;
const LEADS = /^ {0,3}/;
const MAY_OPEN = /^(?:[ \t>*+-]|\d{1,9}[.)]|\[\^[^[\]]*\]:)*(?:`{3}|~{3})/;
/** HTML that blank lines do not end, or that readers end at different places, and formulas over lines. */
const OTHER_BLOCK = /<(?:pre|script|style|textarea|[!?])|\$\$|^[ \t>]*:{3}/i;
const BEGINS_HTML = /^(?:[ \t>*+-]|\d{1,9}[.)])*</;
/** Lines of other blanks, like wide ones, are words to readers of markdown. */
export const BLANK = /^[ \t>\r\n]*$/;

/** Whether prose may hold a fenced block. These marks are rare, so looking for them costs less than looking for a word. */
export const mayHoldFence = (text: string, from: number): boolean =>
  text.includes('```', from) || text.includes('~~~', from);

/** @param from where the prose begins */
export function certainCode(text: string, from: number): CertainCode {
  if (!mayHoldFence(text, from)) return { fences: [], until: text.length, unclosed: null };
  const fences: FencedCode[] = [];
  let isHtml = false;
  for (let at = from; at < text.length; ) {
    const end = nextLine(text, at);
    const line = lineAt(text, at, end);
    const fence = isHtml ? null : fenceAt(text, at, end);
    if (fence) {
      fences.push(fence);
      at = fence.span.end;
      continue;
    }
    if (MAY_OPEN.test(line)) {
      // If one is never closed, any before it may be the one without an end.
      if (!isClosedBehind(text, at, end))
        return { fences: [], until: fences[0]?.span.start ?? at, unclosed: at + line.search(/`{3}|~{3}/) };
      return { fences, until: at, unclosed: null };
    }
    if (OTHER_BLOCK.test(line)) {
      const behind = behindComments(text, at, line);
      if (behind === null) return { fences, until: at, unclosed: null };
      isHtml ||= BEGINS_HTML.test(line.replace(/<!--/g, ''));
      at = behind;
      continue;
    }
    isHtml = isHtml ? !BLANK.test(line) : BEGINS_HTML.test(line);
    at = end;
  }
  return { fences, until: text.length, unclosed: null };
}

/** The line after HTML comments that begin on this one; null if it holds anything else, or they hold something that matters. */
function behindComments(text: string, start: number, line: string): number | null {
  const without = line.replaceAll('<!--', '');
  if (OTHER_BLOCK.test(without) || line === without) return null;
  let end = nextLine(text, start);
  for (let at = text.indexOf('<!--', start); at !== -1 && at < end; at = text.indexOf('<!--', at)) {
    const close = text.indexOf('-->', at + 4);
    if (close === -1 || /%%|`{3}|~{3}|<!--/.test(text.slice(at + 4, close))) return null;
    at = close + 3;
    end = Math.max(end, nextLine(text, close));
  }
  // The text after the last one on its line may be HTML as well.
  return OTHER_BLOCK.test(text.slice(start, end).replace(/<!--[^]*?-->/g, '')) ? null : end;
}

function fenceAt(text: string, start: number, lineEnds: number): FencedCode | null {
  const [opening, lead = '', fence = ''] = OPENS.exec(lineAt(text, start, lineEnds)) ?? [];
  if (opening === undefined || lead === '    ') return null;
  for (let at = lineEnds; at < text.length; ) {
    const end = nextLine(text, at);
    const line = lineAt(text, at, end);
    // A fence with other marks, or less indented, is in another block, or is not a fence.
    const words = line.trimEnd();
    // Wide blanks and the like do not make a blank line, and may not follow a fence.
    const isPlain = BLANK.test(line.slice(words.length));
    if (isFence(line, fence))
      return isPlain && line.startsWith(lead + fence)
        ? { span: { start, end }, inner: { start: lineEnds, end: at } }
        : null;
    if (!line.startsWith(lead) && !(isPlain && words === lead.trimEnd())) return null;
    at = end;
  }
  return null;
}

/** Whether a fence follows that may close this one, at least for some readers. */
function isClosedBehind(text: string, start: number, end: number): boolean {
  const fence = /`{3,}|~{3,}/.exec(lineAt(text, start, end))?.[0] ?? '';
  for (let at = end; at < text.length; at = nextLine(text, at))
    if (isFence(lineAt(text, at, nextLine(text, at)), fence)) return true;
  return false;
}

/**
 * Code blocks as some reader has them, where they are in doubt.
 * @param from where a line begins
 * @param isDeep whether they may be in lists too, at any indentation
 */
export function linesOfFences(text: string, from: number, isDeep: boolean): Span[] {
  const found: Span[] = [];
  let [start, fence] = [from, ''];
  for (let at = from; at < text.length; at = nextLine(text, at)) {
    const end = nextLine(text, at);
    const line = lineAt(text, at, end);
    const words = line.replace(isDeep ? MAY_LEAD : LEADS, '');
    if (fence === '') [start, fence] = [at, /^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(words)?.[0] ?? ''];
    else if (isDeep ? isFence(line, fence) : isBareFence(words, fence)) {
      found.push({ start, end });
      fence = '';
    }
  }
  return fence === '' ? found : [...found, { start, end: text.length }];
}

/** A line with only a fence that is at least as long, and marks. */
const isFence = (line: string, fence: string): boolean => isBareFence(line.replace(/^[ \t>]+/, ''), fence);

function isBareFence(words: string, fence: string): boolean {
  const bare = words.trimEnd();
  return bare.length >= fence.length && bare === fence.charAt(0).repeat(bare.length);
}

const lineAt = (text: string, start: number, end: number): string => text.slice(start, end).replace(/\r?\n$/, '');

/** Marks that may bind more tightly than code, or end it: HTML, formulas, cells, links, and escapes. */
const MAY_BIND = /[<>$|[\]\\]/;
/** The same beside code: a bar there only ends the cell around it. */
const MAY_BIND_AROUND = /[<>$[\]\\]/;
/** A link, or words in brackets, without code (which leaves a mark) in it or in its target. */
const CLOSED = /\[\[[^[\]`]*\]\](?![([:])|\[[^[\]`]*\](?:\([^()`]*\)|\[[^[\]`]*\])?(?![([:])/g;

/** The code between backticks of a paragraph; null if a reader may pair them otherwise. @param at where the paragraph begins */
export function inlineCode(paragraph: string, at: number): Span[] | null {
  if (paragraph.includes('\\`')) return null;
  const found: Span[] = [];
  let [start, mayGoOn] = [at, false];
  for (const line of paragraph.split('\n')) {
    const runs = [...line.matchAll(/`+/g)];
    if (runs.length % 2 === 1) return null;
    let [around, reached, holdsMark] = ['', 0, false];
    for (let i = 0; i < runs.length; i += 2) {
      const [opens, closes] = [runs[i], runs[i + 1]];
      if (!opens || !closes || opens[0].length !== closes[0].length) return null;
      const words = line.slice(opens.index + opens[0].length, closes.index);
      if (MAY_BIND.test(words)) return null;
      holdsMark ||= words.includes('%%');
      around += `${line.slice(reached, opens.index)}\``;
      reached = closes.index + closes[0].length;
      found.push({ start: start + opens.index, end: start + reached });
    }
    const left = (around + line.slice(reached)).replace(/^[ \t>]+/, '').replace(CLOSED, '');
    if (holdsMark && (mayGoOn || MAY_BIND_AROUND.test(left))) return null;
    // HTML and links may span lines.
    mayGoOn ||= BEGINS_HTML.test(line) || /\[(?!\^)/.test(left);
    start += line.length + 1;
  }
  return found;
}

/** The paragraph around a place: the lines up to a blank one on each side, within some bounds. */
export function paragraphAround(text: string, place: number, bounds: Span): Span {
  let start = text.lastIndexOf('\n', place - 1) + 1;
  while (start > bounds.start) {
    const above = text.lastIndexOf('\n', start - 2) + 1;
    if (BLANK.test(text.slice(above, start - 1))) break;
    start = above;
  }
  let end = nextLine(text, place);
  while (end < bounds.end) {
    const next = nextLine(text, end);
    if (BLANK.test(text.slice(end, next))) break;
    end = next;
  }
  return { start: Math.max(start, bounds.start), end: Math.min(end, bounds.end) };
}

/** The marks of quotes and lists at the beginning of a line. */
export const MARKS = /^[ \t]*(?:(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))[ \t]*)*/;

const MARGIN = /^(?:(?: {0,3}>)+ {0,4}| {0,3})/;
/** A heading, a thematic break, code, or an item of a list: no reader continues a paragraph there. */
const BLOCK =
  /^(?:#{1,6}(?:[ \t]|$)|(?:\*[ \t]*){3,}$|(?:-[ \t]*){3,}$|(?:_[ \t]*){3,}$|`{3,}[^`]*$|~{3}|(?:[-*+]|1[.)])[ \t]+\S)/;
/** In a paragraph, some readers do not start a list at a number other than 1. */
const NUMBERED = /^\d{1,9}[.)][ \t]+\S/;

const marksIn = (lead: string): number => lead.split('>').length - 1;

/** Whether a line is certainly in a quote: not; in a quote; or in a quote in a list, where any number starts another item. */
type Certainty = 'none' | 'quote' | 'listed';

/** @param lead of a line, up to words of a quote @param depth how many quote marks it has */
export function certaintyOf(lead: string, depth: number): Certainty {
  const marks = MARKS.exec(lead)?.[0] ?? '';
  if (depth === 0 || marksIn(marks) < depth) return 'none';
  return /^(?:[ \t]|> {2})|[-*+.)]/.test(marks) ? 'listed' : 'quote';
}

/** A line before which deeper quotes end. */
interface Ending {
  readonly start: number;
  readonly depth: number;
  /** Which quotes. */
  readonly of: readonly Certainty[];
}

const ALL: readonly Certainty[] = ['none', 'quote', 'listed'];

/** The ends of the quotes around a line; call it with ascending lines. */
export function quoteEnds(text: string, from: number): (line: number, depth: number, certainty: Certainty) => number {
  const endings = [...endingsIn(text, from)];
  const [none, quote, listed] = ALL.map((one) =>
    endsAmong(
      endings.filter((ending) => ending.of.includes(one)),
      text.length,
    ),
  );
  const ends = { none, quote, listed };
  return (line, depth, certainty) => ends[certainty]?.(line, depth) ?? text.length;
}

function endsAmong(endings: readonly Ending[], last: number): (line: number, depth: number) => number {
  let next = 0;
  /** The end of the current quote of each depth: all of its lines end where the first one does. */
  const ends = new Map<number, number>();
  return (line, depth) => {
    const known = ends.get(depth) ?? line;
    if (line < known) return known;
    while (next < endings.length && (endings[next]?.start ?? 0) <= line) next++;
    // A line that is passed has as many marks as the quote is deep: all are passed in n log n.
    let i = next;
    while (Math.max(depth, 1) <= (endings[i]?.depth ?? -1)) i++;
    const end = endings[i]?.start ?? last;
    ends.set(depth, end);
    return end;
  };
}

function* endingsIn(text: string, from: number): Generator<Ending> {
  for (let start = from, feed = 0; feed !== -1; start = feed + 1) {
    feed = text.indexOf('\n', start);
    const line = text.slice(start, feed === -1 ? text.length : feed).replace(/\r$/, '');
    const depth = marksIn(MARKS.exec(line)?.[0] ?? '');
    const words = line.slice(MARGIN.exec(line)?.[0].length);
    if (BLANK.test(line)) yield { start, depth, of: ALL };
    else if (BLOCK.test(words)) yield { start, depth, of: ['quote', 'listed'] };
    else if (NUMBERED.test(words)) yield { start, depth, of: ['listed'] };
  }
}
