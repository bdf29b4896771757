/** What differs between two texts, in words or in lines. */
import type { Span } from './span';

/** A stretch of one text that stands for a stretch of the other; either may be empty. */
export interface Hunk {
  readonly was: Span;
  readonly is: Span;
}

/** More is compared as one, rather than slowly. */
const MOST = 4_000_000;

/** In the order of the texts, no two of them touching. */
export const differencesIn = (before: string, after: string): Hunk[] => differing(before, after, wordsOf);

/** The same in whole lines, however these end. */
export const lineDifferencesIn = (before: string, after: string): Hunk[] => differing(before, after, linesOf);

function differing(before: string, after: string, partsOf: (text: string) => Word[]): Hunk[] {
  const [was, is] = [partsOf(before), partsOf(after)];
  const isSame = (a: number, b: number): boolean => was[a]?.text === is[b]?.text;
  let head = 0;
  while (head < was.length && head < is.length && isSame(head, head)) head++;
  let tail = 0;
  while (tail < was.length - head && tail < is.length - head && isSame(was.length - 1 - tail, is.length - 1 - tail))
    tail++;
  const [rows, columns] = [was.length - head - tail, is.length - head - tail];
  const common = rows * columns > MOST ? [] : longestCommon(rows, columns, (a, b) => isSame(head + a, head + b));
  const hunks: Hunk[] = [];
  let [a, b] = [0, 0];
  for (const [nextA, nextB] of [...common, [rows, columns] as const]) {
    if (a < nextA || b < nextB)
      hunks.push({
        was: { start: startOf(was, head + a, before), end: startOf(was, head + nextA, before) },
        is: { start: startOf(is, head + b, after), end: startOf(is, head + nextB, after) },
      });
    [a, b] = [nextA + 1, nextB + 1];
  }
  return hunks;
}

interface Word {
  readonly text: string;
  readonly start: number;
}

/** Words, marks, and stretches of blanks: every character is in one of them. */
const wordsOf = (text: string): Word[] =>
  [...text.matchAll(/[\p{L}\p{M}\p{N}]+|\r?\n|[^\S\n]+|[^]/gu)].map((found) => ({
    text: found[0],
    start: found.index,
  }));

const linesOf = (text: string): Word[] =>
  [...text.matchAll(/[^\n]*\n|[^\n]+$/g)].map((found) => ({
    text: found[0].replace(/\r?\n$/, '\n'),
    start: found.index,
  }));

const startOf = (words: readonly Word[], index: number, text: string): number => words[index]?.start ?? text.length;

/** The pairs of a longest common part, by their places. */
function longestCommon(
  rows: number,
  columns: number,
  isSame: (a: number, b: number) => boolean,
): (readonly [number, number])[] {
  const width = columns + 1;
  /** How much the rest from two places on has in common. */
  const left = new Uint32Array((rows + 1) * width);
  const at = (a: number, b: number): number => left[a * width + b] ?? 0;
  for (let a = rows - 1; a >= 0; a--)
    for (let b = columns - 1; b >= 0; b--)
      left[a * width + b] = isSame(a, b) ? at(a + 1, b + 1) + 1 : Math.max(at(a + 1, b), at(a, b + 1));
  const pairs: (readonly [number, number])[] = [];
  for (let a = 0, b = 0; a < rows && b < columns; ) {
    if (isSame(a, b)) pairs.push([a++, b++]);
    else if (at(a + 1, b) >= at(a, b + 1)) a++;
    else b++;
  }
  return pairs;
}
