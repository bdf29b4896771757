/** Whether what a ripple says was right at the time of which it speaks, as it is written or with another date (model §14). */
import {
  endDay,
  type Held,
  heldOf,
  isSameValue,
  type Known,
  ownEras,
  pairOf,
  type Retcon,
  startDay,
  takenBy,
} from '../canon';
import type { WorldDate } from '../chronology';
import { datesInProse } from './datesInProse';

type Pair = { readonly entity: string; readonly attribute: string };

/** What a ripple says: an old value, or by a link that the superseded entry stands. */
export interface Outdated {
  readonly retcon: Retcon;
  readonly pair: Pair | null;
  readonly says: Held | null;
}

/** The eras without a declaration in which the codex counts, in small letters. */
export const eraNames = (known: Known): ReadonlySet<string> =>
  new Set(ownEras(known).map((era) => era.name.toLowerCase()));

/** Whether what is said holds at all of a date. */
export const holdsThen = (known: Known, { retcon, pair, says }: Outdated, date: WorldDate): boolean =>
  pair && says ? holdsAllOf(known, pair, says, date) : takenBy(known, retcon.old, date) === null;

/** Whether the dates that a passage would have with another text are all such at which what is said holds. */
export function isRightWith(known: Known, outdated: Outdated, text: string): boolean {
  const dates = datesOfText(known, text);
  return dates.length > 0 && dates.every((date) => holdsThen(known, outdated, date));
}

/** Whether a date could be added to a passage by which it is right: not where one in it is wrong, and not where what it says never held. */
export function canBeRight(known: Known, outdated: Outdated, text: string): boolean {
  const { retcon, pair, says } = outdated;
  const heldOnce =
    pair && says
      ? stretchesOf(known, pair, says).length > 0
      : takenBy(known, retcon.old, known.canon.codex.present)?.everywhere !== true;
  return heldOnce && datesOfText(known, text).every((date) => holdsThen(known, outdated, date));
}

function datesOfText(known: Known, text: string): WorldDate[] {
  const eras = eraNames(known);
  return datesInProse(known.canon.codex.chronology, text, (name) => eras.has(name.toLowerCase()));
}

/** Where a value is answered, whatever is said beside it. */
const stretchesOf = (known: Known, { entity, attribute }: Pair, value: Held): readonly Held[] =>
  heldOf(known, pairOf(entity, attribute)).filter(
    (one) => isSameValue(one, value) && !one.segment.endsElsewhere && startDay(one.segment) < endDay(one.segment),
  );

/** Whether a value is answered at all of a date. */
function holdsAllOf(known: Known, pair: Pair, value: Held, { start, end }: WorldDate): boolean {
  const { line } = start;
  if (end.line !== line) return false;
  let reached = start.day;
  const stretches = stretchesOf(known, pair, value)
    .filter((one) => (one.line === null ? !one.except.includes(line) : one.line === line))
    .sort((a, b) => (startDay(a.segment) < startDay(b.segment) ? -1 : 1));
  for (const { segment } of stretches) if (startDay(segment) <= reached) reached = Math.max(reached, endDay(segment));
  return end.day <= reached;
}
