/** Numbers, places and strings as a row of bytes, small ones in few, and back. What writes a value stands beside what reads it. */
import type { Span } from '../text/span';
import { trimmedTo, grownTo } from './growableArrays';
import type { StringInterner } from './stringInterner';

/** How values of a type are written, and how they are read again. */
export interface Codec<T> {
  write(sink: Sink, value: T): void;
  read(cursor: ByteCursor): T;
}

/** Bytes, and the strings whose numbers stand in them. The bytes are another array when they have grown. */
export interface WrittenBytes {
  readonly pool: StringInterner;
  readonly bytes: Uint8Array;
}

/** What values are written to. */
export interface Sink {
  readonly pool: StringInterner;
  bytes: Uint8Array;
  /** How many of the bytes have been written. */
  length: number;
  /** The string that the value is counted from. */
  near: number;
  /** The end of the span before: the next one is counted from it. */
  place: number;
  /** The number of the string before: the next one is counted from it. */
  last: number;
  /** The string of that number: a repeated string is often repeated at once. */
  lastText: string | null;
}

/** A place from which values are read, in the order in which they were written. Each reader has its own, so one may read while another has stopped midway. */
export interface ByteCursor {
  readonly from: WrittenBytes;
  readonly bytes: Uint8Array;
  /** The next byte. */
  at: number;
  readonly near: number;
  place: number;
  last: number;
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

/** Begins a value: what follows is counted from the beginning of a text, and from a string that is near. */
export function begin(sink: Sink, near: number): void {
  sink.place = 0;
  sink.last = sink.near = near;
  sink.lastText = null;
}

/** Where a value was begun. @param near as it was given to `begin` */
export const cursorAt = (from: WrittenBytes, at: number, near: number): ByteCursor => ({
  from,
  bytes: from.bytes,
  at,
  near,
  place: 0,
  last: near,
});

/** Has a cursor stand where another value was begun from the same string. */
export function goTo(cursor: ByteCursor, at: number): void {
  cursor.at = at;
  cursor.place = 0;
  cursor.last = cursor.near;
}

/** Frees the room for more: no more writing is expected. */
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

/** A whole number, near to 0 as a rule. */
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

export const bool: Codec<boolean> = {
  write: (sink, is) => nat.write(sink, is ? 1 : 0),
  read: (cursor) => nat.read(cursor) === 1,
};

/** A string, as the distance from the number of the one before. */
export const text: Codec<string> & { readNumber(cursor: ByteCursor): number } = {
  write(sink, string) {
    if (string === sink.lastText) return nat.write(sink, 0);
    const number = sink.pool.put(string);
    int.write(sink, number - sink.last);
    sink.last = number;
    sink.lastText = string;
  },
  read: (cursor) => cursor.from.pool.at(text.readNumber(cursor)),
  /** Reads its number in the pool; the string is not made. */
  readNumber: (cursor) => (cursor.last += int.read(cursor)),
};

/** A span, as the distance from the end of the span before. */
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
  // One that grows as it is filled has room for seventeen.
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
