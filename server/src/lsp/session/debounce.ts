/** When changes are heard: at once where that is quick, after a pause in typing where it is not, and before any answer. */
import type { Codices } from './codices';

export interface Debouncer {
  /** Something has changed: judge again before long. */
  soon(): void;
  /** Reads what has changed, so that an answer is never about an older text. */
  now(): void;
}

/** Up to how long judging may take to be done at each key, and the longest pause that is waited for; in milliseconds. */
const QUICK = 20;
const LONGEST = 400;
/** How quiet it must be for what can take its time. */
const QUIET = 250;

/** What is done when something has changed. */
export interface ChangeListener {
  /** At once. */
  readonly changed: () => void;
  /** When it has been read. */
  readonly settled: () => void;
  /** Once nothing has changed for a while. */
  readonly rested: () => void;
  readonly log: (message: string) => void;
}

export function makeDebouncer(codices: Codices, { changed, settled, rested, log }: ChangeListener): Debouncer {
  let cost = 0;
  let judging: ReturnType<typeof setTimeout> | undefined;
  let resting: ReturnType<typeof setTimeout> | undefined;
  const guarded = (what: string, run: () => void): void => {
    try {
      run();
    } catch (error) {
      log(`${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  };
  const now = (): void => {
    for (const codex of codices.all()) codex.settle();
  };
  const judge = (): void => {
    const began = performance.now();
    guarded('judging', () => {
      now();
      settled();
    });
    cost = performance.now() - began;
  };
  return {
    now: () => guarded('reading changes', now),
    soon() {
      changed();
      clearTimeout(judging);
      clearTimeout(resting);
      // Where judging is quick, the squiggle follows the key; where it is slow, keys must not queue up behind it.
      judging = setTimeout(judge, cost < QUICK ? 0 : Math.min(2 * cost, LONGEST));
      resting = setTimeout(() => guarded('resting', rested), QUIET);
    },
  };
}
