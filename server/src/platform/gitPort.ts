/** Git, as the language server asks it. Where there is none, as in a browser, there is no `Git` at all. */
import type { CommitReading } from '../core/canon';
import type { BaselinePoint } from '../core/commits/behind';
import type { CommittedSnapshot, GitSnapshot } from '../core/commits/snapshot';
import type { Dating } from '../core/host';

export interface Git {
  /**
   * @param root the folder of a codex
   * @param storage the folder that an editor has for what is kept between starts; null: that of the user
   */
  commitsOf(root: string, storage: string | null): CommitReader;
  /** @param failed called with why something can't be watched; the rest is */
  watch(folders: GitFolders, changed: () => void, failed: (why: string) => void): Watch;
  /** What git refused, in words; null where something else went wrong. */
  refusalIn(error: unknown): string | null;
  readonly hooks: Hooks;
}

/** Git's own hooks, in which it can be had checked what is about to be committed. */
export interface Hooks {
  /** Whether the check is there; `lost`: it calls a program that has gone. Null: it is not there. */
  stateIn(root: string): Promise<'there' | 'lost' | null>;
  /** Both answer what was done, in sentences. */
  install(root: string): Promise<string>;
  remove(root: string): Promise<string>;
}

export interface Watch {
  close(): void;
}

/** A tag, and the day on which it was made, ISO. */
export interface Tag {
  readonly name: string;
  readonly day: string;
}

/** Where git keeps what it knows of a working tree, and of all working trees of the repository; absolute. */
export interface GitFolders {
  readonly own: string;
  readonly common: string;
}

export interface CommitReader {
  /** The codex at a commit, tag, branch or anything else that git calls a revision. Asked twice, it is the same value. */
  at(ref: string): Promise<CommitReading>;
  /** Why it can't be read, without reading it; null where it can. */
  refusalOf(ref: string): Promise<string | null>;
  /** The newest tags, which an author may want to name; empty where git can't tell. */
  tags(): Promise<readonly Tag[]>;
  /** The same, with its texts; what git can't answer is thrown as a refusal. */
  snapshot(ref: string): Promise<CommittedSnapshot>;
  /** When the files of the last commit were committed first, for a codex that is dated by git; it says so where git can't tell. */
  dating(): Promise<Dating>;
  /** What the next commit would hold, beside a commit whose entries it shares; of both, the texts that differ are at hand. */
  staged(
    ref: Promise<string | null>,
  ): Promise<{ readonly since: CommittedSnapshot | null; readonly next: GitSnapshot }>;
  /** A text that is the same for as long as the same is staged; null where that is nothing but the last commit. */
  stagedKey(): Promise<string | null>;
  /** Files that are staged, and that git does not lay out in the folder. */
  keptOut(): Promise<ReadonlySet<string>>;
  /** Where git keeps it all; null where there is no repository. */
  folders(): Promise<GitFolders | null>;
  /**
   * Null where nothing has been committed yet.
   * @param declared what codex.yaml says of it: `git:REF`, or a pattern of tags
   * @param before where the branch was; absent: where it is
   */
  established(declared: string | null, before?: string): Promise<BaselinePoint | null>;
  /** A point that was asked for; the last common commit where this branch is behind it. */
  pointAt(ref: string): Promise<BaselinePoint>;
}
