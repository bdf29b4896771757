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
