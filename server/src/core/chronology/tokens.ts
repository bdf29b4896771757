/** Cuts the text of a date into numbers, words and marks; names of several words are one word here. */
import type { Chronology } from './chronology';
import { fold } from './foldedNames';
import { endOfDecade, endOfDigits, endOfDots, endOfOrdinal, endOfPhrase, endOfWord, isDigit } from './scan';

export type TokenKind =
  | 'number'
  | 'word'
  | 'dash'
  | 'slash'
  | 'dot'
  | 'range'
  | 'approximate'
  | 'before'
  | 'after'
  /** `of`, `the` and full stops. */
  | 'filler';

export interface Token {
  readonly kind: TokenKind;
  /** As written. */
  readonly text: string;
  /** Of a word. */
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
const KEYWORDS: ReadonlyMap<string, TokenKind> = new Map([
  ['before', 'before'],
  ['after', 'after'],
  ['to', 'range'],
  ['circa', 'approximate'],
  ['ca', 'approximate'],
  ['around', 'approximate'],
  ['about', 'approximate'],
  ['of', 'filler'],
  ['the', 'filler'],
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
    const token = readToken(chronology, text, at, tokens.at(-1));
    if (!token) return undefined;
    if (token.kind !== 'filler') tokens.push(token);
    at = token.end;
  }
  return tokens;
};

const readToken = (
  chronology: Chronology,
  text: string,
  at: number,
  previous: Token | undefined,
): Token | undefined => {
  const phraseEnd = chronology.phrases.length > 0 ? endOfPhrase(chronology.phrases, text, at) : at;
  if (phraseEnd > at) return wordToken(text, at, phraseEnd, fold(text.slice(at, phraseEnd)));
  const isDash = DASHES.includes(text.charAt(at));
  const first = isDash && isSignPlace(text, at, previous) ? at + 1 : at;
  const digitsEnd = endOfDigits(text, first);
  if (digitsEnd > first) return readNumber(chronology, text, at, first, digitsEnd);
  if (isDash) return markToken('dash', text, at, at + 1);
  const wordEnd = endOfWord(text, at);
  if (wordEnd > at) return readWord(chronology, text, at, wordEnd);
  const dotsEnd = endOfDots(text, at);
  if (dotsEnd > at) return markToken('range', text, at, dotsEnd);
  if (text[at] === '.')
    return markToken(/^\d\.\d/.test(text.slice(at - 1, at + 2)) ? 'dot' : 'filler', text, at, at + 1);
  const kind = SIGNS.get(text.charAt(at));
  return kind && markToken(kind, text, at, at + 1);
};

const markToken = (kind: TokenKind, text: string, start: number, end: number): Token => ({
  kind,
  text: text.slice(start, end),
  folded: '',
  value: 0,
  suffix: '',
  start,
  end,
});

const wordToken = (text: string, start: number, end: number, folded: string): Token => ({
  kind: 'word',
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
  return !chronology.eras.has(fold(suffix)) && (suffix !== suffix.toUpperCase() || end < text.length);
};

const readWord = (chronology: Chronology, text: string, start: number, end: number): Token => {
  const word = text.slice(start, end);
  const folded = fold(word);
  const keyword = keywordOf(word, folded, text[end]);
  if (!keyword || isName(chronology, folded)) return wordToken(text, start, end, folded);
  // A mark in last place is none: `412 C.` is a year of an era.
  const isEra = keyword === 'approximate' && end >= text.length - 1;
  return isEra ? wordToken(text, start, end, folded) : markToken(keyword, text, start, end);
};

/** A `c` is a mark in lower case, or with a full stop. */
const keywordOf = (word: string, folded: string, next: string | undefined): TokenKind | undefined =>
  folded === 'c' ? (word === 'c' || next === '.' ? 'approximate' : undefined) : KEYWORDS.get(folded);

const isName = (chronology: Chronology, folded: string): boolean =>
  chronology.eras.has(folded) ||
  chronology.calendars.some(({ months }) => months.some(({ name }) => fold(name) === folded));

/** A minus stands before a digit, and where no number or word ends. */
const isSignPlace = (text: string, at: number, previous: Token | undefined): boolean =>
  isDigit(text.charCodeAt(at + 1)) &&
  (!previous || text[at - 1] === ' ' || (previous.kind !== 'number' && previous.kind !== 'word'));
