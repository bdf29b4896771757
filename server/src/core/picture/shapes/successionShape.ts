/** The data of a succession, on both axes at once: what `succession --format json` prints, and what its picture is made from. */
import type { FamilyLife } from './familyShape';
import type { Days, Timeline, TimelineSpan } from './timelineShape';

/** Whoever holds the office at some time and has a page. */
export interface Holder {
  /** As `ref` of spans has it. */
  readonly id: string;
  readonly title: string;
  readonly file: string;
  /** Empty where the page is not of a mortal type, or has no date. */
  readonly lives: readonly FamilyLife[];
}

export interface Succession extends Pick<Timeline, 'line' | 'calendars' | 'present' | 'points' | 'as_of'> {
  readonly entity: string;
  readonly title: string;
  readonly attribute: string;
  readonly kind: 'constant' | 'state' | 'set';
  /** The world date that was asked for, or the present. */
  readonly at: string | null;
  readonly at_days: Days | null;
  /** By beginning, then by canon time. */
  readonly spans: readonly TimelineSpan[];
  readonly holders: readonly Holder[];
}
