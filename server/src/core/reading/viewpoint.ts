/** The point on both axes of time from which a codex is read: of it hovers, lenses, hints and fading tell. Problems are always of now. */
import { type Canon, type CanonPoint, knownAt, LATEST, type Known } from '../canon';
import type { WorldDate } from '../chronology/types';

export interface Viewpoint {
  readonly known: Known;
  /** What is known now: it reads the texts on the screen, whatever the viewpoint. */
  readonly now: Known;
  /** The world time of every standing: the one chosen, else the codex's present; null: the end of time. */
  readonly present: WorldDate | null;
  /** What the author has chosen; null where that is left at now. */
  readonly at: WorldDate | null;
  readonly asOf: CanonPoint | null;
  /** Nothing is chosen. */
  readonly isNow: boolean;
}

/** @param canon of now. @param at null: at the present of that codex. @param asOf null: with everything that is known now */
export function viewFrom(canon: Canon, at: WorldDate | null, asOf: CanonPoint | null): Viewpoint {
  const known = knownAt(canon, asOf ?? LATEST);
  const present = at ?? known.canon.codex.present;
  return { known, now: knownAt(canon, LATEST), present, at, asOf, isNow: at === null && asOf === null };
}

export const nowOf = (canon: Canon): Viewpoint => viewFrom(canon, null, null);
