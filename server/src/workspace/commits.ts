/** The committed or staged codex of a folder: read from git's objects, each commit and each text once. */
import { undated } from '../core/commits/named';
import type { CommittedSnapshot } from '../core/commits/snapshot';
import type { CommitReading } from '../core/canon';
import type { Dating } from '../core/host';
import type { CommitReader, GitFolders, Tag } from '../platform/gitPort';
import type { Cache } from '../platform/cachePort';
import { openBlobs } from './blobs';
import { openCache, readAhead } from './cache';
import { cachedBlobsName } from './cachedBlobs';
import { commitOf, gitFoldersOf, keptOutOf, repositoryOf, type Repository, newestTags } from './git';
import { committedFiles, type Blob, type ChangedBlobs, filesStaged, stagedSince } from './listFiles';
import { earlierTexts } from './earlierTexts';
import { filesBeforeMove } from './movedCodex';
import { followHistory } from './commitDates';
import { findBaselinePoint, pointNamed } from './baselinePoint';
import { refusalIn } from './runGit';
import { fetchApart, type Listing, readFiles, type ReadSnapshot } from './gitSnapshots';
import { refuseConflicts } from './gitInProgress';

/** Nobody else waits for a turn. */
export const noTurn = (): Promise<void> => Promise.resolve();

/** How many commits are kept that were read. */
const MOST_KEPT = 8;
/** Of how many of these the files are listed. */
const MOST_LISTED = 2;

interface Opening {
  /** Waited for again and again in long work, so that others have their turn. */
  readonly turn?: () => Promise<void>;
  /** Where entries and dates are kept between starts. */
  readonly cache?: Cache;
  /** The repository: while an editor is open, it may become another one. */
  readonly repositoryHere?: () => Promise<Repository>;
  /** What codex.yaml most likely says in a commit, so that what was kept under it can be read while git looks for that. */
  readonly codexText?: string | null;
}

/** @param root the folder of the codex, which may be a part of its repository */
export function openCommits(root: string, opening: Opening = {}): CommitReader {
  const { repositoryHere = () => repositoryOf(root) } = opening;
  const { snapshot, staged, datingOf } = openSnapshots(root, { ...opening, repositoryHere });
  return {
    snapshot,
    at: (ref) => readOr(snapshot(ref)),
    refusalOf: (ref) => refusalOf(root, ref),
    tags: () =>
      unlessRefused<readonly Tag[]>(
        repositoryHere().then((repository) => newestTags(repository, MOST_TAGS)),
        () => [],
      ),
    dating: () =>
      unlessRefused(
        repositoryHere().then(async (repository) =>
          datingOf(repository, await commitOf(repository, 'HEAD', 'may be none')),
        ),
        (message) => ({ times: null, trouble: { message: undated(message), severity: 'warning' } }),
      ),
    staged,
    stagedKey: () => stagedKeyOf(root),
    keptOut: async () => keptOutOf(await repositoryHere()),
    folders: () => unlessRefused<GitFolders | null>(repositoryHere().then(gitFoldersOf), () => null),
    established: async (declared, before) => findBaselinePoint(await repositoryHere(), declared, before),
    pointAt: async (ref) => pointNamed(await repositoryHere(), ref),
  };
}

/** Reads the states of a codex, each commit once. */
function openSnapshots(
  root: string,
  {
    turn = noTurn,
    cache = openCache(root),
    repositoryHere,
    codexText = null,
  }: Opening & Required<Pick<Opening, 'repositoryHere'>>,
) {
  const snapshots = new Map<string, Promise<ReadSnapshot & CommittedSnapshot>>();
  const blobs = openBlobs(root);
  const datesAt = followHistory(cache);
  const listings = new Map<string, readonly Blob[]>();
  let last: ReadSnapshot | null = null;
  const ahead = readAhead(cache);

  const datingOf = async (repository: Repository, commit: string | null): Promise<Dating> =>
    commit === null ? NOTHING_YET : datesAt(repository, commit);
  const read = (
    repository: Repository,
    listing: Listing,
    like: ReadSnapshot | null,
    commit: string | null,
  ): Promise<ReadSnapshot> =>
    readFiles({ root, blobs, cache: repository.isWhole ? ahead : null, turn }, listing, like, () =>
      datingOf(repository, commit),
    );
  const readAt = async (repository: Repository, commit: string): Promise<ReadSnapshot & CommittedSnapshot> => {
    const listing = committedFiles(repository, commit);
    if (codexText !== null && last === null) ahead.begin(cachedBlobsName(blobs.know(codexText, commit)));
    const listed = await listing;
    const files = await filesBeforeMove(repository, commit, listed);
    if (files === listed) listings.set(commit, files);
    for (const oldest of listings.keys()) if (listings.size > MOST_LISTED) listings.delete(oldest);
    const found = await read(repository, { files }, last, commit);
    const odd = found.leftOut.size > 0 ? await earlierTexts(repository, commit, blobs, found.leftOut) : new Map();
    return { ...found, commit, ...(odd.size > 0 && { earlier: odd }) };
  };
  const opened = async (ref: string) => {
    const repository = await repositoryHere();
    const commit = await commitOf(repository, ref);
    const reading = snapshots.get(commit) ?? readAt(repository, commit);
    // The one that was asked for longest ago is forgotten first.
    snapshots.delete(commit);
    snapshots.set(commit, reading);
    for (const [oldest] of snapshots) if (snapshots.size > MOST_KEPT) snapshots.delete(oldest);
    return { commit, reading };
  };
  const snapshot = async (ref: string): Promise<ReadSnapshot & CommittedSnapshot> => {
    const { reading } = await opened(ref);
    return (last = await reading);
  };
  const staged: CommitReader['staged'] = async (ref) => {
    // All are waited for from the start: where one is refused, another may be too.
    const here = repositoryHere();
    const opening = ref.then((name) => (name === null ? null : opened(name)));
    const [repository, since, changed, head] = await Promise.all([
      here,
      opening.then((one) => one?.reading ?? null),
      opening.then(async (one) => one && stagedSince(await here, one.commit)),
      here.then((one) => commitOf(one, 'HEAD', 'may be none')),
      here.then(refuseConflicts),
    ]);
    const known = since && changed && listings.get(since.commit);
    const listing = known ? withChanges(known, changed) : { files: await filesStaged(repository) };
    const next = await read(repository, listing, since, head);
    if (since) await fetchApart(since, next);
    return { since, next };
  };
  return { snapshot, staged, datingOf };
}

function withChanges(files: readonly Blob[], changed: ChangedBlobs): Listing {
  const others = changed.size === 0 ? files : files.filter(({ path }) => !changed.has(path));
  return { files: [...others, ...[...changed.values()].flatMap((one) => one ?? [])], changed };
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
