/** The commits of each codex, for questions that name one. Git is not run in a folder that the author has not said to trust. */
import { commitNamed, type CommitReading } from '../core/canon/canonPoint';
import { type Commits, openCommits, readCommits } from '../workspace/commits';
import type { Desk } from './desk';
import type { LiveCodex } from './liveCodex';
import type { CanonPoint } from './protocol';

export interface Committed {
  /** Reads the commits that canon points name, for a question. */
  readFor(codex: LiveCodex, ...points: readonly (string | undefined)[]): Promise<ReadonlyMap<string, CommitReading>>;
  /** Why a commit can't be read, in words; null where it can. */
  refusalOf(codex: LiveCodex, ref: string): Promise<string | null>;
  /** The points that an author may want to name. */
  points(codex: LiveCodex): Promise<CanonPoint[]>;
}

const UNTRUSTED = 'git is asked only in folders that you trust: see “Workspaces: Manage Workspace Trust”.';

export function readCommitted(desk: Desk): Committed {
  const opened = new WeakMap<LiveCodex, Commits>();
  const isTrusted = (): boolean => desk.options.isTrusted !== false;
  const commitsOf = (codex: LiveCodex): Commits => {
    let commits = opened.get(codex);
    if (!commits) opened.set(codex, (commits = openCommits(codex.root)));
    return commits;
  };
  return {
    async readFor(codex, ...points) {
      const refs = points.flatMap((point) => (point === undefined ? [] : (commitNamed(point) ?? [])));
      if (isTrusted()) return readCommits(commitsOf(codex), refs);
      return new Map(refs.map((ref) => [ref, { ok: false, message: UNTRUSTED }]));
    },
    refusalOf: (codex, ref) => (isTrusted() ? commitsOf(codex).refusalOf(ref) : Promise.resolve(UNTRUSTED)),
    async points(codex) {
      if (!isTrusted() || codex.isOne) return [];
      const tags = await commitsOf(codex).tags();
      return tags.map(({ name, day }) => ({ label: name, value: `git:${name}`, detail: `tag · ${day}` }));
    },
  };
}
