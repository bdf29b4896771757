/** Makes two states comparable where files of one can't be read: these can't be called changed. */
import { type Canon, entryAt, has, pathsOf, withEntries } from '../canon';
import { type Entry, fingerprintOf } from '../entry/entry';
import { entryFilter } from '../codex/pathRules';
import { CODEX_FILE, createHost } from '../host';
import { UNFIT, UNGIVEN } from '../text/unreadable';
import { atOnce } from '../text/groups';
import { fillInSteps, isAlikeInSteps, type GitSnapshot, type Snapshot } from './snapshot';

/** What can be compared of what is established. */
export interface ReadableSnapshot extends Snapshot {
  /** What others can see of a file. @param now what they see of it now */
  readonly fingerprintAt: (file: string, now: number | undefined) => number | undefined;
}

/**
 * What is established, without what can't be read now. What could not be read then counts as it was when that could be, else as
 * it is now.
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
  const whence = (file: string): Snapshot | null => (taken.has(file) ? now : isAmong(unread, file) ? null : then);
  const textOf = (file: string): string | null => earlier.get(file)?.text ?? whence(file)?.textOf(file) ?? null;
  const blobOf = (file: string): string | null => earlier.get(file)?.blob ?? whence(file)?.blobOf(file) ?? null;
  const host = createHost(textOf);
  host.apply(new Map([[CODEX_FILE, textOf(CODEX_FILE)]]));
  if (then.dating) host.date(then.dating);
  const isEntry = entryFilter(host.canon.codex);
  const same = { host, textOf, blobOf };
  atOnce(fillInSteps(same, [...new Set([...kept, ...taken])].filter(isEntry), then));
  // As the canon has it: on the disk it may be another by now, of which nobody has heard.
  const asNow = [...taken]
    .filter((file) => isEntry(file) && !earlier.has(file))
    .map((file) => [file, entryAt(now.host.canon, file) ?? null] as const);
  if (atOnce(isAlikeInSteps(now, same))) host.begin(withEntries(host.canon, new Map(asNow)));
  return {
    ...same,
    fingerprintAt(file, seen) {
      if (whence(file) === then) return then.fingerprintAt(file);
      const [was, entry] = [earlier.get(file), entryAt(host.canon, file)];
      return was && entry ? fingerprintOf(entry, was.text) : seen;
    },
  };
}

/**
 * The files that can't be read, and so can't be called changed. A link is not a page, but the page in whose place it stands has
 * gone, or is elsewhere.
 */
export const unreadIn = (leftOut: Iterable<readonly [file: string, why: string]>): ReadonlySet<string> =>
  new Set([...leftOut].flatMap(([file, why]) => (why === UNGIVEN.link ? [] : file)));

/** What an author has done to a file so that it is no text of ours, and not to where it lies. */
const SPOILT: ReadonlySet<string> = new Set([UNFIT.utf16, UNFIT.long, UNGIVEN.lfs]);

/** The entries of then that were readable and are spoilt now, with why. @param unread what can't be read now, with why */
export function spoiltSince(then: GitSnapshot, unread: Iterable<readonly [file: string, why: string]>) {
  const found = new Map<string, { readonly was: Entry; readonly why: string }>();
  for (const [file, why] of unread) {
    const was = SPOILT.has(why) && !then.leftOut.has(file) ? entryAt(then.host.canon, file) : undefined;
    if (was) found.set(file, { was, why });
  }
  return found;
}

/** The entries of now that could not be read then. */
export function unknownThen({ leftOut }: GitSnapshot, { host: { canon } }: Pick<Snapshot, 'host'>): readonly string[] {
  if (leftOut.size === 0) return [];
  return pathsOf(canon).filter((file) => isAmong(leftOut, file));
}

/** The entries of then that are not there now. */
export const missingIn = ({ entries }: Canon, { host }: Snapshot): readonly string[] =>
  pathsOf(host.canon).filter((file) => !has(entries, file));

/** Whether a file is one of those named, or in a folder that is; a folder may have `/` at its end. */
function isAmong(named: { has(name: string): boolean; readonly size: number }, file: string): boolean {
  if (named.size === 0) return false;
  for (let end = file.length; end > 0; end = file.lastIndexOf('/', end - 1))
    if (named.has(file.slice(0, end)) || named.has(file.slice(0, end + 1))) return true;
  return false;
}

/** The point to which the baseline belongs (model §10). */
export interface BaselinePoint {
  /** What git is asked for: the point's own name, or the hash of the last common commit where this branch is behind it. */
  readonly ref: string;
  /** What a sentence calls it, where that is something else. */
  readonly words?: string;
  /** Whether the author chose it: by asking, in codex.yaml, by a tag, by what was pushed. HEAD is a guess. */
  readonly isCertain: boolean;
  /** Why it is a guess, in words for the author. */
  readonly doubt?: string;
  readonly behind?: Behind;
  /**
   * codex.yaml names another point, which counts only once it is committed: naming something else does not take back what was
   * told.
   */
  readonly isMoved?: true;
}

/** A point of which this branch has not got everything. */
export interface Behind {
  /** As the author calls it: `origin/main`. */
  readonly ref: string;
  /** How many commits of it are missing here. */
  readonly by: number;
  /** Whether it is the branch that this one is pushed to, and pulled from. */
  readonly isUpstream: boolean;
  /** False: the two have no commit in common, or this clone does not hold it; then they were compared as they are. */
  readonly hasCommon: boolean;
  readonly isShallow: boolean;
}

/** A line for the author that others have pushed more since. */
export function renderBehind({ ref, by, isUpstream, hasCommon, isShallow }: Behind): string {
  if (hasCommon) return `your branch is behind ${ref} by ${by}: ${isUpstream ? 'pull' : 'merge it'} first.`;
  if (isShallow)
    return `this clone is shallow and does not hold the last commit that your branch shares with ${ref}: it was compared with ${ref} itself. \`git fetch --unshallow\` brings the rest.`;
  return `your branch shares no commit with ${ref}: it was compared with ${ref} itself.`;
}
