/** The data of a family, on both axes at once: what `family --format json` prints, and what its picture is made from. */
import type { CalendarDeclaration } from '../../chronology';
import type { CanonStop, CanonStretch, Days, TimelineSpan, Timeline } from './timelineShape';

/** When somebody lived, as one page tells it over some canon time. */
export interface FamilyLife extends CanonStretch {
  /** The entry that tells it. */
  readonly entry: string;
  /** Its ends as the author would write them; null: open, or untold. */
  readonly from: string | null;
  readonly until: string | null;
  /** null: it is undated, or on another line than the picture's. */
  readonly days: Days | null;
  readonly approximate: boolean;
}

export interface FamilyPerson {
  /** The id of the entity; of one without a page, the words that name it. */
  readonly id: string;
  readonly title: string;
  readonly type: string | null;
  /** The file of the page; null where nobody has written one. */
  readonly file: string | null;
  /** Since when there is that page; of one without, null. */
  readonly canon_from: string | null;
  /** It is said that there was somebody, and not who. */
  readonly is_unknown?: true;
  /** That of the asked one is 0, that of a parent −1. */
  readonly generation: number;
  /** By canon time, then by beginning. Empty: nobody says when. */
  readonly lives: readonly FamilyLife[];
}

/** What one attribute says of two people, over all of both axes. */
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

/** Two who married or had children, or one who had them alone, and those children. */
export interface FamilyUnion {
  readonly partners: readonly string[];
  readonly children: readonly string[];
}

export interface Family {
  /** The asked one. */
  readonly entity: string;
  /** The world date that the picture begins at; null: all times at once. */
  readonly at: string | null;
  readonly at_days: Days | null;
  readonly as_of: string;
  /** By generation, the eldest first, then as they stand beside each other. */
  readonly people: readonly FamilyPerson[];
  readonly unions: readonly FamilyUnion[];
  readonly relations: readonly FamilyRelation[];
  /** Where somebody is their own ancestor: the ids along the way, from parent to child. One step of each is not drawn. */
  readonly cycles: readonly (readonly string[])[];
  /** How many generations around the asked one are there, where there are more; null: all. */
  readonly cut: { readonly generations: number } | null;
  /** The line on which `days` are counted, its present, and the calendars. */
  readonly line: string;
  readonly calendars: readonly CalendarDeclaration[];
  readonly present: { readonly text: string; readonly days: Days } | null;
  /** The stops of the canon handle, in canon order. */
  readonly points: readonly CanonStop[];
}

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

/** Which pictures of kin and of reigns there are of an entity. */
export interface KinOffer {
  readonly entity: string;
  readonly title: string;
  /** Whether a parent, a spouse or a child is told of, of it or by it. */
  readonly hasKin: boolean;
  /** Its attributes that can have one value after the other, the states first. */
  readonly offices: readonly string[];
}

/** What is worked out of a family once, however often it is drawn. */
export function perFamily<T>(compute: (family: Family) => T): (family: Family) => T {
  const made = new WeakMap<Family, { readonly value: T }>();
  return (family) => {
    let found = made.get(family);
    if (!found) made.set(family, (found = { value: compute(family) }));
    return found.value;
  };
}
