/** The unions of a family, from parents and spouses stated at any time; and the strength of relations and lives at a point. */
import {
  type FamilyRelation,
  type FamilyUnion,
  type Family,
  type FamilyLife,
  type FamilyPerson,
  perFamily,
} from '../shapes/kinShapes';
import type { CanonStop, CanonStretch, Days, TimelineSpan } from '../shapes/timelineShape';
import { addTo, groupBy } from '../../text/groups';

/** The unions of a family: who had children together, and who married. */
type Relating = Pick<FamilyRelation, 'role' | 'attribute' | 'kind' | 'of' | 'to'> & {
  readonly spans: readonly Pick<FamilyRelation['spans'][number], 'canon_from' | 'canon_until'>[];
};

/** In the order in which they are stated, marriages first. */
export function unionsOf(relations: readonly Relating[], points: readonly Pick<CanonStop, 'at'>[]): FamilyUnion[] {
  const stopsOf = stopsIn(points);
  const unions = new Map<string, { readonly partners: readonly string[]; readonly children: string[] }>();
  const unionOf = (...partners: string[]) => {
    const key = JSON.stringify(partners.toSorted());
    let union = unions.get(key);
    if (!union) unions.set(key, (union = { partners, children: [] }));
    return union;
  };
  for (const { role, of, to } of relations) if (role === 'spouse' && of !== to) unionOf(of, to);
  const marriages = new Set(unions.keys());
  const parentsOf = new Map<string, Relating[]>();
  for (const one of relations) if (one.role === 'parent') addTo(parentsOf, one.of, one);
  for (const [child, parents] of parentsOf) {
    const pairs = pairsAmong(parents, (a, b) => areTogether(a, b, stopsOf));
    const isMarried = ([a, b]: readonly [string, string]): number =>
      Number(marriages.has(JSON.stringify([a, b].toSorted())));
    const partners = new Map<string, string[]>();
    for (const pair of pairs.sort((a, b) => isMarried(b) - isMarried(a))) {
      if (pair.every((one) => partners.has(one))) continue;
      const [a, b] = pair;
      addTo(partners, a, b);
      addTo(partners, b, a);
      unionOf(...pair).children.push(child);
    }
    for (const [to, own] of groupBy(parents, (one) => one.to)) {
      const beside = partners.get(to) ?? [];
      // A child belongs to a union only as long as both partners are stated.
      if (
        isEverAlone(
          own,
          parents.filter((one) => beside.includes(one.to)),
          stopsOf,
        )
      )
        unionOf(to).children.push(child);
    }
  }
  return [...unions.values()];
}

function pairsAmong(parents: readonly Relating[], isPair: (a: Relating, b: Relating) => boolean): [string, string][] {
  const found = new Map<string, [string, string]>();
  parents.forEach((a, i) => {
    for (const b of parents.slice(i + 1))
      if (a.to !== b.to && isPair(a, b)) found.set(JSON.stringify([a.to, b.to].toSorted()), [a.to, b.to]);
  });
  return [...found.values()];
}

/** The canon stops at which a relation is stated: from one up to another, for each of its spans. */
type StopsOf = (relation: Relating) => readonly (readonly [from: number, until: number])[];

function stopsIn(points: readonly Pick<CanonStop, 'at'>[]): StopsOf {
  const stops = new Map(points.map(({ at }, i) => [at, i]));
  return ({ spans }) =>
    spans.map(({ canon_from, canon_until }) => [
      stops.get(canon_from) ?? 0,
      canon_until === null ? Infinity : (stops.get(canon_until) ?? Infinity),
    ]);
}

/**
 * Whether somebody can be the child of both: two values of an attribute that has only one are two stories, and so are values that
 * are never stated at once.
 */
function areTogether(a: Relating, b: Relating, stopsOf: StopsOf): boolean {
  if (a.attribute === b.attribute && a.kind !== 'set') return false;
  return stopsOf(a).some(([from, until]) => stopsOf(b).some(([begin, end]) => from < end && begin < until));
}

/** Whether one relation is stated at a stop at which another is not. */
function isEverAlone(own: readonly Relating[], others: readonly Relating[], stopsOf: StopsOf): boolean {
  const [mine, theirs] = [own, others].map((all) => all.flatMap(stopsOf));
  const isIn = (all: ReturnType<StopsOf> = [], stop: number): boolean =>
    all.some(([from, until]) => from <= stop && stop < until);
  const turns = [...(mine ?? []).map(([from]) => from), ...(theirs ?? []).map(([, until]) => until)];
  return turns.some((stop) => isIn(mine, stop) && !isIn(theirs, stop));
}

/** A point on both axes. */
interface FamilyPoint {
  /** A day of the family's line; null: all times at once. */
  readonly day: number | null;
  /** The index of a canon stop in `points`. */
  readonly stop: number;
}

/**
 * The strength of a relation. `full`: it holds then; `faint`: it holds at another time of the world; `absent`: it is stated at
 * another canon point only.
 */
export type Strength = 'full' | 'faint' | 'absent';

export const OPACITY: Readonly<Record<Strength, number>> = { full: 1, faint: 0.45, absent: 0.28 };

export interface ShownRelation {
  readonly strength: Strength;
  readonly isDisputed: boolean;
  /** Its span at that canon point, the one that holds first. */
  readonly span: TimelineSpan | null;
}

export interface ShownPerson {
  readonly strength: Strength;
  /** Null: it is not stated, or no time is selected. */
  readonly is: 'alive' | 'unborn' | 'dead' | null;
  readonly life: FamilyLife | null;
}

export interface FamilyMoment {
  readonly point: FamilyPoint;
  readonly personOf: (person: FamilyPerson) => ShownPerson;
  readonly relationOf: (relation: FamilyRelation) => ShownRelation;
}

/** By person, all relations of theirs. */
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
    const spans = relation.spans.filter(isTold);
    const now = spans.find((span) => isMet(span.days, point.day));
    const span = now ?? spans[0] ?? null;
    const strength = now ? 'full' : span ? 'faint' : 'absent';
    return { strength, isDisputed: span !== null && isDisputedAt(span, point.day), span };
  });
  return {
    point,
    relationOf,
    personOf: remembering((person: FamilyPerson): ShownPerson => {
      const lives = person.lives.filter(isTold);
      const life = lives.find(({ days }) => isMet(days, point.day)) ?? lives[0] ?? null;
      const isKnown =
        person.file === null
          ? (relationsOf(family).get(person.id) ?? []).some(({ spans }) => spans.some(isTold))
          : isTold({ canon_from: person.canon_from, canon_until: null });
      if (!isKnown) return { strength: 'absent', is: null, life };
      if (!life?.days || point.day === null) return { strength: 'full', is: null, life };
      const { day } = point;
      if (isMet(life.days, day)) return { strength: 'full', is: 'alive', life };
      const isOver = lives.some(({ days }) => days && days[1] !== null && days[1] <= day);
      return { strength: 'faint', is: isOver ? 'dead' : 'unborn', life };
    }),
  };
}

/** Each is needed for its box, its lines and its words. */
function remembering<K, T>(compute: (key: K) => T): (key: K) => T {
  const made = new Map<K, T>();
  return (key) => {
    let value = made.get(key);
    if (value === undefined) made.set(key, (value = compute(key)));
    return value;
  };
}

/** Whether a day lies in a stretch; one that can't be placed counts at any time. */
const isMet = (days: Days | null, day: number | null): boolean =>
  day === null || days === null || ((days[0] ?? -Infinity) <= day && day < (days[1] ?? Infinity));

const isDisputedAt = ({ is_disputed, disputed_days: days }: TimelineSpan, day: number | null): boolean =>
  is_disputed && (days === undefined || day === null || days.some((one) => isMet(one, day)));

/** `c. 281 TA – 331 TA`; `born 281 TA`; empty if nothing is stated. */
export function lifeText(life: FamilyLife | null): string {
  if (!life) return '';
  const { from, until } = life;
  if (from !== null && until !== null) return `${from} – ${until}`;
  return from !== null ? `born ${from}` : until !== null ? `died ${until}` : '';
}
