/** The data of families and successions on both axes: `family --format json` prints it, and their pictures are made from it. */
import type { CanonStretch, Days, TimelineSpan, Timeline } from './timelineShape';

/** A life, as one page states it over some canon time. */
export interface FamilyLife extends CanonStretch {
  /** The entry that states it. */
  readonly entry: string;
  /** Its ends as the author would write them; null: open, or not stated. */
  readonly from: string | null;
  readonly until: string | null;
  /** null: it is undated, or on another line than the picture's. */
  readonly days: Days | null;
  readonly approximate: boolean;
}

export interface FamilyPerson {
  /** The id of the entity; if it has no page, the words that name it. */
  readonly id: string;
  readonly title: string;
  readonly type: string | null;
  /** The file of the page; null if none is written. */
  readonly file: string | null;
  /** Since when the page exists; null without a page. */
  readonly canon_from: string | null;
  /** There was somebody, but no page says who. */
  readonly is_unknown?: true;
  /** 0 for the person in question, −1 for a parent. */
  readonly generation: number;
  /** By canon time, then by beginning. Empty: no page says when. */
  readonly lives: readonly FamilyLife[];
}

/** A relation of two people by one attribute, over all of both axes. */
export interface FamilyRelation {
  readonly role: 'parent' | 'spouse';
  readonly attribute: string;
  readonly kind: 'constant' | 'state' | 'set';
  /** The child; of a marriage, the one whose fact it is. */
  readonly of: string;
  /** The parent, or the other spouse. */
  readonly to: string;
  readonly spans: readonly TimelineSpan[];
}

/** Two people who married or had children, or one who had them alone, and those children. */
export interface FamilyUnion {
  readonly partners: readonly string[];
  readonly children: readonly string[];
}

export interface Family extends Pick<Timeline, 'line' | 'calendars' | 'present' | 'points' | 'as_of'> {
  /** The person in question. */
  readonly entity: string;
  /** The world date of the picture's first view; null: all times at once. */
  readonly at: string | null;
  readonly at_days: Days | null;
  /** By generation, the eldest first, then in the order of display. */
  readonly people: readonly FamilyPerson[];
  readonly unions: readonly FamilyUnion[];
  readonly relations: readonly FamilyRelation[];
  /** Loops of people who are their own ancestors: the ids along the way, from parent to child. One step of each is not drawn. */
  readonly cycles: readonly (readonly string[])[];
  /** How many generations around the person in question are included, if there are more; null: all. */
  readonly cut: { readonly generations: number } | null;
}

/** A holder of the office at some time who has a page. */
export interface Holder {
  /** As `ref` of spans. */
  readonly id: string;
  readonly title: string;
  readonly file: string;
  /** Empty if the page is not of a mortal type, or has no date. */
  readonly lives: readonly FamilyLife[];
}

export interface Succession extends Pick<Timeline, 'line' | 'calendars' | 'present' | 'points' | 'as_of'> {
  readonly entity: string;
  readonly title: string;
  readonly attribute: string;
  readonly kind: 'constant' | 'state' | 'set';
  /** The world date in question, or the present. */
  readonly at: string | null;
  readonly at_days: Days | null;
  /** By beginning, then by canon time. */
  readonly spans: readonly TimelineSpan[];
  readonly holders: readonly Holder[];
}

/** The pictures of kin and of reigns that an entity has. */
export interface KinOffer {
  readonly entity: string;
  readonly title: string;
  /** Whether a parent, a spouse or a child is stated, of it or by it. */
  readonly hasKin: boolean;
  /** Its attributes that can have one value after the other, the states first. */
  readonly offices: readonly string[];
}

/** Computes a property of a family once, however often it is drawn. */
export function perFamily<T>(compute: (family: Family) => T): (family: Family) => T {
  const made = new WeakMap<Family, { readonly value: T }>();
  return (family) => {
    let found = made.get(family);
    if (!found) made.set(family, (found = { value: compute(family) }));
    return found.value;
  };
}
