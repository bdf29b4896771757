/** Reads world dates: every form in which people write them, in the calendars of a chronology. */
import { absoluteYear, type Calendar, onItsOwn, yearOfEra } from './calendar';
import { type Chronology, isUndeclared, type Reckoning, reckoningOf } from './chronology';
import { AMBIGUOUS } from './foldedNames';
import {
  exampleYear,
  type DateFailure,
  dateFailure,
  quotedDate,
  unknownMonth,
  unreadableDate,
  shortDate,
} from './dateMessages';
import {
  type Point,
  printPoint,
  type Style,
  BEGINNING_OF_TIME,
  END_OF_TIME,
  marked,
  momentAfter,
  momentOf,
  pointAt,
  printSeason,
} from './printDate';
import { holdsTemplate } from '../text/placeholder';
import { type Token, clean, isDigit, noTimeIn, saysUndated, tokenize } from './tokenize';
import { type Dates, type Join, type WrittenDate, readDates } from './parseDate';
import { withinTenYears, type DateReading, type Moment, type WorldDate } from './worldDate';
import type { Third } from './dictionary';

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
  if (!written.year) return noYear(chronology, written);
  const reckoning = reckoningOf(chronology, written.era);
  const { isDeclared } = reckoning;
  if (!isYear(written) || (!isDeclared && !isName(reckoning.era.id))) return unreadableDate(chronology, written.text);
  const asked = reckoning.era.direction === 'backward' ? Math.abs(written.year.value) : written.year.value;
  const wrong = checkYear(reckoning, asked, written);
  if (wrong) return wrong;
  const absolute = absoluteYear(reckoning.era, asked);
  const calendar = reckoning.calendar.isUnordered ? onItsOwn(reckoning.calendar, String(asked)) : reckoning.calendar;
  // Our own years before 1 have a name of their own.
  const era = calendar.isBuiltIn && asked < 0 ? (calendar.eraOf(absolute) ?? reckoning.era) : reckoning.era;
  const year = era === reckoning.era ? asked : yearOfEra(era, absolute);
  const unknownEra = isDeclared ? undefined : written.era?.text;
  const inYear: Point = { calendar, era, year, absolute, month: undefined, day: undefined };
  if (!written.month) return { ok: true, point: inYear, style: 'named', asWritten: undefined, unknownEra };
  const month = monthIndex(calendar, written.month);
  if (month === undefined && !isMonthName(written, isDeclared && !chronology.declared))
    return unreadableDate(chronology, written.text);
  const isPlaceable = calendar.monthCount > 0 && (month !== undefined || chronology.declared);
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

const noYear = (chronology: Chronology, { text, month, season }: WrittenDate): DateFailure => {
  const example = exampleYear(chronology);
  const written =
    season || month?.kind !== 'number'
      ? `${text} ${example}`
      : example.replace(/\d+/, `$&${text.includes('/') ? '/' : '-'}${text}`);
  return dateFailure('date/unreadable', `${quotedDate(text)} has no year: write it like ${written}`);
};

/** `04` is a month or a day, and `1234567890` a moment that a program counted in seconds. */
const isYear = ({ year, month, era }: WrittenDate): boolean => {
  const text = year?.text ?? '';
  const first = isDigit(text.charCodeAt(0)) ? 0 : 1;
  if (text[first] === '0' && isDigit(text.charCodeAt(first + 1)) && text.length - first !== 4) return false;
  return text.length < 10 || era !== undefined || month !== undefined || !/^\d+$/.test(text);
};

/** Whether a word is written like a name: with a capital, where its letters have capitals. */
const isName = (word: string): boolean => !/^\d*\p{Ll}/u.test(word);

/** Whether a word may be a month that no calendar has. Beside our own years, a word without a day or a capital is any other word. */
const isMonthName = ({ month, day }: WrittenDate, isOurs: boolean): boolean => {
  if (month?.kind !== 'word') return true;
  return isOurs ? day !== undefined && isName(month.text) : day !== undefined || isName(month.text);
};

/** Months and days of an undeclared era have an order and no known lengths: each year is counted as 100 months of 100 days. */
const partOfYear = ({ bare }: Chronology, { month, day }: WrittenDate): Located['within'] => {
  const index = month && monthIndex(bare.calendar, month);
  if (index === undefined || index < 0 || index > 98 || (day && (day.value < 1 || day.value > 99))) return undefined;
  const start = index * 100 + (day ? day.value - 1 : 0);
  return { start: start / 10_000, end: (start + (day ? 1 : 100)) / 10_000 };
};

/** Whether a date has no era, and no month by which it is known to be in the first calendar. */
const isBare = ({ bare }: Chronology, { era, month }: WrittenDate): boolean =>
  !era && (!month || monthIndex(bare.calendar, month) === undefined);

/** The index of a month, declared or not: a number always has one. */
const monthIndex = (calendar: Calendar, month: Token): number | undefined => {
  if (month.kind === 'number') return month.value - 1;
  const index = calendar.monthNamed(month.folded) ?? AMBIGUOUS;
  return index === AMBIGUOUS ? undefined : index;
};

/** `24,660,873,952,895` */
const grouped = (n: number): string => String(n).replace(/\B(?=(?:\d{3})+$)/g, ',');

const NO_YEAR_ZERO =
  'There is no year 0: years count from 1, and -1 is the year before; write one of these, or leave the date empty';

/** An undeclared era may have a year 0. */
const checkYear = (
  { calendar, era, isDeclared }: Reckoning,
  year: number,
  { text, era: writtenEra }: WrittenDate,
): DateFailure | undefined => {
  const name = era.id === '' ? calendar.id : era.id;
  const write = (n: number): string => `${n} ${era.id}`.trim();
  const most = calendar.mostYears;
  if (Math.abs(absoluteYear(era, year)) > most) {
    const last = grouped(Math.abs(yearOfEra(era, era.direction === 'backward' ? -most : most)));
    return dateFailure(
      'date/unreadable',
      `${quotedDate(text)} is too far away for its days to be counted: write a year up to ${`${last} ${era.id}`.trim()}`,
    );
  }
  if (year === 0 && isDeclared && !era.yearZero) {
    // Who writes no era may mean no date at all.
    if (!writtenEra) return dateFailure('date/unreadable', NO_YEAR_ZERO);
    const before = calendar.eraOf(absoluteYear(era, -1)) ?? era;
    const last =
      era.direction === 'backward' ? '' : ` or ${yearOfEra(before, absoluteYear(era, -1))} ${before.id}`.trimEnd();
    return dateFailure('date/impossible', `${name} has no year 0: write ${write(1)}${last}`);
  }
  if (era.last !== undefined && year > era.last) {
    const absolute = absoluteYear(era, year);
    const other = calendar.eraOf(absolute);
    const instead = other ? `; write ${yearOfEra(other, absolute)} ${other.id}` : '; correct the year or the era';
    return dateFailure('date/impossible', `${name} ends with ${write(era.last)}: there is no ${write(year)}${instead}`);
  }
  return undefined;
};

const checkDay = (point: Point, { month: written }: WrittenDate): DateFailure | undefined => {
  const { calendar, absolute, era, year, month = 0, day } = point;
  const declared = calendar.monthAt(month);
  if (!declared) {
    const count = calendar.monthCount;
    return dateFailure(
      'date/impossible',
      `${calendar.id} has ${count} months: there is no month ${written?.value}; write 1 to ${count}`,
    );
  }
  const length = calendar.daysInMonth(absolute, month);
  const inYear = `${year} ${era.id}`.trim();
  if (length === 0)
    return dateFailure('date/impossible', `${declared.name} is not in every year: there is none in ${inYear}`);
  if (day === undefined || (day >= 1 && day <= length)) return undefined;
  const has = `${declared.name} has ${length} ${length === 1 ? 'day' : 'days'}`;
  const when = length === declared.days ? '' : ` in ${inYear}`;
  const advice = length === 1 ? 'write 1' : `write 1 to ${length}`;
  return dateFailure('date/impossible', `${has}${when}: there is no ${printPoint(point, 'named')}; ${advice}`);
};

type Reading = Extract<DateReading, { ok: true }>;

/** The reading of one date; ranges are put together of two. */
const readStretch = (chronology: Chronology, written: WrittenDate): (Reading & { date: WorldDate }) | DateFailure => {
  const located = written.unit === 'date' ? locate(chronology, written) : undefined;
  const found = located ? (located.ok ? ofLocated(located, written) : located) : ofYears(chronology, written);
  if (!found.ok) return found;
  const date = written.third ? thirdOf(found.date, written.third) : found.date;
  return { ...found, date: written.bound ? bounded(date, written.bound) : date };
};

const ofLocated = (located: Located, { approximate, season }: WrittenDate): Reading & { date: WorldDate } =>
  season ? reading(ofSeason(located.point, season, approximate), located.unknownEra) : ofPoint(located, approximate);

/** A season of a year: the months that the calendar lists for it, else the whole year. */
const ofSeason = (point: Point, { folded, text: word }: Token, isMarked: boolean): WorldDate => {
  const { calendar, absolute } = point;
  const listed = calendar.monthsOfSeason(folded);
  const text = marked(printSeason(point, listed ? word : folded), isMarked);
  const whole = { start: momentOf(point, 'named', true), end: momentAfter(point, 'named', true) };
  const year: WorldDate = { start: { ...whole.start, text }, end: whole.end, approximate: true, text };
  const [first, ...others] = listed ?? [];
  if (first === undefined) return year;
  let [last, lastYear] = [first, absolute];
  for (const month of others) {
    if (month <= last) lastYear++;
    last = month;
  }
  const start = calendar.startOfMonth(absolute, first);
  const end = calendar.startOfMonth(lastYear, last) + calendar.daysInMonth(lastYear, last);
  if (end <= start) return year;
  const next = pointAt(calendar, end, 'month', point.era);
  const endText = next ? marked(printPoint(next, 'named'), true) : `after ${text}`;
  return { ...year, start: { ...year.start, day: start }, end: { ...year.end, day: end, text: endText } };
};

/** A third of a date, in whole days; of fewer than three days, or years, all of it. */
const thirdOf = (date: WorldDate, third: Third): WorldDate => {
  const { start, end } = date;
  const days = end.day - start.day;
  const name = date.text.replace(/^c\. /, '');
  const text = `${third} ${name}`;
  const [one, two] = [start.day + Math.floor(days / 3), start.day + Math.floor((2 * days) / 3)];
  const isShort = days < 3;
  const from = isShort || third === 'early' ? start.day : third === 'mid' ? one : two;
  const isLast = isShort || third === 'late';
  const rest = isLast
    ? { ...end, text: end.approximate ? end.text : marked(end.text, true) }
    : { ...end, day: third === 'early' ? one : two, text: `${third === 'early' ? 'mid' : 'late'} ${name}` };
  return {
    ...date,
    start: { ...start, day: from, text, approximate: true },
    end: { ...rest, approximate: true },
    approximate: true,
    text,
  };
};

const reading = (date: WorldDate, unknownEra: string | undefined): Reading & { date: WorldDate } =>
  unknownEra === undefined ? { ok: true, date } : { ok: true, date, unknownEra };

const ofPoint = (
  { point, style, asWritten, within, unknownEra }: Located,
  approximate: boolean,
): Reading & { date: WorldDate } => {
  const start = momentOf(point, style, approximate);
  const end = momentAfter(point, style, approximate);
  if (asWritten === undefined) return reading({ start, end, approximate, text: start.text }, unknownEra);
  const text = marked(asWritten, approximate);
  if (!within) return reading({ start: { ...start, text }, end, approximate, text, isCoarse: true }, unknownEra);
  const first = { ...start, day: start.day + within.start, text };
  const last = { ...end, day: start.day + within.end, text: `after ${text}` };
  // In years of twelve digits and more, the parts of a year can't be distinguished.
  if (last.day <= first.day)
    return reading({ start: { ...start, text }, end, approximate, text, isCoarse: true }, unknownEra);
  return reading({ start: first, end: last, approximate, text }, unknownEra);
};

/** `410s TA` and `3rd century TA`. */
const ofYears = (chronology: Chronology, written: WrittenDate): (Reading & { date: WorldDate }) | DateFailure => {
  const n = written.year?.value ?? 0;
  const isDecade = written.unit === 'decade';
  if (isDecade ? n < 0 || n % 10 !== 0 : n < 1) return unreadableDate(chronology, written.text);
  const [low, high] = isDecade ? [n, n + 9] : [n * 100 - 99, n * 100];
  const at = locate(chronology, { ...written, unit: 'date', year: yearToken(written, Math.max(low, 1)) });
  if (!at.ok) return at;
  const { era } = at.point;
  const year = (value: number): Point => ({ ...at.point, year: value, absolute: absoluteYear(era, value) });
  const near = year(low === 0 && era.yearZero ? 0 : Math.max(low, 1));
  const far = year(Math.min(high, era.last ?? high));
  const [first, last] = era.direction === 'backward' ? [far, near] : [near, far];
  const { approximate } = written;
  const span = isDecade ? `${n}s` : `${ordinal(n)} century`;
  const name = `${span} ${era.id}`.trim();
  if (at.point.calendar.isUnordered) {
    const { line } = onItsOwn(reckoningOf(chronology, written.era).calendar, span);
    const text = marked(name, approximate);
    const start = { line, day: low, text, approximate };
    const end = { line, day: high + 1, text: `after ${name}`, approximate };
    return reading({ start, end, approximate, text }, at.unknownEra);
  }
  return reading(
    {
      start: momentOf(first, 'named', approximate),
      end: momentAfter(last, 'named', approximate),
      approximate,
      text: marked(name, approximate),
    },
    at.unknownEra,
  );
};

const yearToken = (written: WrittenDate, value: number): WrittenDate['year'] =>
  written.year && { ...written.year, value, text: String(value), suffix: '' };

const ordinal = (n: number): string => {
  const isTeen = Math.floor((n % 100) / 10) === 1;
  return `${n}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][n % 10]) ?? 'th'}`;
};

/** Everything before a date, or everything after it. */
const bounded = (date: WorldDate, bound: 'before' | 'after'): WorldDate => {
  const { line } = date.start;
  const { approximate } = date;
  const text = `${bound} ${date.text}`;
  return bound === 'before'
    ? { start: { line, day: -Infinity, text: BEGINNING_OF_TIME, approximate }, end: date.start, approximate, text }
    : { start: date.end, end: { line, day: Infinity, text: END_OF_TIME, approximate }, approximate, text };
};

/** From the start of one date to the end of another. */
const readRange = (
  chronology: Chronology,
  left: WrittenDate,
  right: WrittenDate | 'present',
  join: Join,
): DateReading => {
  const [first, last] = [readStretch(chronology, left), right === 'present' ? null : readStretch(chronology, right)];
  if (!first.ok) return first;
  if (!last) return reading(openEnded(first.date, END_OF_TIME, 'present', first.date.approximate), first.unknownEra);
  if (!last.ok) return last;
  const [from, to] = join === 'range' ? [first.date, last.date] : [guessed(first.date), guessed(last.date)];
  const approximate = from.approximate || to.approximate;
  const unknownEra = first.unknownEra ?? last.unknownEra;
  if (from.start.line !== to.start.line) {
    if (reckoningOf(chronology, left.era).calendar.isUnordered)
      return reading(openEnded(from, to.end.text, to.text, approximate), unknownEra);
    return dateFailure(
      'date/unreadable',
      `${shortDate(from.text)} and ${shortDate(to.text)} can't be compared: write both in the same era`,
    );
  }
  if (from.start.day < to.end.day) return reading(joined(from, to, join), unknownEra);
  // Two guesses that may be in either order are taken in the order of time.
  if (approximate && withinTenYears(chronology, from.start, to.start))
    return reading(joined(to, from, join), unknownEra);
  const message = `ends at ${shortDate(to.text)}, before it begins at ${shortDate(from.text)}`;
  if (unknownEra === undefined || !isUndeclared(from.start.line)) return dateFailure('date/inverted', message);
  const advice = `; if ${shortDate(unknownEra)} counts down, declare it under \`eras\` in codex.yaml`;
  return { ...dateFailure('date/inverted', `${message}${advice}`), isUndeclared: true };
};

/** A date as one end of what is not known exactly. */
const guessed = (date: WorldDate): WorldDate => {
  const mark = (moment: Moment): Moment =>
    moment.approximate ? moment : { ...moment, text: marked(moment.text, true), approximate: true };
  return { ...date, start: mark(date.start), end: mark(date.end), approximate: true };
};

/**
 * A stretch that goes on, or one from a year of an era that may count either way: all that is known of its end is that it comes
 * later.
 */
const openEnded = (from: WorldDate, endText: string, last: string, approximate: boolean): WorldDate => ({
  start: from.start,
  end: { line: from.start.line, day: Infinity, text: endText, approximate },
  approximate,
  text: `${from.text} .. ${last}`,
});

const joined = (from: WorldDate, to: WorldDate, join: Join): WorldDate => ({
  start: from.start,
  end: to.end,
  approximate: from.approximate || to.approximate,
  text: JOINED[join](from.text, to.text),
});

const JOINED: Readonly<Record<Join, (from: string, to: string) => string>> = {
  range: (from, to) => `${from} .. ${to}`,
  between: (from, to) => `between ${from} and ${to}`,
  or: (from, to) => `${from} or ${to}`,
};

const LONGEST = 200;
const UNDATED: DateReading = { ok: true, date: null };

/** The date that a text denotes, or what is wrong with it; `date: null` where it says that it is undated. */
export const readDate = (chronology: Chronology, text: string): DateReading => {
  if (holdsTemplate(text)) return UNDATED;
  if (text.length > LONGEST) return unreadableDate(chronology, text);
  const line = clean(text);
  if (saysUndated(line)) return UNDATED;
  const tokens = tokenize(chronology, line);
  const dates = tokens && readDates(chronology, tokens, line);
  if (!dates) return notRead(chronology, line);
  const reading = readAs(chronology, dates);
  const noTime = reading.ok && reading.unknownEra !== undefined ? GLUED_TO_DAY.exec(line)?.[1] : undefined;
  if (noTime !== undefined) return noTimeOfDay(line, noTime);
  if (reading.ok || !dates.otherwise) return reading;
  const other = readAs(chronology, { ...dates, until: dates.otherwise });
  return other.ok ? other : reading;
};

const readAs = (chronology: Chronology, { from, until, join }: Dates): DateReading => {
  const reading = until ? readRange(chronology, from, until, join) : readStretch(chronology, from);
  const hasBare = isBare(chronology, from) || (until && until !== 'present' && isBare(chronology, until));
  return reading.ok && hasBare ? { ...reading, isBare: true } : reading;
};

const notRead = (chronology: Chronology, line: string): DateReading => {
  const noTime = noTimeIn(line);
  return noTime === undefined || line === noTime ? unreadableDate(chronology, line) : noTimeOfDay(line, noTime);
};

const noTimeOfDay = (line: string, noTime: string): DateReading =>
  dateFailure('date/unreadable', `${quotedDate(line)}: ${noTime} is not a time of day; correct it, or leave it out`);

/** `2026-04-01Tnoon`: where an instant has its time, a word is not an era. */
const GLUED_TO_DAY = /^\d{4}-\d\d-\d\d(T\p{Ll}\S*)$/u;

/** The parts of a date in mapping form, each as the author wrote it; the month is a number or a name. */
interface DateKeyParts {
  readonly year: string;
  readonly month?: string | undefined;
  readonly day?: string | undefined;
  readonly era?: string | undefined;
}

const YEAR = /^[-\u2212\u2013]?\d+$/;
const SMALL = /^\d{1,2}$/;

/** The date of a mapping: `{year: 412, month: 3, day: 12}`. */
export const readDateOfParts = (chronology: Chronology, parts: DateKeyParts): DateReading => {
  const [year, month, day, era] = [plain(parts.year), plain(parts.month), plain(parts.day), plain(parts.era)];
  if (year === '')
    return month === '' && day === '' ? UNDATED : dateFailure('date/unreadable', 'this date has no year: add `year`');
  if (!YEAR.test(year)) return dateFailure('date/unreadable', `${quotedDate(year)} is not a year: write a number`);
  if (day !== '' && !SMALL.test(day))
    return dateFailure('date/unreadable', `${quotedDate(day)} is not a day of a month: write a number`);
  if (day !== '' && month === '')
    return dateFailure('date/unreadable', 'this date has a day but no month: add `month`');
  // Here a short number is a year for certain.
  const number = year.replace(/^(\D?)0*(?=\d)/, '$1');
  const padded = era === '' && month !== '' ? number.replace(/\d+/, (digits) => digits.padStart(4, '0')) : number;
  const text = SMALL.test(month) ? join([padded, month, day], '/') : join([day, month, number], ' ');
  return readDate(chronology, `${text} ${era}`.trim());
};

const plain = (part: string | undefined): string => {
  const line = clean(part ?? '');
  return saysUndated(line) ? '' : line;
};

const join = (parts: readonly string[], separator: string): string => parts.filter(Boolean).join(separator);
