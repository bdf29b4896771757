/** What was found, as one list of numbers: between threads that costs next to nothing, however much it is. */
import type { FoundPassage, PerColumn } from '../core/tools/asked/loreTypes';

export interface FoundBytes {
  /** Each once. */
  readonly paths: readonly string[];
  /**
   * Of each passage: the number of its path, its own number in the file, the lengths of its columns, and the hits of each term in
   * them.
   */
  readonly numbers: Uint32Array<ArrayBuffer>;
  readonly terms: number;
}

const widthOf = (terms: number): number => 5 + 3 * terms;

export function packFound(found: readonly FoundPassage[], terms: number): FoundBytes {
  const paths = new Map<string, number>();
  const numbers = new Uint32Array(found.length * widthOf(terms));
  let at = 0;
  for (const { path, nth, hits, lengths } of found) {
    let place = paths.get(path);
    if (place === undefined) paths.set(path, (place = paths.size));
    for (const number of [place, nth, ...lengths, ...hits.flat()]) numbers[at++] = number;
  }
  return { paths: [...paths.keys()], numbers, terms };
}

/** One by one, as they are looked at. */
export function* unpackFound({ paths, numbers, terms }: FoundBytes): Generator<FoundPassage, void> {
  const columns = (at: number): PerColumn => [numbers[at] ?? 0, numbers[at + 1] ?? 0, numbers[at + 2] ?? 0];
  for (let at = 0; at < numbers.length; at += widthOf(terms)) {
    const hits = Array.from({ length: terms }, (_, term) => columns(at + 5 + 3 * term));
    yield { path: paths[numbers[at] ?? 0] ?? '', nth: numbers[at + 1] ?? 0, lengths: columns(at + 2), hits };
  }
}
