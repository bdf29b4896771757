/** A passage of prose as a callout that is a secret: its whole lines, each behind a quote mark. */
import { cutFrontmatter } from '../../entry/frontmatter';
import { NO_ONE } from '../../codex/knowledgeKeys';
import { nameKey } from '../../entry/slug';
import type { Edit } from '../../text/composeEdits';
import type { Span } from '../../text/span';
import { eolAt, lineEnd, lineStart, nextLine } from '../../yaml/yamlLayout';

const isBlank = (text: string, at: number): boolean => text.slice(at, lineEnd(text, at)).trim() === '';
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const isHeading = (text: string, at: number): boolean => HEADING.test(text.slice(at, lineEnd(text, at)));

/** Where the prose begins. */
const proseStart = (text: string): number => cutFrontmatter(text)?.body ?? (text.startsWith('\uFEFF') ? 1 : 0);

/** The lines around a place in the prose, up to blank lines and headings; null where there is no prose. */
export function passageAround(text: string, { start, end }: Span): Span | null {
  const from = proseStart(text);
  let first = lineStart(text, start);
  if (first < from || isBlank(text, first) || isHeading(text, first)) return null;
  const isIn = (at: number): boolean => !isBlank(text, at) && !isHeading(text, at);
  while (first > from && isIn(lineStart(text, first - 1))) first = lineStart(text, first - 1);
  let last = lineEnd(text, end);
  for (let next = nextLine(text, last); next < text.length && isIn(next); next = nextLine(text, last))
    last = lineEnd(text, next);
  return { start: first, end: last };
}

/** The whole lines of a selection of prose, without blank ones around them; null where there are none. */
export function selectedPassage(text: string, { start, end }: Span): Span | null {
  const from = proseStart(text);
  if (start < from) return null;
  let first = lineStart(text, start);
  // A selection that ends at the start of a line does not hold that line.
  let last = lineEnd(text, end > start && lineStart(text, end) === end ? end - 1 : end);
  while (first < last && isBlank(text, first)) first = nextLine(text, first);
  while (first < last && isBlank(text, lineStart(text, last))) last = lineEnd(text, lineStart(text, last) - 1);
  return first < last ? { start: Math.max(first, from), end: last } : null;
}

/** @param knowers who are in on it; empty: nobody */
export function asSecret(text: string, passage: Span, knowers: readonly string[]): Edit {
  const eol = eolAt(text, passage.start);
  const named = knowers.filter((name) => nameKey(name) !== NO_ONE);
  const bar = named.length === 0 ? '' : `|${named.join(', ')}`;
  const lines = text
    .slice(passage.start, passage.end)
    .split(/\r?\n/)
    .map((line) => (line.trim() === '' ? '>' : `> ${line}`));
  // A secret reaches up to a blank line, and begins behind one.
  const before = passage.start > proseStart(text) && !isBlank(text, lineStart(text, passage.start - 1)) ? eol : '';
  const next = nextLine(text, passage.end);
  const after = next < text.length && !isBlank(text, next) ? eol : '';
  return { span: passage, text: `${before}${[`> [!secret${bar}]`, ...lines].join(eol)}${after}` };
}
