/** The data of a timeline, on both axes at once: what `timeline --format json` prints, and what every picture of time is made from. */
import type { CalendarDeclaration } from '../../chronology';

/** `[first, until)` in days of the picture's line (years, on a line that knows years only). null: an open end. */
export type Days = readonly [first: number | null, until: number | null];

/**
 * When on the canon axis a thing is so: `[canon_from, canon_until)`, both as `as_of` takes them, and each the `at` of one of the
 * timeline's `points`. null as `canon_from`: from the beginning; as `canon_until`: to this day.
 */
export interface CanonStretch {
  readonly canon_from: string | null;
  readonly canon_until: string | null;
}

/**
 * One value over one stretch of world time for one stretch of canon time: a rectangle. At a world day and a canon point, the
 * spans of a lane that hold both are what `was-true-at` answers there. Whatever is in it stays the same over its canon time.
 */
export interface TimelineSpan extends CanonStretch {
  readonly value: string;
  /** The id of the entry that the value refers to. */
  readonly ref: string | null;
  /** Its ends as the author would write them. */
  readonly from: string | null;
  readonly until: string | null;
  readonly approximate: boolean;
  /** The entry that states it (null: a page that the knower is not shown), its sources, and the first entry whose retcon clips it. */
  readonly entry: string | null;
  readonly sources: readonly string[];
  readonly superseded_by: string | null;
  /**
   * null: it lies on another line, see `unplaced`. An undated value holds at all times, so it has `[null, null]`; nothing
   * says where to draw it, so it is in `unplaced` too.
   */
  readonly days: Days | null;
  /** Of the entry that states it. */
  readonly canon: string | null;
  /** Another value of a state or constant holds at some time of it. */
  readonly is_disputed: boolean;
  /** When it is disputed, where that is not the whole of it. */
  readonly disputed_days?: readonly Days[];
  /** Disputed on purpose: a soft retcon keeps both versions alive. */
  readonly is_soft?: true;
  readonly from_approximate?: true;
  readonly until_approximate?: true;
  /** How wide its beginning is, where its author was coarser than a day: a year, a range. It lies on the line of `days`. */
  readonly from_days?: Days;
  readonly until_days?: Days;
  /** It ends on another line than it begins on: from its beginning on it is undecided whether it still holds. */
  readonly ends_elsewhere?: string;
  /** How the value is shown: the title of what it refers to, else its text. */
  readonly title: string;
}

/** What was told of one attribute of one entity. */
export interface TimelineLane {
  readonly entity: string;
  readonly title: string;
  readonly attribute: string;
  readonly kind: 'constant' | 'state' | 'set';
  /** The type and the file of the entry that describes the entity. */
  readonly type: string | null;
  readonly file: string | null;
  /** By beginning, then by canon time. */
  readonly spans: readonly TimelineSpan[];
}

/**
 * An entry with a date, or an event of a code block, over one stretch of canon time in which its standing is the same. What is
 * superseded or retracted at some point is one event up to there, and another one from there on.
 */
export interface TimelineEvent extends CanonStretch {
  readonly entry: string;
  readonly title: string;
  readonly type: string | null;
  readonly file: string;
  readonly date: string;
  /** From its beginning to the end of its date. null: it lies on another line, see `unplaced`. */
  readonly days: Days | null;
  readonly approximate: boolean;
  /** At the present, as `lookup` says it. */
  readonly standing: string;
  /** Its standing at its own date, where that is another. `superseded` and `retracted` there: it never happened. */
  readonly standing_then?: string;
  readonly canon: string | null;
  /** It stands in a code block of that page: it is no part of the canon. */
  readonly from_block?: true;
  /** What the block says of it. */
  readonly text?: string;
}

/**
 * A retcon as `log` prints it. The values `before` and `after` it take long to work out: a timeline of the whole codex leaves them
 * out, and the spans tell them.
 */
export interface TimelineRetcon {
  readonly superseded: string;
  readonly by: string;
  readonly kind: string;
  readonly effective: string;
  readonly as_of: string | null;
  readonly canon: string | null;
  readonly reason: string | null;
  readonly sources: readonly string[];
  readonly before?: readonly PairValue[];
  readonly after?: readonly PairValue[];
  /** The entities and attributes that it touches. */
  readonly pairs: readonly Omit<PairValue, 'value'>[];
  /** The canon point from which it is known: the `at` of one of the `points`. */
  readonly canon_from: string | null;
  /** Of `effective`. null: it is always effective, or on another line. */
  readonly days: Days | null;
}

/** A value that holds on one side of a retcon. */
export interface PairValue {
  readonly entity: string;
  readonly attribute: string;
  readonly value: string;
}

/** What has no place on the picture's line: a span of a lane, or an event. */
export type Unplaced = (
  | { /** Indexes into `lanes` and the lane's `spans`. */ readonly lane: number; readonly span: number }
  | { /** Index into `events`. */ readonly event: number }
) &
  Misplaced;

type Misplaced =
  | { readonly why: 'undated' }
  | {
      readonly why: 'other_line';
      /** The line that it lies on, and where on that: so another line can be made the main one. */
      readonly line: string;
      readonly line_days: Days;
    };

/** A stop of the canon handle. */
export interface CanonStop {
  /** As `as_of` takes it; null: the beginning, before anything that has a place in canon time. */
  readonly at: string | null;
  /** Of a revision. */
  readonly title?: string;
  /** ISO. */
  readonly date?: string;
  /** A revision that is still being written. */
  readonly is_open?: true;
}

export interface Timeline {
  /** What was asked for: the stretch of world time, the canon point, the knower. */
  readonly from: string | null;
  readonly until: string | null;
  readonly as_of: string;
  readonly for: string | null;
  /** By entity, then attribute. */
  readonly lanes: readonly TimelineLane[];
  /** By date, then by file, then by canon time. */
  readonly events: readonly TimelineEvent[];
  /** In canon order. */
  readonly retcons: readonly TimelineRetcon[];
  readonly unplaced: readonly Unplaced[];
  /** The line on which `days` are counted: that of `from` and `until`, else the one with the most dated things. `''`: the line that calendars share. */
  readonly line: string;
  /** All lines on which anything lies, those with the most first; `name` is for people. */
  readonly lines: readonly { readonly line: string; readonly name: string; readonly count: number }[];
  /** As codex.yaml declares them; none: the built-in Gregorian one. */
  readonly calendars: readonly CalendarDeclaration[];
  readonly present: { readonly text: string; readonly days: Days } | null;
  /** In canon order, the beginning first; nothing after `as_of`. */
  readonly points: readonly CanonStop[];
}

/** What stands on a ruler: ticks, the bands that they lie in, feasts. */
export interface Tick {
  readonly day: number;
  /** What is drawn beside it: a year, the name of a month, the number of a day. */
  readonly label: string;
  /** The same as an author would write it alone. */
  readonly date: string;
  /** An era begins here. */
  readonly isFirst?: true;
}

/** What the ticks below it lie in: an era, a year or a month. */
export interface Band {
  readonly from: number;
  readonly until: number;
  /** The longest first: the first that fits is drawn. */
  readonly labels: readonly string[];
}

/** A feast: a month of a day. */
export interface Feast {
  readonly from: number;
  readonly until: number;
  readonly name: string;
  readonly date: string;
}

export interface Ticks {
  readonly ticks: readonly Tick[];
  /** Days of ticks without a label. */
  readonly minor: readonly number[];
  readonly bands: readonly Band[];
  readonly feasts: readonly Feast[];
}

/** Absolute years in sight, both inclusive. */
export interface YearsInSight {
  readonly first: number;
  readonly last: number;
  /** Days in sight, held to what the calendar can count. */
  readonly from: number;
  readonly until: number;
}
