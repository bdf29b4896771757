/** The parts of a written date, separated but not yet looked up in a calendar. */
import type { Chronology } from './chronology';
import type { Token } from './tokens';

/** One date of a text; a range has two. */
export interface WrittenDate {
  readonly approximate: boolean;
  readonly bound: 'before' | 'after' | undefined;
  readonly unit: 'date' | 'decade' | 'century';
  readonly era: Token | undefined;
  readonly year: Token | undefined;
  /** A name, or a number. */
  readonly month: Token | undefined;
  readonly day: Token | undefined;
  /** What the author wrote, without the marks. */
  readonly text: string;
}

/** What the words and numbers are, without the marks around them. */
export type DateParts = Pick<WrittenDate, 'unit' | 'era' | 'year' | 'month' | 'day'>;

export const datePartsOf = (parts: Partial<DateParts>): DateParts => ({
  unit: parts.unit ?? 'date',
  era: parts.era,
  year: parts.year,
  month: parts.month,
  day: parts.day,
});

export const isNumber = (token: Token | undefined): token is Token => token?.kind === 'number';
export const isWord = (token: Token | undefined): token is Token => token?.kind === 'word';

/** Whether a word names a month of the first calendar, or may: the beginnings of several names count. */
export const isMonth = (chronology: Chronology, word: Token): boolean =>
  chronology.bare.calendar.monthTable.has(word.folded);
