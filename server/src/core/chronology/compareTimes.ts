/** Before, after, or no telling: comparing instants and dates, with ten years' grace for what is approximate. */
import { type Calendar, dayOfCalendar, daysInMonth, startOfMonth, startOfYear } from './calendar';
import type { Chronology } from './chronology';
import type { Instant, WorldDate } from './types';

/** Negative, 0 or positive as `a` is before, at or after `b`; undefined where they lie on no common line. */
export const compareInstants = (a: Instant, b: Instant): number | undefined => {
  if (a.line !== b.line) return undefined;
  return a.day < b.day ? -1 : a.day > b.day ? 1 : 0;
};

const GRACE = 10;

/** Whether two instants on one line are ten years apart at most, in the years of any calendar on that line. */
export const withinTenYears = (chronology: Chronology, a: Instant, b: Instant): boolean => {
  if (a.line !== b.line) return false;
  const [early, late] = [Math.min(a.day, b.day), Math.max(a.day, b.day)];
  // An end of time is at itself, and far from all else.
  if (early === late) return true;
  if (!Number.isFinite(late - early)) return false;
  const calendars = chronology.calendars.filter(({ line }) => line === a.line);
  if (calendars.length === 0) return late - early <= GRACE;
  return calendars.some((calendar) => late <= yearsLater(calendar, early, GRACE));
};

/** The same day of the year some years later, or the last of a month grown shorter. */
const yearsLater = (calendar: Calendar, day: number, years: number): number => {
  const from = dayOfCalendar(calendar, day);
  const year = from.year + years;
  if (calendar.months.length === 0) return startOfYear(calendar, year) + from.day - 1;
  const length = Math.max(daysInMonth(calendar, year, from.month), 1);
  return startOfMonth(calendar, year, from.month) + Math.min(from.day, length) - 1;
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
