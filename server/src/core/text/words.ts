/** Formats words for readers: lists, quoted words, and control characters made visible. */
import { once } from './groups';

/** Joins parts with commas, and with another separator between the last two. */
export const joinWith = <T>(parts: readonly T[], last: string): (T | string)[] =>
  parts.flatMap((part, i) => (i === 0 ? [part] : [i === parts.length - 1 ? last : ', ', part]));

/** `a`, `a or b`, `a, b or c`. */
export const listWords = (words: readonly string[], last = 'or'): string => joinWith(words, ` ${last} `).join('');

/** The first few: `a, b and 7 more`. */
export const listFirst = (most: number, words: readonly string[], last = 'or'): string =>
  listWords(words.length > most ? [...words.slice(0, most), `${words.length - most} more`] : words, last);

/** The meanings of a name that a message lists: there may be hundreds. */
export const listCandidates = (ids: readonly string[]): string => listFirst(5, ids, 'or');

export const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** At most so many characters of an author's words, on one line; the last of them is `…` if any are missing. */
export function cutShort(most: number, words: string): string {
  const line = words.replace(/\s+/g, ' ');
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

/** A name in a message: by mistake, it may be a whole page. */
export const quoted = (name: string): string => cutShort(80, name);

/** An author's words, escaped so that they are not read as markup; each run of blanks is one space. */
export const escapeMarkdown = (words: string): string =>
  words.replace(/[\\`*_{}[\]<>#|~&]/g, '\\$&').replace(/\s+/g, ' ');

/** Letters and marks of scripts that use joiners inside words. */
const JOINED =
  '\\p{scx=Arab}\\p{scx=Beng}\\p{scx=Deva}\\p{scx=Gujr}\\p{scx=Guru}\\p{scx=Khmr}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Mong}\\p{scx=Mymr}\\p{scx=Nkoo}\\p{scx=Orya}\\p{scx=Sinh}\\p{scx=Syrc}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Tibt}';
const JOINED_LETTER = `(?=[\\p{L}\\p{M}])[${JOINED}]`;

/** Places where an invisible character is part of the text, and stays. */
const BELONGS = [
  // Between two letters of a script that needs it: می‌خواهم, क्‍ष.
  `(?<=${JOINED_LETTER})[\\u200c\\u200d](?=${JOINED_LETTER})`,
  // Between pictures that form one: a family.
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]\\ufe0f?)\\u200d(?=\\p{Extended_Pictographic})',
  // A variation selector after a sign or letter.
  '(?<=[\\p{L}\\p{N}\\p{P}\\p{S}])(?=[\\p{Variation_Selector}\\u180e])\\p{Default_Ignorable_Code_Point}',
  // The flags of England, Scotland and Wales.
  '(?<=\\u{1f3f4})\\u{e0067}\\u{e0062}(?:\\u{e0065}\\u{e006e}|\\u{e0073}\\u{e0063}|\\u{e0077}\\u{e006c})[\\u{e0067}\\u{e0073}\\u{e0074}]\\u{e007f}',
  // A possible break at the end of a line.
  '(?<=\\p{L})\\u00ad(?=\\p{L})',
].join('|');

/** Controls, line separators, marks that change the direction of text, and zero-width characters. */
const UNSEEN = '[\\p{Cc}\\u2028\\u2029\\ufff9-\\ufffb\\p{Default_Ignorable_Code_Point}]';

/** Characters that stay unchanged, beside letters and signs. */
interface Kept {
  /** Most texts hold nothing else, and need no lookup in the tables of all scripts, which are slow to build. */
  readonly isPlain: RegExp;
  readonly unseen: () => RegExp;
}
/** Printable ASCII, Latin letters, dashes, quotes and arrows. */
const PLAIN = ' -~\\u00a1-\\u00ac\\u00ae-\\u024f\\u2010-\\u2027\\u2190-\\u21ff';
const LINES: Kept = {
  isPlain: new RegExp(`^[\\n\\t${PLAIN}]*$`),
  unseen: once(() => new RegExp(`(${BELONGS})|(?![\\n\\t])${UNSEEN}`, 'gu')),
};
const LINE: Kept = {
  isPlain: new RegExp(`^[\\t${PLAIN}]*$`),
  unseen: once(() => new RegExp(`(${BELONGS})|(?!\\t)${UNSEEN}`, 'gu')),
};

/** Text of several lines with escapes in place of invisible characters: `\x1b`, `\u202e`. */
export const visible = (text: string): string => escaped(text, LINES);

/** As `visible`, and on one line: the beginning of a line may be a command to the reader of a build log. */
export const onOneLine = (text: string): string => escaped(text, LINE);

/** A value as indented JSON, with escapes in place of invisible characters. */
export const jsonText = (value: unknown): string => escaped(JSON.stringify(value, null, 2), LINES, unitsOf);

const escaped = (text: string, { isPlain, unseen }: Kept, escape = escapeOf): string =>
  isPlain.test(text) ? text : text.replace(unseen(), (one: string, kept: string | undefined) => kept ?? escape(one));

/** As in JSON: by units of UTF-16. */
const unitsOf = (one: string): string =>
  one
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

function escapeOf(one: string): string {
  const code = (one.codePointAt(0) ?? 0).toString(16);
  if (code.length > 4) return `\\u{${code}}`;
  return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`;
}

/** `1 error`, `2 errors`. */
export const counted = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;
