/** Reads what Fantasy-Calendar exports and Calendarium keeps: calendars, and their events as pages. */
import {
  isTrueAt,
  type Json,
  listAt,
  objectAt,
  readCalendarium,
  textAt,
  valueAt,
  wholeAt,
  calendariumYear,
  type CalendarFound,
  idAt,
} from '../codex/survey/calendarium';
import { rawCalendars } from '../codex/survey/calendarsFound';
import { makeChronology, readDate, yearOfEra } from '../chronology';
import { onlyJson, onlyText } from './oneFile';
import {
  asHtml,
  type ExportFiles,
  type ImportedItem,
  type ImportedWorld,
  type LostCounts,
  openLost,
  openMarks,
} from './world';

const rawIn = (given: ExportFiles): readonly Json[] =>
  rawCalendars([{ source: given.name, text: onlyText(given) }], [], [], true).calendars;

export const isCalendarFile = (given: ExportFiles): boolean => onlyJson(given) !== null && rawIn(given).length > 0;

export function readCalendarFile(given: ExportFiles): ImportedWorld {
  const lost = openLost();
  const json = onlyJson(given);
  const raw = rawIn(given);
  const { calendars, present } = readCalendarium(raw, { words: [], hasBare: false });
  // Calendarium keeps its events in each calendar, Fantasy-Calendar beside it.
  const items = calendars.flatMap((calendar, i) => {
    const own = raw[i] ?? null;
    const shared = i === 0 ? [json, objectAt(objectAt(json, 'static_data'), 'event_data')] : [];
    const events = [own, ...shared].flatMap((one) => listAt(one, 'events'));
    const groups = categoriesOf([own, ...shared].flatMap((one) => listAt(one, 'categories')));
    lostOf(own, i === 0 ? json : null, calendar, lost);
    return events.flatMap((event) => itemOf(event, calendar, groups, lost) ?? []);
  });
  const all = listAt(json, 'calendars');
  const eventsOf = (calendars: readonly Json[]): number =>
    calendars.reduce<number>((sum, one) => sum + listAt(one, 'events').length, 0);
  const why = 'another has the same name, or they have no months of their own';
  if (all.length > 0) {
    lost.lose('calendars', given.name, why, all.length - raw.length);
    lost.lose('events', given.name, 'their calendar is not read', eventsOf(all) - eventsOf(raw));
  }
  return { items, pictures: [], calendars, present, lost: lost.all(), marks: openMarks(), sets: [] };
}

function lostOf(calendar: Json, json: Json, { name }: CalendarFound, { lose }: LostCounts): void {
  const fixed = objectAt(calendar, 'static');
  const data = objectAt(json, 'static_data');
  const count = (key: string): number => listAt(fixed, key).length + listAt(data, key).length;
  lose('moons', name, 'a calendar has none here', count('moons'));
  const seasons = objectAt(data, 'seasons');
  lose(
    'seasons',
    name,
    'their weather and light are not read',
    listAt(seasons, 'data').length + listAt(fixed, 'seasons').length,
  );
  lose('cycles', name, 'a calendar has none here', listAt(objectAt(data, 'cycles'), 'data').length);
}

/** The names of categories, by their ids. */
const categoriesOf = (rows: readonly Json[]): ReadonlyMap<string, string> =>
  new Map(rows.flatMap((row) => [[idAt(row, 'id'), textAt(row, 'name') ?? ''] as const]));

function itemOf(
  event: Json,
  calendar: CalendarFound,
  groups: ReadonlyMap<string, string>,
  lost: LostCounts,
): ImportedItem | null {
  const name = textAt(event, 'name')?.replaceAll('&#39;', "'") ?? null;
  if (name === null) {
    lost.lose('events', calendar.name, 'they have no name');
    return null;
  }
  const when = dateOf(event, calendar);
  if (when === null)
    lost.lose('dates of events', calendar.name, 'they recur by a rule, or cannot be read; the page says so');
  const settings = objectAt(event, 'settings');
  const group = groups.get(idAt(event, 'category') || idAt(event, 'event_category_id')) ?? '';
  const note = textAt(event, 'note');
  const description = valueAt(event, 'description');
  const rule = when === null ? [`<p>${asHtml(ruleOf(event, calendar))}</p>`] : [];
  // Fantasy-Calendar writes HTML, Calendarium words.
  const prose =
    typeof description === 'string' ? (/<\w/.test(description) ? description : `<p>${asHtml(description)}</p>`) : '';
  const link = note === null ? '' : `<p>${asHtml(`Note: ${note}`)}</p>`;
  return {
    id: `calendar/${calendar.declaration.id}/${idAt(event, 'id') || name}`,
    from: `${calendar.name}: ${name}`,
    title: name,
    folder: 'Events',
    type: 'event',
    isHidden: isTrueAt(settings, 'hide_full') || isTrueAt(settings, 'hide') || isTrueAt(event, 'gm_only'),
    tags: group === '' ? [] : [group.replace(/[\s,#]+/g, '-')],
    date: when,
    facts: [],
    sections: [{ heading: null, html: `${rule.join('')}${prose}${link}`, isHidden: false }],
  };
}

/** One day, or a range of days; null where it comes again, or has a day of another kind. */
function dateOf(event: Json, { declaration }: CalendarFound): string | null {
  const chronology = makeChronology([declaration]);
  const dayOf = (raw: Json): string | null => {
    const [year, month, day] = Array.isArray(raw)
      ? [wholeIn(raw[0]), wholeIn(raw[1]), wholeIn(raw[2])]
      : [wholeAt(raw, 'year'), wholeAt(raw, 'month'), wholeAt(raw, 'day')];
    const name = declaration.months[month ?? -1]?.name;
    if (year === null || year === undefined || day === null || day === undefined || name === undefined) return null;
    const { era } = chronology.bare;
    const own = yearOfEra(era, calendariumYear(year));
    const options = [
      ...(own >= 0 ? [`${day} ${name} ${own} ${era.id}`.trim()] : []),
      `${own}-${(month ?? 0) + 1}-${day}`,
    ];
    return options.find((text) => isRead(text)) ?? null;
  };
  const isRead = (text: string): boolean => {
    const reading = readDate(chronology, text);
    return reading.ok && reading.date !== null && reading.unknownEra === undefined;
  };
  const data = objectAt(event, 'data');
  const first = dayOf(valueAt(event, 'date')) ?? dayOf(valueAt(data, 'date'));
  const last = dayOf(valueAt(event, 'end'));
  return first !== null && last !== null && last !== first ? `${first} .. ${last}` : first;
}

const wholeIn = (value: Json): number | null => wholeAt({ value }, 'value');

/** The rule by which an event comes again: a day of each year in words, any other as it is written there. */
function ruleOf(event: Json, { declaration }: CalendarFound): string {
  const conditions = listAt(objectAt(event, 'data'), 'conditions');
  const valueOf = (kind: string): number | null => {
    const own = conditions.filter((one) => Array.isArray(one) && one[0] === kind && one[1] === '0');
    const [first] = own;
    return own.length === 1 && Array.isArray(first) && Array.isArray(first[2]) ? wholeIn(first[2][0]) : null;
  };
  const date = objectAt(event, 'date');
  const month = conditions.length > 0 ? valueOf('Month') : wholeAt(date, 'month');
  const day = conditions.length > 0 ? valueOf('Day') : wholeAt(date, 'day');
  const name = declaration.months[month ?? -1]?.name;
  // Two conditions and what joins them.
  const isYearly = name !== undefined && day !== null && (conditions.length === 0 || conditions.length === 3);
  if (isYearly) return `It recurs each year, on ${day} ${name}.`;
  return `It recurs by a rule of its calendar: ${JSON.stringify(conditions.length > 0 ? conditions : date)}`;
}
