/** Looks at the notes of a vault, for `retcon init`: which keys hold dates and names, which calendars, which sessions. */
import { type Chronology, makeChronology } from '../chronology/chronology';
import { readDate } from '../chronology/read';
import type { CalendarDeclaration } from '../chronology/types';
import { keyOf } from './codex';
import { type CalendariumFound, readCalendarium } from './survey/calendarium';
import { type DateKey, type DateRole, type DatesFound, dateKeysOf, datesFound, type EraFound } from './survey/dates';
import { keysOf, type SurveyedNote } from './survey/keys';
import { type AttributeFound, attributesFound, type FieldFound, namesFound, remarkOn } from './survey/names';
import { type RevisionFound, sessionsFound } from './survey/sessions';

export type { SurveyedNote } from './survey/keys';
export { writeCodexYaml } from './survey/write';

/** What was found; what was not is empty. */
export interface Survey {
  /** How many notes were looked at, templates aside. */
  readonly notes: number;
  readonly fields: readonly FieldFound[];
  /** Keys that say when an event was over: `through` of its entry, or only the end of its date. */
  readonly ends: FieldFound | null;
  /** `date`, where it holds days of our own time although the world has eras of its own. */
  readonly ours: FieldFound | null;
  readonly dates: DatesFound;
  /** The one era of all dates, where declaring it makes them no less readable. */
  readonly onlyEra: EraFound | null;
  readonly calendarium: CalendariumFound | null;
  readonly revisions: readonly RevisionFound[];
  readonly attributes: readonly AttributeFound[];
}

/** @param calendarium what `.obsidian/plugins/calendarium/data.json` holds, null where there is none */
export function survey(notes: readonly SurveyedNote[], calendarium: string | null): Survey {
  const kept = notes.filter(
    ({ path }) =>
      !path
        .split('/')
        .slice(0, -1)
        .some((folder) => TEMPLATES.test(folder)),
  );
  const keys = keysOf(kept);
  const withFrontmatter = kept.filter(({ frontmatter }) => frontmatter !== null).length;

  const undeclared = datesFound(worldly(dateKeysOf(keys.values(), makeChronology([])), true));
  const words = undeclared.eras.map(({ name }) => name);
  const plugin = calendarium === null ? null : readCalendarium(calendarium, { words, hasBare: undeclared.bare > 0 });
  const calendars = plugin?.calendars.map(({ declaration }) => declaration) ?? [];

  const dateKeys = dateKeysOf(keys.values(), makeChronology(calendars));
  const hasOwnEras = words.length > 0 || calendars.length > 0;
  const world = worldly(dateKeys, hasOwnEras);
  const ours = hasOwnEras ? dateKeys.filter(({ key, isOurs }) => key === 'date' && isOurs) : [];
  const dates = datesFound(world);

  const names = namesFound(keys, withFrontmatter).map((field) => withDefault(field, keys.has(field.field)));
  const typeKey = keyOf(names.find(({ field }) => field === 'type')?.spellings.at(-1) ?? 'type');
  const spent = new Set([...dateKeys.map(({ key }) => key), ...names.flatMap(({ spellings }) => spellings.map(keyOf))]);
  return {
    notes: kept.length,
    fields: [...dateFields(world, ours.length > 0), ...names],
    ends: fieldOf('through', ofRole(world, 'end')),
    ours: fieldOf('date', ours),
    dates,
    onlyEra: calendars.length === 0 ? onlyEraOf(dates, world) : null,
    calendarium: plugin,
    revisions: sessionsFound(kept, keys, typeKey),
    attributes: attributesFound(keys, spent, typeKey),
  };
}

/** Folders of templates, which are no part of a codex anyway: `Templates`, `_templates`, `GM Templates`. */
const TEMPLATES = /(?:^|[^a-z])templates?$/i;

const worldly = (keys: readonly DateKey[], hasOwnEras: boolean): readonly DateKey[] =>
  keys.filter(({ isOurs }) => !(isOurs && hasOwnEras));

const ofRole = (keys: readonly DateKey[], role: DateRole): readonly DateKey[] =>
  keys.filter((key) => key.role === role && key.key !== 'date' && key.key !== 'until' && key.key !== 'through');

function dateFields(world: readonly DateKey[], isDateOurs: boolean): readonly FieldFound[] {
  const date = fieldOf('date', ofRole(world, 'date'));
  const through = fieldOf('through', ofRole(world, 'through'));
  return [
    ...(date ? [isDateOurs ? date : { ...date, spellings: ['date', ...date.spellings] }] : []),
    ...(through ? [{ ...through, spellings: ['through', ...through.spellings] }] : []),
  ];
}

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

/** The era that all dates are in, a few slips aside, if a calendar of that era alone reads every other date as before. */
function onlyEraOf({ eras, builtIn }: DatesFound, keys: readonly DateKey[]): EraFound | null {
  const [era, ...others] = eras;
  const areSlips = others.every(({ uses }) => uses === 1 && (era?.uses ?? 0) >= 20 * others.length);
  if (!era || builtIn > 0 || !areSlips) return null;
  const chronology = makeChronology([yearsOf(era)]);
  const slips = new Set(others.map(({ name }) => name));
  const texts = keys.flatMap(({ dates }) => dates.filter(({ unknownEra }) => !slips.has(unknownEra ?? '')));
  return texts.every(({ text }) => reads(chronology, text)) ? era : null;
}

/** A calendar that knows nothing but the years of one era. */
const yearsOf = ({ name }: EraFound): CalendarDeclaration => ({
  id: 'reckoning',
  months: [],
  leap: [],
  weekdays: [],
  eras: [{ id: name, names: [], epoch: 0, direction: 'forward', yearZero: false }],
  offsetDays: 0,
});

function reads(chronology: Chronology, text: string): boolean {
  const reading = readDate(chronology, text);
  return reading.ok && reading.unknownEra === undefined;
}
