/** What codex.yaml says of calendars, and the calendar that needs no declaration. */

export interface MonthDeclaration {
  readonly name: string;
  readonly days: number;
}

/** `month` has one day more in each absolute year y where `every` divides y − offset; not where `except` divides it, unless `unless` does too. */
export interface LeapDeclaration {
  readonly month: string;
  readonly every: number;
  readonly except?: number;
  readonly unless?: number;
  readonly offset?: number;
}

/** A part of the year: its months in order, where the first may be late in the year and the others in the next. */
export interface SeasonDeclaration {
  readonly name: string;
  readonly months: readonly string[];
}

export interface EraDeclaration {
  readonly id: string;
  readonly names: readonly string[];
  readonly epoch: number;
  readonly direction: 'forward' | 'backward';
  readonly yearZero: boolean;
  /** The era's last year, in its own count. */
  readonly last?: number;
}

/** A calendar as codex.yaml declares it, already checked for shape. */
export interface CalendarDeclaration {
  readonly id: string;
  readonly months: readonly MonthDeclaration[];
  readonly leap: readonly LeapDeclaration[];
  readonly seasons?: readonly SeasonDeclaration[];
  readonly weekdays: readonly string[];
  readonly eras: readonly EraDeclaration[];
  readonly defaultEra?: string;
  readonly offsetDays: number;
  readonly yearDays?: number;
}

/** The proleptic Gregorian calendar, CE and BCE. Day 0 is 1 January 1 CE, a Monday. */
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
    {
      id: 'BCE',
      names: ['BC', 'B.C.E.', 'B.C.', 'v. Chr.', 'v.Chr.', 'av. J.-C.', 'a. C.', 'a.C.', 'p.n.e.'],
      epoch: 1,
      direction: 'backward',
      yearZero: false,
    },
    {
      id: 'CE',
      names: ['AD', 'C.E.', 'A.D.', 'n. Chr.', 'n.Chr.', 'ap. J.-C.', 'd. C.', 'd.C.', 'n.e.'],
      epoch: 0,
      direction: 'forward',
      yearZero: false,
    },
  ],
  defaultEra: 'CE',
  offsetDays: 0,
};
