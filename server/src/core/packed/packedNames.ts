/** Texts and references at their places, and the names of an entry, as bytes, and back. */
import type { Ref, Written } from '../entry/entry';
import { type ByteCursor, type Codec, listOf, nat, readItems, span, text } from './bytes';
import type { StringInterner } from './stringInterner';

export const writtenCodec: Codec<Written> = {
  write(sink, { text: words, span: place }) {
    text.write(sink, words);
    span.write(sink, place);
  },
  read: (cursor) => ({ text: text.read(cursor), span: span.read(cursor) }),
};

export const refCodec: Codec<Ref> & { readNumber(cursor: ByteCursor): number } = {
  write(sink, { text: words, span: place, linked, label }) {
    nat.write(sink, (linked ? 1 : 0) + (label === undefined ? 0 : 2));
    text.write(sink, words);
    span.write(sink, place);
    if (label !== undefined) text.write(sink, label);
  },
  read(cursor) {
    const flags = nat.read(cursor);
    const ref = { text: text.read(cursor), span: span.read(cursor), linked: (flags & 1) !== 0 };
    return flags & 2 ? { ...ref, label: text.read(cursor) } : ref;
  },
  /** Reads the number of its text, and passes over the rest. */
  readNumber(cursor) {
    nat.read(cursor);
    const number = text.readNumber(cursor);
    span.read(cursor);
    return number;
  },
};

const NUMBERS = Symbol('numbers of names');

/** Names that were read from a pool. */
interface Numbered {
  readonly [NUMBERS]?: { readonly pool: StringInterner; readonly numbers: readonly number[] };
}

const numberCodec: Pick<Codec<number>, 'read'> = { read: text.readNumber };

/** The names under which an entry is filed. Their numbers stay with the list, so that they need not be looked for. */
export const namesCodec: Codec<readonly string[]> = {
  write: listOf(text).write,
  read(cursor) {
    const { pool } = cursor.from;
    const numbers = readItems(cursor, numberCodec, nat.read(cursor));
    return Object.defineProperty(numbers.map(pool.at), NUMBERS, { value: { pool, numbers } });
  },
};

/** The numbers of some names in a pool; −1 for one that it has not. */
export function numbersOf(pool: StringInterner, names: readonly string[]): readonly number[] {
  const read = (names as Numbered)[NUMBERS];
  return read?.pool === pool ? read.numbers : names.map(pool.find);
}
