/** Strings, each once, under a number. They are cut from few long ones when asked for, which costs next to nothing. */
import { trimmedTo, hashSlot, grownTo } from './growableArrays';

/** A pool as it is kept between starts. */
export interface StringInternerImage {
  readonly chunks: readonly string[];
  /** Three numbers for each string: its hash, where it begins, and how many units it has. */
  readonly marks: Uint32Array;
  readonly slots: Uint32Array;
}

export interface StringInterner {
  readonly size: number;
  /** The number of a string, which it is given where it has none. */
  put(text: string): number;
  /** −1 where it has none. */
  find(text: string): number;
  at(number: number): string;
  /** Whether that is the string of a number: cheaper than to find it. */
  isAt(number: number, text: string): boolean;
  image(): StringInternerImage;
}

/** The units of a chunk are counted in 18 bits; it is closed when no more strings can begin in it. */
const OFFSET_BITS = 18;
const CHUNK = 1 << OFFSET_BITS;

/** A chunk that is being filled: its units, of which as many count as it is long. Closed, it is a string. */
interface Open {
  readonly chunk: number;
  units: Uint8Array | Uint16Array;
  length: number;
}

const empty = (): StringInternerImage => ({ chunks: [], marks: new Uint32Array(0), slots: new Uint32Array(64) });

/** @param image is taken over: nobody else may use it afterwards */
export function openStringInterner(image: StringInternerImage = empty()): StringInterner {
  const chunks = [...image.chunks];
  let { marks, slots } = image;
  let size = marks.length / 3;
  /** One for strings of one byte a unit, and one for all others: a single wide letter makes a whole chunk wide. */
  const open: [Open | null, Open | null] = [null, null];

  const begin = (which: 0 | 1): Open => {
    const one = {
      chunk: chunks.length,
      units: which === 0 ? new Uint8Array(CHUNK) : new Uint16Array(CHUNK),
      length: 0,
    };
    chunks.push('');
    open[which] = one;
    return one;
  };
  const openAt = (chunk: number): Open | null => (open[0]?.chunk === chunk ? open[0] : open[1]);
  const at = (number: number): string => {
    const start = marks[3 * number + 1] ?? 0;
    const chunk = chunks[start >>> OFFSET_BITS] ?? '';
    const from = start & (CHUNK - 1);
    const to = from + (marks[3 * number + 2] ?? 0);
    if (chunk !== '') return chunk.slice(from, to);
    const one = openAt(start >>> OFFSET_BITS);
    return one ? textOf(one.units, from, to) : '';
  };
  /** Of a string that is as long. */
  const isAt = (number: number, text: string): boolean => {
    const start = marks[3 * number + 1] ?? 0;
    const chunk = chunks[start >>> OFFSET_BITS] ?? '';
    const from = start & (CHUNK - 1);
    if (chunk !== '') return chunk.startsWith(text, from);
    const units = openAt(start >>> OFFSET_BITS)?.units;
    for (let i = 0; i < text.length; i++) if (units?.[from + i] !== text.charCodeAt(i)) return false;
    return true;
  };
  /** The slot of a string, or the free one that it would get. */
  const slotOf = (text: string, hash: number): number => {
    let slot = hashSlot(hash, slots);
    for (let taken = slots[slot] ?? 0; taken !== 0; taken = slots[slot] ?? 0) {
      const mark = 3 * (taken - 1);
      if (marks[mark] === hash && marks[mark + 2] === text.length && isAt(taken - 1, text)) break;
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  };
  const close = (which: 0 | 1): void => {
    const one = open[which];
    if (one) chunks[one.chunk] = textOf(one.units, 0, one.length);
    open[which] = null;
  };
  const store = (text: string, hash: number): void => {
    const which = isWide(text) ? 1 : 0;
    const one = open[which] ?? begin(which);
    const { length } = one;
    const units = (one.units = grownTo(one.units, length + text.length));
    for (let i = 0; i < text.length; i++) units[length + i] = text.charCodeAt(i);
    const mark = 3 * size++;
    marks = grownTo(marks, mark + 3);
    marks[mark] = hash;
    marks[mark + 1] = ((one.chunk << OFFSET_BITS) | length) >>> 0;
    marks[mark + 2] = text.length;
    one.length += text.length;
    if (one.length >= CHUNK) close(which);
  };
  const widen = (): void => {
    slots = new Uint32Array(slots.length * 2);
    for (let number = 0; number < size; number++) {
      let slot = hashSlot(marks[3 * number] ?? 0, slots);
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
      store(text, hash);
      slots[slot] = size;
      if (size * 2 > slots.length) widen();
      return size - 1;
    },
    find: (text) => (slots[slotOf(text, hashOf(text))] ?? 0) - 1,
    at,
    isAt: (number, text) => marks[3 * number + 2] === text.length && isAt(number, text),
    image() {
      close(0);
      close(1);
      marks = trimmedTo(marks, 3 * size);
      return { chunks: [...chunks], marks, slots };
    },
  };
}

/** FNV-1a over the units of a string. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 1;
}

function isWide(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 255) return true;
  return false;
}

/** More units than a call may have arguments are put together of parts. */
const PART = 8192;

/** The units between two places as a string of its own, which takes one byte a unit where they do. */
function textOf(units: Uint8Array | Uint16Array, from: number, to: number): string {
  if (to - from <= PART) return String.fromCharCode.apply(null, units.subarray(from, to) as unknown as number[]);
  const parts: string[] = [];
  for (let at = from; at < to; at += PART) parts.push(textOf(units, at, Math.min(at + PART, to)));
  return parts.join('');
}
