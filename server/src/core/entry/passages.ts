/** Splits the prose of a file into passages: one or a few paragraphs under their heading, short enough to be read as one answer. */
import { type Heading, readBody } from './body';
import { dataUris } from '../text/dataUris';
import { cutFrontmatter } from './frontmatter';
import { withoutMarkup } from './readEntry';

export interface Passage {
  /** The first and the last of its lines, both inclusive, counted from 0. */
  readonly lines: readonly [number, number];
  /** The heading above it, without markup; null above the first heading. */
  readonly heading: string | null;
  /** As written, but for `data:` URIs. */
  readonly text: string;
}

/** In characters: a passage of this size takes no further paragraph, and one of several times the size no further line. */
const ENOUGH = 600;
const TOO_MUCH = 2400;

const HAS_WORDS = /[\p{L}\p{N}]/u;

function withoutDataUris(text: string): string {
  let [kept, end] = ['', 0];
  for (const uri of dataUris(text)) [kept, end] = [`${kept}${text.slice(end, uri.start)}data:…`, uri.end];
  return kept + text.slice(end);
}

/** @param text of the whole file */
export function passagesOf(text: string): Passage[] {
  const from = cutFrontmatter(text)?.body ?? (text.startsWith('\uFEFF') ? 1 : 0);
  const all = readBody(text, from).headings;
  const headings = all.values();
  let next = headings.next().value;
  let heading: string | null = null;
  const passages: Passage[] = [];
  /** The passage in progress, as lines and as offsets. */
  let open: { first: number; last: number; start: number; end: number } | null = null;
  const close = (): void => {
    const words = open ? withoutDataUris(text.slice(open.start, open.end)) : '';
    if (open && HAS_WORDS.test(words)) passages.push({ lines: [open.first, open.last], heading, text: words });
    open = null;
  };
  let skipTo = from;
  for (const { line, start, end } of linesOf(text)) {
    if (start < skipTo) continue;
    if (next && next.span.start <= end) {
      close();
      heading = withoutMarkup(next.text) || null;
      // An underlined heading ends with its underline.
      if (text.slice(start, end).trimStart()[0] !== '#')
        skipTo = text.indexOf('\n', next.span.end + 2) + 1 || text.length;
      next = headings.next().value;
      continue;
    }
    const length: number = open ? open.end - open.start : 0;
    if (text.slice(start, end).trim() === '') {
      if (length >= ENOUGH) close();
      continue;
    }
    if (length >= TOO_MUCH) close();
    open ??= { first: line, last: line, start, end };
    open.last = line;
    open.end = end;
  }
  close();
  return passages.length > 0 ? passages : headingAlone(text, all[0]);
}

/** A page of headings alone can be found too: by the first of them. */
function headingAlone(text: string, first: Heading | undefined): Passage[] {
  const words = first ? text.slice(first.span.start, first.span.end) : '';
  if (!first || !HAS_WORDS.test(words)) return [];
  const line = text.slice(0, first.span.start).split('\n').length - 1;
  return [{ lines: [line, line + words.split('\n').length - 1], heading: null, text: words }];
}

/** Each line, without its line end. */
function* linesOf(text: string): Generator<{ line: number; start: number; end: number }> {
  let line = 0;
  for (let start = 0; start < text.length; line++) {
    const feed = text.indexOf('\n', start);
    const end = feed === -1 ? text.length : feed;
    yield { line, start, end: text.charCodeAt(end - 1) === 13 ? end - 1 : end };
    start = end + 1;
  }
}
