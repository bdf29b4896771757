/** Keeps an index of prose in step with a canon: takes in what is new or has changed, and drops what has gone. */
import { allEntries, type Canon, entryAt } from '../core/canon/canon';
import type { Entry } from '../core/entry/entry';
import { passagesOf } from '../core/entry/passages';
import type { TextOf } from '../core/tools/lore';
import type { LoreFile, LoreIndex } from './lore';

/**
 * Yields after each file that it takes in.
 * @param stampOf another text whenever a file may read differently
 */
export function* fill(
  index: LoreIndex,
  canon: Canon,
  textOf: TextOf,
  stampOf: (path: string) => string,
): Generator<void, void> {
  index.drop([...index.stamps.keys()].filter((path) => !entryAt(canon, path)));
  const changed = allEntries(canon).filter(({ path }) => index.stamps.get(path) !== stampOf(path));
  yield* index.put(filesOf(changed, textOf, stampOf));
}

function* filesOf(
  entries: readonly Entry[],
  textOf: TextOf,
  stampOf: (path: string) => string,
): Generator<LoreFile, void> {
  for (const entry of entries) {
    const { path } = entry;
    yield { path, stamp: stampOf(path), names: namesOf(entry), passages: passagesOf(textOf(path) ?? '') };
  }
}

/** What people call an entry. */
export const namesOf = ({ title, aliases, fileName }: Entry): string[] => [
  title,
  ...aliases.map(({ text }) => text),
  fileName,
];
