/** When each file was committed first, along first parents: from git's log, which is read once and then followed. */
import { isoDay } from '../core/codex/canonTime';
import type { Dating } from '../core/host';
import { isShallow, type Logged, logOf, type Repository } from './git';

/** @returns the dates of files as of a commit, by its full hash; what git can't answer is thrown as a refusal */
export function followHistory(): (repository: Repository, commit: string) => Promise<Dating> {
  let last: History | null = null;
  return async (repository, commit) => {
    const told = last?.commit === commit ? last : await historyOf(repository, commit, last);
    last = told;
    const { times, lacksBefore } = told;
    return { times, trouble: lacksBefore === null ? null : shallow(lacksBefore) };
  };
}

interface History {
  readonly commit: string;
  readonly time: number;
  readonly times: ReadonlyMap<string, number>;
  /** Where a shallow clone begins; null where all is there. */
  readonly lacksBefore: number | null;
}

async function historyOf(repository: Repository, commit: string, before: History | null): Promise<History> {
  const since = before && (await logOf(repository, commit, before.commit));
  if (before && since?.[0]?.parent === before.commit) return told(commit, before, since);
  const all = await logOf(repository, commit, null);
  const begins = (await isShallow(repository)) ? (all[0]?.time ?? null) : null;
  return told(commit, { commit, time: -Infinity, times: new Map(), lacksBefore: begins }, all);
}

/**
 * Each commit comes after the one before it, whatever its clock said: a millisecond after, where it said less. What a shallow
 * clone begins with was there before.
 */
function told(commit: string, before: History, logged: readonly Logged[]): History {
  const times = new Map(before.times);
  const isBeginning = before.lacksBefore !== null && before.times.size === 0;
  let { time } = before;
  for (const [i, { time: said, added, renamed }] of logged.entries()) {
    time = Math.max(time + 1, said);
    const moved = renamed.map(([from, to]) => [to, times.get(from) ?? time] as const);
    for (const [from] of renamed) times.delete(from);
    for (const [to, first] of moved) times.set(to, first);
    // What was deleted and has come back is what it was.
    for (const file of added) if (!times.has(file)) times.set(file, isBeginning && i === 0 ? -Infinity : time);
  }
  return { ...before, commit, time, times };
}

const shallow = (time: number): Dating['trouble'] => ({
  message: `This clone is shallow: what was committed before ${isoDay(time)} counts as known from the beginning. \`git fetch --unshallow\` brings the rest.`,
  severity: 'warning',
});
