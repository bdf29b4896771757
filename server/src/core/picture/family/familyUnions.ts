/** Who had children with whom: the unions of a family, from what is told of parents and spouses at any time. */
import type { FamilyRelation, FamilyUnion } from '../shapes/familyShape';
import type { CanonStop } from '../shapes/timelineShape';
import { addTo, groupBy } from '../../text/groups';

type Relating = Pick<FamilyRelation, 'role' | 'attribute' | 'kind' | 'of' | 'to'> & {
  readonly spans: readonly Pick<FamilyRelation['spans'][number], 'canon_from' | 'canon_until'>[];
};

/** In the order in which they are told, marriages first. */
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
  for (const [child, told] of parentsOf) {
    const pairs = pairsAmong(told, (a, b) => areTogether(a, b, stopsOf));
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
    for (const [to, own] of groupBy(told, (one) => one.to)) {
      const beside = partners.get(to) ?? [];
      // It hangs on a union only as long as both are told of.
      if (
        isEverAlone(
          own,
          told.filter((one) => beside.includes(one.to)),
          stopsOf,
        )
      )
        unionOf(to).children.push(child);
    }
  }
  return [...unions.values()];
}

function pairsAmong(told: readonly Relating[], isPair: (a: Relating, b: Relating) => boolean): [string, string][] {
  const found = new Map<string, [string, string]>();
  told.forEach((a, i) => {
    for (const b of told.slice(i + 1))
      if (a.to !== b.to && isPair(a, b)) found.set(JSON.stringify([a.to, b.to].toSorted()), [a.to, b.to]);
  });
  return [...found.values()];
}

/** The canon stops at which something is told: from one up to another, for each of its spans. */
type StopsOf = (relation: Relating) => readonly (readonly [from: number, until: number])[];

function stopsIn(points: readonly Pick<CanonStop, 'at'>[]): StopsOf {
  const stops = new Map(points.map(({ at }, i) => [at, i]));
  return ({ spans }) =>
    spans.map(({ canon_from, canon_until }) => [
      stops.get(canon_from) ?? 0,
      canon_until === null ? Infinity : (stops.get(canon_until) ?? Infinity),
    ]);
}

/** Whether somebody can be the child of both: two values of what has only one are two stories, and so are those never told at once. */
function areTogether(a: Relating, b: Relating, stopsOf: StopsOf): boolean {
  if (a.attribute === b.attribute && a.kind !== 'set') return false;
  return stopsOf(a).some(([from, until]) => stopsOf(b).some(([begin, end]) => from < end && begin < until));
}

/** Whether something is told at a stop at which nothing of something else is. */
function isEverAlone(own: readonly Relating[], others: readonly Relating[], stopsOf: StopsOf): boolean {
  const [mine, theirs] = [own, others].map((all) => all.flatMap(stopsOf));
  const isIn = (all: ReturnType<StopsOf> = [], stop: number): boolean =>
    all.some(([from, until]) => from <= stop && stop < until);
  const turns = [...(mine ?? []).map(([from]) => from), ...(theirs ?? []).map(([, until]) => until)];
  return turns.some((stop) => isIn(mine, stop) && !isIn(theirs, stop));
}
