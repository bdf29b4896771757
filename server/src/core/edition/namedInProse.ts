/** Finds the names of hidden pages in the prose of an edition: where no link marks them, they are shared as they are written. */
import { allOf, entryAt, isKeptFromSome, pathsOf } from '../canon';
import { type Entry, writtenNamesOf } from '../entry/entry';
import { addTo } from '../text/groups';
import { isOneLetter } from '../text/nearNames';
import type { Readership } from './readership';
import type { SharedPage } from './sharedPage';

interface HiddenName {
  readonly name: string;
  readonly words: readonly string[];
}

const WORD = /[\p{L}\p{N}]+/gu;
const wordsIn = (text: string): readonly string[] => text.match(WORD) ?? [];

/** Yields after each page. Answers the names by the path of the page whose prose has them. */
export function* namedInProse(
  readership: Readership,
  pages: readonly SharedPage[],
): Generator<void, ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  const names = namesByFirstWord(readership);
  if (names.size === 0) return found;
  for (const { path, body } of pages) {
    yield;
    const words = wordsIn(body);
    const here = words.flatMap((word, i) =>
      (names.get(word) ?? []).filter((one) => one.words.every((part, n) => part === words[i + n])),
    );
    if (here.length > 0) found.set(path, [...new Set(here.map(({ name }) => name))]);
  }
  return found;
}

/** Names that are only small letters, as ids are, would be found in every other sentence. */
function namesByFirstWord({ whole, view }: Readership): ReadonlyMap<string, readonly HiddenName[]> {
  const all = allOf(whole);
  const names = new Map<string, HiddenName[]>();
  const isHidden = (entry: Entry): boolean => !entryAt(view, entry.path) && isKeptFromSome(all, entry);
  for (const path of pathsOf(whole)) {
    const entry = entryAt(whole, path);
    if (!entry || !isHidden(entry)) continue;
    for (const name of new Set(writtenNamesOf(entry))) {
      const words = wordsIn(name);
      const [first] = words;
      if (first === undefined || !/\p{Lu}/u.test(name) || !view.eyes.isHiddenName(name)) continue;
      if (words.length === 1 && isOneLetter(first)) continue;
      addTo(names, first, { name, words });
    }
  }
  return names;
}
