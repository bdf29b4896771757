/** Which of the files that git lists count as texts, as far as is known of them; the rest is left out, and it is said why. */
import { UNGIVEN } from '../core/text/fits';
import type { Blobs } from './blobs';
import type { Blob, ChangedBlobs } from './listFiles';

export interface CountedBlobs {
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
