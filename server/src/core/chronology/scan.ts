/** How far a number, a word or a name reaches from an offset of a text; each gives the offset itself where none begins. */
import { fold } from './foldedNames';

const ORDINAL = /(?:st|nd|rd|th)(?![\p{L}\p{N}])/iuy;
const DECADE = /['\u2019]?s(?![\p{L}\p{N}])/uy;
const WORD = /[\p{L}\p{M}][\p{L}\p{M}\p{N}]*(?:['\u2019.-][\p{L}\p{M}][\p{L}\p{M}\p{N}]*)*/uy;
const DOTS = /\.\.+|\u2026/y;

const endOfMatch = (pattern: RegExp, text: string, from: number): number => {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
};

/** `st`, `nd`, `rd`, `th`. */
export const endOfOrdinal = (text: string, from: number): number => endOfMatch(ORDINAL, text, from);

/** The `s` of `410s`. */
export const endOfDecade = (text: string, from: number): number => endOfMatch(DECADE, text, from);

export const endOfDots = (text: string, from: number): number => endOfMatch(DOTS, text, from);

export const isDigit = (code: number): boolean => code >= 48 && code <= 57;

const isPlainLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);

export const endOfDigits = (text: string, from: number): number => {
  let at = from;
  while (isDigit(text.charCodeAt(at))) at++;
  return at;
};

/** Most words are plain letters up to a space; the pattern knows the others. */
export const endOfWord = (text: string, from: number): number => {
  let at = from;
  while (isPlainLetter(text.charCodeAt(at))) at++;
  if (at > from && (at === text.length || text[at] === ' ' || text[at] === ',')) return at;
  return endOfMatch(WORD, text, from);
};

/** The end of the name of several words that begins at an offset; the offset itself for none. */
export const endOfPhrase = (phrases: readonly string[], text: string, from: number): number => {
  if (from > 0 && /[\p{L}\p{M}]/u.test(text.charAt(from - 1))) return from;
  const first = fold(text.charAt(from));
  for (const phrase of phrases) {
    if (!phrase.startsWith(first)) continue;
    const end = from + phrase.length;
    if (fold(text.slice(from, end)) === phrase && !/[\p{L}\p{M}\p{N}]/u.test(text[end] ?? '')) return end;
  }
  return from;
};
