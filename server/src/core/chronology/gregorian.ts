/** The calendar that needs no declaration: the proleptic Gregorian, CE and BCE. Day 0 is 1 January 1 CE, a Monday. */
import type { CalendarDeclaration } from './types';

export const gregorian: CalendarDeclaration = {
  id: 'gregorian',
  months: [
    { name: 'January', days: 31 },
    { name: 'February', days: 28 },
    { name: 'March', days: 31 },
    { name: 'April', days: 30 },
    { name: 'May', days: 31 },
    { name: 'June', days: 30 },
    { name: 'July', days: 31 },
    { name: 'August', days: 31 },
    { name: 'September', days: 30 },
    { name: 'October', days: 31 },
    { name: 'November', days: 30 },
    { name: 'December', days: 31 },
  ],
  leap: [{ month: 'February', every: 4, except: 100, unless: 400 }],
  weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  eras: [
    { id: 'BCE', names: ['BC', 'B.C.E.', 'B.C.'], epoch: 1, direction: 'backward', yearZero: false },
    { id: 'CE', names: ['AD', 'C.E.', 'A.D.'], epoch: 0, direction: 'forward', yearZero: false },
  ],
  defaultEra: 'CE',
  offsetDays: 0,
};
