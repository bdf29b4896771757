/** A codex as it was committed or staged: what differs from a known one is read, and nothing else. */
import type { Cache } from '../platform/platform';
import { type GitSnapshot, type Snapshot, ENTRIES, isAlikeInSteps, parts } from '../core/commits/snapshot';
import { UNGIVEN, UNREADABLE } from '../core/text/unreadable';
import { entryAt, notShared } from '../core/canon';
import { ERRATA_FILE } from '../core/codex/errata';
import { type Entry, fingerprintOf } from '../core/entry/entry';
import { othersOf } from './openFolder';
import { type CanonHost, CODEX_FILE, createHost, type Dating } from '../core/host';
import { type Blobs, countBlobs } from './blobs';
import { FEW } from './changedEntries';
import {
  entriesAmong,
  type EntryListing,
  entriesSince,
  type Blob,
  type ChangedBlobs,
  committedFiles,
  filesStaged,
} from './listFiles';
import { pathExists } from './folder';
import { cacheBlobs, type CachedBlobs, readCachedBlobs } from './cachedPack';
import { addTo } from '../core/text/groups';
import path from 'node:path';
import { keptOutOf, layingOutFolders, repositoryOf, type Repository } from './git';
import { refusalIn } from './runGit';

/** What all that are read of one repository have in common. */
interface RepositoryReading {
  /** The folder of the codex. */
  readonly root: string;
  readonly blobs: Blobs;
  /** Null where what was kept may not hold any more. */
  readonly cache: Cache | null;
  /** Waited for again and again in long work, so that others have their turn. */
  readonly turn: () => Promise<void>;
}

/** The files of the folder. */
export interface Listing {
  readonly files: readonly Blob[];
  /** Where they are not those of the snapshot that shares its entries; absent: that is not known. */
  readonly changed?: ChangedBlobs | null | undefined;
}

/** One that others can be read from. */
export interface ReadSnapshot extends GitSnapshot {
  /** The blobs of the files that count as texts, by path. */
  readonly ids: ReadonlyMap<string, string>;
  readonly listed: EntryListing;
  /** The fingerprints of its entries. */
  readonly fingerprints: Fingerprints;
}

/** Fingerprints by path: those that are kept between starts, and what has changed since. */
interface Fingerprints {
  readonly kept: () => ReadonlyMap<string, number>;
  /** Null: there is none. */
  readonly since: ReadonlyMap<string, number | null>;
}

const NO_FINGERPRINTS: ReadonlyMap<string, number> = new Map();

/**
 * @param like shares its entries, where its codex.yaml means the same to them
 * @param datingOf asked where git is to date the entries
 */
export async function readFiles(
  reading: RepositoryReading,
  { files, changed = null }: Listing,
  like: ReadSnapshot | null,
  datingOf: () => Promise<Dating>,
): Promise<ReadSnapshot> {
  const { blobs, cache } = reading;
  const counted = countBlobs(blobs);
  const { ids, leftOut } = counted;
  const codexFiles = files.filter(({ path }) => path === CODEX_FILE);
  const errata = files.filter(({ path, isLink }) => path === ERRATA_FILE && !isLink);
  await blobs.fetch([...codexFiles, ...errata].flatMap(({ id, isLink }) => (isLink ? [] : id)));
  counted.take(codexFiles);
  const [texts, errataOf] = [blobs.textsOf(ids), blobs.textsOf(new Map(errata.map(({ path, id }) => [path, id])))];
  const textOf = (file: string): string | null =>
    (file === ERRATA_FILE ? errataOf : texts)(file) ?? (file === CODEX_FILE && leftOut.has(file) ? UNREADABLE : null);
  const blobOf = (file: string): string | null => ids.get(file) ?? null;
  const host = createHost(textOf, othersOf(reading.root));
  const { codex } = host.apply(new Map([[CODEX_FILE, textOf(CODEX_FILE)]]));

  const isSince = like !== null && changed !== null && !changed.has(CODEX_FILE);
  const shared = isSince ? entriesSince(like.listed, changed, codex) : null;
  const listed = shared ?? entriesAmong(files, codex);
  const { entries } = listed;
  const codexBlob = blobOf(CODEX_FILE);
  const isLike = like !== null && (await inTurns(isAlikeInSteps(like, { host, blobOf }), reading.turn));
  const kept = isLike || entries.length < FEW ? null : cache && readCachedBlobs(cache, codexBlob);
  if (kept) blobs.learn(kept.odds);
  if (isSince && shared) {
    counted.takeOver(like, changed);
    counted.take(entries.filter(({ path }) => changed.has(path)));
  }
  const takeAgain = (): void => counted.takeAgain([...codexFiles, ...entries]);
  takeAgain();
  const draft: Draft = { host, ids, textOf, takeAgain, fingerprints: new Map() };
  const base = (isLike && baseIn(like, draft, shared ? changed?.keys() : undefined)) || (kept && baseKept(kept, draft));
  const fingerprints: Fingerprints = {
    kept: base ? base.fingerprints.kept : () => NO_FINGERPRINTS,
    since: draft.fingerprints,
  };
  const fingerprintAt = (file: string): number | undefined => {
    const fingerprint = fingerprints.since.get(file);
    return fingerprint === undefined ? fingerprints.kept().get(file) : (fingerprint ?? undefined);
  };
  const reads = base ? readDiffering(reading, draft, base) : readAll(reading, draft);
  const [read, dating] = await Promise.all([reads, codex.datedByGit ? datingOf() : null]);
  if (dating) host.date(dating);
  if (cache && host.pack && entries.length >= FEW && read * 20 > entries.length) {
    if (base) await inTurns(host.repack(), reading.turn);
    cacheBlobs(cache, codexBlob, { pack: host.pack, blobs: ids, fingerprintAt, odds: blobs.odds() });
  }
  for (const folder of listed.folders)
    if (!pathExists(reading.root, folder + CODEX_FILE)) leftOut.set(folder, UNGIVEN.submodule);
  const readTexts = (wanted: readonly string[]): Promise<void> =>
    blobs.fetch(wanted.flatMap((file) => blobOf(file) ?? []));
  return { host, textOf, blobOf, leftOut, dating, fingerprintAt, readTexts, ids, listed, fingerprints };
}

/** A snapshot that is being read. */
interface Draft extends Pick<Snapshot, 'host' | 'textOf'> {
  /** The files that count as texts, by path. */
  readonly ids: ReadonlyMap<string, string>;
  /** Counts them again, when more is known of them. */
  readonly takeAgain: () => void;
  /** The fingerprints of what is read. */
  readonly fingerprints: Map<string, number | null>;
}

/** Where entries are taken over from. */
interface Base extends Pick<ReadSnapshot, 'ids' | 'fingerprints'> {
  readonly beginIn: (host: CanonHost) => void;
  /** The entries that are others there, or are not there. */
  readonly changed: readonly string[];
}

/** @param among the files that may be others there; absent: any */
const baseIn = ({ host, ids, fingerprints }: ReadSnapshot, draft: Draft, among?: Iterable<string>): Base => ({
  ids,
  fingerprints,
  beginIn: (other) => void other.begin(host.canon),
  changed: differingIn(draft.ids, ids, among),
});

/** Null where more is another one than is the same. */
function baseKept({ pack, blobs, fingerprints }: CachedBlobs, { ids }: Draft): Base | null {
  const changed = differingIn(ids, blobs);
  if (changed.length * 2 > ids.size) return null;
  const beginIn = (host: CanonHost): void => void host.take(pack);
  return { ids: blobs, fingerprints: { kept: fingerprints, since: new Map() }, beginIn, changed };
}

/** Reads what is not the same as in another one. How many files that are */
async function readDiffering({ blobs, turn }: RepositoryReading, draft: Draft, base: Base): Promise<number> {
  const { host, ids, textOf, fingerprints } = draft;
  const { changed } = base;
  await blobs.fetch(changed.flatMap((file) => ids.get(file) ?? []));
  draft.takeAgain();
  for (const [file, fingerprint] of base.fingerprints.since) fingerprints.set(file, fingerprint);
  base.beginIn(host);
  const gone = goneFrom(base.ids, ids, changed);
  const all = [...gone, ...changed];
  for (const part of parts(all, ENTRIES)) {
    const texts = new Map(part.map((file) => [file, textOf(file)]));
    host.apply(texts);
    for (const [file, text] of texts) noteFingerprint(fingerprints, file, entryAt(host.canon, file), text);
    await turn();
  }
  return all.length;
}

/** The entries among some files that are others elsewhere, or are not there. */
function differingIn(
  ids: ReadonlyMap<string, string>,
  elsewhere: ReadonlyMap<string, string>,
  among: Iterable<string> = ids.keys(),
): string[] {
  const found: string[] = [];
  for (const file of among) {
    const id = ids.get(file);
    if (id !== undefined && elsewhere.get(file) !== id && file !== CODEX_FILE) found.push(file);
  }
  return found;
}

/** The entries of a base that are not there any more. @param changed those that are others there, or are new */
function goneFrom(
  base: ReadonlyMap<string, string>,
  ids: ReadonlyMap<string, string>,
  changed: readonly string[],
): string[] {
  // What can't be read is known by now, and is gone as well: of all others the numbers tell whether any is.
  const shared = ids.size - changed.filter((file) => ids.has(file) && !base.has(file)).length;
  if (shared - Number(ids.has(CODEX_FILE)) === base.size - Number(base.has(CODEX_FILE))) return [];
  return [...base.keys()].filter((file) => file !== CODEX_FILE && !ids.has(file));
}

/** Reads everything that git lists, and answers how many files that are. */
async function readAll({ blobs, turn }: RepositoryReading, draft: Draft): Promise<number> {
  const { host, ids, fingerprints } = draft;
  const files = new Map<string, string[]>();
  for (const [file, id] of ids) if (file !== CODEX_FILE) addTo(files, id, file);
  for await (const some of blobs.pass(files.keys()))
    for (const part of parts(some, ENTRIES)) {
      const texts = part.flatMap(([id, { text }]) =>
        text === null ? [] : (files.get(id) ?? []).map((file): [string, string] => [file, text]),
      );
      host.grow(texts, (entry, text) => noteFingerprint(fingerprints, entry.path, entry, text));
      await turn();
    }
  draft.takeAgain();
  return files.size;
}

function noteFingerprint(
  fingerprints: Map<string, number | null>,
  file: string,
  entry: Entry | undefined,
  text: string | null,
): void {
  fingerprints.set(file, entry && text !== null ? fingerprintOf(entry, text) : null);
}

async function inTurns<T>(steps: Generator<void, T>, turn: () => Promise<void>): Promise<T> {
  for (let taken = 1; ; taken++) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (taken % ENTRIES === 0) await turn();
  }
}

/** Has the texts at hand that are others in another snapshot. */
export const fetchDiffering = ({ host, blobOf, readTexts }: GitSnapshot, other: Snapshot): Promise<void> =>
  readTexts(
    notShared(host.canon.entries, other.host.canon.entries).filter((file) => blobOf(file) !== other.blobOf(file)),
  );

/** The same of both. */
export async function fetchApart(one: GitSnapshot, other: GitSnapshot): Promise<void> {
  await fetchDiffering(one, other);
  await fetchDiffering(other, one);
}

/** Finds a codex.yaml that is in git, but that a sparse checkout does not lay out in the folder. */
interface KeptOutCodex {
  /** The top folder of the repository, absolute. */
  readonly top: string;
  /** What `git sparse-checkout add` needs there: the file, or its folder where only whole folders are laid out. */
  readonly wanted: string;
}

/** The one of a folder or of the nearest one above it, else one in a folder of it; null where git keeps none of them out. */
export async function findKeptOutCodex(root: string): Promise<KeptOutCodex | null> {
  try {
    const repository = await repositoryOf(root);
    const { prefix } = repository;
    const top = path.resolve(root, prefix.replace(/[^/]+/g, '..'));
    const files = [...(await keptOutOf({ ...repository, folder: top }))].filter(
      (file) => path.posix.basename(file) === CODEX_FILE,
    );
    const isAbove = (file: string): boolean => prefix.startsWith(file.slice(0, -CODEX_FILE.length));
    const byLength = files.sort((a, b) => a.length - b.length);
    const found = byLength.findLast(isAbove) ?? byLength.find((file) => file.startsWith(prefix));
    if (found === undefined) return null;
    return { top, wanted: (await layingOutFolders(repository)) ? path.posix.dirname(found) : found };
  } catch (error) {
    // Where git can't answer, nothing is kept out by it.
    if (refusalIn(error) === null) throw error;
    return null;
  }
}

/**
 * The files of a codex in a commit; where it had no codex.yaml there, those of the folder that has most of its files and none any
 * more, by the paths that they have now. @param listed what the commit has in the folder of the codex
 */
export async function filesBeforeMove(
  repository: Repository,
  commit: string,
  listed: readonly Blob[],
): Promise<readonly Blob[]> {
  const { folder, prefix } = repository;
  if (hasCodex(listed) || !pathExists(folder, CODEX_FILE)) return listed;
  const top = path.resolve(folder, prefix.replace(/[^/]+/g, '..'));
  const all = await committedFiles({ ...repository, prefix: '' }, commit);
  const left = all.flatMap(({ path: file }) => {
    const isCodex = file === CODEX_FILE || file.endsWith(`/${CODEX_FILE}`);
    return isCodex && !pathExists(top, file) ? file.slice(0, -CODEX_FILE.length) : [];
  });
  if (left.length === 0) return listed;
  const here = new Set((await filesStaged(repository)).map((one) => one.path));
  const moved = left
    .map((old) => {
      const files = all.flatMap((one) =>
        one.path.startsWith(old) ? { ...one, path: one.path.slice(old.length) } : [],
      );
      return { files, kept: files.filter((one) => here.has(one.path)).length };
    })
    // Two files of one name make no codex the same.
    .filter(({ files, kept }) => kept * 2 >= files.length)
    .sort((a, b) => b.kept - a.kept)[0];
  return moved?.files ?? listed;
}

const hasCodex = (files: readonly Blob[]): boolean => files.some((one) => one.path === CODEX_FILE);
