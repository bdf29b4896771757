/** What a date is, for a hover: its era, calendar and weekday, and how far it is from another. */
import type { Calendar, CalendarDay } from './calendar';
import type { Chronology } from './chronology';
import { type Located, locate } from './readDate';
import { clean, tokenize } from './tokenize';
import { type Precision, precisionOf } from './printDate';
import { readDates } from './parseDate';
import type { Moment } from './worldDate';

export interface Description {
  /** The id of the declared era it is written in. */
  readonly era?: string;
  readonly calendar?: string;
  /** Days since the origin of the shared line; absent on other lines. */
  readonly absoluteDay?: number;
  /** Only of a date that is precise to the day, in a calendar with weekdays. */
  readonly weekday?: string;
}

/** What can be said of a moment; nothing of the ends of time. */
export const describe = (chronology: Chronology, moment: Moment): Description => {
  if (!Number.isFinite(moment.day)) return {};
  const place = placeOf(chronology, moment);
  const absoluteDay = moment.line === '' ? { absoluteDay: moment.day } : {};
  if (!place || place.unknownEra !== undefined) return absoluteDay;
  const { calendar, era } = place.point;
  const knowsWeekday = moment.line === '' && place.point.day !== undefined;
  const weekday = knowsWeekday ? calendar.weekdayOf(moment.day) : undefined;
  return {
    ...(era.id === '' ? {} : { era: era.id }),
    calendar: calendar.id,
    ...absoluteDay,
    ...(weekday === undefined ? {} : { weekday }),
  };
};

/** Where the text of a moment is; every printed one reads back, aside from the ends of time. */
const placeOf = (chronology: Chronology, moment: Moment): Located | undefined => {
  const line = clean(moment.text);
  const written = readDates(chronology, tokenize(chronology, line) ?? [], line)?.from;
  const located = written && locate(chronology, written);
  return located?.ok ? located : undefined;
};

/**
 * How long it is from one moment to another, in the largest unit that fits and that both are precise to: `212 years`,
 * `3 months`, `12 days`. Undefined where they can't be compared, or where nothing lies between.
 */
export const elapsed = (chronology: Chronology, a: Moment, b: Moment): string | undefined => {
  if (a.line !== b.line || !Number.isFinite(a.day) || !Number.isFinite(b.day)) return undefined;
  const [early, late] = a.day <= b.day ? [a, b] : [b, a];
  const places = [placeOf(chronology, early), placeOf(chronology, late)];
  const calendar = (places[0] ?? places[1])?.point.calendar;
  if (!calendar) return undefined;
  const precisions = places.flatMap((place) => (place ? [precisionOf(place.point)] : []));
  const [from, to] = [calendar.dayOf(early.day), calendar.dayOf(late.day)];
  return span(calendar, from, to, precisions, late.day - early.day);
};

const span = (
  calendar: Calendar,
  from: CalendarDay,
  to: CalendarDay,
  precisions: readonly Precision[],
  days: number,
): string | undefined => {
  const years = to.year - from.year;
  if (precisions.includes('year')) return count(years, 'year');
  const isPartYear = to.month < from.month || (to.month === from.month && to.day < from.day);
  const fullYears = years - (isPartYear ? 1 : 0);
  if (fullYears > 0) return count(fullYears, 'year');
  // Less than two years apart, so the months between are few.
  const between = years * calendar.monthCount + to.month - from.month;
  const fullMonths = between - (to.day < from.day && !precisions.includes('month') ? 1 : 0);
  if (fullMonths > 0) return count(fullMonths, 'month');
  return precisions.includes('month') ? undefined : count(days, 'day');
};

const count = (n: number, unit: string): string | undefined =>
  n > 0 ? `${n} ${unit}${n === 1 ? '' : 's'}` : undefined;
