/** The text of a date as people leave it in their notes, freed of links, quotes, times of day and stray marks. */

/** Most dates are made of these alone, and need no cleaning. */
const CLEAN = /^[\w.,/~-]+(?: [\w.,/~-]+)*$/;
const INVISIBLE = /[\u200b-\u200f\u2060\ufeff]/g;
/** `[[target|label]]`: the target counts. */
const LINK = /\[\[([^[\]|]*)(?:\|[^[\]]*)?\]\]/g;
const QUOTES = /^["'\u2018\u201c\u00ab]+|["'\u2019\u201d\u00bb]+$/g;
/** A time of day ends a date: at the end of the text, or of the first date of a range. There is no `25:00`. */
const TIME =
  /(?:[ ,]+|[ ,]*T)(?:at )?(?:(?:[01]?\d|2[0-3])(?::[0-5]\d){1,2}(?:\.\d{1,9})?|24:00(?::00)?|(?:0?\d|1[0-2])(?::[0-5]\d){1,2} ?[ap]\.?m\.?)(?: ?(?:Z|UTC|[+-](?:[01]\d|2[0-3]):?[0-5]\d))?(?=$| ?\.\.| [-\u2013\u2014] | to )/gi;
const LOOKS_LIKE_TIME = /\d{1,2}:\d{1,2}(?::\d{1,2})*(?: ?[ap]\.?m\.?)?/i;

/** `12,000 DR`: a comma between digits parts thousands; between a day and a year it has a space behind it. */
const THOUSANDS = /(?<![\d,])\d{1,3}(?:,\d{3})+(?![\d,])/g;

const UNDATED: ReadonlySet<string> = new Set([
  '',
  'unknown',
  'unclear',
  'never',
  'none',
  'n/a',
  'na',
  'tba',
  'tbd',
  '~',
  'null',
  'ongoing',
  'present',
  'yyyy-mm-dd',
]);
const MARKS_ONLY = /^[?\-\u2013\u2014]+$/;

/** One line of single spaces, in Unicode NFC. */
export const clean = (text: string): string => {
  const tidied = CLEAN.test(text) ? text : tidy(text);
  const line = tidied.includes(',') ? tidied.replace(THOUSANDS, (digits) => digits.replaceAll(',', '')) : tidied;
  return line.includes(':') ? line.replace(TIME, '').trim() : line;
};

const tidy = (text: string): string =>
  text
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(/\\/g, '')
    .replace(LINK, '$1')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(QUOTES, '')
    .replace(LINK, '$1')
    .trim();

/** Whether a cleaned text says, on purpose, that there is no date. */
export const saysUndated = (line: string): boolean => UNDATED.has(line.toLowerCase()) || MARKS_ONLY.test(line);

/** What stands where a time of day could stand, in a cleaned text: so it is none, like `25:00`. */
export const noTimeIn = (line: string): string | undefined => LOOKS_LIKE_TIME.exec(line)?.[0];

/** Whether a text holds `{{…}}` or `<%…%>`: a template that is not filled in yet. */
export const isPlaceholder = (text: string): boolean => holds(text, '{{', '}}') || holds(text, '<%', '%>');

const holds = (text: string, opening: string, closing: string): boolean => {
  const start = text.indexOf(opening);
  return start >= 0 && text.indexOf(closing, start + 2) > 0;
};
