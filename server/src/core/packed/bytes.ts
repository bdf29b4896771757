/** Numbers, places and strings as a row of bytes, small ones in few, and back. */
import type { Span } from '../text/span';
import { inUse, roomFor } from './arrays';
import type { Pool } from './pool';

/** What values are written to. */
export interface Sink {
  /** A whole number from 0. */
  nat(n: number): void;
  /** A whole number, near to 0 as a rule. */
  int(n: number): void;
  /** Any number. */
  real(n: number): void;
  text(text: string): void;
  /** As far from the end of the span before as it is. */
  span(span: Span): void;
  /**
   * What can be passed over, and read before what stands before it: it is counted as if it stood alone, and begins with its
   * length, in two bytes.
   */
  apart<T>(put: (sink: Sink, value: T) => void, value: T): void;
  /** A number as a byte that others may have too; by it most are told apart. */
  mark(n: number): void;
  readonly pool: Pool;
}

/** What they are read from, in the same order. */
export interface Source {
  nat(): number;
  int(): number;
  real(): number;
  text(): string;
  span(): Span;
  /** The number of a text in the pool, which is not made. */
  number(): number;
  readonly pool: Pool;
  /** Where it stands. */
  readonly at: number;
  readonly bytes: Uint8Array;
  /** The string that the value is counted from. */
  readonly near: number;
  /** Goes to where a value begins. @param near as for `SinkOf.begin` */
  begin(from: number, near: number): void;
}

export interface SinkOf extends Sink {
  /** How many bytes have been written. */
  readonly length: number;
  /** All of them, and room for more. */
  bytes(): Uint8Array;
  /** All of them, and no room: nobody is expected to write more. */
  inUse(): Uint8Array;
  /** Begins a value: what follows is counted from the beginning of a text, and from a string that is near. */
  begin(near: number): void;
}

const scratch = new Float64Array(1);
const scratchBytes = new Uint8Array(scratch.buffer);
const SMALL = 2 ** 31;
/** How many bytes tell how long something is that stands apart. Strings are numbers there: nothing is long. */
const LENGTH = 2;

const zigzag = (n: number): number => (n < 0 ? -2 * n - 1 : 2 * n);
const unzigzag = (n: number): number => (n % 2 === 1 ? -(n + 1) / 2 : n / 2);

export function sinkOf(pool: Pool, written: Uint8Array): SinkOf {
  let bytes = written;
  let length = bytes.length;
  let place = 0;
  let origin = 0;
  let last = 0;
  /** The string of that number: what is said is often said again at once. */
  let lastText: string | null = null;
  const nat = (n: number): void => {
    if (length + 8 > bytes.length) bytes = roomFor(bytes, length + 8);
    let rest = n;
    while (rest > 127) {
      bytes[length++] = (rest & 127) | 128;
      rest = rest < SMALL ? rest >>> 7 : Math.floor(rest / 128);
    }
    bytes[length++] = rest;
  };
  const int = (n: number): void => nat(zigzag(n));
  const sink: SinkOf = {
    pool,
    get length() {
      return length;
    },
    bytes: () => bytes,
    inUse: () => (bytes = inUse(bytes, length)),
    begin(near) {
      place = 0;
      last = origin = near;
      lastText = null;
    },
    nat,
    int,
    real(n) {
      if (Number.isInteger(n) && Math.abs(n) < SMALL && !Object.is(n, -0)) return nat(zigzag(n) + 1);
      nat(0);
      bytes = roomFor(bytes, length + 8);
      scratch[0] = n;
      bytes.set(scratchBytes, length);
      length += 8;
    },
    text(text) {
      if (text === lastText) return nat(0);
      const number = pool.put(text);
      int(number - last);
      last = number;
      lastText = text;
    },
    span({ start, end }) {
      int(start - place);
      int(end - start);
      place = end;
    },
    mark(n) {
      bytes = roomFor(bytes, length + 1);
      bytes[length++] = n;
    },
    apart(put, value) {
      bytes = roomFor(bytes, length + LENGTH);
      const from = (length += LENGTH);
      place = 0;
      last = origin;
      lastText = null;
      put(sink, value);
      bytes[from - 2] = length - from;
      bytes[from - 1] = (length - from) >>> 8;
    },
  };
  return sink;
}

/** @param written what is read, asked for again at each value: it may have grown */
export function sourceOf(pool: Pool, written: () => Uint8Array): Source {
  let bytes: Uint8Array = new Uint8Array(0);
  let at = 0;
  let place = 0;
  let origin = 0;
  let last = 0;
  const begin = (from: number, near: number): void => {
    bytes = written();
    at = from;
    place = 0;
    last = origin = near;
  };
  const nat = (): number => {
    const first = bytes[at++] ?? 0;
    if (first < 128) return first;
    let n = first & 127;
    for (let factor = 128; ; factor *= 128) {
      const byte = bytes[at++] ?? 0;
      n += (byte & 127) * factor;
      if (byte < 128) return n;
    }
  };
  const int = (): number => unzigzag(nat());
  const number = (): number => (last += int());
  return {
    pool,
    get at() {
      return at;
    },
    get bytes() {
      return bytes;
    },
    get near() {
      return origin;
    },
    begin,
    number,
    nat,
    int,
    real() {
      const n = nat();
      if (n !== 0) return unzigzag(n - 1);
      for (let i = 0; i < 8; i++) scratchBytes[i] = bytes[at++] ?? 0;
      return scratch[0] ?? 0;
    },
    text: () => pool.at(number()),
    span() {
      const start = place + int();
      place = start + int();
      return { start, end: place };
    },
  };
}
