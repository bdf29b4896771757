/** The ticks of one calendar over what is in sight: in steps of days, months or years that leave room for their labels. */
import { monthsOf, yearOfEra } from '../../chronology';
import { type Axis, clamped, pixelsPerDay } from './axis';
import { dayTicks, feastsIn, monthBands, monthTicks } from './monthTicks';
import type { Ruler } from './rulers';
import { textWidth } from '../paint/textWidth';
import type { Ticks, YearsInSight } from '../shapes/tickShape';
import { eraBands, groupedYear, yearBands, yearTicks } from './yearTicks';

/** A year with more feasts than days is not looked through. */
const MOST_MONTHS = 20_000;
const WIDE_YEAR = 300;
/** Between two labels. */
const GAP = 14;
/** Ticks nearer than this are a smear. */
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
    // Each month says its year.
    if (dayStep && names + years < perYear / months.length)
      return { ...dayTicks(ruler, sight, dayStep), bands: monthBands(ruler, sight), feasts };
    const needed = names + GAP;
    const perMonth = perYear / months.length;
    const monthStep = [1, 2, 3, 4, 6].find((step) => step * perMonth >= needed && step < months.length);
    if (monthStep) return { ...monthTicks(ruler, sight, monthStep), bands: yearBands(ruler, sight), feasts };
  }
  // A year that may fill the picture is named as long as any of it is in sight.
  if (calendar.monthCount === 0 && perYear > WIDE_YEAR)
    return { ticks: [], minor: [], bands: yearBands(ruler, sight), feasts: [] };
  const step = niceStep(years / perYear);
  const minor = [step / 10, step / 5, step / 2].find((part) => part >= 1 && part % 1 === 0 && part * perYear >= LEAST);
  return { ...yearTicks(ruler, sight, step, minor ?? step), bands: eraBands(ruler, sight), feasts };
}

/** Labels are widest at one of the ends, or where an era's name is. */
function widestYear({ eras }: Ruler, { first, last }: YearsInSight): number {
  let widest = 0;
  for (const { era, from, until } of eras) {
    if (until <= first || from > last) continue;
    for (const year of [Math.max(from, first), Math.min(until - 1, last)])
      widest = Math.max(widest, textWidth(groupedYear(era, yearOfEra(era, year)), 'small', WIDEST_LABEL));
  }
  return Math.min(widest, WIDEST_LABEL);
}

/** The least of 1, 2, 5, 10, 20, 50 … that is at least so much. */
export function niceStep(least: number): number {
  if (!(least > 1)) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((step) => step * power >= least) ?? 10) * power;
}
