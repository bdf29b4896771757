/** Has what is asked at once answered one after the other. */
export type InTurn = <T>(answer: () => Promise<T>) => Promise<T>;

/** One that fails does not keep the next from its turn. */
export function takeTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (answer) => {
    const mine = last.then(answer, answer);
    last = mine;
    return mine;
  };
}
