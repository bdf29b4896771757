/** Reads the calendars that Obsidian's Calendarium and Fantasy Calendar keep; what we can't say of them becomes a remark. */
import { makeChronology, yearOfEra, fold, readDate, type CalendarDeclaration } from '../../chronology';
import { calendariumYear, type EraNames, erasOf } from './calendariumEras';
import { leapRulesOf, type LeapMonth } from './calendariumLeaps';
import { isTrueAt, type Json, listAt, numberAt, objectAt, textAt, wholeAt } from './json';

export interface CalendarFound {
  readonly declaration: CalendarDeclaration;
  /** As the plug-in calls it. */
  readonly name: string;
  /** What its author should know, one line each. */
  readonly remarks: readonly string[];
}

export interface CalendariumFound {
  readonly calendars: readonly CalendarFound[];
  /** The plug-in's current date, written in the first calendar. */
  readonly present: string | null;
}

/**
 * @param inOrder calendars as the plug-ins keep them, the first one first
 * @param names what the notes say of eras: the words behind their years, and whether they also write years without
 */
export function readCalendarium(inOrder: readonly Json[], names: EraNames): CalendariumFound {
  const taken = new Set<string>();
  const calendars: CalendarFound[] = [];
  for (const calendar of inOrder) {
    const [first] = calendars;
    const found = calendarOf(calendar, first ? NO_NAMES : names, taken, calendars);
    calendars.push(first ? alongside(found, calendar, first, inOrder[0] ?? null) : found);
  }
  const [first] = calendars;
  return { calendars, present: first ? currentOf(inOrder[0] ?? null, first.declaration) : null };
}

/** The words of the notes are those of the first calendar: nothing says which other one they could mean. */
const NO_NAMES: EraNames = { words: [], hasBare: false };

function calendarOf(
  calendar: Json,
  names: EraNames,
  taken: Set<string>,
  before: readonly CalendarFound[],
): CalendarFound {
  const fixed = objectAt(calendar, 'static');
  const remarks: string[] = [];
  const name = textAt(calendar, 'name') ?? 'calendar';
  const months = monthsOf(fixed, remarks);
  const { eras, defaultEra } = erasOf(calendar, names, taken, remarks);
  const ids = new Set(before.map(({ declaration }) => declaration.id));
  let id = calendarId(name);
  while (ids.has(id)) id += '-2';
  const declaration: CalendarDeclaration = {
    id,
    months: months.map(({ month }) => month),
    leap: leapRulesOf(fixed, months, remarks),
    weekdays: weekdaysOf(fixed, remarks),
    eras,
    ...(defaultEra !== null && { defaultEra }),
    offsetDays: 0,
  };
  return { declaration, name, remarks };
}

/** `Calendar of the Vale` is `vale`. */
export const calendarId = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\bcalendar( of( the)?)?\b/g, ' ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'calendar';

function monthsOf(fixed: Json, remarks: string[]): readonly LeapMonth[] {
  const used = new Set<string>();
  const months = listAt(fixed, 'months').map((raw, index): LeapMonth => {
    let name = textAt(raw, 'name') ?? `Month ${index + 1}`;
    while (used.has(fold(name))) name = `${name} again`;
    used.add(fold(name));
    const length = numberAt(raw, 'length') ?? 0;
    const days = Math.max(0, Math.round(length));
    if (days !== length) remarks.push(`${name} is ${length} days long there: ${days} here.`);
    const every = Math.max(1, wholeAt(raw, 'interval') ?? 1);
    const isFeast = every > 1 && days === 1;
    if (every > 1 && !isFeast) remarks.push(`${name} comes only every ${every} years there; here it is in every year.`);
    const offset = wholeAt(raw, 'offset') ?? 0;
    return { month: { name, days: isFeast ? 0 : days }, every: isFeast ? every : 1, offset };
  });
  if (months.some(({ month }) => month.days > 0)) return months;
  if (months.length > 0) remarks.push('Its months have no days there, and are left out here.');
  return [];
}

/**
 * The weekdays, beginning with that of the first day of year 1, as our line of days counts them. Calendarium can begin the week
 * anew with each month, and leaves feasts out of the count: where it does, none are given rather than wrong ones.
 */
function weekdaysOf(fixed: Json, remarks: string[]): readonly string[] {
  const names = listAt(fixed, 'weekdays').flatMap((day) => textAt(day, 'name') ?? []);
  if (names.length === 0) return [];
  const [months, leaps] = [listAt(fixed, 'months'), listAt(fixed, 'leapDays')];
  const hasFeasts =
    months.some((month) => textAt(month, 'type') === 'intercalary') ||
    leaps.some((leap) => isTrueAt(leap, 'intercalary'));
  const isEven = leaps.length === 0 && months.every((month) => (numberAt(month, 'length') ?? 0) % names.length === 0);
  const runsOn = isTrueAt(fixed, 'overflow');
  if (hasFeasts || !(runsOn || isEven)) {
    const why = runsOn ? 'its feasts fall on no weekday' : 'its weeks begin anew with each month';
    remarks.push(`Its weekdays (${names.join(', ')}) are left out: ${why}, which can't be said here.`);
    return [];
  }
  const first = runsOn ? (wholeAt(fixed, 'firstWeekDay') ?? 0) + (wholeAt(fixed, 'offset') ?? 0) : 0;
  return rotated(names, first);
}

const rotated = (names: readonly string[], by: number): readonly string[] =>
  names.map((_, index) => names[(((index + by) % names.length) + names.length) % names.length] ?? '');

/** A further calendar, put on the line of days so that the current dates of both are one day. */
function alongside(found: CalendarFound, raw: Json, first: CalendarFound, firstRaw: Json): CalendarFound {
  const own = currentDay(raw, found.declaration);
  const other = currentDay(firstRaw, first.declaration);
  if (own === null || other === null) {
    const remark = `Its year 1 is taken to begin on the day on which that of ${first.name} does: correct offset_days if not.`;
    return { ...found, remarks: [...found.remarks, remark] };
  }
  const offsetDays = other - own;
  const remark = `offset_days makes the current dates of this calendar and of ${first.name} the same day: correct it if they are not.`;
  const weekdays = rotated(found.declaration.weekdays, -offsetDays);
  return { ...found, declaration: { ...found.declaration, weekdays, offsetDays }, remarks: [...found.remarks, remark] };
}

function currentDay(raw: Json, declaration: CalendarDeclaration): number | null {
  const text = currentOf(raw, declaration);
  const reading = text === null ? null : readDate(makeChronology([declaration]), text);
  return reading?.ok && reading.date?.start.line === '' ? reading.date.start.day : null;
}

/** A calendar's current date, in words where they say the same as the numbers do. */
export function currentOf(raw: Json, declaration: CalendarDeclaration): string | null {
  const current = objectAt(raw, 'current');
  const [year, month, day] = [wholeAt(current, 'year'), wholeAt(current, 'month'), wholeAt(current, 'day')];
  if (year === null || month === null || day === null) return null;
  const chronology = makeChronology([declaration]);
  const { era } = chronology.bare;
  // Calendarium's year is the absolute one; an era with a count of its own is some years behind.
  const own = yearOfEra(era, calendariumYear(year));
  const name = declaration.months[month]?.name;
  const words = name === undefined ? `${own} ${era.id}`.trim() : `${day} ${name} ${own} ${era.id}`.trim();
  const numbers = name === undefined ? `${own}` : `${own}-${month + 1}-${day}`;
  const [inWords, inNumbers] = [words, numbers].map((text) => readDate(chronology, text));
  if (!inNumbers?.ok || !inNumbers.date) return null;
  const isSame =
    inWords?.ok && inWords.date?.start.day === inNumbers.date.start.day && inWords.unknownEra === undefined;
  return isSame ? words : numbers;
}
