/** The calendars along the axis, and the stretches of years in which each of their eras counts. */
import {
  type Calendar,
  calendarsOn,
  type Chronology,
  type EraStretch,
  eraStretches,
  isUndeclared,
  makeChronology,
  undeclaredEra,
} from '../../chronology';
import type { Timeline } from '../shapes/timelineShape';

/** A calendar of the picture's line. */
export interface Ruler {
  readonly calendar: Calendar;
  readonly name: string;
  /** In the order of time; years after the end of the last era have none. */
  readonly eras: readonly EraStretch[];
  /** The days between which its years can be counted. */
  readonly first: number;
  readonly last: number;
}

/** More rulers than this leave no room for the picture. */
const MOST_RULERS = 3;

/** The calendars on the line of a timeline, the first declared first. */
export function rulersOf({ line, calendars }: Pick<Timeline, 'line' | 'calendars'>): readonly Ruler[] {
  const onLine = calendarsOn(chronologyOf(calendars), line);
  const found = onLine.length > 0 ? onLine : [isUndeclared(line) ? undeclaredEra(nameOfEra(line)).calendar : null];
  return found.flatMap((calendar) => (calendar ? [makeRuler(calendar)] : [])).slice(0, MOST_RULERS);
}

export const chronologyOf = (calendars: Timeline['calendars']): Chronology => makeChronology(calendars);

/** A date as an example that the calendars of a picture can read. */
export function exampleDate(calendars: Timeline['calendars']): string {
  const { declared, bare } = chronologyOf(calendars);
  return declared ? `412 ${bare.era.id}`.trimEnd() : '412 TA';
}

/** `era:XX`, and `era:BS:12` of an era whose direction is unknown. */
const nameOfEra = (line: string): string => line.split(':')[1] ?? '';

function makeRuler(calendar: Calendar): Ruler {
  const most = calendar.mostYears - 2;
  return {
    calendar,
    name: calendar.id,
    eras: eraStretches(calendar),
    first: calendar.startOfYear(-most),
    last: calendar.startOfYear(most),
  };
}
