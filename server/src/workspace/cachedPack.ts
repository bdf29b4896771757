/** Packed entries as they are kept between starts: their arrays and long strings one after the other, read where they lie. */
import type { Cache, ByteChunks } from '../platform/platform';
import { type CanonPack, canonPack } from '../core/canon';
import type { PackImage } from '../core/packed/pack';
import type { Odd } from './blobs';

/** What stands before the arrays: what else is kept, and how long each string and array is. */
interface Contents<H> {
  readonly head: H;
  /** In units; negative where a unit takes two bytes. */
  readonly chunks: readonly number[];
  /** In bytes. */
  readonly arrays: readonly number[];
}

interface CachedPack<H> {
  readonly head: H;
  readonly pack: CanonPack;
  /** Whatever was kept with the entries. */
  readonly numbers: Float64Array;
}

/** @param isFit whether it is the wanted one, judged by its head. Null where nothing suitable is kept. `H` is JSON */
export function readCachedPack<H>(cache: Cache, name: string, isFit: (head: H) => boolean): CachedPack<H> | null {
  const bytes = cache.read(name);
  try {
    return bytes && unpacked(bytes, isFit);
  } catch {
    // It is intact, but not ours: everything can be read again.
    return null;
  }
}

function unpacked<H>(bytes: Uint8Array<ArrayBuffer>, isFit: (head: H) => boolean): CachedPack<H> | null {
  const [length = 0] = new Uint32Array(bytes.buffer, bytes.byteOffset, 1);
  const contents = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset + 4, length).toString()) as Contents<H>;
  if (!isFit(contents.head)) return null;
  let end = bytes.byteOffset + aligned(4 + length);
  const next = (size: number): number => {
    const begin = end;
    end += aligned(size);
    return begin;
  };
  const chunks = contents.chunks.map((units) => {
    const size = units < 0 ? -2 * units : units;
    return Buffer.from(bytes.buffer, next(size), size).toString(units < 0 ? 'utf16le' : 'latin1');
  });
  const [marks, slots, keys, heads, links, sizes, filed, files, entries, others] = contents.arrays.map((size) => ({
    begin: next(size),
    size,
  }));
  const words = (at = { begin: 0, size: 0 }): Uint32Array => new Uint32Array(bytes.buffer, at.begin, at.size / 4);
  const pack = canonPack({
    pool: { chunks, marks: words(marks), slots: words(slots) },
    filing: { keys: words(keys), heads: words(heads), links: words(links), sizes: words(sizes), marks: words(filed) },
    files: words(files),
    bytes: new Uint8Array(bytes.buffer, entries?.begin, entries?.size),
  });
  const numbers = new Float64Array(bytes.buffer, others?.begin, (others?.size ?? 0) / 8);
  return { head: contents.head, pack, numbers };
}

/** Why it can't be kept; null when it is. Nothing is added to the pack any more. */
export const packChunks = <H>(cache: Cache, name: string, { head, pack, numbers }: CachedPack<H>): Promise<unknown> =>
  cache.write(name, () => partsOf(head, pack.image(), numbers));

function partsOf(head: unknown, { pool, filing, files, bytes }: PackImage, numbers: Float64Array): ByteChunks {
  const arrays = [pool.marks, pool.slots, filing.keys, filing.heads, filing.links, filing.sizes, filing.marks, files]
    .map((array): Uint8Array => new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
    .concat(bytes, new Uint8Array(numbers.buffer));
  const isWide = pool.chunks.map((chunk) => /[^\0-\xff]/.test(chunk));
  const contents: Contents<unknown> = {
    head,
    chunks: pool.chunks.map((chunk, i) => (isWide[i] === true ? -chunk.length : chunk.length)),
    arrays: arrays.map(({ length }) => length),
  };
  const words = JSON.stringify(contents);
  const begin = Buffer.alloc(aligned(4 + Buffer.byteLength(words)));
  new Uint32Array(begin.buffer, begin.byteOffset, 1)[0] = begin.write(words, 4);
  return {
    *[Symbol.iterator]() {
      yield begin;
      for (const [i, chunk] of pool.chunks.entries())
        yield* filled(Buffer.from(chunk, isWide[i] ? 'utf16le' : 'latin1'));
      for (const array of arrays) yield* filled(array);
    },
  };
}

/** A part, and what is missing to where the next begins. */
function* filled(part: Uint8Array): Generator<Uint8Array> {
  yield part;
  const missing = aligned(part.length) - part.length;
  if (missing > 0) yield new Uint8Array(missing);
}

/** Numbers begin where one of 64 bits could. */
const aligned = (size: number): number => Math.ceil(size / 8) * 8;

/** Entries that were read under one codex.yaml, and of which blobs. */
export interface CachedBlobs {
  readonly pack: CanonPack;
  /** By path. */
  readonly blobs: ReadonlyMap<string, string>;
  /** What others can see of each, `fingerprintOf`, by path; made when it is asked for. */
  readonly fingerprints: () => ReadonlyMap<string, number>;
  /** Entries of some of these, and the reasons why others cannot be read, by their ids. */
  readonly odds: ReadonlyMap<string, Odd>;
}

/** What is to be kept. */
interface BlobsToCache extends Omit<CachedBlobs, 'fingerprints'> {
  readonly fingerprintAt: (path: string) => number | undefined;
}

interface BlobsHead {
  /** In the order of the pack. */
  readonly blobs: readonly string[];
  readonly odds: readonly (readonly [string, Odd])[];
}

/** A name for each codex.yaml. @param codexBlob the id of its blob; null where there is none */
export const cachedBlobsName = (codexBlob: string | null): string => `commits-${codexBlob ?? 'none'}`;

export function readCachedBlobs(cache: Cache, codexBlob: string | null): CachedBlobs | null {
  const kept = readCachedPack<BlobsHead>(cache, cachedBlobsName(codexBlob), () => true);
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
  void packChunks<BlobsHead>(cache, cachedBlobsName(codexBlob), {
    head: { blobs: paths.map((path) => blobs.get(path) ?? ''), odds: [...odds] },
    pack,
    numbers: Float64Array.from(paths, (path) => fingerprintAt(path) ?? 0),
  });
}
