/** A view of the canon that moves from one canon point to others: of what was worked out, it keeps what that does not change. */
import { BEGINNING, type CanonPosition, comparePositions } from '../../codex/canonTime';
import type { Entry } from '../../entry/entry';
import { firstPast } from '../../text/sorted';
import { type Cell, forgetWhatUses, keepCells, newCell } from './cells';
import type { Known, Remember, Still } from '../model/canonValue';
import { positionOf } from '../model/canonPosition';

/**
 * It answers whatever a `Known` is asked, as one would that was made for the point where it is: all that it answers rests on
 * `has` and on what was worked out of that, and both are noted.
 */
export interface Moving {
  readonly known: MovingKnown;
  /**
   * Moves to what was known at a position, except some entries. Whatever was worked out from an entry that comes or goes is
   * forgotten.
   */
  readonly to: (position: CanonPosition, without: ReadonlySet<Entry>) => void;
  /** The next position of something that was asked for and is not there yet: up to that nothing of what was worked out changes. */
  readonly next: () => CanonPosition | null;
  /** Works out what is remembered elsewhere. @param forget is called once, when it does not count any more */
  readonly watched: <T>(compute: () => T, forget: () => void) => T;
}

/** Nothing can be kept beside it, and no other view moves within it. */
export interface MovingKnown extends Known {
  readonly remember: Remember;
}

/** @param within what it does not know stays unknown */
export function movingView(within: Still): Moving {
  const { canon } = within;
  let upTo = BEGINNING;
  let gone: ReadonlySet<Entry> = new Set();
  const sees = (entry: Entry): boolean =>
    within.has(entry) && comparePositions(positionOf(canon, entry), upTo) <= 0 && !gone.has(entry);

  const cells = keepCells();
  const asked = new Map<Entry, Cell>();
  /** Those that were asked for, in the order of their positions. */
  const placed: Entry[] = [];

  const behind = (position: CanonPosition): number =>
    firstPast(placed, (entry) => comparePositions(positionOf(canon, entry), position) > 0);
  const has = (entry: Entry): boolean => {
    let cell = asked.get(entry);
    if (!cell) {
      asked.set(entry, (cell = newCell(sees(entry), null)));
      placed.splice(behind(positionOf(canon, entry)), 0, entry);
    }
    return cells.use(cell) as boolean;
  };
  const lookAgain = (entry: Entry): void => {
    const start = asked.get(entry);
    if (!start || start.value === sees(entry)) return;
    start.value = !start.value;
    forgetWhatUses(start);
  };

  return {
    known: { canon, has, memos: [], remember: cells.remember },
    to(position, without) {
      const between = [behind(upTo), behind(position)].sort((a, b) => a - b);
      const before = gone;
      [upTo, gone] = [position, without];
      placed.slice(...between).forEach(lookAgain);
      before.forEach(lookAgain);
      without.forEach(lookAgain);
    },
    next() {
      let i = behind(upTo);
      while (i < placed.length && !within.has(placed[i] as Entry)) i++;
      return i < placed.length ? positionOf(canon, placed[i] as Entry) : null;
    },
    watched: cells.watched,
  };
}
