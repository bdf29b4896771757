/** Looks at the notes of a vault, for `retcon init`: which keys hold dates and names, which eras, calendars, types, sessions. */
import { type Chronology, makeChronology, readDate } from '../chronology';
import { keyOf } from './codex';
import { type CalendariumFound, readCalendarium } from './survey/calendarium';
import {
  type DateKey,
  type DatesFound,
  dateKeysOf,
  datesFound,
  isBirthKey,
  isDeathKey,
  readingsOf,
  type DateRole,
} from './survey/dateKeys';
import {
  areDates,
  type DoubtfulKey,
  doubtfulKeys,
  outOf,
  inlineFieldsFound,
  type InlineFound,
  namesOfNotes,
  type UnfitFound,
  unfitFound,
} from './survey/misusedKeys';
import {
  eraPhrases,
  readingPhrases,
  calendarOf,
  joinEras,
  type CalendarFile,
  type MissingCalendar,
  missingCalendars,
  namedCalendars,
  type RawCalendars,
  rawCalendars,
} from './survey/calendarsFound';
import { type ErasFound, erasFound } from './survey/erasFound';
import { hidingFound, type HidingFound, type TypesFound, typesFound } from './survey/typesFound';
import {
  kinFound,
  type KinFound,
  type AttributeFound,
  attributesFound,
  type FieldFound,
  namesFound,
  remarkOn,
  type HeadingsFound,
  headingsAsTitles,
} from './survey/nameKeys';
import { type KeyUses, surveyKeys, type SurveyedNote, excludesOf, isTemplate, textsIn } from './survey/keyUses';
import { isDatePlaceholder, type NumberOrder } from './survey/unreadDates';
import { type MonthsFound, monthsFound } from './survey/months';
import { presetFound, type PresetFound } from './survey/presetFound';
import { type SessionsFound, sessionsFound } from './survey/sessions';

export type { SurveyedNote } from './survey/keyUses';
export type { CalendarFile } from './survey/calendarsFound';

/** What is looked at. */
interface Vault {
  readonly notes: readonly SurveyedNote[];
  /** What plug-ins keep of calendars. */
  readonly calendars: readonly CalendarFile[];
  readonly isInGit: boolean;
}

/** What was found; what was not is empty. */
export interface Survey {
  /** The notes that were looked at, templates aside. */
  readonly notes: readonly SurveyedNote[];
  readonly fields: readonly FieldFound[];
  /** Headers of another system. */
  readonly preset: PresetFound | null;
  /** Keys that say when an event was over: `through` of its entry, or only the end of its date. */
  readonly ends: FieldFound | null;
  /** Keys some of whose values are dates. */
  readonly doubtful: readonly DoubtfulKey[];
  /** Keys of Retcon's that mean something else here. */
  readonly unfit: readonly UnfitFound[];
  /** Whether `date` is one of them because it holds days of our own time. */
  readonly isDateOurs: boolean;
  readonly headings: HeadingsFound | null;
  readonly types: TypesFound;
  readonly dates: DatesFound;
  /** How the eras relate to each other; null where a plug-in's calendars have them, or the notes use no era. */
  readonly eras: ErasFound | null;
  readonly months: MonthsFound | null;
  /** Whether the dates can be read in a calendar with these months. */
  readonly doMonthsFit: boolean;
  readonly plugin: (CalendariumFound & { readonly source: string }) | null;
  /** In which order the plug-in writes the numbers of a day. */
  readonly order: NumberOrder;
  /** A session that is dated after the plug-in's current date. */
  readonly presentDoubt: { readonly path: string; readonly text: string } | null;
  readonly missing: readonly MissingCalendar[];
  readonly sessions: SessionsFound;
  readonly attributes: readonly AttributeFound[];
  readonly kin: readonly KinFound[];
  readonly hiding: HidingFound;
  readonly inline: InlineFound | null;
  readonly excludes: readonly { readonly glob: string; readonly notes: number }[];
  readonly isInGit: boolean;
}

export function survey({ notes, calendars: files, isInGit }: Vault): Survey {
  const kept = notes.filter((note) => !isTemplate(note));
  const keys = surveyKeys(kept);
  const withFrontmatter = kept.filter(({ frontmatter }) => frontmatter !== null).length;
  const unfit = unfitFound(keys, namesOfNotes(kept.map(({ path }) => path)));
  const isUnfit = (key: string): boolean => unfit.some((one) => one.key === key);

  const names = namesFound(keys, withFrontmatter).map((field) => withDefault(field, keys.has(field.field)));
  const typeKey = keyOf(names.find(({ field }) => field === 'type')?.spellings.at(-1) ?? 'type');
  const sessions = sessionsFound(kept, isUnfit('canon') ? without(keys, 'canon') : keys, typeKey);
  const reckoned = reckonedIn(keys, kept, files);
  const { plugin, missing, eras, first, chronology, order, allDateKeys } = reckoned;
  const dateKeys = allDateKeys.filter(({ isDoubtful }) => !isDoubtful);
  const doubtful = doubtfulKeys(allDateKeys, chronology, order);
  const hasOwnTime = plugin !== null || missing.length > 0 || reckoned.hasDates || isOfOurs(keys);
  const isOfTheDesk = ({ isOurs, dates: read }: DateKey): boolean =>
    isOurs && (hasOwnTime || read.every(({ note }) => sessions.notes.has(note)));
  const world = dateKeys.filter((key) => !isOfTheDesk(key));
  const ours = fieldOf(
    'date',
    dateKeys.filter((key) => key.key === 'date' && isOfTheDesk(key)),
  );
  const spent = new Set([
    ...[...dateKeys, ...doubtful].map(({ key }) => key),
    ...names.flatMap(({ spellings }) => spellings.map(keyOf)),
  ]);
  const attributes = attributesFound(keys, spent, typeKey, withFrontmatter, (note) => sessions.notes.has(note));
  const months = plugin ? null : monthsFound(kept, first.months);
  const types = typesFound(kept, keys.get(typeKey));
  const dated = dateFields(world);
  const found: Survey = {
    notes: kept,
    fields: [...(types.hasPeople ? withLives(dated, keys) : dated), ...names],
    preset: null,
    ends: fieldOf('through', ofRole(world, 'end')),
    doubtful: doubtful.filter(({ key, field }) => key !== field && key !== 'until'),
    unfit: [
      ...(ours ? [{ key: 'date', why: `it holds real-world dates (${ours.remark})` }] : []),
      ...[...misusedKeys(keys, allDateKeys, chronology), ...unfit].filter(({ key }) => !(ours && key === 'date')),
    ],
    isDateOurs: ours !== null,
    headings: headingsAsTitles(kept),
    types,
    dates: datesFound(world),
    eras: plugin ? null : eras,
    months,
    doMonthsFit: months !== null && doMonthsFit(months, eras, world),
    plugin,
    order,
    presentDoubt: plugin?.present ? laterSession(plugin.present, world, sessions, chronology) : null,
    missing,
    sessions,
    attributes,
    kin: kinFound(attributes),
    hiding: hidingFound(kept, keys),
    inline: inlineFieldsFound(kept),
    excludes: excludesOf(notes),
    isInGit,
  };
  const preset = presetFound(kept, keys);
  return preset ? withPreset(found, preset) : found;
}

/** What the headers of a known system mean is not guessed from their names and values. */
function withPreset(found: Survey, preset: PresetFound): Survey {
  const taken = new Set(preset.fields.flatMap(({ field, spellings }) => [field, ...spellings].map(keyOf)));
  const isFree = (...names: readonly string[]): boolean => !names.some((name) => taken.has(keyOf(name)));
  return {
    ...found,
    preset,
    fields: [
      ...preset.fields,
      ...found.fields.filter(({ field, spellings }) => isFree(field, ...spellings.filter((one) => one !== field))),
    ],
    ends: found.ends && isFree(...found.ends.spellings) ? found.ends : null,
    doubtful: found.doubtful.filter(({ spelling }) => isFree(spelling)),
    unfit: found.unfit.filter(({ key }) => key !== 'date' && isFree(key)),
    isDateOurs: false,
    // Such notes are documents: what else stands at their top is about them.
    attributes: found.attributes.filter(({ name }) => isFree(name)).map((one) => ({ ...one, isSure: false })),
  };
}

/** How the notes count: in the calendars of a plug-in, or in eras that they name; and the keys that hold dates, read in these. */
function reckonedIn(
  keys: ReadonlyMap<string, KeyUses>,
  notes: readonly SurveyedNote[],
  files: readonly CalendarFile[],
) {
  const phrases = eraPhrases(keys.values());
  const { chronology: plain, eraOf } = readingPhrases(phrases);
  const named = namedCalendars(keys);
  const raw = rawCalendars(
    files,
    notes,
    named.map(({ name }) => name),
  );
  const { order } = raw;
  const undeclared = dateKeysOf(keys.values(), plain, order, eraOf);
  const worldly = undeclared.filter(({ isDoubtful, isOurs }) => !isDoubtful && !isOurs);
  const first = datesFound(worldly);
  const eras = erasFound(first, worldly, notes, phrases);
  const read =
    raw.calendars.length === 0 ? null : readCalendarium(raw.calendars, { words: [], hasBare: first.bare > 0 });
  const plugin = read && { ...joinedWith(raw, read, worldly, first, notes, phrases), source: raw.source };
  const chronology = plugin ? makeChronology(plugin.calendars.map(({ declaration }) => declaration)) : plain;
  return {
    first,
    eras,
    plugin,
    missing: missingCalendars(named, raw),
    hasDates: worldly.length > 0,
    chronology,
    order,
    allDateKeys: plugin ? dateKeysOf(keys.values(), chronology, order) : undeclared,
  };
}

/** The calendars of a plug-in, with the eras of those dates that they can't read. */
function joinedWith(
  raw: RawCalendars,
  read: CalendariumFound,
  worldly: readonly DateKey[],
  { bare }: DatesFound,
  notes: readonly SurveyedNote[],
  phrases: readonly string[],
): CalendariumFound {
  const chronology = makeChronology(read.calendars.map(({ declaration }) => declaration));
  const isRead = (text: string): boolean => {
    const reading = readDate(chronology, text);
    return reading.ok && reading.unknownEra === undefined;
  };
  const others = worldly.map((key) => ({ ...key, dates: key.dates.filter(({ text }) => !isRead(text)) }));
  const first = datesFound(others);
  return joinEras(raw, read, erasFound(first, others, notes, phrases), { ...first, bare });
}

/** The latest session that is dated after the present. */
function laterSession(
  present: string,
  world: readonly DateKey[],
  { notes }: SessionsFound,
  chronology: Chronology,
): Survey['presentDoubt'] {
  const now = readDate(chronology, present);
  if (!now.ok || !now.date) return null;
  const { line, day } = now.date.end;
  const later = world
    .flatMap(({ dates }) => dates)
    .filter(({ note, date: { start } }) => notes.has(note) && start.line === line && day <= start.day)
    .sort((a, b) => b.date.start.day - a.date.start.day);
  return later[0] ? { path: later[0].note.path, text: later[0].text } : null;
}

const without = (keys: ReadonlyMap<string, KeyUses>, key: string): ReadonlyMap<string, KeyUses> =>
  new Map([...keys].filter(([name]) => name !== key));

/** Whether nearly all dates have a place in these months; some must have one. */
function doMonthsFit({ months }: MonthsFound, eras: ErasFound | null, world: readonly DateKey[]): boolean {
  const [group] = eras?.groups ?? [];
  if (eras && !eras.isSure) return false;
  const declared = months.flatMap(({ name, days }) => (days === null ? [] : [{ name, days }]));
  const base = calendarOf(
    'reckoning',
    group?.eras.map(({ declaration }) => declaration) ?? [],
    group?.defaultEra ?? '',
  );
  const chronology = makeChronology([{ ...base, months: declared }]);
  const texts = world.flatMap(({ dates }) => dates.map(({ text }) => text));
  const unread = texts.filter((text) => !readDate(chronology, text).ok).length;
  return texts.length > 0 && unread <= 0.02 * texts.length;
}

/** Keys of sites, which are dated by when a page was written. */
const isOfOurs = (keys: ReadonlyMap<string, KeyUses>): boolean =>
  ['lastmod', 'weight', 'layout', 'permalink', 'publishdate', 'slug', 'hide', 'categories', 'publish'].filter((key) =>
    keys.has(key),
  ).length > 0;

/** `date`, `until` and `through` where most of their values are not dates. */
function misusedKeys(
  keys: ReadonlyMap<string, KeyUses>,
  dateKeys: readonly DateKey[],
  chronology: Chronology,
): readonly UnfitFound[] {
  return ['date', 'until', 'through'].flatMap((key) => {
    const uses = keys.get(key);
    if (!uses) return [];
    const read = dateKeys.find((one) => one.key === key);
    // Dates that can't be read yet are dates all the same.
    if (read)
      return read.unread.length > read.dates.length && !areDates(read.unread) ? [{ key, why: outOf(read) }] : [];
    const isNone = ({ node }: KeyUses['uses'][number]): boolean =>
      readingsOf(chronology, node).some(({ text, reading }) => !reading.ok && !isDatePlaceholder(text));
    return uses.uses.filter(isNone).length > 0.5 * uses.uses.length
      ? [
          {
            key,
            why: `most of its values are not dates (${remarkOn([uses], uses.uses.filter(isNone).flatMap(({ node }) => textsIn(node))[0] ?? '')})`,
          },
        ]
      : [];
  });
}

const ofRole = (keys: readonly DateKey[], role: DateRole): readonly DateKey[] =>
  keys.filter((key) => key.role === role && key.key !== 'date' && key.key !== 'until' && key.key !== 'through');

const dateFields = (world: readonly DateKey[]): readonly FieldFound[] =>
  [fieldOf('date', ofRole(world, 'date')), fieldOf('through', ofRole(world, 'through'))].flatMap((field) =>
    field ? [{ ...field, spellings: [field.field, ...field.spellings] }] : [],
  );

/** Notes to come will say when somebody was born and died, in the words that most use; the notes so far may have words of their own. */
function withLives(fields: readonly FieldFound[], keys: ReadonlyMap<string, KeyUses>): readonly FieldFound[] {
  const lives = (['date', 'through'] as const).map((field): FieldFound | undefined => {
    const found = fields.find((one) => one.field === field);
    const spelling = LIFE[field];
    if (keys.has(spelling) || found?.spellings.some(field === 'date' ? isBirthKey : isDeathKey)) return found;
    return found
      ? { ...found, spellings: [...found.spellings, spelling], toCome: spelling }
      : { field, spellings: [field, spelling], remark: 'for notes to come', toCome: spelling };
  });
  return lives.filter((one) => one !== undefined);
}

const LIFE = { date: 'born', through: 'died' } as const;

function fieldOf(field: string, found: readonly DateKey[]): FieldFound | null {
  const [first] = found;
  if (!first) return null;
  const spellings = found.map(({ spelling }) => spelling);
  return { field, spellings, remark: remarkOn(found, first.dates[0]?.text ?? '') };
}

/** The default name goes on meaning what it means, for the notes to come. */
const withDefault = (field: FieldFound, isUsed: boolean): FieldFound =>
  field.field === 'title' || field.field === 'aliases' || isUsed
    ? { ...field, spellings: [field.field, ...field.spellings] }
    : field;
