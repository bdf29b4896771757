/** The committed or staged codex of a folder: read from git's objects, each commit and each text once. */
import { type EarlierText, type LeftOut, undated, type CommittedSnapshot } from '../core/commits/snapshot';
import { UNFIT } from '../core/text/unreadable';
import { type Blobs, openBlobs } from './blobs';
import {
  type Repository,
  firstParentsOf,
  type Logged,
  logOf,
  commitOf,
  gitFoldersOf,
  keptOutOf,
  repositoryOf,
  newestTags,
} from './git';
import { gitOutput, refusalIn } from './runGit';
import type { Cache, CommitReader, GitFolders, Tag } from '../platform/platform';
import { isoDay } from '../core/codex/canonTime';
import type { Dating } from '../core/host';
import type { CommitReading } from '../core/canon';
import { openCache, readAhead } from './cache';
import { cachedBlobsName } from './cachedPack';
import { committedFiles, type Blob, type ChangedBlobs, filesStaged, stagedSince } from './listFiles';
import { filesBeforeMove, fetchApart, type Listing, readFiles, type ReadSnapshot } from './gitSnapshots';
import { findBaselinePoint, pointNamed, refuseConflicts } from './baselinePoint';

/** So many files are looked for, and so many versions of each. */
const MOST_FILES = 20;
const MOST_VERSIONS = 20;

/** How a page is saved that is still in git, unlike one that is kept elsewhere or has become a link. */
const SAVED_OTHERWISE: ReadonlySet<string> = new Set([UNFIT.utf16, UNFIT.long]);

/** The newest text of each that leads to a commit. @param leftOut what can't be read there, and why */
async function earlierTexts(
  repository: Repository,
  commit: string,
  blobs: Blobs,
  leftOut: LeftOut,
): Promise<ReadonlyMap<string, EarlierText>> {
  const files = [...leftOut].flatMap(([file, why]) => (SAVED_OTHERWISE.has(why) ? file : [])).slice(0, MOST_FILES);
  const found = new Map<string, EarlierText>();
  for (const file of files) {
    const ids = await versionsOf(repository, commit, file);
    await blobs.fetch(ids);
    const blob = ids.find((id) => blobs.oddIn(id) === undefined);
    const text = blob === undefined ? null : blobs.textsOf(new Map([[file, blob]]))(file);
    if (blob !== undefined && text !== null) found.set(file, { text, blob });
  }
  return found;
}

/** The blobs that a file had, the newest first; what it was as a link is none. */
async function versionsOf({ folder }: Repository, commit: string, file: string): Promise<string[]> {
  const how = ['--format=', '--raw', '--no-abbrev', '--no-renames', `--max-count=${MOST_VERSIONS}`, commit];
  const out = await gitOutput(folder, ['log', ...how, '--', file]);
  return [...out.toString('utf8').matchAll(/^:\d+ 100\d+ [0-9a-f]+ ([0-9a-f]+) [AM]/gm)].flatMap(([, id]) => id ?? []);
}

/** Commits along first parents, the oldest first. */
interface Line {
  readonly logged: readonly Logged[];
  /** Whether it begins where a shallow clone does. */
  readonly isShallow: boolean;
}

/** A branch, what it was before it was rebased, and a tag that lies beside it. */
const MOST_LINES = 3;
/** How many commits are read again at each start before they are kept. */
const MOST_AGAIN = 50;
/** How far back it is looked for what is known; in commits. */
const MOST_BACK = 1000;
const MOST_DATINGS = 8;

/**
 * @returns the dates of files as of a commit, by its full hash: asked twice, the same value; what git can't answer is thrown as
 * a refusal. @param cache where the log is kept
 */
function followHistory(cache: Cache): (repository: Repository, commit: string) => Promise<Dating> {
  let lines: readonly Line[] = [];
  let isKeptRead = false;
  const datings = new Map<string, Dating>();
  return async (repository, commit) => {
    const { isShallow, isWhole, prefix } = repository;
    const cacheKey = `${commit} ${isShallow}`;
    const before = datings.get(cacheKey);
    if (before) return before;
    if (isWhole && !isKeptRead) lines = readKept(cache, prefix);
    isKeptRead ||= isWhole;
    // What was cut off may have been fetched since.
    const known = lines.filter((line) => line.isShallow === isShallow);
    const { line, read } = await lineTo(repository, commit, known);
    lines = [line, ...known.filter(({ logged }) => !line.logged.includes(logged.at(-1) as Logged))].slice(
      0,
      MOST_LINES,
    );
    if (isWhole && read > MOST_AGAIN) {
      const kept = { prefix, lines };
      void cache.write(NAME, () => [Buffer.from(JSON.stringify(kept))]);
    }
    const dating = datingOf(line, commit);
    datings.set(cacheKey, dating);
    for (const [oldest] of datings) if (datings.size > MOST_DATINGS) datings.delete(oldest);
    return dating;
  };
}

const NAME = 'log';

/** What is kept is that of one folder in its repository; what can't be taken away from a commit needs no other care. */
function readKept(cache: Cache, prefix: string): readonly Line[] {
  const bytes = cache.read(NAME);
  if (!bytes) return [];
  try {
    const kept = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()) as {
      readonly prefix: string;
      readonly lines: readonly Line[];
    };
    return kept.prefix === prefix ? kept.lines : [];
  } catch {
    // It is intact, but not ours: git can be asked again.
    return [];
  }
}

/** A line that holds a commit, from those that are known as far as they go, and how many commits had to be read for it. */
async function lineTo(repository: Repository, commit: string, lines: readonly Line[]) {
  const places = lines.map(({ logged }) => ({ logged, at: new Map(logged.map((one, i) => [one.commit, i])) }));
  const holding = (hash: string) =>
    places.flatMap(({ logged, at }) => (at.has(hash) ? { logged, at: at.get(hash) ?? 0 } : []))[0];
  const { isShallow } = repository;
  const known = holding(commit);
  if (known) return { line: { logged: known.logged, isShallow }, read: 0 };
  const back = lines.length > 0 ? await firstParentsOf(repository, commit, MOST_BACK) : [];
  const near = back.find((hash) => holding(hash));
  const from = near === undefined ? undefined : holding(near);
  const read = await logOf(repository, commit, near ?? null);
  return { line: { logged: [...(from?.logged.slice(0, from.at + 1) ?? []), ...read], isShallow }, read: read.length };
}

/**
 * Each commit comes after the one before it, whatever its clock said: a millisecond after, where it said less. What a shallow
 * clone begins with was there before.
 */
function datingOf({ logged, isShallow }: Line, commit: string): Dating {
  const times = new Map<string, number>();
  let time = -Infinity;
  for (const [i, { commit: hash, time: committedAt, added, renamed }] of logged.entries()) {
    time = Math.max(time + 1, committedAt);
    const moved = renamed.map(([from, to]) => [to, times.get(from) ?? time] as const);
    for (const [from] of renamed) times.delete(from);
    for (const [to, first] of moved) times.set(to, first);
    // What was deleted and has come back is what it was.
    for (const file of added) if (!times.has(file)) times.set(file, isShallow && i === 0 ? -Infinity : time);
    if (hash === commit) break;
  }
  const [first] = logged;
  return { times, trouble: isShallow && first ? shallow(first.time) : null };
}

const shallow = (time: number): Dating['trouble'] => ({
  message: `This clone is shallow: what was committed before ${isoDay(time)} counts as known from the beginning. \`git fetch --unshallow\` brings the rest.`,
  severity: 'warning',
});

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
