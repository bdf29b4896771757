/** What git keeps of files: read by their ids, in one pass, as it comes. */
import { createHash } from 'node:crypto';
import { isPointer, KEPT_ELSEWHERE, UNGIVEN, isUtf16, LONGEST, UNFIT } from '../core/text/unreadable';
import { NOT_HERE, gitRefusal, gitOutputStream, gitOutputSync } from './runGit';
import type { Blob, ChangedBlobs } from './listFiles';

/** What was found in a file. */
interface BlobText {
  /** Null where it cannot be read as an entry. */
  readonly text: string | null;
  /** Why this is not all that its author has written; null: it is. */
  readonly odd: string | null;
}

/** With the id of its blob. */
type IdentifiedBlob = readonly [id: string, found: BlobText];

/** The id that git gives to a file. @param like any id of the same repository, for the kind of its hash */
export const blobIdOf = (bytes: Uint8Array, like: string): string =>
  createHash(like.length > 40 ? 'sha256' : 'sha1')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex');

/** Why a blob is not what its author has written, and whether there is a text in it all the same. */
export interface Odd {
  readonly why: string;
  readonly isText: boolean;
}

/** The blobs of a repository, each read once where it is asked for by its id. */
export interface Blobs {
  /** Reads all of those that are not known, in one pass. */
  fetch(ids: Iterable<string>): Promise<void>;
  /** The same, some at a time, without knowing their texts from then on. */
  pass(ids: Iterable<string>): AsyncGenerator<readonly IdentifiedBlob[]>;
  /** What is known of a blob that is not simply what its author has written; undefined where it is, or was not read. */
  oddIn(id: string): Odd | undefined;
  odds(): ReadonlyMap<string, Odd>;
  learn(odds: ReadonlyMap<string, Odd>): void;
  /** Takes a text that is at hand, so that it is not read; its id. @param like as for `blobIdOf` */
  know(text: string, like: string): string;
  /** The texts of files, read where they are not known. @param ids by path, in the order of paths; more may come */
  textsOf(ids: ReadonlyMap<string, string>): (file: string) => string | null;
}

/** How many texts are read at once: to start git takes longer than it needs for so many. */
const FEW = 16;
/** How many files at most are read ahead for a caller that asks for one after the other. */
const MOST_AHEAD = 128;
/** So many objects are skipped without a pause. */
const NEAR = 8;

/** @param folder in the repository */
export function openBlobs(folder: string): Blobs {
  const texts = new Map<string, string | null>();
  const odds = new Map<string, Odd>();
  const take = ([id, { text, odd }]: IdentifiedBlob): void => {
    texts.set(id, text);
    if (odd !== null) odds.set(id, { why: odd, isText: text !== null });
  };
  return {
    async *pass(ids) {
      for await (const some of blobsIn(folder, ids)) {
        for (const one of some) if (one[1].odd !== null) take(one);
        yield some;
      }
    },
    async fetch(ids) {
      const missing = [...ids].filter((id) => !texts.has(id));
      for await (const some of blobsIn(folder, missing)) some.forEach(take);
    },
    oddIn: (id) => odds.get(id),
    odds: () => odds,
    learn(more) {
      for (const [id, odd] of more) odds.set(id, odd);
    },
    know(text, like) {
      const id = blobIdOf(Buffer.from(text), like);
      take([id, foundIn(text)]);
      return id;
    },
    textsOf(ids) {
      let [next, ahead] = [0, FEW];
      let places: ReadonlyMap<string, number> = new Map();
      return (file) => {
        const id = ids.get(file);
        if (id === undefined) return null;
        if (!texts.has(id)) {
          if (!places.has(file)) places = new Map([...ids.keys()].map((path, i) => [path, i]));
          const at = places.get(file) ?? 0;
          ahead = next <= at && at < next + NEAR ? Math.min(2 * ahead, MOST_AHEAD) : FEW;
          next = at + ahead;
          const wantedIds = [...ids.values()].slice(at, next);
          blobsAtOnce(folder, wantedIds).forEach(take);
        }
        return texts.get(id) ?? null;
      };
    },
  };
}

/** What is in blobs, with their ids, some at a time. What is too long is not kept. @param folder in the repository */
async function* blobsIn(folder: string, ids: Iterable<string>): AsyncGenerator<readonly IdentifiedBlob[]> {
  const wantedIds = [...new Set(ids)];
  if (wantedIds.length === 0) return;
  const read = reader();
  for await (const part of gitOutputStream(folder, BATCH, { input: linesOf(wantedIds) })) yield read(part);
}

/** The same of a few, for those who can't wait for others meanwhile. */
const blobsAtOnce = (folder: string, ids: readonly string[]): IdentifiedBlob[] =>
  reader()(gitOutputSync(folder, BATCH, { input: linesOf(ids) }));

const BATCH = ['cat-file', '--batch', '--buffer'];
const linesOf = (ids: readonly string[]): string => ids.map((id) => `${id}\n`).join('');

/** Takes what git says, part by part, and gives the blobs that are whole by then. */
function reader(): (part: Buffer) => IdentifiedBlob[] {
  let rest: Buffer = Buffer.alloc(0);
  /** How much is still to come of what is too long, in bytes. */
  let skipped = 0;
  return (part) => {
    const found: IdentifiedBlob[] = [];
    rest = rest.length === 0 ? part : Buffer.concat([rest, part]);
    let at = 0;
    for (;;) {
      const passed = Math.min(skipped, rest.length - at);
      skipped -= passed;
      at += passed;
      const end = rest.indexOf(0x0a, at);
      if (end < 0) break;
      const { id, size } = sizeIn(rest.toString('utf8', at, end));
      if (size > LONGEST) {
        found.push([id, { text: null, odd: UNFIT.long }]);
        skipped = size + 1;
        at = end + 1;
        continue;
      }
      if (rest.length < end + 1 + size + 1) break;
      const bytes = rest.subarray(end + 1, end + 1 + size);
      found.push([id, isUtf16(bytes) ? { text: null, odd: UNFIT.utf16 } : foundIn(bytes.toString('utf8'))]);
      at = end + 1 + size + 1;
    }
    rest = rest.subarray(at);
    return found;
  };
}

function sizeIn(said: string): { readonly id: string; readonly size: number } {
  const [id = '', kind, size] = said.split(' ');
  if (kind !== 'blob') throw gitRefusal(NOT_HERE);
  return { id, size: Number(size) };
}

/** Of a file that is kept in Git LFS git holds only a pointer, and says so in its place. */
const foundIn = (text: string): BlobText =>
  isPointer(text) ? { text: KEPT_ELSEWHERE, odd: UNGIVEN.lfs } : { text, odd: null };

/** Which of the files that git lists count as texts, as far as is known of them; the rest is left out, and it is said why. */
interface CountedBlobs {
  /** The blobs of the files that count as texts, by path. */
  readonly ids: Map<string, string>;
  readonly leftOut: Map<string, string>;
  take(some: Iterable<Blob>): void;
  /** Takes all of them, where more is known than when that was done last. */
  takeAgain(all: readonly Blob[]): void;
  /** Takes over what has been counted elsewhere, but at some paths. */
  takeOver(counted: Counted, changed: ChangedBlobs): void;
}

interface Counted {
  readonly ids: ReadonlyMap<string, string>;
  readonly leftOut: ReadonlyMap<string, string>;
}

export function countBlobs(blobs: Blobs): CountedBlobs {
  const ids = new Map<string, string>();
  const leftOut = new Map<string, string>();
  let oddsTaken = -1;
  const take = (some: Iterable<Blob>): void => {
    for (const { path, id, isLink } of some) {
      const odd = isLink ? { why: UNGIVEN.link, isText: false } : blobs.oddIn(id);
      if (odd) leftOut.set(path, odd.why);
      // What is kept elsewhere is an entry all the same, and says so.
      if (odd?.isText === false) ids.delete(path);
      else ids.set(path, id);
    }
  };
  return {
    ids,
    leftOut,
    take,
    takeAgain(all) {
      // Only what was found to be odd since makes a difference.
      const { size } = blobs.odds();
      if (size === oddsTaken) return;
      oddsTaken = size;
      leftOut.clear();
      take(all);
    },
    takeOver(counted, changed) {
      oddsTaken = blobs.odds().size;
      for (const [path, id] of counted.ids) if (!changed.has(path)) ids.set(path, id);
      // What is a folder is left out for what is in the working tree.
      for (const [path, why] of counted.leftOut) if (!changed.has(path) && !path.endsWith('/')) leftOut.set(path, why);
    },
  };
}
