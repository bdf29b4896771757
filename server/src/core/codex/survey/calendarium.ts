/** Reads the calendars that Obsidian's Calendarium and Fantasy Calendar keep; what we can't express of them becomes a remark. */
import { MOST_COUNTED } from '../codexShapes';
import { withoutMark } from '../../text/span';
import {
  type LeapDeclaration,
  type MonthDeclaration,
  fold,
  type EraDeclaration,
  makeChronology,
  yearOfEra,
  readDate,
  type CalendarDeclaration,
} from '../../chronology';

/** Not `any`: each look into it says what it expects. */
export type Json = unknown;

/** The value, or null for text that is not JSON. */
export function readJson(text: string): Json {
  try {
    return JSON.parse(withoutMark(text));
  } catch {
    return null; // the same as an empty file: there is nothing in it to read
  }
}

export function valueAt(json: Json, key: string): Json {
  if (typeof json !== 'object' || json === null || Array.isArray(json) || !Object.hasOwn(json, key)) return null;
  return Reflect.get(json, key);
}

export function objectAt(json: Json, key: string): Json {
  const value = valueAt(json, key);
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : null;
}

export function listAt(json: Json, key: string): readonly Json[] {
  const value = valueAt(json, key);
  return Array.isArray(value) ? value : [];
}

/** A number no greater than a calendar can hold, also one written as text. */
export function numberAt(json: Json, key: string): number | null {
  const value = valueAt(json, key);
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Math.abs(number) <= MOST_COUNTED ? number : null;
}

/** The same, to the nearest whole number. */
export function wholeAt(json: Json, key: string): number | null {
  const number = numberAt(json, key);
  return number === null ? null : Math.round(number) + 0; // −0 is 0
}

/** A text with something in it, on one line. */
export function textAt(json: Json, key: string): string | null {
  const value = valueAt(json, key);
  const text = typeof value === 'string' ? value.normalize('NFC').replace(/\s+/g, ' ').trim() : '';
  return text === '' ? null : text;
}

/** A number that names something, as a text; empty where there is none. */
export const idAt = (raw: Json, key: string): string => textAt(raw, key) ?? wholeAt(raw, key)?.toString() ?? '';

export const isTrueAt = (json: Json, key: string): boolean => valueAt(json, key) === true;

/** A month of ours, with Calendarium's rule for the years that have it. */
interface LeapMonth {
  readonly month: MonthDeclaration;
  readonly every: number;
  readonly offset: number;
}

interface Condition {
  readonly every: number;
  /** `!100`: not in those years. */
  readonly isException: boolean;
  /** `+400`: counted from year 0, whatever the offset. */
  readonly ignoresOffset: boolean;
}

function leapRulesOf(fixed: Json, months: readonly LeapMonth[], remarks: string[]): readonly LeapDeclaration[] {
  const feasts = months.flatMap(({ month, every, offset }): LeapDeclaration[] =>
    every > 1 ? [{ month: month.name, every, ...(offset !== 0 && { offset: offset % every }) }] : [],
  );
  const days = listAt(fixed, 'leapDays').flatMap((raw): readonly LeapDeclaration[] => {
    const name = textAt(raw, 'name') ?? 'A leap day';
    const month = months[wholeAt(raw, 'timespan') ?? 0]?.month.name;
    const rules = month === undefined ? null : rulesOf(month, conditionsOf(raw), wholeAt(raw, 'offset') ?? 0);
    if (!rules)
      remarks.push(`${name} follows a rule that can't be expressed here, and is left out: add it under leap.`);
    return rules ?? [];
  });
  return [...feasts, ...days];
}

function conditionsOf(raw: Json): readonly Condition[] {
  const conditions = listAt(raw, 'interval').flatMap((condition): Condition[] => {
    const every = numberAt(condition, 'interval');
    if (every === null || every < 1 || !Number.isInteger(every)) return [];
    return [{ every, isException: isTrueAt(condition, 'exclusive'), ignoresOffset: isTrueAt(condition, 'ignore') }];
  });
  return [...conditions].sort((a, b) => a.every - b.every);
}

/** Null where one rule of ours, with its one exception to the exception, can't express it. */
function rulesOf(month: string, conditions: readonly Condition[], offset: number): readonly LeapDeclaration[] | null {
  const [first, second, third, ...more] = conditions;
  if (!first || more.length > 0) return null;
  // An offset that some of the conditions ignore makes no difference where it is a multiple of their length.
  const ignoring = conditions.filter(({ ignoresOffset }) => ignoresOffset);
  const isPlain = ignoring.length === conditions.length;
  if (!isPlain && ignoring.some(({ every }) => offset % every !== 0)) return null;
  const shift = isPlain || offset % (conditions.at(-1)?.every ?? 1) === 0 ? {} : { offset };
  if (first.isException) return second ? null : [{ month, every: 1, except: first.every, ...shift }];
  if (!second) return [{ month, every: first.every, ...shift }];
  if (second.isException && !third) return [{ month, every: first.every, except: second.every, ...shift }];
  if (!second.isException || !third || third.isException || third.every % first.every !== 0) return null;
  return [{ month, every: first.every, except: second.every, unless: third.every, ...shift }];
}

/** What the notes say of eras. */
interface EraNames {
  /** The words behind their years, the most used first. */
  readonly words: readonly string[];
  /** Whether they also write dates without an era, which are in Calendarium's own count. */
  readonly hasBare: boolean;
}

interface RawEra {
  readonly name: string;
  /** Calendarium's year in which it begins; null for the era before all others. */
  readonly start: number | null;
  /** Its years are counted back from year 1, before which it is over. */
  readonly isBefore: boolean;
  readonly end: number | null;
  readonly hasOwnCount: boolean;
}

/** The id of the era that represents Calendarium's own count of years, where none of its eras does. */
const PLAIN_COUNT = 'CY';

function erasOf(
  calendar: Json,
  names: EraNames,
  taken: Set<string>,
  remarks: string[],
): { readonly eras: readonly EraDeclaration[]; readonly defaultEra: string | null } {
  const raw = listAt(objectAt(calendar, 'static'), 'eras').flatMap((era) => rawEra(era) ?? []);
  const inOrder = raw.sort((a, b) => (a.start ?? -Infinity) - (b.start ?? -Infinity));
  const isFree = (name: string): boolean => !taken.has(fold(name));
  const words = names.words.filter(isFree);
  const now = wholeAt(objectAt(calendar, 'current'), 'year') ?? Infinity;
  const eras: EraDeclaration[] = [];
  let current: EraDeclaration | undefined;
  for (const era of inOrder) {
    const named = nameOf(era.name, words, textAt(calendar, 'name') ?? 'calendar', isFree);
    if (!named) continue;
    for (const name of [named.id, ...named.names]) taken.add(fold(name));
    const declared: EraDeclaration = { ...named, ...countOf(era, inOrder), yearZero: false };
    eras.push(declared);
    if (era.start !== null && era.start <= now && declared.direction === 'forward') current = declared;
  }
  const [word] = words;
  if (eras.length === 0 && word !== undefined) {
    taken.add(fold(word));
    eras.push({ id: word, names: [], epoch: 0, direction: 'forward', yearZero: false });
  }
  for (const other of words.filter(isFree))
    remarks.push(`Your dates also say ${other}: add it to the names of the era that it means.`);
  if (!current || current.epoch === 0 || !names.hasBare || !isFree(PLAIN_COUNT))
    return { eras, defaultEra: current?.id ?? eras.at(-1)?.id ?? null };
  remarks.push(`${PLAIN_COUNT} is the plug-in's own count of years, in which dates without an era are written.`);
  const plain: EraDeclaration = { id: PLAIN_COUNT, names: [], epoch: 0, direction: 'forward', yearZero: false };
  return {
    eras: isFree(PLAIN_COUNT) ? [...eras, plain] : eras,
    defaultEra: isFree(PLAIN_COUNT) ? PLAIN_COUNT : current.id,
  };
}

function rawEra(era: Json): RawEra | null {
  const name = textAt(era, 'name');
  const format = textAt(era, 'format') ?? '';
  if (name === null) return null;
  const begins = wholeAt(objectAt(era, 'date') ?? objectAt(era, 'start'), 'year') ?? 1;
  // Years before year 1 that are shown without their minus are counted back, as those of the era before all others.
  const isStarting = isTrueAt(era, 'isStartingEra');
  const isBefore = begins < 1 && format.includes('abs_year');
  const start = isStarting ? null : begins;
  const end = wholeAt(objectAt(era, 'end'), 'year');
  return {
    name,
    start,
    isBefore,
    end,
    hasOwnCount: start !== null && /\{\{(?:era|era_nth|nth_era)_year\}\}/.test(format),
  };
}

/** `Post Rising (PR)`, or the notes' own `PR` for a Post Rising; else the name itself. Null where the name belongs to another era. */
function nameOf(name: string, words: readonly string[], calendar: string, isFree: (name: string) => boolean) {
  const [, long, short] = /^(.+?)\s*\(([\p{L}.]{1,5})\)$/u.exec(name) ?? [];
  const initials = name.split(/[\s-]+/).filter((word) => !/^(?:of|the|and|a)$/i.test(word));
  const meant = new Set(
    [initials, name.split(/[\s-]+/)].map((parts) => fold(parts.map((part) => part[0] ?? '').join(''))),
  );
  const word = words.find((known) => meant.has(fold(known)));
  const options = [
    long && short ? { id: short, names: [long] } : null,
    word && fold(word) !== fold(name) ? { id: word, names: [name] } : null,
    { id: name, names: [] },
    { id: `${name} (${calendar})`, names: [] },
  ];
  return options.find((option) => option !== null && [option.id, ...option.names].every(isFree)) ?? null;
}

/** Calendarium has no year 0, our absolute count has: its year −1 is our 0. */
export const calendariumYear = (year: number): number => (year < 0 ? year + 1 : year);

function countOf(era: RawEra, all: readonly RawEra[]) {
  const { start, end, hasOwnCount, isBefore } = era;
  // Years before year 1 are counted back from it, however many eras share them; those before a later beginning are plain years.
  const next = all[all.indexOf(era) + 1]?.start ?? null;
  const isOver = (next !== null && next <= 1) || (end !== null && end < 1);
  if (!hasOwnCount && (isBefore || ((start === null || start < 1) && isOver)))
    return { epoch: 1, direction: 'backward' } as const;
  if (start === null) return { epoch: 0, direction: 'forward' } as const;
  const epoch = hasOwnCount ? calendariumYear(start) - 1 : 0;
  const last = end === null ? 0 : calendariumYear(end) - epoch;
  return { epoch, direction: 'forward', ...(last > 0 && { last }) } as const;
}

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
 * again with each month, and leaves feasts out of the count: where it does, none are given rather than wrong ones.
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
    const why = runsOn ? 'its feasts fall on no weekday' : 'its weeks begin again with each month';
    remarks.push(`Its weekdays (${names.join(', ')}) are left out: ${why}, which can't be expressed here.`);
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
    const remark = `Its year 1 is assumed to begin on the same day as that of ${first.name}: correct offset_days if not.`;
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
