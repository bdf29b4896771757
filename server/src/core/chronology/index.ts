/** The face of the room: in-world dates and the calendars that they are in. The other rooms import this file alone. */
export {
  absoluteYear,
  boundsAround,
  type Calendar,
  type Era,
  type EraStretch,
  eraStretches,
  firstYear,
  type Month,
  monthsOf,
  yearOfEra,
  yearsCounted,
} from './calendar';
export {
  calendarsOn,
  type Chronology,
  dateWords,
  declarationsOf,
  isUndeclared,
  knownEras,
  lineOfEra,
  makeChronology,
  undeclaredEra,
} from './chronology';
export { dayNames, formerEras, hasShiftedEras, withFormerEras } from './chronologyChanges';
export { eraMissed, exampleYear, monthMissed, undeclaredEraMessage, withYear } from './dateMessages';
export * from './declaration';
export { describe, elapsed, wholeYears } from './describeDate';
export { fold } from './foldedNames';
export {
  eraBounds,
  namesOfDay,
  type Point,
  type Precision,
  printInstant,
  printPoint,
  renderYear,
} from './printDate';
export { readDate, readDateOfParts } from './readDate';
export { saysPresent, saysUndated } from './tokenize';
export { agrees, type DateReading, type Instant, type Moment, withinTenYears, type WorldDate } from './worldDate';
