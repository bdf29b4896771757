/** How memory is kept: given back when much of it has been of use and is not any more, and nothing put among the old before its time. */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { turn } from './slices';

/** What is not worth the while, in bytes. */
const LITTLE = 24 * 1024 * 1024;

/** How long it is waited for what is still being sent, in milliseconds. */
const SENT = 2000;
const TIMES = 4;

/** Has V8 keep memory as an editor needs it. All that is set is set at once, and early: code is kept for a start with the same flags. */
export function setFlags(): void {
  // What lives long while everything is judged is gone after the next key when somebody types. By what it saw of the first,
  // V8 would make it old from the start, and all that hangs on it would be carried along by each small collection.
  setFlagsFromString('--no-allocation-site-pretenuring');
  setFlagsFromString('--expose-gc');
}

/**
 * Collects twice, a while after it was asked to, which is when emptied pages are let go of.
 * @param isResting asked before each time, which takes some 30 ms
 */
export function memoryKept(isResting: () => boolean): () => void {
  setFlags();
  let collect: (() => void) | undefined;
  let kept = getHeapStatistics().total_heap_size;
  const collectTwice = async (): Promise<void> => {
    if (!isResting() || getHeapStatistics().total_heap_size < kept + LITTLE) return;
    collect ??= runInNewContext('gc') as () => void;
    // Pages with little left in them are then emptied into others, a part of them at each time.
    setFlagsFromString('--optimize-for-size');
    for (let times = 0; times < TIMES && isResting(); times++) {
      collect();
      await turn();
    }
    setFlagsFromString('--no-optimize-for-size');
    kept = getHeapStatistics().total_heap_size;
  };
  let waiting: NodeJS.Timeout | undefined;
  return () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => void collectTwice(), SENT).unref();
  };
}
