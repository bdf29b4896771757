/** The commits of each codex, for questions that name one. Git is not run in a folder that the author has not said to trust. */
import type { CommitReader as Committing, Git } from '../../platform/gitPort';
import { withKeptOut } from '../../core/commits/keptOut';
import { readCommits, undated } from '../../core/commits/named';
import { type Canon, commitNamed, type Commits } from '../../core/canon';
import type { Dating } from '../../core/host';
import type { LiveCodex } from './liveCodex';
import type { CanonPointChoice } from '../protocol/protocol';

export interface Committed {
  /** Why git is not asked at all, in words; null where it is. */
  unaskedIn(codex: LiveCodex): string | null;
  /** Those of a codex; null where it is no folder, or one that the author has not said to trust. */
  of(codex: LiveCodex): Committing | null;
  /** Reads the commits that canon points name, for a question. */
  readFor(codex: LiveCodex, ...points: readonly (string | undefined)[]): Promise<Commits>;
  /** The canon of now as it is to be compared with commits: files that git does not lay out are as they were committed. */
  comparableOf(codex: LiveCodex, commits: Commits): Promise<Canon>;
  /** Why a commit can't be read, in words; null where it can. */
  refusalOf(codex: LiveCodex, ref: string): Promise<string | null>;
  /** When the files of a codex were committed first, or why that is unknown. */
  datingOf(codex: LiveCodex): Promise<Dating>;
  /** The points that an author may want to name. */
  points(codex: LiveCodex): Promise<CanonPointChoice[]>;
  /** The committed text of a file; null where there is none, and where git can't be asked. @param commit its full hash */
  textOf(codex: LiveCodex, commit: string, file: string): Promise<string | null>;
}

const UNTRUSTED = 'git is asked only in folders that you trust: see “Workspaces: Manage Workspace Trust”.';
const NOT_HERE = 'git is not available here, in a browser. Open the folder in VS Code on your computer for it.';
const ALONE = 'this page is by itself. Open the folder that holds your notes, to ask what was committed of them.';

/**
 * @param git null where it can't be asked
 * @param storage the folder that the editor has for what is kept between starts; null: that of the user
 */
export function readCommitted(git: Git | null, isTrusted: () => boolean, storage: () => string | null): Committed {
  const opened = new WeakMap<LiveCodex, Committing>();
  /** Why git is not asked at all; null: it is. */
  const unasked = ({ isOne }: LiveCodex): string | null =>
    git === null ? NOT_HERE : isOne ? ALONE : isTrusted() ? null : UNTRUSTED;
  const of = (codex: LiveCodex): Committing | null => {
    if (git === null || unasked(codex) !== null) return null;
    let commits = opened.get(codex);
    if (!commits) opened.set(codex, (commits = git.commitsOf(codex.root, storage())));
    return commits;
  };
  return {
    unaskedIn: unasked,
    of,
    async readFor(codex, ...points) {
      const refs = points.flatMap((point) => (point === undefined ? [] : (commitNamed(point) ?? [])));
      const commits = of(codex);
      if (commits) return readCommits(commits, refs);
      const message = unasked(codex) ?? UNTRUSTED;
      return new Map(refs.map((ref) => [ref, { ok: false, message }]));
    },
    async comparableOf(codex, commits) {
      const { canon, currentText } = codex;
      const asked = [...commits.values()].some(({ ok }) => ok) ? of(codex) : null;
      return asked ? withKeptOut(canon, asked, currentText) : canon;
    },
    refusalOf: async (codex, ref) => unasked(codex) ?? of(codex)?.refusalOf(ref) ?? null,
    async datingOf(codex) {
      const trouble = { message: undated(unasked(codex) ?? UNTRUSTED), severity: 'info' } as const;
      return of(codex)?.dating() ?? { times: null, trouble };
    },
    async points(codex) {
      const tags = (await of(codex)?.tags()) ?? [];
      return tags.map(({ name, day }) => ({ label: name, value: `git:${name}`, detail: `tag · ${day}` }));
    },
    async textOf(codex, commit, file) {
      return (await of(codex)?.snapshot(commit))?.textOf(file) ?? null;
    },
  };
}
