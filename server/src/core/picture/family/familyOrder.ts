/** In which order a family stands in its rows: partners side by side, children below their parents, few lines across each other. */
import type { Generations } from './familyGenerations';
import { addTo } from '../../text/groups';

/** People beside each other in one row. */
export type Cluster = readonly number[];

/** By row, from left to right. */
export type FamilyRows = readonly (readonly Cluster[])[];

interface Ordered {
  readonly rows: Cluster[][];
  /** By person. */
  readonly parentsOf: readonly (readonly number[])[];
  readonly childrenOf: readonly (readonly number[])[];
}

/** So many sweeps, of which the best order is kept. */
const SWEEPS = 6;

/**
 * Linear in people and steps, but for sorting.
 * @param couples in the order of their marriages @param ranks by person: who is born first, or is first by name
 */
export function orderFamily(
  { rows: rowOf, groups, parents }: Generations,
  couples: readonly (readonly [number, number])[],
  ranks: readonly number[],
): FamilyRows {
  const count = rowOf.length;
  const byRank = (a: number, b: number): number => (ranks[a] ?? 0) - (ranks[b] ?? 0);
  const lists = (pairs: readonly (readonly [number, number])[]): number[][] => {
    const all = Array.from({ length: count }, (): number[] => []);
    for (const [from, to] of pairs) all[from]?.push(to);
    return all;
  };
  const parentsOf = lists(parents);
  const childrenOf = lists(parents.map(([child, parent]) => [parent, child] as const)).map((all) => all.sort(byRank));
  const partnersOf = lists(couples.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]));
  const clusters = clustersOf(groups, partnersOf, byRank);
  const rows = firstOrder(clusters, rowOf, { parentsOf, childrenOf }, byRank);
  return swept({ rows, parentsOf, childrenOf });
}

/** The members of each group, so that partners are neighbours as far as a row allows. By person, the same for all of a group. */
function clustersOf(
  groups: readonly number[],
  partnersOf: readonly (readonly number[])[],
  byRank: (a: number, b: number) => number,
): readonly Cluster[] {
  const members = new Map<number, number[]>();
  groups.forEach((group, person) => {
    addTo(members, group, person);
  });
  const clusters: Cluster[] = Array.from({ length: groups.length }, () => []);
  for (const all of members.values()) {
    const inGroup = new Set(all);
    const near = (person: number): readonly number[] => partnersOf[person]?.filter((one) => inGroup.has(one)) ?? [];
    // Begin at somebody with one partner: of one who married thrice, the first partner stands left, the others right.
    const inTurn = all.sort((a, b) => near(a).length - near(b).length || byRank(a, b));
    const placed = new Set<number>();
    for (const first of inTurn) {
      const waiting = [first];
      for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
        if (placed.has(one)) continue;
        placed.add(one);
        waiting.push(
          ...near(one)
            .filter((other) => !placed.has(other))
            .reverse(),
        );
      }
    }
    const cluster = [...placed];
    for (const person of cluster) clusters[person] = cluster;
  }
  return clusters;
}

/** Goes through the family from its eldest, children in the order of birth, and puts everybody behind those who stand already. */
function firstOrder(
  clusters: readonly Cluster[],
  rowOf: readonly number[],
  { parentsOf, childrenOf }: Pick<Ordered, 'parentsOf' | 'childrenOf'>,
  byRank: (a: number, b: number) => number,
): Cluster[][] {
  const least = rowOf.reduce((a, b) => Math.min(a, b), 0);
  const rows: Cluster[][] = Array.from({ length: rowOf.reduce((a, b) => Math.max(a, b), 0) - least + 1 }, () => []);
  const seen = new Set<Cluster>();
  const people = rowOf.map((_, person) => person).sort((a, b) => (rowOf[a] ?? 0) - (rowOf[b] ?? 0) || byRank(a, b));
  for (const person of people) {
    const waiting = [clusters[person] ?? []];
    for (let cluster = waiting.pop(); cluster; cluster = waiting.pop()) {
      if (seen.has(cluster)) continue;
      seen.add(cluster);
      rows[(rowOf[cluster[0] ?? 0] ?? 0) - least]?.push(cluster);
      const near = (lists: readonly (readonly number[])[]): Cluster[] =>
        cluster.flatMap((one) => lists[one]?.map((other) => clusters[other] ?? []) ?? []);
      // The last that is put in comes first.
      waiting.push(...near(parentsOf).reverse(), ...near(childrenOf).reverse());
    }
  }
  return rows;
}

/** Moves each cluster to the middle of those it belongs to, downward and upward by turns. */
function swept(family: Ordered): FamilyRows {
  let best = family.rows.map((row) => [...row]);
  let fewest = crossings(best, family.parentsOf);
  let rows = best.map((row) => [...row]);
  for (let sweep = 0; sweep < SWEEPS && fewest > 0; sweep++) {
    rows = sweep % 2 === 0 ? sweptOnce(rows, family.parentsOf, true) : sweptOnce(rows, family.childrenOf, false);
    const found = crossings(rows, family.parentsOf);
    if (found >= fewest) continue;
    [best, fewest] = [rows.map((row) => [...row]), found];
  }
  return best;
}

function sweptOnce(rows: Cluster[][], near: Ordered['parentsOf'], isDown: boolean): Cluster[][] {
  const places = placesIn(rows);
  const order = rows.map((_, i) => (isDown ? i : rows.length - 1 - i));
  const result = rows.map((row) => [...row]);
  for (const i of order) {
    const row = result[i] ?? [];
    const wanted = new Map(row.map((cluster) => [cluster, wantedBy(cluster, near, places)]));
    const turned = row.map((cluster) => facing(cluster, near, places));
    const keys = new Map(
      turned.map((cluster, k) => [cluster, wanted.get(row[k] ?? []) ?? placeOf(row[k] ?? [], places)]),
    );
    result[i] = turned.sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
    setPlaces(result[i], places);
  }
  return result;
}

/** The middle of all that a cluster is tied to; undefined where that is nobody. */
function wantedBy(cluster: Cluster, near: Ordered['parentsOf'], places: Float64Array): number | undefined {
  const all = cluster.flatMap((person) => near[person]?.map((one) => places[one] ?? 0) ?? []);
  return all.length === 0 ? undefined : all.reduce((sum, one) => sum + one, 0) / all.length;
}

/** The cluster, turned around where its members would rather stand the other way. */
function facing(cluster: Cluster, near: Ordered['parentsOf'], places: Float64Array): Cluster {
  if (cluster.length < 2) return cluster;
  const wishes = cluster.flatMap((person, i) => {
    const wanted = wantedBy([person], near, places);
    return wanted === undefined ? [] : [[i, wanted] as const];
  });
  const middle = wishes.reduce((sum, [i]) => sum + i, 0) / Math.max(1, wishes.length);
  const slope = wishes.reduce((sum, [i, wanted]) => sum + (i - middle) * wanted, 0);
  return slope < 0 ? cluster.toReversed() : cluster;
}

const placeOf = (cluster: Cluster, places: Float64Array): number =>
  cluster.reduce((sum, person) => sum + (places[person] ?? 0), 0) / Math.max(1, cluster.length);

/** Where everybody stands, with the middle of each row at 0. */
function placesIn(rows: readonly (readonly Cluster[])[]): Float64Array {
  const count = rows.reduce((sum, row) => sum + row.reduce((all, cluster) => all + cluster.length, 0), 0);
  const places = new Float64Array(count);
  for (const row of rows) setPlaces(row, places);
  return places;
}

function setPlaces(row: readonly Cluster[], places: Float64Array): void {
  const people = row.flat();
  people.forEach((person, i) => (places[person] = i - (people.length - 1) / 2));
}

/** How often lines from children to parents cross, of those that lead from one row to the next. */
export function crossings(rows: FamilyRows, parentsOf: readonly (readonly number[])[]): number {
  const place = new Map(rows.flatMap((row) => row.flat().map((person, i) => [person, i] as const)));
  const rowOf = new Map(rows.flatMap((row, r) => row.flat().map((person) => [person, r] as const)));
  let total = 0;
  rows.forEach((row, r) => {
    const above = rows[r - 1]?.reduce((sum, cluster) => sum + cluster.length, 0) ?? 0;
    // How many lines seen so far end at each place or left of it: a Fenwick tree.
    const tree = new Int32Array(above + 1);
    let seen = 0;
    for (const person of row.flat()) {
      const ends = (parentsOf[person] ?? [])
        .filter((one) => rowOf.get(one) === r - 1)
        .map((one) => place.get(one) ?? 0);
      for (const end of ends) {
        let left = 0;
        for (let i = end + 1; i > 0; i -= i & -i) left += tree[i] ?? 0;
        total += seen - left;
      }
      for (const end of ends) for (let i = end + 1; i <= above; i += i & -i) tree[i] = (tree[i] ?? 0) + 1;
      seen += ends.length;
    }
  });
  return total;
}
