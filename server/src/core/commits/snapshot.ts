/** A codex at one moment, as it was committed or staged, with the texts that it was read from. */
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

/** With the texts that it was read from. */
export interface Snapshot {
  readonly host: CanonHost;
  /** @param file relative to the root, with `/` */
  readonly textOf: (file: string) => string | null;
  /** What stands for that text, as a rule git's id of it: the same only where that is, and null where there is none. */
  readonly blobOf: (file: string) => string | null;
}

/** Files, and folders with `/` at their end, that can't be read, and why. */
export type LeftOut = ReadonlyMap<string, string>;

/** A text that a file had in an earlier commit, and what stands for it. */
export interface EarlierText {
  readonly text: string;
  readonly blob: string;
}

/** One that git was asked for. */
export interface GitSnapshot extends Snapshot {
  /** The files that can't be read, and folders (with `/` at their end), and why. */
  readonly leftOut: LeftOut;
  /** What some of these said before, as the newest commits have it that did: nobody has told anything else of them since. */
  readonly earlier?: ReadonlyMap<string, EarlierText>;
  /** Null where the codex is not dated by git. */
  readonly dating: Dating | null;
  /** What others can see of an entry's file: `fingerprintOf`. */
  readonly fingerprintAt: (file: string) => number | undefined;
  /** Reads the texts of files in one pass, for whoever is about to ask for them. */
  readTexts(files: readonly string[]): Promise<void>;
}

export interface CommittedSnapshot extends GitSnapshot {
  /** Its full hash. */
  readonly commit: string;
}

/** How many entries are read at once. */
export const ENTRIES = 12;

/** Reads entries into a host that has its codex.yaml, with a step after each few; what is the same in another snapshot is shared with it. */
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

/** Whether entries of one would be read the same in another, which has its codex.yaml. */
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

/** What the author reads where git can't say when entries entered the canon. @param why a sentence */
export const undated = (why: string): string =>
  `When entries entered the canon can't be told: ${why} Until it can, those without \`canon\` count as known from the beginning.`;

/** Reads what a question names, for `Tool.run`. */
export async function readCommits(
  commits: { at(ref: string): Promise<CommitReading> },
  refs: readonly string[],
): Promise<Commits> {
  const readings = new Map<string, CommitReading>();
  for (const ref of refs) readings.set(ref, await commits.at(ref));
  return readings;
}

/** Git, asked for files that it does not lay out. */
interface KeepingOut {
  keptOut(): Promise<ReadonlySet<string>>;
  snapshot(ref: string): Promise<GitSnapshot>;
}

/** A canon with the entries that are not laid out, and with codex.yaml where that is not. @param textOf of the files that are */
export async function withKeptOut(
  canon: Canon,
  commits: KeepingOut,
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

/** The entries of a folder, read under the codex.yaml of a commit. */
function underCodexOf(committed: GitSnapshot, canon: Canon, textOf: (file: string) => string | null): Canon {
  const host = createHost(textOf);
  const { codex } = host.apply(new Map([[CODEX_FILE, committed.textOf(CODEX_FILE)]]));
  if (committed.dating) host.date(committed.dating);
  const isWanted = entryFilter(codex);
  const files = pathsOf(canon).filter((file) => isWanted(file));
  return host.apply(new Map(files.map((file) => [file, textOf(file)])));
}
