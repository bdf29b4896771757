/** A chronology: the calendars of a codex, with every name by which a date in them may be written. */
import { type Calendar, type Era, makeCalendar, monthsOf, undeclaredCalendar } from './calendar';
import { type CalendarDeclaration, gregorian } from './declaration';
import { fold, normaliseEraName } from './foldedNames';
import { capitalised } from '../text/words';

export { normaliseEraName };

/** An era, and the calendar it belongs to. */
export interface Reckoning {
  readonly calendar: Calendar;
  readonly era: Era;
  /** False for an era that no calendar declares. */
  readonly isDeclared: boolean;
}

/** An immutable value; make it with `makeChronology`. */
export interface Chronology {
  /** Whether the codex declares calendars; without any, the built-in gregorian one reads. */
  readonly declared: boolean;
  /** At least one; numeric dates and bare years are in the first. */
  readonly calendars: readonly Calendar[];
  /** The era of a year written without one. */
  readonly bare: Reckoning;
  /** By folded id and name; where two calendars share one, the first counts. */
  readonly eraNames: ReadonlyMap<string, Reckoning>;
  /** The folded names of all months. */
  readonly monthNames: ReadonlySet<string>;
  /** The folded names of the seasons that calendars list. */
  readonly seasonNames: ReadonlySet<string>;
  /** Folded names that are not one plain word (`third age`, `4e`), longest first. */
  readonly phrases: readonly string[];
}

/** One plain word, as the tokenizer cuts it. */
const PLAIN_WORD = /^[\p{L}\p{M}][\p{L}\p{M}\p{N}]*(?:['.-][\p{L}\p{M}][\p{L}\p{M}\p{N}]*)*$/u;

/** The chronology of the declared calendars, whose shape has been checked; without any, of the built-in gregorian one. */
export const makeChronology = (declarations: readonly CalendarDeclaration[]): Chronology => {
  const declared = declarations.length > 0;
  const [first = makeCalendar(gregorian, true), ...others] = declarations.map((one) => makeCalendar(one));
  const calendars = [first, ...others];
  const eraNames = new Map<string, Reckoning>();
  const monthNames = new Set<string>();
  const seasonNames = new Set<string>();
  const phrases = new Set<string>();
  const learn = (name: string): string => {
    const folded = fold(name);
    // A name of digits only would swallow the numbers of every date.
    if (/\p{L}/u.test(folded) && !PLAIN_WORD.test(folded)) phrases.add(folded);
    return folded;
  };
  for (const calendar of calendars) {
    for (const era of calendar.eras) {
      for (const name of [era.id, ...era.names]) {
        const folded = learn(name);
        // Of our own eras, AD and BC are as good as CE and BCE: what was written in one is printed in it.
        const written = calendar.isBuiltIn ? { ...era, id: name } : era;
        if (!eraNames.has(folded))
          eraNames.set(folded, { calendar, era: name === era.id ? era : written, isDeclared: true });
      }
    }
    for (const { name } of monthsOf(calendar)) monthNames.add(learn(name));
    for (const weekday of calendar.asDeclared.weekdays) learn(weekday);
    for (const { name } of calendar.asDeclared.seasons ?? []) seasonNames.add(learn(name));
  }
  return {
    declared,
    calendars,
    bare: { calendar: first, era: first.bare, isDeclared: true },
    eraNames,
    monthNames,
    seasonNames,
    phrases: [...phrases].sort((a, b) => b.length - a.length),
  };
};

/** The beginning of the line of an undeclared era; its name follows. */
const UNDECLARED = 'era:';

/** Before something, like `BS` and `BFA`: whether such an era counts forward or back, only its author knows. */
const BEFORE_SOMETHING = /^B\.?(?:\p{Lu}\.?){1,3}$/u;

/** The reckoning of an era that no calendar declares: its years, on a line of its own. */
export const undeclaredEra = (name: string): Reckoning => {
  const era: Era = { id: name, names: [], epoch: 0, direction: 'forward', yearZero: false };
  const calendar = undeclaredCalendar(lineOfEra(name), era, BEFORE_SOMETHING.test(name));
  return { calendar, era, isDeclared: false };
};

/** The line of an undeclared era. */
export const lineOfEra = (name: string): string => UNDECLARED + normaliseEraName(name);

/** The name of the undeclared era of a line, with a capital, without which it could not be read again: `PR`, `Flame`. */
export function nameOfUndeclared(line: string): string {
  const name = line.slice(UNDECLARED.length);
  return name.length <= 3 ? name.toUpperCase() : capitalised(name);
}

/** Whether a line belongs to an undeclared era. */
export const isUndeclared = (line: string): boolean => line.startsWith(UNDECLARED);

/** The calendar and the era of a date, by the word that names its era; without one, those of bare years. */
export const reckoningOf = (
  chronology: Chronology,
  era: { readonly text: string; readonly folded: string } | undefined,
): Reckoning => (era ? (chronology.eraNames.get(era.folded) ?? undeclaredEra(era.text)) : chronology.bare);

/** The calendars as codex.yaml declares them; empty where the built-in one is used. */
export const declarationsOf = ({ declared, calendars }: Chronology): readonly CalendarDeclaration[] =>
  declared ? calendars.map(({ asDeclared }) => asDeclared) : [];

/** The calendars that count days or years on a line, the first declared first. */
export const calendarsOn = ({ calendars }: Chronology, line: string): readonly Calendar[] =>
  calendars.filter((calendar) => calendar.line === line);

/** A word with which dates are written, for messages and completion. */
interface DateWord {
  readonly kind: 'month' | 'era';
  readonly word: string;
  /** Its other names. */
  readonly names: readonly string[];
  /** The id of its calendar. */
  readonly calendar: string;
  /** What it is, in a few words. */
  readonly note: string;
  /** The greatest number that can be written before it as a day; 0 for none. */
  readonly mostDays: number;
}

/** Every word with which dates can be written, calendar by calendar and in order of declaration. */
export const dateWords = ({ calendars }: Chronology): readonly DateWord[] =>
  calendars.flatMap((calendar) => [
    ...monthsOf(calendar).map(({ name, days, mostDays }): DateWord => {
      const note = days === 1 ? '1 day' : days === 0 ? 'in leap years' : `${days} days`;
      return { kind: 'month', word: name, names: [], calendar: calendar.id, note, mostDays };
    }),
    ...calendar.eras.map(({ id, names }): DateWord => {
      return { kind: 'era', word: id, names, calendar: calendar.id, note: names.join(', '), mostDays: 0 };
    }),
  ]);

/** Every era that can be written, in order of declaration, for messages and completion. */
export const knownEras = (
  chronology: Chronology,
): readonly { readonly id: string; readonly names: readonly string[]; readonly calendar: string }[] =>
  chronology.calendars.flatMap((calendar) =>
    calendar.eras.map((era) => ({ id: era.id, names: era.names, calendar: calendar.id })),
  );
