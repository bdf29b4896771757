/** The calendars that the notes are dated in: those of plug-ins, joined with the eras that notes write, and eras of several words. */
import {
  fold,
  gregorian,
  type CalendarDeclaration,
  type EraDeclaration,
  type Chronology,
  makeChronology,
  readDate,
} from '../../chronology';
import {
  type Json,
  listAt,
  objectAt,
  readJson,
  textAt,
  valueAt,
  type CalendarFound,
  type CalendariumFound,
  currentOf,
  readCalendarium,
  wholeAt,
} from './calendarium';
import { tally, type KeyUses, type SurveyedNote, singleText, textsIn } from './keyUses';
import { type DatesFound, roleOf } from './dateKeys';
import { numberOrder, type NumberOrder } from './unreadDates';
import type { EraGroup, ErasFound } from './erasFound';

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
  /** In which order the first of them has the numbers of a day. */
  readonly order: NumberOrder;
}

/** A plug-in's calendar that notes name and no file in the folder describes. */
export interface MissingCalendar {
  readonly name: string;
  readonly key: string;
  readonly notes: number;
}

/** All calendars that have days of their own. @param keepsOurs whether ours counts, which is known anyway */
export function rawCalendars(
  files: readonly CalendarFile[],
  notes: readonly SurveyedNote[],
  named: readonly string[],
  keepsOurs = false,
): RawCalendars {
  const found: { raw: Json; rank: number; source: string; format: string }[] = [];
  const names = new Set<string>();
  for (const { source, text } of [...files, ...blocksIn(notes)]) {
    // Fantasy-Calendar writes an apostrophe as a page of HTML does.
    const data = readJson(text.replaceAll('&#39;', "'"));
    const wanted = textAt(data, 'defaultCalendar');
    for (const raw of calendarsIn(data)) {
      const name = fold(textAt(raw, 'name') ?? '');
      if (names.has(name) || (!keepsOurs && isOurs(raw))) continue;
      names.add(name);
      const place = named.findIndex((one) => fold(one) === name);
      const isDefault = wanted !== null && textAt(raw, 'id') === wanted;
      const format = textAt(raw, 'dateFormat') ?? textAt(data, 'dateFormat') ?? '';
      found.push({ raw, source, format, rank: place >= 0 ? place : isDefault ? named.length : named.length + 1 });
    }
  }
  const inOrder = found.sort((a, b) => a.rank - b.rank);
  return {
    calendars: inOrder.map(({ raw }) => raw),
    order: numberOrder(inOrder[0]?.format ?? ''),
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

/**
 * @param read the calendars without a look at the notes' own words for years
 * @param eras what those words are
 */
export function joinEras(
  { calendars: raw }: RawCalendars,
  read: CalendariumFound,
  eras: ErasFound | null,
  dates: DatesFound,
): CalendariumFound {
  const names = { words: dates.eras.map(({ name }) => name), hasBare: dates.bare > 0 };
  const [main] = eras?.groups ?? [];
  const [first, ...others] = read.calendars;
  if (!first || !main) return read;
  const now = wholeAt(objectAt(raw[0], 'current'), 'year');
  // By names alone, the plug-in's eras may be those of the notes: `PR` for a Post Rising.
  const byName = readCalendarium(raw, names);
  const known = new Set(
    byName.calendars.flatMap(({ declaration }) =>
      declaration.eras.flatMap(({ id, names: more }) => [id, ...more].map(fold)),
    ),
  );
  if (isKnown(main, known)) return withRest(byName, eras?.groups.filter((group) => !isKnown(group, known)) ?? []);
  const hasOwnCount = first.declaration.eras.some(({ epoch, direction }) => direction === 'forward' && epoch !== 0);
  const latest = Math.max(
    ...main.eras.filter(({ declaration }) => declaration.direction === 'forward').map(({ found }) => found.greatest),
  );
  const isCount = !hasOwnCount && now !== null && Math.abs(now - latest) <= Math.max(20, 0.1 * Math.abs(now));
  if (!isCount) return withRest(read, eras?.groups ?? []);
  const declared = main.eras.map(({ declaration }) => declaration);
  const own = first.declaration.eras.filter(({ id }) => !declared.some((one) => fold(one.id) === fold(id)));
  const remark = `Its own count of years is taken to be that of ${main.defaultEra}, which your dates name: its present year is ${now}, and they reach ${latest}.`;
  const declaration = { ...first.declaration, eras: [...declared, ...own], defaultEra: main.defaultEra };
  const calendars: CalendarFound[] = [{ ...first, declaration, remarks: [...first.remarks, remark] }, ...others];
  return withRest({ calendars, present: currentOf(raw[0] ?? null, declaration) }, eras?.groups.slice(1) ?? []);
}

const isKnown = ({ eras }: EraGroup, known: ReadonlySet<string>): boolean =>
  eras.every(({ declaration }) => known.has(fold(declaration.id)));

/** Eras of which only the years are known, each in a calendar of its own. */
const withRest = (found: CalendariumFound, groups: readonly EraGroup[]): CalendariumFound => ({
  ...found,
  calendars: [...found.calendars, ...groups.map(yearsOf)],
});

const yearsOf = ({ eras, defaultEra }: EraGroup): CalendarFound => ({
  declaration: calendarOf(
    `years-of-${defaultEra.toLowerCase()}`,
    eras.map(({ declaration }) => declaration),
    defaultEra,
  ),
  name: `the years of ${defaultEra}, which is not among the eras above`,
  remarks: ["They can't be compared with other years until you make them an era of the calendar that they belong to."],
});

/** A calendar that knows only the years of some eras. */
export const calendarOf = (id: string, eras: readonly EraDeclaration[], defaultEra: string): CalendarDeclaration => ({
  id,
  months: [],
  leap: [],
  weekdays: [],
  eras,
  ...(eras.length > 1 && { defaultEra }),
  offsetDays: 0,
});

const WORDS = "(\\p{L}[\\p{L}'’-]*(?:\\s+\\p{L}[\\p{L}'’-]*){1,4})";
const BEHIND = new RegExp(
  `^(?:c\\.|ca\\.?|circa|~|year)?\\s*\\d{1,6}\\s*,?\\s*(?:(?:of|in)\\s+)?(?:the\\s+)?${WORDS}$`,
  'iu',
);
const BEFORE = new RegExp(`^(?:the\\s+)?${WORDS}\\s*,?\\s*(?:year\\s+)?\\d{1,6}$`, 'iu');

/** A name that only an era can have. */
const AN_ERA =
  /(?:^(?:age|era|epoch|cycle|dynasty|reckoning|reign|zeitalter|ära|âge|ère|edad|época|era|età) (?:of|der|des|de|du|del|della|di) )|(?:^(?:before|after|since|vor|nach|avant|après|antes|después|prima|dopo) )|(?: (?:age|era|epoch|cycle|dynasty|reckoning|zeitalter|ära|âge|ère|edad|época|età))$/iu;

/** More would be no eras. */
const MOST = 6;

/** The words that stand beside years in dates that can't be read otherwise, if these are nearly all of them. */
export function eraPhrases(keys: Iterable<KeyUses>): readonly string[] {
  const plain = makeChronology([]);
  const phrases = new Map<string, { readonly name: string; uses: number }>();
  let unread = 0;
  for (const key of keys) {
    if (!roleOf(key)) continue;
    for (const text of key.uses.flatMap(({ node }) => (node.kind === 'mapping' ? [] : textsIn(node)))) {
      const name = (BEHIND.exec(text.trim()) ?? BEFORE.exec(text.trim()))?.[1];
      // `Third Age 412` could be the month Third in an era called Age.
      if (!/\d/.test(text) || (!AN_ERA.test(name ?? '') && readDate(plain, text).ok)) continue;
      unread++;
      if (name === undefined) continue;
      const seen = phrases.get(fold(name)) ?? { name, uses: 0 };
      seen.uses++;
      phrases.set(fold(name), seen);
    }
  }
  // `late Deepwinter, year 650` in one note is not an era.
  const often = [...phrases.values()].filter(({ name, uses }) => uses > 1 || AN_ERA.test(name));
  const explained = often.reduce((sum, { uses }) => sum + uses, 0);
  return often.length <= MOST && explained >= 0.6 * unread ? often.map(({ name }) => name) : [];
}

/** The chronology that reads such dates, each era on a line of its own; the built-in one where the notes have no such dates. */
export function readingPhrases(phrases: readonly string[]): {
  readonly chronology: Chronology;
  /** The era of a date, if it is written in one of them. */
  readonly eraOf: (text: string) => string | null;
} {
  const eras = phrases.map((id) => ({ id, names: [], epoch: 0, direction: 'forward' as const, yearZero: true }));
  return {
    chronology: makeChronology(eras.map((era, place) => calendarOf(`phrase-${place}`, [era], era.id))),
    eraOf: (text) => phrases.find((phrase) => fold(text).includes(fold(phrase))) ?? null,
  };
}
