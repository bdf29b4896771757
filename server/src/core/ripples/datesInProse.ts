/** Finds world dates in a passage of prose. */
import { type Chronology, readDate, type WorldDate } from '../chronology';

/** How many words before and after a number may belong to its date. */
const BEFORE = 4;
const AFTER = 4;

const TARGETS = /\[\[(?:[^\][|\n]*\|)?([^\][|\n]*)\]\]|\]\([^()\s]*\)/g;
/** An id, which is not a date, though it may have a number. */
const ID = /^[a-z][\w/-]*$/;
const WORDS = /[^\s|]+/gu;
const TRIM_START = /^[("'“„«‘[*_]+/u;
const TRIM_END = /[)"'”»’\].,;:!?*_…—–]+$/u;
/** A year without an era is a date where one of these precedes it, and nothing that could be counted follows. */
const IN_YEAR = /^(?:in|since|until|by|from|during|the year|year)\s+(\d{3,4})$/i;
const ENDS = /^\d+(?:[)"'”»’\].,;:!?*_…—–]+|$)/u;

/**
 * The dates in prose, as far as they are certain: with an era or a month. An era that no calendar declares counts if it is among
 * those that the codex uses.
 * @param isEra whether the codex counts in an era that it does not declare
 */
export function datesInProse(chronology: Chronology, prose: string, isEra: (name: string) => boolean): WorldDate[] {
  if (!/\p{N}/u.test(prose)) return [];
  // The target of a link is not prose.
  const words = [
    ...prose.replace(TARGETS, (_, shown = '') => (ID.test(shown) ? ' ' : ` ${shown} `)).matchAll(WORDS),
  ].map(([word]) => word);
  const dates: WorldDate[] = [];
  for (let at = 0; at < words.length; at++) {
    if (!/\p{N}/u.test(words[at] ?? '')) continue;
    const found = longestDateAround(chronology, words, at, isEra);
    if (!found) continue;
    dates.push(found.date);
    at = found.last;
  }
  return dates;
}

function longestDateAround(
  chronology: Chronology,
  words: readonly string[],
  at: number,
  isEra: (name: string) => boolean,
): { readonly date: WorldDate; readonly last: number } | null {
  for (let length = BEFORE + AFTER + 1; length >= 1; length--)
    for (let first = Math.max(0, at - BEFORE); first <= at; first++) {
      const last = first + length - 1;
      if (last < at || at + AFTER < last || words.length <= last) continue;
      const text = words
        .slice(first, last + 1)
        .join(' ')
        .replace(TRIM_START, '')
        .replace(TRIM_END, '');
      const year = IN_YEAR.exec(text)?.[1];
      const reading = readDate(chronology, year ?? text);
      if (!reading.ok || !reading.date) continue;
      const { unknownEra, isBare, date } = reading;
      // A word that no calendar knows as a month may be anything.
      if (date.isCoarse) continue;
      const isCertain =
        isBare === true
          ? year !== undefined && ENDS.test(words[last] ?? '')
          : unknownEra === undefined || (!chronology.declared && isEra(unknownEra));
      // A number alone, such as 2026-04-01 without a month of this calendar, has to look like a date.
      if (isCertain && (isBare === true || /\p{L}|\d[-/.]\d/u.test(text))) return { date, last };
    }
  return null;
}
