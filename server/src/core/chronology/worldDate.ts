/** World dates: instants on lines of days, dates as wide as they are precise, and how two of them compare. */
import type { Calendar } from './calendar';
import { calendarsOn, type Chronology } from './chronology';

/**
 * A point of world time. `day` counts days from the line's origin (years, on a line that knows years only); ±Infinity
 * are the ends of the line. Instants on different lines are incomparable.
 */
export interface Instant {
  /**
   * `''` is the shared line of days; `era:<name>` an undeclared era's own line, `era:<name>:<year>` that of one year of an era
   * whose direction is unknown; `calendar:<id>` one of years only.
   */
  readonly line: string;
  readonly day: number;
}

/** An instant as an author would write it: `412 TA`, `12 Harvestmoon 412 TA`, `2026-04-01`, `c. 412 TA`. */
export interface Moment extends Instant {
  readonly text: string;
  readonly approximate: boolean;
}

/** A date: the half-open stretch `[start, end)` it denotes, both on one line. */
export interface WorldDate {
  readonly start: Moment;
  /** The first day (or year, or month: as precise as the date) after. */
  readonly end: Moment;
  readonly approximate: boolean;
  /** As the author would write it, in canonical spelling. */
  readonly text: string;
  /** It was written more precisely than it could be read: it lies somewhere in the stretch. */
  readonly isCoarse?: true;
}

/** `date: null` is undated on purpose (`unknown`, `never`, empty). */
export type DateReading =
  | {
      readonly ok: true;
      readonly date: WorldDate | null;
      /** Set when no calendar declares the era. */
      readonly unknownEra?: string;
      /** A year stands without an era and without a month that shows which calendar it is in. */
      readonly isBare?: true;
    }
  | {
      readonly ok: false;
      readonly code: 'date/unreadable' | 'date/impossible' | 'date/inverted';
      readonly message: string;
      /** It is in an undeclared era, whose author may count otherwise. */
      readonly isUndeclared?: true;
    };

const GRACE = 10;

/** Whether two instants on one line are ten years apart at most, in the years of any calendar on that line. */
export const withinTenYears = (chronology: Chronology, a: Instant, b: Instant): boolean => {
  if (a.line !== b.line) return false;
  const [early, late] = [Math.min(a.day, b.day), Math.max(a.day, b.day)];
  // An end of time is at itself, and far from all else.
  if (early === late) return true;
  if (!Number.isFinite(late - early)) return false;
  const calendars = calendarsOn(chronology, a.line);
  if (calendars.length === 0) return late - early <= GRACE;
  return calendars.some((calendar) => late <= yearsLater(calendar, early, GRACE));
};

/** The same day of the year some years later, or the last of a month grown shorter. */
const yearsLater = (calendar: Calendar, day: number, years: number): number => {
  const from = calendar.dayOf(day);
  const year = from.year + years;
  if (calendar.monthCount === 0) return calendar.startOfYear(year) + from.day - 1;
  const length = Math.max(calendar.daysInMonth(year, from.month), 1);
  return calendar.startOfMonth(year, from.month) + Math.min(from.day, length) - 1;
};

/**
 * Whether two dates may mean the same: their stretches overlap, or one of them is approximate and they are within ten
 * years of each other. Undefined where they lie on no common line.
 */
export const agrees = (chronology: Chronology, a: WorldDate, b: WorldDate): boolean | undefined => {
  if (a.start.line !== b.start.line) return undefined;
  if (a.start.day < b.end.day && b.start.day < a.end.day) return true;
  if (!a.approximate && !b.approximate) return false;
  const [early, late] = a.end.day <= b.start.day ? [a, b] : [b, a];
  // From the last day of the one to the first of the other.
  return withinTenYears(chronology, { line: early.end.line, day: early.end.day - 1 }, late.start);
};
