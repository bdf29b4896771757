/** What a date is, for a hover: its era, calendar and weekday, and how far it is from another. */
import type { Chronology } from './chronology';
import { type Located, locate } from './readDate';
import { clean, tokenize } from './tokenize';
import { precisionOf } from './printDate';
import { readDates } from './parseDate';
import type { Moment } from './worldDate';

interface Description {
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
 * How long it is from one moment to another, in the largest whole unit that fits and that both are precise to: `212 years`,
 * `3 months`, `12 days`. Undefined where they can't be compared, or where no such unit is full.
 *
 * @param isThrough the later moment is the one after an end that still belongs to it: from 200 through 205 are 5 years
 */
export const elapsed = (chronology: Chronology, a: Moment, b: Moment, isThrough = false): string | undefined => {
  const between = spanBetween(chronology, a, b);
  if (!between) return undefined;
  const { calendar, from, to, years, places, days } = between;
  const precisions = places.map(({ point }) => precisionOf(point));
  if (precisions.includes('year'))
    return count(years - (isThrough && precisions.every((one) => one === 'year') ? 1 : 0), 'year');
  if (years > 0) return count(years, 'year');
  // Less than two years apart, so the months between are few.
  const isPartMonth = to.day < from.day;
  const months = (to.year - from.year) * calendar.monthCount + to.month - from.month - (isPartMonth ? 1 : 0);
  if (months > 0) return count(months, 'month');
  return precisions.includes('month') ? undefined : count(days, 'day');
};

/** The whole years from one moment to another, however precise they are; undefined where they can't be compared. */
export const wholeYears = (chronology: Chronology, a: Moment, b: Moment): number | undefined =>
  spanBetween(chronology, a, b)?.years;

function spanBetween(chronology: Chronology, a: Moment, b: Moment) {
  if (a.line !== b.line || !Number.isFinite(a.day) || !Number.isFinite(b.day)) return undefined;
  const [early, late] = a.day <= b.day ? [a, b] : [b, a];
  const places = [early, late].flatMap((moment) => placeOf(chronology, moment) ?? []);
  const calendar = places[0]?.point.calendar;
  if (!calendar) return undefined;
  const [from, to] = [calendar.dayOf(early.day), calendar.dayOf(late.day)];
  const isPartYear = to.month < from.month || (to.month === from.month && to.day < from.day);
  const years = to.year - from.year - (isPartYear ? 1 : 0);
  return { calendar, from, to, years, places, days: late.day - early.day };
}

const count = (n: number, unit: string): string | undefined =>
  n > 0 ? `${n} ${unit}${n === 1 ? '' : 's'}` : undefined;
