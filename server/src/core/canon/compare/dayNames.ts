/** Where the days that a date's name means under two versions of codex.yaml can differ. */
import {
  boundsAround,
  calendarsOn,
  type Chronology,
  eraBounds,
  type Instant,
  type Moment,
  namesOfDay,
  printInstant,
  readDate,
  type WorldDate,
} from '../../chronology';

/** One date name: the stretches that it denotes in both chronologies, and its place in the second. */
export interface NamedDay {
  readonly a: WorldDate;
  readonly b: WorldDate;
}

/** A place on a line of the second chronology from which on names may mean other days, or answers be others. */
export interface Turn extends Instant {
  readonly text: string;
  /** What is asked for from here to the next turn; of several calendars a name in each. */
  readonly names: readonly NamedDay[];
}

/** The lines of the second chronology on which the eras of the first lie. */
export const linesOfEras = (a: Chronology, b: Chronology): string[] =>
  eraBounds(a).flatMap((text) => dateNamed(b, text)?.start.line ?? []);

/** Where the answers on one line of the second chronology can change, in order; the first stands for all time before the second. */
export function turnsOn(
  line: string,
  a: Chronology,
  b: Chronology,
  ends: { readonly before: readonly Moment[]; readonly after: readonly Moment[] },
): Turn[] {
  const days = new Set<number>();
  const add = ({ line: own, day }: Instant): void => {
    if (own === line && Number.isFinite(day)) days.add(day);
  };
  const addName = (text: string): void => {
    const date = dateNamed(b, text);
    if (date) for (const end of [date.start, date.end]) add(end);
  };
  for (const end of ends.after) add(end);
  for (const end of ends.before) for (const text of [end.text, ...namesOfDay(a, end)]) addName(text);
  for (const text of [...eraBounds(a), ...eraBounds(b)]) addName(text);
  for (const calendar of calendarsOn(b, line))
    for (const day of [...days]) for (const other of boundsAround(calendar, day)) add({ line, day: other });
  const sorted = [...days].sort((one, other) => one - other);
  const named = (text: string): NamedDay[] => {
    const [was, is] = [dateNamed(a, text), dateNamed(b, text)];
    return was && is ? [{ a: was, b: is }] : [];
  };
  // Where only years are known now, days of then are asked for as well: the last and the first that were answered differently.
  const narrow = ends.before
    .flatMap(({ line: own, day }) => [day - 1, day].flatMap((one) => namesOfDay(a, { line: own, day: one })))
    .flatMap(named)
    .filter((one) => isWide(b, one.b));
  const [first] = sorted;
  if (first === undefined) return [];
  return [first - 1, ...sorted].map((day) => ({
    line,
    day,
    text: printInstant(b, { line, day }),
    names: [
      ...namesOfDay(b, { line, day }).flatMap(named),
      ...narrow.filter((one) => one.b.start.line === line && one.b.start.day <= day && day < one.b.end.day),
    ],
  }));
}

const isWide = (chronology: Chronology, { start: { line } }: WorldDate): boolean =>
  calendarsOn(chronology, line).every(({ monthCount }) => monthCount === 0);

const dates = new WeakMap<Chronology, Map<string, WorldDate | null>>();

/** What a text denotes; null where it is no date. */
function dateNamed(chronology: Chronology, text: string): WorldDate | null {
  let read = dates.get(chronology);
  if (!read) dates.set(chronology, (read = new Map()));
  let date = read.get(text);
  if (date === undefined) {
    const reading = readDate(chronology, text);
    read.set(text, (date = reading.ok ? reading.date : null));
  }
  return date;
}
