/** Long work in slices, between which everybody else has their turn. */

/** How long a slice may keep everybody else waiting, in milliseconds: a message waits for several, being read, taken up and answered. */
export const SLICE = 3;

/** How long it takes an editor, once it has the server, to open what its author looks at; in milliseconds. */
const OPENING = 10;

/** Resolves when that was opened: it is answered for before the long work at a start begins. */
export const opening = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, OPENING));

const queue: (() => void)[] = [];

function next(): void {
  queue.shift()?.();
  if (queue.length > 0) setImmediate(next);
}

/**
 * Resolves when those who wait have had their turn: messages are read, and one of them is answered. Of several that are at
 * long work one goes on at a time, so that nobody waits for a slice of each.
 */
export const turn = (): Promise<void> =>
  new Promise((resolve) => {
    if (queue.push(resolve) === 1) setImmediate(next);
  });

/** Runs to the end; null where it was given up on the way. @param isWanted asked after each slice */
export async function inSlices<T>(steps: Generator<void, T>, isWanted: () => boolean): Promise<T | null> {
  for (;;) {
    const ended = slice(steps);
    if (ended) return ended.value;
    await turn();
    if (!isWanted()) return null;
  }
}

/** As `inSlices`, for what is wanted in any case. */
export async function toTheEnd<T>(steps: Generator<void, T>): Promise<T> {
  for (let ended = slice(steps); ; ended = slice(steps)) {
    if (ended) return ended.value;
    await turn();
  }
}

/** What it came to, if it came to its end. */
function slice<T>(steps: Generator<void, T>): { readonly value: T } | null {
  const began = performance.now();
  // However busy the machine is, it goes on.
  do {
    const { done, value } = steps.next();
    if (done === true) return { value };
  } while (performance.now() - began < SLICE);
  return null;
}
