/** An index of prose in a thread of its own: the messages it takes, their order, and how a question is cancelled. */
import { passagesOf } from '../core/entry/passages';
import type { Query } from '../core/text/query';
import type { Needed, ReadText } from '../core/tools/asked/answering';
import {
  isWorthCachingIndex,
  type FoundBytes,
  packFound,
  type LoreFile,
  type LoreIndex,
  NO_FILE_STAMP,
} from './proseIndex';

/** A file that is new or may read differently. */
export interface ChangedFile {
  readonly path: string;
  readonly names: readonly string[];
  /** Null: what is on the disk. */
  readonly text: string | null;
}

export type IndexMessage =
  | { readonly does: 'put'; readonly files: readonly ChangedFile[] }
  | { readonly does: 'drop'; readonly paths: readonly string[] }
  | { readonly does: 'find'; readonly id: number; readonly query: Query; readonly needed: Needed }
  | { readonly does: 'forget'; readonly id: number };

/** What was found; null for a question that was taken back. */
export interface Reply {
  readonly id: number;
  readonly found: FoundBytes | null;
}

/** In milliseconds: how long a question may have to wait to be taken back. */
const SLICE = 10;

/** What the thread has of the disk. */
interface ThreadFiles {
  readonly textOf: ReadText;
  /** Another text whenever a file may read differently. */
  readonly stampOf: (path: string) => string;
  /** Keeps the index for the next start. */
  readonly keep: (bytes: Uint8Array) => void;
}

/** @returns what takes each message as it comes; they are worked on one after the other */
export function serveIndex(
  index: LoreIndex,
  disk: ThreadFiles,
  reply: (reply: Reply) => void,
): (message: IndexMessage) => void {
  const forgotten = new Set<number>();
  let work: Promise<void> = Promise.resolve();
  /** How many files were taken in since the index was kept. */
  let taken = 0;
  const handle = async (message: IndexMessage): Promise<void> => {
    if (message.does === 'put') await inSlices(index.put(changedAmong(message.files)), () => true);
    else if (message.does === 'drop') index.drop(message.paths);
    else if (message.does === 'find') {
      const { id, query, needed } = message;
      const isWanted = (): boolean => !forgotten.has(id);
      const found = isWanted() ? await inSlices(index.find(query, needed), isWanted) : null;
      reply({ id, found: found && packFound(found, query.length) });
      forgotten.delete(id);
      if (!isWorthCachingIndex(taken, index)) return;
      taken = 0;
      disk.keep(index.bytes());
    }
  };
  /** What was kept of the last start is not taken in again. */
  function* changedAmong(files: readonly ChangedFile[]): Generator<LoreFile, void> {
    for (const { path, names, text } of files) {
      const stamp = text === null ? disk.stampOf(path) : NO_FILE_STAMP;
      if (stamp !== NO_FILE_STAMP && index.stampOf(path) === stamp) continue;
      taken++;
      yield { path, stamp, names, passages: passagesOf(text ?? disk.textOf(path) ?? '') };
    }
  }
  return (message) => {
    if (message.does === 'forget') forgotten.add(message.id);
    else work = work.then(() => handle(message));
  };
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
