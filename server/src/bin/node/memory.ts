/** How memory is kept: given back when much of it has been of use and is not any more, and nothing put among the old before its time. */
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { turn } from '../../lsp/session/slices';
import type { Memory } from '../../platform/memoryPort';

/** What is not worth the while, in bytes. */
const LITTLE = 24 * 1024 * 1024;

/** Of both halves of a nursery, in bytes. */
const SMALL = 8 * 1024 * 1024;

/** How often garbage is collected: emptied pages are freed at the next time, or the one after. */
const TIMES = 4;
/** How long it is waited for what is still being sent, in milliseconds. */
const SENT = 2000;

/** Has V8 keep memory as an editor needs it. All that is set is set at once, and early: code is kept for a start with the same flags. */
export function setFlags(isServer: boolean): void {
  // What lives long while everything is judged is gone after the next key when somebody types. By what it saw of the first,
  // V8 would make it old from the start, and all that hangs on it would be carried along by each small collection.
  setFlagsFromString('--no-allocation-site-pretenuring');
  if (isServer) {
    // The nursery would grow to 32 MB and stay so, empty. A process that ends soon is faster with it.
    growNursery(1);
    // A small collection then takes half a millisecond. To hand parts of that to other threads saves nothing, and where the
    // processor is busy, as the editor is with the same key, these are waited for, for many times as long.
    setFlagsFromString('--no-parallel-scavenge');
  }
  setFlagsFromString('--expose-gc');
}

/** How many times as large the nursery is the next time that much survives in it. */
const growNursery = (times: number): void => setFlagsFromString(`--semi-space-growth-factor=${times}`);

/** The smallest nursery, of two halves, is filled by two keys, and their author waits while it is gone through: one four times as large will do. */
const isNurserySmall = (): boolean =>
  getHeapSpaceStatistics().some(({ space_name, space_size }) => space_name === 'new_space' && space_size < SMALL);

export function keepMemory(): Memory {
  setFlags(true);
  let collect: (() => void) | undefined;
  const size = (): number => {
    const { total_heap_size: heap, external_memory: external } = getHeapStatistics();
    return heap + external;
  };
  let kept = size();
  let waiting: NodeJS.Timeout | undefined;
  const giveBack = async (isWanted: () => boolean): Promise<void> => {
    if (size() < kept + LITTLE) return;
    collect ??= runInNewContext('gc') as () => void;
    // Pages with little left in them are then emptied into others, a part of them at each time.
    setFlagsFromString('--optimize-for-size');
    for (let times = 0; times < TIMES && isWanted(); times++) {
      collect();
      await turn();
    }
    setFlagsFromString('--no-optimize-for-size');
    kept = size();
  };
  return {
    giveBack,
    giveBackLater(isWanted) {
      growNursery(isNurserySmall() ? 4 : 1);
      clearTimeout(waiting);
      waiting = setTimeout(() => void giveBack(isWanted), SENT).unref();
    },
  };
}
