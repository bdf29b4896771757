/** What searches the prose of a codex: a thread of its own, where there are threads. */
import type { Reply, IndexMessage } from '../index/indexThread';

/** What a thread is given at its start. */
export interface ProseHome {
  /** The folder of the codex. */
  readonly root: string;
  /** Where the index is kept between starts; null: with what the command line keeps. */
  readonly storage: string | null;
  /** What codex.yaml says; null where the index is for once, and is not kept. */
  readonly codexText: string | null;
}

export interface Searcher {
  tell(message: IndexMessage): void;
  /** Lets go of it. */
  close(): void;
}

/** What is heard of a searcher; after `failed` or `ended` it is none any more. */
export interface SearchListener {
  readonly reply: (reply: Reply) => void;
  readonly failed: (error: unknown) => void;
  readonly ended: () => void;
}

export type StartSearcher = (home: ProseHome, listener: SearchListener) => Searcher;
