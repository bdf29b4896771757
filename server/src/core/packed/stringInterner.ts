/** Strings, each once, under a number. They are cut from few long ones when asked for, which costs next to nothing. */
import { trimmedTo, hashSlot, grownTo } from './growableArrays';
import { openTextChunks } from './textChunks';

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

const empty = (): StringInternerImage => ({ chunks: [], marks: new Uint32Array(0), slots: new Uint32Array(64) });

/** A table without a slot. */
const NOTHING = new Uint32Array(0);
/** So many slots of a table that was too small are moved with each string that is new. */
const AT_ONCE = 16;

/** @param image is taken over: nobody else may use it afterwards */
export function openStringInterner(image: StringInternerImage = empty()): StringInterner {
  const chunks = openTextChunks(image.chunks);
  let { marks, slots } = image;
  let size = marks.length / 3;

  const isAt = (number: number, text: string): boolean =>
    marks[3 * number + 2] === text.length && chunks.isAt(marks[3 * number + 1] ?? 0, text);
  /** The table that was too small, and how much of it has been moved: to move a million at once would keep a key waiting. */
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
      const hash = hashOf(text);
      const slot = slotOf(text, hash);
      const taken = slots[slot] ?? 0;
      if (taken !== 0) return taken - 1;
      store(text, hash);
      slots[slot] = size;
      if (size * 2 > slots.length) widen();
      move(AT_ONCE);
      return size - 1;
    },
    find: (text) => (slots[slotOf(text, hashOf(text))] ?? 0) - 1,
    at: (number) => chunks.at(marks[3 * number + 1] ?? 0, marks[3 * number + 2] ?? 0),
    isAt,
    image() {
      move(Infinity);
      marks = trimmedTo(marks, 3 * size);
      return { chunks: chunks.closed(), marks, slots };
    },
  };
}

/** FNV-1a over the units of a string. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 1;
}
