/** Cuts the text of a date into numbers, words and marks; names of several words are one word here. */
import type { Chronology } from './chronology';
import { fold } from './names';

export type TokenKind = 'number' | 'word' | 'dash' | 'slash' | 'dot' | 'range' | 'approximate' | 'before' | 'after';

export interface Token {
  readonly kind: TokenKind;
  /** As written. */
  readonly text: string;
  /** Of a word. */
  readonly folded: string;
  /** Of a number. */
  readonly value: number;
  /** `12th` and `410s`. */
  readonly suffix: '' | 'ordinal' | 'decade';
  /** Offsets into the cleaned text. */
  readonly start: number;
  readonly end: number;
}

const DIGITS = /\d+/y;
const ORDINAL = /(?:st|nd|rd|th)(?![\p{L}\p{N}])/iuy;
const DECADE = /['\u2019]?s(?![\p{L}\p{N}])/uy;
const WORD = /[\p{L}\p{M}][\p{L}\p{M}\p{N}]*(?:['\u2019.-][\p{L}\p{M}][\p{L}\p{M}\p{N}]*)*/uy;
const MINUS = /[-\u2212\u2013\u2014](?=\d)/y;
const DASH = /[-\u2212\u2013\u2014]/y;
const DOTS = /\.\.+|\u2026/y;
const LONGEST_YEAR = 9;

const SIGNS: Readonly<Record<string, TokenKind>> = {
  '~': 'approximate',
  '?': 'approximate',
  '>': 'after',
  '<': 'before',
  '/': 'slash',
};
const KEYWORDS: Readonly<Record<string, TokenKind>> = {
  before: 'before',
  after: 'after',
  to: 'range',
  circa: 'approximate',
  ca: 'approximate',
};

/** The tokens of a cleaned text; undefined where something in it can't stand in a date. */
export const tokenize = (chronology: Chronology, text: string): Token[] | undefined => {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp, from: number): string => {
    pattern.lastIndex = from;
    return pattern.exec(text)?.[0] ?? '';
  };
  const push = (
    kind: TokenKind,
    end: number,
    more?: { folded?: string; value?: number; suffix?: Token['suffix'] },
  ): void => {
    const { folded = '', value = 0, suffix = '' } = more ?? {};
    tokens.push({ kind, text: text.slice(at, end), folded, value, suffix, start: at, end });
    at = end;
  };
  while (at < text.length) {
    const char = text[at] as string;
    if (char === ' ' || char === ',') {
      at++;
      continue;
    }
    const phrase = chronology.phrases.length > 0 ? phraseAt(chronology.phrases, text, at) : 0;
    if (phrase > 0) {
      push('word', at + phrase, { folded: fold(text.slice(at, at + phrase)) });
      continue;
    }
    const signed = isSignPlace(tokens, text, at) && match(MINUS, at) !== '';
    const digits = match(DIGITS, signed ? at + 1 : at);
    if (digits !== '') {
      if (digits.length > LONGEST_YEAR) return undefined;
      const end = at + (signed ? 1 : 0) + digits.length;
      const ordinal = match(ORDINAL, end);
      const decade = match(DECADE, end);
      const isOrdinal = ordinal !== '' && !chronology.eras.has(fold(ordinal)) && isOrdinalHere(ordinal, text, end);
      const suffix = isOrdinal ? 'ordinal' : decade !== '' ? 'decade' : '';
      const length = isOrdinal ? ordinal.length : decade.length;
      push('number', end + length, { value: signed ? -Number(digits) : Number(digits), suffix });
      continue;
    }
    const word = match(WORD, at);
    if (word !== '') {
      const folded = fold(word);
      const end = at + word.length;
      if (!isName(chronology, folded)) {
        if (folded === 'of' || folded === 'the') {
          at = end;
          continue;
        }
        const kind =
          KEYWORDS[folded] ?? (word === 'c' || (folded === 'c' && text[end] === '.') ? 'approximate' : undefined);
        // A keyword in last place is none: `412 C.` is a year of an era.
        if (kind && end < text.length - 1) {
          push(kind, end);
          continue;
        }
      }
      push('word', end, { folded });
      continue;
    }
    const dots = match(DOTS, at);
    const sign = SIGNS[char];
    if (dots !== '') push('range', at + dots.length);
    else if (sign) push(sign, at + 1);
    else if (match(DASH, at) !== '') push('dash', at + 1);
    else if (char === '.' && /^\d\.\d/.test(text.slice(at - 1, at + 2))) push('dot', at + 1);
    else if (char === '.') at++;
    else return undefined;
  }
  return tokens;
};

/** A minus can only stand where no number ends: at the start, after a space or after another mark. */
const isSignPlace = (tokens: readonly Token[], text: string, at: number): boolean => {
  const previous = tokens.at(-1);
  if (!previous || text[at - 1] === ' ') return true;
  return previous.kind !== 'number' && previous.kind !== 'word';
};

/** `412ST` at the end of a text is a year of the era ST, `412st` is not. */
const isOrdinalHere = (ordinal: string, text: string, at: number): boolean =>
  ordinal !== ordinal.toUpperCase() || at + ordinal.length < text.length;

const isName = (chronology: Chronology, folded: string): boolean =>
  chronology.eras.has(folded) || chronology.calendars.some((calendar) => (calendar.monthTable.get(folded) ?? -1) >= 0);

/** The length of the name of several words that stands at an offset; 0 for none. */
const phraseAt = (phrases: readonly string[], text: string, at: number): number => {
  if (at > 0 && /[\p{L}\p{M}]/u.test(text[at - 1] as string)) return 0;
  for (const phrase of phrases) {
    const end = at + phrase.length;
    if (fold(text.slice(at, end)) === phrase && !/[\p{L}\p{M}\p{N}]/u.test(text[end] ?? '')) return phrase.length;
  }
  return 0;
};
