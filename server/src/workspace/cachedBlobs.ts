/**
 * The entries of commits as they are kept between starts. An entry is what its text, its path and codex.yaml make of it, and
 * git's id of a blob stands for its text for ever: so what was kept of one commit holds for each other one, and for the index.
 */
import type { Cache } from '../platform/cachePort';
import type { CanonPack } from '../core/canon';
import type { Odd } from './blobs';
import { packChunks, readCachedPack } from './cachedPack';

/** Entries that were read under one codex.yaml, and of which blobs. */
export interface CachedBlobs {
  readonly pack: CanonPack;
  /** By path. */
  readonly blobs: ReadonlyMap<string, string>;
  /** What others can see of each, `fingerprintOf`, by path; made when it is asked for. */
  readonly fingerprints: () => ReadonlyMap<string, number>;
  /** What is to be said of some of these, and of others that are no texts, by their ids. */
  readonly odds: ReadonlyMap<string, Odd>;
}

/** What is to be kept. */
interface BlobsToCache extends Omit<CachedBlobs, 'fingerprints'> {
  readonly fingerprintAt: (path: string) => number | undefined;
}

interface Head {
  /** In the order of the pack. */
  readonly blobs: readonly string[];
  readonly odds: readonly (readonly [string, Odd])[];
}

/** A name for each codex.yaml. @param codexBlob the id of its blob; null where there is none */
export const cachedBlobsName = (codexBlob: string | null): string => `commits-${codexBlob ?? 'none'}`;

export function readCachedBlobs(cache: Cache, codexBlob: string | null): CachedBlobs | null {
  const kept = readCachedPack<Head>(cache, cachedBlobsName(codexBlob), () => true);
  if (!kept) return null;
  const { head, pack, numbers } = kept;
  const blobs = new Map<string, string>();
  let place = 0;
  for (const path of pack.entries.keys()) blobs.set(path, head.blobs[place++] ?? '');
  let fingerprints: ReadonlyMap<string, number> | null = null;
  const fingerprintsNow = (): ReadonlyMap<string, number> =>
    (fingerprints ??= new Map([...blobs.keys()].map((path, i) => [path, numbers[i] ?? 0])));
  return { pack, blobs, fingerprints: fingerprintsNow, odds: new Map(head.odds) };
}

/** It is written in the background, and a failure does not matter. */
export function cacheBlobs(
  cache: Cache,
  codexBlob: string | null,
  { pack, blobs, fingerprintAt, odds }: BlobsToCache,
): void {
  const paths = [...pack.entries.keys()];
  void packChunks<Head>(cache, cachedBlobsName(codexBlob), {
    head: { blobs: paths.map((path) => blobs.get(path) ?? ''), odds: [...odds] },
    pack,
    numbers: Float64Array.from(paths, (path) => fingerprintAt(path) ?? 0),
  });
}
