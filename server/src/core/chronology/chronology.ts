/** A chronology: the calendars of a codex, with every name by which a date in them may be written. */
import { type Calendar, makeCalendar, undeclaredCalendar } from './calendar';
import { gregorian } from './declaration';
import { fold, normaliseEraName } from './foldedNames';
import type { CalendarDeclaration, EraDeclaration } from './declaration';

export { normaliseEraName };

/** An era, and the calendar it belongs to. */
export interface Reckoning {
  readonly calendar: Calendar;
  readonly era: EraDeclaration;
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
  readonly eras: ReadonlyMap<string, Reckoning>;
  /** Folded names that are not one plain word (`third age`, `4e`), longest first. */
  readonly phrases: readonly string[];
}

/** One plain word, as the tokenizer cuts it. */
const PLAIN_WORD = /^[\p{L}\p{M}][\p{L}\p{M}\p{N}]*(?:['.-][\p{L}\p{M}][\p{L}\p{M}\p{N}]*)*$/u;

/** The chronology of the declared calendars, already checked for shape; of the built-in gregorian one for none. */
export const makeChronology = (declarations: readonly CalendarDeclaration[]): Chronology => {
  const declared = declarations.length > 0;
  const [first = makeCalendar(gregorian, true), ...others] = declarations.map((one) => makeCalendar(one));
  const calendars = [first, ...others];
  const eras = new Map<string, Reckoning>();
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
        if (!eras.has(folded)) eras.set(folded, { calendar, era, isDeclared: true });
      }
    }
    for (const month of calendar.months) learn(month.name);
    for (const weekday of calendar.weekdays) learn(weekday);
  }
  return {
    declared,
    calendars,
    bare: { calendar: first, era: first.bare, isDeclared: true },
    eras,
    phrases: [...phrases].sort((a, b) => b.length - a.length),
  };
};

/** The beginning of the line of an undeclared era; its name follows. */
const UNDECLARED = 'era:';

/** Before something, like `BS` and `BFA`: whether such an era counts forward or back, only its author knows. */
const BEFORE_SOMETHING = /^B\.?(?:\p{Lu}\.?){1,3}$/u;

/** The reckoning of an era that no calendar declares: its years, on a line of its own. */
export const undeclaredEra = (name: string): Reckoning => {
  const era: EraDeclaration = { id: name, names: [], epoch: 0, direction: 'forward', yearZero: false };
  const calendar = undeclaredCalendar(lineOfEra(name), era, BEFORE_SOMETHING.test(name));
  return { calendar, era, isDeclared: false };
};

/** The line of an undeclared era. */
export const lineOfEra = (name: string): string => UNDECLARED + normaliseEraName(name);

/** Whether a line belongs to an undeclared era. */
export const isUndeclared = (line: string): boolean => line.startsWith(UNDECLARED);

/** The calendar and the era of a date, by the word that names its era; without one, those of bare years. */
export const reckoningOf = (
  chronology: Chronology,
  era: { readonly text: string; readonly folded: string } | undefined,
): Reckoning => (era ? (chronology.eras.get(era.folded) ?? undeclaredEra(era.text)) : chronology.bare);

/** Every era that can be written, in order of declaration, for messages and completion. */
export const knownEras = (
  chronology: Chronology,
): readonly { readonly id: string; readonly names: readonly string[]; readonly calendar: string }[] =>
  chronology.calendars.flatMap((calendar) =>
    calendar.eras.map((era) => ({ id: era.id, names: era.names, calendar: calendar.id })),
  );
