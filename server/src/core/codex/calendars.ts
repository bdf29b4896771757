/** Reads the calendars of codex.yaml: months, leap rules, weekdays, and the eras in which years are counted. */
import {
  fold,
  type EraDeclaration,
  type CalendarDeclaration,
  type LeapDeclaration,
  type MonthDeclaration,
  type SeasonDeclaration,
} from '../chronology';
import { namesIn } from '../schema/yamlShape';
import { quoted } from '../text/words';
import type { YamlMapping, YamlNode, YamlPair } from '../yaml/tree';
import { ERA, CALENDAR, LEAP, MONTH } from './codexKeys';
import {
  isEmptyConfig,
  notAmong,
  type Placed,
  type ReportProblem,
  readKeys,
  readNumber,
  readConfigText,
  readTexts,
  readTruth,
  someItems,
  configItems,
  MOST_COUNTED,
  readMapping,
  readChoice,
} from './codexShapes';
import type { Span } from '../text/span';
import { keyOf } from './codex';

const MOST_ERAS = 1000;

/** An era as it was named, whether or not the rest of it could be read. */
interface Named {
  readonly id: string;
  readonly calendar: string;
}

/** The names of eras so far, folded. An era decides which calendar a date is in, so no two may share a name. */
type ErasTaken = Map<string, Named>;

function readEras(
  report: ReportProblem,
  node: YamlNode | null,
  calendar: string,
  taken: ErasTaken,
): readonly EraDeclaration[] {
  return someItems(report, node, MOST_ERAS, 'eras').flatMap((item) => {
    if (item.kind === 'mapping') return readEra(report, item, calendar, taken) ?? [];
    const name = readConfigText(report, item, 'An era');
    if (name) reportNoEpoch(report, name);
    return [];
  });
}

function readEra(
  report: ReportProblem,
  mapping: YamlMapping,
  calendar: string,
  taken: ErasTaken,
): EraDeclaration | null {
  const pairs = readKeys(report, mapping, 'an era', namesIn(ERA));
  const id = readConfigText(report, pairs.get('id')?.value ?? null, 'id');
  const epoch = readNumber(report, pairs.get('epoch'));
  const last = readNumber(report, pairs.get('last'));
  const direction = readDirection(report, pairs.get('direction')?.value ?? null);
  const yearZero = readTruth(report, pairs.get('year_zero'));
  const others = readTexts(report, pairs.get('names')?.value ?? null, 'names');
  if (!id) {
    if (!pairs.has('id'))
      report(mapping.span, 'This era has no id, the short name used in dates: write `{id: TA, epoch: 0}`.');
    return null;
  }
  if (isEmptyConfig(pairs.get('epoch')?.value ?? null)) reportNoEpoch(report, id);
  const self: Named = { id: id.text, calendar };
  if (!take(report, id, self, taken) || epoch === null) return null;
  const names = others.filter((name) => take(report, name, self, taken)).map(({ text }) => text);
  return { id: id.text, names, epoch, direction, yearZero, ...(last !== null && { last }) };
}

function reportNoEpoch(report: ReportProblem, { text, span }: Placed): void {
  report(
    span,
    `${quoted(text)} needs an epoch, the year before its first: write \`{id: ${quoted(text)}, epoch: 0}\` if it begins the calendar.`,
  );
}

/** Whether the name is free, or the era's own already; one that is another era's is reported. */
function take(report: ReportProblem, { text, span }: Placed, self: Named, taken: ErasTaken): boolean {
  const key = fold(text);
  const owner = taken.get(key) ?? self;
  taken.set(key, owner);
  if (owner === self) return true;
  if (key === fold(owner.id) && key === fold(self.id))
    report(span, `The era ${quoted(text)} is listed twice: keep one of the two, or give it another id.`);
  else
    report(
      span,
      `${quoted(text)} already names the era ${quoted(owner.id)}, so dates could mean either: choose another name.`,
    );
  return false;
}

const DIRECTIONS = ['forward', 'backward'] as const;

const readDirection = (report: ReportProblem, node: YamlNode | null): EraDeclaration['direction'] =>
  readChoice(report, node, 'direction', DIRECTIONS, (written) => `"${written}" is not a direction`) ?? 'forward';

/** The id of the era that bare years are in, whichever of its names stands there. */
function readDefaultEra(
  report: ReportProblem,
  node: YamlNode | null,
  eras: readonly EraDeclaration[],
  calendar: string,
  taken: ErasTaken,
): string | null {
  const written = readConfigText(report, node, 'default_era');
  if (!written) return null;
  const key = fold(written.text);
  const era = eras.find(({ id, names }) => [id, ...names].some((name) => fold(name) === key));
  if (era) return era.id;
  if (taken.get(key)?.calendar === calendar) return null; // it is listed, and what is wrong with it has been reported
  const problem = `"${quoted(written.text)}" is not an era of this calendar`;
  if (eras.length > 0)
    notAmong(
      report,
      written,
      problem,
      eras.map(({ id }) => id),
    );
  else report(written.span, `${problem}, which has none: list it under eras.`);
  return null;
}

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
  const seasons = readSeasons(report, pairs.get('seasons')?.value ?? null, names);
  const eras = [pairs.get('eras')?.value ?? null, moreEras].flatMap((list) => readEras(report, list, id, taken));
  const defaultEra = readDefaultEra(report, pairs.get('default_era')?.value ?? null, eras, id, taken);
  const yearDays = readNumber(report, pairs.get('year_days'), 1, MOST_COUNTED);
  return {
    id,
    months,
    leap,
    ...(seasons.length > 0 && { seasons }),
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
      report(
        name.span,
        `How many days does ${quoted(name.text)} have? Write \`{name: ${quoted(name.text)}, days: 30}\`.`,
      );
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
    if (!pairs.has('every')) report(item.span, 'In which years? Write `every: 4` for every fourth year.');
    const unlessKey = pairs.get('unless')?.key.content;
    if (unlessKey && !pairs.has('except'))
      report(unlessKey, '`unless` limits an `except`, but there is none: add `except`, or leave `unless` out.');
    if (month === null || every === null || !months.some(({ name }) => name === month)) return [];
    const exceptions = { ...(except !== null && { except }), ...(unless !== null && { unless }) };
    return [{ month, every, ...exceptions, ...(offset !== null && { offset }) }];
  });
}

const MOST_SEASONS = 100;

/** The seasons whose months are all months of the calendar. */
function readSeasons(
  report: ReportProblem,
  node: YamlNode | null,
  months: ReadonlyMap<string, string>,
): readonly SeasonDeclaration[] {
  const pairs = readMapping(report, node, 'seasons', 'write `{winter: [Frostwane, Thaw]}`.')?.pairs ?? [];
  const beyond = pairs[MOST_SEASONS];
  if (beyond)
    report(
      beyond.key.content,
      `Retcon reads at most ${MOST_SEASONS} seasons of a calendar: this one and those after it are left out.`,
    );
  return pairs.slice(0, MOST_SEASONS).flatMap(({ key, value }): SeasonDeclaration[] => {
    const name = key.text.normalize('NFC').trim();
    if (months.has(fold(name))) {
      const message = `${quoted(name)} is a month of this calendar, and in a date it means the month: give the season another name.`;
      report(key.content, message);
      return [];
    }
    const written = readTexts(report, value, `The season ${name}`);
    if (written.length === 0)
      report(key.content, `Which months does ${quoted(name)} have? Write \`{winter: [Frostwane, Thaw]}\`.`);
    const known = written.map((month) => monthWritten(report, month, months));
    return written.length > 0 && !known.includes(null) ? [{ name, months: known.flatMap((month) => month ?? []) }] : [];
  });
}

/** The month as the calendar spells it. */
function readLeapMonth(
  report: ReportProblem,
  pair: YamlPair | undefined,
  names: ReadonlyMap<string, string>,
): string | null {
  const written: Placed | null = readConfigText(report, pair?.value ?? null, 'month');
  return written && monthWritten(report, written, names);
}

function monthWritten(report: ReportProblem, written: Placed, names: ReadonlyMap<string, string>): string | null {
  const name = names.get(fold(written.text));
  if (name !== undefined) return name;
  const problem = `"${quoted(written.text)}" is not a month of this calendar`;
  if (names.size > 0) notAmong(report, written, problem, [...names.values()]);
  else report(written.span, `${problem}, which has none: list its months first.`);
  return null;
}
