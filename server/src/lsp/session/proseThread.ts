/** The thread that searches the prose of a canon: it hears of changes before each search. */
import { type Canon, entryAt, pathsOf, differing } from '../../core/canon';
import { searchNames } from '../../index/fillProse';
import { unpackFound } from '../../index/foundBytes';
import type { FoundPassage, WantedPassages } from '../../core/tools/asked/loreTypes';
import type { ChangedFile } from '../../index/indexThread';
import type { ProseHome, StartSearcher } from '../../platform/prosePort';
import { turn } from './slices';

export interface ProseThread {
  /** Null where the question was taken back, or the thread was let go; it fails where the thread does. */
  search(wanted: WantedPassages, isWanted: Wanting): Promise<Iterable<FoundPassage> | null>;
  /** Whether it can still be asked: it may have failed. */
  isOpen(): boolean;
  close(): void;
}

/** Whether a question still stands; calls back when it no longer does. */
export interface Wanting {
  readonly isCancellationRequested: boolean;
  readonly onCancellationRequested: (taken: () => void) => unknown;
}

/** A question that is not answered yet. */
interface Waiting {
  readonly answer: (found: Iterable<FoundPassage> | null) => void;
  readonly fail: (failure: Error) => void;
}

/** How many files one message reports. */
const BATCH = 64;

/** @param textOf the text of a file that is not as it lies on the disk there; null where it is */
export function openProseThread(
  start: StartSearcher,
  home: ProseHome,
  textOf: (file: string) => string | null,
): ProseThread {
  const waiting = new Map<number, Waiting>();
  let questions = 0;
  let isOpen = true;
  const end = (failure?: Error): void => {
    isOpen = false;
    for (const { answer, fail } of waiting.values()) {
      if (failure) fail(failure);
      else answer(null);
    }
    waiting.clear();
  };
  const searcher = start(home, {
    reply({ id, found }) {
      waiting.get(id)?.answer(found && unpackFound(found));
      waiting.delete(id);
    },
    failed: (error) => end(new Error(`the prose can't be searched: ${String(error)}`)),
    ended: () => end(),
  });
  const { tell } = searcher;

  /** The files that the thread knows, and the canon from which it learned of them. */
  const sentFiles = new Set<string>();
  let canonTold: Canon | null = null;
  /** Tells of what has changed since, in the order in which it is asked. */
  async function bring(canon: Canon): Promise<void> {
    if (canon === canonTold) return;
    const changed = new Set(canonTold ? differing(canonTold.entries, canon.entries) : []);
    canonTold = canon;
    const paths = pathsOf(canon);
    const isThere = new Set(paths);
    const gone = [...sentFiles].filter((file) => !isThere.has(file));
    for (const file of gone) sentFiles.delete(file);
    if (gone.length > 0) tell({ does: 'drop', paths: gone });
    // While a folder is first read, files come to a canon without its having changed.
    const wanted = paths.filter((file) => changed.has(file) || !sentFiles.has(file));
    for (let at = 0; at < wanted.length; at += BATCH) {
      const files = wanted.slice(at, at + BATCH).flatMap((file): ChangedFile | [] => {
        const entry = entryAt(canon, file);
        if (!entry) return [];
        sentFiles.add(file);
        return { path: file, names: searchNames(entry), text: textOf(file) };
      });
      tell({ does: 'put', files });
      await turn();
    }
  }
  let bringing: Promise<void> = Promise.resolve();

  return {
    async search({ canon, query, needed }, wanting) {
      bringing = bringing.then(() => bring(canon));
      await bringing;
      if (!isOpen || wanting.isCancellationRequested) return null;
      const id = questions++;
      return new Promise((answer, fail) => {
        waiting.set(id, { answer, fail });
        tell({ does: 'find', id, query, needed });
        wanting.onCancellationRequested(() => tell({ does: 'forget', id }));
      });
    },
    isOpen: () => isOpen,
    close() {
      end();
      searcher.close();
    },
  };
}
