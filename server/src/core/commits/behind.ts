/** The baseline's point, and the message where this branch does not have all of it. */

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
