/** Dates as they are typed, rightly and wrongly, and what must hold for each reading. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { makeChronology, readDate, type DateReading } from '../../server/src/core/chronology';
import { anyText } from '../support/anyText';
import { reckoning } from './calendars';

const isSound = (reading: DateReading): boolean => {
  if (!reading.ok) return reading.message.length < 200;
  if (!reading.date) return true;
  const { start, end } = reading.date;
  return start.line === end.line && start.day < end.day;
};
const pieces =
  '412,12,-62,0,TA,BF,PR,Harvestmoon,April,Third Age, ,-,–,..,/,.,c.,~,?,before,>,century,3rd,410s,of,13:06,[[,]],",to,2026-04-01,BCE,BC,early,late,winter,between,and,or,since,present,04,20260401,foo';
const piece = fc.constantFrom(...pieces.split(','), ',');
const typed = fc.oneof(
  fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join(' ')),
  fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join('')),
  anyText({ maxLength: 220 }),
);

/** A stretch that ends after it starts, or a message of two lines at most. */
export const readsSoundly = fc.property(
  typed,
  fc.constantFrom(makeChronology([]), makeChronology([reckoning])),
  (text, chronology) => {
    expect(isSound(readDate(chronology, text))).toBe(true);
  },
);
