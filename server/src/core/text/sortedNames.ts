/** Names in the order of their letters, so that those near to a text are found without a look at each: what begins alike is compared once. */
import { firstPlacePast } from './sorted';

export interface SortedNames {
  readonly names: readonly string[];
  /** All of them, a line each, and where each begins. */
  readonly joined: string;
  readonly begins: Uint32Array;
  /** How many units each begins with as the one before does. */
  readonly shared: Uint32Array;
  /** The place of the next that shares fewer with the one before it. */
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

/** The names in which all of some words are, anywhere. @param words one or more, without line breaks */
export function* namesHolding({ names, joined, begins }: SortedNames, words: readonly string[]): Generator<string> {
  // The longest is likeliest to be in few.
  const [longest = ''] = words.toSorted((a, b) => b.length - a.length);
  for (let at = joined.indexOf(longest); 0 <= at; ) {
    const past = firstPlacePast(0, names.length, (place) => at < (begins[place] ?? 0));
    const name = names[past - 1] ?? '';
    if (words.every((word) => name.includes(word))) yield name;
    at = past < names.length ? joined.indexOf(longest, begins[past]) : -1;
  }
}

/** More slips than anybody asks about. */
const FAR = 2 ** 20;

/**
 * Tells each name that is at most some slips away from a text, in order, as `slipsBetween` counts them.
 * @param most a whole number
 * @param found answers how many slips are still of interest: no more than before
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
    // All that begin with as much of it are as far.
    if (isFar) while (i < names.length && row <= (shared[i] ?? 0)) i = next[i] ?? names.length;
  }
}

/**
 * The table of slips between the beginnings of a name, a row each, and those of a text. Where the two differ in length by more
 * than `most` there are more slips than that, so a row holds what lies around the diagonal. What another name has left further
 * from that is as far: nothing has to be cleared.
 */
function slipTable(wanted: string, most: number) {
  const width = 2 * most + 3;
  const middle = most + 1;
  // One row more than can be near.
  const rows = new Uint32Array((wanted.length + most + 2) * width).fill(FAR);
  const least = new Uint32Array(wanted.length + most + 2);
  for (let column = 0; column <= Math.min(most, wanted.length); column++) rows[middle + column] = column;
  return {
    /** Works out the row of the first `row` units of a name, as far as it is within a limit; those before it are. */
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
    /** Whether more slips than a limit lie between the text and all that begins with the first `row` units. */
    isPast: (row: number, limit: number): boolean => limit < (least[row] ?? FAR),
    /** How many slips lie between the text and a name of `row` units. */
    slipsOf(row: number): number {
      const place = wanted.length - row + middle;
      return 0 < place && place < width - 1 ? (rows[row * width + place] ?? FAR) : FAR;
    },
  };
}
