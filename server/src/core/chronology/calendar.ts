/** Calendars and their eras, as questions: which day a year or a month begins on, which year, month and era a day is in. */
import type { CalendarDeclaration, EraDeclaration, MonthDeclaration } from './declaration';
import { foreignMonth } from './dictionary';
import { fold, prefixTable } from './foldedNames';

/**
 * A calendar that answers questions, in constant time. Years are absolute (there is a year 0), months are indices from 0,
 * and days are those of the calendar's line. Only this file knows how the answers follow from the declaration.
 */
export interface Calendar {
  readonly id: string;
  /** The line that its days are on: `''` for the shared one. */
  readonly line: string;
  /** As codex.yaml says it: to be stored, sent or compared, never to be calculated with. */
  readonly asDeclared: CalendarDeclaration;
  /** The built-in calendar prints numeric dates as ISO, and leaves its `bare` era out where a month is written. */
  readonly isBuiltIn: boolean;
  /** It counts in an unknown direction, so no two of its years can be ordered. */
  readonly isUnordered: boolean;
  /** 0 where it knows years only. */
  readonly monthCount: number;
  /** In days, with its leap days on average; 1 on a line of years. */
  readonly meanYear: number;
  /** The largest distance from year 0, in years, at which each day still has an exact number. */
  readonly mostYears: number;
  /** The era of a year written without one. */
  readonly bare: Era;
  readonly startOfYear: (year: number) => number;
  readonly startOfMonth: (year: number, month: number) => number;
  /** A feast that only leap years have is 0 days long in others. */
  readonly daysInMonth: (year: number, month: number) => number;
  readonly yearOf: (day: number) => number;
  /** @param day finite */
  readonly dayOf: (day: number) => CalendarDay;
  /** In any year; undefined where there is no such month. */
  readonly monthAt: (month: number) => Month | undefined;
  /** The month that a folded word names or begins: `AMBIGUOUS` where several begin so, undefined where none does. */
  readonly monthNamed: (folded: string) => number | undefined;
  /** The months of a season that the calendar lists, in their order; undefined for any other word. */
  readonly monthsOfSeason: (folded: string) => readonly number[] | undefined;
  readonly isWeekday: (folded: string) => boolean;
  /** Undefined where it has no weekdays. */
  readonly weekdayOf: (day: number) => string | undefined;
  /** The eras to write years in, in order of declaration. */
  readonly eras: readonly Era[];
  /** The era to write a year in: the preferred one where it can; undefined after the end of the last era. */
  readonly eraOf: (year: number, preferred?: Era) => Era | undefined;
}

/** An era: a name for years. What it counts is asked with the functions below. */
export type Era = EraDeclaration;

/** A day of a calendar, counted from 1 in its month. Where only years are known, the month is 0 and the day counts in its year. */
interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** A month, in no year in particular. */
export interface Month {
  readonly name: string;
  /** In a common year. */
  readonly days: number;
  /** The most that it can have, in a leap year. */
  readonly mostDays: number;
  /** Feasts outside the months are months of one day, or of none with a leap rule. */
  readonly isFeast: boolean;
}

/** A leap rule, its month as an index; each of its periods, in years, is a multiple of the one before, or Infinity. */
interface LeapRule {
  readonly month: number;
  readonly offset: number;
  readonly every: number;
  readonly except: number;
  readonly unless: number;
}

/** Counts the years of a calendar that declares no era. */
const NO_ERA: Era = { id: '', names: [], epoch: 0, direction: 'forward', yearZero: false };

export function makeCalendar(declaration: CalendarDeclaration, isBuiltIn = false): Calendar {
  const lengths = lengthsOf(declaration);
  const counting = countingBy(lengths);
  const { rules, origin, commonYear, isByDays } = lengths;
  const months = lengths.months.map(({ name, days }, index): Month => {
    const leapDays = rules.filter(({ month }) => month === index).length;
    return { name, days, mostDays: days + leapDays, isFeast: days <= 1 };
  });
  const monthTable = prefixTable(
    months.map(({ name }) => name),
    isBuiltIn ? 3 : 1,
  );
  const weekdayTable = prefixTable(declaration.weekdays, 3);
  const seasons = seasonsOf(declaration, lengths.months);
  const { id, eras, weekdays } = declaration;
  const bare = bareEra(declaration);
  return {
    id,
    line: isByDays ? '' : `calendar:${id}`,
    asDeclared: declaration,
    isBuiltIn,
    isUnordered: false,
    monthCount: months.length,
    meanYear: lengths.meanYear,
    mostYears: Math.floor((Number.MAX_SAFE_INTEGER - Math.abs(origin)) / (commonYear + rules.length)) - 2,
    bare,
    startOfYear: counting.startOfYear,
    startOfMonth: counting.startOfMonth,
    daysInMonth: counting.daysInMonth,
    yearOf: counting.yearOf,
    dayOf: counting.dayOf,
    monthAt: (month) => months[month],
    monthNamed: (folded) => monthTable.get(folded) ?? (isBuiltIn ? foreignMonth(folded) : undefined),
    monthsOfSeason: (folded) => seasons.get(folded) ?? seasons.get(SAME_SEASON.get(folded) ?? ''),
    isWeekday: (folded) => (weekdayTable.get(folded) ?? -1) >= 0,
    weekdayOf: (day) => weekdays.at(day % weekdays.length),
    eras,
    eraOf: (year, preferred) => (eras.length === 0 ? bare : eraOfYear(eras, year, preferred)),
  };
}

/** How long the months and years of a calendar are. */
interface Lengths {
  /** Empty where only years are known. */
  readonly months: readonly MonthDeclaration[];
  readonly rules: readonly LeapRule[];
  /** Whether its years have days; without, it counts years. */
  readonly isByDays: boolean;
  /** On its line, the first day of absolute year 1. */
  readonly origin: number;
  /** Days of a year without leap days; 1 on a line of years. */
  readonly commonYear: number;
  readonly meanYear: number;
}

function lengthsOf(declaration: CalendarDeclaration): Lengths {
  const total = declaration.months.reduce((sum, { days }) => sum + days, 0);
  // Without a single day in a common year there is nothing to count by: such a calendar knows years only.
  const months = total > 0 ? declaration.months : [];
  const rules = readLeapRules(declaration, months);
  const yearDays = total > 0 ? total : (declaration.yearDays ?? 0);
  const isByDays = yearDays > 0;
  const commonYear = isByDays ? yearDays : 1;
  const meanYear = rules.reduce((mean, rule) => mean + 1 / rule.every - 1 / rule.except + 1 / rule.unless, commonYear);
  return { months, rules, isByDays, origin: isByDays ? declaration.offsetDays : 1, commonYear, meanYear };
}

type Counting = Pick<Calendar, 'startOfYear' | 'startOfMonth' | 'daysInMonth' | 'yearOf' | 'dayOf'>;

function countingBy({ months, rules, origin, commonYear, meanYear }: Lengths): Counting {
  // For each month, the days before it in a common year.
  const monthStarts: number[] = [];
  let before = 0;
  for (const { days } of months) {
    monthStarts.push(before);
    before += days;
  }

  function startOfYear(year: number): number {
    let day = origin + (year - 1) * commonYear;
    for (const rule of rules) day += countUpTo(rule, year - 1 - rule.offset) - countUpTo(rule, -rule.offset);
    return day;
  }

  function startOfMonth(year: number, month: number): number {
    let day = startOfYear(year) + (monthStarts[month] ?? 0);
    for (const rule of rules) if (rule.month < month && isLeap(rule, year)) day++;
    return day;
  }

  function daysInMonth(year: number, month: number): number {
    let days = months[month]?.days ?? 0;
    for (const rule of rules) if (rule.month === month && isLeap(rule, year)) days++;
    return days;
  }

  /**
   * By the mean year it is the right one or a neighbour, unless many rules have their leap days at once: so the steps away from it
   * double, and then halve.
   */
  function yearOf(day: number): number {
    let year = Math.floor((day - origin) / meanYear) + 1;
    let step = 1;
    for (; startOfYear(year) > day; step *= 2) year -= step;
    for (step = 1; startOfYear(year + step) <= day; step *= 2) year += step;
    for (; step >= 1; step /= 2) if (startOfYear(year + step) <= day) year += step;
    return year;
  }

  function dayOf(day: number): CalendarDay {
    const year = yearOf(day);
    const within = day - startOfYear(year);
    if (months.length === 0) return { year, month: 0, day: within + 1 };
    const starts = startsOfMonths(year);
    let month = months.length - 1;
    while (month > 0 && ((starts[month] ?? 0) > within || starts[month] === starts[month + 1])) month--;
    return { year, month, day: within - (starts[month] ?? 0) + 1 };
  }

  /** The days before each month of a year, and behind them those of the whole year. */
  function startsOfMonths(year: number): number[] {
    const starts = [...monthStarts, commonYear];
    for (const rule of rules)
      if (isLeap(rule, year))
        for (let month = rule.month + 1; month < starts.length; month++) starts[month] = (starts[month] ?? 0) + 1;
    return starts;
  }

  return { startOfYear, startOfMonth, daysInMonth, yearOf, dayOf };
}

const bareEra = ({ eras, defaultEra }: CalendarDeclaration): Era => {
  const wanted = defaultEra === undefined ? undefined : fold(defaultEra);
  const named =
    eras.find((era) => fold(era.id) === wanted) ?? eras.find((era) => era.names.some((name) => fold(name) === wanted));
  return named ?? eras.at(-1) ?? NO_ERA;
};

const readLeapRules = ({ leap }: CalendarDeclaration, months: readonly MonthDeclaration[]): LeapRule[] => {
  const rules: LeapRule[] = [];
  const names = months.map(({ name }) => fold(name));
  for (const rule of leap) {
    const month = names.indexOf(fold(rule.month));
    if (month < 0 || !(rule.every >= 1)) continue;
    const except = rule.except ? leastCommonMultiple(rule.every, rule.except) : Infinity;
    const unless = rule.except && rule.unless ? leastCommonMultiple(except, rule.unless) : Infinity;
    rules.push({ month, offset: rule.offset ?? 0, every: rule.every, except, unless });
  }
  return rules;
};

const SAME_SEASON: ReadonlyMap<string, string> = new Map([
  ['fall', 'autumn'],
  ['autumn', 'fall'],
]);

const seasonsOf = (
  { seasons = [] }: CalendarDeclaration,
  months: readonly MonthDeclaration[],
): ReadonlyMap<string, readonly number[]> => {
  const names = months.map(({ name }) => fold(name));
  const indexes = seasons.map(
    (season) => [fold(season.name), season.months.map((name) => names.indexOf(fold(name)))] as const,
  );
  return new Map(indexes.filter(([, some]) => some.length > 0 && !some.includes(-1)));
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

const YEARS_ONLY = makeCalendar({ id: '', months: [], leap: [], weekdays: [], eras: [], offsetDays: 0 });

/** The calendar of an undeclared era: years on the era's own line. */
export const undeclaredCalendar = (line: string, era: Era, isUnordered: boolean): Calendar => ({
  ...YEARS_ONLY,
  line,
  bare: era,
  isUnordered,
  eras: [era],
  eraOf: (year, preferred) => eraOfYear([era], year, preferred),
});

/** The same calendar for one of its years, or for one decade: on a line where nothing else is. */
export const onItsOwn = (calendar: Calendar, what: string): Calendar => ({
  ...calendar,
  line: `${calendar.line}:${what}`,
});

/** The months of a calendar, in their order. */
export const monthsOf = (calendar: Calendar): Month[] =>
  Array.from({ length: calendar.monthCount }, (_, month) => calendar.monthAt(month) ?? []).flat();

/** The first days of the year that a day is in, of its months, and of the next year. */
export function boundsAround(calendar: Calendar, day: number): number[] {
  const year = calendar.yearOf(day);
  const months = Array.from({ length: calendar.monthCount }, (_, month) => calendar.startOfMonth(year, month));
  return [calendar.startOfYear(year), ...months, calendar.startOfYear(year + 1)];
}

/** The absolute year of year `n` of an era; −1 is the year before year 1. A minus in an era that counts backward adds nothing. */
export const absoluteYear = (era: Era, n: number): number => {
  if (era.direction === 'backward') return era.epoch - Math.abs(n);
  return n > 0 || era.yearZero ? era.epoch + n : Math.min(era.epoch, era.epoch + n + 1);
};

/** The year of an absolute year in an era's own count; in an era that counts backward, below 1 means outside it. */
export const yearOfEra = (era: Era, absolute: number): number => {
  if (era.direction === 'backward') return era.epoch - absolute;
  const n = absolute - era.epoch;
  return n > 0 || era.yearZero ? n : n - 1;
};

/** The era's first year in its own count: 0 or 1. */
export const firstYear = (era: Era): number => (era.yearZero ? 0 : 1);

/** The absolute years that an era counts, both included; its end may be infinite. */
export function yearsCounted(era: Era): { readonly first: number; readonly last: number } {
  const begin = absoluteYear(era, firstYear(era));
  if (era.direction === 'backward')
    return { first: era.last === undefined ? -Infinity : era.epoch - era.last, last: begin };
  return { first: begin, last: era.last === undefined ? Infinity : absoluteYear(era, era.last) };
}

/** Whether an absolute year is one the era counts, from its first year to its last. */
const counts = (era: Era, absolute: number): boolean => {
  const n = yearOfEra(era, absolute);
  return n >= firstYear(era) && n <= (era.last ?? Infinity);
};

/** Whether an absolute year can be written in the era at all; years before its first are negative ones. */
const canWrite = (era: Era, absolute: number): boolean =>
  counts(era, absolute) || (era.direction === 'forward' && yearOfEra(era, absolute) < 1);

/**
 * The era to write an absolute year in: the preferred one if it can; else the forward era begun last; else a backward
 * one; else, counting down, the forward era that begins next. Undefined after the end of the last era.
 */
const eraOfYear = (eras: readonly Era[], absolute: number, preferred?: Era): Era | undefined => {
  if (preferred && canWrite(preferred, absolute)) return preferred;
  let best: Era | undefined;
  for (const era of eras) {
    if (!canWrite(era, absolute) || (best && !comesBefore(era, best, absolute))) continue;
    best = era;
  }
  return best;
};

/** Eras that count the year come before those that can only count down to it, forward before backward; nearer is better. */
const comesBefore = (a: Era, b: Era, absolute: number): boolean => {
  const [rank, other] = [rankOf(a, absolute), rankOf(b, absolute)];
  return rank === other ? Math.abs(absolute - a.epoch) < Math.abs(absolute - b.epoch) : rank > other;
};

const rankOf = (era: Era, absolute: number): number =>
  counts(era, absolute) ? (era.direction === 'forward' ? 2 : 1) : 0;

/** Absolute years `[from, until)`, which may be infinite, that are written in one era. */
export interface EraStretch {
  readonly era: Era;
  readonly from: number;
  readonly until: number;
}

/** All years in the order of time, by the era that each is written in; years after the last era's end are left out. */
export function eraStretches({ eras, eraOf }: Calendar): EraStretch[] {
  // Between two neighbouring first or last years of eras the era of a year is always the same.
  const edges = eras.flatMap((era) => {
    const { first, last } = yearsCounted(era);
    return [first, last + 1].filter(Number.isFinite);
  });
  const sorted = [-Infinity, ...new Set(edges.sort((a, b) => a - b)), Infinity];
  const stretches: EraStretch[] = [];
  for (const [i, from] of sorted.entries()) {
    const until = sorted[i + 1];
    if (until === undefined) break;
    const era = eraOf(Number.isFinite(from) ? from : Number.isFinite(until) ? until - 1 : 0);
    const before = stretches.at(-1);
    if (!era) continue;
    if (before?.era === era && before.until === from) stretches[stretches.length - 1] = { ...before, until };
    else stretches.push({ era, from, until });
  }
  return stretches;
}
