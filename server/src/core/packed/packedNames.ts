/** Texts and references at their places as bytes, and back. */
import type { Ref, Written } from '../entry/entry';
import { bool, type ByteCursor, type Codec, span, text } from './bytes';

export const writtenCodec: Codec<Written> = {
  write(sink, { text: words, span: place }) {
    text.write(sink, words);
    span.write(sink, place);
  },
  read: (cursor) => ({ text: text.read(cursor), span: span.read(cursor) }),
};

export const refCodec: Codec<Ref> & { readNumber(cursor: ByteCursor): number } = {
  write(sink, { text: words, span: place, linked }) {
    bool.write(sink, linked);
    text.write(sink, words);
    span.write(sink, place);
  },
  read(cursor) {
    const linked = bool.read(cursor);
    return { text: text.read(cursor), span: span.read(cursor), linked };
  },
  /** Reads the number of its text, and passes over the rest. */
  readNumber(cursor) {
    bool.read(cursor);
    const number = text.readNumber(cursor);
    span.read(cursor);
    return number;
  },
};
