/** When a new entry enters the canon: the revisions that an author can choose from, and the likeliest. */
import type { Codex, Revision } from '../../codex/codex';
import { BEGINNING, type CanonPosition, comparePositions, readIso } from '../../codex/canonTime';
import type { Entry } from '../../entry/entry';

export interface Decided {
  /** The oldest first; empty where a day of ours has to do. */
  readonly revisions: readonly Revision[];
  /** A revision, or an ISO date. */
  readonly proposed: string;
}

/**
 * What can stand as the `canon` of an entry that must not come before others; null where none is needed.
 *
 * @param today the ISO date of now
 */
export function decidedAfter(codex: Codex, others: readonly Entry[], today: string): Decided | null {
  const after = others.reduce<Entry | undefined>(
    (a, b) => (a && !isEarlier(a.position, b.position) ? a : b),
    undefined,
  );
  const position = after?.position ?? BEGINNING;
  const revisions = codex.revisions.filter((revision) => !isEarlier(revision.position, position));
  const proposed = revisions.findLast(({ open }) => open) ?? revisions.at(-1);
  if (proposed) return { revisions, proposed: proposed.id };
  if (codex.revisions.length === 0 && !isEarlier(BEGINNING, position)) return null;
  const isPast = (readIso(today)?.time ?? -Infinity) < position.time;
  return { revisions: [], proposed: isPast ? (after?.canon?.text ?? today) : today };
}

const isEarlier = (a: CanonPosition, b: CanonPosition): boolean => comparePositions(a, b) < 0;
