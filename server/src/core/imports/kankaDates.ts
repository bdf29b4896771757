/** Kanka's calendars as ours, and its dates in them. */
import type { CalendarFound } from '../codex/survey/calendarium';
import {
  calendarId,
  type Json,
  listAt,
  numberAt,
  readJson,
  textAt,
  valueAt,
  wholeAt,
} from '../codex/survey/calendarium';
import { type Chronology, fold, makeChronology, printInstant, readDate } from '../chronology';
import type { LostCounts } from './world';

/** Some fields hold JSON as a text. */
const inner = (raw: Json, key: string): Json => {
  const value = valueAt(raw, key);
  return typeof value === 'string' ? readJson(value.replace(/<[^>]*>/g, '')) : value;
};

const itemsOf = (raw: Json, key: string): readonly Json[] => listAt({ all: inner(raw, key) }, 'all');

/** Kanka writes yes as true, 1 or "1". */
export const isYes = (raw: Json, key: string): boolean => {
  const value = valueAt(raw, key);
  return value === true || value === 1 || value === '1';
};

/** A calendar, with the id of its era. */
interface KankaCalendar extends CalendarFound {
  readonly era: string;
}

/** A calendar of Kanka. @param taken the ids of calendars and eras so far, folded */
export function kankaCalendar(raw: Json, from: string, taken: Set<string>, { lose }: LostCounts): KankaCalendar | null {
  const name = textAt(raw, 'name') ?? 'calendar';
  const used = new Set<string>();
  const months = itemsOf(raw, 'months').flatMap((month, i) => {
    let own = textAt(month, 'name') ?? `Month ${i + 1}`;
    while (used.has(fold(own))) own = `${own} again`;
    used.add(fold(own));
    return { name: own, days: Math.max(1, wholeAt(month, 'length') ?? 1) };
  });
  if (months.length === 0) {
    lose('calendars without months', from, 'their days cannot be counted');
    return null;
  }
  const free = (wanted: string): string => {
    let id = wanted;
    for (let n = 2; taken.has(fold(id)); n++) id = `${wanted} ${n}`;
    taken.add(fold(id));
    return id;
  };
  const suffix = textAt(raw, 'suffix');
  const era = free(suffix !== null && /^\p{L}[\p{L}\p{M}. '’-]*$/u.test(suffix) ? suffix : initialsOf(name));
  const leapMonth = months[(wholeAt(raw, 'leap_year_month') ?? 0) - 1];
  const every = wholeAt(raw, 'leap_year_offset') ?? 0;
  const amount = wholeAt(raw, 'leap_year_amount') ?? 0;
  const hasLeap = isYes(raw, 'has_leap_year') && amount > 0;
  const canLeap = hasLeap && amount === 1 && leapMonth !== undefined && every > 0;
  if (hasLeap && !canLeap) lose('leap rules', from, 'a leap year adds one day to a month here');
  for (const [key, what] of [
    ['moons', 'moons'],
    ['seasons', 'seasons'],
    ['week_names', 'names of weeks'],
    ['month_aliases', 'other names of months'],
    ['years', 'names of years'],
  ] as const) {
    const found = inner(raw, key);
    const count = Array.isArray(found)
      ? found.length
      : found && typeof found === 'object'
        ? Object.keys(found).length
        : 0;
    lose(what, from, 'a calendar has none here', count);
  }
  lose('weather', from, 'a calendar has none here', listAt(raw, 'calendarWeather').length);
  const start = wholeAt(raw, 'leap_year_start') ?? 0;
  const weekdays = itemsOf(raw, 'weekdays').flatMap((day) =>
    typeof day === 'string' ? day : (textAt(day, 'name') ?? []),
  );
  const isEven = valueAt(raw, 'reset') === null || valueAt(raw, 'reset') === '';
  const runsOn = isEven && !itemsOf(raw, 'months').some((month) => textAt(month, 'type') === 'intercalary');
  if (!runsOn)
    lose('weekdays', from, 'weeks that begin again with a month or a feast cannot be counted here', weekdays.length);
  return {
    name,
    era,
    remarks: [],
    declaration: {
      id: free(calendarId(name)),
      months,
      leap: canLeap
        ? [{ month: leapMonth.name, every, ...(start % every !== 0 && { offset: ((start % every) + every) % every }) }]
        : [],
      weekdays: runsOn ? rotated(weekdays, wholeAt(raw, 'start_offset') ?? 0) : [],
      eras: [{ id: era, names: [], epoch: 0, direction: 'forward', yearZero: !isYes(raw, 'skip_year_zero') }],
      defaultEra: era,
      offsetDays: 0,
    },
  };
}

const rotated = (names: readonly string[], by: number): readonly string[] =>
  names.map((_, i) => names[(((i + by) % names.length) + names.length) % names.length] ?? '');

const initialsOf = (name: string): string => {
  const initials = name
    .split(/[\s-]+/)
    .map((word) => (/^\p{Lu}/u.test(word) ? word.slice(0, 1) : ''))
    .join('');
  return initials.length > 1 ? initials : 'CY';
};

export interface KankaDates {
  /** A day, or the days of something that lasts; null where the calendar is missing or does not have it. */
  readonly of: (calendar: string, raw: Json) => { readonly date: string; readonly last: string } | null;
  /** A date that somebody has typed, where it can be read; else null. */
  readonly typed: (text: string) => string | null;
}

/** @param calendars by Kanka's id */
export function openKankaDates(calendars: ReadonlyMap<string, KankaCalendar>): KankaDates {
  const chronology: Chronology = makeChronology([...calendars.values()].map(({ declaration }) => declaration));
  const day = (calendar: KankaCalendar, year: number, month: number, date: number): string | null => {
    const name = calendar.declaration.months[month - 1]?.name;
    const [own, isFirst] = [`${date} ${name} ${year} ${calendar.era}`, calendar === [...calendars.values()][0]];
    const options = name === undefined ? [] : year >= 0 ? [own] : [];
    if (isFirst) options.push(`${year}-${month}-${date}`);
    return options.find((text) => isRead(chronology, text)) ?? null;
  };
  return {
    typed: (text) => (isRead(chronology, text) ? text : null),
    of: (id, raw) => {
      const calendar = calendars.get(id);
      const [year, month, date] = [wholeAt(raw, 'year'), wholeAt(raw, 'month'), wholeAt(raw, 'day')];
      if (!calendar || year === null || month === null || date === null) return null;
      const first = day(calendar, year, month, date);
      if (first === null) return null;
      const length = Math.max(1, numberAt(raw, 'length') ?? 1);
      const reading = readDate(chronology, first);
      if (length === 1 || !reading.ok || !reading.date) return { date: first, last: first };
      const { line, day: start } = reading.date.start;
      return {
        date: first,
        last: printInstant(
          chronology,
          { line, day: start + length - 1 },
          { calendar: calendar.declaration.id, precision: 'day' },
        ),
      };
    },
  };
}

function isRead(chronology: Chronology, text: string): boolean {
  const reading = readDate(chronology, text);
  return reading.ok && reading.date !== null && reading.unknownEra === undefined;
}

/** The current day of a calendar. */
export function kankaPresent(raw: Json, calendar: string, dates: KankaDates): string | null {
  const [, year, month, day] = /^(-?\d+)-(\d+)-(\d+)$/.exec(textAt(raw, 'date') ?? '') ?? [];
  return year === undefined ? null : (dates.of(calendar, { year, month, day })?.date ?? null);
}
