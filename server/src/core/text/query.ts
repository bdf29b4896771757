/** What is looked for in prose: words, and phrases in quotes. Whatever is typed is a query; nothing in it is an operator. */
import { foldText, type FoldedWord, runsIn, wordsFolded } from './fold';

/** Words that stand side by side. */
export interface Term {
  /** As `foldedWords` gives them; at least one. */
  readonly words: readonly string[];
  /** The last of them may go on. */
  readonly isPrefix: boolean;
}

export type Query = readonly Term[];

/** An author who pastes a page means its beginning. */
const MOST_TERMS = 32;

/** A phrase, which may still lack its closing quote, or a word; then what ends it. */
const PIECE = /["“„«]([^"”“»]*)["”“»]?|([^\s"“„«]+)(\s?)/gu;

/** Korean puts endings on its words. */
const HANGUL = /\p{sc=Hangul}/u;

/** The last word may be one that is still being typed. */
export function readQuery(text: string): Query {
  const terms: Term[] = [];
  for (const [, phrase, word = '', blank] of text.matchAll(PIECE)) {
    if (phrase !== undefined) add(terms, wordsLookedFor(phrase), false);
    // What goes on behind a word is only looked for where nothing was typed behind it.
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

/** `house-vyr` is two words side by side; of writing without blanks each stretch is looked for separately. */
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

/** Where the words of a query stand, in order, each stretch once. @param words of the text, as `foldedWords` gives them */
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
