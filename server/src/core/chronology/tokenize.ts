/** Cuts the text of a date into numbers, words and marks, after it has been cleaned of links, quotes and times of day. */
import { isSeason, isWordForUndated, thirdNamed, wordOf, type Third, type WordRole } from './dictionary';
import { fold } from './foldedNames';
import type { Chronology } from './chronology';

/** Most dates are made of these alone, and need no cleaning. */
const CLEAN = /^[\w.,/~-]+(?: [\w.,/~-]+)*$/;
const INVISIBLE = /[\u200b-\u200f\u2060\ufeff]/g;
/** `[[target|label]]`: the target counts. */
const LINK = /\[\[([^[\]|]*)(?:\|[^[\]]*)?\]\]/g;
const QUOTES = /^["'\u2018\u201c\u00ab]+|["'\u2019\u201d\u00bb]+$/g;
/** A time of day ends a date: at the end of the text, or of the first date of a range. `25:00` is not one. */
const TIME =
  /(?:[ ,]+|[ ,]*T)(?:at )?(?:(?:[01]?\d|2[0-3])(?::[0-5]\d){1,2}(?:\.\d{1,9})?|24:00(?::00)?|(?:0?\d|1[0-2])(?::[0-5]\d){1,2} ?[ap]\.?m\.?)(?: ?(?:Z|UTC|[+-](?:[01]\d|2[0-3]):?[0-5]\d))?(?=$| ?\.\.| [-\u2013\u2014] | to )/gi;
const LOOKS_LIKE_TIME = /\d{1,2}:\d{1,2}(?::\d{1,2})*(?: ?[ap]\.?m\.?)?/i;

/** `12,000 DR`: a comma between digits parts thousands; between a day and a year it has a space behind it. */
const THOUSANDS = /(?<![\d,])\d{1,3}(?:,\d{3})+(?![\d,])/g;

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

/** Whether a cleaned text says, on purpose, that something is undated. */
export const saysUndated = (line: string): boolean =>
  !isDigit(line.charCodeAt(0)) && (isWordForUndated(line) || MARKS_ONLY.test(line));

/** Whether a text is a word for now: at the end of what still goes on. */
export const saysPresent = (text: string): boolean => wordOf(fold(clean(text)))?.role === 'present';

/** The part of a cleaned text that looks like a time of day and is not one, like `25:00`. */
export const noTimeIn = (line: string): string | undefined => LOOKS_LIKE_TIME.exec(line)?.[0];

const ORDINAL = /(?:st|nd|rd|th|[ºª])(?![\p{L}\p{N}])/iuy;
const DECADE = /['\u2019]?s(?![\p{L}\p{N}])/uy;
const WORD = /[\p{L}\p{M}][\p{L}\p{M}\p{N}]*(?:['\u2019.-][\p{L}\p{M}][\p{L}\p{M}\p{N}]*)*/uy;
const DOTS = /\.\.+|\u2026/y;

const endOfMatch = (pattern: RegExp, text: string, from: number): number => {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
};

/** `st`, `nd`, `rd`, `th`, `º`. */
const endOfOrdinal = (text: string, from: number): number => endOfMatch(ORDINAL, text, from);

/** The `s` of `410s`. */
const endOfDecade = (text: string, from: number): number => endOfMatch(DECADE, text, from);

const endOfDots = (text: string, from: number): number => endOfMatch(DOTS, text, from);

export const isDigit = (code: number): boolean => code >= 48 && code <= 57;

const isPlainLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);

const endOfDigits = (text: string, from: number): number => {
  let at = from;
  while (isDigit(text.charCodeAt(at))) at++;
  return at;
};

/** Most words are plain letters up to a space; the pattern knows the others. */
const endOfWord = (text: string, from: number): number => {
  let at = from;
  while (isPlainLetter(text.charCodeAt(at))) at++;
  if (at > from && (at === text.length || text[at] === ' ' || text[at] === ',')) return at;
  return endOfMatch(WORD, text, from);
};

/** The end of the name of several words that begins at an offset; the offset itself where none begins. */
const endOfPhrase = (phrases: readonly string[], text: string, from: number): number => {
  if (from > 0 && /[\p{L}\p{M}]/u.test(text.charAt(from - 1))) return from;
  const first = fold(text.charAt(from));
  for (const phrase of phrases) {
    if (!phrase.startsWith(first)) continue;
    const end = from + phrase.length;
    if (fold(text.slice(from, end)) === phrase && !/[\p{L}\p{M}\p{N}]/u.test(text[end] ?? '')) return end;
  }
  return from;
};

export type TokenKind =
  | 'number'
  | 'word'
  | 'dash'
  | 'slash'
  | 'dot'
  | 'range'
  | 'approximate'
  /** `early`, `mid`, `late`. */
  | 'third'
  | 'season'
  /** A word of the dictionary. */
  | Exclude<WordRole, Third | 'spring' | 'summer' | 'autumn' | 'fall' | 'winter' | 'year' | 'century'>;

export interface Token {
  readonly kind: TokenKind;
  /** As written. */
  readonly text: string;
  /** Of a word; of a third or a season what it means: `early`, `winter`. */
  readonly folded: string;
  /** The number; not exact where it has too many digits (see `mostYears`). */
  readonly value: number;
  /** `12th` and `410s`. */
  readonly suffix: '' | 'ordinal' | 'decade';
  /** Offsets into the cleaned text. */
  readonly start: number;
  readonly end: number;
}

const DASHES = '-\u2212\u2013\u2014';

const SIGNS: ReadonlyMap<string, TokenKind> = new Map([
  ['~', 'approximate'],
  ['?', 'approximate'],
  ['>', 'after'],
  ['<', 'before'],
  ['/', 'slash'],
]);
/** The tokens of a cleaned text; undefined where something in it can't stand in a date. */
export const tokenize = (chronology: Chronology, text: string): Token[] | undefined => {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    if (text[at] === ' ' || text[at] === ',') {
      at++;
      continue;
    }
    const previous = tokens.at(-1);
    // `mid-1923`, `pre-412`.
    if (previous?.end === at && isMark(previous) && DASHES.includes(text.charAt(at))) {
      at++;
      continue;
    }
    // `1850--1860`; in `-500--400` the second is a minus.
    const isDouble = previous?.kind === 'dash' && previous.end === at && (tokens.at(-2)?.value ?? 0) >= 0;
    if (isDouble && DASHES.includes(text.charAt(at))) {
      tokens[tokens.length - 1] = markToken('range', text, at - 1, at + 1);
      at++;
      continue;
    }
    const token = readToken(chronology, text, at, previous);
    if (!token) return undefined;
    if (token.kind !== 'filler') tokens.push(token);
    at = token.end;
  }
  return tokens;
};

/** Whether a token is a word that does something to the date behind it. */
const isMark = ({ kind, text }: Token): boolean =>
  kind !== 'word' && kind !== 'number' && kind !== 'season' && /\p{L}$/u.test(text);

const readToken = (
  chronology: Chronology,
  text: string,
  at: number,
  previous: Token | undefined,
): Token | undefined => {
  const phraseEnd = chronology.phrases.length > 0 ? endOfPhrase(chronology.phrases, text, at) : at;
  if (phraseEnd > at) return readWord(chronology, text, at, phraseEnd, previous);
  const isDash = DASHES.includes(text.charAt(at));
  const first = isDash && isSignPlace(text, at, previous) ? at + 1 : at;
  const digitsEnd = endOfDigits(text, first);
  if (digitsEnd > first) return readNumber(chronology, text, at, first, digitsEnd);
  if (isDash) return markToken('dash', text, at, at + 1);
  const wordEnd = endOfWord(text, at);
  if (wordEnd > at) return readWord(chronology, text, at, wordEnd, previous);
  const dotsEnd = endOfDots(text, at);
  if (dotsEnd > at) return markToken('range', text, at, dotsEnd);
  if (text[at] === '.')
    return markToken(/^\d\.\d/.test(text.slice(at - 1, at + 2)) ? 'dot' : 'filler', text, at, at + 1);
  const kind = SIGNS.get(text.charAt(at));
  return kind && markToken(kind, text, at, at + 1);
};

const markToken = (kind: TokenKind, text: string, start: number, end: number, folded = ''): Token => ({
  kind,
  text: text.slice(start, end),
  folded,
  value: 0,
  suffix: '',
  start,
  end,
});

/** A number whose digits stand between `first` and `last`, after a minus where `start` is before them. */
const readNumber = (chronology: Chronology, text: string, start: number, first: number, last: number): Token => {
  const size = Number(text.slice(first, last));
  const value = start < first ? -size : size;
  let suffix: Token['suffix'] = '';
  let end = last;
  if (last < text.length && text[last] !== ' ') {
    const ordinalEnd = endOfOrdinal(text, last);
    const decadeEnd = endOfDecade(text, last);
    if (ordinalEnd > last && isOrdinal(chronology, text, last, ordinalEnd)) {
      suffix = 'ordinal';
      end = ordinalEnd;
    } else if (decadeEnd > last) {
      suffix = 'decade';
      end = decadeEnd;
    }
  }
  return { kind: 'number', text: text.slice(start, end), folded: '', value, suffix, start, end };
};

/** `412ST` at the end of a text is a year of the era ST, `412st` is not. */
const isOrdinal = (chronology: Chronology, text: string, start: number, end: number): boolean => {
  const suffix = text.slice(start, end);
  return !chronology.eraNames.has(fold(suffix)) && (suffix !== suffix.toUpperCase() || end < text.length);
};

const readWord = (
  chronology: Chronology,
  text: string,
  start: number,
  end: number,
  previous: Token | undefined,
): Token => {
  const word = text.slice(start, end);
  const folded = fold(word);
  if (isName(chronology, folded)) return markToken('word', text, start, end, folded);
  if (chronology.seasonNames.has(folded)) return markToken('season', text, start, end, folded);
  const role = roleOf(chronology, text, { start, end, folded }, previous);
  if (role) return roleToken(role, text, start, end);
  // `mid-August`, `mid-to-late`.
  const hyphen = word.indexOf('-');
  const first = hyphen > 0 ? wordOf(fold(word.slice(0, hyphen))) : undefined;
  if (first && (thirdNamed(first.role) || previous?.kind === 'third'))
    return roleToken(first.role, text, start, start + hyphen);
  // `May-June`, `winter-spring`.
  if (hyphen > 0 && word.split('-').every((part) => isMonthOrSeason(chronology, fold(part))))
    return readWord(chronology, text, start, start + hyphen, previous);
  return markToken('word', text, start, end, folded);
};

const roleToken = (role: WordRole, text: string, start: number, end: number): Token => {
  if (thirdNamed(role)) return markToken('third', text, start, end, role);
  if (isSeason(role)) return markToken('season', text, start, end, role);
  if (role === 'century') return markToken('word', text, start, end, role);
  return markToken(role as TokenKind, text, start, end);
};

/** Where a word stands in a text. */
interface Place {
  readonly start: number;
  readonly end: number;
  readonly folded: string;
}

/** What a word that no calendar declares does; undefined where it may be an era or a month. */
const roleOf = (
  chronology: Chronology,
  text: string,
  { start, end, folded }: Place,
  previous: Token | undefined,
): WordRole | undefined => {
  const found = wordOf(folded);
  if (!found) return undefined;
  const word = text.slice(start, end);
  const isLast = end >= text.length - 1;
  const isCapital = word === word.toUpperCase();
  // `412 AB` is a year of an era, like `412 C.`; `C. 412` is not.
  if (isCapital && word.length <= 3 && (isLast || !found.isEnglish)) return undefined;
  if (isCapital && word.length === 1 && text[end] !== '.') return undefined;
  // `5 Mid 412` is a day of Midfeast.
  const isBehindDay = previous?.kind === 'number' && word[0] !== word[0]?.toLowerCase();
  if (isBehindDay && chronology.declared && (chronology.bare.calendar.monthNamed(folded) ?? -1) >= 0) return undefined;
  if (found.role !== 'year') return found.role;
  return /^\.? ?[-\u2212\u2013]?\d/.test(text.slice(end, end + 4)) ? 'filler' : 'vague';
};

const isMonthOrSeason = (chronology: Chronology, folded: string): boolean =>
  (chronology.bare.calendar.monthNamed(folded) ?? -1) >= 0 ||
  chronology.seasonNames.has(folded) ||
  isSeason(wordOf(folded)?.role ?? 'filler');

const isName = (chronology: Chronology, folded: string): boolean =>
  chronology.eraNames.has(folded) || chronology.monthNames.has(folded);

/** A minus stands before a digit, and where no number or word ends. In `?-1860` an unknown beginning does. */
const isSignPlace = (text: string, at: number, previous: Token | undefined): boolean =>
  isDigit(text.charCodeAt(at + 1)) &&
  previous?.text !== '?' &&
  (!previous || text[at - 1] === ' ' || (previous.kind !== 'number' && previous.kind !== 'word'));
