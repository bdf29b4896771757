/** Finds names in prose: whole words, in any case, as possessives and plain plurals, the longest of those that overlap (model §14). */
import { isAscii, nfc } from '../text/nearNames';
import { UNPARTED } from '../text/query';

/** A name that was found. */
export interface FoundName {
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
  /** Adds a name, or the words of a value; one without a letter is never found. */
  add(name: string, what: 'name' | 'value'): void;
  numberOf(name: string): number | undefined;
  /** Whether a name is a single word, an article before it aside. */
  isWord(name: number): boolean;
  /** Grows with each name and word that is new to it. */
  readonly size: number;
  /** Has `find` say in which prose a word stands. @param word as `wordsIn` gives it */
  watch(word: string): void;
  /** The names in a stretch of prose, by their places. @param seen gets the watched words in it */
  find(prose: string, seen: Set<string>): FoundName[];
}

/** A word; in scripts that are written without blanks, a character. */
const WORD = new RegExp(`[${UNPARTED}]\\p{M}*|(?:(?![${UNPARTED}])[\\p{L}\\p{N}\\p{M}])+`, 'gu');
const LETTER = /\p{L}/u;
const HANGUL_PARTICLES =
  /(?<=[\p{sc=Hangul}])(?:으로|에게|에서|께서|까지|부터|처럼|은|는|이|가|을|를|의|에|와|과|도|로|만|야|아)$/u;
const FIRST_HANGUL = 0x1100;
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

interface Word {
  /** Without case. */
  readonly lower: string;
  readonly start: number;
  readonly end: number;
}

interface Node {
  /** By the gap before a word, and the word. */
  next: Map<string, Node> | null;
  /** The number of the name that ends here; −1: none does. */
  name: number;
}

const ASCII_WORD = /[a-z0-9]+/g;

/** The words of a text without case. */
export const wordsIn = (text: string): string[] => wordsOf(nfc(text)).map(({ lower }) => lower);

function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  // Most prose needs no tables of scripts, which are slow.
  if (isAscii(text))
    for (const { 0: lower, index } of text.toLowerCase().matchAll(ASCII_WORD))
      words.push({ lower, start: index, end: index + lower.length });
  else
    for (const { 0: word, index } of text.matchAll(WORD))
      words.push({ lower: word.toLowerCase(), start: index, end: index + word.length });
  return words;
}

/** What stands between two words of a name: blanks are alike, a line break in a quote too, and so are apostrophes. */
function gapBetween(text: string, before: Word, after: Word): string {
  if (before.end === after.start) return '';
  const gap = text.slice(before.end, after.start);
  if (gap === ' ') return gap;
  return gap.replace(/[\s>]+/g, ' ').replace(/[’‘ʼ`]/g, "'");
}

/** A word at the end of a name without a plural `s`, in Korean without a particle; null: it has neither. */
function withoutEnding(word: string): string | null {
  if (word.endsWith('s')) return word.length > 2 ? word.slice(0, -1) : null;
  if (word.charCodeAt(0) < FIRST_HANGUL) return null;
  const particle = HANGUL_PARTICLES.exec(word);
  return particle ? word.slice(0, particle.index) : null;
}

/** The words of a name, each with the gap before it; none if it has no letter. */
function keysOf(name: string): string[] {
  const text = nfc(name).trim();
  const words = wordsOf(text);
  if (!words.some(({ lower }) => LETTER.test(lower))) return [];
  return words.map((word, i) => (i === 0 ? '' : gapBetween(text, words[i - 1] ?? word, word)) + word.lower);
}

/** The names of a book that stand in a text, overlapping or not, by the first and the last of their words. */
function matchesIn(root: Node, prose: string, words: readonly Word[]): Match[] {
  const matches: Match[] = [];
  const endAt = (next: ReadonlyMap<string, Node>, gap: string, { lower }: Word): number => {
    const name = next.get(gap + lower)?.name ?? -1;
    const bare = name < 0 ? withoutEnding(lower) : null;
    return bare === null ? name : (next.get(gap + bare)?.name ?? -1);
  };
  for (const [first, start] of words.entries()) {
    let node: Node | undefined = root;
    for (let last = first; node?.next && last < words.length; last++) {
      const here = words[last] as Word;
      const gap = last === first ? '' : gapBetween(prose, words[last - 1] as Word, here);
      const name = endAt(node.next, gap, here);
      if (name >= 0) matches.push({ name, first, last });
      node = node.next.get(last === first ? start.lower : gap + here.lower);
    }
  }
  return matches;
}

export function openNameBook(): NameBook {
  const root: Node = { next: new Map(), name: -1 };
  const numbers = new Map<string, number>();
  const single: boolean[] = [];
  /** How many articles stand before the first word that is written with a capital: 0 or 1. */
  const articles: number[] = [];
  /** Those that are names, and not only words of values. */
  const names = new Set<number>();
  const watched = new Set<string>();

  function add(name: string, what: 'name' | 'value'): void {
    const keys = keysOf(name);
    const joined = keys.join('\n');
    const known = numbers.get(joined);
    if (what === 'name' && keys.length > 0) names.add(known ?? single.length);
    if (known !== undefined || keys.length === 0) return;
    let node = root;
    for (const key of keys) {
      node.next ??= new Map();
      let next = node.next.get(key);
      if (!next) node.next.set(key, (next = { next: null, name: -1 }));
      node = next;
    }
    node.name = single.length;
    numbers.set(joined, node.name);
    const article = keys.length > 1 && ARTICLE.test(keys[0] ?? '') ? 1 : 0;
    articles.push(article);
    single.push(keys.length - article === 1);
  }

  function find(written: string, seen: Set<string>): FoundName[] {
    const prose = nfc(written);
    const words = wordsOf(prose);
    if (watched.size > 0) for (const { lower } of words) if (watched.has(lower)) seen.add(lower);
    const matches = longestOf(matchesIn(root, prose, words), words);
    const found = new Set(
      matches.flatMap(({ name, first, last }) =>
        names.has(name) ? Array.from({ length: last - first + 1 }, (_, i) => first + i) : [],
      ),
    );
    return matches
      .filter((match) => !isPartOfLonger(prose, words, match, (word) => !names.has(match.name) && found.has(word)))
      .map(({ name, first, last }) => {
        const article = articles[name] ?? 0;
        const [{ start }, head] = [words[first] as Word, words[first + article] as Word];
        return {
          name,
          start,
          end: (words[last] as Word).end,
          isSmall: SMALL.test(prose.slice(head.start, head.start + 2)),
          beginsSentence: article === 0 && beginsSentence(prose, start),
        };
      });
  }

  return {
    add,
    numberOf: (name) => numbers.get(keysOf(name).join('\n')),
    isWord: (name) => single[name] === true,
    watch: (word) => void watched.add(word),
    get size() {
      return single.length + watched.size;
    },
    find,
  };
}

/** Of matches that overlap the longest, of equal ones the first. */
function longestOf<M extends Match>(matches: readonly M[], words: readonly Word[]): M[] {
  if (matches.length < 2) return [...matches];
  const lengthOf = ({ first, last }: M): number => (words[last]?.end ?? 0) - (words[first]?.start ?? 0);
  const taken = new Set<number>();
  const kept: M[] = [];
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
  words: readonly Word[],
  { first, last }: Match,
  isFound: (word: number) => boolean,
): boolean {
  const [start, end] = [words[first] as Word, words[last] as Word];
  const [before, after] = [words[first - 1], words[last + 1]];
  if (after && APOSTROPHE.test(prose.slice(end.end, after.start)) && !JOINED_END.test(after.lower)) return true;
  if (before?.lower === 'o' && APOSTROPHE.test(prose.slice(before.end, start.start))) return true;
  if (after && isBeside(prose, end, after) && !isFound(last + 1)) return true;
  if (!before || !isBeside(prose, before, start) || isFound(first - 1) || TITLE.test(before.lower)) return false;
  // `In 330 TA Lysa`: the word before belongs to a date.
  const number = words[first - 2];
  const isEra =
    number !== undefined && NUMBER.test(number.lower) && /^\s+$/.test(prose.slice(number.end, before.start));
  return !isEra && !beginsSentence(prose, before.start);
}

/** Whether a place is the first word of a sentence, of a speech, or of the whole text. */
export function beginsSentence(prose: string, start: number): boolean {
  const before = prose.slice(Math.max(0, start - 40), start);
  const bare = before.replace(OPENING, '');
  if (bare === '') return start <= 40;
  return ENDS_SENTENCE.test(bare) || OPENS_SPEECH.test(before) || before.slice(bare.length).includes('|');
}
