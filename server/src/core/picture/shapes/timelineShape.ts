/** The data of a timeline, on both axes at once: `timeline --format json` prints it, and every picture of time is made from it. */
import type { CalendarDeclaration } from '../../chronology';

/** `[first, until)` in days of the picture's line (years, on a line that knows years only). null: an open end. */
export type Days = readonly [first: number | null, until: number | null];

/**
 * The stretch of canon time of a thing: `[canon_from, canon_until)`, both as `as_of` takes them, and each the `at` of one of the
 * timeline's `points`. null as `canon_from`: from the beginning; as `canon_until`: to this day.
 */
export interface CanonStretch {
  readonly canon_from: string | null;
  readonly canon_until: string | null;
}

/**
 * One value over one stretch of world time for one stretch of canon time: a rectangle. At a world day and a canon point, the spans
 * of a lane that contain both are the answer of `was-true-at`. Everything in it is constant over its canon time.
 */
export interface TimelineSpan extends CanonStretch {
  readonly value: string;
  /** The id of the entry that the value refers to. */
  readonly ref: string | null;
  /** Its ends as the author would write them. */
  readonly from: string | null;
  readonly until: string | null;
  readonly approximate: boolean;
  /**
   * The entry that states it (null: a page that the knower is not shown), its sources, and the first entry whose retcon clips it.
   */
  readonly entry: string | null;
  readonly sources: readonly string[];
  readonly superseded_by: string | null;
  /**
   * null: it lies on another line, see `unplaced`. An undated value holds at all times, so it has `[null, null]`; it has no place
   * in a drawing, so it is in `unplaced` too.
   */
  readonly days: Days | null;
  /** The type of the entry that states it. */
  readonly canon: string | null;
  /** Another value of a state or constant holds during a part of it. */
  readonly is_disputed: boolean;
  /** When it is disputed, if that is not the whole of it. */
  readonly disputed_days?: readonly Days[];
  /** Disputed on purpose: a soft retcon keeps both versions. */
  readonly is_soft?: true;
  readonly from_approximate?: true;
  readonly until_approximate?: true;
  /** The width of its beginning, if its author was coarser than a day: a year, a range. It lies on the line of `days`. */
  readonly from_days?: Days;
  readonly until_days?: Days;
  /** It ends on another line than it begins on: from its beginning on it is undecided whether it still holds. */
  readonly ends_elsewhere?: string;
  /** The label of the value: the title of the entry it refers to, else its text. */
  readonly title: string;
}

/** The values of one attribute of one entity. */
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
 * An entry with a date, or an event of a code block, over one stretch of canon time with a constant standing. An event that is
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
  /** At the present, as in `lookup`. */
  readonly standing: string;
  /** Its standing at its own date, if that differs. `superseded` and `retracted` there: it never happened. */
  readonly standing_then?: string;
  readonly canon: string | null;
  /** It is in a code block of that page: it does not belong to the canon. */
  readonly from_block?: true;
  /** The text of the block. */
  readonly text?: string;
}

/**
 * A retcon as `log` prints it. The values `before` and `after` it take long to compute: a timeline of the whole codex leaves them
 * out, and the spans show them.
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
  readonly differs_from?: string | null;
  readonly before?: readonly SideOfPair[];
  readonly after?: readonly SideOfPair[];
  /** The entities and attributes that it touches. */
  readonly pairs: readonly Omit<PairValue, 'value'>[];
  /** The canon point from which it is known: the `at` of one of the `points`. */
  readonly canon_from: string | null;
  /** Of `effective`. null: it is always effective, or on another line. */
  readonly days: Days | null;
}

/** A value without the retcon, or with it, at a point of world time; null: for all time. */
interface SideOfPair extends PairValue {
  readonly at: string | null;
}

/** A value that holds on one side of a retcon. */
interface PairValue {
  readonly entity: string;
  readonly attribute: string;
  readonly value: string;
}

/** A thing without a place on the picture's line: a span of a lane, or an event. */
export type Unplaced = (
  | { /** Indexes into `lanes` and the lane's `spans`. */ readonly lane: number; readonly span: number }
  | { /** Index into `events`. */ readonly event: number }
) &
  Misplaced;

type Misplaced =
  | { readonly why: 'undated' }
  | {
      readonly why: 'other_line';
      /** Its line, and its days on that line: so another line can become the main one. */
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
  /** A revision that is still open. */
  readonly is_open?: true;
  /** What the campaign is called that it is a session of. */
  readonly campaign?: string;
}

export interface Timeline {
  /** The parameters: the stretch of world time, the canon point, the knower. */
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
  /** All lines that anything lies on, the fullest first; `name` is for display. */
  readonly lines: readonly { readonly line: string; readonly name: string; readonly count: number }[];
  /** As codex.yaml declares them; none: the built-in Gregorian one. */
  readonly calendars: readonly CalendarDeclaration[];
  readonly present: { readonly text: string; readonly days: Days } | null;
  /** In canon order, the beginning first; nothing after `as_of`. */
  readonly points: readonly CanonStop[];
}

/** The content of a ruler: ticks, the bands around them, feasts. */
export interface Tick {
  readonly day: number;
  /** Its label: a year, the name of a month, the number of a day. */
  readonly label: string;
  /** The same as an author would write it alone. */
  readonly date: string;
  /** An era begins here. */
  readonly isFirst?: true;
}

/** The unit around some ticks: an era, a year or a month. */
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
