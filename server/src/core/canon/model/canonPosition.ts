/** When entries entered the canon: their positions on its axis, in words too. */
import { BEGINNING, type CanonPosition, END, isoDay, isoInstant } from '../../codex/canonTime';
import type { Entry } from '../../entry/entry';
import type { Canon } from './canonValue';

/** By what its author wrote, else by its first commit; what is not committed yet comes last of all. */
export function positionOf({ committed }: Canon, entry: Pick<Entry, 'path' | 'position'>): CanonPosition {
  return entry.position ?? (committed ? (committed.at(entry.path) ?? END) : BEGINNING);
}

/** Whether it has its place already: what git is to date gets one when it is committed. */
export const hasPlace = ({ committed }: Canon, entry: Entry): boolean =>
  entry.position !== null || !committed || committed.times.has(entry.path);

/** As its author wrote it, else the instant of its first commit: `as_of` takes either. null: from the beginning. */
export const canonText = (canon: Canon, entry: Entry): string | null =>
  renderPosition(canon, entry, isoInstant, 'uncommitted');

/** The same for people, for whom the day of the commit is enough; null too where the entry is not committed yet. */
export const canonWords = (canon: Canon, entry: Entry): string | null => renderPosition(canon, entry, isoDay, null);

/** Whether something was decided "in session-47", or "on 2026-03-01". @param words of `canonWords` */
export const preposition = (words: string): 'in' | 'on' => (/^\d+-\d\d-\d\d/.test(words) ? 'on' : 'in');

function renderPosition(
  { committed }: Canon,
  entry: Entry,
  inTime: (time: number) => string,
  uncommitted: string | null,
): string | null {
  if (entry.canon || !committed) return entry.canon?.text ?? null;
  const time = committed.times.get(entry.path);
  if (time === undefined) return uncommitted;
  return Number.isFinite(time) ? inTime(time) : null;
}
