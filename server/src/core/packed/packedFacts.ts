/**
 * Encodes facts, with their names and dates, as bytes, and decodes them. Facts of an entry that states many are decoded on demand.
 */
import type { Moment, WorldDate } from '../chronology';
import type { DateWritten, EndWritten, Entry, Fact, InOn, Knowledge, Ref, Written } from '../entry/entry';
import { nameKey } from '../entry/slug';
import {
  begin,
  bit,
  type ByteCursor,
  type Codec,
  cursorAt,
  goTo,
  listOf,
  maybe,
  nat,
  readItems,
  real,
  seldom,
  type Sink,
  span,
  struct,
  text,
  type WrittenBytes,
} from './bytes';
import { grownTo } from '../text/numbers';

export const writtenCodec = struct<Written>((of) => ({ text: of(text), span: of(span) }));

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
  /** Reads the number of its text, and skips the rest. */
  readNumber(cursor) {
    nat.read(cursor);
    const number = text.readNumber(cursor);
    span.read(cursor);
    return number;
  },
};

const moment = struct<Moment>((of) => ({
  approximate: of(bit),
  line: of(text),
  day: of(real),
  text: of(text),
}));

const bitOf = (is: boolean | undefined, value: number): number => (is === true ? value : 0);

export const worldDate: Codec<WorldDate | null> = {
  write(sink, date) {
    if (!date) return nat.write(sink, 0);
    const { start, end } = date;
    const [starts, ends] = [bitOf(start.approximate, 8), bitOf(end.approximate, 16)];
    nat.write(sink, 1 + bitOf(date.approximate, 2) + bitOf(date.isCoarse, 4) + starts + ends);
    // Mostly it equals the text as written, and so does its beginning.
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

export const dateWritten = struct<DateWritten>((of) => ({ text: of(text), span: of(span), date: of(worldDate) }));

export const endWritten = struct<EndWritten>((of) => ({
  inclusive: of(bit),
  text: of(text),
  span: of(span),
  date: of(worldDate),
  moment: of(moment),
}));

const maybeRef = maybe(refCodec);
const maybeDate = maybe(dateWritten);
const maybeEnd = maybe(endWritten);

const inOn = struct<InOn>((of) => ({ knower: of(refCodec), when: of(maybeDate) }));

const seldomKnowers = seldom(listOf(inOn));
const seldomDate = seldom(dateWritten);
const seldomRefs = seldom(listOf(refCodec));

export const knowledgeCodec = struct<Knowledge>((of) => ({
  knownBy: of(seldomKnowers),
  knownFrom: of(seldomDate),
  believedBy: of(seldomRefs),
  isDoubtful: of(bit),
}));

/** The number of the entity if a fact names none. */
const NO_VALUE = -1;

/** A fact without its rare fields. Its entity and its attribute come first, so that they can be read alone. */
const stated = struct<Omit<Fact, 'knowledge' | 'endsLater'>>((of) => ({
  entity: of(maybeRef),
  attribute: of(writtenCodec),
  value: of(refCodec),
  from: of(maybeDate),
  until: of(maybeEnd),
  index: of(nat),
}));

const maybeKnowledge = maybe(knowledgeCodec);

export const factCodec: Codec<Fact> = {
  write(sink, fact) {
    stated.write(sink, fact);
    maybeKnowledge.write(sink, fact.knowledge ?? null);
  },
  read(cursor) {
    const fact = stated.read(cursor);
    const knowledge = maybeKnowledge.read(cursor);
    return knowledge ? { ...fact, knowledge } : fact;
  },
};

/** Reads the number of a fact's entity; `NO_VALUE` if it names none. */
const readEntity = (cursor: ByteCursor): number => (nat.read(cursor) === 0 ? NO_VALUE : refCodec.readNumber(cursor));

/** Reads the number of a fact's attribute, which comes next. */
const readAttribute = (cursor: ByteCursor): number => text.readNumber(cursor);

/** The most facts that are decoded along with their entry. */
const FEW = 8;

/** The header of a separate fact: its length in two bytes (strings are numbers, so nothing is long), and two marks. */
const [LENGTH, MARKS] = [2, 2];

/**
 * A fact that can be read or skipped alone: no number in it is relative to an earlier one. Its marks, a byte each of the numbers of
 * its entity and its attribute, distinguish most facts without reading them.
 */
const apart = {
  write(sink: Sink, one: Fact): void {
    const marks = [one.entity ? sink.pool.put(one.entity.text) : NO_VALUE, sink.pool.put(one.attribute.text)];
    sink.bytes = grownTo(sink.bytes, sink.length + LENGTH + MARKS);
    const from = (sink.length += LENGTH);
    for (const mark of marks) sink.bytes[sink.length++] = mark;
    begin(sink, sink.near);
    factCodec.write(sink, one);
    const length = sink.length - from;
    sink.bytes[from - 2] = length;
    sink.bytes[from - 1] = length >>> 8;
  },
  /** A cursor on the fact itself. @param at its offset, header included */
  open: (from: WrittenBytes, at: number, near: number): ByteCursor => cursorAt(from, at + LENGTH + MARKS, near),
  /** Moves a cursor to another fact of the same entry. */
  goTo: (cursor: ByteCursor, at: number): void => goTo(cursor, at + LENGTH + MARKS),
  /** Whether it may have an attribute. */
  mayHave: (bytes: Uint8Array, at: number, attribute: number): boolean => bytes[at + LENGTH + 1] === (attribute & 255),
  /** The offset of the next one. */
  next: (bytes: Uint8Array, at: number): number => at + LENGTH + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0),
};

export function writePackedFacts(sink: Sink, facts: readonly Fact[]): void {
  nat.write(sink, facts.length);
  const one = facts.length <= FEW ? factCodec : apart;
  for (const stated of facts) one.write(sink, stated);
}

/** @param entry all of it but its facts, which come next */
export function readPackedFacts(cursor: ByteCursor, entry: Omit<Entry, 'facts'>): Entry {
  const count = nat.read(cursor);
  if (count <= FEW) return having(entry, readItems(cursor, factCodec, count));
  const { from, near, at } = cursor;
  const packed: Packed = { from, near, begins: at, made: Array<Fact>(count), left: count };
  Object.defineProperty(entry, PACKED, { value: packed });
  return Object.defineProperty(entry, 'facts', LATER) as Entry;
}

function having(entry: Omit<Entry, 'facts'> & { facts?: readonly Fact[] }, facts: readonly Fact[]): Entry {
  entry.facts = facts;
  return entry as Entry;
}

/** Separate facts, and those that have been decoded: a fact is the same object for as long as its entry is. */
interface Packed {
  readonly from: WrittenBytes;
  readonly near: number;
  readonly begins: number;
  readonly made: Fact[];
  /** How many are still to be decoded. */
  left: number;
}

const PACKED = Symbol('facts that are packed');

interface Owner {
  readonly [PACKED]?: Packed;
}

/** One getter for all entries: an object with a getter of its own would be slow. */
const LATER: PropertyDescriptor & ThisType<Owner> = {
  enumerable: true,
  get() {
    const packed = this[PACKED];
    return packed && allOf(packed);
  },
};

function allOf(packed: Packed): readonly Fact[] {
  const { from, made } = packed;
  for (let i = 0, at = packed.begins; packed.left > 0 && i < made.length; i++) {
    if (!made[i]) make(packed, i, at);
    at = apart.next(from.bytes, at);
  }
  return made;
}

function make(packed: Packed, i: number, at: number): Fact {
  packed.left--;
  return (packed.made[i] = factCodec.read(apart.open(packed.from, at, packed.near)));
}

/** The number of facts of an entry; none is decoded. */
export const countOfFacts = (entry: Entry): number => (entry as Owner)[PACKED]?.made.length ?? entry.facts.length;

/** Whether a fact is about something, by the name of its entity; null: it names none. */
export type IsAbout = (entity: string | null) => boolean;

/** The facts of an entry that have an attribute and are about something, as written. No others are decoded. */
export function factsOf(entry: Entry, attribute: string, isAbout: IsAbout): readonly Fact[] {
  const packed = (entry as Owner)[PACKED];
  if (!packed || packed.left === 0)
    return entry.facts.filter((fact) => fact.attribute.text === attribute && isAbout(fact.entity?.text ?? null));
  const { from, near, made, begins } = packed;
  const { pool, bytes } = from;
  const wanted = pool.find(attribute);
  const found: Fact[] = [];
  if (wanted < 0) return found;
  const cursor = apart.open(from, begins, near);
  // The same entity as in the previous fact needs no second test.
  let [before, isOne] = [NO_VALUE - 1, false];
  for (let i = 0, at = begins; i < made.length; i++) {
    if (apart.mayHave(bytes, at, wanted)) {
      apart.goTo(cursor, at);
      const entity = readEntity(cursor);
      if (readAttribute(cursor) === wanted) {
        if (entity !== before) isOne = isAbout(entity === NO_VALUE ? null : pool.at(entity));
        before = entity;
        if (isOne) found.push(made[i] ?? make(packed, i, at));
      }
    }
    at = apart.next(bytes, at);
  }
  return found;
}

/** The first spelling of the subject of some facts in an entry; no facts are decoded. @param key the name as `nameKey` has it */
export function spellingIn(entry: Entry, key: string): string | undefined {
  const packed = (entry as Owner)[PACKED];
  if (!packed || packed.left === 0)
    return entry.facts.find((fact) => fact.entity !== null && nameKey(fact.entity.text) === key)?.entity?.text;
  const { from, near, made, begins } = packed;
  const { pool, bytes } = from;
  const cursor = apart.open(from, begins, near);
  let before = NO_VALUE;
  for (let i = 0, at = begins; i < made.length; i++) {
    apart.goTo(cursor, at);
    const entity = readEntity(cursor);
    if (entity !== before && entity !== NO_VALUE) {
      const text = pool.at(entity);
      if (nameKey(text) === key) return text;
    }
    before = entity;
    at = apart.next(bytes, at);
  }
  return undefined;
}
