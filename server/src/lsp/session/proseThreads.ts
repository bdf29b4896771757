/** The threads in which prose is searched: one for each codex in use, stopped when nobody searches. */
import { type CancellationToken, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { Canon, CommitRead, Commits } from '../../core/canon';
import type { Codex } from '../../core/codex/codex';
import { CODEX_FILE } from '../../core/host';
import type { FoundPassage, WantedPassages } from '../../core/tools/asked/loreTypes';
import type { Desk } from './desk';
import type { LiveCodex } from './liveCodex';
import { openProseThread, type ProseThread } from './proseThread';
import { SLICE, turn } from './slices';

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
