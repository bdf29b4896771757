/** Dates, ends and positions as bytes, and back. */
import type { Moment, WorldDate } from '../chronology';
import type { CanonPosition } from '../codex/canonTime';
import type { DateWritten, EndWritten, OwnStretch } from '../entry/entry';
import { bool, type Codec, maybe, nat, real, span, text } from './bytes';

const moment: Codec<Moment> = {
  write(sink, { line, day, text: words, approximate }) {
    bool.write(sink, approximate);
    text.write(sink, line);
    real.write(sink, day);
    text.write(sink, words);
  },
  read(cursor) {
    const approximate = bool.read(cursor);
    return { line: text.read(cursor), day: real.read(cursor), text: text.read(cursor), approximate };
  },
};

const bit = (is: boolean | undefined, value: number): number => (is === true ? value : 0);

const worldDate: Codec<WorldDate | null> = {
  write(sink, date) {
    if (!date) return nat.write(sink, 0);
    const { start, end } = date;
    const [starts, ends] = [bit(start.approximate, 8), bit(end.approximate, 16)];
    nat.write(sink, 1 + bit(date.approximate, 2) + bit(date.isCoarse, 4) + starts + ends);
    // Mostly it is equal to what is written, and so is its beginning.
    text.write(sink, date.text);
    text.write(sink, start.text);
    text.write(sink, end.text);
    text.write(sink, start.line);
    real.write(sink, start.day);
    real.write(sink, end.day);
  },
  read(cursor) {
    const flags = nat.read(cursor);
    if (flags === 0) return null;
    const words = text.read(cursor);
    const startText = text.read(cursor);
    const endText = text.read(cursor);
    const line = text.read(cursor);
    const start = { line, day: real.read(cursor), text: startText, approximate: (flags & 8) !== 0 };
    const end = { line, day: real.read(cursor), text: endText, approximate: (flags & 16) !== 0 };
    const date = { start, end, approximate: (flags & 2) !== 0, text: words };
    return flags & 4 ? { ...date, isCoarse: true } : date;
  },
};

export const dateWritten: Codec<DateWritten> = {
  write(sink, { text: words, span: place, date }) {
    text.write(sink, words);
    span.write(sink, place);
    worldDate.write(sink, date);
  },
  read: (cursor) => ({ text: text.read(cursor), span: span.read(cursor), date: worldDate.read(cursor) }),
};

export const endWritten: Codec<EndWritten> = {
  write(sink, end) {
    dateWritten.write(sink, end);
    moment.write(sink, end.moment);
    bool.write(sink, end.inclusive);
  },
  read: (cursor) => ({
    text: text.read(cursor),
    span: span.read(cursor),
    date: worldDate.read(cursor),
    moment: moment.read(cursor),
    inclusive: bool.read(cursor),
  }),
};

const maybeEnd = maybe(endWritten);

export const part: Codec<OwnStretch> = {
  write(sink, { from, until }) {
    dateWritten.write(sink, from);
    maybeEnd.write(sink, until);
  },
  read: (cursor) => ({
    // Only those that begin at a date are written.
    from: dateWritten.read(cursor) as OwnStretch['from'],
    until: maybeEnd.read(cursor),
  }),
};

export const canonPosition: Codec<CanonPosition> = {
  write(sink, { time, rank }) {
    real.write(sink, time);
    real.write(sink, rank);
  },
  read: (cursor) => ({ time: real.read(cursor), rank: real.read(cursor) }),
};
