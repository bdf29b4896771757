/** What was worked out of what: when one thing is another, all that rests on it is forgotten, and nothing else. */
import type { Remember } from '../model/known';

/** Something that was worked out, what was worked out of it in turn, and how to forget it. */
export interface Cell {
  value: unknown;
  users: Cell[];
  forget: (() => void) | null;
}

export const newCell = (value: unknown, forget: Cell['forget']): Cell => ({ value, users: [], forget });

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
    if (running && cell.users.at(-1) !== running) cell.users.push(running);
    return cell.value;
  };
  const workOut = (cell: Cell, compute: () => unknown): void => {
    const outer = running;
    running = cell;
    cell.value = compute();
    running = outer;
  };
  return {
    use,
    remember(memo, key, compute) {
      let cell = memo.get(key) as Cell | undefined;
      if (!cell) {
        cell = newCell(undefined, () => memo.delete(key));
        workOut(cell, compute);
        memo.set(key, cell);
      }
      return use(cell) as ReturnType<typeof compute>;
    },
    watched(compute, forget) {
      const cell = newCell(undefined, forget);
      workOut(cell, compute);
      return cell.value as ReturnType<typeof compute>;
    },
  };
}

/** Forgets all that was worked out of a cell, and what was worked out of that. */
export function forgetWhatUses(start: Cell): void {
  const cells = [start];
  for (let cell = cells.pop(); cell; cell = cells.pop()) {
    for (const user of cell.users) {
      if (!user.forget) continue;
      user.forget();
      user.forget = user.value = null;
      cells.push(user);
    }
    cell.users = [];
  }
}
