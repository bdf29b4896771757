/**
 * Interns strings: each is stored once, under a number, and is cut from a few long strings on demand, which costs next to nothing.
 */
import { grownTo, hashOf, trimmedTo } from '../text/numbers';

/** A pool as it is stored between starts. */
export interface StringInternerImage {
  readonly chunks: readonly string[];
  /** Three numbers for each string: its hash, its offset, and its length in units. */
  readonly marks: Uint32Array;
  readonly slots: Uint32Array;
}

export interface StringInterner {
  readonly size: number;
  /** The number of a string, which is assigned if it has none. */
  put(text: string): number;
  /** −1 if it has none. */
  find(text: string): number;
  at(number: number): string;
  /** Whether a number is that of the string: cheaper than finding it. */
  isAt(number: number, text: string): boolean;
  image(): StringInternerImage;
}

const empty = (): StringInternerImage => ({ chunks: [], marks: new Uint32Array(0), slots: new Uint32Array(64) });

/** A table without a slot. */
const NOTHING = new Uint32Array(0);
/** How many slots of a table that was too small are moved with each new string. */
const AT_ONCE = 16;

/** @param image is taken over: the caller must not use it afterwards */
export function openStringInterner(image: StringInternerImage = empty()): StringInterner {
  const chunks = openTextChunks(image.chunks);
  let { marks, slots } = image;
  let size = marks.length / 3;

  const isAt = (number: number, text: string): boolean =>
    marks[3 * number + 2] === text.length && chunks.isAt(marks[3 * number + 1] ?? 0, text);
  /** The smaller table, and how much of it has been moved: moving a million slots at once would delay a keystroke. */
  let [narrow, moved]: [Uint32Array, number] = [NOTHING, 0];
  /** The slot of a string, or the free one that it would get. */
  const slotIn = (table: Uint32Array, text: string, hash: number): number => {
    let slot = hashSlot(hash, table);
    for (let taken = table[slot] ?? 0; taken !== 0; taken = table[slot] ?? 0) {
      const mark = 3 * (taken - 1);
      if (marks[mark] === hash && isAt(taken - 1, text)) break;
      slot = (slot + 1) & (table.length - 1);
    }
    return slot;
  };
  const slotOf = (text: string, hash: number): number => {
    const slot = slotIn(slots, text, hash);
    if (slots[slot] === 0 && moved < narrow.length) slots[slot] = narrow[slotIn(narrow, text, hash)] ?? 0;
    return slot;
  };
  const store = (text: string, hash: number): void => {
    const mark = 3 * size++;
    marks = grownTo(marks, mark + 3);
    marks[mark] = hash;
    marks[mark + 1] = chunks.add(text);
    marks[mark + 2] = text.length;
  };
  const move = (count: number): void => {
    for (const end = Math.min(narrow.length, moved + count); moved < end; moved++) {
      const taken = narrow[moved] ?? 0;
      if (taken === 0) continue;
      let slot = hashSlot(marks[3 * (taken - 1)] ?? 0, slots);
      while (slots[slot] !== 0 && slots[slot] !== taken) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = taken;
    }
    if (moved === narrow.length) [narrow, moved] = [NOTHING, 0];
  };
  const widen = (): void => {
    move(Infinity);
    narrow = slots;
    slots = new Uint32Array(slots.length * 2);
  };

  return {
    get size() {
      return size;
    },
    put(text) {
      const hash = slotHash(text);
      const slot = slotOf(text, hash);
      const taken = slots[slot] ?? 0;
      if (taken !== 0) return taken - 1;
      store(text, hash);
      slots[slot] = size;
      if (size * 2 > slots.length) widen();
      move(AT_ONCE);
      return size - 1;
    },
    find: (text) => (slots[slotOf(text, slotHash(text))] ?? 0) - 1,
    at: (number) => chunks.at(marks[3 * number + 1] ?? 0, marks[3 * number + 2] ?? 0),
    isAt,
    image() {
      move(Infinity);
      marks = trimmedTo(marks, 3 * size);
      return { chunks: chunks.closed(), marks, slots };
    },
  };
}

/** Without a sign, since it is kept among numbers that have none. */
const slotHash = (text: string): number => hashOf(text) >>> 1;

interface TextChunks {
  /** The text of some units from an offset on. */
  at(place: number, length: number): string;
  /** Whether a text is at an offset, where a text of the same length is known to be. */
  isAt(place: number, text: string): boolean;
  /** Appends a text, and returns its offset. */
  add(text: string): number;
  /** The long strings; an open chunk is closed. */
  closed(): readonly string[];
}

/** Offsets in a chunk have 18 bits; it is closed when no more texts can begin in it. */
const OFFSET_BITS = 18;
const CHUNK = 1 << OFFSET_BITS;

/** A chunk that is being filled: its units, of which `length` count. When it is closed, it becomes a string. */
interface Open {
  readonly chunk: number;
  units: Uint8Array | Uint16Array;
  length: number;
}

function openTextChunks(kept: readonly string[]): TextChunks {
  const chunks = [...kept];
  /** One for texts of one byte per unit, and one for all others: a single wide letter makes a whole chunk wide. */
  const open: [Open | null, Open | null] = [null, null];
  const begin = (which: 0 | 1): Open => {
    const units = which === 0 ? new Uint8Array(CHUNK) : new Uint16Array(CHUNK);
    const one = { chunk: chunks.length, units, length: 0 };
    chunks.push('');
    open[which] = one;
    return one;
  };
  const close = (which: 0 | 1): void => {
    const one = open[which];
    if (one) chunks[one.chunk] = textOf(one.units, 0, one.length);
    open[which] = null;
  };
  const openAt = (chunk: number): Open | null => (open[0]?.chunk === chunk ? open[0] : open[1]);
  return {
    at(place, length) {
      const chunk = chunks[place >>> OFFSET_BITS] ?? '';
      const from = place & (CHUNK - 1);
      if (chunk !== '') return chunk.slice(from, from + length);
      const one = openAt(place >>> OFFSET_BITS);
      return one ? textOf(one.units, from, from + length) : '';
    },
    isAt(place, text) {
      const chunk = chunks[place >>> OFFSET_BITS] ?? '';
      const from = place & (CHUNK - 1);
      if (chunk !== '') return chunk.startsWith(text, from);
      const units = openAt(place >>> OFFSET_BITS)?.units;
      for (let i = 0; i < text.length; i++) if (units?.[from + i] !== text.charCodeAt(i)) return false;
      return true;
    },
    add(text) {
      const which = isWide(text) ? 1 : 0;
      const one = open[which] ?? begin(which);
      const { length } = one;
      const units = (one.units = grownTo(one.units, length + text.length));
      for (let i = 0; i < text.length; i++) units[length + i] = text.charCodeAt(i);
      one.length += text.length;
      if (one.length >= CHUNK) close(which);
      return ((one.chunk << OFFSET_BITS) | length) >>> 0;
    },
    closed() {
      close(0);
      close(1);
      return [...chunks];
    },
  };
}

function isWide(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 255) return true;
  return false;
}

/** More units than a call may have arguments are joined from parts. */
const PART = 8192;

/** The units between two offsets as a string of its own, which takes one byte per unit if possible. */
function textOf(units: Uint8Array | Uint16Array, from: number, to: number): string {
  if (to - from <= PART) return String.fromCharCode.apply(null, units.subarray(from, to) as unknown as number[]);
  const parts: string[] = [];
  for (let at = from; at < to; at += PART) parts.push(textOf(units, at, Math.min(at + PART, to)));
  return parts.join('');
}

/** The slot of a hash in a table whose length is a power of two. */
export const hashSlot = (hash: number, { length }: Uint32Array): number => (hash ^ (hash >>> 15)) & (length - 1);
