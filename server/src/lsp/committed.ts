/** The commits of each codex, for questions that name one. Git is not run in a folder that the author has not said to trust. */
import { commitNamed, type Commits } from '../core/canon/canonPoint';
import { type Commits as Committing, openCommits, readCommits } from '../workspace/commits';
import type { LiveCodex } from './liveCodex';
import type { CanonPoint } from './protocol';

export interface Committed {
  /** Reads the commits that canon points name, for a question. */
  readFor(codex: LiveCodex, ...points: readonly (string | undefined)[]): Promise<Commits>;
  /** Why a commit can't be read, in words; null where it can. */
  refusalOf(codex: LiveCodex, ref: string): Promise<string | null>;
  /** The points that an author may want to name. */
  points(codex: LiveCodex): Promise<CanonPoint[]>;
  /** The text of a file as it was committed; null where it was not, and where git can't be asked. @param commit its full hash */
  textOf(codex: LiveCodex, commit: string, file: string): Promise<string | null>;
}

const UNTRUSTED = 'git is asked only in folders that you trust: see “Workspaces: Manage Workspace Trust”.';

export function readCommitted(isTrusted: () => boolean): Committed {
  const opened = new WeakMap<LiveCodex, Committing>();
  const commitsOf = (codex: LiveCodex): Committing => {
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
    async textOf(codex, commit, file) {
      return isTrusted() ? (await commitsOf(codex).snapshot(commit)).textOf(file) : null;
    },
  };
}
