/** A calendar that is filled in by half: what the notes use and it does not list is told once, in codex.yaml, and not at every date. */
import { filed, type Trait, type Known, perKnown } from '../../canon';
import { dateWords, eraMissed, monthMissed } from '../../chronology';
import type { CalendarPlaces } from '../../codex/calendars';
import { nearest } from '../../text/nearNames';
import type { Problem, Severity } from '../../text/problem';
import { CONFIG_INVALID } from './invalid';

/** So many dates in months that are used more than once are no slips of the pen. */
const LEAST_DATES = 3;
/** In so many notes an era that no calendar lists is no slip of the pen either. */
const LEAST_NOTES = 5;
const MOST_NAMES = 6;

/** What the dates of the notes name and a calendar does not, the most used first. */
interface MissingMonths {
  readonly calendar: string;
  readonly names: readonly string[];
  readonly dates: number;
  readonly severity: Severity;
}

/** Whether a date that can't be read is told of in codex.yaml. @param message what was said of it in reading */
export function isMonthReported(known: Known, message: string): boolean {
  const missed = monthMissed(message);
  if (!missed) return false;
  return monthsMissing(known, 'unreadable-date').some(
    ({ calendar, names }) => calendar === missed.calendar && names.includes(missed.month),
  );
}

/** Likewise of a date in an era that no calendar lists. */
export function isEraReported(known: Known, message: string): boolean {
  const era = eraMissed(message);
  return era !== undefined && erasMissing(known, 'own-era').names.includes(era);
}

/** The problems of codex.yaml that only its notes can tell. @param places where they stand */
export function halfDeclared(known: Known, places: CalendarPlaces): Problem[] {
  const { rules, chronology } = known.canon.codex;
  if (!chronology.declared) return [];
  const { code } = CONFIG_INVALID;
  const found: Problem[] = [];
  if (rules.get('date/unreadable') !== 'off')
    for (const { calendar, names, dates, severity } of monthsMissing(known, 'unreadable-date')) {
      const span = places.months.get(calendar) ?? places.eras;
      const message = `The notes name months that ${calendar} does not list: ${some(names)}. ${countDates(dates)} can't be read until all of its months stand here, in their order.`;
      if (span) found.push({ code, span, message, severity });
    }
  const { names, dates } = erasMissing(known, 'own-era');
  const [era] = names;
  if (era !== undefined && places.eras && rules.get('date/unknown-era') !== 'off') {
    const message = `The notes count in eras that no calendar lists: ${some(names)}. ${countDates(dates)} can't be compared with the others until they are listed with their epochs, like \`{id: ${era}, epoch: 0}\`.`;
    found.push({ code, span: places.eras, message, severity: 'warning' });
  }
  return found;
}

const some = (names: readonly string[]): string =>
  names.length > MOST_NAMES
    ? `${names.slice(0, MOST_NAMES).join(', ')} and ${names.length - MOST_NAMES} more`
    : names.join(', ');

const countDates = (dates: number): string => `${dates} ${dates === 1 ? 'date' : 'dates'}`;

const monthsMissing = perKnown(({ canon }: Known, trait: Trait): readonly MissingMonths[] => {
  const { chronology } = canon.codex;
  if (!chronology.declared) return [];
  const problems = filed(canon, 'traits', trait).flatMap((entry) => entry.problems);
  const words = dateWords(chronology);
  return chronology.calendars.flatMap(({ id }) => {
    const known = words.flatMap(({ kind, calendar, word }) => (kind === 'month' && calendar === id ? word : []));
    const counts = new Map<string, number>();
    let isError = false;
    for (const { code, message, severity } of problems) {
      const missed = code === 'date/unreadable' ? monthMissed(message) : null;
      if (missed?.calendar !== id || nearest(missed.month, known) !== null) continue;
      counts.set(missed.month, (counts.get(missed.month) ?? 0) + 1);
      isError ||= severity === 'error';
    }
    const often = [...counts.values()].filter((count) => count > 1);
    if (sum(often) < LEAST_DATES) return [];
    return { calendar: id, names: byUse(counts), dates: sum(counts.values()), severity: isError ? 'error' : 'warning' };
  });
});

const erasMissing = perKnown(({ canon }: Known, trait: Trait): { names: readonly string[]; dates: number } => {
  const [notes, dates] = [new Map<string, number>(), new Map<string, number>()];
  for (const { problems } of canon.codex.chronology.declared ? filed(canon, 'traits', trait) : []) {
    const eras = problems.flatMap(({ code, message }) =>
      code === 'date/unknown-era' ? (eraMissed(message) ?? []) : [],
    );
    for (const era of new Set(eras)) notes.set(era, (notes.get(era) ?? 0) + 1);
    for (const era of eras) dates.set(era, (dates.get(era) ?? 0) + 1);
  }
  const names = byUse(dates).filter((era) => LEAST_NOTES <= (notes.get(era) ?? 0));
  return { names, dates: sum(names.map((era) => dates.get(era) ?? 0)) };
});

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((a, b) => a + b, 0);

const byUse = (counts: ReadonlyMap<string, number>): string[] =>
  [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
