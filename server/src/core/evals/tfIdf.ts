/** How like two texts are by the words that they share, rare ones more than common ones: the cosine of their TF-IDF vectors. */
import { wordsFolded } from '../text/fold';

/** Words by how often they stand in a text. */
type Counts = ReadonlyMap<string, number>;

/** A text by its words: how much each counts in it. */
export interface Vector {
  readonly weights: Counts;
  readonly length: number;
}

export interface Corpus {
  readonly vectorOf: (text: string) => Vector;
}

/** @param documents the texts among which a word is rare or common */
export function corpusOf(documents: Iterable<string>): Corpus {
  const holding = new Map<string, number>();
  let size = 0;
  for (const text of documents) {
    size++;
    for (const word of countsOf(text).keys()) holding.set(word, (holding.get(word) ?? 0) + 1);
  }
  // Smoothed, so that a word of all documents counts a little, and one of none is no division by nothing.
  const rarity = (word: string): number => Math.log((1 + size) / (1 + (holding.get(word) ?? 0))) + 1;
  return {
    vectorOf(text) {
      const weights = new Map([...countsOf(text)].map(([word, count]) => [word, count * rarity(word)]));
      return { weights, length: Math.sqrt([...weights.values()].reduce((sum, one) => sum + one * one, 0)) };
    },
  };
}

/** From 0, no word in common, to 1. */
export function cosine(one: Vector, other: Vector): number {
  let product = 0;
  for (const [word, weight] of one.weights) product += weight * (other.weights.get(word) ?? 0);
  const lengths = one.length * other.length;
  return lengths === 0 ? 0 : product / lengths;
}

function countsOf(text: string): Counts {
  const counts = new Map<string, number>();
  for (const word of wordsFolded(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
