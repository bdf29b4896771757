/**
 * Encodes numbers, spans, strings, lists and structs as bytes, small ones in few, and decodes them; and computes digests of bytes.
 */
import type { Span } from '../text/span';
import { grownTo, trimmedTo } from '../text/numbers';
import type { StringInterner } from './stringInterner';

/** How values of a type are written and read. */
export interface Codec<T> {
  write(sink: Sink, value: T): void;
  read(cursor: ByteCursor): T;
}

/** Bytes, and the strings that they refer to by number. The array is replaced when it grows. */
export interface WrittenBytes {
  readonly pool: StringInterner;
  readonly bytes: Uint8Array;
}

/** The state of writing. */
export interface Sink {
  readonly pool: StringInterner;
  bytes: Uint8Array;
  /** How many of the bytes have been written. */
  length: number;
  /** The string that the value is relative to. */
  near: number;
  /** The end of the previous span, which the next one is relative to. */
  place: number;
  /** The number of the previous string, which the next one is relative to. */
  last: number;
  /** The string of that number: a repeated string often follows at once. */
  lastText: string | null;
}

/**
 * The state of reading values in the order in which they were written. Each reader has its own, so one may read while another has
 * stopped midway.
 */
export interface ByteCursor {
  readonly from: WrittenBytes;
  readonly bytes: Uint8Array;
  /** The next byte. */
  at: number;
  readonly near: number;
  place: number;
  last: number;
  /** The unused bits of the struct that is being read. */
  flags: number;
  /** Reads the next value. */
  of<V>(this: void, codec: Codec<V>): V;
}

export const sinkOf = (pool: StringInterner, bytes: Uint8Array): Sink => ({
  pool,
  bytes,
  length: bytes.length,
  near: 0,
  place: 0,
  last: 0,
  lastText: null,
});

/** Begins a value: its offsets are relative to the beginning of a text, and its strings to one that is near. */
export function begin(sink: Sink, near: number): void {
  sink.place = 0;
  sink.last = sink.near = near;
  sink.lastText = null;
}

/** The state at the beginning of a value. @param near as it was given to `begin` */
export function cursorAt(from: WrittenBytes, at: number, near: number): ByteCursor {
  const cursor: ByteCursor = {
    from,
    bytes: from.bytes,
    at,
    near,
    place: 0,
    last: near,
    flags: 0,
    of: (codec) => codec.read(cursor),
  };
  return cursor;
}

/** Moves a cursor to another value that was begun with the same string. */
export function goTo(cursor: ByteCursor, at: number): void {
  cursor.at = at;
  cursor.place = 0;
  cursor.last = cursor.near;
}

/** Releases the spare room: no more writing is expected. */
export const trimmed = (sink: Sink): Uint8Array => (sink.bytes = trimmedTo(sink.bytes, sink.length));

const SMALL = 2 ** 31;

/** A whole number from 0. */
export const nat: Codec<number> = {
  write(sink, n) {
    let { length } = sink;
    if (length + 8 > sink.bytes.length) sink.bytes = grownTo(sink.bytes, length + 8);
    const { bytes } = sink;
    let rest = n;
    while (rest > 127) {
      bytes[length++] = (rest & 127) | 128;
      rest = rest < SMALL ? rest >>> 7 : Math.floor(rest / 128);
    }
    bytes[length++] = rest;
    sink.length = length;
  },
  read(cursor) {
    const { bytes } = cursor;
    const first = bytes[cursor.at++] ?? 0;
    if (first < 128) return first;
    let n = first & 127;
    for (let factor = 128; ; factor *= 128) {
      const byte = bytes[cursor.at++] ?? 0;
      n += (byte & 127) * factor;
      if (byte < 128) return n;
    }
  },
};

const zigzag = (n: number): number => (n < 0 ? -2 * n - 1 : 2 * n);
const unzigzag = (n: number): number => (n % 2 === 1 ? -(n + 1) / 2 : n / 2);

/** A whole number, usually near to 0. */
export const int: Codec<number> = {
  write: (sink, n) => nat.write(sink, zigzag(n)),
  read: (cursor) => unzigzag(nat.read(cursor)),
};

const scratch = new Float64Array(1);
const scratchBytes = new Uint8Array(scratch.buffer);

/** Any number. */
export const real: Codec<number> = {
  write(sink, n) {
    if (Number.isInteger(n) && Math.abs(n) < SMALL && !Object.is(n, -0)) return nat.write(sink, zigzag(n) + 1);
    nat.write(sink, 0);
    sink.bytes = grownTo(sink.bytes, sink.length + 8);
    scratch[0] = n;
    sink.bytes.set(scratchBytes, sink.length);
    sink.length += 8;
  },
  read(cursor) {
    const n = nat.read(cursor);
    if (n !== 0) return unzigzag(n - 1);
    for (let i = 0; i < 8; i++) scratchBytes[i] = cursor.bytes[cursor.at++] ?? 0;
    return scratch[0] ?? 0;
  },
};

/** A string, as the distance from the number of the previous one. */
export const text: Codec<string> & { readNumber(cursor: ByteCursor): number } = {
  write(sink, string) {
    if (string === sink.lastText) return nat.write(sink, 0);
    const number = sink.pool.put(string);
    int.write(sink, number - sink.last);
    sink.last = number;
    sink.lastText = string;
  },
  read: (cursor) => cursor.from.pool.at(text.readNumber(cursor)),
  /** Reads its number in the pool, without making the string. */
  readNumber: (cursor) => (cursor.last += int.read(cursor)),
};

/** A span, as the distance from the end of the previous span. */
export const span: Codec<Span> = {
  write(sink, { start, end }) {
    int.write(sink, start - sink.place);
    int.write(sink, end - start);
    sink.place = end;
  },
  read(cursor) {
    const start = cursor.place + int.read(cursor);
    const end = start + int.read(cursor);
    cursor.place = end;
    return { start, end };
  },
};

/** Most lists of most entries are empty. */
const NONE: readonly never[] = [];

export const listOf = <T>(item: Codec<T>): Codec<readonly T[]> => ({
  write(sink, list) {
    nat.write(sink, list.length);
    for (const one of list) item.write(sink, one);
  },
  read: (cursor) => readItems(cursor, item, nat.read(cursor)),
});

/** The items of a list whose length is known. */
export function readItems<T>(cursor: ByteCursor, item: Pick<Codec<T>, 'read'>, length: number): readonly T[] {
  if (length === 0) return NONE;
  // An array that grows while it is filled has room for seventeen.
  const list = Array<T>(length);
  for (let i = 0; i < length; i++) list[i] = item.read(cursor);
  return list;
}

export const maybe = <T>(some: Codec<T>): Codec<T | null> => ({
  write(sink, value) {
    nat.write(sink, value === null ? 0 : 1);
    if (value !== null) some.write(sink, value);
  },
  read: (cursor) => (nat.read(cursor) === 0 ? null : some.read(cursor)),
});

/** A codec that marks an empty value by a bit, and then does not write it. The bits of a struct precede its fields. */
interface Flagged {
  /** The value for which the bit is set; null: the bit is the whole value. */
  readonly some: object | null;
  readonly isList: boolean;
}

/** The struct writes the bit for it. */
const inStruct = (): void => undefined;

/** A boolean of a `struct`: one bit. It can only be a field of a struct. */
export const bit: Codec<boolean> & Flagged = { some: null, isList: false, write: inStruct, read: takeFlag };

/** A field of a `struct` that is mostly null: then one bit. It can only be a field of a struct. */
export const seldom = <T>(some: Codec<T>): Codec<T | null> & Flagged => ({
  some,
  isList: false,
  write: inStruct,
  read: (cursor) => (takeFlag(cursor) ? some.read(cursor) : null),
});

/** A list of a `struct` that is mostly empty: then one bit. It can only be a field of a struct. */
export const seldomList = <T>(item: Codec<T>): Codec<readonly T[]> & Flagged => {
  const some = listOf(item);
  return { some, isList: true, write: inStruct, read: (cursor) => (takeFlag(cursor) ? some.read(cursor) : NONE) };
};

function takeFlag(cursor: ByteCursor): boolean {
  const { flags } = cursor;
  cursor.flags = flags >>> 1;
  return (flags & 1) !== 0;
}

/**
 * An object whose fields are listed in a table: `struct<Span>((of) => ({ start: of(nat), end: of(nat) }))`. If a field of the type
 * is missing from the table, it does not compile. Reading evaluates the table itself, so that a literal makes the object, as fast
 * as by hand; for writing, the table is evaluated once, to get the codec of each field. At most 31 of its fields can need a bit:
 * with more, reading would not return what was written.
 */
export function struct<T extends object>(table: (of: <V>(codec: Codec<V>) => V) => T): Codec<T> {
  const rows = Object.entries(table((codec) => codec as never)) as [keyof T, Codec<unknown> | Flagged][];
  let flagged = 0;
  const fields = rows.map(([name, codec]) => {
    if (!('some' in codec)) return { name, codec, mask: 0, isList: false };
    return { name, codec: codec.some as Codec<unknown> | null, mask: 2 ** flagged++, isList: codec.isList };
  });
  const bits = fields.filter(({ mask }) => mask !== 0);
  const written = fields.flatMap(({ codec, ...field }) => (codec ? { codec, ...field } : []));
  return {
    write(sink, value) {
      let flags = 0;
      for (const { name, mask, isList } of bits) {
        const one: unknown = value[name];
        if (isList ? (one as readonly unknown[]).length > 0 : one !== null && one !== false) flags |= mask;
      }
      if (bits.length > 0) nat.write(sink, flags);
      for (const { name, mask, codec } of written)
        if (mask === 0 || (flags & mask) !== 0) codec.write(sink, value[name]);
    },
    read(cursor) {
      if (bits.length === 0) return table(cursor.of);
      const { flags } = cursor;
      cursor.flags = nat.read(cursor);
      const made = table(cursor.of);
      cursor.flags = flags;
      return made;
    },
  };
}

/** One of some words, by its index among them. */
export const wordOf = <T extends string>(words: readonly [T, ...T[]]): Codec<T> => ({
  write: (sink, word) => nat.write(sink, words.indexOf(word)),
  read: (cursor) => words[nat.read(cursor)] ?? words[0],
});

/** A digest of the bytes with 53 bits, as many as a number holds exactly. */
export function digestOf(given: Uint8Array): number {
  // Four bytes at a time.
  const bytes = given.byteOffset % 4 === 0 ? given : new Uint8Array(given);
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2);
  let [a, b] = seedsOf(bytes.length);
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? 0;
    a = Math.imul(a ^ word, 2654435761);
    a ^= a >>> 15;
    b = Math.imul((b << 7) | (b >>> 25), 1597334677) ^ word;
  }
  for (let i = words.length * 4; i < bytes.length; i++) {
    a = Math.imul(a ^ (bytes[i] ?? 0), 2654435761);
    b = Math.imul(b ^ (bytes[i] ?? 0), 1597334677);
  }
  return digestOfSeeds(a, b);
}

/** The digest of a text. */
export function digestOfText(text: string): number {
  let [a, b] = seedsOf(text.length);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  return digestOfSeeds(a, b);
}

const seedsOf = (length: number): [number, number] => [0xdeadbeef ^ length, 0x41c6ce57 ^ length];

function digestOfSeeds(a: number, b: number): number {
  const [x, y] = [a ^ (a >>> 16) ^ (b >>> 13), b ^ (b >>> 16) ^ (a >>> 13)];
  return 4294967296 * (2097151 & y) + (x >>> 0);
}
