/** Ticks and bands of months and days, and the feasts between them. */
import { type Month, monthsOf, type Point, printPoint, yearOfEra } from '../../chronology';
import type { Ruler } from './rulers';
import type { Band, Feast, Tick, Ticks, YearsInSight } from '../shapes/tickShape';

interface MonthInSight {
  readonly point: Point & { readonly month: number };
  readonly month: Month;
  readonly from: number;
  readonly until: number;
}

/** The months in sight that have a day in their year, in the order of time. */
function* monthsInSight({ calendar, eras }: Ruler, sight: YearsInSight): Generator<MonthInSight> {
  const months = monthsOf(calendar);
  for (let absolute = sight.first; absolute <= sight.last; absolute++) {
    const era = eras.find(({ from, until }) => from <= absolute && absolute < until)?.era;
    if (!era) continue;
    for (const [index, month] of months.entries()) {
      const from = calendar.startOfMonth(absolute, index);
      const until = from + calendar.daysInMonth(absolute, index);
      if (until <= sight.from || until <= from) continue;
      if (sight.until <= from) return;
      const point = { calendar, era, year: yearOfEra(era, absolute), absolute, month: index, day: undefined };
      yield { point, month, from, until };
    }
  }
}

const tickAt = (point: Point, day: number, label: string): Tick => ({ day, label, date: printPoint(point, 'named') });

/** Every month, or every second, third, fourth, sixth of a year; feasts are drawn as such. */
export function monthTicks(ruler: Ruler, sight: YearsInSight, step: number): Pick<Ticks, 'ticks' | 'minor'> {
  const ticks: Tick[] = [];
  const minor: number[] = [];
  const places = new Map<number, number>();
  for (const [index, { isFeast }] of monthsOf(ruler.calendar).entries()) if (!isFeast) places.set(index, places.size);
  for (const { point, month, from } of monthsInSight(ruler, sight)) {
    const place = places.get(point.month);
    if (place === undefined) continue;
    if (place % step === 0) ticks.push(tickAt(point, from, month.name));
    else minor.push(from);
  }
  return { ticks, minor };
}

/** Days of the months: every one; or the first and those that a step divides, with room before the next month. */
export function dayTicks(ruler: Ruler, sight: YearsInSight, step: number): Pick<Ticks, 'ticks' | 'minor'> {
  const ticks: Tick[] = [];
  const minor: number[] = [];
  for (const { point, month, from, until } of monthsInSight(ruler, sight)) {
    if (month.isFeast) continue;
    const length = until - from;
    const least = Math.max(1, Math.floor(sight.from) - from + 1);
    const most = Math.min(length, Math.ceil(sight.until) - from);
    for (let day = least; day <= most; day++) {
      // The first of a month has its label; those beside it keep their distance.
      const isFree = day % step === 0 && 0.8 * step <= day - 1 && 0.8 * step <= length + 1 - day;
      if (step === 1 || day === 1 || isFree) ticks.push(tickAt({ ...point, day }, from + day - 1, `${day}`));
      else minor.push(from + day - 1);
    }
  }
  return { ticks, minor };
}

/** The months in sight, with their years. */
export const monthBands = (ruler: Ruler, sight: YearsInSight): Band[] =>
  [...monthsInSight(ruler, sight)].map(({ point, month, from, until }) => ({
    from,
    until,
    labels: [printPoint(point, 'named'), month.name],
  }));

export const feastsIn = (ruler: Ruler, sight: YearsInSight): Feast[] =>
  [...monthsInSight(ruler, sight)]
    .filter(({ month }) => month.isFeast)
    .map(({ point, month, from, until }) => ({ from, until, name: month.name, date: printPoint(point, 'named') }));
