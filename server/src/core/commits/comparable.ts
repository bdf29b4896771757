/** Makes the baseline and today's state comparable if files of either can't be read, and names the point of the baseline. */
import { type Canon, entryAt, has, pathsOf, withEntries } from '../canon';
import { type Entry, fingerprintOf } from '../entry/entry';
import { entryFilter } from '../codex/pathRules';
import { CODEX_FILE, createHost } from '../host';
import { UNFIT, UNGIVEN } from '../text/unreadable';
import { atOnce } from '../text/groups';
import { fillInSteps, isAlikeInSteps, type GitSnapshot, type Snapshot } from './snapshot';

/** A snapshot of the baseline that contains only comparable files. */
export interface ReadableSnapshot extends Snapshot {
  /** The fingerprint of a file. @param fingerprintNow its fingerprint in today's state */
  readonly fingerprintAt: (file: string, fingerprintNow: number | undefined) => number | undefined;
}

/**
 * The baseline without the files that can't be read now. A file that could not be read then counts with its last readable text, or
 * else with its text of now.
 * @param unread files, and folders, that can't be read now
 */
export function withoutUnreadable(then: GitSnapshot, now: Snapshot, unread: ReadonlySet<string>): ReadableSnapshot {
  if (then.leftOut.size + unread.size === 0) return then;
  const before = pathsOf(then.host.canon);
  const kept = before.filter((file) => !isAmong(unread, file));
  const earlier = new Map([...(then.earlier ?? [])].filter(([file]) => !isAmong(unread, file)));
  const taken = new Set([...unknownThen(then, now), ...earlier.keys()]);
  if (then.leftOut.has(CODEX_FILE) && !unread.has(CODEX_FILE)) taken.add(CODEX_FILE);
  if (kept.length === before.length && taken.size === 0 && !unread.has(CODEX_FILE)) return then;
  const snapshotOf = (file: string): Snapshot | null => (taken.has(file) ? now : isAmong(unread, file) ? null : then);
  const textOf = (file: string): string | null => earlier.get(file)?.text ?? snapshotOf(file)?.textOf(file) ?? null;
  const blobOf = (file: string): string | null => earlier.get(file)?.blob ?? snapshotOf(file)?.blobOf(file) ?? null;
  const host = createHost(textOf);
  host.apply(new Map([[CODEX_FILE, textOf(CODEX_FILE)]]));
  if (then.dating) host.date(then.dating);
  const isEntry = entryFilter(host.canon.codex);
  const same = { host, textOf, blobOf };
  atOnce(fillInSteps(same, [...new Set([...kept, ...taken])].filter(isEntry), then));
  // From today's canon: the file on disk may have changed since, and that change is not reported yet.
  const asNow = [...taken]
    .filter((file) => isEntry(file) && !earlier.has(file))
    .map((file) => [file, entryAt(now.host.canon, file) ?? null] as const);
  if (atOnce(isAlikeInSteps(now, same))) host.begin(withEntries(host.canon, new Map(asNow)));
  return {
    ...same,
    fingerprintAt(file, fingerprintNow) {
      if (snapshotOf(file) === then) return then.fingerprintAt(file);
      const [was, entry] = [earlier.get(file), entryAt(host.canon, file)];
      return was && entry ? fingerprintOf(entry, was.text) : fingerprintNow;
    },
  };
}

/**
 * The files that can't be read, and so can't count as changed. A symbolic link is not among them: the page that it replaces has been
 * deleted or moved.
 */
export const unreadIn = (leftOut: Iterable<readonly [file: string, why: string]>): ReadonlySet<string> =>
  new Set([...leftOut].flatMap(([file, why]) => (why === UNGIVEN.link ? [] : file)));

/** The reasons why a file can't be read that come from its content, not from its place. */
const SPOILT: ReadonlySet<string> = new Set([UNFIT.utf16, UNFIT.long, UNGIVEN.lfs]);

/** The entries that could be read then, and whose content can't be read now, with the reason. @param unread the files that can't be read now */
export function spoiltSince(then: GitSnapshot, unread: Iterable<readonly [file: string, why: string]>) {
  const found = new Map<string, { readonly was: Entry; readonly why: string }>();
  for (const [file, why] of unread) {
    const was = SPOILT.has(why) && !then.leftOut.has(file) ? entryAt(then.host.canon, file) : undefined;
    if (was) found.set(file, { was, why });
  }
  return found;
}

/** The entries of today's state that could not be read then. */
export function unknownThen({ leftOut }: GitSnapshot, { host: { canon } }: Pick<Snapshot, 'host'>): readonly string[] {
  if (leftOut.size === 0) return [];
  return pathsOf(canon).filter((file) => isAmong(leftOut, file));
}

/** The entries of then that do not exist now. */
export const missingIn = ({ entries }: Canon, { host }: Snapshot): readonly string[] =>
  pathsOf(host.canon).filter((file) => !has(entries, file));

/** Whether a set contains a file or one of its folders; a folder may end with `/`. */
function isAmong(named: { has(name: string): boolean; readonly size: number }, file: string): boolean {
  if (named.size === 0) return false;
  for (let end = file.length; end > 0; end = file.lastIndexOf('/', end - 1))
    if (named.has(file.slice(0, end)) || named.has(file.slice(0, end + 1))) return true;
  return false;
}

/** The commit of the baseline (model §10). */
export interface BaselinePoint {
  /** The revision for git: the point's own name, or the hash of the last common commit if this branch is behind it. */
  readonly ref: string;
  /** The name in sentences, if it is not `ref`. */
  readonly words?: string;
  /** Whether the author chose it: with a parameter, in codex.yaml, by a tag, or by a push. HEAD is a guess. */
  readonly isCertain: boolean;
  /** Why it is a guess, in words for the author. */
  readonly doubt?: string;
  readonly behind?: Behind;
  /** codex.yaml names another point, which counts only once it is committed: an uncommitted edit does not move the baseline. */
  readonly isMoved?: true;
}

/** A point with commits that this branch does not contain. */
export interface Behind {
  /** As the author calls it: `origin/main`. */
  readonly ref: string;
  /** How many commits of it are missing here. */
  readonly by: number;
  /** Whether it is the upstream of this branch. */
  readonly isUpstream: boolean;
  /** False: the two have no common commit, or this clone does not contain it; then they were compared as they are. */
  readonly hasCommon: boolean;
  readonly isShallow: boolean;
}

/** A line for the author that says how far the branch is behind. */
export function renderBehind({ ref, by, isUpstream, hasCommon, isShallow }: Behind): string {
  if (hasCommon) return `your branch is behind ${ref} by ${by}: ${isUpstream ? 'pull' : 'merge it'} first.`;
  if (isShallow)
    return `this clone is shallow and does not hold the last commit that your branch shares with ${ref}: it was compared with ${ref} itself. \`git fetch --unshallow\` brings the rest.`;
  return `your branch shares no commit with ${ref}: it was compared with ${ref} itself.`;
}
