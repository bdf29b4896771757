/** What a choice takes the place of: what has been typed, and what goes on behind the caret. */
import type { Span } from '../text/span';
import type { YamlLine } from './line';
import { behindQuote, type Quote, type Typing } from './scalar';

/** A caret in a line of frontmatter. */
export interface LineCaret {
  readonly text: string;
  readonly offset: number;
  /** Where its line ends. */
  readonly end: number;
  /** What stands before the caret: its line, or all lines of a value in brackets or quotes. */
  readonly line: YamlLine;
  readonly typing: Typing;
  readonly isFlow: boolean;
}

export interface Slot {
  /** What has been typed of it. */
  readonly typed: string;
  readonly span: Span;
  /** The quote that it stands in. */
  readonly quote: Quote;
  /** What is not typed yet: a space after a colon, the closing quote, a space before a comment. */
  readonly before: string;
  readonly after: string;
  /** A key whose colon is there already. */
  readonly hasColon: boolean;
  /** Nothing follows on the line but a comment. */
  readonly isLast: boolean;
}

/** Null where what stands behind the caret leaves no room for anything. */
export function slotAt({ text, offset, end, line, typing, isFlow }: LineCaret): Slot | null {
  const { text: typed, quote, isKey, wantsSpace } = typing;
  const rest = text.slice(offset, end);
  // Right behind a dash or colon, a word makes one word of it: no mark at all.
  if (wantsSpace && /^[^\s,\]}]/.test(rest)) return null;
  const behind = quote
    ? inQuotes(rest, quote, isFlow)
    : isKey
      ? restOfKey(typed, rest)
      : restOfValue(typed, rest, isFlow);
  // Behind a dash, what has a colon is a key of the author's.
  if (behind === null || (line.key === null && !isFlow && !isKey && /:(?:\s|$)/.test(typed + behind))) return null;
  const isClosed = quote === '' || rest.startsWith(quote, behind.length);
  const follows = rest.slice(behind.length + (quote !== '' && isClosed ? 1 : 0));
  const hasColon = isKey && /^[ \t]*:(?:\s|$)/.test(follows);
  const isLast = /^[ \t]*(?:$|#)/.test(follows);
  // What brackets hold is parted by commas; anything else behind the caret would run into what is put in.
  if (isFlow && !hasColon && !isLast && !/^[ \t]*[,\]}]/.test(follows)) return null;
  return {
    typed,
    span: { start: offset - typed.length, end: offset + behind.length },
    quote,
    before: wantsSpace ? ' ' : '',
    after: `${isClosed ? '' : quote}${follows.startsWith('#') ? ' ' : ''}`,
    hasColon,
    isLast,
  };
}

/** The rest of a word; another word, right behind a caret that nothing was typed at, is not ours to replace. */
function restOfKey(typed: string, rest: string): string | null {
  const word = /^[^\s:,[\]{}"']*/.exec(rest)?.[0] ?? '';
  // The key has more words, and they are the author's.
  if (/^[ \t]+[^\s:#].*:(?:\s|$)/.test(rest.slice(word.length))) return null;
  if (typed !== '' && !/\s$/.test(typed)) return word;
  return /^[ \t]*(?:$|[#,\]}])/.test(rest) ? '' : null;
}

function restOfValue(typed: string, rest: string, isFlow: boolean): string | null {
  if (rest.startsWith('#') && !/\S$/.test(typed)) return '';
  if (typed === '') {
    // A list, a group or a text of several lines is more than one choice could stand for.
    if (/^[[{&*!|>]/.test(rest)) return null;
    if (/^["']/.test(rest)) {
      const behind = behindQuote(rest, 0);
      return behind === -1 ? null : rest.slice(0, behind);
    }
  }
  const value = isFlow ? /^(?:(?!:(?:\s|$)|\s#)[^,[\]{}])*/ : /^(?:(?!\s#).)*/;
  return (value.exec(rest)?.[0] ?? '').trimEnd();
}

/** What is left of a quoted text, if the next quote on the line is the one that closes it. */
function inQuotes(rest: string, quote: '"' | "'", isFlow: boolean): string {
  const behind = behindQuote(quote + rest, 0) - 2;
  if (behind < 0) return '';
  const ends = isFlow ? /^\s*(?:$|#|[,\]}:])/ : /^\s*(?:$|#|:)/;
  return ends.test(rest.slice(behind + 1)) ? rest.slice(0, behind) : '';
}
