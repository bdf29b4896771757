/** The world handle between days and words: as a codex writes its dates, and no finer than can be seen. */
import { type Chronology, type Precision, printInstant, readDate } from '../../chronology';
import { chronologyOf, type Ruler } from './rulers';
import type { Timeline } from '../shapes/timelineShape';

type Lined = Pick<Timeline, 'line' | 'calendars'>;

const kept = new WeakMap<Timeline['calendars'], Chronology>();

function chronologyIn({ calendars }: Lined): Chronology {
  const found = kept.get(calendars) ?? chronologyOf(calendars);
  kept.set(calendars, found);
  return found;
}

/** A day as an author would write it; by default as coarsely as it can be said. */
export const dateOfDay = (lined: Lined, day: number, precision?: Precision): string =>
  printInstant(chronologyIn(lined), { line: lined.line, day }, precision && { precision });

/** The first day of a date; null: it is none, or lies on another line. */
export function dayOfDate(lined: Lined, text: string): number | null {
  const reading = readDate(chronologyIn(lined), text);
  const start = reading.ok ? reading.date?.start : undefined;
  return start?.line === lined.line && Number.isFinite(start.day) ? start.day : null;
}

/** The most days that a pixel may have for single days, or months, to be told apart. */
const DAY_PIXEL = 4;
const MONTH_PIXEL = 60;

/**
 * The day at which a handle stands that is drawn to a fraction of a day: the first of its month or year, where no days can be seen.
 * @param perPixel days
 */
export function steppedDay(lined: Lined, ruler: Ruler | undefined, day: number, perPixel: number): number {
  const floor = Math.floor(day);
  if (!ruler || perPixel < DAY_PIXEL || ruler.calendar.monthCount === 0) return floor;
  const precision = perPixel < MONTH_PIXEL ? 'month' : 'year';
  return dayOfDate(lined, dateOfDay(lined, floor, precision)) ?? floor;
}
