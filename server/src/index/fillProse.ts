/** Keeps an index of prose in step with a canon: takes in what is new or has changed, and drops what has gone. */
import { type Canon, entryAt, pathsOf } from '../core/canon';
import type { Entry } from '../core/entry/entry';
import { passagesOf } from '../core/entry/passages';
import type { ReadText } from '../core/tools/asked/loreTypes';
import { type LoreFile, type LoreIndex, NO_FILE_STAMP } from './proseIndex';

/**
 * Yields after each file that it takes in; gives how many that were.
 * @param stampOf another text whenever a file may read differently
 */
export function* fill(
  index: LoreIndex,
  canon: Canon,
  textOf: ReadText,
  stampOf: (path: string) => string,
): Generator<void, number> {
  const paths = pathsOf(canon);
  const present = new Set(paths);
  index.drop([...index.paths()].filter((path) => !present.has(path)));
  const changed = paths.flatMap((path) => {
    const stamp = stampOf(path);
    return stamp === NO_FILE_STAMP || index.stampOf(path) !== stamp ? { path, stamp } : [];
  });
  yield* index.put(filesOf(changed, canon, textOf));
  return changed.length;
}

function* filesOf(
  changed: readonly Pick<LoreFile, 'path' | 'stamp'>[],
  canon: Canon,
  textOf: ReadText,
): Generator<LoreFile, void> {
  for (const { path, stamp } of changed) {
    const entry = entryAt(canon, path);
    yield { path, stamp, names: entry ? searchNames(entry) : [], passages: passagesOf(textOf(path) ?? '') };
  }
}

/** What people call an entry. */
export const searchNames = ({ title, aliases, fileName }: Entry): string[] => [
  title,
  ...aliases.map(({ text }) => text),
  fileName,
];

/** Whether so much had to be taken in that the index is better kept for the next start. */
export const isWorthCachingIndex = (taken: number, index: LoreIndex): boolean =>
  index.size() >= FEW && taken * 20 > index.size();

/** The prose of fewer files is taken in as soon as an index of it is read. */
const FEW = 100;
