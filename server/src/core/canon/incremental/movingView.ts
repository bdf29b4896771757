/** A view of the canon that moves from one canon point to another, and keeps the memoized values that the move does not change. */
import type { Remember, Known, Still } from '../model/canonValue';
import { BEGINNING, type CanonPosition, comparePositions } from '../../codex/canonTime';
import type { Entry } from '../../entry/entry';
import { firstPast } from '../../text/sorted';
import { positionOf } from '../model/canon';

/** A memoized value, and the values that depend on it. */
interface Cell {
  value: unknown;
  /** The cells that used this value, the last first. A linked list, since most cells have one user or none. */
  users: Users | null;
  /** The memo that holds the cell under its key; null: the cell is never forgotten, or has been. */
  keeper: Keeper | null;
  readonly key: unknown;
}

interface Users {
  readonly cell: Cell;
  readonly others: Users | null;
}

/** `delete` is called once, when the cell is forgotten. */
interface Keeper {
  delete(key: unknown): unknown;
}

const newCell = (value: unknown, keeper: Keeper | null, key?: unknown): Cell => ({
  value,
  users: null,
  keeper,
  key,
});

interface Cells {
  /** Reads a cell, and records the cell that is being computed as its user. */
  use(cell: Cell): unknown;
  readonly remember: Remember;
  /** Computes a value that the caller keeps. @param forget is called once, when the value is no longer valid */
  watched<T>(compute: () => T, forget: () => void): T;
}

function keepCells(): Cells {
  /** The cell that is being computed. */
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
      // A computation past a limit throws, and the view is used afterwards.
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

/** Forgets all users of a cell, and in turn their users. */
function forgetUsersOf(start: Cell): void {
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
 * A `Known` that can move. It gives the same answers as a `Known` that was made for its present canon point: every answer depends on
 * `has` and on memoized values, and it tracks both.
 */
interface Moving {
  readonly known: MovingKnown;
  /**
   * Moves to a position, without some entries. All values that depend on an entry that comes or goes are forgotten.
   */
  readonly to: (position: CanonPosition, without: ReadonlySet<Entry>) => void;
  /** The next position at which an entry becomes known that was looked for in vain: before it, no memoized value changes. Null: none. */
  readonly next: () => CanonPosition | null;
  /** Computes a value that the caller keeps. @param forget is called once, when the value is no longer valid */
  readonly watched: <T>(compute: () => T, forget: () => void) => T;
}

/** Nothing can be kept beside it (`keptBeside`), and no other view can move within it. */
interface MovingKnown extends Known {
  readonly remember: Remember;
}

/** @param within entries unknown here are never known */
export function movingView(within: Still): Moving {
  const { canon } = within;
  let upTo = BEGINNING;
  let gone: ReadonlySet<Entry> = new Set();
  const sees = (entry: Entry): boolean =>
    within.has(entry) && comparePositions(positionOf(canon, entry), upTo) <= 0 && !gone.has(entry);

  const cells = keepCells();
  const cellsOf = new Map<Entry, Cell>();
  /** The entries that have a cell, in the order of their positions. */
  const placed: Entry[] = [];

  const behind = (position: CanonPosition): number =>
    firstPast(placed, (entry) => comparePositions(positionOf(canon, entry), position) > 0);
  const has = (entry: Entry): boolean => {
    let cell = cellsOf.get(entry);
    if (!cell) {
      cellsOf.set(entry, (cell = newCell(sees(entry), null)));
      placed.splice(behind(positionOf(canon, entry)), 0, entry);
    }
    return cells.use(cell) as boolean;
  };
  const update = (entry: Entry): void => {
    const start = cellsOf.get(entry);
    if (!start || start.value === sees(entry)) return;
    start.value = !start.value;
    forgetUsersOf(start);
  };

  return {
    known: { canon, has, memos: [], remember: cells.remember },
    to(position, without) {
      const between = [behind(upTo), behind(position)].sort((a, b) => a - b);
      const before = gone;
      [upTo, gone] = [position, without];
      placed.slice(...between).forEach(update);
      before.forEach(update);
      without.forEach(update);
    },
    next() {
      let i = behind(upTo);
      while (i < placed.length && !within.has(placed[i] as Entry)) i++;
      return i < placed.length ? positionOf(canon, placed[i] as Entry) : null;
    },
    watched: cells.watched,
  };
}
