/** Eras: a year in an era's own count, and the same year in the calendar's absolute count, which has a year 0. */
import type { EraDeclaration } from './types';

/** The absolute year of year `n` of an era; −1 is the year before year 1. A minus in an era that counts backward adds nothing. */
export const absoluteYear = (era: EraDeclaration, n: number): number => {
  if (era.direction === 'backward') return era.epoch - Math.abs(n);
  return n > 0 || era.yearZero ? era.epoch + n : Math.min(era.epoch, era.epoch + n + 1);
};

/** The year of an absolute year in an era's own count; in an era that counts backward, below 1 means outside it. */
export const yearOfEra = (era: EraDeclaration, absolute: number): number => {
  if (era.direction === 'backward') return era.epoch - absolute;
  const n = absolute - era.epoch;
  return n > 0 || era.yearZero ? n : n - 1;
};

/** The era's first year in its own count. */
const first = (era: EraDeclaration): number => (era.yearZero ? 0 : 1);

/** Whether an absolute year is one the era counts, from its first year to its last. */
export const counts = (era: EraDeclaration, absolute: number): boolean => {
  const n = yearOfEra(era, absolute);
  return n >= first(era) && n <= (era.last ?? Infinity);
};

/** Whether an absolute year can be written in the era at all; years before its first are negative ones. */
const canWrite = (era: EraDeclaration, absolute: number): boolean =>
  counts(era, absolute) || (era.direction === 'forward' && yearOfEra(era, absolute) < 1);

/**
 * The era to write an absolute year in: the preferred one if it can; else the forward era begun last; else a backward
 * one; else, counting down, the forward era that begins next. Undefined after the end of the last era.
 */
export const eraOfYear = (
  eras: readonly EraDeclaration[],
  absolute: number,
  preferred?: EraDeclaration,
): EraDeclaration | undefined => {
  if (preferred && canWrite(preferred, absolute)) return preferred;
  let best: EraDeclaration | undefined;
  for (const era of eras) {
    if (!canWrite(era, absolute) || (best && !comesBefore(era, best, absolute))) continue;
    best = era;
  }
  return best;
};

/** Eras that count the year come before those that can only count down to it, forward before backward; nearer is better. */
const comesBefore = (a: EraDeclaration, b: EraDeclaration, absolute: number): boolean => {
  const [rank, other] = [rankOf(a, absolute), rankOf(b, absolute)];
  return rank === other ? Math.abs(absolute - a.epoch) < Math.abs(absolute - b.epoch) : rank > other;
};

const rankOf = (era: EraDeclaration, absolute: number): number =>
  counts(era, absolute) ? (era.direction === 'forward' ? 2 : 1) : 0;
