/** Computes the differences between two texts, in words or in lines, with the `diff` package. */
import { diffArrays } from 'diff';
import type { Span } from './span';

/** A stretch of one text that another text replaces; either may be empty. */
export interface Hunk {
  readonly was: Span;
  readonly is: Span;
}

/** Texts that differ in more words than this are compared as one hunk: the time of the search grows with the square. */
const MOST_EDITS = 4000;

/** Hunks in the order of the texts; no two of them touch. */
export const differencesIn = (before: string, after: string): Hunk[] => differing(before, after, wordsOf);

/** The same in whole lines. CRLF and LF count as the same line end. */
export const lineDifferencesIn = (before: string, after: string): Hunk[] => differing(before, after, linesOf);

function differing(before: string, after: string, partsOf: (text: string) => Part[]): Hunk[] {
  const [was, is] = [partsOf(before), partsOf(after)];
  const changes = diffArrays(was, is, { comparator: isSame, maxEditLength: MOST_EDITS });
  if (!changes) return [{ was: { start: 0, end: before.length }, is: { start: 0, end: after.length } }];
  const hunks: Hunk[] = [];
  let [a, b, isOpen] = [0, 0, false];
  for (const { added, removed, count } of changes) {
    if (!added && !removed) {
      [a, b, isOpen] = [a + count, b + count, false];
      continue;
    }
    const last = isOpen ? hunks.pop() : undefined;
    const [wasStart, isStart] = [last?.was.start ?? startOf(was, a, before), last?.is.start ?? startOf(is, b, after)];
    if (removed) a += count;
    else b += count;
    hunks.push({
      was: { start: wasStart, end: startOf(was, a, before) },
      is: { start: isStart, end: startOf(is, b, after) },
    });
    isOpen = true;
  }
  return hunks;
}

interface Part {
  readonly text: string;
  readonly start: number;
}

const isSame = (one: Part, other: Part): boolean => one.text === other.text;

/** Words, marks and stretches of white space: every character belongs to one of them. */
const wordsOf = (text: string): Part[] =>
  [...text.matchAll(/[\p{L}\p{M}\p{N}]+|\r?\n|[^\S\n]+|[^]/gu)].map((found) => ({
    text: found[0],
    start: found.index,
  }));

const linesOf = (text: string): Part[] =>
  [...text.matchAll(/[^\n]*\n|[^\n]+$/g)].map((found) => ({
    text: found[0].replace(/\r?\n$/, '\n'),
    start: found.index,
  }));

const startOf = (parts: readonly Part[], index: number, text: string): number => parts[index]?.start ?? text.length;
