/** Long work in slices, between which other work has its turn; and listeners that wait for an event. */

/** How long a slice may keep everybody else waiting, in milliseconds: a message waits for several, being read, taken up and answered. */
export const SLICE = 3;

/** How long it takes an editor, once it has the server, to open what its author looks at; in milliseconds. */
const OPENING = 10;

/** Resolves when that was opened: it is answered for before the long work at a start begins. */
export const opening = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, OPENING));

/** How often `until` looks, in milliseconds. */
const LOOK = 20;

/** Resolves when a condition holds, without taking time from what makes it hold. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, LOOK));
}

const queue: (() => void)[] = [];

function next(): void {
  queue.shift()?.();
  if (queue.length > 0) setImmediate(next);
}

/**
 * Resolves when those who wait have had their turn: messages are read, and one of them is answered. Several long tasks take turns
 * as one, so that nobody waits for a slice of each.
 */
export const turn = (): Promise<void> =>
  new Promise((resolve) => {
    if (queue.push(resolve) === 1) setImmediate(next);
  });

/**
 * Runs to the end; null where it was given up on the way. A step may be a promise, which is waited for.
 * @param isWanted asked after each slice
 */
export async function inSlices<T>(
  steps: Generator<void | Promise<void>, T>,
  isWanted: () => boolean,
): Promise<T | null> {
  for (;;) {
    const one = slice(steps);
    if (one.isLast) return one.value;
    await (one.waited ?? turn());
    if (!isWanted()) return null;
  }
}

/** As `inSlices`, for what is wanted in any case. */
export async function toTheEnd<T>(steps: Generator<void, T>): Promise<T> {
  for (let one = slice(steps); ; one = slice(steps)) {
    if (one.isLast) return one.value;
    await turn();
  }
}

/** What it came to, or what has to be waited for before the next slice. */
type Slice<T> =
  | { readonly isLast: true; readonly value: T }
  | { readonly isLast: false; readonly waited: Promise<void> | null };

function slice<T>(steps: Generator<void | Promise<void>, T>): Slice<T> {
  const began = performance.now();
  // However busy the machine is, it goes on.
  do {
    const { done, value } = steps.next();
    if (done === true) return { isLast: true, value };
    if (value) return { isLast: false, waited: value };
  } while (performance.now() - began < SLICE);
  return { isLast: false, waited: null };
}

/** Those who asked to be called when something happens, in the order in which they asked. */
interface Listeners {
  add(run: () => void): void;
  call(): void;
}

/** @param guard runs one listener: where it catches what one throws, the others are called all the same */
export function listeners(guard: (run: () => void) => void = (run) => run()): Listeners {
  const all: (() => void)[] = [];
  return { add: (run) => void all.push(run), call: () => all.forEach(guard) };
}
