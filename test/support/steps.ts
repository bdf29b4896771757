/** Work that lets others have their turn, done at once. */

/** All that comes of it in the end. */
export function done<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done: isDone, value } = steps.next();
    if (isDone === true) return value;
  }
}
