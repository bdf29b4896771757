/** All differences between the answers of two canons, computed at once. */
import type { Known } from '../../server/src/core/canon';
import { type Difference, differenceSteps } from '../../server/src/core/canon/compare/answerDifferences';
import { atOnce } from '../../server/src/core/text/groups';

export const differencesBetween = (a: Known, b: Known): Difference[] => atOnce(differenceSteps(a, b));

/** Differences with all their lazily computed parts. */
export const inFull = (differences: readonly Difference[]) =>
  differences.map((one) => ({ ...one, by: one.by(), retcons: one.retcons() }));
