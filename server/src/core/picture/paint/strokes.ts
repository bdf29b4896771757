/** How thick lines are, and what lies over fills: the same in both painters. */
import type { DrawnRole } from './drawing';

/** In pixels; lines of other roles are one wide. */
export const STRONG_LINE = 1.5;
export const STRONG_LINES: readonly DrawnRole[] = ['weave', 'event', 'focus', 'open', 'handle', 'cross'];

/** How far within its box the inner line of what is doubled lies: above the tall letters of a name. */
export const INNER = 2.5;

/** Of a dashed line: drawn, not drawn. */
export const DASHES: readonly number[] = [3, 3];

/** Of the lines, and the radius of the dots, in the pattern of a tone. */
export const PATTERN_LINE = 1.3;

/** Over what is disputed: faint, so that a name can still be read on it. `lines`: `[x1, y1, x2, y2]` in a tile of `tile` by `tile` pixels. */
export const HATCH = {
  tile: 7,
  lines: [
    [-1, 8, 8, -1],
    [-1, 1, 1, -1],
    [6, 8, 8, 6],
  ],
  width: 1.2,
  opacity: 0.4,
} as const;
