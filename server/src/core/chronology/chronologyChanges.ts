/** How one chronology relates to an earlier one: which names of eras and of days mean the same in both. */
import { type Calendar, type Era, monthsOf, yearsCounted } from './calendar';
import type { Chronology, Reckoning } from './chronology';
import { fold } from './foldedNames';

/** The names of eras that the later chronology no longer declares, each with the era that counts the same years now. */
export function formerEras(now: Chronology, then: Chronology): ReadonlyMap<string, Reckoning> {
  const found = new Map<string, Reckoning>();
  for (const was of then.calendars) {
    const calendar = now.calendars.find((is) => lengthsOf(is) === lengthsOf(was));
    if (!calendar) continue;
    for (const old of was.eras) {
      const era = calendar.eras.find((is) => yearsOf(is) === yearsOf(old));
      for (const name of era ? [old.id, ...old.names] : [])
        if (era && !now.eraNames.has(fold(name))) found.set(name, { calendar, era, isDeclared: true });
    }
  }
  return found;
}

/** The later chronology, with the names of `formerEras` added. */
export function withFormerEras(now: Chronology, then: Chronology): Chronology {
  const former = formerEras(now, then);
  if (former.size === 0) return now;
  const phrases = [...new Set([...now.phrases, ...then.phrases])].sort((a, b) => b.length - a.length);
  return {
    ...now,
    eraNames: new Map([...[...former].map(([name, era]) => [fold(name), era] as const), ...now.eraNames]),
    phrases,
  };
}

/** Everything that decides which day a date of a calendar is, except its eras. */
const lengthsOf = ({ line, asDeclared: { months, leap, offsetDays, yearDays } }: Calendar): string =>
  JSON.stringify([line, months, leap, offsetDays, yearDays]);

const yearsOf = ({ epoch, direction, yearZero }: Era): string => JSON.stringify([epoch, direction, yearZero]);

/** How the names of days in one chronology relate to those of another. */
interface DayNames {
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
    calendars.map(({ id, bare, asDeclared: { months, leap, eras, offsetDays, yearDays } }) => [
      id,
      months,
      leap,
      eras,
      bare.id,
      offsetDays,
      yearDays,
    ]),
  );

/** Judged by the declarations, not by the dates that are used. It may answer false where the order is kept, never the reverse. */
function keepsOrder(a: Chronology, b: Chronology): boolean {
  if (a.bare.era.id !== b.bare.era.id) return false;
  const isAlone = ({ line }: Calendar): boolean => a.calendars.filter((one) => one.line === line).length === 1;
  return a.calendars.every((calendar) => {
    const other = b.calendars.find(({ id }) => id === calendar.id);
    if (!other) return false;
    if (isGivenDays(calendar, b)) return true;
    if ((calendar.line === '') !== (other.line === '')) return false;
    if (!isAlone(calendar) && lengthsOf(calendar) !== lengthsOf(other)) return false;
    return isSubOrder(foldedMonths(calendar), foldedMonths(other)) && keepsEras(calendar, other);
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

const foldedMonths = (calendar: Calendar): string[] => monthsOf(calendar).map(({ name }) => fold(name));

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
function orderOf(one: Era, other: Era): number {
  const [a, b] = [yearsCounted(one), yearsCounted(other)];
  return a.last < b.first ? -1 : b.last < a.first ? 1 : 0;
}

/**
 * Whether eras were added, and all earlier ones lie by the same number of years elsewhere: where an era was put before all others,
 * these may be counted on from it.
 */
export function hasShiftedEras(was: Chronology, is: Chronology): boolean {
  if (!dayNames(was, is).keepsOrder || is.eraNames.size <= was.eraNames.size) return false;
  const shifts = [...was.eraNames].map(([name, { calendar, era }]) => {
    const other = is.eraNames.get(name);
    const hasLeapDays = calendar.asDeclared.leap.length > 0;
    if (!other || hasLeapDays || monthLengths(calendar) !== monthLengths(other.calendar)) return NaN;
    return other.era.epoch - era.epoch;
  });
  return shifts.every((shift) => shift === shifts[0]);
}

const monthLengths = ({ asDeclared: { months, leap } }: Calendar): string => JSON.stringify([months, leap]);
