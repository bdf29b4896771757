/** A calendar made ready for arithmetic: years, months and days of a month ↔ days on a line, without loops over years. */
import type { CalendarDeclaration, EraDeclaration, MonthDeclaration } from './declaration';
import { fold, prefixTable } from './foldedNames';

/** The absolute year of year `n` of an era; −1 is the year before year 1. A minus in an era that counts backward adds nothing. */
export const absoluteYear = (era: EraDeclaration, n: number): number => {
  if (era.direction === 'backward') return era.epoch - Math.abs(n);
  return n > 0 || era.yearZero ? era.epoch + n : Math.min(era.epoch, era.epoch + n + 1);
};

/** The year of an absolute year in an era's own count; in an era that counts backward, below 1 means outside it. */
export const yearOfEra = (era: EraDeclaration, absolute: number): number => {
  if (era.direction === 'backward') return era.epoch - absolute;
  const n = absolute - era.epoch;
  return n > 0 || era.yearZero ? n : n - 1;
};

/** The era's first year in its own count. */
const first = (era: EraDeclaration): number => (era.yearZero ? 0 : 1);

/** Whether an absolute year is one the era counts, from its first year to its last. */
export const counts = (era: EraDeclaration, absolute: number): boolean => {
  const n = yearOfEra(era, absolute);
  return n >= first(era) && n <= (era.last ?? Infinity);
};

/** Whether an absolute year can be written in the era at all; years before its first are negative ones. */
const canWrite = (era: EraDeclaration, absolute: number): boolean =>
  counts(era, absolute) || (era.direction === 'forward' && yearOfEra(era, absolute) < 1);

/**
 * The era to write an absolute year in: the preferred one if it can; else the forward era begun last; else a backward
 * one; else, counting down, the forward era that begins next. Undefined after the end of the last era.
 */
export const eraOfYear = (
  eras: readonly EraDeclaration[],
  absolute: number,
  preferred?: EraDeclaration,
): EraDeclaration | undefined => {
  if (preferred && canWrite(preferred, absolute)) return preferred;
  let best: EraDeclaration | undefined;
  for (const era of eras) {
    if (!canWrite(era, absolute) || (best && !comesBefore(era, best, absolute))) continue;
    best = era;
  }
  return best;
};

/** Eras that count the year come before those that can only count down to it, forward before backward; nearer is better. */
const comesBefore = (a: EraDeclaration, b: EraDeclaration, absolute: number): boolean => {
  const [rank, other] = [rankOf(a, absolute), rankOf(b, absolute)];
  return rank === other ? Math.abs(absolute - a.epoch) < Math.abs(absolute - b.epoch) : rank > other;
};

const rankOf = (era: EraDeclaration, absolute: number): number =>
  counts(era, absolute) ? (era.direction === 'forward' ? 2 : 1) : 0;

/** A leap rule, its month as an index; each of its periods, in years, is a multiple of the one before, or Infinity. */
interface LeapRule {
  readonly month: number;
  readonly offset: number;
  readonly every: number;
  readonly except: number;
  readonly unless: number;
}

export interface Calendar extends CalendarDeclaration {
  readonly line: string;
  /** On its line, the first day of absolute year 1. */
  readonly origin: number;
  /** Days of a year without leap days; 1 on a line of years. */
  readonly commonYear: number;
  readonly meanYear: number;
  /** For each month, the days before it in a common year. */
  readonly monthStarts: readonly number[];
  readonly leapRules: readonly LeapRule[];
  readonly monthTable: ReadonlyMap<string, number>;
  readonly weekdayTable: ReadonlyMap<string, number>;
  /** The era of a year written without one. */
  readonly bare: EraDeclaration;
  /** An era that counts in an unknown direction, so no two of its years can be ordered. */
  readonly isUnordered?: true;
  /** The built-in calendar prints numeric dates as ISO, and leaves its `bare` era out where a month is written. */
  readonly isBuiltIn: boolean;
}

/** A day of a calendar: absolute year, month as an index, day of the month from 1. Years only: month 0, day 1. */
export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Counts the years of a calendar that declares no era. */
const NO_ERA: EraDeclaration = { id: '', names: [], epoch: 0, direction: 'forward', yearZero: false };

export const makeCalendar = (declaration: CalendarDeclaration, isBuiltIn = false): Calendar => {
  const total = declaration.months.reduce((sum, month) => sum + month.days, 0);
  // Without a single day in a common year there is nothing to count by: such a calendar knows years only.
  const months: readonly MonthDeclaration[] = total > 0 ? declaration.months : [];
  const monthTable = prefixTable(
    months.map((month) => month.name),
    isBuiltIn ? 3 : 1,
  );
  const leapRules = months.length > 0 ? readLeapRules(declaration, monthTable) : [];
  const yearDays = total > 0 ? total : (declaration.yearDays ?? 0);
  const byDays = yearDays > 0;
  const commonYear = byDays ? yearDays : 1;
  const monthStarts: number[] = [];
  let before = 0;
  for (const month of months) {
    monthStarts.push(before);
    before += month.days;
  }
  return {
    ...declaration,
    months,
    line: byDays ? '' : `calendar:${declaration.id}`,
    origin: byDays ? declaration.offsetDays : 1,
    commonYear,
    meanYear: leapRules.reduce((mean, rule) => mean + 1 / rule.every - 1 / rule.except + 1 / rule.unless, commonYear),
    monthStarts,
    leapRules,
    monthTable,
    weekdayTable: prefixTable(declaration.weekdays, 3),
    bare: bareEra(declaration),
    isBuiltIn,
  };
};

/** The calendar of an undeclared era: years on the era's own line. */
export const undeclaredCalendar = (line: string, era: EraDeclaration, isUnordered: boolean): Calendar => ({
  id: '',
  months: [],
  leap: [],
  weekdays: [],
  eras: [era],
  offsetDays: 0,
  line,
  origin: 1,
  commonYear: 1,
  meanYear: 1,
  monthStarts: [],
  leapRules: [],
  monthTable: NO_NAMES,
  weekdayTable: NO_NAMES,
  bare: era,
  isBuiltIn: false,
  ...(isUnordered && { isUnordered }),
});

/** The same calendar for one of its years, or for one decade: on a line where nothing else is. */
export const onItsOwn = (calendar: Calendar, what: string): Calendar => ({
  ...calendar,
  line: `${calendar.line}:${what}`,
});

/** The largest distance from absolute year 0, in years, at which each day still has an exact number. */
export const mostYears = ({ commonYear, leapRules, origin }: Calendar): number =>
  Math.floor((Number.MAX_SAFE_INTEGER - Math.abs(origin)) / (commonYear + leapRules.length)) - 2;

const NO_NAMES: ReadonlyMap<string, number> = new Map();

const bareEra = ({ eras, defaultEra }: CalendarDeclaration): EraDeclaration => {
  const wanted = defaultEra === undefined ? undefined : fold(defaultEra);
  const named =
    eras.find((era) => fold(era.id) === wanted) ?? eras.find((era) => era.names.some((name) => fold(name) === wanted));
  return named ?? eras.at(-1) ?? NO_ERA;
};

const readLeapRules = (declaration: CalendarDeclaration, monthTable: ReadonlyMap<string, number>): LeapRule[] => {
  const rules: LeapRule[] = [];
  for (const rule of declaration.leap) {
    const month = monthTable.get(fold(rule.month)) ?? -1;
    if (month < 0 || !(rule.every >= 1)) continue;
    const except = rule.except ? leastCommonMultiple(rule.every, rule.except) : Infinity;
    const unless = rule.except && rule.unless ? leastCommonMultiple(except, rule.unless) : Infinity;
    rules.push({ month, offset: rule.offset ?? 0, every: rule.every, except, unless });
  }
  return rules;
};

const leastCommonMultiple = (a: number, b: number): number => {
  let [x, y] = [a, b];
  while (y > 0) [x, y] = [y, x % y];
  return (a / x) * b;
};

/** How many years a rule makes leap among those up to `n` after its offset, relative to 0. */
const countUpTo = (rule: LeapRule, n: number): number =>
  Math.floor(n / rule.every) - multiples(n, rule.except) + multiples(n, rule.unless);

const multiples = (n: number, period: number): number => (period === Infinity ? 0 : Math.floor(n / period));

const isLeap = (rule: LeapRule, year: number): boolean => {
  const n = year - rule.offset;
  return n % rule.every === 0 && (!divides(rule.except, n) || divides(rule.unless, n));
};

const divides = (period: number, n: number): boolean => period !== Infinity && n % period === 0;

/** The first day, on the calendar's line, of an absolute year. */
export const startOfYear = (calendar: Calendar, year: number): number => {
  let day = calendar.origin + (year - 1) * calendar.commonYear;
  for (const rule of calendar.leapRules) day += countUpTo(rule, year - 1 - rule.offset) - countUpTo(rule, -rule.offset);
  return day;
};

/** The days before a month in an absolute year. */
const daysBefore = (calendar: Calendar, year: number, month: number): number => {
  let days = calendar.monthStarts[month] ?? 0;
  for (const rule of calendar.leapRules) if (rule.month < month && isLeap(rule, year)) days++;
  return days;
};

/** The first day, on the calendar's line, of a month (an index) of an absolute year. */
export const startOfMonth = (calendar: Calendar, year: number, month: number): number =>
  startOfYear(calendar, year) + daysBefore(calendar, year, month);

/** The length of a month (an index) in an absolute year; a feast that only leap years have is 0 days long in others. */
export const daysInMonth = (calendar: Calendar, year: number, month: number): number => {
  let days = calendar.months[month]?.days ?? 0;
  for (const rule of calendar.leapRules) if (rule.month === month && isLeap(rule, year)) days++;
  return days;
};

/** The day of the calendar on which a finite day of its line falls. */
export const dayOfCalendar = (calendar: Calendar, day: number): CalendarDay => {
  const year = yearOfDay(calendar, day);
  const within = day - startOfYear(calendar, year);
  if (calendar.months.length === 0) return { year, month: 0, day: within + 1 };
  const starts = startsOfMonths(calendar, year);
  let month = calendar.months.length - 1;
  while (month > 0 && ((starts[month] ?? 0) > within || starts[month] === starts[month + 1])) month--;
  return { year, month, day: within - (starts[month] ?? 0) + 1 };
};

/**
 * The absolute year that a day lies in. By the mean year it is the right one or a neighbour, unless many rules have their leap
 * days at once: so the steps away from it double, and then halve.
 */
export function yearOfDay(calendar: Calendar, day: number): number {
  let year = Math.floor((day - calendar.origin) / calendar.meanYear) + 1;
  let step = 1;
  for (; startOfYear(calendar, year) > day; step *= 2) year -= step;
  for (step = 1; startOfYear(calendar, year + step) <= day; step *= 2) year += step;
  for (; step >= 1; step /= 2) if (startOfYear(calendar, year + step) <= day) year += step;
  return year;
}

/** The days before each month of an absolute year, and behind them those of the whole year. */
function startsOfMonths(calendar: Calendar, year: number): number[] {
  const leapDays = new Map<number, number>();
  for (const rule of calendar.leapRules)
    if (isLeap(rule, year)) leapDays.set(rule.month, (leapDays.get(rule.month) ?? 0) + 1);
  let before = 0;
  const starts = calendar.months.map(({ days }, month) => {
    const start = before;
    before += days + (leapDays.get(month) ?? 0);
    return start;
  });
  return [...starts, before];
}
