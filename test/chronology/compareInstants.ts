/** The order of two instants, which tests ask about. */
import type { Instant } from '../../server/src/core/chronology/worldDate';

/** Negative, 0 or positive as `a` is before, at or after `b`; undefined where they lie on no common line. */
export const compareInstants = (a: Instant, b: Instant): number | undefined => {
  if (a.line !== b.line) return undefined;
  return a.day < b.day ? -1 : a.day > b.day ? 1 : 0;
};
