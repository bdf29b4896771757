/** Which of some names somebody meant who wrote another: the nearest one, where it is near enough to be a slip. */

/**
 * The candidate that differs least from `word`, ignoring case, by at most a third of its letters; else the only candidate that
 * `word` begins. Null where there is none; of several equally near ones the first wins.
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

/** The one candidate that a word of three letters or more is the beginning of: `warn` → `warning`. */
function begunBy(wanted: string, candidates: Iterable<string>): string | null {
  if (wanted.length < 3) return null;
  const begun = [...candidates].filter((candidate) => candidate.normalize('NFC').toLowerCase().startsWith(wanted));
  return begun.length === 1 ? (begun[0] ?? null) : null;
}

/** Whether a word is one slip away from another; from one shorter than `shortest`, only two letters in the wrong order are a slip. */
export function isSlip(word: string, meant: string, shortest: number): boolean {
  if (Math.abs(word.length - meant.length) > 1 || slipsBetween(word, meant, 1) !== 1) return false;
  return meant.length >= shortest || (word.length === meant.length && sorted(word) === sorted(meant));
}

const sorted = (word: string): string => [...word].sort().join('');

/**
 * How many letters must be put in, taken out, changed or swapped with their neighbour (optimal string alignment). Where it
 * is more than `most`, some number above that, so that a small `most` is quick.
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

/** Three rows of the table, which are used again by whoever comes next: many names are compared. */
let rows = [new Uint32Array(64), new Uint32Array(64), new Uint32Array(64)] as const;

interface Within {
  readonly start: number;
  /** Where the texts end that differ. */
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
    // A swap reaches back two rows: where both are above it, all that is below them is.
    if (least > most && leastAbove > most) return least;
    leastAbove = least;
    [before, above, current] = [above, current, before];
  }
  return above[width] ?? 0;
}
