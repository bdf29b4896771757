/**
 * Plain BM25 over passages, their headings and the names of their pages, as one bag of words: the baseline that a brief
 * is measured against.
 */
import { allEntries } from '../../../server/src/core/canon/model/canon';
import type { Canon } from '../../../server/src/core/canon';
import { passagesOf } from '../../../server/src/core/entry/passages';
import { foldedWords } from '../../../server/src/core/text/query';
import type { ReadText } from '../../../server/src/core/tools/asked/answering';
import { searchNames } from '../../../server/src/index/proseIndex';

const K1 = 1.2;
const B = 0.75;

export interface Ranked {
  readonly file: string;
  readonly heading: string | null;
  readonly text: string;
}

const wordsOf = (text: string): string[] => foldedWords(text).map((word) => word.text);

export function bm25(canon: Canon, textOf: ReadText): (query: string, most: number) => Ranked[] {
  const passages = allEntries(canon).flatMap((entry) =>
    passagesOf(textOf(entry.path) ?? '').map(({ heading, text }) => ({
      file: entry.path,
      heading,
      text,
      words: wordsOf([...searchNames(entry), heading ?? '', text].join(' ')),
    })),
  );
  const postings = new Map<string, Map<number, number>>();
  for (const [i, { words }] of passages.entries())
    for (const word of words) {
      let counts = postings.get(word);
      if (!counts) postings.set(word, (counts = new Map()));
      counts.set(i, (counts.get(i) ?? 0) + 1);
    }
  const usual = passages.reduce((sum, { words }) => sum + words.length, 0) / Math.max(1, passages.length);
  return (query, most) => {
    const scores = new Map<number, number>();
    for (const word of new Set(wordsOf(query))) {
      const counts = postings.get(word) ?? new Map<number, number>();
      const rare = Math.log(1 + (passages.length - counts.size + 0.5) / (counts.size + 0.5));
      for (const [i, often] of counts) {
        const length = passages[i]?.words.length ?? 0;
        const weight = (often * (K1 + 1)) / (often + K1 * (1 - B + (B * length) / usual));
        scores.set(i, (scores.get(i) ?? 0) + rare * weight);
      }
    }
    return [...scores]
      .sort(([a, x], [b, y]) => y - x || a - b)
      .slice(0, most)
      .flatMap(([i]) => passages[i] ?? []);
  };
}
