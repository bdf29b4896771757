/** The point on both axes of time from which a codex is read: of it hovers, lenses, hints and fading tell. Problems are always of now. */
import type { Canon } from '../canon/canon';
import { type CanonPoint, knownAt, LATEST } from '../canon/canonPoint';
import type { Known } from '../canon/known';
import type { WorldDate } from '../chronology/types';

export interface Viewpoint {
  readonly known: Known;
  /** The world time at which it is told how things stand: the one chosen, else the codex's present; null: the end of time. */
  readonly present: WorldDate | null;
  /** What the author has chosen; null where that is left at now. */
  readonly at: WorldDate | null;
  readonly asOf: CanonPoint | null;
  /** Nothing is chosen. */
  readonly isNow: boolean;
}

/** @param at null: at the codex's present. @param asOf null: as everything is known now */
export const viewFrom = (canon: Canon, at: WorldDate | null, asOf: CanonPoint | null): Viewpoint => ({
  known: knownAt(canon, asOf ?? LATEST),
  present: at ?? canon.codex.present,
  at,
  asOf,
  isNow: at === null && asOf === null,
});

export const nowOf = (canon: Canon): Viewpoint => viewFrom(canon, null, null);
