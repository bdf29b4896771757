/** Cuts the prose of a file into paragraphs: a list item, a table row or a heading is one by itself, and fenced code is none (model §14). */
import type { Span } from '../text/span';
import { closes, type Fence, feedFrom, fenceAt, headingAt, type Line, readLine } from './body';
import { cutFrontmatter } from './frontmatter';

interface Paragraph {
  /** From the first of its words, without marks of quotes and lists. */
  readonly span: Span;
  /** The first and the last of its lines, both inclusive, counted from 0. */
  readonly lines: readonly [number, number];
}

interface OpenParagraph {
  readonly first: number;
  readonly start: number;
  readonly quotes: number;
  /** An underline makes a heading of it. */
  readonly isPlain: boolean;
  last: number;
  end: number;
}

const HASH = 35;
const BAR = 124;
const FOOTNOTE = /\[\^[^\]\n]+\]:/y;
/** The row below the heads of a table: `--- | :---`. */
const DELIMITER = /^[\s|:-]*-[\s|:-]*$/;

/** @param text of the whole file */
export function paragraphsOf(text: string): Paragraph[] {
  const from = cutFrontmatter(text)?.body ?? (text.startsWith('\uFEFF') ? 1 : 0);
  const found: Paragraph[] = [];
  let open: OpenParagraph | null = null;
  let fence: Fence | null = null;
  let isTable = false;
  const close = (): void => {
    if (open) found.push({ span: { start: open.start, end: open.end }, lines: [open.first, open.last] });
    open = null;
  };
  let number = from === 0 ? 0 : text.slice(0, from).split('\n').length - 1;
  for (let start = from; start < text.length; number++) {
    const feed = feedFrom(text, start);
    const line: Line = readLine(text, start, feed);
    start = feed + 1;
    if (fence !== null && line.quotes < fence.quotes) fence = null;
    if (fence !== null) {
      if (closes(text, line, fence)) fence = null;
      continue;
    }
    if (line.at === line.end) {
      close();
      isTable = false;
      continue;
    }
    fence = fenceAt(text, line);
    if (fence !== null) {
      close();
      continue;
    }
    const above = open;
    const heading = headingAt(text, line, above?.isPlain === true ? above.start : -1);
    const unit = text.charCodeAt(line.at);
    const isRow: boolean = unit === BAR || (isTable && text.slice(line.at, line.end).includes('|'));
    if (above && heading && unit !== HASH) {
      // The paragraph above is the heading, and this line underlines it.
      above.last = number;
      close();
      continue;
    }
    if (isDelimiter(text, line)) {
      close();
      isTable = true;
      continue;
    }
    FOOTNOTE.lastIndex = line.at;
    const isAlone = isRow || unit === HASH;
    if (isAlone || line.inList || (above && above.quotes < line.quotes) || FOOTNOTE.test(text)) close();
    const going = open;
    if (going) {
      going.last = number;
      going.end = line.end;
    } else {
      const isPlain = line.quotes === 0 && !line.inList;
      open = { first: number, last: number, start: line.at, end: line.end, quotes: line.quotes, isPlain };
    }
    if (isAlone) close();
  }
  close();
  return found;
}

function isDelimiter(text: string, { at, end }: Line): boolean {
  const words = text.slice(at, end);
  return words.includes('|') && DELIMITER.test(words);
}
