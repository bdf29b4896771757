/** Reads a search query, and folds words the way prose is searched: without case and accents. */
import { isAscii } from './nearNames';

/**
 * Words in the form in which prose is searched: without case, accents and other spellings of a letter; in scripts without blanks,
 * by pairs of characters.
 */
interface FoldedWord {
  readonly text: string;
  /** Half-open offsets of the original in the text. */
  readonly start: number;
  readonly end: number;
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** Scripts that are written without blanks between words. */
export const UNPARTED =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ー\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
const HAS_UNPARTED = new RegExp(`[${UNPARTED}]`, 'u');
const RUNS = new RegExp(`[${UNPARTED}]+|[^${UNPARTED}]+`, 'gu');

/** Accents of Latin, Greek and Cyrillic letters, points of Hebrew, vowel signs of Arabic, its stretcher too. */
const MARKS =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]/g;

/** Letters of their own that people without them write like this. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ς: 'σ',
};
const HAS_PLAIN = /[ßæœøđðþłıς]/g;

/** Longer than any word: such a run is not prose. */
const LONGEST = 64;

/** A word without case and accents. Hangul and kana are composed again: their parts are not accents. */
export function foldText(written: string): string {
  const word = written.slice(0, LONGEST);
  // Mostly only the case differs.
  if (isAscii(word)) return word.toLowerCase();
  const bare = word.normalize('NFKD').toLowerCase().replace(MARKS, '').normalize('NFC');
  return bare.replace(HAS_PLAIN, (letter) => PLAIN[letter] ?? letter);
}

/** A stretch in one script: a word, or characters of a script that does not separate words. */
export interface TextRun {
  readonly text: string;
  readonly start: number;
  readonly isUnparted: boolean;
}

/** Whether a text has characters of a script that is written without blanks between words. */
export const isUnparted = (text: string): boolean => HAS_UNPARTED.test(text);

/** The words of a text as written, in order. */
export function* runsIn(text: string): Generator<TextRun> {
  const hasNone = !isUnparted(text);
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (hasNone || !isUnparted(word)) yield { text: word, start: index, isUnparted: false };
    else
      for (const { 0: run, index: offset } of word.matchAll(RUNS))
        yield { text: run, start: index + offset, isUnparted: isUnparted(run) };
  }
}

const ASCII_WORD = /[a-z0-9]+/g;

/** As `foldedWords`, without offsets. */
export const wordsFolded = (text: string): string[] =>
  isAscii(text)
    ? (text.toLowerCase().match(ASCII_WORD) ?? []).map((word) => word.slice(0, LONGEST))
    : foldedWords(text).map(({ text: word }) => word);

/** The words of a text, in order; in scripts without blanks, each pair of characters, and the last one alone. */
export function foldedWords(text: string): FoldedWord[] {
  const words: FoldedWord[] = [];
  for (const { text: run, start, isUnparted } of runsIn(text)) {
    if (!isUnparted) {
      const word = foldText(run);
      if (word !== '') words.push({ text: word, start, end: start + run.length });
      continue;
    }
    const characters = [...run];
    let at = start;
    for (const [i, character] of characters.entries()) {
      const pair = character + (characters[i + 1] ?? '');
      words.push({ text: foldText(pair), start: at, end: at + pair.length });
      at += character.length;
    }
  }
  return words;
}

/** Words that are adjacent. */
interface Term {
  /** As `foldedWords` gives them; at least one. */
  readonly words: readonly string[];
  /** Whether the last of them may continue. */
  readonly isPrefix: boolean;
}

export type Query = readonly Term[];

/** A pasted page is searched for by its beginning. */
const MOST_TERMS = 32;

/** A phrase, which may still lack its closing quote, or a word; then its separator. */
const PIECE = /["“„«]([^"”“»]*)["”“»]?|([^\s"“„«]+)(\s?)/gu;

/** Korean adds endings to its words. */
const HANGUL = /\p{sc=Hangul}/u;

/** The last word may still be incomplete. */
export function readQuery(text: string): Query {
  const terms: Term[] = [];
  for (const [, phrase, word = '', blank] of text.matchAll(PIECE)) {
    if (phrase !== undefined) add(terms, wordsLookedFor(phrase), false);
    // A longer word is only searched for if nothing was typed after this one.
    else for (const { words, isPrefix } of termsOf(word)) add(terms, words, isPrefix || blank === '');
    if (terms.length === MOST_TERMS) break;
  }
  return terms;
}

function add(terms: Term[], words: readonly string[], isPrefix: boolean): void {
  if (terms.length === MOST_TERMS) return;
  const isThere = terms.some((one) => one.isPrefix === isPrefix && one.words.join(' ') === words.join(' '));
  if (words.length > 0 && !isThere) terms.push({ words, isPrefix });
}

/** `house-vyr` is two adjacent words; in scripts without blanks, each stretch is searched for separately. */
function termsOf(word: string): Term[] {
  const runs = [...runsIn(word)];
  if (!runs.some(({ isUnparted }) => isUnparted)) return [{ words: wordsLookedFor(word), isPrefix: HANGUL.test(word) }];
  return runs.map(({ text, isUnparted }) => ({
    words: wordsLookedFor(text),
    isPrefix: isUnparted && [...text].length === 1,
  }));
}

/** The last character of a longer stretch is in its last pair already. */
const wordsLookedFor = (text: string): string[] =>
  [...runsIn(text)].flatMap(({ text: run, isUnparted }) => {
    if (!isUnparted) return foldText(run) === '' ? [] : [foldText(run)];
    const words = wordsFolded(run);
    return words.length > 1 ? words.slice(0, -1) : words;
  });

/** The places of a query's words, in order, each stretch once. @param words of the text, as `foldedWords` gives them */
export function foundIn(query: Query, words: readonly FoldedWord[]): { start: number; end: number; term: number }[] {
  const found: { start: number; end: number; term: number }[] = [];
  for (const [i, first] of words.entries()) {
    for (const [term, { words: wanted, isPrefix }] of query.entries()) {
      const last = words[i + wanted.length - 1];
      const isFound = wanted.every((word, j) => {
        const here = words[i + j]?.text;
        return here === word || (isPrefix && j === wanted.length - 1 && here?.startsWith(word) === true);
      });
      if (last && isFound) found.push({ start: first.start, end: last.end, term });
    }
  }
  return found;
}
