/** Where a picture opens: on the days in which nearly everything happens, where these are a small part of all. */
import type { Domain } from './axis';

/** What lies outside may be so much of all. */
const OUTSIDE = 0.12;
/** A picture of more than this part of all days opens on all of them. */
const SMALL = 0.5;
/** Fewer days than this say nothing of where most is. */
const FEWEST = 12;
/** Days are looked at so many at most. */
const MOST = 4000;

/** @param days of whatever begins, ends or happens, in any order; what is no number is left out */
export function openingDomain(days: readonly Float64Array[], whole: Domain): Domain {
  const count = days.reduce((sum, { length }) => sum + length, 0);
  const each = Math.max(1, Math.ceil(count / MOST));
  const found: number[] = [];
  for (const all of days) {
    for (let i = 0; i < all.length; i += each) {
      const day = all[i] ?? Number.NaN;
      if (Number.isFinite(day)) found.push(day);
    }
  }
  if (found.length < FEWEST) return whole;
  const sorted = Float64Array.from(found).sort();
  const held = Math.ceil(sorted.length * (1 - OUTSIDE));
  let best: Domain = whole;
  for (let i = 0; i + held <= sorted.length; i++) {
    const [from, until] = [sorted[i] ?? 0, sorted[i + held - 1] ?? 0];
    if (until - from < best[1] - best[0]) best = [from, until];
  }
  const length = best[1] - best[0];
  if (length > SMALL * (whole[1] - whole[0])) return whole;
  const room = Math.max(length * 0.06, 30);
  return [Math.max(whole[0], best[0] - room), Math.min(whole[1], best[1] + 2.5 * room)];
}
