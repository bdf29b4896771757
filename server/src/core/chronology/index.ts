/** The face of the room: in-world dates and the calendars that they are in. The other rooms import this file alone. */
export { type Calendar, dayOfCalendar, daysInMonth, mostYears, startOfMonth, startOfYear, yearOfDay } from './calendar';
export { type Chronology, isUndeclared, knownEras, lineOfEra, makeChronology, undeclaredEra } from './chronology';
export { isPlaceholder, saysUndated } from './clean';
export { agrees, withinTenYears } from './compareTimes';
export { describe, elapsed } from './describe';
export { absoluteYear, counts, eraOfYear, yearOfEra } from './era';
export { fold } from './foldedNames';
export { formerEras, withFormerEras } from './formerEras';
export { gregorian } from './gregorian';
export { eraMissed, exampleYear, monthMissed, undeclaredEraMessage, withYear } from './messages';
export { type Point, type Precision, pointAt, printInstant, printPoint, renderYear } from './printDate';
export { readDate, readDateOfParts } from './readDate';
export {
  type CalendarDeclaration,
  type DateReading,
  type EraDeclaration,
  type Instant,
  type LeapDeclaration,
  type Moment,
  type MonthDeclaration,
  type WorldDate,
} from './types';
