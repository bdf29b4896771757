/** Decides when a change is judged: at once where that is quick, after a pause in typing where it is slow, and before any answer. */
import type { Codices } from './codices';
import { listeners } from './slices';

export interface Debouncer {
  /** Something has changed: judge again before long. */
  soon(): void;
  /** Reads what has changed, so that an answer is never about an older text. */
  now(): void;
  /** Does what is due when nothing has changed for a while. */
  rest(): void;
  /** Asks to be called as soon as something changes. */
  whenChanged(run: () => void): void;
  /** Asks to be called when a change has been read. */
  whenSettled(run: () => void): void;
  /** Asks to be called once nothing has changed for a while. */
  whenResting(run: () => void): void;
}

/** Up to how long judging may take to be done at each key, and the longest pause that is waited for; in milliseconds. */
const QUICK = 20;
const LONGEST = 400;
/** How quiet it must be for what can take its time. */
const QUIET = 250;

export function makeDebouncer(codices: Codices, log: (message: string) => void): Debouncer {
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
  const [changed, settled] = [listeners(), listeners()];
  const rested = listeners((run) => guarded('resting', run));
  const now = (): void => {
    for (const codex of codices.all()) codex.settle();
  };
  const judge = (): void => {
    const began = performance.now();
    guarded('judging', () => {
      now();
      settled.call();
    });
    cost = performance.now() - began;
  };
  return {
    now: () => guarded('reading changes', now),
    rest: rested.call,
    whenChanged: changed.add,
    whenSettled: settled.add,
    whenResting: rested.add,
    soon() {
      changed.call();
      clearTimeout(judging);
      clearTimeout(resting);
      // Where judging is quick, the squiggle follows the key; where it is slow, keys must not queue up behind it.
      judging = setTimeout(judge, cost < QUICK ? 0 : Math.min(2 * cost, LONGEST));
      resting = setTimeout(rested.call, QUIET);
    },
  };
}
