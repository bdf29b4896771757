/** Reads the calendars of codex.yaml: months, leap rules, weekdays. The eras are read beside, in eras.ts. */
import { fold, type CalendarDeclaration, type LeapDeclaration, type MonthDeclaration } from '../chronology';
import type { Span } from '../text/span';
import type { YamlNode, YamlPair } from '../yaml/tree';
import { namesIn } from '../schema/yamlShape';
import { quoted } from '../text/wordLists';
import { keyOf } from './codex';
import { CALENDAR, LEAP, MONTH } from './codexKeys';
import { type ErasTaken, readDefaultEra, readEras } from './eras';
import {
  isEmptyConfig,
  configItems,
  MOST_COUNTED,
  notAmong,
  type Placed,
  type ReportProblem,
  readKeys,
  readMapping,
  readNumber,
  readConfigText,
  readTexts,
  someItems,
} from './codexShapes';

export const CALENDAR_KEYS = namesIn(CALENDAR);

/** The calendar that a list of eras makes where no calendar is declared. */
const ERAS_ONLY = 'eras';

/**
 * The calendars in their order. A top-level `eras:` is short for eras of the first calendar; where none is declared it
 * makes one that knows years only.
 */
export function readCalendars(
  report: ReportProblem,
  calendars: YamlNode | null,
  eras: YamlNode | null,
): readonly CalendarDeclaration[] {
  const taken: ErasTaken = new Map();
  const declared = readMapping(
    report,
    calendars,
    'calendars',
    'give each calendar a name, like `reckoning: {eras: […]}`.',
  );
  const read = new Map<string, CalendarDeclaration>();
  for (const { key, value } of declared?.pairs ?? []) {
    const id = key.text.normalize('NFC').trim();
    const isFirst = read.size === 0;
    if (read.has(id)) continue; // the YAML reader has reported the second of two equal keys
    read.set(id, readCalendar(report, id, value, isFirst ? eras : null, taken));
  }
  if (read.size === 0 && configItems(eras).length > 0) {
    const only = readEras(report, eras, ERAS_ONLY, taken);
    if (only.length > 0) read.set(ERAS_ONLY, { ...EMPTY, id: ERAS_ONLY, eras: only });
  }
  return [...read.values()];
}

/** Where what a calendar lists is to be written. */
export interface CalendarPlaces {
  /** By the name of the calendar: the key of its months, else its name. */
  readonly months: ReadonlyMap<string, Span>;
  /** The key of the eras of the first one that lists any, else the first one's name; null where there is no calendar. */
  readonly eras: Span | null;
}

/** @param pair of codex.yaml */
export function placesOf(calendars: YamlPair | undefined, eras: YamlPair | undefined): CalendarPlaces {
  const months = new Map<string, Span>();
  let [inFirst, first] = [eras?.key.content ?? null, null as Span | null];
  for (const { key, value } of calendars?.value?.kind === 'mapping' ? calendars.value.pairs : []) {
    const keyNamed = (name: string): Span | undefined =>
      value?.kind === 'mapping' ? value.pairs.find((pair) => keyOf(pair.key.text) === name)?.key.content : undefined;
    months.set(key.text.normalize('NFC').trim(), keyNamed('months') ?? key.content);
    inFirst ??= keyNamed('eras') ?? null;
    first ??= key.content;
  }
  return { months, eras: inFirst ?? first };
}

const MOST_MONTHS = 1000;
const MOST_LEAP_RULES = 100;

const EMPTY = { months: [], leap: [], weekdays: [], eras: [], offsetDays: 0 };

function readCalendar(
  report: ReportProblem,
  id: string,
  node: YamlNode | null,
  moreEras: YamlNode | null,
  taken: ErasTaken,
): CalendarDeclaration {
  const mapping = readMapping(report, node, `The calendar ${id}`, 'months, weekdays, eras and so on.');
  const pairs: ReadonlyMap<string, YamlPair> = mapping
    ? readKeys(report, mapping, 'a calendar', CALENDAR_KEYS)
    : new Map();
  const { months, names } = readMonths(report, pairs.get('months'));
  const leap = readLeap(report, pairs.get('leap')?.value ?? null, months, names);
  const eras = [pairs.get('eras')?.value ?? null, moreEras].flatMap((list) => readEras(report, list, id, taken));
  const defaultEra = readDefaultEra(report, pairs.get('default_era')?.value ?? null, eras, id, taken);
  const yearDays = readNumber(report, pairs.get('year_days'), 1, MOST_COUNTED);
  return {
    id,
    months,
    leap,
    weekdays: readTexts(report, pairs.get('weekdays')?.value ?? null, 'A weekday').map(({ text }) => text),
    eras,
    ...(defaultEra !== null && { defaultEra }),
    offsetDays: readNumber(report, pairs.get('offset_days')) ?? 0,
    ...(yearDays !== null && { yearDays }),
  };
}

/** The months that count, and the names of all that were written: a leap rule may name one whose days can't be read. */
function readMonths(report: ReportProblem, pair: YamlPair | undefined) {
  const months: MonthDeclaration[] = [];
  const names = new Map<string, string>();
  for (const item of someItems(report, pair?.value ?? null, MOST_MONTHS, 'months')) {
    if (item.kind !== 'mapping') {
      report(item.span, 'A month has a name and its days: write `{name: Frostwane, days: 30}`.');
      continue;
    }
    const pairs = readKeys(report, item, 'a month', namesIn(MONTH));
    const name = readConfigText(report, pairs.get('name')?.value ?? null, 'name');
    if (!name) {
      if (!pairs.has('name')) report(item.span, 'This month has no name: write `{name: Frostwane, days: 30}`.');
      continue;
    }
    if (names.has(fold(name.text))) {
      report(name.span, `The month ${quoted(name.text)} is listed twice: give one of the two another name.`);
      continue;
    }
    names.set(fold(name.text), name.text);
    const days = readNumber(report, pairs.get('days'), 0, MOST_COUNTED);
    if (days !== null) months.push({ name: name.text, days });
    else if (isEmptyConfig(pairs.get('days')?.value ?? null))
      report(name.span, `How many days has ${quoted(name.text)}? Write \`{name: ${quoted(name.text)}, days: 30}\`.`);
  }
  if (pair && months.length > 0 && months.every(({ days }) => days === 0)) {
    report(pair.key.content, 'These months have no days at all: give at least one of them some.');
    return { months: [], names };
  }
  return { months, names };
}

function readLeap(
  report: ReportProblem,
  node: YamlNode | null,
  months: readonly MonthDeclaration[],
  names: ReadonlyMap<string, string>,
): readonly LeapDeclaration[] {
  return someItems(report, node, MOST_LEAP_RULES, 'leap rules').flatMap((item): LeapDeclaration[] => {
    if (item.kind !== 'mapping') {
      report(item.span, 'A leap rule says which month is a day longer, and how often: `{month: Thaw, every: 4}`.');
      return [];
    }
    const pairs = readKeys(report, item, 'a leap rule', namesIn(LEAP));
    const month = readLeapMonth(report, pairs.get('month'), names);
    const every = readNumber(report, pairs.get('every'), 1);
    const except = readNumber(report, pairs.get('except'), 1);
    const unless = readNumber(report, pairs.get('unless'), 1);
    const offset = readNumber(report, pairs.get('offset'));
    if (!pairs.has('month')) report(item.span, 'Which month is a day longer? Write `{month: Thaw, every: 4}`.');
    if (!pairs.has('every')) report(item.span, 'In which years? Write `every: 4` for each fourth.');
    const unlessKey = pairs.get('unless')?.key.content;
    if (unlessKey && !pairs.has('except'))
      report(unlessKey, '`unless` takes back an `except`, and there is none: add `except`, or leave `unless` out.');
    if (month === null || every === null || !months.some(({ name }) => name === month)) return [];
    const exceptions = { ...(except !== null && { except }), ...(unless !== null && { unless }) };
    return [{ month, every, ...exceptions, ...(offset !== null && { offset }) }];
  });
}

/** The month as the calendar spells it. */
function readLeapMonth(
  report: ReportProblem,
  pair: YamlPair | undefined,
  names: ReadonlyMap<string, string>,
): string | null {
  const written: Placed | null = readConfigText(report, pair?.value ?? null, 'month');
  if (!written) return null;
  const name = names.get(fold(written.text));
  if (name !== undefined) return name;
  const problem = `"${quoted(written.text)}" is no month of this calendar`;
  if (names.size > 0) notAmong(report, written, problem, [...names.values()]);
  else report(written.span, `${problem}, which has none: list its months first.`);
  return null;
}
