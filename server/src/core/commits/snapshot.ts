/** Snapshots: a codex at one moment, as it was committed or staged, with its texts; and how they are read. */
import { type CanonHost, type Dating, CODEX_FILE, createHost } from '../host';
import {
  tableKeys,
  readsTheSameSteps,
  type CommitReading,
  type Commits,
  type Canon,
  entryAt,
  pathsOf,
  withEntries,
} from '../canon';
import { entryFilter } from '../codex/pathRules';
import { readEntry } from '../entry/readEntry';

/** A codex, and the texts that it was read from. */
export interface Snapshot {
  readonly host: CanonHost;
  /** @param file relative to the root, with `/` */
  readonly textOf: (file: string) => string | null;
  /** An id of that text, mostly git's blob hash: equal only for equal texts; null if there is no text. */
  readonly blobOf: (file: string) => string | null;
}

/** Files, and folders with `/` at their end, that can't be read, and the reasons. */
export type LeftOut = ReadonlyMap<string, string>;

/** A text that a file had in an earlier commit, and its `blobOf`. */
export interface EarlierText {
  readonly text: string;
  readonly blob: string;
}

export interface GitSnapshot extends Snapshot {
  readonly leftOut: LeftOut;
  /** For some of the files left out, their last readable text, from the newest commit that has one. */
  readonly earlier?: ReadonlyMap<string, EarlierText>;
  /** Null if git does not date the codex. */
  readonly dating: Dating | null;
  /** The `fingerprintOf` an entry's file. */
  readonly fingerprintAt: (file: string) => number | undefined;
  /** Reads the texts of files in one pass, so that later `textOf` calls are fast. */
  readTexts(files: readonly string[]): Promise<void>;
}

export interface CommittedSnapshot extends GitSnapshot {
  /** Its full hash. */
  readonly commit: string;
}

/** How many entries are read in one step. */
export const ENTRIES = 12;

/** Reads entries into a host that has its codex.yaml, in steps. Entries with the same text in a similar snapshot are shared with it. */
export function* fillInSteps(
  { host, textOf, blobOf }: Snapshot,
  files: readonly string[],
  like: Snapshot | null,
): Generator<void, void> {
  const isLike = like !== null && (yield* isAlikeInSteps(like, { host, blobOf }));
  if (isLike) host.begin(like.host.canon);
  const wanted = new Set(files);
  const gone = isLike ? [...tableKeys(host.canon.entries)].filter((file) => !wanted.has(file)) : [];
  const changed = files.filter((file) => !isLike || like.blobOf(file) !== blobOf(file));
  for (const part of parts([...gone, ...changed], ENTRIES)) {
    const texts = part.map((file) => [file, wanted.has(file) ? textOf(file) : null] as const);
    if (isLike) host.apply(new Map(texts));
    else host.grow(new Map(texts.flatMap(([file, text]) => (text === null ? [] : [[file, text] as const]))));
    yield;
  }
}

/** Whether the entries of a snapshot would be read the same under the codex.yaml of another. */
export function* isAlikeInSteps(
  { host, blobOf }: Snapshot,
  other: Pick<Snapshot, 'host' | 'blobOf'>,
): Generator<void, boolean> {
  if (blobOf(CODEX_FILE) === other.blobOf(CODEX_FILE)) return true;
  return yield* readsTheSameSteps(host.canon, other.host.canon.codex);
}

export function* parts<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let begin = 0; begin < all.length; begin += size) yield all.slice(begin, begin + size);
}

/** The message for the author if git can't date the entries. @param why a sentence */
export const undated = (why: string): string =>
  `git can't say when entries entered the canon: ${why} Until it can, entries without \`canon\` count as known from the beginning.`;

/** Reads the commits that a question names, for `Tool.run`. */
export async function readCommits(
  commits: { at(ref: string): Promise<CommitReading> },
  refs: readonly string[],
): Promise<Commits> {
  const readings = new Map<string, CommitReading>();
  for (const ref of refs) readings.set(ref, await commits.at(ref));
  return readings;
}

/** The part of git that a sparse checkout needs. */
interface SparseCheckout {
  keptOut(): Promise<ReadonlySet<string>>;
  snapshot(ref: string): Promise<GitSnapshot>;
}

/**
 * A canon with the entries that a sparse checkout leaves out of the work tree, and with codex.yaml if it is left out.
 * @param textOf the texts of the files in the work tree
 */
export async function withKeptOut(
  canon: Canon,
  commits: SparseCheckout,
  textOf: (file: string) => string | null,
): Promise<Canon> {
  const files = await commits.keptOut();
  if (files.size === 0) return canon;
  const committed = await commits.snapshot('HEAD');
  const away = [...files].filter((file) => !entryAt(canon, file) && entryAt(committed.host.canon, file));
  await committed.readTexts(away);
  const isUndeclared = !canon.codex.declared && files.has(CODEX_FILE);
  const base = isUndeclared ? underCodexOf(committed, canon, textOf) : canon;
  const entries = away.flatMap((file) => {
    const text = committed.textOf(file);
    return text === null ? [] : [[file, readEntry(file, text, base.codex)] as const];
  });
  return entries.length === 0 ? base : withEntries(base, new Map(entries));
}

/** The entries of the work tree, read under the codex.yaml of a commit. */
function underCodexOf(committed: GitSnapshot, canon: Canon, textOf: (file: string) => string | null): Canon {
  const host = createHost(textOf);
  const { codex } = host.apply(new Map([[CODEX_FILE, committed.textOf(CODEX_FILE)]]));
  if (committed.dating) host.date(committed.dating);
  const isWanted = entryFilter(codex);
  const files = pathsOf(canon).filter((file) => isWanted(file));
  return host.apply(new Map(files.map((file) => [file, textOf(file)])));
}
