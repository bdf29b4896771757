/** An inverted index: which files are filed under which names, for several indexes at once. Names and files are numbers here. */
import { grownTo, trimmedTo } from '../text/numbers';
import { hashSlot } from './stringInterner';

/** As it is stored between starts. */
export interface InvertedIndexImage {
  /** By slot, 0 for free: the name times 16, plus the index, plus 1. */
  readonly keys: Uint32Array;
  /** By slot: twice the only file, plus 1; else twice the position of the last one in `links`. */
  readonly heads: Uint32Array;
  /** In pairs: a file, and the position of the next pair, plus 1; 0 for none. */
  readonly links: Uint32Array;
  /** The number of names in each index. */
  readonly sizes: Uint32Array;
  /** By name, a bit for each index that has it; and another, `MOST_INDEXES` higher, if several files are filed there. */
  readonly marks: Uint32Array;
}

export interface InvertedIndex {
  /** The number of names in an index. */
  sizeOf(index: number): number;
  /** Files a file under a name; repeating it at once has no effect. */
  add(index: number, name: number, file: number): void;
  /** The files under a name, in no order; undefined where there is none. */
  filesAt(index: number, name: number): readonly number[] | undefined;
  /** The first of them; −1 if there is none. */
  fileAt(index: number, name: number): number;
  /** How many files are under a name: none, one, or 2 for more. It is faster than finding them. */
  countAt(index: number, name: number): 0 | 1 | 2;
  names(index: number): Generator<number>;
  image(): InvertedIndexImage;
}

const MOST_INDEXES = 16;

const empty = (): InvertedIndexImage => ({
  keys: new Uint32Array(64),
  heads: new Uint32Array(64),
  links: new Uint32Array(0),
  sizes: new Uint32Array(MOST_INDEXES),
  marks: new Uint32Array(0),
});

/** A table without a slot. */
const NOTHING = new Uint32Array(0);
/** How many slots of a table that was too small are moved with each new name. */
const AT_ONCE = 16;

export function openInvertedIndex(image: InvertedIndexImage = empty()): InvertedIndex {
  const chains = openChains(image.links);
  const sizes = image.sizes.slice();
  const table = openTable(
    image,
    sizes.reduce((sum, size) => sum + size, 0),
  );
  const keyOf = (index: number, name: number): number => ((name << 4) | index) + 1;
  let { marks } = image;
  let marked = marks.length;
  const mark = (name: number, bit: number): void => {
    if (name >= marked) marks = grownTo(marks, (marked = name + 1));
    marks[name] = (marks[name] ?? 0) | (1 << bit);
  };

  return {
    sizeOf: (index) => sizes[index] ?? 0,
    add(index, name, file) {
      const key = keyOf(index, name);
      const head = table.headOf(key);
      if (head < 0) {
        table.add(key, file * 2 + 1);
        sizes[index] = (sizes[index] ?? 0) + 1;
        mark(name, index);
        return;
      }
      const last = head >>> 1;
      const lastFile = head & 1 ? last : chains.fileAt(last);
      if (lastFile === file) return;
      mark(name, index + MOST_INDEXES);
      table.change(key, 2 * chains.link(file, head & 1 ? chains.link(last, 0) + 1 : last + 1));
    },
    filesAt(index, name) {
      const head = table.headOf(keyOf(index, name));
      if (head < 0) return undefined;
      return head & 1 ? [head >>> 1] : chains.filesFrom(head >>> 1);
    },
    fileAt(index, name) {
      const head = table.headOf(keyOf(index, name));
      if (head < 0) return -1;
      return head & 1 ? head >>> 1 : chains.fileAt(head >>> 1);
    },
    countAt(index, name) {
      const found = (marks[name] ?? 0) >>> index;
      return (found & 1) === 0 ? 0 : ((found >>> MOST_INDEXES) & 1) === 0 ? 1 : 2;
    },
    *names(index) {
      for (const key of table.image().keys) if (key !== 0 && ((key - 1) & 15) === index) yield (key - 1) >>> 4;
    },
    image() {
      marks = trimmedTo(marks, marked);
      return { ...table.image(), links: chains.image(), sizes, marks };
    },
  };
}

type Slots = Pick<InvertedIndexImage, 'keys' | 'heads'>;

/** The heads by their keys. @param used how many there are */
function openTable({ keys, heads }: Slots, used: number) {
  /** The slots of the smaller table, and how many of them have been moved: moving a million at once would delay a keystroke. */
  let narrow: Slots = { keys: NOTHING, heads: NOTHING };
  let moved = 0;

  const slotIn = (table: Uint32Array, key: number): number => {
    let slot = hashSlot(Math.imul(key, 0x9e3779b1), table);
    while (table[slot] !== 0 && table[slot] !== key) slot = (slot + 1) & (table.length - 1);
    return slot;
  };
  const slotOf = (key: number): number => {
    const slot = slotIn(keys, key);
    if (keys[slot] !== 0 || moved === narrow.keys.length) return slot;
    const old = slotIn(narrow.keys, key);
    keys[slot] = narrow.keys[old] ?? 0;
    heads[slot] = narrow.heads[old] ?? 0;
    return slot;
  };
  const move = (count: number): void => {
    // A slot that is looked up is moved.
    for (const end = Math.min(narrow.keys.length, moved + count); moved < end; moved++)
      if (narrow.keys[moved] !== 0) slotOf(narrow.keys[moved] ?? 0);
    if (moved === narrow.keys.length) [narrow, moved] = [{ keys: NOTHING, heads: NOTHING }, 0];
  };
  const widen = (): void => {
    move(Infinity);
    narrow = { keys, heads };
    keys = new Uint32Array(keys.length * 2);
    heads = new Uint32Array(heads.length * 2);
  };
  return {
    /** −1 if there is none. */
    headOf(key: number): number {
      const slot = slotOf(key);
      return keys[slot] === 0 ? -1 : (heads[slot] ?? 0);
    },
    change: (key: number, head: number): void => void (heads[slotOf(key)] = head),
    /** @param key one that has no head */
    add(key: number, head: number): void {
      const slot = slotOf(key);
      keys[slot] = key;
      heads[slot] = head;
      if (++used * 3 > keys.length * 2) widen();
      move(AT_ONCE);
    },
    image(): Slots {
      move(Infinity);
      return { keys, heads };
    },
  };
}

/** Chains of files, for names that several are filed under. A position is that of a pair; `next` is one more, and 0 for none. */
function openChains(image: InvertedIndexImage['links']) {
  let links = image;
  let end = links.length;
  return {
    link(file: number, next: number): number {
      links = grownTo(links, end + 2);
      links[end] = file;
      links[end + 1] = next;
      end += 2;
      return end - 2;
    },
    fileAt: (place: number): number => links[place] ?? -1,
    filesFrom(first: number): readonly number[] {
      const files: number[] = [];
      for (let place = first + 1; place !== 0; place = links[place] ?? 0) files.push(links[place - 1] ?? 0);
      return files;
    },
    image: () => (links = trimmedTo(links, end)),
  };
}
