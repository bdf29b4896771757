/** The commits that a question names. */
import type { CommitReading, Commits } from '../canon';

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
