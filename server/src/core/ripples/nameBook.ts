/** Finds names in prose: whole words, in any case, as possessives and plain plurals, the longest of those that overlap (model §14). */
import { isOneLetter, nfc } from '../text/nearNames';
import { hashOf } from '../text/numbers';
import { allWords, type HashSet, withoutEnding, type Word, wordAt, type Words, wordsOf } from './proseWords';

/** A name that was found. */
interface FoundName {
  /** Its number in the book. */
  readonly name: number;
  readonly start: number;
  readonly end: number;
  /** Whether its first letter, after an article, is small in a script with capitals. */
  readonly isSmall: boolean;
  readonly beginsSentence: boolean;
}

/** The names that are looked for, each under a number. */
export interface NameBook {
  /**
   * Adds a name, or the words of a value; one without a letter, or of one alone, is never found. One that is added twice has to be removed twice.
   * @returns whether prose with its words may be read otherwise now
   */
  add(name: string, what: What): boolean;
  /** The same, of one that was added. */
  remove(name: string, what: What): boolean;
  numberOf(name: string): number | undefined;
  /** Whether a name is a single word, an article before it aside. */
  isWord(name: number): boolean;
  /** The names in a stretch of prose, by their places. @param seen gets the words in it */
  find(prose: string, seen: HashSet): FoundName[];
}

const LETTER = /\p{L}/u;
const CAPITAL = /^[\p{Lu}\p{Lt}]/u;
const SMALL = /^\p{Ll}/u;
/** Marks of markdown, and quotes and brackets, that may stand before the first word of a sentence. */
const OPENING = /[\s*_~"'“”„«»‘’([{|>#:-]*$/u;
const ENDS_SENTENCE = /[.!?…。！？]$/u;
const OPENS_SPEECH = /[“„«"][*_]*$/u;

const ARTICLE = /^(?:the|an?|der|die|das|le|la|les|el|los|las|il|lo|gli|de|het|[οηόή]|το|οι|τα)$/u;
/** What people are called by before their names, which makes no other name of them. */
const TITLE =
  /^(?:mr|mrs|ms|miss|mister|dr|doctor|prof|professor|sir|dame|lord|lady|king|queen|prince|princess|emperor|empress|duke|duchess|count|countess|baron|baroness|captain|commander|general|colonel|major|admiral|sergeant|lieutenant|inspector|judge|father|mother|brother|sister|master|mistress|uncle|aunt|monsieur|madame|mademoiselle|herr|frau|don|doña|señor|señora|signor|signora)$/u;

interface Node {
  /** By the gap before a word, and the word. */
  next: Map<string, Node> | null;
  /** The number of the name that ends here; −1: none does. */
  name: number;
}

/** What stands between two words of a name: blanks are alike, a line break in a quote too, and so are apostrophes. */
function gapBetween(text: string, before: Word, after: Word): string {
  if (before.end === after.start) return '';
  const gap = text.slice(before.end, after.start);
  if (gap === ' ') return gap;
  return gap.replace(/[\s>]+/g, ' ').replace(/[’‘ʼ`]/g, "'");
}

/** The words of a name, each with the gap before it; none if it has no letter, or is a single one. */
function keysOf(name: string): string[] {
  const text = nfc(name).trim();
  const words = allWords(text);
  if (!words.some(({ lower }) => LETTER.test(lower))) return [];
  if (words.length === 1 && words.every(({ lower }) => isOneLetter(lower))) return [];
  return words.map((word, i) => (i === 0 ? '' : gapBetween(text, words[i - 1] ?? word, word)) + word.lower);
}

/** The names that stand in a text, overlapping or not, by the first and the last of their words. */
function matchesIn(root: Node, mayBegin: (hash: number) => boolean, prose: string, words: Words): Match[] {
  const matches: Match[] = [];
  const endAt = (next: ReadonlyMap<string, Node>, gap: string, lower: string): number => {
    const name = next.get(gap + lower)?.name ?? -1;
    const bare = name < 0 ? withoutEnding(lower) : null;
    return bare === null ? name : (next.get(gap + bare)?.name ?? -1);
  };
  for (let first = 0; first < words.count; first++) {
    if (!mayBegin(words.hashes[first] as number) && !mayBegin(words.bares[first] as number)) continue;
    let node: Node | undefined = root;
    for (let last = first; node?.next && last < words.count; last++) {
      const here = wordAt(prose, words, last) as Word;
      const gap = last === first ? '' : gapBetween(prose, wordAt(prose, words, last - 1) as Word, here);
      const name = endAt(node.next, gap, here.lower);
      if (name >= 0) matches.push({ name, first, last });
      node = node.next.get(gap + here.lower);
    }
  }
  return matches;
}

/** How many hashes of first words the book distinguishes before a word is cut out: a power of two. */
const SIEVE = 2 ** 18;

/** A name that is counted, each time that it is called for. */
interface Kept {
  readonly number: number;
  readonly node: Node;
  readonly times: Record<What, number>;
}

export type What = 'name' | 'value';

export function openNameBook(): NameBook {
  const root: Node = { next: new Map(), name: -1 };
  const kept = new Map<string, Kept>();
  const single: boolean[] = [];
  /** How many articles stand before the first word that is written with a capital: 0 or 1. */
  const articles: number[] = [];
  /** Those that are names, and not only words of values. */
  const names = new Set<number>();
  /** Whether a name may begin with a word of a hash: most words begin none. */
  const sieve = new Uint8Array(SIEVE);
  const mayBegin = (hash: number): boolean => sieve[hash & (SIEVE - 1)] === 1;

  function enter(keys: readonly string[]): Kept {
    let node = root;
    for (const key of keys) {
      node.next ??= new Map();
      let next = node.next.get(key);
      if (!next) node.next.set(key, (next = { next: null, name: -1 }));
      node = next;
    }
    const article = keys.length > 1 && ARTICLE.test(keys[0] ?? '') ? 1 : 0;
    articles.push(article);
    sieve[hashOf(keys[0] ?? '') & (SIEVE - 1)] = 1;
    return { number: single.push(keys.length - article === 1) - 1, node, times: { name: 0, value: 0 } };
  }

  function count(name: string, what: What, by: 1 | -1): boolean {
    const keys = keysOf(name);
    if (keys.length === 0) return false;
    const joined = keys.join('\n');
    let one = kept.get(joined);
    if (!one) kept.set(joined, (one = enter(keys)));
    const { number, node, times } = one;
    const [wasIn, wasName] = [0 <= node.name, names.has(number)];
    times[what] += by;
    node.name = 0 < times.name + times.value ? number : -1;
    if (0 < times.name) names.add(number);
    else names.delete(number);
    return wasIn !== 0 <= node.name || wasName !== names.has(number);
  }

  function find(written: string, seen: HashSet): FoundName[] {
    const prose = nfc(written);
    const words = wordsOf(prose);
    seen.addAll(words);
    const matches = longestOf(matchesIn(root, mayBegin, prose, words), words);
    if (matches.length === 0) return [];
    const found = new Set(
      matches.flatMap(({ name, first, last }) =>
        names.has(name) ? Array.from({ length: last - first + 1 }, (_, i) => first + i) : [],
      ),
    );
    return matches
      .filter((match) => !isPartOfLonger(prose, words, match, (word) => !names.has(match.name) && found.has(word)))
      .map(({ name, first, last }) => {
        const article = articles[name] ?? 0;
        const [start, head] = [words.starts[first] as number, words.starts[first + article] as number];
        return {
          name,
          start,
          end: words.ends[last] as number,
          isSmall: SMALL.test(prose.slice(head, head + 2)),
          beginsSentence: article === 0 && beginsSentence(prose, start),
        };
      });
  }

  return {
    add: (name, what) => count(name, what, 1),
    remove: (name, what) => count(name, what, -1),
    numberOf: (name) => kept.get(keysOf(name).join('\n'))?.number,
    isWord: (name) => single[name] === true,
    find,
  };
}

/** Of matches that overlap the longest, of equal ones the first. */
function longestOf(matches: readonly Match[], { starts, ends }: Words): readonly Match[] {
  if (matches.length < 2) return matches;
  const lengthOf = ({ first, last }: Match): number => (ends[last] as number) - (starts[first] as number);
  const taken = new Set<number>();
  const kept: Match[] = [];
  for (const match of matches.toSorted((a, b) => lengthOf(b) - lengthOf(a) || a.first - b.first)) {
    let isFree = true;
    for (let i = match.first; i <= match.last; i++) isFree &&= !taken.has(i);
    if (!isFree) continue;
    for (let i = match.first; i <= match.last; i++) taken.add(i);
    kept.push(match);
  }
  return kept.sort((a, b) => a.first - b.first);
}

/** Blanks and marks of emphasis, or a hyphen, which stand between two words of one name. */
const DIRECT = /^(?:[*_]*\s+(?:>\s*)*[*_]*|[-‐‑])$/u;
const APOSTROPHE = /^['’‘ʼ]$/u;
/** What an apostrophe may join to a name: any other word makes another name of it. */
const JOINED_END = /^(?:s|d|ll|re|ve)$/iu;

/** A word that is written in capitals altogether: in such a line they say nothing. */
const ALL_CAPITALS = /^\p{Lu}{2,}$/u;
const NUMBER = /^\p{N}+$/u;

/** Whether one word stands directly before another as if both were one name. */
function isBeside(prose: string, before: Word, after: Word): boolean {
  const [one, other] = [before, after].map(({ start, end }) => prose.slice(start, end)) as [string, string];
  return (
    CAPITAL.test(one) &&
    CAPITAL.test(other) &&
    !(ALL_CAPITALS.test(one) && ALL_CAPITALS.test(other)) &&
    DIRECT.test(prose.slice(before.end, after.start))
  );
}

interface Match {
  readonly name: number;
  readonly first: number;
  readonly last: number;
}

/**
 * Whether a name is part of another that the book does not have: beside a capitalised word, or joined to a word by an apostrophe.
 * @param isFound whether a neighbour is part of a name by itself, which makes a title of these words: `Captain Wren`
 */
function isPartOfLonger(
  prose: string,
  words: Words,
  { first, last }: Match,
  isFound: (word: number) => boolean,
): boolean {
  const [start, end] = [wordAt(prose, words, first) as Word, wordAt(prose, words, last) as Word];
  const [before, after] = [wordAt(prose, words, first - 1), wordAt(prose, words, last + 1)];
  if (after && APOSTROPHE.test(prose.slice(end.end, after.start)) && !JOINED_END.test(after.lower)) return true;
  if (before?.lower === 'o' && APOSTROPHE.test(prose.slice(before.end, start.start))) return true;
  if (after && isBeside(prose, end, after) && !isFound(last + 1)) return true;
  if (!before || !isBeside(prose, before, start) || isFound(first - 1) || TITLE.test(before.lower)) return false;
  // `In 330 TA Lysa`: the word before belongs to a date.
  const number = wordAt(prose, words, first - 2);
  const isEra =
    number !== undefined && NUMBER.test(number.lower) && /^\s+$/.test(prose.slice(number.end, before.start));
  return !isEra && !beginsSentence(prose, before.start);
}

/** Whether a place is the first word of a sentence, of a speech, or of the whole text. */
function beginsSentence(prose: string, start: number): boolean {
  const before = prose.slice(Math.max(0, start - 40), start);
  const bare = before.replace(OPENING, '');
  if (bare === '') return start <= 40;
  return ENDS_SENTENCE.test(bare) || OPENS_SPEECH.test(before) || before.slice(bare.length).includes('|');
}
