/** Writing dates: a point of a calendar, or an instant on a line, as an author would write it. */
import { type Calendar, type Era, firstYear, yearOfEra } from './calendar';
import { calendarsOn, type Chronology, nameOfUndeclared } from './chronology';
import type { Instant, Moment, WorldDate } from './worldDate';

export type Precision = 'year' | 'month' | 'day';
/** `iso` is kept for dates of the built-in calendar that were written in numbers. */
export type Style = 'iso' | 'named';

/** A place in a calendar, with the precision in which it was written. */
export interface Point {
  readonly calendar: Calendar;
  readonly era: Era;
  /** In the era's own count. */
  readonly year: number;
  readonly absolute: number;
  /** An index; undefined in a bare year. */
  readonly month: number | undefined;
  /** Day of the month, from 1; undefined for a year or a month. */
  readonly day: number | undefined;
}

export const BEGINNING_OF_TIME = 'the beginning of time';
export const END_OF_TIME = 'the end of time';

export const precisionOf = (point: Point): Precision =>
  point.month === undefined ? 'year' : point.day === undefined ? 'month' : 'day';

/** The first day of a point, on its calendar's line. */
const startOfPoint = ({ calendar, absolute, month, day }: Point): number =>
  month === undefined ? calendar.startOfYear(absolute) : calendar.startOfMonth(absolute, month) + (day ?? 1) - 1;

/** The first day after a point. */
const endOfPoint = (point: Point): number => {
  const { calendar, absolute, month, day } = point;
  if (month === undefined) return calendar.startOfYear(absolute + 1);
  return startOfPoint(point) + (day === undefined ? calendar.daysInMonth(absolute, month) : 1);
};

/** The point of a calendar that holds a finite day of its line; undefined past the end of its last era. */
export const pointAt = (calendar: Calendar, day: number, precision: Precision, preferred?: Era): Point | undefined => {
  const found = calendar.dayOf(day);
  const era = calendar.eraOf(found.year, preferred);
  if (!era) return undefined;
  const knowsDays = calendar.monthCount > 0;
  return {
    calendar,
    era,
    year: yearOfEra(era, found.year),
    absolute: found.year,
    month: knowsDays && precision !== 'year' ? found.month : undefined,
    day: knowsDays && precision === 'day' ? found.day : undefined,
  };
};

export const printPoint = ({ calendar, era, year, absolute, month, day }: Point, style: Style): string => {
  if (style === 'iso' && month !== undefined && absolute > 0) {
    const start = `${String(absolute).padStart(4, '0')}-${twoDigits(month + 1)}`;
    return day === undefined ? start : `${start}-${twoDigits(day)}`;
  }
  if (month === undefined) return `${year} ${era.id}`.trim();
  const tail = yearBehind({ calendar, era, year });
  const named = `${calendar.monthAt(month)?.name ?? month + 1} ${tail}`;
  return day === undefined ? named : `${day} ${named}`;
};

/** A year behind a month or a season. Below 100, a year without its era would look like a day. */
const yearBehind = ({ calendar, era, year }: Pick<Point, 'calendar' | 'era' | 'year'>): string => {
  const isTacit = era.id === '' || (calendar.isBuiltIn && era === calendar.bare && year >= 100);
  return isTacit ? `${year}` : `${year} ${era.id}`;
};

export const printSeason = (point: Point, name: string): string => `${name} ${yearBehind(point)}`;

const twoDigits = (n: number): string => String(n).padStart(2, '0');

/** A text with the mark of an approximate date. */
export const marked = (text: string, approximate: boolean): string => (approximate ? `c. ${text}` : text);

/** The first day of a point, written as precisely as the point. */
export const momentOf = (point: Point, style: Style, approximate: boolean): Moment => ({
  line: point.calendar.line,
  day: startOfPoint(point),
  text: marked(printPoint(point, style), approximate),
  approximate,
});

/** The first day after a point, written as the day, month or year that begins there. */
export const momentAfter = (point: Point, style: Style, approximate: boolean): Moment => {
  const day = endOfPoint(point);
  const next = point.calendar.isUnordered ? undefined : pointAt(point.calendar, day, precisionOf(point), point.era);
  const text = next ? printPoint(next, style) : `after ${printPoint(point, style)}`;
  return { line: point.calendar.line, day, text: next ? marked(text, approximate) : text, approximate };
};

/**
 * An instant as an author would write it, in the named calendar or the first on its line, and as precisely as asked: by
 * default as coarsely as it can be said (`412 TA` for that year's first day).
 */
export const printInstant = (
  chronology: Chronology,
  instant: Instant,
  like: { readonly calendar?: string; readonly precision?: Precision } = {},
): string => {
  if (!Number.isFinite(instant.day)) return instant.day < 0 ? BEGINNING_OF_TIME : END_OF_TIME;
  const onLine = calendarsOn(chronology, instant.line);
  const calendar = onLine.find(({ id }) => id === like.calendar) ?? onLine[0];
  if (!calendar) return `${instant.day > 0 ? instant.day : instant.day - 1} ${nameOfUndeclared(instant.line)}`;
  const point = pointAt(calendar, instant.day, like.precision ?? coarsest(calendar, instant.day));
  if (point) return printPoint(point, calendar.isBuiltIn ? 'iso' : 'named');
  const last = pointAt(calendar, instant.day - 1, 'day');
  return last ? `after ${printPoint(last, 'named')}` : END_OF_TIME;
};

/** A day by its names in each calendar of its line, one for each era that counts it; by its year in an undeclared era. */
export function namesOfDay(chronology: Chronology, { line, day }: Instant): string[] {
  const onLine = calendarsOn(chronology, line);
  if (onLine.length === 0) return [printInstant(chronology, { line, day: Math.floor(day) })];
  return onLine.flatMap((calendar) => {
    const nameIn = (era?: Era): string[] => {
      const point = pointAt(calendar, Math.floor(day), 'day', era);
      const isCounted = point && (!era || (point.era === era && point.year >= firstYear(era)));
      return isCounted ? [printPoint(point, 'named')] : [];
    };
    return [...new Set([...nameIn(), ...calendar.eras.flatMap(nameIn)])];
  });
}

/** The first year of every declared era, and the last where it has one. */
export const eraBounds = ({ calendars }: Chronology): string[] =>
  calendars.flatMap(({ eras }) =>
    eras.flatMap((era) => [
      `${firstYear(era)} ${era.id}`,
      ...(era.last === undefined ? [] : [`${era.last} ${era.id}`]),
    ]),
  );

/** A date as it was read: at least the year, where only that could be placed. */
export const renderYear = (chronology: Chronology, date: WorldDate): string =>
  date.isCoarse ? printInstant(chronology, date.start) : date.text;

const coarsest = (calendar: Calendar, day: number): Precision => {
  if (calendar.monthCount === 0) return 'year';
  const found = calendar.dayOf(day);
  if (calendar.startOfYear(found.year) === day) return 'year';
  return found.day === 1 ? 'month' : 'day';
};
