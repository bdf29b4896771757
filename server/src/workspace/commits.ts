/** The codex of a folder as it was committed or staged: read from git's objects, each commit and each text once. */
import type { CommitReading, Commits as CommitsRead } from '../core/canon';
import type { Dating } from '../core/host';
import { openBlobs } from './blobs';
import { openCache } from './cache';
import {
  commitOf,
  filesIn,
  filesStaged,
  type GitFolders,
  gitFoldersOf,
  keptOutOf,
  repositoryOf,
  type Repository,
  type Tag,
  tagsOf,
} from './git';
import { followHistory } from './history';
import { type BaselinePoint, findBaselinePoint, pointNamed } from './baselinePoint';
import { refusalIn } from './runGit';
import { fetchDiffering, type GitSnapshot, type Reading, readFiles } from './snapshots';
import { refuseConflicts } from './underWay';

export interface CommittedSnapshot extends GitSnapshot {
  /** Its full hash. */
  readonly commit: string;
}

export interface Commits {
  /** The codex at a commit, tag, branch or anything else that git calls a revision. Asked twice, it is the same value. */
  at(ref: string): Promise<CommitReading>;
  /** Why it can't be read, without reading it; null where it can. */
  refusalOf(ref: string): Promise<string | null>;
  /** What an author may want to name: the newest tags; none where git can't tell. */
  tags(): Promise<readonly Tag[]>;
  /** The same, with its texts; what git can't answer is thrown as a refusal. */
  snapshot(ref: string): Promise<CommittedSnapshot>;
  /** When the files of the last commit were committed first, for a codex that is dated by git; it says so where git can't tell. */
  dating(): Promise<Dating>;
  /** What the next commit would hold, and all texts at hand that differ from another snapshot, whose entries it shares. */
  staged(like: GitSnapshot | null): Promise<GitSnapshot>;
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

/** Nobody else waits for their turn. */
export const noTurn = (): Promise<void> => Promise.resolve();

/** How many commits are kept that were read. */
const MOST_KEPT = 8;

/**
 * @param root the folder of the codex, which may be a part of its repository
 * @param turn waited for again and again in long work, so that others have their turn
 * @param cache where entries and dates are kept between starts
 */
export function openCommits(root: string, turn = noTurn, cache = openCache(root)): Commits {
  const snapshots = new Map<string, Promise<CommittedSnapshot>>();
  const blobs = openBlobs(root);
  const datesAt = followHistory(cache);
  let last: GitSnapshot | null = null;

  const datingOf = async (repository: Repository, commit: string | null): Promise<Dating> =>
    commit === null ? NOTHING_YET : datesAt(repository, commit);
  const readingIn = ({ isWhole }: Repository): Reading => ({
    root,
    blobs,
    cache: isWhole ? cache : null,
    turn,
  });
  const snapshot = async (ref: string): Promise<CommittedSnapshot> => {
    const repository = await repositoryOf(root);
    const commit = await commitOf(repository, ref);
    const found = snapshots.get(commit) ?? readAt(repository, commit);
    // The one that was asked for longest ago is forgotten first.
    snapshots.delete(commit);
    snapshots.set(commit, found);
    for (const [oldest] of snapshots) if (snapshots.size > MOST_KEPT) snapshots.delete(oldest);
    const committed = await found;
    last = committed;
    return committed;
  };
  const readAt = async (repository: Repository, commit: string): Promise<CommittedSnapshot> => {
    const files = await filesIn(repository, commit);
    const read = await readFiles(readingIn(repository), files, last, () => datingOf(repository, commit));
    return { ...read, commit };
  };

  return {
    snapshot,
    at: (ref) =>
      unlessRefused(
        snapshot(ref).then(({ host, textOf, commit, leftOut }) => ({
          ok: true,
          canon: host.canon,
          textOf,
          commit,
          leftOut,
        })),
        (message) => ({ ok: false, message }),
      ),
    refusalOf: (ref) =>
      unlessRefused<string | null>(
        repositoryOf(root)
          .then((repository) => commitOf(repository, ref))
          .then(() => null),
        (message) => message,
      ),
    tags: () =>
      unlessRefused<readonly Tag[]>(
        repositoryOf(root).then((repository) => tagsOf(repository, MOST_TAGS)),
        () => [],
      ),
    dating: () =>
      unlessRefused(
        repositoryOf(root).then(async (repository) =>
          datingOf(repository, await commitOf(repository, 'HEAD', 'may be none')),
        ),
        (message) => ({ times: null, trouble: { message: undated(message), severity: 'warning' } }),
      ),
    async staged(like) {
      const repository = await repositoryOf(root);
      const [files, commit] = await Promise.all([
        filesStaged(repository),
        commitOf(repository, 'HEAD', 'may be none'),
        refuseConflicts(repository),
      ]);
      const next = await readFiles(readingIn(repository), files, like, () => datingOf(repository, commit));
      if (like) {
        await fetchDiffering(like, next);
        await fetchDiffering(next, like);
      }
      return next;
    },
    async stagedKey() {
      const repository = await repositoryOf(root);
      const head = await commitOf(repository, 'HEAD', 'may be none');
      const [staged, committed] = [await filesStaged(repository), head ? await filesIn(repository, head) : []].map(
        (files) => files.map(({ path, id }) => `${id} ${path}`).join('\n'),
      );
      return staged === undefined || staged === committed ? null : staged;
    },
    keptOut: async () => keptOutOf(await repositoryOf(root)),
    folders: () => unlessRefused<GitFolders | null>(repositoryOf(root).then(gitFoldersOf), () => null),
    established: async (declared, before) => findBaselinePoint(await repositoryOf(root), declared, before),
    pointAt: async (ref) => pointNamed(await repositoryOf(root), ref),
  };
}

const NOTHING_YET: Dating = { times: new Map(), trouble: null };

/** What an author is told where git can't say when entries entered the canon. @param why a sentence */
export const undated = (why: string): string =>
  `When entries entered the canon can't be told: ${why} Until it can, those without \`canon\` count as known from the beginning.`;

/** More than anybody looks through. */
const MOST_TAGS = 30;

/** What was asked of git, or what to answer where it refuses. */
const unlessRefused = <T>(asked: Promise<T>, otherwise: (message: string) => T): Promise<T> =>
  asked.catch((error: unknown) => {
    const message = refusalIn(error);
    if (message === null) throw error;
    return otherwise(message);
  });

/** Reads what a question names, for `Tool.run`. */
export async function readCommits(commits: Commits, refs: readonly string[]): Promise<CommitsRead> {
  const readings = new Map<string, CommitReading>();
  for (const ref of refs) readings.set(ref, await commits.at(ref));
  return readings;
}
