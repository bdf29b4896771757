/** Who had children with whom: the unions of a family, from what is told of parents and spouses at any time. */
import type { FamilyRelation, FamilyUnion } from '../shapes/familyShape';
import type { CanonStop } from '../shapes/timelineShape';
import { addTo } from '../../text/groups';

type Relating = Pick<FamilyRelation, 'role' | 'attribute' | 'kind' | 'of' | 'to'> & {
  readonly spans: readonly Pick<FamilyRelation['spans'][number], 'canon_from' | 'canon_until'>[];
};

/** In the order in which they are told, marriages first. */
export function unionsOf(relations: readonly Relating[], points: readonly Pick<CanonStop, 'at'>[]): FamilyUnion[] {
  const stops = new Map(points.map(({ at }, i) => [at, i]));
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
    const pairs = pairsAmong(told, (a, b) => areTogether(a, b, stops));
    const isMarried = ([a, b]: readonly [string, string]): number =>
      Number(marriages.has(JSON.stringify([a, b].toSorted())));
    const covered = new Set<string>();
    for (const pair of pairs.sort((a, b) => isMarried(b) - isMarried(a))) {
      if (pair.every((one) => covered.has(one))) continue;
      for (const one of pair) covered.add(one);
      unionOf(...pair).children.push(child);
    }
    for (const { to } of told) {
      if (covered.has(to)) continue;
      covered.add(to);
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

/** Whether somebody can be the child of both: two values of what has only one are two stories, and so are those never told at once. */
function areTogether(a: Relating, b: Relating, stops: ReadonlyMap<string | null, number>): boolean {
  if (a.attribute === b.attribute && a.kind !== 'set') return false;
  const begin = (at: string | null): number => stops.get(at) ?? 0;
  const end = (at: string | null): number => (at === null ? Infinity : (stops.get(at) ?? Infinity));
  return a.spans.some((one) =>
    b.spans.some(
      (other) => begin(one.canon_from) < end(other.canon_until) && begin(other.canon_from) < end(one.canon_until),
    ),
  );
}
