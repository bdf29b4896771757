/** The stretch of days that a date denotes: from the start of what was written to the start of what follows. */
import { type Chronology, isUndeclared } from './chronology';
import { withinTenYears } from './compareTimes';
import { onItsOwn } from './calendar';
import { absoluteYear } from './era';
import { type Located, locate, reckoningOf } from './locate';
import { type DateFailure, dateFailure, shortDate, unreadableDate } from './messages';
import { BEGINNING_OF_TIME, END_OF_TIME, marked, momentAfter, momentOf, type Point } from './printDate';
import type { DateReading, WorldDate } from './types';
import type { WrittenDate } from './dateParts';

type Reading = Extract<DateReading, { ok: true }>;

/** The reading of one date; ranges are put together of two. */
export const readStretch = (
  chronology: Chronology,
  written: WrittenDate,
): (Reading & { date: WorldDate }) | DateFailure => {
  const located = written.unit === 'date' ? locate(chronology, written) : undefined;
  const found = located ? (located.ok ? ofPoint(located, written.approximate) : located) : ofYears(chronology, written);
  if (!found.ok || !written.bound) return found;
  return { ...found, date: bounded(found.date, written.bound) };
};

const reading = (date: WorldDate, unknownEra: string | undefined): Reading & { date: WorldDate } =>
  unknownEra === undefined ? { ok: true, date } : { ok: true, date, unknownEra };

const ofPoint = (
  { point, style, asWritten, within, unknownEra }: Located,
  approximate: boolean,
): Reading & { date: WorldDate } => {
  const start = momentOf(point, style, approximate);
  const end = momentAfter(point, style, approximate);
  if (asWritten === undefined) return reading({ start, end, approximate, text: start.text }, unknownEra);
  const text = marked(asWritten, approximate);
  if (!within) return reading({ start: { ...start, text }, end, approximate, text, isCoarse: true }, unknownEra);
  const first = { ...start, day: start.day + within.start, text };
  const last = { ...end, day: start.day + within.end, text: `after ${text}` };
  // In years of twelve digits and more, the parts of a year can't be distinguished.
  if (last.day <= first.day)
    return reading({ start: { ...start, text }, end, approximate, text, isCoarse: true }, unknownEra);
  return reading({ start: first, end: last, approximate, text }, unknownEra);
};

/** `410s TA` and `3rd century TA`. */
const ofYears = (chronology: Chronology, written: WrittenDate): (Reading & { date: WorldDate }) | DateFailure => {
  const n = written.year?.value ?? 0;
  const isDecade = written.unit === 'decade';
  if (isDecade ? n < 0 || n % 10 !== 0 : n < 1) return unreadableDate(chronology, written.text);
  const [low, high] = isDecade ? [n, n + 9] : [n * 100 - 99, n * 100];
  const at = locate(chronology, { ...written, unit: 'date', year: yearToken(written, Math.max(low, 1)) });
  if (!at.ok) return at;
  const { era } = at.point;
  const year = (value: number): Point => ({ ...at.point, year: value, absolute: absoluteYear(era, value) });
  const near = year(low === 0 && era.yearZero ? 0 : Math.max(low, 1));
  const far = year(Math.min(high, era.last ?? high));
  const [first, last] = era.direction === 'backward' ? [far, near] : [near, far];
  const { approximate } = written;
  const span = isDecade ? `${n}s` : `${ordinal(n)} century`;
  const name = `${span} ${era.id}`.trim();
  if (at.point.calendar.isUnordered) {
    const { line } = onItsOwn(reckoningOf(chronology, written.era).calendar, span);
    const text = marked(name, approximate);
    const start = { line, day: low, text, approximate };
    const end = { line, day: high + 1, text: `after ${name}`, approximate };
    return reading({ start, end, approximate, text }, at.unknownEra);
  }
  return reading(
    {
      start: momentOf(first, 'named', approximate),
      end: momentAfter(last, 'named', approximate),
      approximate,
      text: marked(name, approximate),
    },
    at.unknownEra,
  );
};

const yearToken = (written: WrittenDate, value: number): WrittenDate['year'] =>
  written.year && { ...written.year, value, text: String(value), suffix: '' };

const ordinal = (n: number): string => {
  const isTeen = Math.floor((n % 100) / 10) === 1;
  return `${n}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][n % 10]) ?? 'th'}`;
};

/** Everything before a date, or everything after it. */
const bounded = (date: WorldDate, bound: 'before' | 'after'): WorldDate => {
  const { line } = date.start;
  const { approximate } = date;
  const text = `${bound} ${date.text}`;
  return bound === 'before'
    ? { start: { line, day: -Infinity, text: BEGINNING_OF_TIME, approximate }, end: date.start, approximate, text }
    : { start: date.end, end: { line, day: Infinity, text: END_OF_TIME, approximate }, approximate, text };
};

/** From the start of one date to the end of another. */
export const readRange = (chronology: Chronology, left: WrittenDate, right: WrittenDate): DateReading => {
  const [first, last] = [readStretch(chronology, left), readStretch(chronology, right)];
  if (!first.ok) return first;
  if (!last.ok) return last;
  const [from, to] = [first.date, last.date];
  const approximate = from.approximate || to.approximate;
  const unknownEra = first.unknownEra ?? last.unknownEra;
  if (from.start.line !== to.start.line) {
    if (reckoningOf(chronology, left.era).calendar.isUnordered)
      return reading(openEnded(from, to, approximate), unknownEra);
    return dateFailure(
      'date/unreadable',
      `${shortDate(from.text)} and ${shortDate(to.text)} can't be compared: write both in the same era`,
    );
  }
  if (from.start.day < to.end.day) return reading(joined(from, to, approximate), unknownEra);
  // Two guesses that may be in either order are taken in the order of time.
  if (approximate && withinTenYears(chronology, from.start, to.start))
    return reading(joined(to, from, approximate), unknownEra);
  const message = `ends at ${shortDate(to.text)}, before it begins at ${shortDate(from.text)}`;
  if (unknownEra === undefined || !isUndeclared(from.start.line)) return dateFailure('date/inverted', message);
  const advice = `; if ${shortDate(unknownEra)} counts down, declare it under \`eras\` in codex.yaml`;
  return { ...dateFailure('date/inverted', `${message}${advice}`), isUndeclared: true };
};

/** A stretch from a year of an era that may count either way: all that is known of its end is that it comes later. */
const openEnded = (from: WorldDate, to: WorldDate, approximate: boolean): WorldDate => ({
  start: from.start,
  end: { line: from.start.line, day: Infinity, text: to.end.text, approximate },
  approximate,
  text: `${from.text} .. ${to.text}`,
});

const joined = (from: WorldDate, to: WorldDate, approximate: boolean): WorldDate => ({
  start: from.start,
  end: to.end,
  approximate,
  text: `${from.text} .. ${to.text}`,
});
