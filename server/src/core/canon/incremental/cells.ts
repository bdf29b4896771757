/** What was worked out of what: when one thing is another, all that rests on it is forgotten, and nothing else. */
import type { Remember } from '../model/canonValue';

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
