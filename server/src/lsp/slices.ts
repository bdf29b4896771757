/** Long work in slices, between which everybody else has their turn. */

/** How long a slice may keep everybody else waiting, in milliseconds. */
export const SLICE = 15;

/** Resolves when those who wait have had their turn: messages are read, and one of them is answered. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
