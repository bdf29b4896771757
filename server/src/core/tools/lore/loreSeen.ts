/** What a search has found, as somebody may read it: where a page has prose that is not shown, the words are counted again without it. */
import { type Canon, sizeOf } from '../../canon';
import type { Entry } from '../../entry/entry';
import { type Passage, passagesOf } from '../../entry/passages';
import { foldedWords } from '../../text/fold';
import { foundIn, type Query } from '../../text/query';
import type { FoundPassage, PerColumn, ReadText } from '../asked/loreTypes';

type Eyes = NonNullable<Canon['eyes']>;

/** Where more than one page in so many was found, it costs less to look at all of them. */
const MOST = 4;

/** Pages with nothing to hide are found as they are; each other once, by all that is shown of it. */
export function* seenAgain(
  eyes: Eyes,
  textOf: ReadText,
  query: Query,
  passages: Iterable<FoundPassage>,
): Generator<null, Iterable<FoundPassage>, unknown> {
  const found = [...passages];
  // Mostly the passages of a page come one after the other.
  const pages = found.reduce((count, { path }, i) => count + Number(path !== found[i - 1]?.path), 0);
  if (sizeOf(eyes.canon.entries) < pages * MOST) yield* eyes.glanceAtAll();
  return again(eyes, textOf, query, found);
}

function* again(
  eyes: Eyes,
  textOf: ReadText,
  query: Query,
  found: Iterable<FoundPassage>,
): Generator<FoundPassage, void, unknown> {
  const counted = new Set<string>();
  for (const one of found) {
    const page = eyes.glanceAt(one.path);
    if (!page) continue;
    if (!page.hidesProse) yield one;
    else if (!counted.has(page.path)) {
      counted.add(page.path);
      const passages = passagesOf(eyes.proseOf(page.path, textOf(page.path) ?? ''));
      for (const [nth, passage] of passages.entries()) {
        const recounted = countedIn(one, nth, passage, query);
        if (recounted) yield recounted;
      }
    }
  }
}

/** Null where nothing that is looked for stands in it. @param of a passage of the same page: its names are as they were */
function countedIn(
  { path, hits: before, lengths }: FoundPassage,
  nth: number,
  passage: Passage,
  query: Query,
): FoundPassage | null {
  const [heading, text] = [foldedWords(passage.heading ?? ''), foldedWords(passage.text)];
  const [inHeading, inText] = [foundIn(query, heading), foundIn(query, text)];
  const hits = query.map((_, term): PerColumn => {
    const count = (all: readonly { readonly term: number }[]): number => all.filter((one) => one.term === term).length;
    return [before[term]?.[0] ?? 0, count(inHeading), count(inText)];
  });
  if (hits.every((columns) => columns.every((count) => count === 0))) return null;
  return { path, nth, hits, lengths: [lengths[0], heading.length, text.length] };
}

/** Who believes what a text of the world tells that is not so; none where it is so. In a view nobody can tell. */
export const believersOf = ({ knowledge }: Entry): readonly string[] =>
  (knowledge?.believedBy ?? []).map(({ text }) => text);
