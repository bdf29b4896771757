/** The axis of world time: days to pixels and back, and how far one can zoom. */

/** The days `[from, until)` over the pixels from `left` on. */
export interface Axis {
  readonly from: number;
  readonly until: number;
  readonly left: number;
  readonly width: number;
}

export type Domain = readonly [from: number, until: number];

/** Nobody looks at less than a day (a year, on a line of years). */
export const SHORTEST = 1;

/** Days beyond this can't be told from their neighbours. */
const FARTHEST = 2 ** 52;

/** An axis for whatever it is given: days that are no numbers, are equal, or come in the wrong order. */
export function makeAxis([from, until]: Domain, left: number, width: number): Axis {
  const first = clamped(Math.min(from, until), -FARTHEST, FARTHEST - SHORTEST);
  const last = clamped(Math.max(from, until), first + SHORTEST, FARTHEST);
  return { from: first, until: last, left, width: Math.max(1, Number.isFinite(width) ? width : 1) };
}

/** Where a day begins. The subtraction comes first: far from day 0 a product would lose the days. */
export const xOf = ({ from, until, left, width }: Axis, day: number): number =>
  left + ((day - from) / (until - from)) * width;

/** The day, with its fraction, at a pixel. */
export const dayAtX = ({ from, until, left, width }: Axis, x: number): number =>
  from + ((x - left) / width) * (until - from);

export const pixelsPerDay = ({ from, until, width }: Axis): number => width / (until - from);

/** A domain with `day` where it was, `factor` times as close; held between a day and the whole with some room. */
export function zoomedDomain([from, until]: Domain, whole: Domain, factor: number, day: number): Domain {
  const room = (whole[1] - whole[0]) * 1.2;
  const length = clamped((until - from) / factor, SHORTEST, Math.max(SHORTEST, room));
  const part = clamped((day - from) / (until - from), 0, 1);
  const first = day - part * length;
  return heldWithin([first, first + length], whole);
}

/** A domain moved so that something of the whole stays in sight: its middle never leaves the whole. */
export function heldWithin([from, until]: Domain, [first, last]: Domain): Domain {
  const middle = (from + until) / 2;
  const by = clamped(middle, first, last) - middle;
  return [from + by, until + by];
}

/** `value` between `low` and `high`; `low` for what is no number. */
export const clamped = (value: number, low: number, high: number): number =>
  value > low ? (value < high ? value : high) : low;
