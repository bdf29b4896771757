/** The flags of V8, in a file of its own: the small file that loads the program sets them before it does. */
import { setFlagsFromString } from 'node:v8';

/** Sets all flags at once, and early: code is kept for a start with the same flags. */
export function setFlags(isServer: boolean): void {
  // What lives long while everything is judged is garbage after the next key when somebody types. From what it saw first,
  // V8 would allocate it in the old generation, and each small collection would carry along all that it refers to.
  setFlagsFromString('--no-allocation-site-pretenuring');
  // The nursery of a server would grow to 32 MB and stay so, empty. A process that ends soon is faster with a large one.
  growNursery(isServer ? 1 : 8);
  // A small collection takes about a millisecond. Sharing it with other threads saves nothing, and on a busy processor the
  // main thread waits for them many times as long.
  setFlagsFromString('--no-parallel-scavenge');
  // Optimizing what a short process runs takes two fifths of its processor time. With less inlining it takes a quarter, and
  // the optimized code is about as fast.
  if (!isServer) {
    setFlagsFromString('--max-inlined-bytecode-size-cumulative=150');
    // V8 waits four times as long before it optimizes a function. In a codex of 1,000 pages that saves a fifth of the processor time
    // of a cold check, in one of 5,000 nothing; in one of 20,000 it costs two hundredths, and eight of a cold lookup.
    setFlagsFromString('--interrupt-budget=300000');
  }
  setFlagsFromString('--expose-gc');
}

/** @param times how many times as large the nursery is the next time that much survives in it */
export const growNursery = (times: number): void => setFlagsFromString(`--semi-space-growth-factor=${times}`);

/**
 * Of what a command reads and makes once, most is garbage soon after: V8 would let it grow to some four times what is in use. Collecting it
 * sooner takes a tenth of the time, and a third of the memory.
 */
export function holdLittle(): void {
  growNursery(1);
  setFlagsFromString('--heap-growing-percent=30');
}
