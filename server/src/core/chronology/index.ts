/** The face of the room: in-world dates and the calendars that they are in. The other rooms import this file alone. */
export {
  type Calendar,
  absoluteYear,
  counts,
  dayOfCalendar,
  daysInMonth,
  eraOfYear,
  mostYears,
  startOfMonth,
  startOfYear,
  yearOfDay,
  yearOfEra,
} from './calendar';
export { type Chronology, isUndeclared, knownEras, lineOfEra, makeChronology, undeclaredEra } from './chronology';
export { formerEras, withFormerEras } from './chronologyChanges';
export { eraMissed, exampleYear, monthMissed, undeclaredEraMessage, withYear } from './dateMessages';
export {
  type CalendarDeclaration,
  type EraDeclaration,
  gregorian,
  type LeapDeclaration,
  type MonthDeclaration,
} from './declaration';
export { describe, elapsed } from './describeDate';
export { fold } from './foldedNames';
export { type Point, type Precision, pointAt, printInstant, printPoint, renderYear } from './printDate';
export { readDate, readDateOfParts } from './readDate';
export { isPlaceholder, saysUndated } from './tokenize';
export { agrees, type DateReading, type Instant, type Moment, withinTenYears, type WorldDate } from './worldDate';
