/** A view of the canon that moves from one canon point to another, and keeps what the move does not change. */
import type { Remember, Known, Still } from '../model/canonValue';
import { BEGINNING, type CanonPosition, comparePositions } from '../../codex/canonTime';
import type { Entry } from '../../entry/entry';
import { firstPast } from '../../text/sorted';
import { positionOf } from '../model/canon';

/** Something that was worked out. */
export interface Cell {
  value: unknown;
  /** What was worked out of it in turn, the last first. Mostly that is one thing or none, and cells are many. */
  users: Users | null;
  /** Where it is kept under its key; null: it cannot be forgotten, or is so already. */
  keeper: Keeper | null;
  readonly key: unknown;
}

interface Users {
  readonly cell: Cell;
  readonly others: Users | null;
}

/** Called once, when a cell does not count any more. */
interface Keeper {
  delete(key: unknown): unknown;
}

export const newCell = (value: unknown, keeper: Keeper | null, key?: unknown): Cell => ({
  value,
  users: null,
  keeper,
  key,
});

export interface Cells {
  /** The value of a cell, which what is being worked out rests on from now on. */
  use(cell: Cell): unknown;
  readonly remember: Remember;
  /** Works out what is remembered elsewhere. @param forget is called once, when it does not count any more */
  watched<T>(compute: () => T, forget: () => void): T;
}

export function keepCells(): Cells {
  /** What is being worked out. */
  let running: Cell | null = null;
  const use = (cell: Cell): unknown => {
    if (running && cell.users?.cell !== running) cell.users = { cell: running, others: cell.users };
    return cell.value;
  };
  const workOut = <A extends unknown[], T>(cell: Cell, compute: (...args: A) => T, ...args: A): T => {
    const outer = running;
    running = cell;
    try {
      return (cell.value = compute(...args));
    } finally {
      // What is past a limit throws, and the view goes on being asked.
      running = outer;
    }
  };
  return {
    use,
    remember(memo, key, compute, known, owner) {
      let cell = memo.get(key) as Cell | undefined;
      if (!cell) {
        cell = newCell(undefined, memo, key);
        workOut(cell, compute, known, key, owner);
        memo.set(key, cell);
      }
      return use(cell) as ReturnType<typeof compute>;
    },
    watched: (compute, forget) => workOut(newCell(undefined, { delete: forget }), compute),
  };
}

/** Forgets all that was worked out of a cell, and what was worked out of that. */
export function forgetWhatUses(start: Cell): void {
  const cells = [start];
  for (let cell = cells.pop(); cell; cell = cells.pop()) {
    for (let users = cell.users; users; users = users.others) {
      const user = users.cell;
      if (!user.keeper) continue;
      user.keeper.delete(user.key);
      user.keeper = user.value = null;
      cells.push(user);
    }
    cell.users = null;
  }
}

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
