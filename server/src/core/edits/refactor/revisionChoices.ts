/** When a new entry enters the canon: the revisions that an author can choose from, and the likeliest. */
import type { Codex, Revision } from '../../codex/codex';
import { BEGINNING, type CanonPosition, comparePositions, END, positionAt, readIso } from '../../codex/canonTime';

export interface Decided {
  /** The oldest first; empty where a day of ours has to do. */
  readonly revisions: readonly Revision[];
  /** A revision, or an ISO date. */
  readonly proposed: string;
}

/** Where on the canon axis a retcon can be made. */
export interface Limits {
  /** What it must not come before. */
  readonly notBefore: readonly CanonPosition[];
  /** What it must come after. */
  readonly after: readonly CanonPosition[];
}

export const isWithinLimits = ({ notBefore, after }: Limits, position: CanonPosition): boolean =>
  notBefore.every((one) => comparePositions(one, position) <= 0) &&
  after.every((one) => comparePositions(one, position) < 0);

/**
 * What can stand as the `canon` of an entry; null where none is needed, and `none` where nothing listed is late enough.
 *
 * @param today the ISO date of now
 */
export function decidedWithin(codex: Codex, limits: Limits, today: string): Decided | null | 'none' {
  const revisions = codex.revisions.filter(({ position }) => isWithinLimits(limits, position));
  const proposed = revisions.findLast(({ open }) => open) ?? revisions.at(-1);
  if (proposed) return { revisions, proposed: proposed.id };
  // An entry that says nothing of it is there from the beginning, or, where git is to tell, enters with its first commit.
  if (codex.datedByGit) return isWithinLimits(limits, END) ? null : 'none';
  if (codex.revisions.length === 0 && isWithinLimits(limits, BEGINNING)) return null;
  const now = positionAt(codex.revisions, readIso(today)?.time ?? -Infinity);
  return isWithinLimits(limits, now) ? { revisions: [], proposed: today } : 'none';
}
