/** Looks a written date up in its calendar: is there such a month, such a day, such a year of that era? */
import { daysInMonth, mostYears, onItsOwn } from './calendar';
import { type Chronology, type Reckoning, undeclaredEra } from './chronology';
import { absoluteYear, eraOfYear, yearOfEra } from './era';
import { exampleYear, type DateFailure, dateFailure, quotedDate, unknownMonth, unreadableDate } from './messages';
import { type Point, printPoint, type Style } from './printDate';
import type { Token } from './tokens';
import type { WrittenDate } from './dateParts';

/** The place of a written date; `asWritten` where only its year could be placed, because no calendar has its month. */
export interface Located {
  readonly ok: true;
  readonly point: Point;
  readonly style: Style;
  readonly asWritten: string | undefined;
  /** The part of that year that the month and the day take up, 0 to 1, where they are at least in a known order. */
  readonly within?: { readonly start: number; readonly end: number };
  /** The era as written, where no calendar declares it. */
  readonly unknownEra: string | undefined;
}

export const locate = (chronology: Chronology, written: WrittenDate): Located | DateFailure => {
  if (!written.year) {
    return dateFailure(
      'date/unreadable',
      `${quotedDate(written.text)} has no year: write it like ${written.text} ${exampleYear(chronology)}`,
    );
  }
  const reckoning = reckoningOf(chronology, written.era);
  const { isDeclared } = reckoning;
  const asked = reckoning.era.direction === 'backward' ? Math.abs(written.year.value) : written.year.value;
  const wrong = checkYear(reckoning, asked, written);
  if (wrong) return wrong;
  const absolute = absoluteYear(reckoning.era, asked);
  const calendar = reckoning.calendar.isUnordered ? onItsOwn(reckoning.calendar, String(asked)) : reckoning.calendar;
  // Our own years before 1 have a name of their own.
  const era = calendar.isBuiltIn && asked < 0 ? (eraOfYear(calendar.eras, absolute) ?? reckoning.era) : reckoning.era;
  const year = era === reckoning.era ? asked : yearOfEra(era, absolute);
  const unknownEra = isDeclared ? undefined : written.era?.text;
  const inYear: Point = { calendar, era, year, absolute, month: undefined, day: undefined };
  if (!written.month) return { ok: true, point: inYear, style: 'named', asWritten: undefined, unknownEra };
  const month = monthIndex(calendar.monthTable, written.month);
  const isPlaceable = calendar.months.length > 0 && (month !== undefined || chronology.declared);
  if (!isPlaceable) {
    if ((written.day?.text.length ?? 0) > 4) return unreadableDate(chronology, written.text);
    const within = partOfYear(chronology, written);
    return { ok: true, point: inYear, style: 'named', asWritten: written.text, unknownEra, ...(within && { within }) };
  }
  if (month === undefined) return unknownMonth(calendar, written.month.text);
  const point: Point = { calendar, era, year, absolute, month, day: written.day?.value };
  const style = calendar.isBuiltIn && written.month.kind === 'number' ? 'iso' : 'named';
  return checkDay(point, written) ?? { ok: true, point, style, asWritten: undefined, unknownEra };
};

/** Months and days of an undeclared era have an order but no known lengths: a hundred of each is enough for it. */
const partOfYear = ({ bare }: Chronology, { month, day }: WrittenDate): Located['within'] => {
  const index = month && monthIndex(bare.calendar.monthTable, month);
  if (index === undefined || index < 0 || index > 98 || (day && (day.value < 1 || day.value > 99))) return undefined;
  const start = index * 100 + (day ? day.value - 1 : 0);
  return { start: start / 10_000, end: (start + (day ? 1 : 100)) / 10_000 };
};

/** The calendar and era of a date whose era is written so, or not at all. */
export const reckoningOf = (chronology: Chronology, era: Token | undefined): Reckoning =>
  era ? (chronology.eras.get(era.folded) ?? undeclaredEra(era.text)) : chronology.bare;

/** Whether a date has no era, and no month by which it is known to be in the first calendar. */
export const isBare = ({ bare }: Chronology, { era, month }: WrittenDate): boolean =>
  !era && (!month || monthIndex(bare.calendar.monthTable, month) === undefined);

/** The index of a month, declared or not: a number always has one. */
const monthIndex = (table: ReadonlyMap<string, number>, month: Token): number | undefined => {
  if (month.kind === 'number') return month.value - 1;
  const index = table.get(month.folded) ?? -1;
  return index < 0 ? undefined : index;
};

/** `24,660,873,952,895` */
const grouped = (n: number): string => String(n).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** An undeclared era may have a year 0. */
const checkYear = (
  { calendar, era, isDeclared }: Reckoning,
  year: number,
  { text }: WrittenDate,
): DateFailure | undefined => {
  const name = era.id === '' ? calendar.id : era.id;
  const write = (n: number): string => `${n} ${era.id}`.trim();
  const most = mostYears(calendar);
  if (Math.abs(absoluteYear(era, year)) > most) {
    const last = grouped(Math.abs(yearOfEra(era, era.direction === 'backward' ? -most : most)));
    return dateFailure(
      'date/unreadable',
      `${quotedDate(text)} is too far away for its days to be counted: write a year up to ${`${last} ${era.id}`.trim()}`,
    );
  }
  if (year === 0 && isDeclared && !era.yearZero) {
    const before = eraOfYear(calendar.eras, absoluteYear(era, -1)) ?? era;
    const last =
      era.direction === 'backward' ? '' : ` or ${yearOfEra(before, absoluteYear(era, -1))} ${before.id}`.trimEnd();
    return dateFailure('date/impossible', `${name} has no year 0: write ${write(1)}${last}`);
  }
  if (era.last !== undefined && year > era.last) {
    const absolute = absoluteYear(era, year);
    const other = eraOfYear(calendar.eras, absolute);
    const instead = other ? `; write ${yearOfEra(other, absolute)} ${other.id}` : '; correct the year or the era';
    return dateFailure('date/impossible', `${name} ends with ${write(era.last)}: there is no ${write(year)}${instead}`);
  }
  return undefined;
};

const checkDay = (point: Point, { month: written }: WrittenDate): DateFailure | undefined => {
  const { calendar, absolute, era, year, month = 0, day } = point;
  const declared = calendar.months[month];
  if (!declared) {
    const count = calendar.months.length;
    return dateFailure(
      'date/impossible',
      `${calendar.id} has ${count} months: there is no month ${written?.value}; write 1 to ${count}`,
    );
  }
  const length = daysInMonth(calendar, absolute, month);
  const inYear = `${year} ${era.id}`.trim();
  if (length === 0)
    return dateFailure('date/impossible', `${declared.name} is not in every year: there is none in ${inYear}`);
  if (day === undefined || (day >= 1 && day <= length)) return undefined;
  const has = `${declared.name} has ${length} ${length === 1 ? 'day' : 'days'}`;
  const when = length === declared.days ? '' : ` in ${inYear}`;
  const advice = length === 1 ? 'write 1' : `write 1 to ${length}`;
  return dateFailure('date/impossible', `${has}${when}: there is no ${printPoint(point, 'named')}; ${advice}`);
};
