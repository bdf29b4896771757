/** Texts one behind the other in few long strings, from which each is cut again by its place and its length. */
import { grownTo } from './growableArrays';

export interface TextChunks {
  /** The text of some units from a place on. */
  at(place: number, length: number): string;
  /** Whether a text lies at a place; one that is as long is known to lie there. */
  isAt(place: number, text: string): boolean;
  /** Puts a text behind the others, and answers its place. */
  add(text: string): number;
  /** The long strings; what was being filled is closed. */
  closed(): readonly string[];
}

/** The units of a chunk are counted in 18 bits; it is closed when no more texts can begin in it. */
const OFFSET_BITS = 18;
const CHUNK = 1 << OFFSET_BITS;

/** A chunk that is being filled: its units, of which as many count as it is long. Closed, it is a string. */
interface Open {
  readonly chunk: number;
  units: Uint8Array | Uint16Array;
  length: number;
}

export function openTextChunks(kept: readonly string[]): TextChunks {
  const chunks = [...kept];
  /** One for texts of one byte a unit, and one for all others: a single wide letter makes a whole chunk wide. */
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

/** More units than a call may have arguments are put together of parts. */
const PART = 8192;

/** The units between two places as a string of its own, which takes one byte a unit where they do. */
function textOf(units: Uint8Array | Uint16Array, from: number, to: number): string {
  if (to - from <= PART) return String.fromCharCode.apply(null, units.subarray(from, to) as unknown as number[]);
  const parts: string[] = [];
  for (let at = from; at < to; at += PART) parts.push(textOf(units, at, Math.min(at + PART, to)));
  return parts.join('');
}
