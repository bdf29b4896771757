/** The axis of world time: converts days to pixels and back, limits the zoom, and formats days. */
import { type Chronology, type Precision, printInstant, readDate } from '../../chronology';
import { chronologyOf, type Ruler } from './rulers';
import type { Timeline } from '../shapes/timelineShape';

/** The days `[from, until)` over the pixels from `left` on. */
export interface Axis {
  readonly from: number;
  readonly until: number;
  readonly left: number;
  readonly width: number;
}

export type Domain = readonly [from: number, until: number];

/** The narrowest domain: a day (a year, on a line of years). */
export const SHORTEST = 1;

/** Days beyond this can't be distinguished from their neighbours. */
const FARTHEST = 2 ** 52;

/** An axis for any input: days that are not numbers, are equal, or come in the wrong order. */
export function makeAxis([from, until]: Domain, left: number, width: number): Axis {
  const first = clamped(Math.min(from, until), -FARTHEST, FARTHEST - SHORTEST);
  const last = clamped(Math.max(from, until), first + SHORTEST, FARTHEST);
  return { from: first, until: last, left, width: Math.max(1, Number.isFinite(width) ? width : 1) };
}

/** The pixel of a day. The subtraction comes first: far from day 0 a product would lose the days. */
export const xOf = ({ from, until, left, width }: Axis, day: number): number =>
  left + ((day - from) / (until - from)) * width;

/** The day, with its fraction, at a pixel. */
export const dayAtX = ({ from, until, left, width }: Axis, x: number): number =>
  from + ((x - left) / width) * (until - from);

export const pixelsPerDay = ({ from, until, width }: Axis): number => width / (until - from);

/** A domain with `day` at the same pixel, zoomed by `factor`; limited to between a day and the whole with some margin. */
export function zoomedDomain([from, until]: Domain, whole: Domain, factor: number, day: number): Domain {
  const room = (whole[1] - whole[0]) * 1.2;
  const length = clamped((until - from) / factor, SHORTEST, Math.max(SHORTEST, room));
  const part = clamped((day - from) / (until - from), 0, 1);
  const first = day - part * length;
  return heldWithin([first, first + length], whole);
}

/** A domain moved so that part of the whole stays visible: its middle never leaves the whole. */
export function heldWithin([from, until]: Domain, [first, last]: Domain): Domain {
  const middle = (from + until) / 2;
  const by = clamped(middle, first, last) - middle;
  return [from + by, until + by];
}

/** `value` between `low` and `high`; `low` if it is not a number. */
export const clamped = (value: number, low: number, high: number): number =>
  value > low ? (value < high ? value : high) : low;

/** The share of outliers among all days. */
const OUTSIDE = 0.12;
/** A picture of more than this part of all days opens on all of them. */
const SMALL = 0.5;
/** With fewer days than this, outliers cannot be recognised. */
const FEWEST = 12;
/** The most days that are sampled. */
const MOST = 4000;

/** @param days of every beginning, end and event, in any order; values that are not numbers are left out */
export function openingDomain(days: readonly Float64Array[], whole: Domain): Domain {
  const count = days.reduce((sum, { length }) => sum + length, 0);
  const each = Math.max(1, Math.ceil(count / MOST));
  const found: number[] = [];
  for (const all of days) {
    for (let i = 0; i < all.length; i += each) {
      const day = all[i] ?? Number.NaN;
      if (Number.isFinite(day)) found.push(day);
    }
  }
  if (found.length < FEWEST) return whole;
  const sorted = Float64Array.from(found).sort();
  const held = Math.ceil(sorted.length * (1 - OUTSIDE));
  let best: Domain = whole;
  for (let i = 0; i + held <= sorted.length; i++) {
    const [from, until] = [sorted[i] ?? 0, sorted[i + held - 1] ?? 0];
    if (until - from < best[1] - best[0]) best = [from, until];
  }
  const length = best[1] - best[0];
  if (length > SMALL * (whole[1] - whole[0])) return whole;
  const room = Math.max(length * 0.06, 30);
  return [Math.max(whole[0], best[0] - room), Math.min(whole[1], best[1] + 2.5 * room)];
}

/** Converts between days of the world handle and dates of the codex, no finer than is visible. */
type Lined = Pick<Timeline, 'line' | 'calendars'>;

const kept = new WeakMap<Timeline['calendars'], Chronology>();

function chronologyIn({ calendars }: Lined): Chronology {
  const found = kept.get(calendars) ?? chronologyOf(calendars);
  kept.set(calendars, found);
  return found;
}

/** A day as an author would write it; by default as coarsely as it can be written. */
export const dateOfDay = (lined: Lined, day: number, precision?: Precision): string =>
  printInstant(chronologyIn(lined), { line: lined.line, day }, precision && { precision });

/** The first day of a date; null: it is not a date, or lies on another line. */
export function dayOfDate(lined: Lined, text: string): number | null {
  const reading = readDate(chronologyIn(lined), text);
  const start = reading.ok ? reading.date?.start : undefined;
  return start?.line === lined.line && Number.isFinite(start.day) ? start.day : null;
}

/** The most days per pixel at which single days, or months, can be distinguished. */
const DAY_PIXEL = 4;
const MONTH_PIXEL = 60;

/**
 * The day of a handle at a fraction of a day: the first of its month or year, if days are too narrow to see.
 * @param perPixel days
 */
export function steppedDay(lined: Lined, ruler: Ruler | undefined, day: number, perPixel: number): number {
  const floor = Math.floor(day);
  if (!ruler || perPixel < DAY_PIXEL || ruler.calendar.monthCount === 0) return floor;
  const precision = perPixel < MONTH_PIXEL ? 'month' : 'year';
  return dayOfDate(lined, dateOfDay(lined, floor, precision)) ?? floor;
}
