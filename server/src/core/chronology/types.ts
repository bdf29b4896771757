/** The words of world time: instants on lines of days, dates as wide as they are precise, calendars as declared. */

/**
 * A point of world time. `day` counts days from the line's origin (years, on a line that knows years only); ±Infinity
 * are the ends of the line. Instants on different lines are incomparable.
 */
export interface Instant {
  /**
   * `''` is the shared line of days; `era:<name>` an undeclared era's own line, `era:<name>:<year>` that of one year of an era
   * whose direction is unknown; `calendar:<id>` one of years only.
   */
  readonly line: string;
  readonly day: number;
}

/** An instant as an author would write it: `412 TA`, `12 Harvestmoon 412 TA`, `2026-04-01`, `c. 412 TA`. */
export interface Moment extends Instant {
  readonly text: string;
  readonly approximate: boolean;
}

/** A date: the half-open stretch `[start, end)` it denotes, both on one line. */
export interface WorldDate {
  readonly start: Moment;
  /** The first day (or year, or month: as precise as the date) after. */
  readonly end: Moment;
  readonly approximate: boolean;
  /** As the author would write it, in canonical spelling. */
  readonly text: string;
  /** It was written more precisely than it could be read: it lies somewhere in the stretch. */
  readonly isCoarse?: true;
}

/** `date: null` is undated on purpose (`unknown`, `never`, empty). */
export type DateReading =
  | {
      readonly ok: true;
      readonly date: WorldDate | null;
      /** Set when no calendar declares the era. */
      readonly unknownEra?: string;
      /** A year stands without an era, and with no month of the calendar by which it would be known whose it is. */
      readonly isBare?: true;
    }
  | {
      readonly ok: false;
      readonly code: 'date/unreadable' | 'date/impossible' | 'date/inverted';
      readonly message: string;
      /** It is in an undeclared era, whose author may count otherwise. */
      readonly isUndeclared?: true;
    };

export interface MonthDeclaration {
  readonly name: string;
  readonly days: number;
}

/** One day more in `month` in the absolute years y with (y − offset) divisible by `every`, but not by `except`, unless by `unless`. */
export interface LeapDeclaration {
  readonly month: string;
  readonly every: number;
  readonly except?: number;
  readonly unless?: number;
  readonly offset?: number;
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
  readonly weekdays: readonly string[];
  readonly eras: readonly EraDeclaration[];
  readonly defaultEra?: string;
  readonly offsetDays: number;
  readonly yearDays?: number;
}
