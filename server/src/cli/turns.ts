/** Has what is asked at once answered one after the other. */

export type InTurn = <T>(answer: () => Promise<T>) => Promise<T>;

/**
 * One that fails does not keep the next from its turn. Between two of them whatever else has come is heard, and the first is let
 * go of: promises alone would have all of them be one task, for as long as which V8 keeps what their weak references lead to.
 */
export function takeTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (answer) => {
    const mine = last.then(() => new Promise(setImmediate)).then(answer);
    last = mine.catch(() => undefined);
    return mine;
  };
}
