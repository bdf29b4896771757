/** The years of a codex by name, with the days that each covers, so that a query can name one. */
import { type Canon, type HeldSpan, nameStepAt, type OnBothAxes, shownClip, positionOf } from '../../canon';
import {
  type Calendar,
  isUndeclared,
  lineOfEra,
  readDate,
  undeclaredEra,
  yearOfEra,
  yearsCounted,
} from '../../chronology';
import { groupBy, memoized } from '../../text/groups';
import type { Entry } from '../../entry/entry';
import type { PrintedNames } from './answerJson';
import type { Revision } from '../../codex/codex';
import { type CanonPosition, comparePositions } from '../../codex/canonTime';

/** A year by its name, with its first and its last day on its timeline. */
type Year = Readonly<Record<'at' | 'line', string> & Record<'from_day' | 'until_day', number>>;

/** A place where something begins or ends, and how that date is written. */
export interface YearEnd {
  readonly line: string;
  readonly day: number;
  readonly text: string;
}

/** The longest stretch whose years are all listed; of a longer one, only those in which something begins or ends are. */
const MOST = 20_000;

/** The most years listed: each has a name in every era of its line, and there may be thousands of eras. */
const MOST_NAMES = 200_000;

/** The years of the eras in use, from the first to the last in which something begins or ends, and the present. */
export function yearsOf({ codex }: Canon, places: readonly YearEnd[]): Year[] {
  const { chronology, present } = codex;
  const used = groupBy([...places, ...(present ? [present.start] : [])], (place) => place.line);
  const eraIn = memoized((text: string): string | undefined => {
    const reading = readDate(chronology, text);
    return reading.ok ? reading.unknownEra : undefined;
  });
  const years: Year[] = [];
  for (const year of allYears()) if (years.push(year) === MOST_NAMES) break;
  return years;

  function* allYears(): Generator<Year> {
    for (const calendar of chronology.calendars) yield* yearsIn(calendar, used.get(calendar.line) ?? []);
    for (const [line, onLine] of used) if (isUndeclared(line)) yield* undeclaredYears(line, onLine);
  }

  /** The line has its era in small letters; authors write it as they like. */
  function undeclaredYears(line: string, onLine: readonly YearEnd[]): Iterable<Year> {
    const name = mostUsed(onLine.flatMap(({ text }) => eraIn(text) ?? []));
    if (name === undefined) return [];
    const { calendar } = undeclaredEra(name);
    if (!calendar.isUnordered) return yearsIn(calendar, onLine);
    const reading = readDate(chronology, `${line.slice(lineOfEra(name).length + 1)} ${name}`);
    if (!reading.ok || !reading.date) return [];
    const { start, end, text } = reading.date;
    return [{ at: text, line, from_day: start.day, until_day: end.day }];
  }
}

function* yearsIn(calendar: Calendar, places: readonly YearEnd[]): Generator<Year> {
  // What ends on the first day of a year still held in the year before.
  const touched = new Set(places.flatMap(({ day }) => [yearAt(calendar, day - 1), yearAt(calendar, day)]));
  const sorted = [...touched].sort((a, b) => a - b);
  const [first = 0, last = -1] = [sorted[0], sorted.at(-1)];
  const { eras } = calendar;
  const isShort = (last - first) * Math.max(eras.length, MOST_NAMES / MOST) < MOST_NAMES;
  for (const era of eras) {
    const own = yearsCounted(era);
    const [from, to] = [Math.max(first, own.first), Math.min(last, own.last)];
    const years = isShort ? yearsBetween(from, to) : sorted.filter((year) => from <= year && year <= to);
    for (const year of years.sort((a, b) => yearOfEra(era, a) - yearOfEra(era, b)))
      yield {
        at: `${yearOfEra(era, year)} ${era.id}`.trim(),
        line: calendar.line,
        from_day: calendar.startOfYear(year),
        until_day: calendar.startOfYear(year + 1),
      };
  }
}

const yearsBetween = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);

const yearAt = (calendar: Calendar, day: number): number => calendar.yearOf(Math.floor(day));

function mostUsed(names: readonly string[]): string | undefined {
  const counted = new Map<string, number>();
  for (const name of names) counted.set(name, (counted.get(name) ?? 0) + 1);
  return [...counted].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** The names of entries at each stop. */
export function namesAtStops({ names }: OnBothAxes): (stop: number) => PrintedNames {
  const made: PrintedNames[] = [];
  const namesOf = (stop: number): PrintedNames => {
    const idOf = (entry: Entry): string => nameStepAt(names.idSteps(entry), stop);
    const sources = new Map<Entry, readonly string[]>();
    return {
      idOf,
      sourcesOf(entry) {
        if (entry.sources.length === 0) return NONE;
        let texts = sources.get(entry);
        if (!texts) {
          texts = entry.sources.map(({ text }) => {
            const named = nameStepAt(names.entrySteps(text), stop);
            return named ? idOf(named) : text;
          });
          sources.set(entry, texts);
        }
        return texts;
      },
    };
  };
  return (stop) => (made[stop] ??= namesOf(stop));
}

const NONE: readonly string[] = [];

/** The stops inside a span at which its rendering changes: its name, or the sources of its entry. */
export function turnsWithin({ within, names }: OnBothAxes): (span: HeldSpan) => readonly number[] {
  const turnsOf = (steps: readonly { readonly from: number }[]): readonly number[] =>
    steps.length === 1 ? NEVER : steps.slice(1).map(({ from }) => from);
  const renamed = (entry: Entry): readonly number[] => turnsOf(names.idSteps(entry));
  /** Shared by all spans of the stating entry. */
  const stated = new Map<Entry, readonly number[]>();
  const statedTurns = (entry: Entry): readonly number[] => {
    let turns = stated.get(entry);
    if (!turns) {
      const ofSources = entry.sources.flatMap(({ text }) => {
        const steps = names.entrySteps(text);
        return [...turnsOf(steps), ...steps.flatMap(({ value }) => (value ? renamed(value) : NEVER))];
      });
      turns = ofSources.length === 0 ? renamed(entry) : [...renamed(entry), ...ofSources];
      stated.set(entry, turns);
    }
    return turns;
  };
  return ({ held: { clipped, ref }, from, until }) => {
    let turns: number[] | null = null;
    const add = (all: readonly number[]): void => {
      for (const turn of all) if (from < turn && turn < until && !turns?.includes(turn)) (turns ??= []).push(turn);
    };
    add(statedTurns(clipped.entry));
    if (ref) add(renamed(ref));
    const clip = shownClip(within, clipped);
    if (clip) add(renamed(clip.by));
    return (turns as number[] | null)?.sort((a, b) => a - b) ?? NEVER;
  };
}

const NEVER: readonly number[] = [];

/** @param entries every entry that the view knows */
export function revisionsInAnswer(canon: Canon, entries: readonly Entry[], until?: CanonPosition): readonly Revision[] {
  const { revisions } = canon.codex;
  const come = until ? revisions.filter(({ position }) => comparePositions(position, until) <= 0) : revisions;
  // The title of a session gives away what happened in it.
  if (!canon.eyes) return come;
  const keyOf = ({ time, rank }: CanonPosition): string => `${time} ${rank}`;
  const placed = new Set(entries.map((entry) => keyOf(positionOf(canon, entry))));
  return come.filter(({ position }) => placed.has(keyOf(position)));
}
