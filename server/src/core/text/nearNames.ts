/** Finds names that are similar to a text, or that match typed text. */
import { firstPlacePast } from './sorted';

/**
 * The candidate that differs least from `word`, ignoring case, by at most a third of its letters; else the only candidate that
 * begins with `word`. Null if there is none; of several equally near ones the first wins.
 */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  const wanted = word.normalize('NFC').toLowerCase();
  let best: string | null = null;
  let least = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const name = candidate.normalize('NFC').toLowerCase();
    if (Math.abs(name.length - wanted.length) >= least) continue;
    const slips = slipsBetween(wanted, name);
    if (slips >= least || slips >= name.length) continue;
    best = candidate;
    least = slips;
  }
  return best ?? begunBy(wanted, candidates);
}

/** The only candidate that begins with a word of three letters or more: `warn` → `warning`. */
function begunBy(wanted: string, candidates: Iterable<string>): string | null {
  if (wanted.length < 3) return null;
  const begun = [...candidates].filter((candidate) => candidate.normalize('NFC').toLowerCase().startsWith(wanted));
  return begun.length === 1 ? (begun[0] ?? null) : null;
}

/** Whether a word is one slip away from another; for one shorter than `shortest`, only two swapped letters count as a slip. */
export function isSlip(word: string, meant: string, shortest: number): boolean {
  if (Math.abs(word.length - meant.length) > 1 || slipsBetween(word, meant, 1) !== 1) return false;
  return meant.length >= shortest || (word.length === meant.length && sorted(word) === sorted(meant));
}

const sorted = (word: string): string => [...word].sort().join('');

/**
 * The number of letters to insert, delete, change or swap with their neighbour (optimal string alignment). If it exceeds `most`,
 * some number above `most`, so that a small `most` is fast.
 * @param most a whole number
 */
export function slipsBetween(one: string, other: string, most = Infinity): number {
  let [start, a, b] = [0, one.length, other.length];
  while (start < a && one.charCodeAt(start) === other.charCodeAt(start)) start++;
  while (start < a && start < b && one.charCodeAt(a - 1) === other.charCodeAt(b - 1)) {
    a--;
    b--;
  }
  if (a === start || b === start || Math.abs(a - b) > most) return Math.max(a, b) - start;
  return slipsWithin(one, other, { start, a, b, most });
}

/** Three rows of the table, which all calls share: many names are compared. */
let rows = [new Uint32Array(64), new Uint32Array(64), new Uint32Array(64)] as const;

interface Within {
  readonly start: number;
  /** The ends of the differing parts. */
  readonly a: number;
  readonly b: number;
  readonly most: number;
}

function slipsWithin(one: string, other: string, { start, a, b, most }: Within): number {
  const width = b - start;
  if (width >= rows[0].length)
    rows = [new Uint32Array(2 * width), new Uint32Array(2 * width), new Uint32Array(2 * width)];
  let [before, above, current] = rows;
  for (let column = 0; column <= Math.min(width, most + 1); column++) above[column] = column;
  let leastAbove = 0;
  for (let row = 1; row <= a - start; row++) {
    const unit = one.charCodeAt(start + row - 1);
    const unitBefore = row > 1 ? one.charCodeAt(start + row - 2) : -1;
    // Further from the diagonal than `most`, every number is above it.
    const [first, last] = [Math.max(1, row - most), Math.min(width, row + most)];
    let left = first === 1 ? row : most + 1;
    let least = left;
    current[0] = row;
    for (let column = first; column <= last; column++) {
      const otherUnit = other.charCodeAt(start + column - 1);
      let slips = Math.min((above[column - 1] ?? 0) + (unit === otherUnit ? 0 : 1), (above[column] ?? 0) + 1, left + 1);
      const isSwapped = column > 1 && unitBefore === otherUnit && unit === other.charCodeAt(start + column - 2);
      if (isSwapped) slips = Math.min(slips, (before[column - 2] ?? 0) + 1);
      if (slips < least) least = slips;
      current[column] = slips;
      left = slips;
    }
    if (last < width) current[last + 1] = most + 1;
    // A swap reaches back two rows: if both are above `most`, so is everything below them.
    if (least > most && leastAbove > most) return least;
    leastAbove = least;
    [before, above, current] = [above, current, before];
  }
  return above[width] ?? 0;
}

/**
 * The rank of a match: 0 if the name equals the text, then: the name begins with it, a word of the name does, the name contains it,
 * contains every word of it, or has its letters in that order. Null if it does not match. Both have the same case already, with
 * single blanks.
 */
export function matchRank(typed: string, name: string): number | null {
  const at = name.indexOf(typed);
  if (at === 0) return name.length === typed.length ? 0 : 1;
  if (at > 0) return /[\p{L}\p{N}]/u.test(name[at - 1] ?? '') ? 3 : 2;
  if (typed.split(' ').every((word) => name.includes(word))) return 4;
  return hasInOrder(name, typed.replaceAll(' ', '')) ? 5 : null;
}

function hasInOrder(name: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = name.indexOf(letter, at) + letter.length;
    if (at < letter.length) return false;
  }
  return true;
}

/** Sorted names, so that those near a text are found without comparing each: common beginnings are compared once. */
export interface SortedNames {
  readonly names: readonly string[];
  /** All names, one per line, and the offset of each. */
  readonly joined: string;
  readonly begins: Uint32Array;
  /** The number of units that each shares with the beginning of the one before. */
  readonly shared: Uint32Array;
  /** The index of the next name that shares fewer units with the one before it. */
  readonly next: Uint32Array;
}

export function sortNames(given: Iterable<string>): SortedNames {
  const names = [...given].sort();
  const begins = new Uint32Array(names.length);
  const shared = new Uint32Array(names.length);
  const next = new Uint32Array(names.length);
  const waiting: number[] = [];
  let begin = 0;
  for (const [i, name] of names.entries()) {
    begins[i] = begin;
    begin += name.length + 1;
    const before = names[i - 1] ?? '';
    let same = 0;
    while (same < before.length && before.charCodeAt(same) === name.charCodeAt(same)) same++;
    shared[i] = same;
    while (waiting.length > 0 && same < (shared[waiting.at(-1) ?? 0] ?? 0)) next[waiting.pop() ?? 0] = i;
    waiting.push(i);
  }
  for (const i of waiting) next[i] = names.length;
  return { names, joined: names.join('\n'), begins, shared, next };
}

/** The names that begin with a text. */
export function* namesBeginning({ names }: SortedNames, text: string): Generator<string> {
  for (let i = firstPlacePast(0, names.length, (place) => text <= (names[place] ?? '')); i < names.length; i++) {
    const name = names[i] ?? '';
    if (!name.startsWith(text)) return;
    yield name;
  }
}

/** The names that contain all of some words. @param words one or more, without line breaks */
export function* namesHolding({ names, joined, begins }: SortedNames, words: readonly string[]): Generator<string> {
  // The longest is likely to be in the fewest names.
  const [longest = ''] = words.toSorted((a, b) => b.length - a.length);
  for (let at = joined.indexOf(longest); 0 <= at; ) {
    const past = firstPlacePast(0, names.length, (place) => at < (begins[place] ?? 0));
    const name = names[past - 1] ?? '';
    if (words.every((word) => name.includes(word))) yield name;
    at = past < names.length ? joined.indexOf(longest, begins[past]) : -1;
  }
}

/** More slips than any caller allows. */
const FAR = 2 ** 20;

/**
 * Reports each name that is at most some slips away from a text, in order, as `slipsBetween` counts them.
 * @param most a whole number
 * @param found returns how many slips are still of interest: not more than before
 */
export function tellNear(
  { names, shared, next }: SortedNames,
  wanted: string,
  most: number,
  found: (name: string, slips: number) => number,
): void {
  const { fill, isPast, slipsOf } = slipTable(wanted, most);
  let limit = most;
  let filled = 0;
  for (let i = 0; i < names.length; ) {
    const name = names[i] ?? '';
    let row = Math.min(filled, shared[i] ?? 0);
    while (row < name.length && !isPast(row, limit)) fill(name, ++row, limit);
    filled = row;
    const isFar = isPast(row, limit);
    if (!isFar && slipsOf(row) <= limit) limit = found(name, slipsOf(row));
    i++;
    // All names that begin with this much of it are as far.
    if (isFar) while (i < names.length && row <= (shared[i] ?? 0)) i = next[i] ?? names.length;
  }
}

/**
 * The table of slips between the beginnings of a name, a row each, and those of a text. If the two differ in length by more than
 * `most`, there are more slips than that, so a row holds only the surroundings of the diagonal. Old numbers further from it exceed
 * `most` too, so that nothing has to be cleared.
 */
function slipTable(wanted: string, most: number) {
  const width = 2 * most + 3;
  const middle = most + 1;
  // One row more than can be near.
  const rows = new Uint32Array((wanted.length + most + 2) * width).fill(FAR);
  const least = new Uint32Array(wanted.length + most + 2);
  for (let column = 0; column <= Math.min(most, wanted.length); column++) rows[middle + column] = column;
  return {
    /** Computes the row of the first `row` units of a name, as far as it is within a limit; the rows before it are complete. */
    fill(name: string, row: number, limit: number): void {
      const begin = row * width;
      const [unit, unitBefore] = [name.charCodeAt(row - 1), row > 1 ? name.charCodeAt(row - 2) : NaN];
      const reach = Math.min(limit, row);
      const last = begin + middle + Math.min(limit, wanted.length - row);
      let place = begin + middle - reach;
      let column = row - reach;
      let left = FAR;
      let lowest = FAR;
      if (column === 0) {
        rows[place++] = left = lowest = row;
        column++;
      }
      for (; place <= last; place++, column++) {
        const above = place - width;
        const other = wanted.charCodeAt(column - 1);
        let slips = rows[above] ?? FAR;
        if (unit !== other) {
          slips = Math.min(slips, rows[above + 1] ?? FAR, left) + 1;
          if (unitBefore === other && column > 1 && unit === wanted.charCodeAt(column - 2))
            slips = Math.min(slips, (rows[above - width] ?? FAR) + 1);
        }
        rows[place] = left = slips;
        if (slips < lowest) lowest = slips;
      }
      least[row] = lowest;
    },
    /** Whether more slips than a limit lie between the text and every name with these first `row` units. */
    isPast: (row: number, limit: number): boolean => limit < (least[row] ?? FAR),
    /** The number of slips between the text and a name of `row` units. */
    slipsOf(row: number): number {
      const place = wanted.length - row + middle;
      return 0 < place && place < width - 1 ? (rows[row * width + place] ?? FAR) : FAR;
    },
  };
}

/** Unicode's composed form, at no cost for the plain text of nearly all keys and names. */
const NOT_ASCII = /[\u0080-\uffff]/;

export const isAscii = (text: string): boolean => !NOT_ASCII.test(text);

export const nfc = (text: string): string => (isAscii(text) ? text : text.normalize('NFC'));

/** Whether a word is a single letter of a script with capitals, which prose also has as a sign: `O(1)`, `Plan B`. */
export const isOneLetter = (word: string): boolean => /^[\p{Lu}\p{Lt}\p{Ll}]\p{M}*$/u.test(word);

/** The digits of a name: names that differ in these are not slips of each other. */
export const digitsOf = (name: string): string => name.replace(/\P{N}/gu, '');
