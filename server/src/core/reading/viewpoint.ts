/** The point on both axes of time from which a codex is read, and through whose eyes: of it hovers, lenses, hints and fading tell. Problems are always of now. */
import { type Canon, type CanonPoint, entryAt, knownAt, LATEST, type Known } from '../canon';
import type { WorldDate } from '../chronology';
import type { Entry } from '../entry/entry';

/** Somebody whose eyes are looked through, and the canon as they hold it at the viewpoint. */
export interface SeenThrough {
  /** As a question takes it. */
  readonly name: string;
  /** What the author calls them. */
  readonly title: string;
  readonly canon: Canon;
}

export interface Viewpoint {
  readonly known: Known;
  /** What is known now: it reads the texts on the screen, whatever the viewpoint. */
  readonly now: Known;
  /** All that is known at that point, whoever looks. */
  readonly whole: Known;
  /** The world time of every standing: the one chosen, else the codex's present; null: the end of time. */
  readonly present: WorldDate | null;
  /** What the author has chosen; null where that is left at now. */
  readonly at: WorldDate | null;
  readonly asOf: CanonPoint | null;
  /** null: the author looks, who knows all. */
  readonly eyes: SeenThrough | null;
  /** Nothing is chosen. */
  readonly isNow: boolean;
}

/** @param canon of now. @param at null: at the present of that codex. @param asOf null: with everything that is known now */
export function viewFrom(
  canon: Canon,
  at: WorldDate | null,
  asOf: CanonPoint | null,
  eyes: SeenThrough | null = null,
): Viewpoint {
  const whole = knownAt(canon, asOf ?? LATEST);
  const known = eyes ? knownAt(eyes.canon, LATEST) : whole;
  const present = at ?? known.canon.codex.present;
  const isNow = at === null && asOf === null && eyes === null;
  return { known, now: knownAt(canon, LATEST), whole, present, at, asOf, eyes, isNow };
}

export const nowOf = (canon: Canon): Viewpoint => viewFrom(canon, null, null);

/** An entry that somebody sees, as its file has it; undefined for a page that they do not see, of which they have learned something. */
export const wholeEntry = ({ eyes, whole }: Viewpoint, entry: Entry): Entry | undefined =>
  eyes ? entryAt(whole.canon, entry.path) : entry;
