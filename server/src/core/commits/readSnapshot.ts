/** Reads the entries of a codex at one moment: some at a time, and what is the same elsewhere only once. */
import { tableKeys, readsTheSameSteps } from '../canon';
import { CODEX_FILE } from '../host';
import type { Snapshot } from './snapshot';

/** How many entries are read at once. */
export const ENTRIES = 12;

/** Reads entries into a host that has its codex.yaml, with a step after each few; what is the same in another snapshot is shared with it. */
export function* fillInSteps(
  { host, textOf, blobOf }: Snapshot,
  files: readonly string[],
  like: Snapshot | null,
): Generator<void, void> {
  const isLike = like !== null && (yield* isAlikeInSteps(like, { host, blobOf }));
  if (isLike) host.begin(like.host.canon);
  const wanted = new Set(files);
  const gone = isLike ? [...tableKeys(host.canon.entries)].filter((file) => !wanted.has(file)) : [];
  const changed = files.filter((file) => !isLike || like.blobOf(file) !== blobOf(file));
  for (const part of parts([...gone, ...changed], ENTRIES)) {
    const texts = part.map((file) => [file, wanted.has(file) ? textOf(file) : null] as const);
    if (isLike) host.apply(new Map(texts));
    else host.grow(new Map(texts.flatMap(([file, text]) => (text === null ? [] : [[file, text] as const]))));
    yield;
  }
}

/** Whether entries of one would be read the same in another, which has its codex.yaml. */
export function* isAlikeInSteps(
  { host, blobOf }: Snapshot,
  other: Pick<Snapshot, 'host' | 'blobOf'>,
): Generator<void, boolean> {
  if (blobOf(CODEX_FILE) === other.blobOf(CODEX_FILE)) return true;
  return yield* readsTheSameSteps(host.canon, other.host.canon.codex);
}

export function* parts<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let begin = 0; begin < all.length; begin += size) yield all.slice(begin, begin + size);
}
