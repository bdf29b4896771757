/** The calendars along the axis, and in which stretches of years each of their eras is counted. */
import {
  type Calendar,
  mostYears,
  startOfYear,
  type Chronology,
  isUndeclared,
  makeChronology,
  undeclaredEra,
  absoluteYear,
  eraOfYear,
  type EraDeclaration,
} from '../../chronology';
import type { Timeline } from '../shapes/timelineShape';

/** Absolute years `[from, until)`, which may be infinite, that are written in one era. */
export interface EraStretch {
  readonly era: EraDeclaration;
  readonly from: number;
  readonly until: number;
}

/** A calendar of the picture's line. */
export interface Ruler {
  readonly calendar: Calendar;
  readonly name: string;
  /** In the order of time; years in no era, after the last one's end, have none. */
  readonly eras: readonly EraStretch[];
  /** The days between which its years can be counted. */
  readonly first: number;
  readonly last: number;
}

/** More rulers than this leave no room for the picture. */
const MOST_RULERS = 3;

/** The calendars on the line of a timeline, the first declared first. */
export function rulersOf({ line, calendars }: Pick<Timeline, 'line' | 'calendars'>): readonly Ruler[] {
  const onLine = chronologyOf(calendars).calendars.filter((calendar) => calendar.line === line);
  const found = onLine.length > 0 ? onLine : [isUndeclared(line) ? undeclaredEra(nameOfEra(line)).calendar : null];
  return found.flatMap((calendar) => (calendar ? [makeRuler(calendar)] : [])).slice(0, MOST_RULERS);
}

export const chronologyOf = (calendars: Timeline['calendars']): Chronology => makeChronology(calendars);

/** A date to serve as an example: what the calendars of a picture read. */
export function exampleDate(calendars: Timeline['calendars']): string {
  const { declared, bare } = chronologyOf(calendars);
  return declared ? `412 ${bare.era.id}`.trimEnd() : '412 TA';
}

/** `era:XX`, and `era:BS:12` of an era that counts nobody knows which way. */
const nameOfEra = (line: string): string => line.split(':')[1] ?? '';

function makeRuler(calendar: Calendar): Ruler {
  const most = mostYears(calendar) - 2;
  return {
    calendar,
    name: calendar.id,
    eras: eraStretches(calendar),
    first: startOfYear(calendar, -most),
    last: startOfYear(calendar, most),
  };
}

/** Between two neighbouring beginnings or ends of eras the era of a year is always the same. */
function eraStretches(calendar: Calendar): EraStretch[] {
  const { eras } = calendar;
  if (eras.length === 0) return [{ era: calendar.bare, from: -Infinity, until: Infinity }];
  const edges = eras.flatMap((era) => {
    const first = absoluteYear(era, era.yearZero ? 0 : 1);
    const last = era.last === undefined ? undefined : absoluteYear(era, era.last);
    if (era.direction === 'backward') return last === undefined ? [first + 1] : [last, first + 1];
    return last === undefined ? [first] : [first, last + 1];
  });
  const sorted = [-Infinity, ...new Set(edges.sort((a, b) => a - b)), Infinity];
  const stretches: EraStretch[] = [];
  for (const [i, from] of sorted.entries()) {
    const until = sorted[i + 1];
    if (until === undefined) break;
    const era = eraOfYear(eras, Number.isFinite(from) ? from : until - 1);
    const before = stretches.at(-1);
    if (!era) continue;
    if (before?.era === era && before.until === from) stretches[stretches.length - 1] = { ...before, until };
    else stretches.push({ era, from, until });
  }
  return stretches;
}
