/** An index of prose in a thread of its own: what it is told and asked, in which order, and that a question can be taken back. */
import { passagesOf } from '../core/entry/passages';
import type { Query } from '../core/text/query';
import type { Found, Needed, TextOf } from '../core/tools/lore';
import type { LoreFile, LoreIndex } from './lore';

/** A file that is new or may read differently. */
export interface Changed {
  readonly path: string;
  readonly names: readonly string[];
  /** Null: what is on the disk. */
  readonly text: string | null;
}

export type Told =
  | { readonly does: 'put'; readonly files: readonly Changed[] }
  | { readonly does: 'drop'; readonly paths: readonly string[] }
  | { readonly does: 'find'; readonly id: number; readonly query: Query; readonly needed: Needed }
  | { readonly does: 'forget'; readonly id: number };

/** What was found; null for a question that was taken back. */
export interface Reply {
  readonly id: number;
  readonly found: readonly Found[] | null;
}

/** In milliseconds: how long a question may have to wait to be taken back. */
const SLICE = 10;

/** @returns what takes each message as it comes; they are worked on one after the other */
export function serveIndex(index: LoreIndex, onDisk: TextOf, reply: (reply: Reply) => void): (told: Told) => void {
  const forgotten = new Set<number>();
  let work: Promise<void> = Promise.resolve();
  const handle = async (told: Told): Promise<void> => {
    if (told.does === 'put') await inSlices(index.put(filesOf(told.files, onDisk)), () => true);
    else if (told.does === 'drop') index.drop(told.paths);
    else if (told.does === 'find') {
      const { id, query, needed } = told;
      const isWanted = (): boolean => !forgotten.has(id);
      reply({ id, found: isWanted() ? await inSlices(index.find(query, needed), isWanted) : null });
      forgotten.delete(id);
    }
  };
  return (told) => {
    if (told.does === 'forget') forgotten.add(told.id);
    else work = work.then(() => handle(told));
  };
}

function* filesOf(files: readonly Changed[], onDisk: TextOf): Generator<LoreFile, void> {
  for (const { path, names, text } of files)
    yield { path, stamp: '', names, passages: passagesOf(text ?? onDisk(path) ?? '') };
}

/** Runs to the end; null where it was given up on the way. */
async function inSlices<T>(steps: Generator<void, T>, isWanted: () => boolean): Promise<T | null> {
  for (;;) {
    const began = performance.now();
    while (performance.now() - began < SLICE) {
      const step = steps.next();
      if (step.done === true) return step.value;
    }
    await new Promise((resolve) => setImmediate(resolve));
    if (isWanted()) continue;
    // Its statement is given back.
    steps.return(null as T);
    return null;
  }
}
