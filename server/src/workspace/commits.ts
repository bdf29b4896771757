/** The committed or staged codex of a folder: read from git's objects, each commit and each text once. */
import { undated } from '../core/commits/named';
import type { CommittedSnapshot, GitSnapshot } from '../core/commits/snapshot';
import type { CommitReading } from '../core/canon';
import type { Dating } from '../core/host';
import type { CommitReader, GitFolders, Tag } from '../platform/gitPort';
import { openBlobs } from './blobs';
import { openCache } from './cache';
import {
  commitOf,
  committedFiles,
  filesStaged,
  gitFoldersOf,
  keptOutOf,
  repositoryOf,
  type Repository,
  newestTags,
} from './git';
import { followHistory } from './commitDates';
import { findBaselinePoint, pointNamed } from './baselinePoint';
import { refusalIn } from './runGit';
import { fetchDiffering, type RepositoryReading, readFiles } from './gitSnapshots';
import { refuseConflicts } from './gitInProgress';

/** Nobody else waits for a turn. */
export const noTurn = (): Promise<void> => Promise.resolve();

/** How many commits are kept that were read. */
const MOST_KEPT = 8;

/**
 * @param root the folder of the codex, which may be a part of its repository
 * @param turn waited for again and again in long work, so that others have their turn
 * @param cache where entries and dates are kept between starts
 */
export function openCommits(root: string, turn = noTurn, cache = openCache(root)): CommitReader {
  const snapshots = new Map<string, Promise<CommittedSnapshot>>();
  const blobs = openBlobs(root);
  const datesAt = followHistory(cache);
  let last: GitSnapshot | null = null;

  const datingOf = async (repository: Repository, commit: string | null): Promise<Dating> =>
    commit === null ? NOTHING_YET : datesAt(repository, commit);
  const readingIn = ({ isWhole }: Repository): RepositoryReading => ({
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
    const files = await committedFiles(repository, commit);
    const read = await readFiles(readingIn(repository), files, last, () => datingOf(repository, commit));
    return { ...read, commit };
  };

  return {
    snapshot,
    at: (ref) => readOr(snapshot(ref)),
    refusalOf: (ref) => refusalOf(root, ref),
    tags: () =>
      unlessRefused<readonly Tag[]>(
        repositoryOf(root).then((repository) => newestTags(repository, MOST_TAGS)),
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
    stagedKey: () => stagedKeyOf(root),
    keptOut: async () => keptOutOf(await repositoryOf(root)),
    folders: () => unlessRefused<GitFolders | null>(repositoryOf(root).then(gitFoldersOf), () => null),
    established: async (declared, before) => findBaselinePoint(await repositoryOf(root), declared, before),
    pointAt: async (ref) => pointNamed(await repositoryOf(root), ref),
  };
}

/** A commit as a question reads it, or why git does not give it. */
const readOr = (reading: Promise<CommittedSnapshot>): Promise<CommitReading> =>
  unlessRefused<CommitReading>(
    reading.then(({ host, textOf, commit, leftOut }) => ({ ok: true, canon: host.canon, textOf, commit, leftOut })),
    (message) => ({ ok: false, message }),
  );

/** Why git does not know a name; null where it does. */
const refusalOf = (root: string, ref: string): Promise<string | null> =>
  unlessRefused<string | null>(
    repositoryOf(root)
      .then((repository) => commitOf(repository, ref))
      .then(() => null),
    (message) => message,
  );

async function stagedKeyOf(root: string): Promise<string | null> {
  const repository = await repositoryOf(root);
  const head = await commitOf(repository, 'HEAD', 'may be none');
  const [staged, committed] = [await filesStaged(repository), head ? await committedFiles(repository, head) : []].map(
    (files) => files.map(({ path, id }) => `${id} ${path}`).join('\n'),
  );
  return staged === undefined || staged === committed ? null : staged;
}

const NOTHING_YET: Dating = { times: new Map(), trouble: null };

/** More than anybody looks through. */
const MOST_TAGS = 30;

/** What was asked of git, or what to answer where it refuses. */
const unlessRefused = <T>(asked: Promise<T>, otherwise: (message: string) => T): Promise<T> =>
  asked.catch((error: unknown) => {
    const message = refusalIn(error);
    if (message === null) throw error;
    return otherwise(message);
  });
