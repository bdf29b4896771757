/** When each file was committed first, along first parents: from git's log, of which each commit is read once. */
import type { Cache } from '../platform/cachePort';
import { isoDay } from '../core/codex/canonTime';
import type { Dating } from '../core/host';
import { firstParentsOf, type Logged, logOf, type Repository } from './git';

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
export function followHistory(cache: Cache): (repository: Repository, commit: string) => Promise<Dating> {
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
