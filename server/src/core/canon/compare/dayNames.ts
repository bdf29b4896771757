/** What a date's name means under two codex.yaml: the name stays, and the day that it means may be another. */
import {
  startOfMonth,
  startOfYear,
  dayOfCalendar,
  type Calendar,
  type Chronology,
  absoluteYear,
  fold,
  pointAt,
  printInstant,
  printPoint,
  readDate,
  type EraDeclaration,
  type Instant,
  type Moment,
  type WorldDate,
} from '../../chronology';

/** How the names of days in one chronology relate to those of another. */
export interface DayNames {
  /** Whether every name means the same day. */
  readonly isSame: boolean;
  /** Whether every name means the same day or year: calendars are as they were, or were given days. */
  readonly keepsYears: boolean;
  /** Whether of two dates that the first can compare the same one is the earlier in the second. */
  readonly keepsOrder: boolean;
}

const known = new WeakMap<Chronology, WeakMap<Chronology, DayNames>>();

export function dayNames(a: Chronology, b: Chronology): DayNames {
  let from = known.get(a);
  if (!from) known.set(a, (from = new WeakMap()));
  let found = from.get(b);
  if (!found) {
    const isSame = a === b || (a.declared === b.declared && asText(a.calendars) === asText(b.calendars));
    from.set(b, (found = { isSame, keepsYears: isSame || keepsYears(a, b), keepsOrder: isSame || keepsOrder(a, b) }));
  }
  return found;
}

const asText = (calendars: readonly Calendar[]): string =>
  JSON.stringify(
    calendars.map(({ id, months, leap, eras, bare, offsetDays, yearDays }) => [
      id,
      months,
      leap,
      eras,
      bare.id,
      offsetDays,
      yearDays,
    ]),
  );

/** Judged by what is declared, not by the dates that are used: never true where it is not so. */
function keepsOrder(a: Chronology, b: Chronology): boolean {
  if (a.bare.era.id !== b.bare.era.id) return false;
  const isAlone = ({ line }: Calendar): boolean => a.calendars.filter((one) => one.line === line).length === 1;
  return a.calendars.every((calendar) => {
    const other = b.calendars.find(({ id }) => id === calendar.id);
    if (!other) return false;
    if (isGivenDays(calendar, b)) return true;
    if ((calendar.line === '') !== (other.line === '')) return false;
    if (!isAlone(calendar) && daysOf(calendar) !== daysOf(other)) return false;
    return isSubOrder(calendar.months.map(fitName), other.months.map(fitName)) && keepsEras(calendar, other);
  });
}

/**
 * Whether a calendar that knew years alone is given months, or days in a year, and no other is counted in days beside it: each of
 * its years is the year that it was.
 */
function isGivenDays(calendar: Calendar, { calendars }: Chronology): boolean {
  const byDays = calendars.filter(({ line }) => line === '');
  const [other] = byDays;
  return (
    calendar.line !== '' &&
    byDays.length === 1 &&
    other?.id === calendar.id &&
    JSON.stringify([other.eras, other.bare.id]) === JSON.stringify([calendar.eras, calendar.bare.id])
  );
}

const keepsYears = (a: Chronology, b: Chronology): boolean =>
  a.declared === b.declared &&
  a.calendars.length === b.calendars.length &&
  a.calendars.every((calendar, i) => {
    const other = b.calendars[i];
    return other !== undefined && (isGivenDays(calendar, b) || asText([calendar]) === asText([other]));
  });

const daysOf = ({ months, leap, offsetDays, yearDays }: Calendar): string =>
  JSON.stringify([months, leap, offsetDays, yearDays]);

const fitName = ({ name }: { readonly name: string }): string => fold(name);

/** Whether a list is another one that lacks some. */
const isSubOrder = (a: readonly string[], b: readonly string[]): boolean =>
  a.join('\n') === b.filter((name) => a.includes(name)).join('\n');

function keepsEras(a: Calendar, b: Calendar): boolean {
  const pairs = a.eras.map((era) => {
    const same = b.eras.find(({ id }) => fold(id) === fold(era.id));
    return same && same.direction === era.direction && same.yearZero === era.yearZero ? ([era, same] as const) : null;
  });
  return pairs.every(
    (pair, i) =>
      pair !== null &&
      pairs.slice(0, i).every((other) => {
        if (!other) return false;
        const shift = (at: 0 | 1): number => pair[at].epoch - other[at].epoch;
        return (
          shift(0) === shift(1) ||
          (orderOf(pair[0], other[0]) !== 0 && orderOf(pair[0], other[0]) === orderOf(pair[1], other[1]))
        );
      }),
  );
}

/** -1 or 1 where the years of two eras never meet; else 0. */
function orderOf(one: EraDeclaration, other: EraDeclaration): number {
  const [a, b] = [yearsOf(one), yearsOf(other)];
  return a.last < b.first ? -1 : b.last < a.first ? 1 : 0;
}

function yearsOf(era: EraDeclaration) {
  const first = absoluteYear(era, era.yearZero ? 0 : 1);
  const last =
    era.last === undefined ? (era.direction === 'backward' ? -Infinity : Infinity) : absoluteYear(era, era.last);
  return { first: Math.min(first, last), last: Math.max(first, last) };
}

/** One date name: the stretches that it denotes in both chronologies, and its place in the second. */
export interface NamedDay {
  readonly a: WorldDate;
  readonly b: WorldDate;
}

/** A place on a line of the second chronology from which on names may mean other days, or answers be others. */
export interface Turn extends Instant {
  readonly text: string;
  /** What is asked for from here to the next turn; of several calendars a name in each. */
  readonly names: readonly NamedDay[];
}

/** The lines of the second chronology on which the eras of the first lie. */
export const linesOfEras = (a: Chronology, b: Chronology): string[] =>
  a.calendars.flatMap(eraBounds).flatMap((text) => dateNamed(b, text)?.start.line ?? []);

/** Where the answers on one line of the second chronology can change, in order; the first stands for all time before the second. */
export function turnsOn(
  line: string,
  a: Chronology,
  b: Chronology,
  ends: { readonly before: readonly Moment[]; readonly after: readonly Moment[] },
): Turn[] {
  const days = new Set<number>();
  const add = ({ line: own, day }: Instant): void => {
    if (own === line && Number.isFinite(day)) days.add(day);
  };
  const addName = (text: string): void => {
    const date = dateNamed(b, text);
    if (date) for (const end of [date.start, date.end]) add(end);
  };
  for (const end of ends.after) add(end);
  for (const end of ends.before) for (const text of [end.text, ...namesIn(a, end)]) addName(text);
  for (const { calendars } of [a, b])
    for (const calendar of calendars) for (const text of eraBounds(calendar)) addName(text);
  for (const calendar of b.calendars.filter((one) => one.line === line))
    for (const day of [...days]) for (const other of aroundIn(calendar, day)) add({ line, day: other });
  const sorted = [...days].sort((one, other) => one - other);
  const named = (text: string): NamedDay[] => {
    const [was, is] = [dateNamed(a, text), dateNamed(b, text)];
    return was && is ? [{ a: was, b: is }] : [];
  };
  // Where only years are known now, days of then are asked for as well: the last and the first that were answered differently.
  const narrow = ends.before
    .flatMap(({ line: own, day }) => [day - 1, day].flatMap((one) => namesIn(a, { line: own, day: one })))
    .flatMap(named)
    .filter((one) => isWide(b, one.b));
  const [first] = sorted;
  if (first === undefined) return [];
  return [first - 1, ...sorted].map((day) => ({
    line,
    day,
    text: printInstant(b, { line, day }),
    names: [
      ...namesIn(b, { line, day }).flatMap(named),
      ...narrow.filter((one) => one.b.start.line === line && one.b.start.day <= day && day < one.b.end.day),
    ],
  }));
}

const isWide = ({ calendars }: Chronology, { start: { line } }: WorldDate): boolean =>
  calendars.every((calendar) => calendar.line !== line || calendar.months.length === 0);

/** A day by its names in each calendar of its line, one for each era that counts it; by its year in an undeclared era. */
function namesIn(chronology: Chronology, { line, day }: Instant): string[] {
  const calendars = chronology.calendars.filter((calendar) => calendar.line === line);
  if (calendars.length === 0) return [printInstant(chronology, { line, day: Math.floor(day) })];
  return calendars.flatMap((calendar) => {
    const nameIn = (era?: EraDeclaration): string[] => {
      const point = pointAt(calendar, Math.floor(day), 'day', era);
      return point && (!era || (point.era === era && point.year >= (era.yearZero ? 0 : 1)))
        ? [printPoint(point, 'named')]
        : [];
    };
    return [...new Set([...nameIn(), ...calendar.eras.flatMap(nameIn)])];
  });
}

const eraBounds = ({ eras }: Calendar): string[] =>
  eras.flatMap(({ id, last, yearZero }) => [
    `${yearZero ? 0 : 1} ${id}`,
    ...(last === undefined ? [] : [`${last} ${id}`]),
  ]);

/** The bounds of the year of a day, and of its months. */
function aroundIn(calendar: Calendar, day: number): number[] {
  const { year } = dayOfCalendar(calendar, day);
  const months = calendar.months.map((_, month) => startOfMonth(calendar, year, month));
  return [startOfYear(calendar, year), ...months, startOfYear(calendar, year + 1)];
}

const dates = new WeakMap<Chronology, Map<string, WorldDate | null>>();

/** What a text denotes; null where it is no date. */
function dateNamed(chronology: Chronology, text: string): WorldDate | null {
  let read = dates.get(chronology);
  if (!read) dates.set(chronology, (read = new Map()));
  let date = read.get(text);
  if (date === undefined) {
    const reading = readDate(chronology, text);
    read.set(text, (date = reading.ok ? reading.date : null));
  }
  return date;
}
