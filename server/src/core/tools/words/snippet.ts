/** The part of a passage that shows what was looked for, read aloud, with the words marked. */
import { readAloud } from '../../entry/readEntry';
import { foldedWords } from '../../text/fold';
import { foundIn, type Query } from '../../text/query';

/** A piece of a snippet; marked, it is what was looked for. */
export interface Marked {
  readonly text: string;
  readonly isMarked: boolean;
}

/** In characters: two lines of a terminal. */
const LENGTH = 220;

/** A search for "the" in a page without paragraphs shows its beginning. */
const MOST = 500;

/** What stands before the lines of a quote. */
const QUOTES = /^[ \t]*(?:>[ \t]?)+/gm;

/**
 * @param passage the author's text
 * @param length in characters, without the dots at its ends
 */
export function snippetOf(passage: string, query: Query, length = LENGTH): Marked[] {
  const text = readAloud(passage.replace(QUOTES, '')).replace(/\s+/g, ' ').trim();
  const words = foldedWords(text);
  const found = foundIn(query, words).slice(0, MOST);
  const from = beginning(text, found, length);
  const until = from + length >= text.length ? text.length : blankBefore(text, from + length, from);
  const pieces: Marked[] = [{ text: from > 0 ? '… ' : '', isMarked: false }];
  let at = from;
  for (const { start, end } of found) {
    if (end <= at || until <= start) continue;
    const begin = Math.max(at, start);
    const stop = Math.min(end, until);
    pieces.push({ text: text.slice(at, begin), isMarked: false }, { text: text.slice(begin, stop), isMarked: true });
    at = stop;
  }
  pieces.push({ text: text.slice(at, until) + (until < text.length ? ' …' : ''), isMarked: false });
  return pieces.filter((piece) => piece.text !== '');
}

/** Where the stretch begins that shows the most of what was looked for; the first of those that show as much. */
function beginning(
  text: string,
  found: readonly { start: number; end: number; term: number }[],
  length: number,
): number {
  if (text.length <= length) return 0;
  let best = { shown: 0, from: 0 };
  for (const { start } of found) {
    // What stands before it is a part of what is shown.
    const from = Math.max(0, start - length / 4);
    const terms = new Set(found.filter((one) => from <= one.start && one.end <= from + length).map(({ term }) => term));
    if (terms.size > best.shown) best = { shown: terms.size, from };
  }
  const from = Math.min(best.from, text.length - length);
  return from === 0 ? 0 : blankBefore(text, from, 0) + 1;
}

/** The last blank before an offset; the offset itself where no word of a usual length ends before it. */
function blankBefore(text: string, at: number, from: number): number {
  const blank = text.lastIndexOf(' ', at);
  return blank > from && at - blank < 30 ? blank : at;
}
