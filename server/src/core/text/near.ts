/** Which of some names somebody meant who wrote another: the nearest one, where it is near enough to be a slip. */

/**
 * The candidate that differs least from `word`, ignoring case, and by no more than a third of its letters; else the only
 * one that `word` begins. Null where there is none; of several equally near the first wins.
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
  if (Math.abs(word.length - meant.length) > 1 || slipsBetween(word, meant) !== 1) return false;
  return meant.length >= shortest || (word.length === meant.length && sorted(word) === sorted(meant));
}

const sorted = (word: string): string => [...word].sort().join('');

/**
 * How many letters must be put in, taken out, changed or swapped with their neighbour (optimal string alignment). Where it
 * is more than `most`, some number above that: who asks for few slips is answered soon.
 */
export function slipsBetween(one: string, other: string, most = Infinity): number {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  let same = 0;
  const rest = Math.min(one.length, other.length) - start;
  while (same < rest && one.at(-1 - same) === other.at(-1 - same)) same++;
  return slipsWithin(one.slice(start, one.length - same), other.slice(start, other.length - same), most);
}

function slipsWithin(a: string, b: string, most: number): number {
  if (a === '' || b === '' || Math.abs(a.length - b.length) > most) return Math.max(a.length, b.length);
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const changed = (above[column - 1] ?? 0) + (isSame ? 0 : 1);
      let slips = Math.min(changed, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwapped) slips = Math.min(slips, (before[column - 2] ?? 0) + 1);
      if (slips < least) least = slips;
      current.push(slips);
    }
    // A swap reaches back two rows, and costs one: so far above, nothing below can come back under.
    if (least > most + 1) return least;
    before = above;
    above = current;
  }
  return above[b.length] ?? a.length;
}
