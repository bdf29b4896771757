/** The entries of a folder as they are kept between starts, with what tells whether their files are what they were. */
import type { Cache } from '../platform/cachePort';
import type { CanonPack } from '../core/canon';
import { packChunks, readCachedPack } from './cachedPack';
import type { Stamp } from './fileStamps';

/** What is noted of a file when its entry is packed. */
export interface Note extends Stamp {
  /** The fingerprint of its entry: `fingerprintOf`. */
  readonly face: number;
  /** Whether it uses keys that only Retcon reads. */
  readonly uses: boolean;
}

export interface CachedEntries {
  readonly pack: CanonPack;
  /** Another one each time that entries are kept. */
  readonly id: string;
  /** Quickest where files are asked about in the order in which they were packed. */
  noteOf(path: string): Note | undefined;
}

const NAME = 'entries';

const COLUMNS = 7;

interface Head {
  readonly id: string;
  readonly codexText: string | null;
}

/** @param codexText under which the entries would be read now. Null where nothing is kept that was read under the same */
export function readCachedEntries(cache: Cache, codexText: string | null): CachedEntries | null {
  const kept = readCachedPack<Head>(cache, NAME, (head) => head.codexText === codexText);
  if (!kept) return null;
  const { head, pack, numbers } = kept;
  let next = 0;
  return {
    pack,
    id: head.id,
    noteOf(path) {
      const place = pack.placeOf(path, next);
      if (place < 0) return undefined;
      next = place + 1;
      const at = (column: number): number => numbers[COLUMNS * place + column] ?? 0;
      return { size: at(0), mtime: at(1), ctime: at(2), ino: at(3), digest: at(4), face: at(5), uses: at(6) === 1 };
    },
  };
}

/** An id for what is to be kept. */
export const newId = (): string => `${Date.now()} ${process.pid}`;

/**
 * @param pack nothing is added to it any more
 * @param noteOf what is known of the text from which an entry was packed; asked at once
 * @returns why it can't be kept; null when it is
 */
export function cacheEntries(
  cache: Cache,
  id: string,
  codexText: string | null,
  pack: CanonPack,
  noteOf: (path: string) => Note,
): Promise<unknown> {
  const notes = new Float64Array(COLUMNS * pack.entries.size);
  let end = 0;
  for (const path of pack.entries.keys()) {
    const { size, mtime, ctime, ino, digest, face, uses } = noteOf(path);
    for (const column of [size, mtime, ctime, ino, digest, face, uses ? 1 : 0]) notes[end++] = column;
  }
  return packChunks<Head>(cache, NAME, { head: { id, codexText }, pack, numbers: notes });
}
