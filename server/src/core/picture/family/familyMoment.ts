/** A family at one point of both axes: who lived, who was married to whom, what is disputed, and what is told otherwise then. */
import type { Family, FamilyLife, FamilyPerson, FamilyRelation } from '../shapes/familyShape';
import { perFamily } from '../shapes/perFamily';
import type { CanonStretch, Days, TimelineSpan } from '../shapes/timelineShape';
import { addTo } from '../../text/groups';

/** A point on both axes. */
export interface FamilyPoint {
  /** A day of the family's line; null: all times at once. */
  readonly day: number | null;
  /** The place of a canon stop in `points`. */
  readonly stop: number;
}

/**
 * How strongly it is shown. `full`: it is so then; `faint`: it is so at another time of the world; `absent`: it is told at another
 * canon point only.
 */
export type Strength = 'full' | 'faint' | 'absent';

/** How opaque each is drawn. */
export const OPACITY: Readonly<Record<Strength, number>> = { full: 1, faint: 0.45, absent: 0.28 };

export interface ShownRelation {
  readonly strength: Strength;
  readonly isDisputed: boolean;
  /** What tells it at that canon point, the one that holds first. */
  readonly span: TimelineSpan | null;
}

export interface ShownPerson {
  readonly strength: Strength;
  /** Null: nobody says, or no time is asked about. */
  readonly is: 'alive' | 'unborn' | 'dead' | null;
  readonly life: FamilyLife | null;
}

export interface FamilyMoment {
  readonly point: FamilyPoint;
  readonly personOf: (person: FamilyPerson) => ShownPerson;
  readonly relationOf: (relation: FamilyRelation) => ShownRelation;
}

/** By person, all in which they have a part. */
const relationsOf = perFamily(({ relations }) => {
  const found = new Map<string, FamilyRelation[]>();
  for (const relation of relations) for (const id of new Set([relation.of, relation.to])) addTo(found, id, relation);
  return found;
});

export function familyAt(family: Family, point: FamilyPoint): FamilyMoment {
  const stops = new Map(family.points.map(({ at }, i) => [at, i]));
  const isTold = ({ canon_from, canon_until }: CanonStretch): boolean =>
    (stops.get(canon_from) ?? 0) <= point.stop &&
    (canon_until === null || point.stop < (stops.get(canon_until) ?? Infinity));
  const relationOf = remembering((relation: FamilyRelation): ShownRelation => {
    const told = relation.spans.filter(isTold);
    const now = told.find((span) => isMet(span.days, point.day));
    const span = now ?? told[0] ?? null;
    const strength = now ? 'full' : span ? 'faint' : 'absent';
    return { strength, isDisputed: span !== null && isDisputedAt(span, point.day), span };
  });
  return {
    point,
    relationOf,
    personOf: remembering((person: FamilyPerson): ShownPerson => {
      const told = person.lives.filter(isTold);
      const life = told.find(({ days }) => isMet(days, point.day)) ?? told[0] ?? null;
      const isKnown =
        person.file === null
          ? (relationsOf(family).get(person.id) ?? []).some(({ spans }) => spans.some(isTold))
          : isTold({ canon_from: person.canon_from, canon_until: null });
      if (!isKnown) return { strength: 'absent', is: null, life };
      if (!life?.days || point.day === null) return { strength: 'full', is: null, life };
      const { day } = point;
      if (isMet(life.days, day)) return { strength: 'full', is: 'alive', life };
      const isOver = told.some(({ days }) => days && days[1] !== null && days[1] <= day);
      return { strength: 'faint', is: isOver ? 'dead' : 'unborn', life };
    }),
  };
}

/** Each is asked for its box, its lines and its words. */
function remembering<K, T>(compute: (key: K) => T): (key: K) => T {
  const made = new Map<K, T>();
  return (key) => {
    let value = made.get(key);
    if (value === undefined) made.set(key, (value = compute(key)));
    return value;
  };
}

/** Whether a day lies in a stretch; what can't be placed is so at any time, as far as is known. */
export const isMet = (days: Days | null, day: number | null): boolean =>
  day === null || days === null || ((days[0] ?? -Infinity) <= day && day < (days[1] ?? Infinity));

const isDisputedAt = ({ is_disputed, disputed_days: days }: TimelineSpan, day: number | null): boolean =>
  is_disputed && (days === undefined || day === null || days.some((one) => isMet(one, day)));

/** `c. 281 TA – 331 TA`; `from 281 TA`; nothing where nobody says. */
export function lifeText(life: FamilyLife | null): string {
  if (!life) return '';
  const { from, until } = life;
  if (from !== null && until !== null) return `${from} – ${until}`;
  return from !== null ? `* ${from}` : until !== null ? `† ${until}` : '';
}
