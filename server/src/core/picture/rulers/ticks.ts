/** The ticks of one calendar over the visible days: in steps of days, months or years that leave room for their labels. */
import {
  type Month,
  monthsOf,
  type Point,
  printPoint,
  yearOfEra,
  absoluteYear,
  type Era,
  type EraStretch,
  firstYear,
} from '../../chronology';
import type { Ruler } from './rulers';
import type { Band, Feast, Tick, Ticks, YearsInSight } from '../shapes/timelineShape';
import { type Axis, clamped, pixelsPerDay } from './axis';
import { textWidth } from '../paint/drawing';

/** Ticks and bands of months and days, and the feasts between them. */
interface MonthInSight {
  readonly point: Point & { readonly month: number };
  readonly month: Month;
  readonly from: number;
  readonly until: number;
}

/** The visible months that have a day in their year, in the order of time. */
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
function monthTicks(ruler: Ruler, sight: YearsInSight, step: number): Pick<Ticks, 'ticks' | 'minor'> {
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
function dayTicks(ruler: Ruler, sight: YearsInSight, step: number): Pick<Ticks, 'ticks' | 'minor'> {
  const ticks: Tick[] = [];
  const minor: number[] = [];
  for (const { point, month, from, until } of monthsInSight(ruler, sight)) {
    if (month.isFeast) continue;
    const length = until - from;
    const least = Math.max(1, Math.floor(sight.from) - from + 1);
    const most = Math.min(length, Math.ceil(sight.until) - from);
    for (let day = least; day <= most; day++) {
      // The first of a month has its label; days near it have none.
      const isFree = day % step === 0 && 0.8 * step <= day - 1 && 0.8 * step <= length + 1 - day;
      if (step === 1 || day === 1 || isFree) ticks.push(tickAt({ ...point, day }, from + day - 1, `${day}`));
      else minor.push(from + day - 1);
    }
  }
  return { ticks, minor };
}

/** The visible months, with their years. */
const monthBands = (ruler: Ruler, sight: YearsInSight): Band[] =>
  [...monthsInSight(ruler, sight)].map(({ point, month, from, until }) => ({
    from,
    until,
    labels: [printPoint(point, 'named'), month.name],
  }));

const feastsIn = (ruler: Ruler, sight: YearsInSight): Feast[] =>
  [...monthsInSight(ruler, sight)]
    .filter(({ month }) => month.isFeast)
    .map(({ point, month, from, until }) => ({ from, until, name: month.name, date: printPoint(point, 'named') }));

/** More visible stretches of eras than this can't be distinguished. */
const MOST_BANDS = 400;

/** A year with its era, in groups of three digits from ten thousand on: `13,800,000,000 BCE`. */
const groupedYear = (era: Era, year: number): string => {
  const digits = Math.abs(year) < 10_000 ? `${year}` : String(year).replace(/\B(?=(?:\d{3})+$)/g, ',');
  return `${digits} ${era.id}`.trimEnd();
};

const inSight = ({ eras }: Ruler, { first, last }: YearsInSight): readonly EraStretch[] =>
  eras.filter(({ from, until }) => first < until && from <= last).slice(0, MOST_BANDS);

/** Ticks at the multiples of `step` and at the beginnings of eras; unlabelled days at the multiples of `minor` between them. */
function yearTicks(ruler: Ruler, sight: YearsInSight, step: number, minor: number): Pick<Ticks, 'ticks' | 'minor'> {
  const { calendar } = ruler;
  const ticks: Tick[] = [];
  const between: number[] = [];
  const add = (era: Era, absolute: number, isFirst = false): void => {
    const label = groupedYear(era, yearOfEra(era, absolute));
    const day = calendar.startOfYear(absolute);
    ticks.push({ day, label, date: label, ...(isFirst && { isFirst }) });
  };
  for (const { era, from, until } of inSight(ruler, sight)) {
    if (sight.first <= from) add(era, from, true);
    const [low, high] = [Math.max(from, sight.first), Math.min(until - 1, sight.last)];
    const [a, b] = [yearOfEra(era, low), yearOfEra(era, high)];
    const [least, most] = [Math.ceil(Math.min(a, b) / minor), Math.floor(Math.max(a, b) / minor)];
    const isBackward = b < a;
    for (let i = 0; i <= most - least; i++) {
      const round = (isBackward ? most - i : least + i) * minor;
      const isMissing = round === 0 && firstYear(era) === 1;
      if (isMissing && minor === 1) continue;
      // In years that count down to an era, its first year takes the place of 0.
      const year = isMissing ? 1 : round;
      const absolute = absoluteYear(era, year);
      if (absolute === from) continue;
      if (round % step === 0) add(era, absolute);
      else between.push(calendar.startOfYear(absolute));
    }
  }
  return { ticks, minor: between };
}

/** `Third Age` rather than `TA`, but `CE` rather than `AD`. */
const longer = (name: string, id: string): string => (name.length > id.length ? name : id);

/** The visible eras, by their first name or their id. */
const eraBands = (ruler: Ruler, sight: YearsInSight): Band[] =>
  inSight(ruler, sight).map(({ era, from, until }) => ({
    from: Number.isFinite(from) ? ruler.calendar.startOfYear(from) : -Infinity,
    until: Number.isFinite(until) ? ruler.calendar.startOfYear(until) : Infinity,
    labels: [longer(era.names[0] ?? '', era.id), era.id].filter((label) => label !== ''),
  }));

/** The visible years. */
function yearBands(ruler: Ruler, sight: YearsInSight): Band[] {
  const { calendar } = ruler;
  const bands: Band[] = [];
  for (const { era, from, until } of inSight(ruler, sight)) {
    const last = Math.min(until - 1, sight.last);
    for (let absolute = Math.max(from, sight.first); absolute <= last; absolute++) {
      const year = yearOfEra(era, absolute);
      const point = { calendar, era, year, absolute, month: undefined, day: undefined };
      bands.push({
        from: calendar.startOfYear(absolute),
        until: calendar.startOfYear(absolute + 1),
        labels: [printPoint(point, 'named'), `${year}`],
      });
    }
  }
  return bands;
}

/** A year with more feasts than days is skipped. */
const MOST_MONTHS = 20_000;
const WIDE_YEAR = 300;
/** The distance between two labels. */
const GAP = 14;
/** Ticks nearer than this would blur. */
const LEAST = 5;
/** No label is wider. */
export const WIDEST_LABEL = 150;

const NONE: Ticks = { ticks: [], minor: [], bands: [], feasts: [] };

export function ticksOf(ruler: Ruler, axis: Axis): Ticks {
  const { calendar } = ruler;
  const from = clamped(axis.from, ruler.first, ruler.last);
  const until = clamped(axis.until, ruler.first, ruler.last);
  if (until <= from) return NONE;
  const [first, last] = [from, until].map((day) => calendar.yearOf(Math.floor(day))) as [number, number];
  const sight: YearsInSight = { first, last, from, until };
  const perDay = pixelsPerDay(axis);
  const perYear = perDay * calendar.meanYear;
  const canListMonths = (last - first + 1) * calendar.monthCount < MOST_MONTHS;
  const years = widestYear(ruler, sight) + GAP;
  const months = canListMonths ? monthsOf(calendar).filter(({ isFeast }) => !isFeast) : [];
  const feasts = canListMonths && perDay >= 2 ? feastsIn(ruler, sight) : [];
  if (months.length > 0) {
    const longest = Math.max(...months.map(({ days }) => days));
    const names = Math.max(...months.map(({ name }) => textWidth(name, 'small', WIDEST_LABEL)));
    const dayStep = [1, 2, 5, 10].find((step) => step * perDay >= 26 && step * 2 <= longest);
    // Each month states its year.
    if (dayStep && names + years < perYear / months.length)
      return { ...dayTicks(ruler, sight, dayStep), bands: monthBands(ruler, sight), feasts };
    const needed = names + GAP;
    const perMonth = perYear / months.length;
    const monthStep = [1, 2, 3, 4, 6].find((step) => step * perMonth >= needed && step < months.length);
    if (monthStep) return { ...monthTicks(ruler, sight, monthStep), bands: yearBands(ruler, sight), feasts };
  }
  // A year that may fill the picture has its label as long as any of it is visible.
  if (calendar.monthCount === 0 && perYear > WIDE_YEAR)
    return { ticks: [], minor: [], bands: yearBands(ruler, sight), feasts: [] };
  const step = niceStep(years / perYear);
  const minor = [step / 10, step / 5, step / 2].find((part) => part >= 1 && part % 1 === 0 && part * perYear >= LEAST);
  return { ...yearTicks(ruler, sight, step, minor ?? step), bands: eraBands(ruler, sight), feasts };
}

/** Labels are widest at one of the ends, or at an era's name. */
function widestYear({ eras }: Ruler, { first, last }: YearsInSight): number {
  let widest = 0;
  for (const { era, from, until } of eras) {
    if (until <= first || from > last) continue;
    for (const year of [Math.max(from, first), Math.min(until - 1, last)])
      widest = Math.max(widest, textWidth(groupedYear(era, yearOfEra(era, year)), 'small', WIDEST_LABEL));
  }
  return Math.min(widest, WIDEST_LABEL);
}

/** The least of 1, 2, 5, 10, 20, 50 … that is at least a given number. */
function niceStep(least: number): number {
  if (!(least > 1)) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((step) => step * power >= least) ?? 10) * power;
}
