/** The words of prose, found without cutting them out: their places, and a hash of each. */
import { nfc } from '../text/nearNames';
import { FNV_OFFSET, grownTo, hashOf, withUnit } from '../text/numbers';
import { UNPARTED } from '../text/query';

/** The words of a text, by their numbers. It is valid until the words of the next text are requested. */
export interface Words {
  readonly count: number;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Of each word without case. */
  readonly hashes: Int32Array;
  /** Without the ending that `withoutEnding` takes away; the same where it takes none. */
  readonly bares: Int32Array;
}

export interface Word {
  /** Without case. */
  readonly lower: string;
  readonly start: number;
  readonly end: number;
}

/** A word; in scripts that are written without blanks, a character. */
const WORD = new RegExp(`[${UNPARTED}]\\p{M}*|(?:(?![${UNPARTED}])[\\p{L}\\p{N}\\p{M}])+`, 'uy');
const PARTICLES = '으로 에게 에서 께서 까지 부터 처럼 은 는 이 가 을 를 의 에 와 과 도 로 만 야 아'.split(' ');
const HANGUL_PARTICLES = new RegExp(`(?<=[\\p{sc=Hangul}])(?:${PARTICLES.join('|')})$`, 'u');
const FIRST_HANGUL = 0x1100;

/** A word at the end of a name without a plural `s`, in Korean without a particle; null: it has neither. */
export function withoutEnding(word: string): string | null {
  if (word.endsWith('s')) return word.length > 2 ? word.slice(0, -1) : null;
  if (word.charCodeAt(0) < FIRST_HANGUL) return null;
  const particle = HANGUL_PARTICLES.exec(word);
  return particle ? word.slice(0, particle.index) : null;
}

/** A word, and what `withoutEnding` makes it of. */
export const withEndings = (word: string): string[] =>
  word.charCodeAt(0) < FIRST_HANGUL
    ? [word, `${word}s`]
    : [word, `${word}s`, ...PARTICLES.map((particle) => word + particle)];

/** Of each letter and digit of ASCII that in small; 0 for all else. */
const SMALL_OF = new Uint8Array(128);
for (const unit of '0123456789abcdefghijklmnopqrstuvwxyz') {
  SMALL_OF[unit.charCodeAt(0)] = unit.charCodeAt(0);
  SMALL_OF[unit.toUpperCase().charCodeAt(0)] = unit.charCodeAt(0);
}

const SMALL_S = 115;
/** Dashes, quotation marks and the ellipsis, which stand in most prose. */
const isPunctuation = (unit: number): boolean => 0x2010 <= unit && unit <= 0x2027;
const isHighSurrogate = (unit: number): boolean => 0xd800 <= unit && unit <= 0xdbff;

let capacity = 1024;
let [starts, ends, hashes, bares] = [0, 1, 2, 3].map(() => new Int32Array(capacity)) as [
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
];

/** Twice as many words as before fit in. */
function grow(): void {
  capacity *= 2;
  [starts, ends, hashes, bares] = [
    grownTo(starts, capacity),
    grownTo(ends, capacity),
    grownTo(hashes, capacity),
    grownTo(bares, capacity),
  ];
}

/** @param text in NFC */
export function wordsOf(text: string): Words {
  let count = 0;
  for (let at = 0; at < text.length; ) {
    const start = at;
    let [hash, before, small, unit] = [FNV_OFFSET, FNV_OFFSET, 0, 0];
    for (; at < text.length; at++) {
      unit = text.charCodeAt(at);
      const lower = unit < 128 ? (SMALL_OF[unit] as number) : 0;
      if (lower === 0) break;
      small = lower;
      before = hash;
      hash = withUnit(hash, small);
    }
    let bare = small === SMALL_S && 2 < at - start ? before : hash;
    if (at < text.length && 128 <= unit && !isPunctuation(unit)) {
      WORD.lastIndex = start;
      const word = WORD.exec(text)?.[0].toLowerCase();
      if (word === undefined) {
        at += isHighSurrogate(unit) ? 2 : 1;
        continue;
      }
      at = WORD.lastIndex;
      hash = hashOf(word);
      bare = hashOf(withoutEnding(word) ?? word);
    } else if (at === start) {
      at++;
      continue;
    }
    if (count === capacity) grow();
    starts[count] = start;
    ends[count] = at;
    hashes[count] = hash;
    bares[count] = bare;
    count++;
  }
  return { count, starts, ends, hashes, bares };
}

/** @param text that the words are of @returns undefined where there is none of this number */
export function wordAt(text: string, { count, starts, ends }: Words, number: number): Word | undefined {
  if (number < 0 || count <= number) return undefined;
  const [start, end] = [starts[number] as number, ends[number] as number];
  return { lower: text.slice(start, end).toLowerCase(), start, end };
}

export function allWords(text: string): Word[] {
  const words = wordsOf(text);
  return Array.from({ length: words.count }, (_, i) => wordAt(text, words, i) as Word);
}

/** The words of a text without case. */
export const wordsIn = (text: string): string[] => allWords(nfc(text)).map(({ lower }) => lower);

/** Collects the hashes of the words of a file. */
export interface HashSet {
  addAll(words: Words): void;
  /** Those that were added since the last call; one may be in it more than once. */
  take(): Int32Array;
}

const STAMPS = 2 ** 12;

export function openHashSet(): HashSet {
  /** The last hash at each place, to leave out most of those that come again. */
  const stamps = new Int32Array(STAMPS);
  let all = new Int32Array(1024);
  let size = 0;
  return {
    addAll(words) {
      for (let i = 0; i < words.count; i++) {
        const hash = words.hashes[i] as number;
        if (stamps[hash & (STAMPS - 1)] === hash) continue;
        stamps[hash & (STAMPS - 1)] = hash;
        all = grownTo(all, size + 1);
        all[size++] = hash;
      }
    },
    take() {
      const taken = all.slice(0, size);
      size = 0;
      stamps.fill(0);
      return taken;
    },
  };
}
