/** Strings, each once, under a number. They are cut from few long ones when asked for, which costs next to nothing. */
import { inUse, placeOf, roomFor } from './arrays';

/** A pool as it is kept between starts. */
export interface PoolImage {
  readonly chunks: readonly string[];
  readonly starts: Uint32Array;
  readonly lengths: Uint32Array;
  readonly hashes: Uint32Array;
  readonly slots: Uint32Array;
}

export interface Pool {
  readonly size: number;
  /** The number of a string, which it is given where it has none. */
  put(text: string): number;
  /** −1 where it has none. */
  find(text: string): number;
  at(number: number): string;
  image(): PoolImage;
}

/** The units of a chunk are counted in 18 bits; it is closed when no more strings can begin in it. */
const OFFSET_BITS = 18;
const CHUNK = 1 << OFFSET_BITS;

/** A chunk that is being filled; of its strings nobody has made one yet. */
interface Open {
  readonly chunk: number;
  length: number;
  readonly parts: string[];
}

const EMPTY = new Uint32Array(0);

const empty = (): PoolImage => ({
  chunks: [],
  starts: EMPTY,
  lengths: EMPTY,
  hashes: EMPTY,
  slots: new Uint32Array(64),
});

/** @param image is taken over: nobody else may use it any more */
export function openPool(image: PoolImage = empty()): Pool {
  const chunks = [...image.chunks];
  let { starts, lengths, hashes, slots } = image;
  let size = starts.length;
  /** One for strings of one byte a unit, and one for all others: a single wide letter makes a whole chunk wide. */
  const open: [Open | null, Open | null] = [null, null];
  const fresh = new Map<number, string>();

  const at = (number: number): string => {
    const start = starts[number] ?? 0;
    const chunk = chunks[start >>> OFFSET_BITS] ?? '';
    if (chunk === '') return fresh.get(number) ?? '';
    const offset = start & (CHUNK - 1);
    return chunk.slice(offset, offset + (lengths[number] ?? 0));
  };
  /** Of a string that is as long. */
  const isAt = (number: number, text: string): boolean => {
    const start = starts[number] ?? 0;
    const chunk = chunks[start >>> OFFSET_BITS] ?? '';
    if (text === '') return true;
    return chunk === '' ? fresh.get(number) === text : chunk.startsWith(text, start & (CHUNK - 1));
  };
  /** The slot of a string, or the free one that it would get. */
  const slotOf = (text: string, hash: number): number => {
    let slot = placeOf(hash, slots);
    for (let taken = slots[slot] ?? 0; taken !== 0; taken = slots[slot] ?? 0) {
      const number = taken - 1;
      if (hashes[number] === hash && lengths[number] === text.length && isAt(number, text)) break;
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  };
  const close = (which: 0 | 1): void => {
    const one = open[which];
    if (!one) return;
    chunks[one.chunk] = which === 1 ? one.parts.join('') : narrow(one.parts, one.length);
    open[which] = null;
    // The other one's strings are still to be found.
    const other = open[1 - which]?.chunk;
    for (const number of fresh.keys()) if ((starts[number] ?? 0) >>> OFFSET_BITS !== other) fresh.delete(number);
  };
  const store = (text: string): number => {
    const which = isWide(text) ? 1 : 0;
    let one = open[which];
    if (!one) {
      one = { chunk: chunks.length, length: 0, parts: [] };
      open[which] = one;
      chunks.push('');
    }
    const number = size++;
    starts = roomFor(starts, size);
    lengths = roomFor(lengths, size);
    starts[number] = ((one.chunk << OFFSET_BITS) | one.length) >>> 0;
    lengths[number] = text.length;
    // A chunk of wide ones is long in filling, and must not hold all the files that its strings are cut from.
    const own = which === 1 ? ` ${text}`.slice(1) : text;
    fresh.set(number, own);
    one.parts.push(own);
    one.length += text.length;
    if (one.length >= CHUNK) close(which);
    return number;
  };
  const widen = (): void => {
    slots = new Uint32Array(slots.length * 2);
    for (let number = 0; number < size; number++) {
      let slot = placeOf(hashes[number] ?? 0, slots);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = number + 1;
    }
  };

  return {
    get size() {
      return size;
    },
    put(text) {
      const hash = hashOf(text);
      const slot = slotOf(text, hash);
      const taken = slots[slot] ?? 0;
      if (taken !== 0) return taken - 1;
      const number = store(text);
      hashes = roomFor(hashes, size);
      hashes[number] = hash;
      slots[slot] = size;
      if (size * 4 > slots.length * 3) widen();
      return number;
    },
    find: (text) => (slots[slotOf(text, hashOf(text))] ?? 0) - 1,
    at,
    image() {
      close(0);
      close(1);
      starts = inUse(starts, size);
      lengths = inUse(lengths, size);
      hashes = inUse(hashes, size);
      return { chunks: [...chunks], starts, lengths, hashes, slots };
    },
  };
}

/** FNV-1a over the units of a string. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

function isWide(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 255) return true;
  return false;
}

/** Strings after each other, at one byte a unit even where they were cut from a text that takes two. */
function narrow(parts: readonly string[], length: number): string {
  const units = new Uint8Array(length);
  let end = 0;
  for (const part of parts) for (let i = 0; i < part.length; i++) units[end++] = part.charCodeAt(i);
  const pieces: string[] = [];
  for (let from = 0; from < length; from += 8192)
    pieces.push(String.fromCharCode.apply(null, units.subarray(from, from + 8192) as unknown as number[]));
  return pieces.join('');
}
