/** Texts and references at their places as bytes, and back. */
import type { Ref, Written } from '../entry/entry';
import { type ByteCursor, type Codec, nat, span, text } from './bytes';

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
