/** The packed entries of a codex as they are kept between starts, with what tells whether their files are what they were. */
import { type CanonPack, canonPack } from '../core/canon/canon';
import type { PackImage } from '../core/packed/pack';
import type { Cache } from './cache';
import type { Stamp } from './stamps';

/** What is noted of a file when its entry is packed. */
export interface Note extends Stamp {
  /** Of its entry: `faceOf`. */
  readonly face: number;
  /** Whether it uses keys that only Retcon reads. */
  readonly uses: boolean;
}

export interface Kept {
  readonly pack: CanonPack;
  /** Another one each time that entries are kept. */
  readonly id: string;
  noteOf(path: string): Note | undefined;
}

const NAME = 'entries';

const COLUMNS = 7;

/** What stands before the arrays: codex.yaml, and how long each string and array is. */
interface Contents {
  readonly id: string;
  readonly codexText: string | null;
  /** In units; negative where a unit takes two bytes. */
  readonly chunks: readonly number[];
  /** In bytes. */
  readonly arrays: readonly number[];
}

/** @param codexText under which the entries would be read now. Null where nothing is kept that was read under the same */
export function readKept(cache: Cache, codexText: string | null): Kept | null {
  const bytes = cache.read(NAME);
  try {
    return bytes && unpacked(bytes, codexText);
  } catch {
    // It is as it was written, but not by us: everything can be read anew.
    return null;
  }
}

function unpacked(bytes: Uint8Array<ArrayBuffer>, codexText: string | null): Kept | null {
  const [length = 0] = new Uint32Array(bytes.buffer, bytes.byteOffset, 1);
  const contents = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset + 4, length).toString()) as Contents;
  if (contents.codexText !== codexText) return null;
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
  const [marks, slots, keys, heads, links, sizes, files, entries, notes] = contents.arrays.map((size) => ({
    begin: next(size),
    size,
  }));
  const numbers = (at = { begin: 0, size: 0 }): Uint32Array => new Uint32Array(bytes.buffer, at.begin, at.size / 4);
  const pack = canonPack({
    pool: { chunks, marks: numbers(marks), slots: numbers(slots) },
    filing: { keys: numbers(keys), heads: numbers(heads), links: numbers(links), sizes: numbers(sizes) },
    files: numbers(files),
    bytes: new Uint8Array(bytes.buffer, entries?.begin, entries?.size),
  });
  const columns = new Float64Array(bytes.buffer, notes?.begin, (notes?.size ?? 0) / 8);
  return {
    pack,
    id: contents.id,
    noteOf(path) {
      const place = pack.placeOf(path);
      if (place < 0) return undefined;
      const at = (column: number): number => columns[COLUMNS * place + column] ?? 0;
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
export function keep(
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
  return cache.write(NAME, () => bytesOf(id, codexText, pack.image(), notes));
}

function bytesOf(
  id: string,
  codexText: string | null,
  { pool, filing, files, bytes }: PackImage,
  notes: Float64Array,
): Uint8Array {
  const arrays = [pool.marks, pool.slots, filing.keys, filing.heads, filing.links, filing.sizes, files]
    .map((array): Uint8Array => new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
    .concat(bytes, new Uint8Array(notes.buffer));
  const isWide = pool.chunks.map((chunk) => /[^\0-\xff]/.test(chunk));
  const contents: Contents = {
    id,
    codexText,
    chunks: pool.chunks.map((chunk, i) => (isWide[i] === true ? -chunk.length : chunk.length)),
    arrays: arrays.map(({ length }) => length),
  };
  const head = Buffer.from(JSON.stringify(contents));
  const strings = pool.chunks.map((chunk, i) => Buffer.from(chunk, isWide[i] === true ? 'utf16le' : 'latin1'));
  const sizes = [4 + head.length, ...[...strings, ...arrays].map(({ length }) => length)];
  const whole = Buffer.alloc(sizes.reduce((sum, size) => sum + aligned(size), 0));
  new Uint32Array(whole.buffer, whole.byteOffset, 1)[0] = head.length;
  whole.set(head, 4);
  let end = aligned(4 + head.length);
  for (const part of [...strings, ...arrays]) {
    whole.set(part, end);
    end += aligned(part.length);
  }
  return whole;
}

/** Numbers begin where one of 64 bits could. */
const aligned = (size: number): number => Math.ceil(size / 8) * 8;
