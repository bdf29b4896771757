/** Days of a timeline: of stretches, of dates as wide as they are precise, and of the ends of a value. */
import type { DayRange, Held, Still } from '../../canon';
import { readDate, type Moment, type WorldDate } from '../../chronology';
import type { Days } from '../../picture/shapes/timelineShape';

const open = (day: number | undefined): number | null => (day !== undefined && Number.isFinite(day) ? day : null);

export const daysOfRange = ({ from, until }: DayRange): Days => [open(from), open(until)];

export const daysOfDate = ({ start, end }: WorldDate): Days => [open(start.day), open(end.day)];

export const daysOfHeld = ({ segment: { from, until } }: Held): Days => [open(from?.day), open(until?.day)];

/** Whether two stretches have a day in common. */
export const meetDays = (a: Days, b: Days): boolean =>
  (a[0] ?? -Infinity) < (b[1] ?? Infinity) && (b[0] ?? -Infinity) < (a[1] ?? Infinity);

/** Tells how wide the date is that an end of something was written as. Null: it is a day, or open. */
export type WidthOf = (moment: Moment | null, own?: WorldDate | null) => Days | null;

/** An end is kept as its first day and its words: these tell the width again. @param written dates that need not be read for that */
export function widths({ canon }: Still, written: Iterable<WorldDate>): WidthOf {
  const { chronology } = canon.codex;
  const read = new Map<string, WorldDate | null>();
  for (const date of written) read.set(date.text, date);
  const dateOf = (text: string): WorldDate | null => {
    let date = read.get(text);
    if (date === undefined) {
      const reading = readDate(chronology, text);
      read.set(text, (date = reading.ok ? reading.date : null));
    }
    return date;
  };
  return (moment, own) => {
    if (!moment || !Number.isFinite(moment.day)) return null;
    const date = own && isIts(own, moment) ? own : dateOf(moment.text);
    return date && isIts(date, moment) && moment.day + 1 < date.end.day && Number.isFinite(date.end.day)
      ? [date.start.day, date.end.day]
      : null;
  };
}

const isIts = ({ start }: WorldDate, { line, day }: Moment): boolean => start.line === line && start.day === day;
