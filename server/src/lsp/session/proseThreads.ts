/** The threads in which prose is searched: one for each codex in use, stopped when nobody searches. */
import { type Canon, entryAt, pathsOf, differing, type CommitRead, type Commits } from '../../core/canon';
import { searchNames, unpackFound } from '../../index/proseIndex';
import type { FoundPassage, WantedPassages } from '../../core/tools/asked/answering';
import type { ChangedFile } from '../../index/indexThread';
import type { ProseHome, StartSearcher } from '../../platform/platform';
import { turn, SLICE } from './slices';
import { type CancellationToken, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { Codex } from '../../core/codex/codex';
import { CODEX_FILE } from '../../core/host';
import type { Desk } from './desk';
import type { LiveCodex } from './liveCodex';

/** The thread that searches the prose of a canon: it is sent the changes before each search. */
interface ProseThread {
  /** Null where the question was taken back, or the thread was let go; it fails where the thread does. */
  search(wanted: WantedPassages, isWanted: Wanting): Promise<Iterable<FoundPassage> | null>;
  /** Whether it can still be asked: it may have failed. */
  isOpen(): boolean;
  close(): void;
}

/** Whether a question still stands; calls back when it no longer does. */
interface Wanting {
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
function openProseThread(start: StartSearcher, home: ProseHome, textOf: (file: string) => string | null): ProseThread {
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
  /** Sends what has changed since, in the order of the searches. */
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

export interface ProseThreads {
  /** The thread for a codex as it is now, or for one of its commits; started on demand. */
  of(codex: LiveCodex, commit?: CommitRead): ProseThread;
}

/** After how long without a search a thread is stopped to free its memory, in milliseconds. */
const IDLE = 5 * 60_000;

interface Kept {
  readonly thread: ProseThread;
  /** What it searches: the files of a commit, or those of now, which another codex.yaml may name otherwise. */
  readonly of: string | Codex;
}

/** The commit whose prose is searched; undefined where it is that of now. */
export const commitAmong = (commits: Commits, canon: Canon): CommitRead | undefined =>
  [...commits.values()].find((commit) => commit.ok && commit.canon === canon) as CommitRead | undefined;

export function keepThreads(desk: Desk): ProseThreads {
  const kept = new Map<LiveCodex, Kept>();
  let idle: ReturnType<typeof setTimeout> | undefined;
  const drop = (codex: LiveCodex): void => {
    kept.get(codex)?.thread.close();
    kept.delete(codex);
  };
  return {
    of(codex, commit) {
      clearTimeout(idle);
      idle = setTimeout(() => [...kept.keys()].forEach(drop), IDLE);
      const open = desk.codices.all();
      for (const one of kept.keys()) if (!open.includes(one)) drop(one);
      const of = commit?.commit ?? codex.canon.codex;
      let found = kept.get(codex);
      if (found?.of !== of || !found.thread.isOpen()) {
        drop(codex);
        const codexText = commit || codex.isOne ? null : (codex.currentText(CODEX_FILE) ?? '');
        const textOf = commit?.textOf ?? codex.openText;
        const home = { root: codex.root, storage: desk.options.storage ?? null, codexText };
        kept.set(codex, (found = { thread: openProseThread(desk.platform.startSearcher, home, textOf), of }));
      }
      return found.thread;
    },
  };
}

/**
 * Takes the steps of a question in slices, and has prose searched where one asks for it. It fails where the question is taken back.
 * @param threadFor the thread that searches what is wanted
 */
export async function searchInSlices<T>(
  steps: Generator<WantedPassages | null | void, T, Iterable<FoundPassage>>,
  threadFor: (wanted: WantedPassages) => ProseThread,
  token: CancellationToken,
): Promise<T> {
  let began = performance.now();
  for (let step = steps.next(); ; ) {
    if (step.done === true) return step.value;
    let answer: Iterable<FoundPassage> | null = [];
    if (step.value) answer = await threadFor(step.value).search(step.value, token);
    else if (SLICE < performance.now() - began) {
      await turn();
      began = performance.now();
    }
    if (token.isCancellationRequested || answer === null)
      throw new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
    step = steps.next(answer);
  }
}
