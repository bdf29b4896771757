/** The years of a codex by name, with the days that each is: so that a query can name one. */
import type { Canon } from '../../canon';
import { type Calendar, dayOfCalendar, startOfYear } from '../../chronology/calendar';
import { isUndeclared, lineOfEra, undeclaredEra } from '../../chronology/chronology';
import { counts, yearOfEra } from '../../chronology/era';
import { readDate } from '../../chronology/readDate';
import type { EraDeclaration } from '../../chronology/types';
import { groupBy } from '../../text/groups';

/** A year by its name, with its first and its last day on its timeline. */
export type Year = Readonly<Record<'at' | 'line', string> & Record<'from_day' | 'until_day', number>>;

/** Where something begins or ends, and how that date is written. */
export interface YearEnd {
  readonly line: string;
  readonly day: number;
  readonly text: string;
}

/** Of a longer stretch, only the years in which something begins or ends are listed. */
const MOST = 20_000;

/** The years of the eras in use, from the first to the last in which something begins or ends, and the present. */
export function yearsOf({ codex }: Canon, places: readonly YearEnd[]): Year[] {
  const { chronology, present } = codex;
  const used = groupBy([...places, ...(present ? [present.start] : [])], (place) => place.line);
  const declared = chronology.calendars.flatMap((calendar) =>
    calendar.eras.flatMap((era) => yearsIn(calendar, era, used.get(calendar.line) ?? [])),
  );
  const others = [...used].flatMap(([line, onLine]) => (isUndeclared(line) ? undeclaredYears(line, onLine) : []));
  return [...declared, ...others];

  /** The line knows its era without its capitals; a date is asked for as its author writes it. */
  function undeclaredYears(line: string, onLine: readonly YearEnd[]): Year[] {
    const name = mostUsed(onLine.flatMap(({ text }) => eraIn(text) ?? []));
    if (name === undefined) return [];
    const { calendar, era } = undeclaredEra(name);
    if (!calendar.isUnordered) return yearsIn(calendar, era, onLine);
    const reading = readDate(chronology, `${line.slice(lineOfEra(name).length + 1)} ${name}`);
    if (!reading.ok || !reading.date) return [];
    const { start, end, text } = reading.date;
    return [{ at: text, line, from_day: start.day, until_day: end.day }];
  }

  function eraIn(text: string): string | undefined {
    const reading = readDate(chronology, text);
    return reading.ok ? reading.unknownEra : undefined;
  }
}

function yearsIn(calendar: Calendar, era: EraDeclaration, places: readonly YearEnd[]): Year[] {
  // What ends on the first day of a year was so in the one before.
  const touched = new Set(places.flatMap(({ day }) => [yearAt(calendar, day - 1), yearAt(calendar, day)]));
  const sorted = [...touched].sort((a, b) => a - b);
  const [first = 0, last = -1] = [sorted[0], sorted.at(-1)];
  const all = last - first < MOST ? Array.from({ length: last - first + 1 }, (_, i) => first + i) : sorted;
  const counted = all.filter((year) => counts(era, year));
  if (era.direction === 'backward') counted.reverse();
  return counted.map((year) => ({
    at: `${yearOfEra(era, year)} ${era.id}`.trim(),
    line: calendar.line,
    from_day: startOfYear(calendar, year),
    until_day: startOfYear(calendar, year + 1),
  }));
}

const yearAt = (calendar: Calendar, day: number): number => dayOfCalendar(calendar, Math.floor(day)).year;

function mostUsed(names: readonly string[]): string | undefined {
  const counted = new Map<string, number>();
  for (const name of names) counted.set(name, (counted.get(name) ?? 0) + 1);
  return [...counted].sort(([, a], [, b]) => b - a)[0]?.[0];
}
