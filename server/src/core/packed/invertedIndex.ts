/** Which files are filed under which names, in several indexes at once. Names and files are numbers here. */
import { trimmedTo, hashSlot, grownTo } from './growableArrays';

/** As it is kept between starts. */
export interface InvertedIndexImage {
  /** By slot, 0 for free: the name times 16, plus the index, plus 1. */
  readonly keys: Uint32Array;
  /** By slot: twice the only file, plus 1; else twice the place of the last one in `links`. */
  readonly heads: Uint32Array;
  /** In pairs: a file, and the place of the next pair, plus 1; 0 for none. */
  readonly links: Uint32Array;
  /** How many names each index has. */
  readonly sizes: Uint32Array;
}

export interface InvertedIndex {
  /** How many names an index has. */
  sizeOf(index: number): number;
  /** A file is filed once, however often that is said in a row. */
  add(index: number, name: number, file: number): void;
  /** The files under a name, in no order; undefined where there is none. */
  filesAt(index: number, name: number): readonly number[] | undefined;
  /** The first of them; −1 where there is none. */
  fileAt(index: number, name: number): number;
  names(index: number): Generator<number>;
  image(): InvertedIndexImage;
}

export const MOST_INDEXES = 16;

const empty = (): InvertedIndexImage => ({
  keys: new Uint32Array(64),
  heads: new Uint32Array(64),
  links: new Uint32Array(0),
  sizes: new Uint32Array(MOST_INDEXES),
});

export function openInvertedIndex(image: InvertedIndexImage = empty()): InvertedIndex {
  let { keys, heads } = image;
  const chains = openChains(image.links);
  const sizes = image.sizes.slice();
  let used = sizes.reduce((sum, size) => sum + size, 0);

  const slotOf = (key: number): number => {
    let slot = hashSlot(Math.imul(key, 0x9e3779b1), keys);
    while (keys[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & (keys.length - 1);
    return slot;
  };
  const keyOf = (index: number, name: number): number => ((name << 4) | index) + 1;
  const widen = (): void => {
    const [oldKeys, oldHeads] = [keys, heads];
    keys = new Uint32Array(oldKeys.length * 2);
    heads = new Uint32Array(oldKeys.length * 2);
    for (const [old, key] of oldKeys.entries()) {
      if (key === 0) continue;
      const slot = slotOf(key);
      keys[slot] = key;
      heads[slot] = oldHeads[old] ?? 0;
    }
  };

  return {
    sizeOf: (index) => sizes[index] ?? 0,
    add(index, name, file) {
      const key = keyOf(index, name);
      const slot = slotOf(key);
      if (keys[slot] === 0) {
        keys[slot] = key;
        heads[slot] = file * 2 + 1;
        sizes[index] = (sizes[index] ?? 0) + 1;
        if (++used * 3 > keys.length * 2) widen();
        return;
      }
      const head = heads[slot] ?? 0;
      const last = head >>> 1;
      const lastFile = head & 1 ? last : chains.fileAt(last);
      if (lastFile === file) return;
      heads[slot] = 2 * chains.link(file, head & 1 ? chains.link(last, 0) + 1 : last + 1);
    },
    filesAt(index, name) {
      const slot = slotOf(keyOf(index, name));
      if (keys[slot] === 0) return undefined;
      const head = heads[slot] ?? 0;
      return head & 1 ? [head >>> 1] : chains.filesFrom(head >>> 1);
    },
    fileAt(index, name) {
      const slot = slotOf(keyOf(index, name));
      if (keys[slot] === 0) return -1;
      const head = heads[slot] ?? 0;
      return head & 1 ? head >>> 1 : chains.fileAt(head >>> 1);
    },
    *names(index) {
      for (const key of keys) if (key !== 0 && ((key - 1) & 15) === index) yield (key - 1) >>> 4;
    },
    image() {
      return { keys, heads, links: chains.image(), sizes };
    },
  };
}

/** Chains of files, for names that several are filed under. A place is that of a pair; `next` is one more, and 0 for none. */
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
