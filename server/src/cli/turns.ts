/** Has what is asked at once answered one after the other. */

export type InTurn = <T>(answer: () => Promise<T>) => Promise<T>;

/**
 * One that fails does not keep the next from its turn. Between two of them whatever else has come is heard. It also
 * lets go of what the first has read: promises alone make one task of them all, and V8 keeps what weak references have led to
 * until a task ends.
 */
export function takeTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (answer) => {
    const mine = last.then(() => new Promise(setImmediate)).then(answer);
    last = mine.catch(() => undefined);
    return mine;
  };
}
