/** The first of many, without keeping, sorting or even making the rest. */
import { firstPast } from '../text/sorted';
import { MOST } from './choice';

export interface First<T> {
  /** Counts one more, and says whether it is to be added: false where the last of those kept comes before it for certain. */
  readonly mayEnter: (fit: number, score: number) => boolean;
  readonly add: (item: T) => void;
  /** Whether there is no need to look at more: all that are kept are as good as can be, and what comes later comes behind. */
  readonly isFull: (fit: number, score: number) => boolean;
  /** In order, and not more than can be read. */
  readonly items: () => readonly T[];
  /** Whether there were more. */
  readonly isCut: () => boolean;
}

/** What comes first by how well it fits, then by its score: of both, the lower the better. */
export interface Rated {
  readonly fit: number;
  readonly score: number;
}

/** @param inOrder by fit, by score, then by anything. @param isAdmitted asked last, of those only that would be among the first */
export function firstOf<T extends Rated>(inOrder: (a: T, b: T) => number, isAdmitted: (item: T) => boolean): First<T> {
  const first: T[] = [];
  let count = 0;
  /** The last of those kept, once there is no room for more. */
  let last: T | null = null;
  return {
    mayEnter(fit, score) {
      count++;
      return last === null || fit < last.fit || (fit === last.fit && score <= last.score);
    },
    add(item) {
      if (last !== null && inOrder(item, last) >= 0) return;
      if (!isAdmitted(item)) return;
      first.splice(
        firstPast(first, (one) => inOrder(one, item) > 0),
        0,
        item,
      );
      if (first.length > MOST) first.pop();
      if (first.length === MOST) last = first[MOST - 1] ?? null;
    },
    isFull: (fit, score) => count > MOST && last !== null && last.fit <= fit && last.score <= score,
    items: () => first,
    isCut: () => count > MOST,
  };
}
