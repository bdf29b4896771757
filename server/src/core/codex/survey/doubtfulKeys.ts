/** Keys some of whose values are dates and many are not: suggested with how many can be read, never left out in silence. */
import type { DateKey } from './dateKeys';
import { conjoined } from './keyUses';
import { inline } from './text';

export interface DoubtfulKey {
  readonly field: 'date' | 'through';
  readonly key: string;
  readonly spelling: string;
  /** How many of its values can be read, and what the others are like. */
  readonly why: string;
}

/** Those with enough dates of the world to be worth a question, most dates first. */
export const doubtfulKeys = (keys: readonly DateKey[]): readonly DoubtfulKey[] =>
  keys
    .filter(({ isDoubtful, isOurs, dates, unread }) => {
      return isDoubtful && !isOurs && dates.length >= 3 && dates.length >= 0.1 * (dates.length + unread.length);
    })
    .sort((a, b) => b.dates.length - a.dates.length)
    .map((found) => ({
      field: found.role === 'date' ? 'date' : 'through',
      key: found.key,
      spelling: found.spelling,
      why: outOf(found),
    }));

/** `6 of 20 can be read; the others are like “after the flood”`. */
export function outOf({ dates, unread }: Pick<DateKey, 'dates' | 'unread'>): string {
  const like = [...new Set(unread)].slice(0, 2).map((text) => `“${inline(text)}”`);
  return `${dates.length} of ${dates.length + unread.length} can be read; the others are like ${conjoined(like)}`;
}
