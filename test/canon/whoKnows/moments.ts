/** World time of the second implementation of model §11: years on lines that can't be compared. */
import fc from 'fast-check';

export const FIRST = 300;
export const LAST = 312;
/** Before all years. */
export const EVER = FIRST - 1;
/** After all years. */
export const NEVER = LAST + 1;

export interface Moment {
  readonly line: string;
  readonly year: number;
}

/** null: undated. */
export type When = Moment | null;

/**
 * Eras that a calendar may declare, one of them with its own years; one that none declares; and one that may count
 * backward.
 */
export const ERAS = ['TA', 'XX', 'QQ', 'BFA'] as const;
type Era = (typeof ERAS)[number];

/** In an era that may count backward, each year is a line of its own (model §3). */
const momentOf = (era: Era, year: number): Moment => ({ line: era === 'BFA' ? `BFA ${year}` : era, year });
const YEARS_BACK = [300, 301];

/** All lines on which something may happen, and one on which nothing does. */
export const LINES: readonly string[] = ['TA', 'XX', 'QQ', ...YEARS_BACK.map((year) => `BFA ${year}`), 'ZZ'];

export const YEARS: readonly number[] = Array.from({ length: NEVER - EVER }, (_, i) => EVER + i);

export const dateOf = ({ line, year }: Moment): string => `${year} ${line.replace(/ .*/, '')}`;

const year = fc.integer({ min: FIRST, max: LAST - 1 });

/** Often the same line, so that overlaps are mostly decided. */
export const moment: fc.Arbitrary<Moment> = fc
  .record({ era: fc.constantFrom<Era>('TA', 'TA', 'TA', 'TA', 'XX', 'XX', 'QQ', 'BFA'), year })
  .map(({ era, year: at }) => momentOf(era, era === 'BFA' ? (YEARS_BACK[at % YEARS_BACK.length] as number) : at));

/** Of one line alone. */
export const momentOnOneLine: fc.Arbitrary<Moment> = year.map((at) => momentOf('TA', at));

/** Whether a moment has come at another; null: it always has; what can't be compared has not. */
export const hasCome = (when: When, at: Moment): boolean =>
  when === null || (when.line === at.line && when.year <= at.year);

/** Whether something is over at a moment; undefined: unknown. */
export const isOver = (end: When, at: Moment): boolean | undefined =>
  end === null ? false : end.line === at.line ? end.year <= at.year : undefined;
