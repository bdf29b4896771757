/** Long work in slices, between which everybody else has their turn. */

/** How long a slice may keep everybody else waiting, in milliseconds. */
export const SLICE = 15;

/** Resolves when those who wait have had their turn: messages are read, and one of them is answered. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Runs to the end; null where it was given up on the way. @param isWanted asked after each slice */
export async function inSlices<T>(steps: Generator<void, T>, isWanted: () => boolean): Promise<T | null> {
  for (;;) {
    const began = performance.now();
    while (performance.now() - began < SLICE) {
      const { done, value } = steps.next();
      if (done === true) return value;
    }
    await turn();
    if (!isWanted()) return null;
  }
}
