/** The calendars of plug-ins: those whose data is in the folder, or in a note, and those that notes name and that are not there. */
import { fold, gregorian } from '../../chronology';
import { type Json, listAt, objectAt, readJson, textAt, valueAt } from './json';
import { tally, type KeyUses, type SurveyedNote, singleText } from './keyUses';

/** A file in which a plug-in keeps its calendars. */
export interface CalendarFile {
  /** As its author knows it: `Calendarium`. */
  readonly source: string;
  readonly text: string;
}

export interface RawCalendars {
  /** Calendars as Calendarium keeps them, the most wanted first. */
  readonly calendars: readonly Json[];
  readonly source: string;
}

/** A plug-in's calendar that notes name but no file in the folder describes. */
export interface MissingCalendar {
  readonly name: string;
  readonly key: string;
  readonly notes: number;
}

/** All calendars that have days of their own; ours is known anyway. */
export function rawCalendars(
  files: readonly CalendarFile[],
  notes: readonly SurveyedNote[],
  named: readonly string[],
): RawCalendars {
  const found: { raw: Json; rank: number; source: string }[] = [];
  const names = new Set<string>();
  for (const { source, text } of [...files, ...blocksIn(notes)]) {
    const data = readJson(text);
    const wanted = textAt(data, 'defaultCalendar');
    for (const raw of calendarsIn(data)) {
      const name = fold(textAt(raw, 'name') ?? '');
      if (names.has(name) || isOurs(raw)) continue;
      names.add(name);
      const place = named.findIndex((one) => fold(one) === name);
      const isDefault = wanted !== null && textAt(raw, 'id') === wanted;
      found.push({ raw, source, rank: place >= 0 ? place : isDefault ? named.length : named.length + 1 });
    }
  }
  const inOrder = found.sort((a, b) => a.rank - b.rank);
  return {
    calendars: inOrder.map(({ raw }) => raw),
    source: [...new Set(inOrder.map(({ source }) => source))].join(' and '),
  };
}

function calendarsIn(data: Json): readonly Json[] {
  const listed = listAt(data, 'calendars').filter((one) => objectAt(one, 'static') !== null);
  if (listed.length > 0) return listed;
  const own = fromExport(data);
  if (own) return [own];
  if (objectAt(data, 'static') !== null) return [data];
  return listAt(data, 'months').length > 0
    ? [{ name: textAt(data, 'name'), static: data, current: valueAt(data, 'current') }]
    : [];
}

/** What fantasy-calendar.com exports, in the shape in which its plug-in keeps it. */
function fromExport(data: Json): Json {
  const year = objectAt(objectAt(data, 'static_data'), 'year_data');
  const spans = listAt(year, 'timespans');
  if (spans.length === 0) return null;
  const now = objectAt(data, 'dynamic_data');
  const eras = listAt(objectAt(data, 'static_data'), 'eras').map((era) => ({
    name: textAt(era, 'name'),
    date: objectAt(era, 'date'),
    format: valueAt(objectAt(era, 'settings'), 'restart') === true ? '{{era_year}}' : '',
  }));
  return {
    name: textAt(data, 'name'),
    static: {
      months: spans,
      weekdays: listAt(year, 'global_week').map((name) => ({ name })),
      overflow: valueAt(year, 'overflow'),
      firstWeekDay: Number(valueAt(year, 'first_day') ?? 1) - 1,
      leapDays: listAt(year, 'leap_days').map((day) => ({
        ...(day as object),
        interval: conditions(textAt(day, 'interval') ?? ''),
      })),
      eras,
    },
    current: { year: valueAt(now, 'year'), month: valueAt(now, 'timespan'), day: valueAt(now, 'day') },
  };
}

/** `400,!100,4` in the plug-in's spelling. */
const conditions = (text: string): readonly Json[] =>
  text.split(',').map((part) => ({
    interval: Number(part.replace(/[!+]/g, '')),
    exclusive: part.includes('!'),
    ignore: part.includes('+'),
  }));

/** Blocks of JSON in notes that describe months. */
function blocksIn(notes: readonly SurveyedNote[]): readonly CalendarFile[] {
  return notes.flatMap(({ path, prose }) =>
    /"(?:months|timespans)"\s*:/.test(prose)
      ? [...prose.matchAll(/^(?:```|~~~)[^\n]*\n(\s*\{[^]*?)^(?:```|~~~)/gm)].map((block) => ({
          source: path,
          text: block[1] ?? '',
        }))
      : [],
  );
}

/** Whether its months are those of our own calendar, which needs no declaration. */
function isOurs(raw: Json): boolean {
  const months = listAt(objectAt(raw, 'static'), 'months').map((month) => fold(textAt(month, 'name') ?? ''));
  return (
    months.length === gregorian.months.length &&
    gregorian.months.every(({ name }, index) => fold(name) === months[index])
  );
}

/** The calendars that notes name, the most used first, with the key that does. */
export function namedCalendars(keys: ReadonlyMap<string, KeyUses>): readonly MissingCalendar[] {
  return ['fc_calendar', 'calendar'].flatMap((key) => {
    const uses = keys.get(key);
    if (!uses || (key === 'calendar' && !keys.has('fc_date'))) return [];
    const names = tally(uses.uses.flatMap(({ node }) => singleText(node) ?? []));
    return [...names].sort(([, a], [, b]) => b - a).map(([name, notes]) => ({ name, key: uses.spelling, notes }));
  });
}

/** Those of them that are not there; ours is. */
export const missingCalendars = (
  named: readonly MissingCalendar[],
  { calendars }: RawCalendars,
): readonly MissingCalendar[] => {
  const calendarNames = new Set(calendars.map((raw) => fold(textAt(raw, 'name') ?? '')));
  return named.filter(({ name }) => !calendarNames.has(fold(name)) && !/gregorian/i.test(name));
};
